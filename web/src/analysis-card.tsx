// The analysis card: the evaluation of the position in view, and the review of a finished game.
import {
    blackExpectation,
    GLYPHS,
    hangingBySide,
    movesToEnd,
    type Analysis,
    type Grade,
    type Review,
    type ReviewedMove,
} from './analysis';
import { Icon } from './icons';
import type { Side } from './rules';
import { isOver, type GameState } from './session';
import { colourName, countOf, other, winner } from './text';
import type { AnalysisView } from './use-analysis';
import type { Replay } from './use-game';

const LINE_MOVES = 6; // shown of the principal variation

function percent(share: number): string {
    return `${Math.round(share * 100)}%`;
}

interface AnalysisCardProps {
    state: GameState;
    replay: Replay;
    analysis: AnalysisView;
}

export function AnalysisCard({ state, replay, analysis }: AnalysisCardProps) {
    const { review } = analysis;
    const reviewed = review?.moves[replay.at - 1];
    const title = isOver(state) ? 'Review' : 'Analysis';
    const whiteFirst = state.entries[0]!.position.turn === 'w';
    return (
        <section class="analysis card" aria-label={title}>
            <header>
                <h2>{title}</h2>
                <button
                    class="icon-button"
                    aria-label="Close analysis"
                    title="Close analysis"
                    onClick={() => analysis.setOpen(false)}
                >
                    <Icon name="close" />
                </button>
            </header>
            {review && <ReviewSummary review={review} replay={replay} whiteFirst={whiteFirst} />}
            {reviewed && <MoveVerdict reviewed={reviewed} whiteFirst={whiteFirst} />}
            <PositionAnalysis replay={replay} {...analysis} />
        </section>
    );
}

/** "13." or "13...", as the list of moves numbers them. */
function moveNumber(ply: number, whiteFirst: boolean): string {
    const index = whiteFirst ? ply + 1 : ply;
    return `${Math.ceil(index / 2)}${index % 2 ? '.' : '...'}`;
}

interface ReviewSummaryProps {
    review: Review;
    replay: Replay;
    whiteFirst: boolean;
}

function ReviewSummary({ review, replay, whiteFirst }: ReviewSummaryProps) {
    const { moves, total, turning, accuracy, problem } = review;
    const blunders = moves.filter((move) => move.grade === 'blunder');
    const key = moves.filter((move) => move.grade === 'blunder' || move.ply === turning);
    if (problem) return <p class="problem">{problem}</p>;
    if (total === 0) return <p class="muted">No moves were played.</p>;
    return (
        <div class="review">
            <LossGraph review={review} replay={replay} />
            {accuracy ? (
                <Accuracy accuracy={accuracy} />
            ) : (
                <p class="muted" role="status">{`Reviewing move ${moves.length} of ${total}`}</p>
            )}
            <div class="key-moves">
                {key.map(({ ply, move, grade }) => (
                    <button
                        key={ply}
                        class={`${grade} ${ply === turning ? 'turning' : ''}`}
                        aria-current={replay.at === ply ? 'step' : undefined}
                        onClick={() => replay.goTo(ply)}
                    >
                        <span class="muted">{moveNumber(ply, whiteFirst)}</span> {move}{' '}
                        {GLYPHS[grade]}
                        {ply === turning && ' turning point'}
                    </button>
                ))}
                {accuracy && blunders.length === 0 && <span class="muted">No blunders.</span>}
            </div>
        </div>
    );
}

function Accuracy({ accuracy }: { accuracy: NonNullable<Review['accuracy']> }) {
    return (
        <p class="accuracy">
            {(['b', 'w'] as const).map((side) => (
                <span key={side}>
                    <i class={`disc ${side}`} aria-hidden="true" />
                    {`${colourName(side)} ${percent(accuracy[side] / 100)}`}
                </span>
            ))}
            <span class="muted">accuracy</span>
        </p>
    );
}

const GRAPH_HALF = 30; // height of each half
const FULL_LOSS = 0.5; // fills a half

