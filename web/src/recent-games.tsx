// The list of games that this browser opened recently.
import { useState } from 'preact/hooks';
import { Icon } from './icons';
import { forgetGame, recentGames, rememberGame, type RecentGame } from './storage';

export function RecentGames() {
    const [games] = useState(recentGames);
    if (games.length === 0) return null;
    return (
        <section class="recent card">
            <h2>Your games</h2>
            <ul>
                {games.map((game) => (
                    <GameRow key={game.id} game={game} />
                ))}
            </ul>
        </section>
    );
}

/** A removed game leaves its row, so that the next one does not move under a double click. */
function GameRow({ game }: { game: RecentGame }) {
    const [removed, setRemoved] = useState(false);
    const { id, title, opponent, over } = game;
    const onRemove = () => {
        forgetGame(id);
        setRemoved(true);
    };
    const onUndo = () => {
        rememberGame(game);
        setRemoved(false);
    };
    if (removed)
        return (
            <li class="removed">
                <button onClick={onUndo}>Undo</button>
                <span class="muted">{title} is removed from this list.</span>
            </li>
        );
    return (
        <li>
            <a href={`/g/${id}`} data-go>
                <span class="name">{title}</span>
                <span class="muted">{opponent}</span>
                <span class={`state ${over ? '' : 'running'}`}>{over || 'in progress'}</span>
            </a>
            <button
                class="icon-button"
                aria-label={`Remove ${title} from this list`}
                title="Remove from this list"
                onClick={onRemove}
            >
                <Icon name="close" />
            </button>
        </li>
    );
}
