// Conditional moves of a slow game: what the server answers for this player while it is another one's turn.
import { useEffect, useId, useState } from 'preact/hooks';
import { isOwn, linesOf, movesIn, treeOf, withLine } from './conditional';
import { sideToMove, type GameState } from './game-state';
import { deleteConditional, getConditional, postConditional, type Conditional } from './slow-api';
import { errorSentence } from './text';

export interface ConditionalCardProps {
    state: GameState;
}

export function ConditionalCard({ state }: ConditionalCardProps) {
    const { game, seats, entries } = state;
    const key = seats.keys[seats.mine[0]!];
    const [kept, setKept] = useState<Conditional | null>(null);
    const [problem, setProblem] = useState('');
    // How many moves of others come before one's own, and how many there are in a round.
    const playing = game.seats.filter(({ left }) => !left).map(({ colour }) => colour);
    const players = playing.length;
    const at = (side: string) => playing.findIndex((colour) => colour === side);
    const before = (at(seats.mine[0]!) - at(sideToMove(state)) + players) % players;

    const run = async (call: Promise<Conditional>) => {
        try {
            setKept(await call);
            setProblem('');
            return true;
        } catch (error) {
            setProblem(errorSentence(error));
            return false;
        }
    };
    useEffect(() => void run(getConditional(game.id, key)), [game.id, key, entries.length]);

    const tree = kept?.tree ?? [];
    const lines = linesOf(tree);
    const send = (next: Conditional['tree']) =>
        run(
            next.length
                ? postConditional(game.id, key, { ply: entries.length, tree: next })
                : deleteConditional(game.id, key),
        );
    if (before === 0 && !lines.length) return null; // it is one's turn
    return (
        <section class="card conditional" aria-label="Planned answers">
            <h2>Planned answers</h2>
            {lines.length > 0 && (
                <ul class="rows">
                    {lines.map((line, index) => (
                        <li key={line.join(' ')}>
                            <span class="about">{lineText(line, before, players)}</span>
                            <button
                                aria-label={`Remove the answer to ${line[0] === '*' ? 'any move' : line[0]}`}
                                onClick={() => {
                                    const others = lines.filter((_, each) => each !== index);
                                    void send(treeOf(others, before, players));
                                }}
                            >
                                Remove
                            </button>
                        </li>
                    ))}
                </ul>
            )}
            {before > 0 && (
                <LineForm
                    several={before > 1}
                    onAdd={(line) => send(withLine(tree, line, before, players))}
                />
            )}
            <p class="problem" role="alert">
                {problem}
            </p>
        </section>
    );
}

/** "If i5h5, you play b2c3; then if any move, you play a2b3". */
function lineText(line: string[], before: number, players: number): string {
    return line
        .map((move, index) => {
            const name = move === '*' ? 'any move' : move;
            if (isOwn(index, before, players)) return `you play ${name}`;
            return index ? `then, if ${name}` : `If ${name}`;
        })
        .join(', ');
}

interface LineFormProps {
    several: boolean; // others move one after the other
    onAdd: (line: string[]) => Promise<boolean>;
}

function LineForm({ several, onAdd }: LineFormProps) {
    const [text, setText] = useState('');
    const hint = useId();
    const submit = async (event: Event) => {
        event.preventDefault();
        const line = movesIn(text);
        if (line.length && (await onAdd(line))) setText('');
    };
    return (
        <form onSubmit={(event) => void submit(event)}>
            <div class="row">
                <input
                    type="text"
                    aria-label="Their move and your answer"
                    aria-describedby={hint}
                    placeholder={several ? '* * b2c3' : 'i5h5 b2c3'}
                    autocomplete="off"
                    autocapitalize="none"
                    spellcheck={false}
                    value={text}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
                <button>Add</button>
            </div>
            <p class="fine muted" id={hint}>
                {several
                    ? 'The moves of the others, then your answer, which is played at once; * is any move.'
                    : 'Their move and your answer, which is played at once; more pairs may follow. * is any move.'}
            </p>
        </form>
    );
}
