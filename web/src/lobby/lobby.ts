// The lobby as this browser follows it: asks the server for its lists every few seconds.
import { accountName } from '../api/signed-in';
import { getLiveGames, getSeeks, postJoin, type ListedGame } from '../api/client';
import { takeSeat } from '../game/invitation';
import { loadSeats, makeKey } from '../api/storage';
import { withTimeout } from '../api/retry';
import { waitForRetry } from '../ui/wait';

/** A game in a list; it keeps its row after it is gone, so that no other moves under a press. */
export interface Row {
    game: ListedGame;
    gone: boolean;
}

export interface LobbyLists {
    seeks: Row[];
    live: Row[];
}

/** The rows after a list has changed: each game keeps its place, new ones come last, first those
 * whose players are here. */
export function rowsAfter(rows: Row[], games: ListedGame[]): Row[] {
    const old = rows.map((row) => {
        const game = games.find(({ id }) => id === row.game.id);
        return { game: game ?? row.game, gone: !game };
    });
    while (old[old.length - 1]?.gone) old.pop();
    const added = games.filter(({ id }) => !rows.some((row) => row.game.id === id));
    added.sort((one, other) => Number(other.here.length > 0) - Number(one.here.length > 0));
    return [...old, ...added.map((game) => ({ game, gone: false }))];
}

const LOBBY_MS = 4000;

/** What following the lobby needs from outside; tests replace it. */
export interface LobbyServer {
    getSeeks: typeof getSeeks;
    getLiveGames: typeof getLiveGames;
    wait: typeof waitForRetry;
    isHidden: () => boolean;
}

const SERVER: LobbyServer = {
    getSeeks,
    getLiveGames,
    wait: waitForRetry,
    isHidden: () => document.hidden,
};

/** Reports the lists, or why they do not come, again and again until the signal. */
export async function followLobby(
    onLists: (lists: LobbyLists) => void,
    onFailure: (error: unknown) => void,
    signal: AbortSignal,
    server: LobbyServer = SERVER,
): Promise<void> {
    let lists: LobbyLists = { seeks: [], live: [] };
    while (!signal.aborted) {
        try {
            if (!server.isHidden()) {
                const both = (end: AbortSignal) =>
                    Promise.all([server.getSeeks(end), server.getLiveGames(end)]);
                const [seeks, live] = await withTimeout(both, signal);
                lists = {
                    seeks: rowsAfter(lists.seeks, seeks.games),
                    live: rowsAfter(lists.live, live.games),
                };
                if (!signal.aborted) onLists(lists);
            }
        } catch (error) {
            if (!signal.aborted) onFailure(error);
        }
        await server.wait(LOBBY_MS, signal);
    }
}

/** Of each game that this page has tried to join: to try again with the same key is harmless. */
const joinKeys = new Map<string, string>();

/**
 * Takes a free seat of a game, for the account that is signed in, or with a key, which it keeps.
 */
export async function joinSeek(id: string, name: string): Promise<void> {
    if (accountName()) return void (await postJoin(id, undefined, '', ''));
    const key = joinKeys.get(id) ?? makeKey();
    joinKeys.set(id, key);
    takeSeat(id, loadSeats(id), await postJoin(id, key, '', name), key);
}
