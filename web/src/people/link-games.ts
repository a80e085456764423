// Links the games that this browser has played without an account to the account, by the keys of
// their seats. Games of several people at this screen are left out: which of them has the account
// is unknown.
import { linkGame } from '../api/accounts';
import { ApiError } from '../api/client';
import { retry } from '../api/retry';
import { allGames, loadSeats, updateGame } from '../api/storage';
import { waitForRetry } from '../ui/wait';

/** The games that can be linked to the account. */
export function linkableGames(account: string): string[] {
    const games = allGames().filter((game) => game.account !== account);
    return games.map(({ id }) => id).filter((id) => Object.keys(loadSeats(id).keys).length === 1);
}

/** The request and the wait before it is repeated; tests replace them. */
export interface LinkCalls {
    linkGame: typeof linkGame;
    wait: typeof waitForRetry;
}

const CALLS: LinkCalls = { linkGame, wait: waitForRetry };
const TOO_MANY = 429;
// Not a key of this game, no such game, the seat of another account or a blocked player.
const UNLINKABLE = [403, 404, 409];

/** Links one game, waiting while there are too many requests. False: it can never be linked. */
async function linkOne(id: string, signal: AbortSignal, calls: LinkCalls): Promise<boolean> {
    const [key = ''] = Object.values(loadSeats(id).keys);
    const link = () => calls.linkGame(id, key);
    const mayRetry = ({ status }: ApiError) => status === TOO_MANY;
    try {
        await retry(link, signal, () => {}, { wait: calls.wait, mayRetry });
        return true;
    } catch (error) {
        if (error instanceof ApiError && UNLINKABLE.includes(error.status)) return false;
        throw error;
    }
}

/**
 * Links these games, one by one; returns how many were linked. `onDone` gets the number done so
 * far. Also those that can never be linked are noted as the account's: they are not offered again.
 */
export async function linkGames(
    ids: string[],
    account: string,
    signal: AbortSignal,
    onDone: (count: number) => void,
    calls: LinkCalls = CALLS,
): Promise<number> {
    let linked = 0;
    for (const [i, id] of ids.entries()) {
        if (signal.aborted) break;
        if (await linkOne(id, signal, calls)) linked++;
        updateGame(id, { account });
        onDone(i + 1);
    }
    return linked;
}
