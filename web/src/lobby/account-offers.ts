// Seats that the account has offered in another browser: the account's stream says when they are
// taken. The games are remembered like the offers of this browser, whose notices call the reader.
import { followAccount, type AccountEvent } from '../api/messages';
import { accountName, onAccountChange } from '../api/signed-in';
import { findSeen, loadSeats, rememberGame } from '../api/storage';
import { summaryOf } from '../game/summary';

type GameStart = Extract<AccountEvent, { type: 'gameStart' }>;

/**
 * Remembers a game that somebody else has begun, unless this browser knows it, or shows it; returns
 * whether it did.
 */
export function rememberBegun({ game, by }: Pick<GameStart, 'game' | 'by'>, path: string): boolean {
    const account = accountName();
    if (!by || by === account || findSeen(game.id) || path === `/g/${game.id}`) return false;
    const { title, opponent } = summaryOf(game, loadSeats(game.id), account);
    const seen = { id: game.id, title, opponent, over: '', at: Date.now(), account };
    rememberGame({ ...seen, waits: 'me' });
    return true;
}

/** Follows the stream in one tab of this browser at a time, because a browser has few connections
    to a server; where it has no locks (no TLS), while the tab is seen. */
function followInOneTab(follow: () => () => void, signal: AbortSignal): void {
    const locks = navigator.locks as LockManager | undefined;
    if (locks) {
        const hold = () =>
            new Promise<void>((resolve) => {
                const stop = follow();
                signal.addEventListener('abort', () => (stop(), resolve()));
            });
        locks.request('paua:account', { signal }, hold).catch(() => {}); // aborted while it waited
        return;
    }
    let stop: (() => void) | null = null;
    const change = () => {
        if (!document.hidden && !signal.aborted) {
            stop ??= follow();
            return;
        }
        stop?.();
        stop = null;
    };
    document.addEventListener('visibilitychange', change, { signal });
    signal.addEventListener('abort', change);
    change();
}

let followed: string | null = null; // the account, '' while nobody is signed in
let stop = new AbortController();

/** Follows what begins elsewhere, from the first call on; calls `onBegun` after each. */
export function followBegun(onBegun: () => void): void {
    const onEvent = (event: AccountEvent) => {
        if (event.type === 'gameStart' && rememberBegun(event, location.pathname)) onBegun();
    };
    const followAgain = () => {
        if (followed === accountName()) return;
        followed = accountName();
        stop.abort();
        stop = new AbortController();
        if (followed) followInOneTab(() => followAccount(onEvent), stop.signal);
    };
    if (followed !== null) return;
    followAgain();
    onAccountChange(followAgain);
}
