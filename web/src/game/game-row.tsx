// A line in a list of games: a link to one, and a button that takes it from the list.
import { useState } from 'preact/hooks';
import { Icon } from '../ui/icons';
import { updateGame, type SeenGame } from '../api/storage';

interface GameRowProps {
    game: SeenGame;
    state: { text: string; running: boolean };
    date?: string;
}

/** A removed game leaves its row, so that the next one does not move under a double click. */
export function GameRow({ game, state, date }: GameRowProps) {
    const [removed, setRemoved] = useState(false);
    const { id, opponent } = game;
    const title = game.title || 'Game';
    const onRemove = () => {
        updateGame(id, { hidden: true });
        setRemoved(true);
    };
    const onUndo = () => {
        updateGame(id, { hidden: false });
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
                <span class="muted">{[opponent, date].filter(Boolean).join(', ')}</span>
                <span class={`state ${state.running ? 'running' : ''}`}>{state.text}</span>
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
