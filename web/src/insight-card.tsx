// What the engine says: of the position in view, and of each move of a finished game.
import { Icon } from './icons';
import {
    GLYPHS,
    hangingOf,
    movesToEnd,
    shareOfBlack,
    type Grade,
    type Insight,
    type Review,
    type ReviewedMove,
} from './insight';
import type { Side } from './rules';
import type { View } from './view';
import { capital, colourName, other, winner } from './words';

const LINE = 6; // moves of the best line that are shown

function percent(share: number): string {
    return `${Math.round(share * 100)} %`;
}

export function InsightCard({ view }: { view: View }) {
    const { review, session, at } = view;
    const judged = review?.moves[at - 1];
    return (
        <section class="insight card" aria-label={session.over ? 'Review' : 'Analysis'}>
            <header>
                <h2>{session.over ? 'Review' : 'Analysis'}</h2>
                <button
                    class="icon-button"
                    aria-label="Close the analysis"
                    title="Close the analysis"
                    onClick={() => view.setAnalysing(false)}
                >
                    <Icon name="close" />
                </button>
            </header>
            {review && <ReviewPart view={view} review={review} />}
            {judged && <Verdict view={view} judged={judged} />}
            <PositionPart view={view} />
        </section>
    );
}

/** "13." or "13..." before a move, as the list of moves numbers them. */
function numberOf(view: View, ply: number): string {
    const offset = view.session.entries[0]!.position.turn === 'w' ? 1 : 0;
    const index = ply + offset;
    return `${Math.ceil(index / 2)}${index % 2 ? '.' : '...'}`;
}

function ReviewPart({ view, review }: { view: View; review: Review }) {
    const { moves, total, turning, accuracy, problem } = review;
    const blunders = moves.filter((move) => move.grade === 'blunder');
    const named = moves.filter((move) => move.grade === 'blunder' || move.ply === turning);
    if (problem) return <p class="problem">{problem}</p>;
    if (total === 0) return <p class="muted">No move was made.</p>;
    return (
        <div class="review">
            <Losses view={view} review={review} />
            {accuracy ? (
                <p class="accuracy">
                    {(['b', 'w'] as const).map((side) => (
                        <span key={side}>
                            <i class={`disc ${side}`} aria-hidden="true" />
                            {`${colourName(side)} ${percent(accuracy[side] / 100)}`}
                        </span>
                    ))}
                    <span class="muted">accuracy</span>
                </p>
            ) : (
                <p class="muted" role="status">{`Move ${moves.length} of ${total}`}</p>
            )}
            <div class="named">
                {named.map(({ ply, move, grade }) => (
                    <Named
                        key={ply}
                        view={view}
                        kind={`${grade} ${ply === turning ? 'turning' : ''}`}
                        ply={ply}
                        text={`${move} ${GLYPHS[grade]}${ply === turning ? ' turning point' : ''}`}
                    />
                ))}
                {accuracy && blunders.length === 0 && <span class="muted">No blunder.</span>}
            </div>
        </div>
    );
}

interface NamedProps {
    view: View;
    kind: string;
    ply: number;
    text: string;
}

/** A move worth a look; a press shows it. */
function Named({ view, kind, ply, text }: NamedProps) {
    return (
        <button
            class={kind}
            aria-current={view.at === ply ? 'step' : undefined}
            onClick={() => view.step(ply)}
        >
            <span class="muted">{numberOf(view, ply)}</span> {text}
        </button>
    );
}

const TALL = 30; // of half the graph
const FULL = 0.5; // a loss that fills it

/** The loss of every move: Black's upwards, White's downwards. */
function Losses({ view, review }: { view: View; review: Review }) {
    const { moves, total, turning } = review;
    const wide = 300 / total;
    const bar = ({ ply, side, loss, grade }: ReviewedMove) => {
        const tall = Math.max(1.2, Math.min(1, loss / FULL) * (TALL - 2));
        const gap = Math.min(1, wide / 5);
        return (
            <rect
                key={ply}
                class={grade}
                x={(ply - 1) * wide + gap / 2}
                y={side === 'b' ? TALL - tall : TALL}
                width={wide - gap}
                height={tall}
            />
        );
    };
    const jump = (event: MouseEvent) => {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        const ply = Math.floor(((event.clientX - box.left) / box.width) * total) + 1;
        view.step(Math.max(1, Math.min(total, ply)));
    };
    return (
        <svg
            class="losses"
            viewBox={`0 0 300 ${2 * TALL}`}
            preserveAspectRatio="none"
            role="img"
            aria-label="What each move gave away: Black's upwards, White's downwards"
            onClick={jump}
        >
            {view.at > 0 && (
                <rect
                    class="here"
                    x={(view.at - 1) * wide}
                    y={0}
                    width={Math.max(wide, 1.5)}
                    height={2 * TALL}
                />
            )}
            {turning !== null && (
                <line
                    class="turn"
                    x1={(turning - 0.5) * wide}
                    x2={(turning - 0.5) * wide}
                    y1={0}
                    y2={2 * TALL}
                />
            )}
            <line class="axis" x1={0} x2={300} y1={TALL} y2={TALL} />
            {moves.map(bar)}
        </svg>
    );
}

