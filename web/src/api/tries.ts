// Requests that are tried again: how long one try may take, which failures pass, when the next one is.
import { ApiError } from './client';
import { makeKey } from './storage';
import { waitForRetry } from '../ui/wait';

export const LATE_MS = 2000; // what has no answer for longer counts as not sent
const TRY_MS = 10_000; // then the next try has a connection of its own
const RETRY_MS = [500, 5000] as const; // the first wait, the longest; doubled in between

export type Request<T> = (signal: AbortSignal) => Promise<T>;

export type OnFailure = (error: ApiError, isFirst: boolean) => void;

/** Whether nobody has answered, or only a proxy. */
export function isUnreachable({ status }: ApiError): boolean {
    return status === 0;
}

/** Whether a later try may succeed: the server is asked too often, or cannot do it just now. */
export function isPassing(error: ApiError): boolean {
    return isUnreachable(error) || error.status === 429 || error.status === 503;
}

/** One try, as long as a try may take. */
export async function tryOnce<T>(request: Request<T>, end: AbortSignal): Promise<T> {
    const limit = new AbortController();
    const stop = () => limit.abort();
    const timer = setTimeout(stop, TRY_MS);
    end.addEventListener('abort', stop);
    try {
        return await request(limit.signal);
    } finally {
        clearTimeout(timer);
        end.removeEventListener('abort', stop);
    }
}

interface Repeating {
    wait?: typeof waitForRetry;
    mayRepeat?: (error: ApiError) => boolean;
}

/** Tries until the server answers, `end`, or a failure that may not be repeated. */
export async function repeat<T>(
    request: Request<T>,
    end: AbortSignal,
    onFailure: OnFailure,
    { wait = waitForRetry, mayRepeat = isPassing }: Repeating = {},
): Promise<T> {
    const [first, longest] = RETRY_MS;
    for (let ms: number = first; ; ms = Math.min(ms * 2, longest)) {
        try {
            return await tryOnce(request, end);
        } catch (error) {
            if (!(error instanceof ApiError) || !mayRepeat(error) || end.aborted) throw error;
            onFailure(error, ms === first);
            await wait(Math.max(ms, error.retryAfter * 1000), end);
            if (end.aborted) throw error;
        }
    }
}

/**
 * Gives each message an id, by which the server stores it once. The text that failed last keeps its
 * id when it is sent again: it may have arrived.
 */
export function createMessageSender() {
    let failed = { text: '', id: '' };
    return async <T>(text: string, post: (id: string) => Promise<T>): Promise<T> => {
        const id = failed.text === text ? failed.id : makeKey();
        try {
            const answer = await post(id);
            if (failed.id === id) failed = { text: '', id: '' };
            return answer;
        } catch (error) {
            failed = { text, id };
            throw error;
        }
    };
}
