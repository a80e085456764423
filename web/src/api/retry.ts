// Repeats requests: how long one attempt may take, which failures are transient, when the next
// attempt is; and the keys by which the server recognizes a message that is sent again.
import { ApiError } from './client';
import { withLimit, type Request } from '../ui/late';
import { makeKey } from './storage';
import { RETRY_MS, waitForRetry } from '../ui/wait';

const TIMEOUT_MS = 10_000; // of one attempt; the next one has a connection of its own

export type OnFailure = (error: ApiError, isFirst: boolean) => void;

/** Whether nobody has answered, or only a proxy. */
export function isUnreachable({ status }: ApiError): boolean {
    return status === 0;
}

/** Whether a later attempt may succeed: too many requests, or the server is in trouble now. */
export function isTransient({ status }: ApiError): boolean {
    return [0, 429, 500, 503].includes(status);
}

/** Makes one attempt, which is aborted at its timeout or by `end`. */
export function withTimeout<T>(request: Request<T>, end: AbortSignal): Promise<T> {
    return withLimit(request, TIMEOUT_MS, end);
}

interface RetryOptions {
    wait?: typeof waitForRetry;
    mayRetry?: (error: ApiError) => boolean;
}

/** Repeats a request until the server answers, `end`, or a failure that may not be retried. */
export async function retry<T>(
    request: Request<T>,
    end: AbortSignal,
    onFailure: OnFailure,
    { wait = waitForRetry, mayRetry = isTransient }: RetryOptions = {},
): Promise<T> {
    const [first, longest] = RETRY_MS;
    for (let ms: number = first; ; ms = Math.min(ms * 2, longest)) {
        try {
            return await withTimeout(request, end);
        } catch (error) {
            if (!(error instanceof ApiError) || !mayRetry(error) || end.aborted) throw error;
            onFailure(error, ms === first);
            await wait(Math.max(ms, error.retryAfter * 1000), end);
            if (end.aborted) throw error;
        }
    }
}

/**
 * Gives each message an id (`Idempotency-Key`), by which the server stores it once. The text that
 * failed last keeps its id when it is sent again: it may have arrived.
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
