// Notices over every page, with a sound and in the title, that somebody has taken a seat which this
// browser has offered.
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
    const call = games[0]?.joined ?? '';
    useEffect(() => showCall(call), [call]);
    const forget = (id: string) => {
        forgetOffer(id);
        setBegun(begun.filter((game) => game.id !== id));
    };
    return (
        <div class="offer-notices" role="status">
            {games.map(({ id, joined, isTurn }) => (
                <p key={id} class="card called">
                    {`${joined}. ${isTurn ? 'It is your turn.' : 'The game begins.'}`}
                    <span class="buttons">
                        <a class="button primary" href={`/g/${id}`} data-go>
                            To the game
                        </a>
                        <button
                            class="icon-button"
                            aria-label={`Close: ${joined}`}
                            title="Close"
                            onClick={() => forget(id)}
                        >
                            <Icon name="close" />
                        </button>
                    </span>
                </p>
            ))}
        </div>
    );
}
