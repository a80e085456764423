// Links the games that this browser has played without an account to the account, by the keys of their
// seats. Games of several people at this screen are left out: which of them has the account is unknown.
import { linkGame } from '../api/accounts';
import { ApiError } from '../api/client';
import { allGames, loadSeats, updateGame } from '../api/storage';
import { waitForRetry } from '../ui/wait';

/** The games that can be linked to the account. */
export function linkableGames(account: string): string[] {
    const games = allGames().filter((game) => game.account !== account);
    return games.map(({ id }) => id).filter((id) => Object.keys(loadSeats(id).keys).length === 1);
}

/** What linking games needs from outside; tests replace it. */
export interface LinkServer {
    linkGame: typeof linkGame;
    wait: typeof waitForRetry;
}

const SERVER: LinkServer = { linkGame, wait: waitForRetry };
const RETRY_MS = 1000; // at least

/** Links one game; false: the server does not have it, or it is another account's. */
async function linkOne(id: string, signal: AbortSignal, server: LinkServer): Promise<boolean> {
    const [key = ''] = Object.values(loadSeats(id).keys);
    for (;;) {
        try {
            await server.linkGame(id, key);
            return true;
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            if ([403, 404, 409].includes(error.status)) return false;
            if (error.status !== 429 || signal.aborted) throw error;
            await server.wait(Math.max(RETRY_MS, error.retryAfter * 1000), signal);
        }
    }
}

/** Links these games, one by one; returns how many. `onDone` gets the number tried so far. */
export async function linkGames(
    ids: string[],
    account: string,
    signal: AbortSignal,
    onDone: (count: number) => void,
    server: LinkServer = SERVER,
): Promise<number> {
    let linked = 0;
    for (const [i, id] of ids.entries()) {
        if (signal.aborted) break;
        if (await linkOne(id, signal, server)) linked++;
        updateGame(id, { account });
        onDone(i + 1);
    }
    return linked;
}
