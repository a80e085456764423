// A notice over every page, with a sound and in the title, that somebody has taken a seat which
// this browser has offered, or several.
import { useEffect, useRef, useState } from 'preact/hooks';
import { loadSettings } from '../api/storage';
import { playSound } from '../game/sound';
import { Icon } from '../ui/icons';
import { showCall } from '../ui/page';
import { followOffers, forgetOffer, isOffer, type BegunGame } from './offers';

/** Plays a sound for each game that has begun since the last time. */
function useCallSound(games: BegunGame[]): void {
    const called = useRef(new Set<string>());
    useEffect(() => {
        const { sound, volume } = loadSettings();
        const isNew = games.some(({ id }) => !called.current.has(id));
        for (const { id } of games) called.current.add(id);
        if (isNew && sound) playSound('join', volume);
    }, [games]);
}

/**
 * What is said of the games, and which of them the notice leads to: one in which it is one's turn.
 */
function callOf(games: BegunGame[]): { title: string; text: string; to: BegunGame } | null {
    const [first] = games;
    if (!first) return null;
    const to = games.find(({ isTurn }) => isTurn) ?? first;
    const then = to.isTurn ? 'It is your turn.' : 'The game begins.';
    if (games.length === 1) return { title: to.joined, text: `${to.joined}. ${then}`, to };
    const title = `${games.length} games have begun`;
    return { title, text: `${title}.`, to };
}

/** `path`: of the page that is shown; the page of a game speaks for itself. */
export function OfferNotices({ path }: { path: string }) {
    const [begun, setBegun] = useState<BegunGame[]>([]);
    useEffect(() => {
        const stop = new AbortController();
        void followOffers(setBegun, stop.signal);
        return () => stop.abort();
    }, []);
    useCallSound(begun);
    const games = begun.filter(({ id }) => path !== `/g/${id}` && isOffer(id));
    const call = callOf(games);
    const title = call?.title ?? '';
    useEffect(() => showCall(title), [title]);
    const forget = () => {
        for (const { id } of games) forgetOffer(id);
        setBegun(begun.filter((game) => !games.includes(game)));
    };
    return (
        <div class="offer-notices" role="status">
            {call && (
                <p class="card called">
                    {call.text}
                    <span class="buttons">
                        <a
                            class="button primary"
                            aria-label={`Open: ${call.to.joined}`}
                            href={`/g/${call.to.id}`}
                            data-go
                        >
                            Open
                        </a>
                        <button
                            class="icon-button"
                            aria-label={`Close: ${title}`}
                            title="Close"
                            onClick={forget}
                        >
                            <Icon name="close" />
                        </button>
                    </span>
                </p>
            )}
        </div>
    );
}
