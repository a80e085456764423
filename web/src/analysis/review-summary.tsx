// The review of a finished game: the curve of who led, accuracies, the moves that mattered, and
// what the move in view was worth.
import type { Grade } from '../api/client';
import { GLYPHS, type Review, type ReviewedMove, type Shares } from './analysis';
import { ExpectationCurve, LineSample } from './expectation-curve';
import { MarbleIcon } from '../board/marble-shape';
import { SIDES } from '../rules/rules';
import { roundsOf, type Entry, type GameState } from '../game/state';
import { colourName } from '../rules/text';
import { percent } from '../ui/text';
import type { Replay } from '../game/use-game';

interface ReviewSummaryProps {
    review: Review;
    state: GameState;
    replay: Replay;
}

export function ReviewSummary({ review, state, replay }: ReviewSummaryProps) {
    const { moves, total, turning, accuracy, passivity, problem } = review;
    const lines = state.game.seats.length > 2;
    if (problem) return <p class="problem">{problem}</p>;
    if (total === 0) return <p class="muted">No moves were played.</p>;
    const blunders = moves.filter((move) => move.grade === 'blunder');
    const key = moves.filter((move) => move.grade === 'blunder' || move.ply === turning);
    const reviewed = moves[replay.at - 1];
    const labels = numbersOf(state.entries);
    return (
        <>
            <div class="review">
                <ExpectationCurve
                    review={review}
                    teams={state.entries[0]!.position.teams}
                    at={replay.at}
                    onGoTo={replay.goTo}
                />
                {accuracy && passivity ? (
                    <>
                        <PlayerShares name="accuracy" shares={accuracy} lines={lines} />
                        <PlayerShares name="passive" shares={passivity} lines={false} />
                    </>
                ) : (
                    <p class="muted" role="status">
                        {`Reviewing move ${moves.length} of ${total}`}
                    </p>
                )}
                <div class="key-moves">
                    {key.map((move) => (
                        <KeyMove
                            key={move.ply}
                            reviewed={move}
                            number={labels[move.ply]!}
                            turning={move.ply === turning}
                            replay={replay}
                        />
                    ))}
                    {accuracy && blunders.length === 0 && <span class="muted">No blunders.</span>}
                </div>
            </div>
            {reviewed && <MoveVerdict reviewed={reviewed} number={labels[replay.at]!} />}
        </>
    );
}

/** The number of each entry's move, as in the list of moves: of two players "13." and "13...". */
function numbersOf(entries: readonly Entry[]): string[] {
    const players = entries[0]!.position.ejected.length;
    const numbers: string[] = [];
    roundsOf(entries, players).forEach((round, i) =>
        round.forEach((index, column) => {
            if (index !== null) numbers[index] = `${i + 1}${players === 2 && column ? '...' : '.'}`;
        }),
    );
    return numbers;
}

function KeyMove(props: {
    reviewed: ReviewedMove;
    number: string;
    turning: boolean;
    replay: Replay;
}) {
    const { reviewed, number, turning, replay } = props;
    const { ply, side, move, grade, shares } = reviewed;
    return (
        <button
            class={`${grade} ${turning ? 'turning' : ''}`}
            aria-current={replay.at === ply ? 'step' : undefined}
            onClick={() => replay.goTo(ply)}
        >
            <span class="muted">{number}</span>{' '}
            {shares.length > 2 && <MarbleIcon kind={side} label={colourName(side)} />} {move}{' '}
            {GLYPHS[grade]}
            {turning && ' turning point'}
        </button>
    );
}

interface PlayerSharesProps {
    name: string;
    shares: Shares;
    lines: boolean; // with samples of the curve's lines
}

function PlayerShares({ name, shares, lines }: PlayerSharesProps) {
    return (
        <p class="shares">
            {SIDES.filter((side) => shares[side] !== undefined).map((side) => (
                <span key={side}>
                    <MarbleIcon kind={side} />
                    {lines && <LineSample side={side} />}
                    {`${colourName(side)} ${percent(shares[side]!)}`}
                </span>
            ))}
            <span class="muted">{name}</span>
        </p>
    );
}

const VERDICTS: Record<Grade, string> = {
    best: 'the best move',
    good: 'a good move',
    inaccuracy: 'an inaccuracy',
    mistake: 'a mistake',
    blunder: 'a blunder',
};

/** "13. a1b2: a mistake, loses 12%; c3c4 was best." */
function MoveVerdict({ reviewed, number }: { reviewed: ReviewedMove; number: string }) {
    const { side, move, best, loss, grade, shares } = reviewed;
    const lost = percent(loss);
    const costs = lost !== '0%';
    return (
        <p class="verdict">
            <span class="muted">{number}</span>{' '}
            {shares.length > 2 && <MarbleIcon kind={side} label={colourName(side)} />} <b>{move}</b>
            : <span class={`grade ${grade}`}>{VERDICTS[grade]}</span>
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
