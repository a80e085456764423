// What the page knows of one game, and what follows from it. Pure functions.
import type { Game, Proposal, ProposalKind } from '../api/client';
import type { SentKind } from './delivery';
import type { Invited } from './invitation';
import type { Marble } from '../board/movement';
import {
    SIDES,
    type Board,
    type LegalMoves,
    type Move,
    type Position,
    type Result,
    type Side,
} from '../rules/rules';
import { isTaken } from './seat';
import type { Seats } from '../api/storage';
import type { Trays } from '../board/trays';

/** A position of the game and the move that led to it. */
export interface Entry {
    move: Move | null; // null: the start
    mover: Side | null; // who played it
    position: Position;
    marbles: Marble[];
    trays: Trays;
}

/** Everything the page shows of a game. Replaced as a whole at each change, never modified. */
export interface GameState {
    readonly game: Game; // its moves and position are those of the last whole game sent
    readonly seats: Seats;
    readonly board: Board;
    readonly entries: readonly Entry[]; // the start, then one for each move
    readonly legal: LegalMoves; // of the latest position
    readonly result: Result;
    readonly reason: string;
    readonly invited: Invited | null; // by the link that opened the game
    readonly connected: boolean; // the stream of events is open, and not silent for long
    readonly sending: boolean; // a move of this browser is on its way to the server
    readonly resigning: readonly Side[]; // whose resignations are on their way
    readonly unsent: readonly SentKind[]; // what the server has not confirmed for a while
    readonly notice: string; // a problem to show, '' if none
}

/** Runs a request to the server and shows its failure. */
export type RunRequest = (request: () => Promise<void>) => void;

export function latestOf(entries: readonly Entry[]): Entry {
    return entries[entries.length - 1]!;
}

export function latestEntry({ entries }: GameState): Entry {
    return latestOf(entries);
}

/** The latest move where it is none of those before, else null: of a takeback, for example. */
export function newMoveOf(entries: readonly Entry[], before: readonly Entry[]): Move | null {
    const { move } = latestOf(entries);
    return before.some((one) => one.move === move) ? null : move;
}

export function proposalOf({ game }: GameState, kind: ProposalKind): Proposal | undefined {
    return game.proposals.find((proposal) => proposal.kind === kind);
}

export function isOver({ game, result }: GameState): boolean {
    return result !== '*' || game.status === 'over';
}

export function sideToMove(state: GameState): Side {
    return latestEntry(state).position.turn;
}

/** The number of the last move of a side; undefined: it has not moved. */
export function lastPlyOf({ entries }: GameState, side: Side): number | undefined {
    const last = entries.map(({ mover }) => mover).lastIndexOf(side);
    return entries[last - 1]?.position.ply;
}

/** Whether the latest move is not sent yet. */
export function isMoveUnsent({ unsent }: GameState): boolean {
    return unsent.includes('move');
}

/**
 * Whose turn it is on the server, as far as is known: of a move not sent yet still its player's.
 */
export function confirmedTurn(state: GameState): Side {
    return (isMoveUnsent(state) && latestEntry(state).mover) || sideToMove(state);
}

/**
 * Whether the clock of a side is known to run as it did: while the connection is lost another
 * player may have moved.
 */
export function isClockKnown({ connected, seats }: GameState, side: Side): boolean {
    return connected || seats.mine.includes(side);
}

/** Whether an offer of this browser was declined, and can't be made again yet. */
export function isDeclined({ game, seats }: GameState, kind: ProposalKind): boolean {
    const { declined = [] } = game;
    return declined.some((one) => one.kind === kind && seats.mine.includes(one.colour));
}

/** Whether this browser may move now. */
export function mayMove(state: GameState): boolean {
    const { game, seats, sending, resigning } = state;
    const side = sideToMove(state);
    if (isOver(state) || game.status !== 'playing' || sending) return false;
    return seats.mine.includes(side) && !resigning.includes(side);
}

/**
 * Whether a player of this browser waits for another person who has moved before and has gone. That
 * is unknown while the connection is lost.
 */
export function isGone(state: GameState): boolean {
    const { game, seats, entries, connected } = state;
    if (!connected || !game.claim || game.status !== 'playing' || isOver(state)) return false;
    const side = sideToMove(state);
    const seat = game.seats.find(({ colour }) => colour === side)!;
    if (seats.mine.length === 0 || seats.mine.includes(side)) return false;
    if (!entries.some(({ mover }) => mover === side)) return false;
    return seat.kind !== 'computer' && isTaken(seat) && !game.here.includes(side);
}

/**
 * The entries of each round, with a place for every player: a player who is passed over, or sat out
 * the first round, leaves it empty (null).
 */
export function roundsOf(entries: readonly Entry[], players: number): (number | null)[][] {
    const rounds: (number | null)[][] = [];
    let column = players;
    entries.forEach(({ mover }, index) => {
        if (mover === null) return;
        const next = SIDES.indexOf(mover);
        if (next <= column) rounds.push(Array<number | null>(players).fill(null));
        rounds[rounds.length - 1]![next] = index;
        column = next;
    });
    return rounds;
}
