// A plain word where the browser keeps nothing: the seat is lost with the page, but for its link.
import { linkOf } from './invitation';
import { ShareLink } from './share-link';
import type { GameState } from './session';
import { storageKeeps } from './storage';
import { colourName } from './text';

/** For the start page: what to expect. */
export function StorageWarning() {
    if (storageKeeps()) return null;
    return (
        <p class="fine warning" role="note">
            This browser keeps nothing for this site, so a seat is lost when its page is closed or
            reloaded. The page of a game has a link to come back with.
        </p>
    );
}

/** For the page of a game: the links to its seats. */
export function StorageCard({ state: { game, seats } }: { state: GameState }) {
    if (storageKeeps() || seats.mine.length === 0 || game.status === 'over') return null;
    return (
        <section class="card share" aria-label="Keep your seat">
            <p>
                This browser keeps nothing for this site. If you close or reload this page, only
                this link brings you back to your seat. Don't share it.
            </p>
            {seats.mine.map((side) => (
                <ShareLink
                    key={side}
                    side={seats.mine.length > 1 ? side : null}
                    label={`Link to your seat, ${colourName(side)}`}
                    link={linkOf(location.origin, game.id, seats.keys[side]!, side)}
                />
            ))}
        </section>
    );
}
