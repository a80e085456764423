// What the engine says of a position and of a finished game: asked for over the API, told bit by bit.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, readAnalysis, readReview, type Score } from './api';
import type { Side } from './rules';
import type { Session } from './session';
import { errorSentence, other } from './words';

export interface Insight {
    depth: number;
    score: Score; // from the view of the side to move
    line: string[];
    whole: boolean; // all is said
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
    turning: number | null;
    accuracy: Record<Side, number> | null; // null: not through yet
    problem: string;
}

export const GLYPHS: Record<Grade, string> = {
    best: '',
    good: '',
    inaccuracy: '?!',
    mistake: '?',
    blunder: '??',
};

const TIME_MS = 1500;
const PATIENCE_MS = 250; // who steps through a game does not ask about each move
const HISTORY = 200; // moves told for repetitions
const SERIOUS = 1000; // a threat that gains so much is worth a word

/** The share of a point that the side makes from such scores on (docs/analysis.md). */
export function expectation(score: Score): number {
    if ('cp' in score) return 1 / (1 + Math.exp(-score.cp / 1000));
    return score.win ? 1 : 0;
}

/** The moves until a forced end, or 0. */
export function movesToEnd(score: Score): number {
    return 'cp' in score ? 0 : Math.ceil(score.plies / 2);
}

/** Whether analysis is fair: the game is over, or nobody else plays in it. */
export function mayAnalyse(session: Session): boolean {
    const { mine } = session.seats;
    const others = session.game.seats.filter((seat) => !mine.includes(seat.colour));
    return session.over || others.every((seat) => seat.kind === 'computer');
}

function bodyOf(session: Session, at: number): object {
    const from = Math.max(0, at - HISTORY);
    return {
        position: session.entries[from]!.position.text,
        moves: session.entries.slice(from + 1, at + 1).map((entry) => entry.move!.text),
        rules: session.game.rules,
        time: TIME_MS,
    };
}

function pause(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Asks until it is heard in full; a busy server says when to come back. */
async function ask(
    session: Session,
    at: number,
    signal: AbortSignal,
    tell: (insight: Insight) => void,
): Promise<void> {
    let insight: Insight | null = null;
    for (;;) {
        await pause(PATIENCE_MS);
        if (signal.aborted) return;
        try {
            await readAnalysis(bodyOf(session, at), signal, (line) => {
                if (line.type === 'depth') {
                    insight = {
                        depth: line.depth,
                        score: line.score,
                        line: line.pv,
                        whole: false,
                        threat: null,
                        hanging: [],
                    };
                } else if (line.type === 'end' && insight) {
                    const { threat, hanging } = line;
                    const serious = !!threat && (threat.ejects || (threat.gain ?? 0) >= SERIOUS);
                    insight = {
                        ...insight,
                        whole: true,
                        threat: threat && { move: threat.move, ejects: threat.ejects, serious },
                        hanging,
                    };
                }
                if (insight && !signal.aborted) tell(insight);
            });
            return;
        } catch (error) {
            if (signal.aborted) return;
            if (!(error instanceof ApiError) || error.status !== 429) throw error;
            await pause(error.retryAfter * 1000);
        }
    }
}

/** What is known of the position in view; null while nothing is, or where the game has ended. */
export function useInsight(session: Session, at: number, wanted: boolean) {
    const known = useRef(new Map<string, Insight>());
    const [insight, setInsight] = useState<Insight | null>(null);
    const [problem, setProblem] = useState('');
    const position = session.entries[at]!.position;
    const ended = position.result !== '*';
    useEffect(() => {
        const key = `${at} ${position.text}`;
        const before = known.current.get(key);
        setInsight(before ?? null);
        setProblem('');
        if (!wanted || ended || before) return;
        const left = new AbortController();
        const tell = (news: Insight) => {
            if (news.whole) known.current.set(key, news);
            setInsight(news);
        };
        ask(session, at, left.signal, tell).catch(
            (error) => !left.signal.aborted && setProblem(errorSentence(error)),
        );
        return () => left.abort();
    }, [session, at, position.text, wanted, ended]);
    return { insight: wanted && !ended ? insight : null, ended, problem };
}

/** The review of a finished game, once it is wanted. */
export function useReview(session: Session, wanted: boolean): Review | null {
    const [review, setReview] = useState<Review | null>(null);
    const total = session.entries.length - 1;
    useEffect(() => {
        if (!wanted || !session.over) return;
        const left = new AbortController();
        let now: Review = { moves: [], total, turning: null, accuracy: null, problem: '' };
        const change = (next: Partial<Review>) => {
            now = { ...now, ...next };
            if (!left.signal.aborted) setReview(now);
        };
        const run = async () => {
            for (;;) {
                change({ moves: [], problem: '' });
                try {
                    await readReview(session.game.id, left.signal, (line) => {
                        if (line.type === 'move') change({ moves: [...now.moves, line] });
                        if (line.type === 'summary')
                            change({
                                turning: line.turning,
                                accuracy: { b: line.b.accuracy, w: line.w.accuracy },
                            });
                    });
                    return;
                } catch (error) {
                    if (left.signal.aborted) return;
                    const busy = error instanceof ApiError && error.status === 429;
                    if (!busy) return change({ problem: errorSentence(error) });
                    await pause(error.retryAfter * 1000);
                }
            }
        };
        void run();
        return () => left.abort();
    }, [session, wanted, session.over]);
    return wanted ? review : null;
}

/** Black's share of the expectation, from a position in which `turn` is to move. */
export function shareOfBlack(score: Score, turn: Side): number {
    const share = expectation(score);
    return turn === 'b' ? share : 1 - share;
}

/** What the board shows of it. */
export interface Marks {
    hanging: string[];
    best: string | null; // a move
    threat: string | null;
}

export function marksOf(insight: Insight | null): Marks | null {
    if (!insight) return null;
    return {
        hanging: insight.hanging.map((one) => one.marble),
        best: insight.line[0] ?? null,
        threat: insight.threat?.ejects ? insight.threat.move : null,
    };
}

/** Whose marbles hang, for a sentence: those of the side to move first, which are in danger now. */
export function hangingOf(insight: Insight, turn: Side): [Side, string[]][] {
    return [turn, other(turn)].flatMap((side): [Side, string[]][] => {
        const cells = insight.hanging.filter((one) => one.side === side).map((one) => one.marble);
        return cells.length ? [[side, cells]] : [];
    });
}
