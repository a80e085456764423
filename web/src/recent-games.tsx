// The list of games that this browser opened recently.
import { useState } from 'preact/hooks';
import { Icon } from './icons';
import { forgetGame, recentGames } from './storage';

export function RecentGames() {
    const [games, setGames] = useState(recentGames);
    if (games.length === 0) return null;
    const onForget = (id: string) => {
        forgetGame(id);
        setGames(recentGames());
    };
    return (
        <section class="recent card">
            <h2>Your games</h2>
            <ul>
                {games.map(({ id, title, opponent, over }) => (
                    <li key={id}>
                        <a href={`/g/${id}`} data-go>
                            <span class="name">{title}</span>
                            <span class="muted">{opponent}</span>
                            <span class={`state ${over ? '' : 'running'}`}>
                                {over || 'in progress'}
                            </span>
                        </a>
                        <button
                            class="icon-button"
                            aria-label={`Remove ${title} from this list`}
                            title="Remove from this list"
                            onClick={() => onForget(id)}
                        >
                            <Icon name="close" />
                        </button>
                    </li>
                ))}
            </ul>
        </section>
    );
}
