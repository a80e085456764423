// The curve of who led: what each player could expect before the first move and after each. Of two
// players it is one area, Black's share below and White's above; of more a line for each player, or
// team, with a pattern of its own, on a scale of roots: an even share of six would be near the
// bottom. A click goes to the move.
import type { Review, ReviewedMove } from './analysis';
import { curveOf } from './figures';
import { SIDES, type Side } from '../rules/rules';

const WIDTH = 300;
const HEIGHT = 100;

interface Point {
    x: number;
    y: number;
}

/** "M0 50 10 48.2 20 51": a line through the points. */
function pathOf(points: Point[]): string {
    return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' ')}`;
}

interface CurveProps {
    review: Review;
    teams: string[]; // letters of the players
    at: number; // the move in view
    onGoTo: (ply: number) => void;
}

export function ExpectationCurve({ review, teams, at, onGoTo }: CurveProps) {
    const { total, turning, moves } = review;
    const x = (ply: number) => (ply / total) * WIDTH;
    const two = teams.length === 2 && teams.every((team) => team.length === 1);
    const y = (share: number) => HEIGHT * (1 - (two ? share : Math.sqrt(share)));
    const pointsOf = (side: Side) =>
        curveOf(review, side).map(({ ply, share }) => ({ x: x(ply), y: y(share) }));
    const onClick = (event: MouseEvent) => {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        const ply = Math.round(((event.clientX - box.left) / box.width) * total);
        onGoTo(Math.max(0, Math.min(total, ply)));
    };
    const column = (ply: number, name: string) => (
        <line class={name} x1={x(ply)} x2={x(ply)} y1={0} y2={HEIGHT} />
    );
    return (
        <svg
            class={`curve ${two ? 'area' : ''}`}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={
                two
                    ? 'What Black could expect after each move; the rest is what White could'
                    : 'What each player could expect after each move'
            }
            onClick={onClick}
        >
            {two ? (
                <Area points={pointsOf('b')} />
            ) : (
                teams.map((team) => (
                    <Line key={team} side={team[0] as Side} points={pointsOf(team[0] as Side)} />
                ))
            )}
            {turning !== null && column(turning, 'turn')}
            {column(at, 'here')}
            {moves.filter(isMistake).map(({ ply, grade, side, shares }) => {
                const at = { x: x(ply), y: y(shares[two ? 0 : SIDES.indexOf(side)]!) };
                return <path key={ply} class={`dot ${grade}`} d={`${pathOf([at])}h0`} />;
            })}
        </svg>
    );
}

function Area({ points }: { points: Point[] }) {
    const [first, last] = [points[0], points[points.length - 1]];
    if (!first || !last) return null;
    const bottom = [
        { x: last.x, y: HEIGHT },
        { x: first.x, y: HEIGHT },
    ];
    return (
        <>
            <path class="black" d={`${pathOf([...points, ...bottom])}Z`} />
            <line class="axis" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        </>
    );
}

function Line({ side, points }: { side: Side; points: Point[] }) {
    if (points.length === 0) return null;
    const d = pathOf(points);
    return (
        <>
            <path class="casing" d={d} />
            <path class={`line ${side}`} d={d} />
        </>
    );
}

/** Moves with a dot: on the line of who made them, of two players on Black's. */
function isMistake({ grade }: ReviewedMove): boolean {
    return grade === 'mistake' || grade === 'blunder';
}

/** How a player's line looks. */
export function LineSample({ side }: { side: Side }) {
    return (
        <svg class="curve sample" viewBox="0 0 30 10" aria-hidden="true">
            <Line
                side={side}
                points={[
                    { x: 1, y: 5 },
                    { x: 29, y: 5 },
                ]}
            />
        </svg>
    );
}
