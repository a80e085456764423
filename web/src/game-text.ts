// A game in words: its title, its players, whose turn it is, how it ended.
import type { Game } from './api';
import type { Side } from './rules';
import { isOver, sideToMove, type GameState } from './session';
import { colourName, layoutTitle, playerName, resultReason, resultTitle } from './text';

export function seatOf({ game }: GameState, side: Side) {
    return game.seats.find((seat) => seat.colour === side)!;
}

export function gameTitle(game: Game): string {
    return layoutTitle(game.layout);
}

export function playerNameOf(state: GameState, side: Side): string {
    return playerName(seatOf(state, side), state.seats.mine);
}

/** Against whom this browser plays, for the list of recent games. */
export function opponentOf(state: GameState): string {
    const { game, seats } = state;
    if (seats.mine.length === 0) return 'Watching';
    const opponent = game.seats.find((seat) => !seats.mine.includes(seat.colour));
    return opponent ? playerNameOf(state, opponent.colour) : 'Both sides';
}

export function isComputerThinking(state: GameState): boolean {
    return !isOver(state) && seatOf(state, sideToMove(state)).kind === 'computer';
}

/** Why the game ended, '' if nothing needs saying. */
export function reasonText({ game, seats, result, reason }: GameState): string {
    return resultReason(result, reason, seats.mine, game.rules.win);
}

/** Whose turn it is, or the result with its reason. */
export function statusText(state: GameState): string {
    const { mine } = state.seats;
    const turn = sideToMove(state);
    if (isOver(state)) return `${resultTitle(state.result, mine)}: ${reasonText(state)}`;
    if (mine.length === 1 && mine[0] === turn) return 'Your turn';
    if (isComputerThinking(state)) return 'The computer is thinking';
    return mine.length === 1 ? `Waiting for ${colourName(turn)}` : `${colourName(turn)} to move`;
}
