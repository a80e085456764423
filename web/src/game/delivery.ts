// Sends what a player does until the server answers, and knows what is not sent yet: what has had no
// answer for a while, or whose first try failed.
import { ApiError } from '../api/client';
import type { waitForRetry } from '../ui/wait';

/** What a player sends, as the page calls it. */
export type Sent = 'move' | 'offer' | 'answer' | 'message' | 'resignation' | 'request';

export const LATE_MS = 2000; // without an answer for longer it counts as not sent
const TRY_MS = 10_000; // then the next try has a connection of its own
const RETRY_MS = [500, 5000] as const; // the first wait, the longest; doubled in between

type Request<T> = (signal: AbortSignal) => Promise<T>;

/** Whether nobody has answered but a proxy. */
function isUnreachable({ status, code }: ApiError): boolean {
    return status === 0 || (status >= 500 && code === 'unknown');
}

/** Whether the server takes a move later: it is asked too often, or cannot write just now. */
function isBusy({ status }: ApiError): boolean {
    return status === 429 || status === 503;
}

interface DeliveryOptions {
    wait: typeof waitForRetry;
    end: AbortSignal; // no more tries
    onChange: (unsent: readonly Sent[]) => void;
    onUnreachable: () => void; // a first try has failed
}

export function createDelivery({ wait, end, onChange, onUnreachable }: DeliveryOptions) {
    let unsent: readonly Sent[] = [];
    const change = (now: readonly Sent[]) => onChange((unsent = now));

    async function repeat<T>(
        request: Request<T>,
        onFailure: () => void,
        mayRepeat: (error: ApiError) => boolean,
    ): Promise<T> {
        const [first, longest] = RETRY_MS;
        for (let ms: number = first; ; ms = Math.min(ms * 2, longest)) {
            const limit = new AbortController();
            const timer = setTimeout(() => limit.abort(), TRY_MS);
            try {
                return await request(limit.signal);
            } catch (error) {
                if (!(error instanceof ApiError) || !mayRepeat(error) || end.aborted) throw error;
                onFailure();
                if (ms === first && isUnreachable(error)) onUnreachable();
                await wait(Math.max(ms, error.retryAfter * 1000), end);
            } finally {
                clearTimeout(timer);
            }
        }
    }

    /** Counts something as not sent from the first failure on, or if its answer is late. */
    async function watch<T>(what: Sent, send: (onFailure: () => void) => Promise<T>): Promise<T> {
        let waiting = true;
        let listed = false;
        const list = () => {
            if (waiting && !listed) change([...unsent, what]);
            listed = true;
        };
        const timer = setTimeout(list, LATE_MS);
        try {
            return await send(list);
        } finally {
            clearTimeout(timer);
            waiting = false;
            if (listed) change(unsent.filter((_, i) => i !== unsent.indexOf(what)));
        }
    }

    return {
        /**
         * Sends a move: again until an answer comes, since the server takes a move only once, or
         * until it has `arrived` in another way.
         */
        sendMove: (request: Request<void>, arrived: Promise<void>) =>
            watch('move', (onFailure) =>
                Promise.race([
                    arrived,
                    repeat(request, onFailure, (error) => isUnreachable(error) || isBusy(error)),
                ]),
            ),

        /**
         * Sends something else that may come twice. Where an earlier try had no answer, a conflict
         * may be due to it: then `current` tells how things are.
         */
        send: <T>(what: Sent, request: Request<T>, current: () => Promise<T>) => {
            let repeated = false;
            return watch(what, (onFailure) =>
                repeat(
                    request,
                    () => {
                        repeated = true;
                        onFailure();
                    },
                    isUnreachable,
                ),
            ).catch((error: unknown) => {
                if (repeated && error instanceof ApiError && error.status === 409) return current();
                throw error;
            });
        },

        /** Sends once what must not come twice. */
        sendOnce: <T>(what: Sent, request: () => Promise<T>) => watch(what, request),
    };
}
