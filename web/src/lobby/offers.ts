// Offers: the games of this browser that wait for players. The server is asked every few seconds
// which of them have begun, so that whoever has offered a seat learns that it is taken on any page.
import { accountName } from '../api/signed-in';
import { getListedGames, LISTED_MAX, type ListedGame } from '../api/client';
import { withAccount } from '../game/invitation';
import { namesOf } from '../game/list-text';
import { summaryOf } from '../game/summary';
import { allGames, findSeen, loadSeats, updateGame, type SeenGame } from '../api/storage';
import { withTimeout } from '../api/retry';
import { waitForRetry } from '../ui/wait';
import { listOf } from '../ui/text';
import type { Side } from '../rules/rules';

/** A game that has begun since this browser left its page. */
export interface BegunGame {
    id: string;
    joined: string; // "Bob has joined"
    isTurn: boolean; // it is the turn of this browser
}

const OFFERS_MS = 4000;

/** What following offers needs from outside; tests replace it. */
export interface OfferServer {
    getListedGames: typeof getListedGames;
    wait: typeof waitForRetry;
    isHere: (id: string) => boolean; // the page of the game is open, and shows all this itself
}

const SERVER: OfferServer = {
    getListedGames,
    wait: waitForRetry,
    isHere: (id) => location.pathname === `/g/${id}`,
};

/** Whether a game waits for players, or has begun and was not opened since. */
export function isOffer(id: string): boolean {
    return findSeen(id)?.waits !== undefined;
}

/** The reader knows that the game has begun. */
export function forgetOffer(id: string): void {
    updateGame(id, { waits: undefined });
}

/** Whether one of these sides has made its first move: on another device, if not here. */
function hasMoved({ seats, ply }: ListedGame, mine: Side[]): boolean {
    return seats.some(({ colour }, i) => mine.includes(colour) && ply > i + 1);
}

/** Remembers what the server says of an offer; returns the game if it has begun. */
function updateOffer({ id, waits }: SeenGame, game: ListedGame | undefined): BegunGame | null {
    if (!game || game.status === 'over') {
        const over = game ? summaryOf(game, loadSeats(id), accountName()).over : '';
        updateGame(id, { waits: undefined, ...(over && { over }) });
        return null;
    }
    if (game.status === 'waiting') return null;
    const { title, opponent, turn } = summaryOf(game, loadSeats(id), accountName());
    const { mine } = withAccount(loadSeats(id), game, accountName());
    if (hasMoved(game, mine)) {
        updateGame(id, { title, opponent, waits: undefined });
        return null;
    }
    if (waits !== 'me') updateGame(id, { title, opponent, waits: 'me' });
    const names = namesOf(game.seats.filter(({ colour }) => !mine.includes(colour)));
    const joined = `${listOf(names)} ${names.length === 1 ? 'has' : 'have'} joined`;
    return { id, joined, isTurn: turn === 'mine' };
}

/** Reports the offers that have begun again and again until the signal. */
export async function followOffers(
    onBegun: (games: BegunGame[]) => void,
    signal: AbortSignal,
    server: OfferServer = SERVER,
): Promise<void> {
    while (!signal.aborted) {
        const offers = allGames().filter(({ id, waits }) => waits && !server.isHere(id));
        try {
            const ids = offers.slice(0, LISTED_MAX).map(({ id }) => id);
            const { games } = ids.length
                ? await withTimeout((end) => server.getListedGames(ids, end), signal)
                : { games: [] };
            // An offer may have been opened or forgotten while the answer was on its way.
            const asked = offers.slice(0, LISTED_MAX).filter(({ id }) => isOffer(id));
            const begun = asked.map((one) =>
                updateOffer(
                    one,
                    games.find(({ id }) => id === one.id),
                ),
            );
            if (!signal.aborted) onBegun(begun.filter((one) => one !== null));
        } catch {
            // The next time may succeed.
        }
        await server.wait(OFFERS_MS, signal);
    }
}
