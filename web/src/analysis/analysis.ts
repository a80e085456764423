// Analyses of positions and reviews of games: their types, streaming them from the server, and what
// the board and the analysis card show of them. Terms: docs/analysis.md.
import type { Marks } from '../board/board';
import {
    ApiError,
    readAnalysis,
    readReview,
    type AnalysisLine,
    type AnalysisRequest,
    type Expectation,
    type Grade,
    type ReviewLine,
    type Score,
    type Threat,
} from '../api/client';
import { SIDES, type Position, type Side } from '../rules/rules';
import { isTransient } from '../api/retry';
import { isOver, type Entry, type GameState } from '../game/session';
import { other } from '../rules/text';

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

const SEARCH_MS = 1500;
const DEBOUNCE_MS = 250; // stepping through a game quickly requests nothing
const HISTORY_MAX = 200; // earlier moves sent, for repetitions
const SERIOUS_GAIN = 1000; // of a threat that is worth showing

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

/** How many players have left; the text of a position marks them with an x (docs/formats.md). */
function departures({ position }: Entry): number {
    return position.text.split(' ')[2]!.split('x').length - 1;
}

/** The request for the position after `at` moves: from one that knows who has left. */
export function analysisRequest({ entries, game }: GameState, at: number): AnalysisRequest {
    const gone = departures(entries[at]!);
    const sinceLeft = entries.findIndex((entry) => departures(entry) === gone);
    const from = Math.max(sinceLeft, at - HISTORY_MAX);
    return {
        position: entries[from]!.position.text,
        moves: entries.slice(from + 1, at + 1).map((entry) => entry.move!.text),
        rules: game.rules,
        time: SEARCH_MS,
    };
}

function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
}

const BUSY = 429;

/**
 * Repeats a request while the server is busy, or does not answer: then it is reported. Failures
 * after an abort are ignored.
 */
async function retryUntilAnswered(
    signal: AbortSignal,
    request: () => Promise<void>,
    onFailure: (error: ApiError) => void,
): Promise<void> {
    while (!signal.aborted) {
        try {
            return await request();
        } catch (error) {
            if (signal.aborted) return;
            if (!(error instanceof ApiError) || !isTransient(error)) throw error;
            if (error.status !== BUSY) onFailure(error);
            await sleep((error.retryAfter || 1) * 1000);
        }
    }
}

/** What each player can expect, from the server's figures for two or more. */
export function sharesOf(expectation: Expectation): number[] {
    return typeof expectation === 'number' ? [expectation, 1 - expectation] : expectation;
}

/** The analysis after one more line of the server's answer. */
export function analysisAfter(
    known: Analysis | null,
    answer: AnalysisLine,
    { turn, ejected: { length: players } }: Position,
): Analysis | null {
    if (answer.type === 'depth') {
        const { depth, score, pv } = answer;
        const shares = players === 2 ? sharesOf(blackExpectation(score, turn)) : null;
        return { depth, score, line: pv, shares, complete: false, threats: [], hanging: [] };
    }
    const { threat, hanging, expectation } = answer;
    const all: Threat[] = answer.threats ?? (threat ? [threat] : []);
    const threats = all
        .filter(({ ejects, gain }) => ejects || (gain ?? 0) >= SERIOUS_GAIN)
        .map(({ side, move, ejects }) => ({ side: side ?? other(turn), move, ejects }));
    return known && { ...known, complete: true, shares: sharesOf(expectation), threats, hanging };
}

/** Fetches an analysis of a position, deeper with each call of `onUpdate`. */
export async function fetchAnalysis(
    request: AnalysisRequest,
    position: Position,
    signal: AbortSignal,
    onUpdate: (analysis: Analysis) => void,
    onFailure: (error: ApiError) => void,
): Promise<void> {
    const read = async () => {
        let analysis: Analysis | null = null;
        await sleep(DEBOUNCE_MS);
        if (signal.aborted) return;
        await readAnalysis(request, signal, (answer) => {
            analysis = analysisAfter(analysis, answer, position);
            if (analysis && !signal.aborted) onUpdate(analysis);
        });
    };
    await retryUntilAnswered(signal, read, onFailure);
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

/** The review after one more line of the server's answer. */
export function reviewAfter(known: Review, answer: ReviewLine): Review {
    if (answer.type === 'move') {
        const { type, expectation, ...move } = answer;
        return { ...known, moves: [...known.moves, { ...move, shares: sharesOf(expectation) }] };
    }
    const accuracy: Shares = {};
    const passivity: Shares = {};
    for (const side of SIDES) {
        const player = answer[side];
        if (!player) continue;
        accuracy[side] = player.accuracy / 100;
        passivity[side] = player.passivity;
    }
    const { turning, start } = answer;
    return { ...known, turning, start: sharesOf(start), accuracy, passivity };
}

/** Fetches the review of a finished game, one move more with each call of `onUpdate`. */
export async function fetchReview(
    id: string,
    total: number,
    signal: AbortSignal,
    onUpdate: (review: Review) => void,
    onFailure: (error: ApiError) => void,
): Promise<void> {
    const read = async () => {
        let review: Review = { ...NO_REVIEW, total };
        onUpdate(review);
        await readReview(id, signal, (answer) => {
            review = reviewAfter(review, answer);
            if (!signal.aborted) onUpdate(review);
        });
    };
    await retryUntilAnswered(signal, read, onFailure);
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

export function marksOf(analysis: Analysis | null): Marks | null {
    if (!analysis) return null;
    const { hanging, line, threats } = analysis;
    return {
        hanging: hanging.map((one) => one.marble),
        best: line[0] ?? null,
        threats: threats.filter(({ ejects }) => ejects).map(({ move }) => move),
    };
}

/** Hanging marbles by side: first those of the side to move, which are in danger now. */
export function hangingBySide({ hanging }: Analysis, turn: Side): [Side, string[]][] {
    const first = SIDES.indexOf(turn);
    return [...SIDES.slice(first), ...SIDES.slice(0, first)].flatMap((side): [Side, string[]][] => {
        const cells = hanging.filter((one) => one.side === side).map((one) => one.marble);
        return cells.length ? [[side, cells]] : [];
    });
}
