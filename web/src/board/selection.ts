// Which marbles are selected, and which legal moves they can make. Pure functions.
import { distance, type Frame, type Point } from './geometry';
import { arrowPoint, frontOf } from './movement';
import type { Board, LegalMoves, Move } from '../rules/rules';

export function isOwn(legal: LegalMoves, cell: string): boolean {
    return legal.lines.some((line) => line.length === 1 && line[0] === cell);
}

/**
 * The selection after a press on `cell`, a marble of the side to move. An end of the selection is
 * deselected, its middle stays; another marble extends it to the shortest line, or starts anew.
 */
export function toggleCell(legal: LegalMoves, selected: string[], cell: string): string[] {
    const isLine = (cells: string[]) =>
        legal.lines.some(
            (line) => line.length === cells.length && cells.every((c) => line.includes(c)),
        );
    if (selected.includes(cell)) {
        const rest = selected.filter((c) => c !== cell);
        return rest.length === 0 || isLine(rest) ? rest : selected;
    }
    if (selected.length === 0) return [cell];
    const spans = legal.lines
        .filter((line) => line.includes(cell) && selected.every((c) => line.includes(c)))
        .sort((a, b) => a.length - b.length);
    return spans[0] ?? [cell];
}

/** Moves of the selection. A single marble also stands for the line in front of it. */
export function movesOf(legal: LegalMoves, selected: string[]): Move[] {
    if (selected.length === 0) return [];
    if (selected.length === 1)
        return legal.moves.filter((m) => !m.broadside && m.tail === selected[0]);
    return legal.moves.filter(
        (m) => m.from.length === selected.length && selected.every((c) => m.from.includes(c)),
    );
}

/** The moves among `moves` that a press on this cell can mean. */
export function movesTo(moves: Move[], cell: string): Move[] {
    return moves.filter((m) =>
        m.broadside ? m.to.includes(cell) : frontOf(m) === cell || m.pushed.includes(cell),
    );
}

const TIE = 0.1; // arrows are equally near if their distances differ by less

/** Those of `moves` that a press at a point of this cell means: two whose arrows are as near. */
export function movesAt(moves: Move[], cell: string, at: Point, frame: Frame): Move[] {
    const far = (move: Move) => distance(arrowPoint(move, frame), at);
    const found = movesTo(moves, cell);
    const least = Math.min(...found.map(far));
    return found.filter((move) => far(move) < least + TIE);
}

const DIRECTION_NAMES = ['E', 'NE', 'NW', 'W', 'SW', 'SE'];

/** The move of a selection in a direction, legal or not: "a1NE", "c3c5NE". */
export function moveName(selected: string[], direction: number): string {
    const ends = selected.length > 1 ? selected[0]! + selected[selected.length - 1]! : selected[0]!;
    return ends + DIRECTION_NAMES[direction]!;
}

/**
 * The direction in which the selection would have to move to reach a cell beside it; null for a
 * cell that is further away. A single marble also stands for the line in front of it.
 */
export function directionTo(
    board: Board,
    legal: LegalMoves,
    selected: string[],
    cell: string,
): number | null {
    const near = new Map(board.cells.map((one) => [one.name, one.near]));
    const reaches = (from: string, direction: number) => {
        let next = near.get(from)![direction];
        while (selected.length === 1 && next && isOwn(legal, next))
            next = near.get(next)![direction];
        return next === cell;
    };
    // Along the line first: a cell in front of it may be beside another of its marbles, too.
    const along = near.get(selected[0]!)!.findIndex((next) => next === selected[1]);
    const directions =
        along < 0 ? [0, 1, 2, 3, 4, 5] : [0, 3, 1, 4, 2, 5].map((d) => (along + d) % 6);
    const found = directions.find((d) => selected.some((from) => reaches(from, d)));
    return found ?? null;
}
