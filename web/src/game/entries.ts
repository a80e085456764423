// The positions of a game with the marbles on the board and in the trays, move by move.
import { marblesOf, moveMarbles } from '../board/movement';
import { moveTrays, traysOf } from '../board/trays';
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
