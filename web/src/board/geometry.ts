// Board geometry: where cells, labels and the outline are drawn in SVG units.
// One unit is the distance between neighbouring cells; y grows downwards.
import type { Board } from '../rules/rules';

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
    at: (row: number, column: number) => Point;
    /** The centre of a cell by its name. */
    point: (cell: string) => Point;
    /** One step in a direction. */
    vector: (direction: number) => Point;
    outline: string; // points of a polygon through the outer cells
    width: number; // between the outermost centres
    height: number;
    left: number;
    top: number;
    labels: Label[];
}

export function difference(a: Point, b: Point): Point {
    return { x: a.x - b.x, y: a.y - b.y };
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

// Cosine and sine of 0, 60, ... 300 degrees, exact enough to compare heights.
const COSINES = [1, 0.5, -0.5, -1, -0.5, 0.5];
const SINES = [0, ROW_HEIGHT, ROW_HEIGHT, 0, -ROW_HEIGHT, -ROW_HEIGHT];

/** Turns a point anticlockwise by `turn` times 60 degrees around (0, 0). */
function turnPoint({ x, y }: Point, turn: number): Point {
    const [cos, sin] = [COSINES[turn]!, SINES[turn]!];
    return { x: x * cos + y * sin, y: y * cos - x * sin };
}

/** Where (row, column) is on a board that is not turned, up to its middle. */
function plainPoint(row: number, column: number): Point {
    return { x: column - row / 2, y: -row * ROW_HEIGHT };
}

/** The point in the middle of the outermost ones. */
function middleOf(points: Point[]): Point {
    const half = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    return { x: half(points.map(({ x }) => x)), y: half(points.map(({ y }) => y)) };
}

/** The board's direction that is this direction on the screen. */
export function boardDirection(onScreen: number, turn: number): number {
    return (onScreen - turn + 6) % 6;
}

const NO_SIDE = 0.3; // marbles this near to the middle on average have no side of the board

/**
 * How often to turn a board so that these cells, the marbles of a player, are at the bottom; 0
 * where they are on no side.
 */
export function turnToBottom(board: Board, cells: string[]): number {
    const { x, y } = middleOf(board.cells.map(({ row, column }) => plainPoint(row, column)));
    const points = board.cells
        .filter(({ name }) => cells.includes(name))
        .map(({ row, column }) => plainPoint(row, column));
    const mean = {
        x: points.reduce((sum, point) => sum + point.x, 0) / points.length - x,
        y: points.reduce((sum, point) => sum + point.y, 0) / points.length - y,
    };
    if (!(Math.hypot(mean.x, mean.y) > NO_SIDE)) return 0;
    const depths = COSINES.map((_, turn) => turnPoint(mean, turn).y);
    return depths.findIndex((depth) => depth > Math.max(...depths) - 1e-9);
}

/** Lays a board out, turned anticlockwise by `turn` times 60 degrees; 0: Black's row a below. */
export function layOutBoard(board: Board, turn: number): Frame {
    const middle = middleOf(board.cells.map(({ row, column }) => plainPoint(row, column)));
    const at = (row: number, column: number) => {
        const { x, y } = plainPoint(row, column);
        return turnPoint({ x: x - middle.x, y: y - middle.y }, turn);
    };
    const vector = (direction: number) => {
        const [row, column] = DIRECTION_STEPS[direction]!;
        return turnPoint(plainPoint(row, column), turn);
    };
    const points = new Map(board.cells.map((cell) => [cell.name, at(cell.row, cell.column)]));
    const all = [...points.values()];
    const left = Math.min(...all.map(({ x }) => x));
    const top = Math.min(...all.map(({ y }) => y));
    const rows = rangesBy(board, 'row', 'column');
    const outer = [
        ...rows.map(([row, { low }]) => at(row, low)),
        ...[...rows].reverse().map(([row, { high }]) => at(row, high)),
    ];
    return {
        at,
        point: (cell) => points.get(cell)!,
        vector,
        outline: outer.map(({ x, y }) => `${x.toFixed(4)},${y.toFixed(4)}`).join(' '),
        width: -2 * left,
        height: -2 * top,
        left,
        top,
        labels: boardLabels(board, at, vector),
    };
}

/** Letters left of the rows, numbers below the columns, whatever the turn. */
function boardLabels(board: Board, at: Frame['at'], vector: Frame['vector']): Label[] {
    const label = (text: string, row: number, column: number, outwards: number) => {
        const cell = board.cells.find((c) => c.row === row && c.column === column)!;
        const corner = [5, 6, 7].every((d) => cell.near[(outwards + d) % 6] === null);
        const far = corner ? CORNER_LABEL_DISTANCE : LABEL_DISTANCE;
        const from = at(row, column);
        const step = vector(outwards);
        return { x: from.x + far * step.x, y: from.y + far * step.y, text };
    };
    const west = vector(3).x < 0 ? 3 : 0;
    // Columns run from south-east to north-west; a level one is numbered on its right.
    const southEast = vector(5);
    const south = southEast.y > 1e-9 || (southEast.y > -1e-9 && southEast.x > 0) ? 5 : 2;
    return [
        ...rangesBy(board, 'row', 'column').map(([row, { low, high }]) =>
            label(String.fromCharCode(97 + row), row, west === 3 ? low : high, west),
        ),
        ...rangesBy(board, 'column', 'row').map(([column, { low, high }]) =>
            label(String(column), south === 5 ? low : high, column, south),
        ),
    ];
}
