// useMyGames: all games of this browser and of the account that is signed in, with what the server
// says of those that are not over. useWaitingGames: those in which the account is to act.
import { useEffect, useRef, useState } from 'preact/hooks';
import { accountName } from '../api/signed-in';
import { getAccountGames } from '../api/accounts';
import { getListedGames, LISTED_MAX, type ListedGame } from '../api/client';
import { summaryOf, type GameSummary } from '../game/summary';
import { sendAwaited } from '../ui/late';
import { retry } from '../api/retry';
import { allGames, isHidden, loadSeats, updateGame, type SeenGame } from '../api/storage';

/**
 * A game in the list; `summary` and `game` are null until the server has answered, or if it is
 * over.
 */
export interface MyGame {
    seen: SeenGame;
    summary: GameSummary | null;
    game: ListedGame | null;
    problem: string;
}

function isOver({ title, over }: SeenGame): boolean {
    return title !== '' && over !== '';
}

/** A game of the account that this browser has not opened. */
function unopened(game: ListedGame): MyGame {
    const summary = summaryOf(game, loadSeats(game.id), accountName());
    const { title, opponent, over } = summary;
    const at = new Date(game.moved ?? game.created).getTime();
    return { seen: { id: game.id, title, opponent, over, at }, summary, game, problem: '' };
}

/** What the server says of a game, undefined where it does not know it. */
function updated(known: MyGame, game: ListedGame | undefined): MyGame {
    const { seen } = known;
    if (!game) return { ...known, problem: 'no longer on this server' };
    const seats = loadSeats(seen.id);
    const summary = summaryOf(game, seats, accountName());
    const { title, opponent, over } = summary;
    const taken = game.seats.find(({ colour }) => seats.keys[colour])?.user;
    updateGame(seen.id, { title, opponent, over, ...(taken && { account: taken }) });
    return { seen: { ...seen, title, opponent, over }, summary, game, problem: '' };
}

/** The list with the games that the account has; those that nobody has opened here come last. */
function withListed(games: MyGame[], listed: ListedGame[]): MyGame[] {
    const find = (id: string) => listed.find((game) => game.id === id);
    const known = games.map((one) => (find(one.seen.id) ? updated(one, find(one.seen.id)) : one));
    const ids = new Set(games.map(({ seen }) => seen.id));
    const more = listed.filter(({ id }) => !ids.has(id) && !isHidden(id));
    return [...known, ...more.map(unopened)];
}

function isUnknown({ seen, game }: MyGame): boolean {
    return !game && !isOver(seen);
}

/** The list while the server does not answer. */
function withoutAnswer(games: MyGame[]): MyGame[] {
    const problem = 'the server does not answer';
    return games.map((one) => (isUnknown(one) ? { ...one, problem } : one));
}

/** Asks for those games of this browser that are not over, a hundred at a time. */
async function askServer(
    all: MyGame[],
    onGames: (games: MyGame[]) => void,
    end: AbortSignal,
): Promise<void> {
    let games = all;
    const onFailure = () => onGames(withoutAnswer(games));
    const open = all.filter(isUnknown).map(({ seen }) => seen.id);
    for (let i = 0; i < open.length; i += LISTED_MAX) {
        const ids = open.slice(i, i + LISTED_MAX);
        const isRequested = (one: MyGame) => ids.includes(one.seen.id);
        try {
            const answer = await retry((signal) => getListedGames(ids, signal), end, onFailure);
            const find = (id: string) => answer.games.find((game) => game.id === id);
            games = games.map((one) => (isRequested(one) ? updated(one, find(one.seen.id)) : one));
            onGames(games);
        } catch {
            return onFailure();
        }
    }
}

/** `error`: why the list of the account does not come. */
export function useMyGames() {
    const [games, setGames] = useState<MyGame[]>(() =>
        allGames().map((seen) => ({ seen, summary: null, game: null, problem: '' })),
    );
    const [before, setBefore] = useState<number | null>(null); // older ones are still on the server
    const [complete, setComplete] = useState(() => !accountName()); // but for those
    const [error, setError] = useState<unknown>(null);
    const first = useRef(games);
    useEffect(() => {
        const games = first.current;
        const left = new AbortController();
        const end = left.signal;
        const show = (updatedGames: MyGame[]) => !end.aborted && setGames(updatedGames);
        const onFailure = (error: unknown) => {
            if (end.aborted) return;
            setError(error);
            show(withoutAnswer(games));
        };
        const askAccount = async () => {
            const both = (signal: AbortSignal) =>
                Promise.all([true, false].map((open) => getAccountGames(open, null, signal)));
            const [open, over] = await retry(both, end, onFailure);
            if (end.aborted) return games;
            setBefore(over!.before);
            setComplete(true);
            setError(null);
            return withListed(games, [...open!.games, ...over!.games]);
        };
        const ask = async () => {
            const all = accountName() ? await askAccount() : games;
            show(all);
            await askServer(all, show, end);
        };
        ask().catch((error: unknown) => {
            onFailure(error);
            return askServer(games, show, end);
        });
        return () => left.abort();
    }, []);
    const showOlder = async () => {
        try {
            const older = await sendAwaited((end) => getAccountGames(false, before, end));
            setGames((known) => withListed(known, older.games));
            setBefore(older.before);
            setError(null);
        } catch (error) {
            setError(error);
        }
    };
    return { games, complete, error, showOlder: before ? showOlder : null };
}

/** The games of the account that wait for it: challenges, and those in which it is to move; as they
    are after so many changes. */
export function useWaitingGames(account: string, changes: number): MyGame[] {
    const [games, setGames] = useState<MyGame[]>([]);
    useEffect(() => {
        const left = new AbortController();
        const end = left.signal;
        const show = ({ games }: { games: ListedGame[] }) => {
            const waiting = games.filter(({ id }) => !isHidden(id)).map(unopened);
            if (!end.aborted) setGames(waiting.filter(({ summary }) => summary!.turn !== 'theirs'));
        };
        retry(
            (signal) => getAccountGames(true, null, signal),
            end,
            () => {},
        ).then(show, () => {});
        return () => left.abort();
    }, [account, changes]);
    return games;
}
