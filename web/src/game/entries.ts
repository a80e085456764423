// The positions of a game with the marbles on the board and in the trays, move by move.
import { marblesOf, moveMarbles } from '../board/movement';
import { moveTrays, traysOf } from '../board/trays';
import type { Game, GameEvent } from '../api/client';
import type { Board, Position, RulesGame } from '../rules/rules';
import type { Entry } from './state';

export function startEntry(board: Board, position: Position): Entry {
    const marbles = marblesOf(board, position);
    return { move: null, mover: null, position, marbles, trays: traysOf(position) };
}

/** Plays a move in a game whose position is that of the last entry. */
export function playEntry(game: RulesGame, last: Entry, text: string): Entry {
    const mover = last.position.turn;
    const { move, position } = game.play(text);
    return {
        move,
        mover,
        position,
        marbles: moveMarbles(last.marbles, move),
        trays: moveTrays(last.trays, last.marbles, move, mover),
    };
}

/** Passes over the players who left before the next move; changes the latest entry. */
export function passOver(game: RulesGame, entries: Entry[], seats: Game['seats']): void {
    const last = entries[entries.length - 1]!;
    for (const { colour, left_ply } of seats) {
        if (left_ply !== last.position.ply) continue;
        entries[entries.length - 1] = { ...last, position: game.leave(colour) };
    }
}

/** The entries, those that were known before as the same objects: what refers to one stays. */
export function keepKnown(entries: Entry[], known: readonly Entry[] = []): Entry[] {
    let same = true;
    return entries.map((entry, index) => {
        same &&= known[index]?.position.text === entry.position.text;
        return same ? known[index]! : entry;
    });
}

/** Whether the position after an event is also the one here, where moves may be ahead of it. */
export function isPositionAfter(
    entries: readonly Entry[],
    { type, ply, position }: Exclude<GameEvent, { type: 'gameFull' | 'chat' }>,
): boolean {
    const index = ply - entries[0]!.position.ply + (type === 'move' ? 1 : 0);
    return entries[index]?.position.text === position;
}
