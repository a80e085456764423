// Conditional moves of a correspondence game: what the server answers for this player while it is
// another one's turn. They are planned on the board, or typed.
import { useId, useState } from 'preact/hooks';
import { ANY_MOVE, isOwn, movesIn } from './conditional';
import type { GameState } from '../game/state';
import { nameInSentence } from '../game/text';
import { MarbleIcon } from '../board/marble-shape';
import type { PlanView } from './plan-view';
import { sideAt } from './planning';
import { Problem, StatusLine } from '../ui/status';
import type { Session } from '../game/session';
import type { ConditionalMove } from '../api/correspondence';
import { usePlanView } from './use-plan-view';
import { usePlannedAnswers, type PlannedAnswers } from './use-planning';

export interface ConditionalCardProps {
    session: Session;
    state: GameState;
    /** Shows a plan on the board instead of the game; null: the game again. */
    onPlan: (view: PlanView | null) => void;
    announce: (text: string) => void;
}

export function ConditionalCard({ session, state, onPlan, announce }: ConditionalCardProps) {
    const answers = usePlannedAnswers(session, state, announce);
    const { order, tree, changed, path, problem, note, goTo } = answers;
    usePlanView(session, state, answers, onPlan);
    const last = path?.[path.length - 1];
    if (order.before === 0 && !tree.length && !note) return null; // it is one's turn
    return (
        <section class={`card conditional ${path ? 'first' : ''}`} aria-label="Planned answers">
            <h2>Planned answers</h2>
            <Branches {...answers} state={state} level={tree} from={[]} />
            {changed && (
                <div class="row">
                    <span class="muted">Not saved yet.</span>
                    <button class="primary" onClick={() => void answers.save()}>
                        Save
                    </button>
                    <button onClick={answers.discard}>Discard</button>
                </div>
            )}
            {path && last && (
                <button onClick={() => void answers.remove(path)}>
                    Remove {moveName(last)} and what follows
                </button>
            )}
            {order.before > 0 && answers.isRead && !path && (
                <>
                    <button class="plan" onClick={() => goTo([])}>
                        Plan on the board
                    </button>
                    <LineForm several={order.before > 1} onAdd={answers.add} />
                </>
            )}
            <StatusLine>{note}</StatusLine>
            <Problem>{!path && problem}</Problem>
        </section>
    );
}

const moveName = (move: string) => (move === ANY_MOVE ? 'any move' : move);

type BranchesProps = PlannedAnswers & {
    state: GameState;
    level: ConditionalMove[]; // what may be played
    from: string[]; // behind these moves
};

/** The branches of a level, each a row up to where it divides. */
function Branches(props: BranchesProps) {
    const { level, from, remove } = props;
    if (!level.length) return null;
    return (
        <ul class="branches">
            {level.map((node) => {
                const row = rowOf(node);
                const end = [...from, ...row.map(({ move }) => move)];
                const branch = [...from, node.move];
                return (
                    <li key={node.move}>
                        <div class="branch">
                            <span class="line">
                                {row.map((_, index) => (
                                    <Step {...props} to={end.slice(0, from.length + index + 1)} />
                                ))}
                            </span>
                            <button
                                class="icon-button"
                                aria-label={`Remove the answer to ${moveName(node.move)}`}
                                title="Remove"
                                onClick={() => void remove(branch)}
                            >
                                &times;
                            </button>
                        </div>
                        <Branches {...props} level={row[row.length - 1]!.then ?? []} from={end} />
                    </li>
                );
            })}
        </ul>
    );
}

/** A node and those behind it, while each is the only one. */
function rowOf(node: ConditionalMove): ConditionalMove[] {
    return node.then?.length === 1 ? [node, ...rowOf(node.then[0]!)] : [node];
}

/** A move of a branch: shows the position behind it on the board. */
function Step({ state, order, path, goTo, to }: BranchesProps & { to: string[] }) {
    const index = to.length - 1;
    const move = moveName(to[index]!);
    const own = isOwn(index, order);
    const side = sideAt(state, index);
    const current = path?.length === to.length && to.every((each, i) => path[i] === each);
    return (
        <>
            {own ? 'play ' : index ? 'then if ' : 'If '}
            <button
                class="step"
                aria-current={current ? 'step' : undefined}
                title={own ? 'Your answer' : nameInSentence(state, side)}
                disabled={order.before === 0}
                onClick={() => goTo(to)}
            >
                <MarbleIcon kind={side} />
                {move}
            </button>{' '}
        </>
    );
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
                    ? 'Or type the moves of the others, then your answer, which is played at once; * is any move.'
                    : 'Or type their move, your answer, which is played at once, and so on; * is any move.'}
            </p>
        </form>
    );
}
