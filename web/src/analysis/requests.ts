// Streams analyses of positions from the engine in the browser, or from the server where it cannot
// run, and reviews of games from the server.
import {
    ApiError,
    readAnalysis,
    readReview,
    type AnalysisLine,
    type AnalysisRequest,
    type ReviewLine,
    type Threat,
} from '../api/client';
import { isTransient } from '../api/retry';
import { Engine, EngineError } from '../engine/engine';
import type { Task } from '../engine/instance';
import type { Entry, GameState } from '../game/session';
import { SIDES, type GameRules, type Position } from '../rules/rules';
import { other } from '../rules/text';
import { NO_REVIEW, type Analysis, type Review, type Shares } from './analysis';
import { blackExpectation, sharesOf } from './figures';

const SEARCH_MS = 1500;
const DEBOUNCE_MS = 250; // stepping through a game quickly requests nothing
export const HISTORY_MAX = 200; // earlier moves sent, for repetitions
const SERIOUS_GAIN = 1000; // of a threat that is worth showing

/** How many players have left; the text of a position marks them with an x (docs/formats.md). */
function departures({ position }: Entry): number {
    return position.text.split(' ')[2]!.split('x').length - 1;
}

/** The part of a game around a position in which nobody leaves: a line that moves alone make. */
export function lineAround(entries: readonly Entry[], at: number): { from: number; to: number } {
    const gone = departures(entries[at]!);
    let [from, to] = [at, at];
    while (from > 0 && departures(entries[from - 1]!) === gone) from--;
    while (entries[to + 1] && departures(entries[to + 1]!) === gone) to++;
    return { from, to };
}

/** A request as this page makes it, which server and engine understand. */
export interface PositionRequest extends AnalysisRequest {
    position: string;
    moves: string[];
    rules: GameRules;
    time?: number; // milliseconds; without it the engine here searches until it is stopped
}

/** The request for the position after `at` moves: from one that knows who has left. */
export function analysisRequest({ entries, game }: GameState, at: number): PositionRequest {
    const from = Math.max(lineAround(entries, at).from, at - HISTORY_MAX);
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

function taskOf({ position, moves, rules, time = 0, multipv = 1 }: PositionRequest): Task {
    const limits = { depth: 0, nodes: 0, time, lines: multipv };
    return { position, moves, rules: rules.text, limits, afresh: false };
}

let engine: Promise<Engine | null> | null = null;

/** The engine of this page, loaded on first use; null: it cannot run here. */
function localEngine(): Promise<Engine | null> {
    engine ??= Engine.load().catch((error: unknown) => {
        if (!(error instanceof EngineError)) throw error;
        console.info(error.message, 'The server analyses instead.');
        return null;
    });
    return engine;
}

/** Streams the lines of an analysis: of the engine here, or of the server where it cannot run. */
export async function streamAnalysis(
    request: PositionRequest,
    signal: AbortSignal,
    onLine: (line: AnalysisLine) => void,
): Promise<void> {
    const local = await localEngine();
    if (signal.aborted) return;
    try {
        if (local) return await local.analyse(taskOf(request), signal, onLine);
    } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        console.info(error.message, 'The server analyses instead.');
        engine = Promise.resolve(null);
    }
    await readAnalysis(request, signal, onLine);
}

/** Fetches an analysis of a position, deeper with each call of `onUpdate`. */
export async function fetchAnalysis(
    request: PositionRequest,
    position: Position,
    signal: AbortSignal,
    onUpdate: (analysis: Analysis) => void,
    onFailure: (error: ApiError) => void,
): Promise<void> {
    const read = async () => {
        let analysis: Analysis | null = null;
        await sleep(DEBOUNCE_MS);
        if (signal.aborted) return;
        await streamAnalysis(request, signal, (answer) => {
            analysis = analysisAfter(analysis, answer, position);
            if (analysis && !signal.aborted) onUpdate(analysis);
        });
    };
    await retryUntilAnswered(signal, read, onFailure);
}

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
