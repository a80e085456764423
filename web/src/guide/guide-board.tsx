// A board of the guide: the position as the command language draws it, row A at the top, and what
// has changed since the frame before.
import { useMemo } from 'preact/hooks';
import { layOutBoard, type Frame } from '../board/geometry';
import { MarbleShape } from '../board/marble-shape';
import { useRules } from '../rules/context';
import type { Board, Cell, Kind, RulesModule } from '../rules/rules';

const MARGIN = 1.3;
const LABEL = 0.98; // from the centre of the last cell

interface Placed {
    kind: Kind;
    cell: string;
}

function marblesOf(rules: RulesModule, position: string): Placed[] {
    const { marbles } = rules.describePosition(position).position;
    return Object.entries(marbles).flatMap(([kind, cells]) =>
        cells.map((cell) => ({ kind: kind as Kind, cell })),
    );
}

/** The cells from which marbles have gone, and to which others have come. */
function changes(before: Placed[], after: Placed[]) {
    const was = new Map(before.map(({ cell, kind }) => [cell, kind]));
    const is = new Map(after.map(({ cell, kind }) => [cell, kind]));
    return {
        left: [...was.keys()].filter((cell) => !is.has(cell)),
        come: [...is].filter(([cell, kind]) => was.get(cell) !== kind).map(([cell]) => cell),
    };
}

/** Letters left of the rows from the top, and the numbers of the diagonals above the board. */
function serverLabels(board: Board, frame: Frame) {
    const rows: Cell[][] = [];
    for (const cell of board.cells) {
        const row = rows[rows.length - 1];
        if (row?.[0]!.row === cell.row) row.push(cell);
        else rows.push([cell]);
    }
    const letters = rows.map((row, i) => {
        const { x, y } = frame.point(row[0]!.name);
        return { x: x - LABEL, y, text: String.fromCharCode(65 + i) };
    });
    const first = rows[0]!.length;
    const numbers = rows.flatMap((row, i) => {
        const open = i === 0 ? row : row.slice(-1);
        return open
            .filter(({ near }) => near[1] === null)
            .filter(() => i === 0 || row.length > rows[i - 1]!.length)
            .map((cell, n) => {
                const { x, y } = frame.point(cell.name);
                const text = String(i === 0 ? n + 1 : first + i);
                return { x: x + LABEL / 2, y: y - LABEL * 0.87, text };
            });
    });
    return [...letters, ...numbers];
}

interface GuideBoardProps {
    position: string;
    before?: string; // the position of the frame before
    label: string;
}

export function GuideBoard({ position, before, label }: GuideBoardProps) {
    const rules = useRules();
    const drawn = useMemo(() => {
        const { board } = rules.describePosition(position);
        const frame = layOutBoard(board, 0);
        const marbles = marblesOf(rules, position);
        return {
            ...{ board, frame, marbles },
            labels: serverLabels(board, frame),
            changed: before ? changes(marblesOf(rules, before), marbles) : null,
        };
    }, [rules, position, before]);
    const { board, frame, marbles, labels, changed } = drawn;
    const box = [frame.left, frame.top, frame.width, frame.height].map((value, i) =>
        i < 2 ? value - MARGIN : value + 2 * MARGIN,
    );
    return (
        <svg class="guide-board" viewBox={box.join(' ')} role="img" aria-label={label}>
            <polygon class="field" points={frame.outline} stroke-width={2.5} />
            {board.cells.map(({ name }) => {
                const { x, y } = frame.point(name);
                return <circle key={name} class="guide-hole" cx={x} cy={y} r={0.4} />;
            })}
            {changed?.left.map((cell) => {
                const { x, y } = frame.point(cell);
                return <circle key={cell} class="left" cx={x} cy={y} r={0.18} />;
            })}
            {marbles.map(({ kind, cell }) => {
                const { x, y } = frame.point(cell);
                return (
                    <g key={cell} transform={`translate(${x} ${y})`}>
                        <MarbleShape kind={kind} />
                        {changed?.come.includes(cell) && <circle class="come" r={0.47} />}
                    </g>
                );
            })}
            {labels.map(({ x, y, text }) => (
                <text key={text} class="guide-label" x={x} y={y} dy="0.13">
                    {text}
                </text>
            ))}
        </svg>
    );
}
