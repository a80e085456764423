// Analyses of positions and reviews of games: their types, streaming them from the server, and what
// the board and the analysis card show of them. Terms: docs/analysis.md.
import { ApiError, readAnalysis, readReview, type Score } from './api';
import type { Side } from './rules';
import { isOver, type GameState } from './session';
import { other } from './text';

export interface Analysis {
    depth: number;
    score: Score; // from the view of the side to move
    line: string[]; // the principal variation
    complete: boolean;
    threat: { move: string; ejects: boolean; serious: boolean } | null;
    hanging: { side: Side; marble: string; by: string[] }[];
}

export type Grade = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

export interface ReviewedMove {
    ply: number; // from 1
    side: Side;
    move: string;
    best: string;
    loss: number; // of expectation, 0 to 1
    grade: Grade;
}

export interface Review {
    moves: ReviewedMove[];
    total: number;
    turning: number | null; // the ply of the turning point
    accuracy: Record<'b' | 'w', number> | null; // null until the review is complete
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

/** Whether the server analyses games of this kind. */
export function hasAnalysis({ game }: GameState): boolean {
    return game.seats.length === 2;
}

/** Whether analysis is fair: the game is over, or no other person plays in it. */
export function mayAnalyse(state: GameState): boolean {
    const { game, seats } = state;
    const others = game.seats.filter((seat) => !seats.mine.includes(seat.colour));
    return isOver(state) || others.every((seat) => seat.kind === 'computer');
}

/** The request for the position after `at` moves. */
export function analysisRequest({ entries, game }: GameState, at: number): object {
    const from = Math.max(0, at - HISTORY_MAX);
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

/** Repeats a request while the server is busy. Failures after an abort are ignored. */
async function retryWhileBusy(signal: AbortSignal, request: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
        try {
            return await request();
        } catch (error) {
            if (signal.aborted) return;
            if (!(error instanceof ApiError) || error.status !== 429) throw error;
            await sleep(error.retryAfter * 1000);
        }
    }
}

/** Fetches an analysis, deeper with each call of `onUpdate`. */
export async function fetchAnalysis(
    request: object,
    signal: AbortSignal,
    onUpdate: (analysis: Analysis) => void,
): Promise<void> {
    let analysis: Analysis | null = null;
    await retryWhileBusy(signal, async () => {
        await sleep(DEBOUNCE_MS);
        if (signal.aborted) return;
        await readAnalysis(request, signal, (answer) => {
            if (answer.type === 'depth') {
                const { depth, score, pv } = answer;
                const rest = { complete: false, threat: null, hanging: [] };
                analysis = { depth, score, line: pv, ...rest };
            } else if (answer.type === 'end' && analysis) {
                const { threat, hanging } = answer;
                const serious = !!threat && (threat.ejects || (threat.gain ?? 0) >= SERIOUS_GAIN);
                analysis = {
                    ...analysis,
                    complete: true,
                    threat: threat && { move: threat.move, ejects: threat.ejects, serious },
                    hanging,
                };
            }
            if (analysis && !signal.aborted) onUpdate(analysis);
        });
    });
}

/** Fetches the review of a finished game, one move more with each call of `onUpdate`. */
export async function fetchReview(
    id: string,
    total: number,
    signal: AbortSignal,
    onUpdate: (review: Review) => void,
): Promise<void> {
    let review: Review;
    const change = (changes: Partial<Review>) => {
        review = { ...review, ...changes };
        if (!signal.aborted) onUpdate(review);
    };
    await retryWhileBusy(signal, async () => {
        change({ moves: [], total, turning: null, accuracy: null, problem: '' });
        await readReview(id, signal, (answer) => {
            if (answer.type === 'move') change({ moves: [...review.moves, answer] });
            else if (answer.type === 'summary')
                change({
                    turning: answer.turning,
                    accuracy: { b: answer.b.accuracy, w: answer.w.accuracy },
                });
        });
    });
}

/** The share of a point that the side with this score can expect (docs/analysis.md). */
export function expectation(score: Score): number {
    if ('cp' in score) return 1 / (1 + Math.exp(-score.cp / 1000));
    return score.win ? 1 : 0;
}

/** Moves until a forced win or loss, or 0. */
export function movesToEnd(score: Score): number {
    return 'cp' in score ? 0 : Math.ceil(score.plies / 2);
}

/** Black's expectation in a position with `turn` to move. */
export function blackExpectation(score: Score, turn: Side): number {
    const share = expectation(score);
    return turn === 'b' ? share : 1 - share;
}

/** What the board shows of an analysis. */
export interface Marks {
    hanging: string[]; // cells
    best: string | null; // a move
    threat: string | null; // a move
}

export function marksOf(analysis: Analysis | null): Marks | null {
    if (!analysis) return null;
    const { hanging, line, threat } = analysis;
    return {
        hanging: hanging.map((one) => one.marble),
        best: line[0] ?? null,
        threat: threat?.ejects ? threat.move : null,
    };
}

/** Hanging marbles by side: first those of the side to move, which are in danger now. */
export function hangingBySide(analysis: Analysis, turn: Side): [Side, string[]][] {
    return [turn, other(turn)].flatMap((side): [Side, string[]][] => {
        const cells = analysis.hanging.filter((one) => one.side === side).map((one) => one.marble);
        return cells.length ? [[side, cells]] : [];
    });
}
