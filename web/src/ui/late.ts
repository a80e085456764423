// How long requests may take. Of what a button has asked the server for the page says that it is
// late (late-notice.tsx), then what came of it; a request is given up after a while.

export const LATE_MS = 2000; // what has no answer for longer counts as not sent
const GIVE_UP_MS = 20_000;

export type Request<T> = (signal: AbortSignal) => Promise<T>;

/** Calls a request with a signal that aborts after `ms`, or with `end`. */
export async function withLimit<T>(request: Request<T>, ms: number, end?: AbortSignal): Promise<T> {
    const limit = new AbortController();
    const stop = () => limit.abort();
    const timer = setTimeout(stop, ms);
    end?.addEventListener('abort', stop);
    try {
        return await request(limit.signal);
    } finally {
        clearTimeout(timer);
        end?.removeEventListener('abort', stop);
    }
}

/** What there is to say: an answer is late; a late one has come; it has not, and is given up. */
export type Lateness = '' | 'late' | 'came' | 'lost';

let late = 0; // answers
let show: (lateness: Lateness) => void = () => {};

function report(outcome: Lateness): void {
    show(late > 0 ? 'late' : outcome);
}

/** Calls this, and nothing else any more, when there is something else to say. */
export function followLateness(onChange: (lateness: Lateness) => void): void {
    show = onChange;
}

/**
 * Begins to wait for an answer that somebody wants who has pressed a button. Returns how to end
 * that, with what came of it, '' if nobody waits any more.
 */
export function awaitAnswer(): (outcome: Exclude<Lateness, 'late'>) => void {
    let isLate = false;
    report(''); // not what came of earlier ones
    const timer = setTimeout(() => {
        isLate = true;
        late++;
        report('late');
    }, LATE_MS);
    return (outcome) => {
        clearTimeout(timer);
        if (!isLate) return;
        isLate = false;
        late--;
        report(outcome);
    };
}

/** Sends what somebody waits for who has pressed a button; `end`: nobody waits any more. */
export async function sendAwaited<T>(request: Request<T>, end?: AbortSignal): Promise<T> {
    const settle = awaitAnswer();
    try {
        const answer = await withLimit(request, GIVE_UP_MS, end);
        settle('came');
        return answer;
    } catch (error) {
        const isLost = (error as { status?: number }).status === 0; // of an ApiError: no answer
        settle(end?.aborted ? '' : isLost ? 'lost' : 'came');
        throw error;
    }
}
