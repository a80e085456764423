// The games of a player that the reader may see: those in progress, and those that are over.
import { useEffect, useRef, useState } from 'preact/hooks';
import { getUserGames, type UserGames as Page } from '../api/accounts';
import type { ListedGame } from '../api/client';
import { gameAboutText, opponentsOfName, outcomeText } from './game-history';
import { Problem } from '../ui/status';
import { errorSentence } from '../api/error-text';
import { countOf } from '../ui/text';
import { useEffectEvent } from '../ui/use-effect-event';

const ASKS_MAX = 5; // for a page with a game: those of others are left out

export function UserGames({ name }: { name: string }) {
    return (
        <>
            <GameList title="Games in progress" name={name} open={true} />
            <GameList title="Games" name={name} open={false} />
        </>
    );
}

/** The next games that are not private. */
async function nextPage(name: string, open: boolean, from: number | null): Promise<Page> {
    let page = await getUserGames(name, open, from);
    for (let asks = 1; asks < ASKS_MAX && !page.games.length && page.before !== null; asks++)
        page = await getUserGames(name, open, page.before);
    return page;
}

interface GameListProps {
    title: string;
    name: string; // of the player
    open: boolean; // the games that are not over
}

function GameList({ title, name, open }: GameListProps) {
    const [games, setGames] = useState<ListedGame[]>([]);
    const [before, setBefore] = useState<number | null>(); // undefined until the first page came
    const [problem, setProblem] = useState('');
    const [status, setStatus] = useState('');
    const asking = useRef(false);
    const load = async (from: number | null) => {
        if (asking.current) return;
        asking.current = true;
        setProblem('');
        try {
            const page = await nextPage(name, open, from);
            setGames([...games, ...page.games]);
            setBefore(page.before);
            if (from !== null) setStatus(`${countOf(page.games.length, 'more game')} shown.`);
        } catch (error) {
            setProblem(errorSentence(error));
        }
        asking.current = false;
    };
    const begin = useEffectEvent(() => load(null));
    useEffect(() => void begin(), [begin]);
    if (!games.length && (open || (before === undefined && !problem))) return null;
    return (
        <section class="recent card">
            <h2>{title}</h2>
            {before === null && !games.length && <p class="muted">No public games yet.</p>}
            <ul hidden={!games.length}>
                {games.map((game) => (
                    <GameRow key={game.id} game={game} name={name} />
                ))}
            </ul>
            <Problem>{problem}</Problem>
            {before !== null && (
                <button class="more" onClick={() => void load(before ?? null)}>
                    {before ? 'More games' : 'Try again'}
                </button>
            )}
            <p class="unseen" role="status">
                {status}
            </p>
        </section>
    );
}

function GameRow({ game, name }: { game: ListedGame; name: string }) {
    return (
        <li>
            <a href={`/g/${game.id}`} data-go>
                <span class="name">{opponentsOfName(game, name)}</span>
                <span class="muted">{gameAboutText(game)}</span>
                <span class="state">{outcomeText(game, name)}</span>
            </a>
        </li>
    );
}
