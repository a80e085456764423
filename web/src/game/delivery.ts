// Sends what a player does until the server answers or the game shows that it has arrived, and
// knows what is not sent yet: what has had no answer for a while, or whose first try failed.
import { ApiError, type Game, type GameEvent } from '../api/client';
import type { waitForRetry } from '../ui/wait';
import {
    isUnreachable,
    LATE_MS,
    repeat,
    tryOnce,
    type OnFailure,
    type Request,
} from '../api/tries';
import type { Arrival } from './arrival';

/** What a player sends, as the page calls it. */
export type Sent = 'move' | 'offer' | 'answer' | 'message' | 'resignation' | 'request';

/** What is on its way. */
interface Sending {
    arrival: Arrival;
    seen: number; // the last event of the game that is known to be none of it
    arrive: () => void;
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
    end: AbortSignal; // no more tries, but of moves, resignations and messages
    onChange: (unsent: readonly Sent[]) => void;
    onUnreachable: () => void; // a first try has failed
}

export function createDelivery({ wait, end, onChange, onUnreachable }: DeliveryOptions) {
    const never = new AbortController().signal;
    const sendings = new Set<Sending>(); // the oldest first
    let unsent: readonly Sent[] = [];
    const change = (now: readonly Sent[]) => onChange((unsent = now));

    /**
     * Counts something as not sent from the first failure on, or if its answer is late. Ends all
     * tries when it has arrived, so that nothing is done twice; then there is no answer.
     */
    async function watch<T>(
        what: Sent,
        arrival: Arrival,
        seen: number,
        givenUp: AbortSignal,
        send: (stop: AbortSignal, onFailure: OnFailure) => Promise<T>,
    ): Promise<T | undefined> {
        let waiting = true;
        let listed = false;
        const list = () => {
            if (!waiting || listed) return;
            listed = true;
            countUnsent(1);
            change([...unsent, what]);
        };
        const onFailure: OnFailure = (error, isFirst) => {
            list();
            if (isFirst && isUnreachable(error)) onUnreachable();
        };
        const timer = setTimeout(list, LATE_MS);
        const tries = new AbortController();
        const stop = () => tries.abort();
        givenUp.addEventListener('abort', stop);
        let arrive = () => {};
        const arrived = new Promise<undefined>((resolve) => (arrive = () => resolve(undefined)));
        const sending: Sending = { arrival, seen, arrive };
        sendings.add(sending);
        try {
            return await Promise.race([arrived, send(tries.signal, onFailure)]);
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
            watch('move', arrival, seen, givenUp, (stop, onFailure) =>
                repeat(request, stop, onFailure, { wait }),
            ),

        /**
         * Sends something else, which the server does only once. Where an earlier try had no
         * answer, a conflict may be due to it: then `current` tells how things are, unless the game
         * has gone on without it.
         */
        send: (
            what: Sent,
            arrival: Arrival,
            seen: number,
            request: Request<Game>,
            current?: Request<Game>,
        ) => {
            const givenUp = what === 'resignation' || what === 'message' ? never : end;
            return watch(what, arrival, seen, givenUp, (stop, onFailure) => {
                let repeated = false;
                const sendAgain = async (signal: AbortSignal) => {
                    try {
                        return await request(signal);
                    } catch (error) {
                        const conflict = error instanceof ApiError && error.status === 409;
                        if (repeated && conflict && current && error.code !== 'overtaken')
                            return current(signal);
                        throw error;
                    }
                };
                const onEachFailure: OnFailure = (...failure) => {
                    repeated = true;
                    onFailure(...failure);
                };
                const options = { wait, mayRepeat: isUnreachable };
                return repeat(sendAgain, stop, onEachFailure, options);
            });
        },

        /** Sends once what must not come twice, and gives it up without an answer. */
        sendOnce: (what: Sent, arrival: Arrival, seen: number, request: Request<Game>) =>
            watch(what, arrival, seen, end, (stop) => tryOnce(request, stop)),
    };
}
