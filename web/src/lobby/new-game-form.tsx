// The form for a new game: players, board, who plays, rules. At first, one against the computer;
// then as the last game was started.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { accountName } from '../api/signed-in';
import { ApiError, createGame as postGame, getOpponents } from '../api/client';
import { ClockPicker } from './clock-picker';
import { LayoutPicker } from './layout-picker';
import {
    formProblem,
    hasProgram,
    mayPair,
    mayRate,
    namesProblem,
    newGame,
    savedForm,
    settled,
    withChallenged,
    withKnownPrograms,
    withPlayers,
    type GameForm,
    type SeatProblem,
} from './new-game';
import type { Layout } from '../rules/rules';
import { useRules } from '../rules/context';
import { RulesPicker } from './rules-picker';
import { SeatPicker } from './seat-picker';
import { SegmentedControl } from '../ui/segmented-control';
import { createdSeats, loadChoices, loadNickname, saveChoices, saveSeats } from '../api/storage';
import { errorSentence } from '../api/error-text';
import { creator } from '../api/creator';
import { withTimeout } from '../api/retry';
import { useAccountName } from '../api/use-account';

const createGame = creator(postGame);

/** Creates the game, remembers the choices, returns its address. */
async function createFromForm(form: GameForm, layouts: Layout[]): Promise<string> {
    const asker = { account: accountName(), nickname: loadNickname() };
    const rated = form.rated && mayRate(layouts, form, asker.account);
    const created = await createGame(newGame({ ...form, rated }, asker));
    saveSeats(created.game.id, createdSeats(created));
    saveChoices(form);
    return `/g/${created.game.id}`;
}

/** The seat for which nobody was found: the server says of whom. */
function missingUser({ seats }: GameForm, error: unknown): SeatProblem | null {
    if (!(error instanceof ApiError) || error.code !== 'no_user') return null;
    const message = error.message.toLowerCase();
    const named = seats.map(({ who, name }) => (who === 'user' ? name.trim() : ''));
    const at = named.findIndex((name) => name && message.includes(` ${name.toLowerCase()} `));
    const text = `Nobody is called ${named[at]} here. Check the spelling.`;
    return at < 0 ? null : { at, text };
}

/** Creating the game: the problem that stood in the way, and whether it is on its way. */
function useStart(form: GameForm, go: (path: string) => void) {
    const rules = useRules();
    const [problem, setProblem] = useState('');
    const [seatProblem, setSeatProblem] = useState<SeatProblem | null>(null);
    const [starting, setStarting] = useState(false);
    const start = async (event: Event) => {
        event.preventDefault();
        const unnamed = namesProblem(form, accountName());
        const wrong = formProblem(form, rules);
        setProblem(wrong);
        setSeatProblem(unnamed);
        if (wrong || unnamed) return;
        setStarting(true);
        try {
            go(await createFromForm(form, rules.layouts()));
        } catch (error) {
            const missing = missingUser(form, error);
            setSeatProblem(missing);
            setProblem(missing ? '' : errorSentence(error));
            setStarting(false);
        }
    };
    return { problem, seatProblem, starting, start };
}

/** The form at first: as it was saved, without programs that the server has no more. */
function useForm(challenged: string) {
    const rules = useRules();
    const [form, setForm] = useState(() => {
        const saved = savedForm(loadChoices(), rules);
        return challenged ? withChallenged(saved, challenged) : saved;
    });
    const [asks] = useState(hasProgram(form));
    useEffect(() => {
        if (!asks) return;
        withTimeout(getOpponents, new AbortController().signal).then(
            ({ opponents }) => {
                const programs = opponents.map(({ name }) => name);
                setForm((known) => withKnownPrograms(known, programs));
            },
            () => {}, // the list of programs says so, and asks again
        );
    }, [asks]);
    return [form, setForm] as const;
}

const PLAYERS: [string, string][] = ['2', '3', '4', '5', '6'].map((count) => [count, count]);

interface NewGameFormProps {
    challenged: string; // the name of a player to challenge, or ''
    go: (path: string) => void;
}

export function NewGameForm({ challenged, go }: NewGameFormProps) {
    const rules = useRules();
    const layouts = useMemo(() => rules.layouts(), [rules]);
    const [form, setForm] = useForm(challenged);
    const { problem, seatProblem, starting, start } = useStart(form, go);
    const change = (changes: Partial<GameForm>) =>
        setForm((known) => settled({ ...known, ...changes }, rules));
    const players = form.seats.length;
    const account = useAccountName();
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
                <SeatPicker form={form} problem={seatProblem} onChange={change} />
                {mayPair(layouts, form) && (
                    <Check on={form.teams} onChange={(teams) => change({ teams })}>
                        In pairs: who face each other play together
                    </Check>
                )}
                <ClockPicker
                    clock={form.clock}
                    onChange={(changes) => change({ clock: { ...form.clock, ...changes } })}
                />
                {mayRate(layouts, form, account) && (
                    <Check on={form.rated} onChange={(rated) => change({ rated })}>
                        Rated: without takebacks, and everybody may watch
                    </Check>
                )}
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

interface CheckProps {
    on: boolean;
    onChange: (on: boolean) => void;
    children: string;
}

function Check({ on, onChange, children }: CheckProps) {
    return (
        <label class="check">
            <input
                type="checkbox"
                checked={on}
                onChange={(event) => onChange(event.currentTarget.checked)}
            />
            <span>{children}</span>
        </label>
    );
}
