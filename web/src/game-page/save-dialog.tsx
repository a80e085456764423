// "Share or save": the link to watch a game, and its files.
import type { Game } from '../api/client';
import { Dialog } from '../ui/dialog';
import { useOrigins } from '../game/origins';
import { OriginChoice, ShareLink } from '../game/share-link';

interface SaveDialogProps {
    game: Game;
    at: number; // the number of moves before the position in view
    turned: boolean; // White is at the bottom
    onClose: () => void;
}

export function SaveDialog({ game, at, turned, onClose }: SaveDialogProps) {
    const origins = useOrigins();
    const view = `?ply=${at}${turned ? '&turned=1' : ''}`;
    return (
        <Dialog title="Share or save" onClose={onClose}>
            {origins && (
                <div class="share">
                    <p>Whoever opens this link watches the game.</p>
                    <ShareLink link={`${origins.picked}/g/${game.id}`} label="Link to watch" />
                    <OriginChoice {...origins} />
                </div>
            )}
            {game.number !== undefined && <p>In commands it is game {game.number}.</p>}
            <h3>The game as a file</h3>
            <div class="buttons">
                <FileLink id={game.id} ending="apgn" text="APGN" />
                <FileLink id={game.id} ending="json" text="JSON" />
            </div>
            <h3>The position in view as a picture</h3>
            <div class="buttons">
                <FileLink id={game.id} ending="png" text="PNG" query={view} />
                <FileLink id={game.id} ending="svg" text="SVG" query={view} />
            </div>
            <div class="buttons">
                <button class="primary" onClick={onClose}>
                    Close
                </button>
            </div>
        </Dialog>
    );
}

interface FileLinkProps {
    id: string;
    ending: string;
    text: string;
    query?: string;
}

function FileLink({ id, ending, text, query = '' }: FileLinkProps) {
    return (
        <a
            class="button"
            href={`/api/1/games/${id}.${ending}${query}`}
            download={`paua-${id}.${ending}`}
        >
            {text}
        </a>
    );
}
