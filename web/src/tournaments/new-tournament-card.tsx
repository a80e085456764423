// A new tournament: how players are paired, what they play, who may.
import { useId, useState } from 'preact/hooks';
import { getLayouts } from '../api/client';
import { missing } from '../people/account-text';
import { ClockPicker, DEFAULT_CLOCK, clockRules, type ClockChoice } from '../lobby/clock-picker';
import { AccountForm, TextField, type Values } from '../people/form-field';
import { SegmentedControl } from '../ui/segmented-control';
import { layoutTitle } from '../rules/text';
import { countOf } from '../ui/text';
import { useAnswer } from '../api/use-answer';
import { createTournament as postTournament, type TournamentRow } from '../api/tournaments';
import { creator } from '../api/creator';
import { TOURNAMENT_NAME_MAX } from '../api/limits';

const createTournament = creator(postTournament);

const ROUNDS = [3, 4, 5, 6, 7, 8, 9, 11];
const SYSTEMS: [TournamentRow['system'], string][] = [
    ['swiss', 'Swiss'],
    ['round-robin', 'All play all'],
    ['double-round-robin', 'Twice'],
];

/** "classic,game=600,gain=5" */
function rulesOf(clock: ClockChoice): string {
    const settings = Object.entries(clockRules(clock) ?? {});
    return ['classic', ...settings.map(([name, value]) => `${name}=${value}`)].join();
}

/** The names of the start positions for two; until they have come two have to do. */
function useLayouts(): string[] {
    const { answer } = useAnswer('', getLayouts);
    const forTwo = answer?.layouts.filter(({ players }) => players === 2);
    return forTwo?.map(({ name }) => name) ?? ['belgian-daisy', 'standard'];
}

export function NewTournamentCard({ onMade }: { onMade: (id: string) => void }) {
    const [system, setSystem] = useState<TournamentRow['system']>('swiss');
    const [clock, setClock] = useState<ClockChoice>({ ...DEFAULT_CLOCK, kind: 'game' });
    const layouts = useLayouts();
    const ids = [useId(), useId()];
    const check = ({ name }: Values) => ({
        name: missing(name, 'Give it a name.'),
        form: clock.kind === 'none' ? 'Choose a clock: a round waits for all its games.' : '',
    });
    const send = async (values: Values) => {
        const { id } = await createTournament({
            name: values.name!,
            system,
            layout: values.layout ?? 'belgian-daisy',
            rules: rulesOf(clock),
            rated: values.rated === 'yes',
            bots: values.bots === 'yes',
            ...(system === 'swiss' && { rounds: Number(values.rounds) }),
        });
        onMade(id);
    };
    return (
        <section class="card">
            <h2>New tournament</h2>
            <AccountForm
                label="A new tournament"
                button="Make the tournament"
                look="primary"
                check={check}
                onSend={send}
            >
                {(problems) => (
                    <>
                        <TextField
                            name="name"
                            label="Name"
                            autocomplete="off"
                            maxLength={TOURNAMENT_NAME_MAX}
                            problems={problems}
                        />
                        <SegmentedControl
                            legend="Pairing"
                            name="system"
                            value={system}
                            options={SYSTEMS}
                            onPick={setSystem}
                        />
                        {system === 'swiss' && (
                            <div class="form-field">
                                <label for={ids[0]}>Rounds</label>
                                <select id={ids[0]} name="rounds" defaultValue="5">
                                    {ROUNDS.map((rounds) => (
                                        <option key={rounds} value={rounds}>
                                            {countOf(rounds, 'round')}
                                        </option>
                                    ))}
                                </select>
                            </div>
                        )}
                        <div class="form-field">
                            <label for={ids[1]}>Start position</label>
                            <select id={ids[1]} name="layout" defaultValue="belgian-daisy">
                                {layouts.map((name) => (
                                    <option key={name} value={name}>
                                        {layoutTitle(name)}
                                    </option>
                                ))}
                            </select>
                        </div>
                        <ClockPicker
                            clock={clock}
                            onChange={(changes) => setClock({ ...clock, ...changes })}
                        />
                        <label class="check">
                            <input type="checkbox" name="rated" value="yes" defaultChecked />
                            <span>Rated</span>
                        </label>
                        <label class="check">
                            <input type="checkbox" name="bots" value="yes" defaultChecked />
                            <span>Bots may play, too</span>
                        </label>
                    </>
                )}
            </AccountForm>
        </section>
    );
}
