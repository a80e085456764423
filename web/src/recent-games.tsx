// The games that this browser opened last, on the start page.
import { useState } from 'preact/hooks';
import { GameRow } from './game-row';
import { allGames } from './storage';

const SHOWN = 6;

export function RecentGames() {
    const [games] = useState(allGames);
    if (games.length === 0) return null;
    return (
        <section class="recent card">
            <h2>Your games</h2>
            <ul>
                {games.slice(0, SHOWN).map((game) => (
                    <GameRow key={game.id} game={game} state={stateOf(game.over)} />
                ))}
            </ul>
            <a class="all-games" href="/games" data-go>
                {games.length > SHOWN ? `All ${games.length} games` : 'My games'}
            </a>
        </section>
    );
}

function stateOf(over: string) {
    return { text: over || 'in progress', running: !over };
}
