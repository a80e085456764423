// Board geometry: where cells, labels and the outline are drawn in SVG units.
// One unit is the distance between neighbouring cells; y grows downwards.
import type { Board } from './rules';

export interface Point {
    x: number;
    y: number;
}

const ROW_HEIGHT = Math.sqrt(3) / 2;

/** One step in (row, column) by direction, anticlockwise from east. */
export const DIRECTION_STEPS = [
    [0, 1],
    [1, 1],
    [1, 0],
    [0, -1],
    [-1, -1],
    [-1, 0],
] as const;

export interface Label extends Point {
    text: string;
}

/** A board laid out around (0, 0). */
export interface Frame {
    at(row: number, column: number): Point;
    /** The centre of a cell by its name. */
    point(cell: string): Point;
    /** One step in a direction. */
    vector(direction: number): Point;
    outline: string; // points of a polygon through the outer cells
    width: number; // between the outermost centres
    height: number;
    left: number;
    top: number;
    rowLabels: Label[];
    columnLabels: Label[];
}

export function distance(a: Point, b: Point): number {
    return Math.hypot(a.x - b.x, a.y - b.y);
}

// Distances of labels from the last cell's centre. Corners are round, so the rim is nearer there.
const LABEL_DISTANCE = 0.93;
const CORNER_LABEL_DISTANCE = 0.86;

interface Range {
    low: number;
    high: number;
}

/** The lowest and highest `value` for each `key`, in the order of the keys. */
function rangesBy(board: Board, key: 'row' | 'column', value: 'row' | 'column') {
    const ranges = new Map<number, Range>();
    for (const cell of board.cells) {
        const range = ranges.get(cell[key]) ?? { low: Infinity, high: -Infinity };
        ranges.set(cell[key], {
            low: Math.min(range.low, cell[value]),
            high: Math.max(range.high, cell[value]),
        });
    }
    return [...ranges].sort(([a], [b]) => a - b);
}

/** Lays a board out, with White's side at the bottom when turned. */
export function layOutBoard(board: Board, turned: boolean): Frame {
    const sign = turned ? -1 : 1;
    const xs = board.cells.map((cell) => cell.column - cell.row / 2);
    const ys = board.cells.map((cell) => -cell.row * ROW_HEIGHT);
    const left = Math.min(...xs);
    const top = Math.min(...ys);
    const width = Math.max(...xs) - left;
    const height = Math.max(...ys) - top;
    const at = (row: number, column: number) => ({
        x: sign * (column - row / 2 - left - width / 2),
        y: sign * (-row * ROW_HEIGHT - top - height / 2),
    });
    const points = new Map(board.cells.map((cell) => [cell.name, at(cell.row, cell.column)]));

    const labelDistance = (row: number, column: number, direction: number) => {
        const cell = board.cells.find((c) => c.row === row && c.column === column)!;
        const outwards = direction + (turned ? 3 : 0);
        const corner = [outwards - 1, outwards, outwards + 1].every(
            (d) => cell.near[(d + 6) % 6] === null,
        );
        return corner ? CORNER_LABEL_DISTANCE : LABEL_DISTANCE;
    };
    const rows = rangesBy(board, 'row', 'column');
    const columns = rangesBy(board, 'column', 'row');
    const outer = [
        ...rows.map(([row, { low }]) => at(row, low)),
        ...[...rows].reverse().map(([row, { high }]) => at(row, high)),
    ];
    return {
        at,
        point: (cell) => points.get(cell)!,
        vector: (direction) => {
            const [row, column] = DIRECTION_STEPS[direction]!;
            return { x: sign * (column - row / 2), y: sign * -row * ROW_HEIGHT };
        },
        outline: outer.map(({ x, y }) => `${x.toFixed(4)},${y.toFixed(4)}`).join(' '),
        width,
        height,
        left: -width / 2,
        top: -height / 2,
        rowLabels: rows.map(([row, { low, high }]) => {
            const column = turned ? high : low;
            const { x, y } = at(row, column);
            const text = String.fromCharCode(97 + row);
            return { x: x - labelDistance(row, column, 3), y, text };
        }),
        columnLabels: columns.map(([column, { low, high }]) => {
            const row = turned ? high : low;
            const { x, y } = at(row, column);
            const far = labelDistance(row, column, 5);
            return { x: x + far / 2, y: y + far * ROW_HEIGHT, text: String(column) };
        }),
    };
}
