// Choosing marbles and a move among what the rules allow.
import type { LegalMoves, Move } from './rules';

/** The marbles held after `cell`, a marble of the side to move, was picked. */
export function pick(choice: LegalMoves, held: string[], cell: string): string[] {
    const isLine = (cells: string[]) =>
        choice.lines.some(
            (line) => line.length === cells.length && cells.every((c) => line.includes(c)),
        );
    if (held.includes(cell)) {
        const rest = held.filter((c) => c !== cell);
        if (rest.length === 0 || isLine(rest)) return rest;
        return [cell];
    }
    const spans = choice.lines
        .filter((line) => line.includes(cell) && held.every((c) => line.includes(c)))
        .sort((a, b) => a.length - b.length);
    return held.length > 0 && spans[0] ? spans[0] : [cell];
}

export function isOwn(choice: LegalMoves, cell: string): boolean {
    return choice.lines.some((line) => line.length === 1 && line[0] === cell);
}

/** The moves that the held marbles can make; one marble also stands for the line in front of it. */
export function movesOf(choice: LegalMoves, held: string[]): Move[] {
    if (held.length === 0) return [];
    if (held.length === 1) return choice.moves.filter((m) => !m.broadside && m.tail === held[0]);
    return choice.moves.filter(
        (m) => m.from.length === held.length && held.every((cell) => m.from.includes(cell)),
    );
}

/** The cell in front of an in-line move's leading marble. */
export function frontOf(move: Move): string {
    return move.to.find((cell) => !move.from.includes(cell)) ?? move.to[0]!;
}

/** The moves among `moves` that a tap on this cell can mean. */
export function movesTo(moves: Move[], cell: string): Move[] {
    return moves.filter((m) =>
        m.broadside ? m.to.includes(cell) : frontOf(m) === cell || m.pushed.includes(cell),
    );
}
