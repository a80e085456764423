// How marbles move: the marbles after a move, their way while one is dragged, and where its arrow
// points. In-line moves, broadside moves, pushes and ejections all are "every marble in `steps`
// shifts by one step in the same direction".
import { DIRECTION_STEPS, type Frame, type Point } from './geometry';
import type { Board, Kind, Move, Position } from '../rules/rules';

/** A marble; the same one has the same index in every position of a game, so that it can slide. */
export interface Marble {
    kind: Kind;
    cell: string | null; // null: ejected
    row: number; // an ejected marble is drawn one step off the board
    column: number;
}

export function marblesOf(board: Board, position: Position): Marble[] {
    const cells = new Map(board.cells.map((cell) => [cell.name, cell]));
    const kinds = Object.entries(position.marbles) as [Kind, string[]][];
    return kinds.flatMap(([kind, names]) =>
        names.map((name) => {
            const { row, column } = cells.get(name)!;
            return { kind, cell: name, row, column };
        }),
    );
}

/** The marbles after a move. */
export function moveMarbles(marbles: readonly Marble[], move: Move): Marble[] {
    const targets = new Map(move.steps);
    const [rows, columns] = DIRECTION_STEPS[move.direction]!;
    return marbles.map((marble) => {
        const cell = marble.cell === null ? undefined : targets.get(marble.cell);
        if (cell === undefined) return marble;
        return { ...marble, cell, row: marble.row + rows, column: marble.column + columns };
    });
}

/** The marble that a move ejects, as it stood before; null if it ejects none. */
export function ejectedMarble(marbles: readonly Marble[], move: Move): Marble | null {
    const step = move.steps.find(([, to]) => to === null);
    return (step && marbles.find((marble) => marble.cell === step[0])) ?? null;
}

/** A move that is under way: a drag from 0 (at rest) to 1 (played). */
export interface Progress {
    move: Move | null;
    t: number;
}

/** How far the marble on a cell has come. */
export function shiftOf(cell: string, { move, t }: Progress, frame: Frame): Point {
    if (!move?.steps.some(([from]) => from === cell)) return { x: 0, y: 0 };
    const { x, y } = frame.vector(move.direction);
    return { x: x * t, y: y * t };
}

/** How far along a direction a pull goes, in steps. */
export function pullAlong(pull: Point, direction: number, frame: Frame): number {
    const { x, y } = frame.vector(direction);
    return x * pull.x + y * pull.y;
}

/** The cell that an in-line move's first marble enters. */
export function frontOf(move: Move): string {
    return move.to.find((cell) => !move.from.includes(cell)) ?? move.to[0]!;
}

/** Where a move's arrow button is: in front of a line, or beside the middle of a broadside one. */
export function arrowPoint(move: Move, frame: Frame): Point {
    if (!move.broadside) return frame.point(frontOf(move));
    const points = move.to.map(frame.point);
    return {
        x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
        y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
    };
}

/** From where to where a move in notation goes: "a1b2", or broadside "a1a3b1". */
export function arrowEnds(text: string, frame: Frame): { from: Point; to: Point } | null {
    const [first, second, third] = text.match(/[a-i][1-9]/g) ?? [];
    if (!first || !second) return null;
    const from = frame.point(first);
    const end = frame.point(third ? second : first);
    // Broadside: from the middle of the line.
    const shifted = ({ x, y }: Point) => ({
        x: x + (end.x - from.x) / 2,
        y: y + (end.y - from.y) / 2,
    });
    return { from: shifted(from), to: shifted(frame.point(third ?? second)) };
}
