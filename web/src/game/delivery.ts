// Sends what a player does until the server answers or the game shows that it has arrived, and
// knows what is not sent yet: what has had no answer for a while, or whose first try failed.
import { ApiError, type Game, type GameEvent } from '../api/client';
import type { waitForRetry } from '../ui/wait';
import type { Arrival } from './arrival';

/** What a player sends, as the page calls it. */
export type Sent = 'move' | 'offer' | 'answer' | 'message' | 'resignation' | 'request';

export const LATE_MS = 2000; // without an answer for longer it counts as not sent
const TRY_MS = 10_000; // then the next try has a connection of its own
const RETRY_MS = [500, 5000] as const; // the first wait, the longest; doubled in between

const OVERTAKEN = 'the game went on before your offer arrived';

type Request<T> = (signal: AbortSignal) => Promise<T>;

/** What is on its way. */
interface Sending {
    arrival: Arrival;
    seen: number; // the last event of the game that is known to be none of it
    arrive: () => void;
}

/** Whether nobody has answered, or only a proxy. */
function isUnreachable({ status }: ApiError): boolean {
    return status === 0;
}

/** Whether the server takes a move later: it is asked too often, or cannot write just now. */
function isBusy({ status }: ApiError): boolean {
    return status === 429 || status === 503;
}

/** One try, as long as a try may take. */
async function tryOnce<T>(request: Request<T>, end: AbortSignal): Promise<T> {
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

let allUnsent = 0; // of all games, also of those whose page was left
const askBeforeLeaving = (event: Event) => event.preventDefault();

/** The browser asks before it closes the app while something is not sent yet. */
function countUnsent(change: 1 | -1): void {
    allUnsent += change;
    if (allUnsent > 0) globalThis.addEventListener?.('beforeunload', askBeforeLeaving);
    else globalThis.removeEventListener?.('beforeunload', askBeforeLeaving);
}

interface DeliveryOptions {
    wait: typeof waitForRetry;
    end: AbortSignal; // no more tries, but of moves and resignations
    onChange: (unsent: readonly Sent[]) => void;
    onUnreachable: () => void; // a first try has failed
}

export function createDelivery({ wait, end, onChange, onUnreachable }: DeliveryOptions) {
    const never = new AbortController().signal;
    const sendings = new Set<Sending>(); // the oldest first
    let unsent: readonly Sent[] = [];
    const change = (now: readonly Sent[]) => onChange((unsent = now));

    async function repeat<T>(
        request: Request<T>,
        stop: AbortSignal,
        onFailure: () => void,
        mayRepeat: (error: ApiError) => boolean,
    ): Promise<T> {
        const [first, longest] = RETRY_MS;
        for (let ms: number = first; ; ms = Math.min(ms * 2, longest)) {
            try {
                return await tryOnce(request, stop);
            } catch (error) {
                if (!(error instanceof ApiError) || !mayRepeat(error) || stop.aborted) throw error;
                onFailure();
                if (ms === first && isUnreachable(error)) onUnreachable();
                await wait(Math.max(ms, error.retryAfter * 1000), stop);
                if (stop.aborted) throw error;
            }
        }
    }

    /**
     * Counts something as not sent from the first failure on, or if its answer is late. Ends all
     * tries when it has arrived, so that nothing is done twice; then there is no answer.
     */
    async function watch<T>(
        what: Sent,
        arrival: Arrival,
        seen: number,
        givenUp: AbortSignal,
        send: (stop: AbortSignal, sending: Sending, onFailure: () => void) => Promise<T>,
    ): Promise<T | undefined> {
        let waiting = true;
        let listed = false;
        const list = () => {
            if (!waiting || listed) return;
            listed = true;
            countUnsent(1);
            change([...unsent, what]);
        };
        const timer = setTimeout(list, LATE_MS);
        const tries = new AbortController();
        const stop = () => tries.abort();
        givenUp.addEventListener('abort', stop);
        let arrive = () => {};
        const arrived = new Promise<undefined>((resolve) => (arrive = () => resolve(undefined)));
        const sending = { arrival, seen, arrive };
        sendings.add(sending);
        try {
            return await Promise.race([arrived, send(tries.signal, sending, list)]);
        } finally {
            waiting = false;
            sendings.delete(sending);
            givenUp.removeEventListener('abort', stop);
            clearTimeout(timer);
            stop();
            if (listed) {
                countUnsent(-1);
                change(unsent.filter((_, i) => i !== unsent.indexOf(what)));
            }
        }
    }

    return {
        /** Settles the request that an event of the stream confirms. */
        onEvent: (event: Exclude<GameEvent, { type: 'gameFull' }>) => {
            const own = [...sendings].find(
                ({ arrival, seen }) => event.event > seen && arrival.isIt(event),
            );
            own?.arrive();
            for (const sending of sendings)
                if (sending !== own && event.event === sending.seen + 1) sending.seen++;
        },

        /** Tells how the whole game is. */
        onGame: (game: Game) => {
            for (const { arrival, seen, arrive } of sendings)
                if (game.event > seen && arrival.isShownBy(game)) arrive();
        },

        /**
         * Sends a move, until `givenUp`: again until an answer comes, since the server takes a move
         * only once, or until it has arrived.
         */
        sendMove: (arrival: Arrival, seen: number, request: Request<void>, givenUp: AbortSignal) =>
            watch('move', arrival, seen, givenUp, (stop, _, onFailure) =>
                repeat(request, stop, onFailure, (error) => isUnreachable(error) || isBusy(error)),
            ),

        /**
         * Sends something else. Where an earlier try had no answer, a conflict may be due to it:
         * then `current` tells how things are. An offer must not come twice: it is repeated only if
         * nothing that has happened since can be due to it.
         */
        send: (
            what: Sent,
            arrival: Arrival,
            seen: number,
            request: Request<Game>,
            current: Request<Game>,
        ) => {
            const givenUp = what === 'resignation' ? never : end;
            return watch(what, arrival, seen, givenUp, (stop, sending, onFailure) => {
                let repeated = false;
                const sendAgain = async (signal: AbortSignal) => {
                    if (repeated && what === 'offer') {
                        const game = await current(signal);
                        if (arrival.isShownBy(game)) return game;
                        if (game.event > sending.seen)
                            throw new ApiError(409, 'overtaken', OVERTAKEN);
                    }
                    try {
                        return await request(signal);
                    } catch (error) {
                        const conflict = error instanceof ApiError && error.status === 409;
                        if (repeated && conflict) return current(signal);
                        throw error;
                    }
                };
                const onEachFailure = () => {
                    repeated = true;
                    onFailure();
                };
                return repeat(sendAgain, stop, onEachFailure, isUnreachable);
            });
        },

        /** Sends once what must not come twice, and gives it up without an answer. */
        sendOnce: (what: Sent, arrival: Arrival, seen: number, request: Request<Game>) =>
            watch(what, arrival, seen, end, (stop) => tryOnce(request, stop)),
    };
}
