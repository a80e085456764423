// Sends what a player does until the server answers or the game shows that it has arrived. Lists as
// not sent what has had no answer for a while, or whose first attempt failed.
import { ApiError, type Game, type GameEvent } from '../api/client';
import type { waitForRetry } from '../ui/wait';
import { LATE_MS, type Request } from '../ui/late';
import { isUnreachable, retry, withTimeout, type OnFailure } from '../api/retry';
import type { Arrival } from './arrival';

/** The kinds of what a player sends, as the page calls them. */
export type SentKind = 'move' | 'offer' | 'answer' | 'message' | 'resignation' | 'request';

/** A request that is on its way. */
interface PendingRequest {
    arrival: Arrival;
    seen: number; // the last event that is known not to confirm it
    settle: () => void; // ends it without an answer: it has arrived
}

let unsentCount = 0; // of all games, also of those whose page was left
const askBeforeLeaving = (event: Event) => event.preventDefault();

/** The browser asks before it closes the app while something is not sent yet. */
function countUnsent(change: 1 | -1): void {
    unsentCount += change;
    if (unsentCount > 0) globalThis.addEventListener?.('beforeunload', askBeforeLeaving);
    else globalThis.removeEventListener?.('beforeunload', askBeforeLeaving);
}

function isConflict(error: unknown): boolean {
    return error instanceof ApiError && error.status === 409;
}

/** Whether the game went on before the request arrived, so that the server did not do it. */
function isOvertaken(error: unknown): boolean {
    return error instanceof ApiError && error.code === 'overtaken';
}

/**
 * Repeats a request that the server does only once, until there is an answer. An earlier attempt
 * without an answer may have been done, and be why a later one conflicts: then `current` reads the
 * answer.
 */
function repeatUntilAnswered(
    request: Request<Game>,
    current: Request<Game> | undefined,
    stop: AbortSignal,
    onFailure: OnFailure,
    wait: typeof waitForRetry,
): Promise<Game> {
    let repeated = false;
    const attempt = async (signal: AbortSignal) => {
        try {
            return await request(signal);
        } catch (error) {
            if (repeated && current && isConflict(error) && !isOvertaken(error))
                return current(signal);
            throw error;
        }
    };
    const onEachFailure: OnFailure = (...failure) => {
        repeated = true;
        onFailure(...failure);
    };
    return retry(attempt, stop, onEachFailure, { wait, mayRetry: isUnreachable });
}

interface DeliveryOptions {
    wait: typeof waitForRetry;
    end: AbortSignal; // ends all attempts but those of moves, resignations and messages
    onChange: (unsent: readonly SentKind[]) => void;
    onUnreachable: () => void; // a first attempt has failed
}

export function createDelivery({ wait, end, onChange, onUnreachable }: DeliveryOptions) {
    const never = new AbortController().signal;
    const pending = new Set<PendingRequest>(); // the oldest first
    let unsent: readonly SentKind[] = [];
    const setUnsent = (kinds: readonly SentKind[]) => onChange((unsent = kinds));

    /**
     * Lists a request as not sent from the first failure on, or if its answer is late. When it has
     * arrived, all attempts end, so that nothing is done twice; then the result is undefined.
     */
    async function track<T>(
        kind: SentKind,
        arrival: Arrival,
        seen: number,
        givenUp: AbortSignal,
        send: (stop: AbortSignal, onFailure: OnFailure) => Promise<T>,
    ): Promise<T | undefined> {
        let ended = false;
        let listed = false;
        const listUnsent = () => {
            if (ended || listed) return;
            listed = true;
            countUnsent(1);
            setUnsent([...unsent, kind]);
        };
        const onFailure: OnFailure = (error, isFirst) => {
            listUnsent();
            if (isFirst && isUnreachable(error)) onUnreachable();
        };
        const timer = setTimeout(listUnsent, LATE_MS);
        const attempts = new AbortController();
        const stop = () => attempts.abort();
        givenUp.addEventListener('abort', stop, { signal: attempts.signal });
        let settle = () => {};
        const arrived = new Promise<undefined>((resolve) => (settle = () => resolve(undefined)));
        const own: PendingRequest = { arrival, seen, settle };
        pending.add(own);
        try {
            return await Promise.race([arrived, send(attempts.signal, onFailure)]);
        } finally {
            ended = true;
            pending.delete(own);
            clearTimeout(timer);
            stop();
            if (listed) {
                countUnsent(-1);
                setUnsent(unsent.filter((_, i) => i !== unsent.indexOf(kind)));
            }
        }
    }

    return {
        /**
         * Settles the request that an event of the stream confirms. The event confirms no other
         * one: those that have seen all events before it need not look at it again.
         */
        onEvent: (event: Exclude<GameEvent, { type: 'gameFull' }>) => {
            const confirmed = [...pending].find(
                ({ arrival, seen }) => event.event > seen && arrival.isConfirmedBy(event),
            );
            confirmed?.settle();
            for (const other of pending)
                if (other !== confirmed && event.event === other.seen + 1) other.seen++;
        },

        /** Settles the requests that have arrived by what the whole game shows. */
        onGame: (game: Game) => {
            for (const { arrival, seen, settle } of pending)
                if (game.event > seen && arrival.isShownBy(game)) settle();
        },

        /**
         * Sends a move, until `givenUp`: again until an answer comes, since the server takes a move
         * only once, or until it has arrived.
         */
        sendMove: (arrival: Arrival, seen: number, request: Request<void>, givenUp: AbortSignal) =>
            track('move', arrival, seen, givenUp, (stop, onFailure) =>
                retry(request, stop, onFailure, { wait }),
            ),

        /** Sends something else that the server does only once, until there is an answer. */
        send: (
            kind: SentKind,
            arrival: Arrival,
            seen: number,
            request: Request<Game>,
            current?: Request<Game>,
        ) =>
            track(
                kind,
                arrival,
                seen,
                kind === 'resignation' || kind === 'message' ? never : end,
                (stop, onFailure) => repeatUntilAnswered(request, current, stop, onFailure, wait),
            ),

        /** Sends once what a repeat would do twice; one attempt without an answer is a failure. */
        sendOnce: (kind: SentKind, arrival: Arrival, seen: number, request: Request<Game>) =>
            track(kind, arrival, seen, end, (stop) => withTimeout(request, stop)),
    };
}
