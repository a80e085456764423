// The games of a player that the reader may see: those in progress, and those that are over.
import { useState } from 'preact/hooks';
import { getUserGames, type UserGames as Page } from '../api/accounts';
import type { ListedGame } from '../api/client';
import { gameAboutText, opponentsOfName, outcomeText } from './game-history';
import { Pending } from '../api/pending';
import { beginOf, usePages } from '../api/use-pages';
import { countOf } from '../ui/text';

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
async function nextPage(
    name: string,
    open: boolean,
    from: number | null,
    signal: AbortSignal,
): Promise<Page> {
    let page = await getUserGames(name, open, from, signal);
    for (let asks = 1; asks < ASKS_MAX && !page.games.length && page.before !== null; asks++)
        page = await getUserGames(name, open, page.before, signal);
    return page;
}

interface GameListProps {
    title: string;
    name: string; // of the player
    open: boolean; // the games that are not over
}

function GameList({ title, name, open }: GameListProps) {
    const { pages, last, error, showMore } = usePages<Page>(name, (known, signal) =>
        nextPage(name, open, beginOf(known), signal),
    );
    const [status, setStatus] = useState('');
    const onMore = async () => {
        const page = await showMore();
        if (page) setStatus(`${countOf(page.games.length, 'more game')} shown.`);
    };
    const games = pages.flatMap((page) => page.games);
    if (open && !games.length) return null; // the other list says what is wrong
    return (
        <section class="recent card">
            <h2>{title}</h2>
            <Pending answer={last} error={error} />
            {last?.before === null && !games.length && <p class="muted">No public games yet.</p>}
            <ul hidden={!games.length}>
                {games.map((game) => (
                    <GameRow key={game.id} game={game} name={name} />
                ))}
            </ul>
            {last?.before && (
                <button class="more" onClick={() => void onMore()}>
                    More games
                </button>
            )}
            <p class="visually-hidden" role="status">
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