const VERDICTS: Record<Grade, string> = {
    best: 'the best move',
    good: 'a good move',
    inaccuracy: 'an inaccuracy',
    mistake: 'a mistake',
    blunder: 'a blunder',
};

function Verdict({ view, judged }: { view: View; judged: ReviewedMove }) {
    const { ply, move, best, loss, grade } = judged;
    const lost = Math.round(loss * 100);
    return (
        <p class="verdict">
            <span class="muted">{numberOf(view, ply)}</span> <b>{move}</b>:{' '}
            <span class={`grade ${grade}`}>{VERDICTS[grade]}</span>
            {lost > 0 && `, gives ${lost} % away`}
            {best !== move && (
                <>
                    {lost > 0 ? '; ' : ', like '}
                    <b>{best}</b>
                    {lost > 0 && ' was best'}
                </>
            )}
            .
        </p>
    );
}

function PositionPart({ view }: { view: View }) {
    const { insight, ended, problem } = view.known;
    const { position } = view.entry;
    if (problem) return <p class="problem">{problem}</p>;
    if (ended) {
        const side = winner(position.result);
        return <p class="muted">{side ? `${colourName(side)} has won.` : 'A draw.'}</p>;
    }
    const share = insight ? shareOfBlack(insight.score, position.turn) : 0.5;
    return (
        <>
            <Balance share={share} known={insight !== null} />
            {insight ? (
                <Facts insight={insight} turn={position.turn} />
            ) : (
                <p class="muted">Thinking</p>
            )}
        </>
    );
}

/** From this share of the bar on a number has room on its colour; below, the other side's says enough. */
const ROOM = 0.16;

function Balance({ share, known }: { share: number; known: boolean }) {
    return (
        <div
            class={`balance ${known ? '' : 'unknown'}`}
            role="img"
            aria-label={known ? `Black ${percent(share)}, White ${percent(1 - share)}` : 'unknown'}
        >
            <span class="b" style={{ width: `${share * 100}%` }} />
            <span class="text b" aria-hidden="true">
                {known && share >= ROOM && percent(share)}
            </span>
            <span class="text w" aria-hidden="true">
                {known && 1 - share >= ROOM && percent(1 - share)}
            </span>
        </div>
    );
}

function Facts({ insight, turn }: { insight: Insight; turn: Side }) {
    const { score, line, threat, depth, whole } = insight;
    const end = movesToEnd(score);
    const wins = 'win' in score && (score.win ? turn : other(turn));
    return (
        <dl class="facts">
            {wins && (
                <>
                    <dt>Forced</dt>
                    <dd>{`${colourName(wins)} wins in ${end} ${end === 1 ? 'move' : 'moves'}`}</dd>
                </>
            )}
            <dt class="is-best">Best</dt>
            <dd>
                <b>{line[0]}</b>{' '}
                <span class="muted" title={`looked ${depth} plies ahead`}>
                    {line.slice(1, LINE).join(' ')}
                </span>
            </dd>
            <dt class="is-threat">Threat</dt>
            <dd>
                {!whole && <span class="muted">looking</span>}
                {whole && !threat?.serious && <span class="muted">none</span>}
                {whole && threat?.serious && (
                    <>
                        <b>{threat.move}</b>
                        {threat.ejects && ' pushes a marble off'}
                    </>
                )}
            </dd>
            {hangingOf(insight, turn).map(([side, cells]) => (
                <>
                    <dt key={side} class="is-hanging">
                        Hanging
                    </dt>
                    <dd>{capital(`${colourName(side)}'s ${cells.join(', ')}`)}</dd>
                </>
            ))}
        </dl>
    );
}
