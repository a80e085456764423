// Analyses of positions and reviews of games: their types, and what the board and the list of moves
// show of them. Terms: docs/analysis.md.
import type { Marks } from '../board/board';
import type { Grade, Score } from '../api/client';
import type { Side } from '../rules/rules';
import { isOver, type GameState } from '../game/session';

export interface Analysis {
    depth: number;
    score: Score; // from the view of the side to move
    line: string[]; // the principal variation
    shares: number[] | null; // what each player can expect; null: not known yet
    complete: boolean;
    threats: { side: Side; move: string; ejects: boolean }[]; // those worth showing
    hanging: { side: Side; marble: string; by: string[] }[];
}

export interface ReviewedMove {
    ply: number; // from 1
    side: Side;
    move: string;
    best: string;
    loss: number; // of expectation, 0 to 1
    grade: Grade;
    shares: number[]; // what each player can expect after it, 0 to 1
}

/** A share of each player, 0 to 1. */
export type Shares = Partial<Record<Side, number>>;

export interface Review {
    moves: ReviewedMove[];
    total: number;
    start: number[] | null; // what each player can expect before the first move
    turning: number | null; // the ply of the turning point
    // Both from 0 to 1; null until the review is complete.
    accuracy: Shares | null;
    passivity: Shares | null; // share of moves that were passive
    problem: string;
}

export const GLYPHS: Record<Grade, string> = {
    best: '',
    good: '',
    inaccuracy: '?!',
    mistake: '?',
    blunder: '??',
};

/**
 * Whether analysis is fair: the game is only shown or over, or it is about nothing, and no other
 * person plays in it.
 */
export function mayAnalyse(state: GameState): boolean {
    const { game, seats } = state;
    const others = game.seats.filter((seat) => !seats.mine.includes(seat.colour));
    if (game.id === '' || isOver(state)) return true;
    return !game.rated && !game.tournament && others.every((seat) => seat.kind === 'computer');
}

export const NO_REVIEW: Review = {
    moves: [],
    total: 0,
    start: null,
    turning: null,
    accuracy: null,
    passivity: null,
    problem: '',
};

export function marksOf(analysis: Analysis | null): Marks | null {
    if (!analysis) return null;
    const { hanging, line, threats } = analysis;
    return {
        hanging: hanging.map((one) => one.marble),
        best: line[0] ?? null,
        threats: threats.filter(({ ejects }) => ejects).map(({ move }) => move),
    };
}
