// The form for a new game: players, board, who plays, rules. At first, one against the computer.
import { useMemo, useState } from 'preact/hooks';
import { createGame } from './api';
import { ClockPicker } from './clock-picker';
import { LayoutPicker } from './layout-picker';
import {
    DEFAULT_FORM,
    formProblem,
    mayPair,
    newGame,
    settled,
    withPlayers,
    type GameForm,
} from './new-game';
import { useRules } from './rules-context';
import { RulesPicker } from './rules-picker';
import { SeatPicker } from './seat-picker';
import { SegmentedControl } from './segmented-control';
import { createdSeats, loadNickname, saveSeats } from './storage';
import { errorSentence } from './text';

/** Creates the game and returns its address. */
async function createFromForm(form: GameForm): Promise<string> {
    const created = await createGame(newGame(form, loadNickname()));
    saveSeats(created.game.id, createdSeats(created));
    return `/g/${created.game.id}`;
}

/** Creating the game: the problem that stood in the way, and whether it is on its way. */
function useStart(form: GameForm, go: (path: string) => void) {
    const rules = useRules();
    const [problem, setProblem] = useState('');
    const [starting, setStarting] = useState(false);
    const start = async (event: Event) => {
        event.preventDefault();
        const wrong = formProblem(form, rules);
        setProblem(wrong);
        if (wrong) return;
        setStarting(true);
        try {
            go(await createFromForm(form));
        } catch (error) {
            setProblem(errorSentence(error));
            setStarting(false);
        }
    };
    return { problem, starting, start };
}

const PLAYERS: [string, string][] = ['2', '3', '4', '5', '6'].map((count) => [count, count]);

export function NewGameForm({ go }: { go: (path: string) => void }) {
    const rules = useRules();
    const layouts = useMemo(() => rules.layouts(), [rules]);
    const [form, setForm] = useState(DEFAULT_FORM);
    const { problem, starting, start } = useStart(form, go);
    const change = (changes: Partial<GameForm>) =>
        setForm((known) => settled({ ...known, ...changes }, rules));
    const players = form.seats.length;
    return (
        <form noValidate onSubmit={start}>
            <LayoutPicker layouts={layouts} players={players} choice={form} onChange={change} />
            <div class="options card">
                <SegmentedControl
                    legend="Players"
                    name="players"
                    value={String(players)}
                    options={PLAYERS}
                    onPick={(count) => change(withPlayers(form, Number(count)))}
                />
                <SeatPicker form={form} onChange={change} />
                {mayPair(layouts, form) && (
                    <Pairs on={form.teams} onChange={(teams) => change({ teams })} />
                )}
                <ClockPicker
                    clock={form.clock}
                    onChange={(changes) => change({ clock: { ...form.clock, ...changes } })}
                />
                <RulesPicker form={form} onChange={change} />
                <div class="start-row">
                    <p class="problem" role="alert">
                        {problem}
                    </p>
                    <button class="primary large" disabled={starting}>
                        {starting ? 'Starting' : 'Start game'}
                    </button>
                </div>
            </div>
        </form>
    );
}

function Pairs({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
    return (
        <label class="check">
            <input
                type="checkbox"
                checked={on}
                onChange={(event) => onChange(event.currentTarget.checked)}
            />
            <span>In pairs: who face each other play together</span>
        </label>
    );
}
