// Where cells are drawn. One unit is the distance between neighbours; y grows downwards.
import type { Board } from './rules';

export interface Point {
    x: number;
    y: number;
}

const HEIGHT = Math.sqrt(3) / 2;

/** Unit vectors by direction, anticlockwise from east, on an unturned board. */
export const VECTORS: Point[] = [0, 1, 2, 3, 4, 5].map((d) => ({
    x: Math.cos((d * Math.PI) / 3),
    y: -Math.sin((d * Math.PI) / 3),
}));

export interface Frame {
    at(row: number, column: number): Point;
    turn: 1 | -1;
    outline: string; // points of a polygon through the outer cells
    width: number; // between the outermost centres
    height: number;
    left: number;
    top: number;
    rowLabels: (Point & { text: string })[];
    columnLabels: (Point & { text: string })[];
}

const LABEL = 0.93; // from the last cell's centre
const CORNER_LABEL = 0.86;

/** Lays a board out around (0, 0), White's side below when turned. */
export function frameOf(board: Board, turned: boolean): Frame {
    const turn = turned ? -1 : 1;
    const xs = board.cells.map((cell) => cell.column - cell.row / 2);
    const ys = board.cells.map((cell) => -cell.row * HEIGHT);
    const left = Math.min(...xs);
    const top = Math.min(...ys);
    const width = Math.max(...xs) - left;
    const height = Math.max(...ys) - top;
    const at = (row: number, column: number) => ({
        x: turn * (column - row / 2 - left - width / 2),
        y: turn * (-row * HEIGHT - top - height / 2),
    });

    const rows = new Map<number, { first: number; last: number }>();
    const columns = new Map<number, { low: number; high: number }>();
    for (const { row, column } of board.cells) {
        const r = rows.get(row);
        rows.set(row, {
            first: Math.min(r?.first ?? column, column),
            last: Math.max(r?.last ?? column, column),
        });
        const c = columns.get(column);
        columns.set(column, {
            low: Math.min(c?.low ?? row, row),
            high: Math.max(c?.high ?? row, row),
        });
    }
    // How far a label stands off in a direction: corners are round, so the rim is nearer there.
    const reach = (row: number, column: number, direction: number) => {
        const cell = board.cells.find((c) => c.row === row && c.column === column)!;
        const way = direction + (turned ? 3 : 0);
        const outside = [way - 1, way, way + 1].every((d) => cell.near[(d + 6) % 6] === null);
        return outside ? CORNER_LABEL : LABEL;
    };
    const ends = [...rows].sort(([a], [b]) => a - b);
    const outer = [
        ...ends.map(([row, { first }]) => at(row, first)),
        ...ends.reverse().map(([row, { last }]) => at(row, last)),
    ];
    return {
        at,
        turn,
        outline: outer.map(({ x, y }) => `${x.toFixed(4)},${y.toFixed(4)}`).join(' '),
        width,
        height,
        left: -width / 2,
        top: -height / 2,
        rowLabels: [...rows].map(([row, { first, last }]) => {
            const column = turned ? last : first;
            const { x, y } = at(row, column);
            return { x: x - reach(row, column, 3), y, text: String.fromCharCode(97 + row) };
        }),
        columnLabels: [...columns].map(([column, { low, high }]) => {
            const row = turned ? high : low;
            const { x, y } = at(row, column);
            const far = reach(row, column, 5);
            return { x: x + far / 2, y: y + far * HEIGHT, text: String(column) };
        }),
    };
}
