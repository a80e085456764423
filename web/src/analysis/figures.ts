// What the analysis card says of scores: shares of a point, forced wins, curves.
import type { Expectation, Score } from '../api/client';
import { SIDES, type Side } from '../rules/rules';
import { other } from '../rules/text';
import type { Analysis, Review } from './analysis';

/** What each player can expect, from the server's figures for two or more. */
export function sharesOf(expectation: Expectation): number[] {
    return typeof expectation === 'number' ? [expectation, 1 - expectation] : expectation;
}

/** The share of a point that the side with this score can expect (docs/analysis.md). */
export function expectation(score: Score): number {
    if ('cp' in score) return 1 / (1 + Math.exp(-score.cp / 1000));
    return score.win ? 1 : 0;
}

/** Moves until a forced win or loss for this number of players, or 0. */
export function movesToEnd(score: Score, players: number): number {
    return 'cp' in score ? 0 : Math.ceil(score.plies / players);
}

/**
 * Who wins by force, or null. Of more than two players only the one to move does: a loss that the
 * search sees there may still be parried by others (docs/analysis.md).
 */
export function forcedWinner(score: Score, turn: Side, players: number): Side | null {
    if ('cp' in score) return null;
    if (score.win) return turn;
    return players === 2 ? other(turn) : null;
}

/** A player's curve in a review: the share after each move that is known, from move 0 on. */
export function curveOf({ start, moves }: Review, side: Side): { ply: number; share: number }[] {
    const player = SIDES.indexOf(side);
    const after = moves.map(({ ply, shares }) => ({ ply, share: shares[player]! }));
    return start ? [{ ply: 0, share: start[player]! }, ...after] : after;
}

/** Black's expectation in a position with `turn` to move. */
export function blackExpectation(score: Score, turn: Side): number {
    const share = expectation(score);
    return turn === 'b' ? share : 1 - share;
}

/** Hanging marbles by side: first those of the side to move, which are in danger now. */
export function hangingBySide({ hanging }: Analysis, turn: Side): [Side, string[]][] {
    const first = SIDES.indexOf(turn);
    return [...SIDES.slice(first), ...SIDES.slice(0, first)].flatMap((side): [Side, string[]][] => {
        const cells = hanging.filter((one) => one.side === side).map((one) => one.marble);
        return cells.length ? [[side, cells]] : [];
    });
}