/** The loss of every move, as bars: Black's above the axis, White's below. A click shows a move. */
function LossGraph({ review, replay }: { review: Review; replay: Replay }) {
    const { moves, total, turning } = review;
    const width = 300 / total;
    const bar = ({ ply, side, loss, grade }: ReviewedMove) => {
        const height = Math.max(1.2, Math.min(1, loss / FULL_LOSS) * (GRAPH_HALF - 2));
        const gap = Math.min(1, width / 5);
        return (
            <rect
                key={ply}
                class={grade}
                x={(ply - 1) * width + gap / 2}
                y={side === 'b' ? GRAPH_HALF - height : GRAPH_HALF}
                width={width - gap}
                height={height}
            />
        );
    };
    const onClick = (event: MouseEvent) => {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        const ply = Math.floor(((event.clientX - box.left) / box.width) * total) + 1;
        replay.goTo(Math.max(1, Math.min(total, ply)));
    };
    return (
        <svg
            class="losses"
            viewBox={`0 0 300 ${2 * GRAPH_HALF}`}
            preserveAspectRatio="none"
            role="img"
            aria-label="Loss of each move: Black above the line, White below"
            onClick={onClick}
        >
            {replay.at > 0 && (
                <rect
                    class="here"
                    x={(replay.at - 1) * width}
                    y={0}
                    width={Math.max(width, 1.5)}
                    height={2 * GRAPH_HALF}
                />
            )}
            {turning !== null && (
                <line
                    class="turn"
                    x1={(turning - 0.5) * width}
                    x2={(turning - 0.5) * width}
                    y1={0}
                    y2={2 * GRAPH_HALF}
                />
            )}
            <line class="axis" x1={0} x2={300} y1={GRAPH_HALF} y2={GRAPH_HALF} />
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

interface MoveVerdictProps {
    reviewed: ReviewedMove;
    whiteFirst: boolean;
}

/** "13. a1b2: a mistake, loses 12%; c3c4 was best." */
function MoveVerdict({ reviewed, whiteFirst }: MoveVerdictProps) {
    const { ply, move, best, loss, grade } = reviewed;
    const lost = percent(loss);
    const costs = lost !== '0%';
    return (
        <p class="verdict">
            <span class="muted">{moveNumber(ply, whiteFirst)}</span> <b>{move}</b>:{' '}
            <span class={`grade ${grade}`}>{VERDICTS[grade]}</span>
            {costs && `, loses ${lost}`}
            {best !== move && (
                <>
                    {costs ? '; ' : ', as is '}
                    <b>{best}</b>
                    {costs && ' was best'}
                </>
            )}
            .
        </p>
    );
}

type PositionAnalysisProps = Pick<AnalysisView, 'analysis' | 'ended' | 'problem'> & {
    replay: Replay;
};

function PositionAnalysis({ analysis, ended, problem, replay }: PositionAnalysisProps) {
    const { result, turn } = replay.entry.position;
    if (problem) return <p class="problem">{problem}</p>;
    if (ended) {
        const side = winner(result);
        return <p class="muted">{side ? `${colourName(side)} won.` : 'Draw.'}</p>;
    }
    if (!analysis) {
        return (
            <>
                <EvaluationBar share={null} />
                <p class="muted">Analysing</p>
            </>
        );
    }
    return (
        <>
            <EvaluationBar share={blackExpectation(analysis.score, turn)} />
            <Facts analysis={analysis} turn={turn} />
        </>
    );
}

/** The least share of the bar with room for a number. */
const LABEL_SHARE = 0.16;

/** Black's and White's expectation as a bar; null while unknown. */
function EvaluationBar({ share }: { share: number | null }) {
    const black = share ?? 0.5;
    const label = (value: number) => share !== null && value >= LABEL_SHARE && percent(value);
    return (
        <div
            class={`evaluation ${share === null ? 'unknown' : ''}`}
            role="img"
            aria-label={
                share === null ? 'unknown' : `Black ${percent(black)}, White ${percent(1 - black)}`
            }
        >
            <span class="b" style={{ width: `${black * 100}%` }} />
            <span class="text b" aria-hidden="true">
                {label(black)}
            </span>
            <span class="text w" aria-hidden="true">
                {label(1 - black)}
            </span>
        </div>
    );
}

function Facts({ analysis, turn }: { analysis: Analysis; turn: Side }) {
    const { score, line, depth } = analysis;
    const winning = 'win' in score && (score.win ? turn : other(turn));
    return (
        <dl class="facts">
            {winning && (
                <>
                    <dt>Forced</dt>
                    <dd>
                        {`${colourName(winning)} wins in ${countOf(movesToEnd(score), 'move')}`}
                    </dd>
                </>
            )}
            <dt class="is-best">Best</dt>
            <dd>
                <b>{line[0]}</b>{' '}
                <span class="muted" title={`search depth ${countOf(depth, 'ply', 'plies')}`}>
                    {line.slice(1, LINE_MOVES).join(' ')}
                </span>
            </dd>
            <dt class="is-threat">Threat</dt>
            <dd>
                <Threat analysis={analysis} />
            </dd>
            {hangingBySide(analysis, turn).map(([side, cells]) => (
                <>
                    <dt key={side} class="is-hanging">
                        Hanging
                    </dt>
                    <dd>{`${colourName(side)}'s ${cells.join(', ')}`}</dd>
                </>
            ))}
        </dl>
    );
}

function Threat({ analysis: { complete, threat } }: { analysis: Analysis }) {
    if (!complete) return <span class="muted">searching</span>;
    if (!threat?.serious) return <span class="muted">none</span>;
    return (
        <>
            <b>{threat.move}</b>
            {threat.ejects && ' ejects a marble'}
        </>
    );
}
