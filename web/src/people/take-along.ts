// Taking along the games that this browser has played without an account: it sends the keys of their
// seats. Games of several people at this screen stay here: who of them has the account is unknown.
import { takeGameAlong } from '../api/accounts';
import { ApiError } from '../api/client';
import { allGames, loadSeats, updateGame } from '../api/storage';
import { waitForRetry } from '../api/wait';

/** The games that could be taken along. */
export function gamesToTake(account: string): string[] {
    const games = allGames().filter((game) => game.account !== account);
    return games.map(({ id }) => id).filter((id) => Object.keys(loadSeats(id).keys).length === 1);
}

/** What taking games along needs from outside; tests replace it. */
export interface TakeServer {
    takeGameAlong: typeof takeGameAlong;
    wait: typeof waitForRetry;
}

const SERVER: TakeServer = { takeGameAlong, wait: waitForRetry };
const RETRY_MS = 1000; // at least

/** Takes one game along; false: the server does not have it, or it is another account's. */
async function takeGame(id: string, signal: AbortSignal, server: TakeServer): Promise<boolean> {
    const [key = ''] = Object.values(loadSeats(id).keys);
    for (;;) {
        try {
            await server.takeGameAlong(id, key);
            return true;
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            if ([403, 404, 409].includes(error.status)) return false;
            if (error.status !== 429 || signal.aborted) throw error;
            await server.wait(Math.max(RETRY_MS, error.retryAfter * 1000), signal);
        }
    }
}

/** Takes these games along, one by one; returns how many. `onDone` counts those that are done with. */
export async function takeAlong(
    ids: string[],
    account: string,
    signal: AbortSignal,
    onDone: (count: number) => void,
    server: TakeServer = SERVER,
): Promise<number> {
    let taken = 0;
    for (const [i, id] of ids.entries()) {
        if (signal.aborted) break;
        if (await takeGame(id, signal, server)) taken++;
        updateGame(id, { account });
        onDone(i + 1);
    }
    return taken;
}
