// Where the browser keeps nothing: a game's links to its own seats, which are lost with the page.
import { linkOf } from '../game/invitation';
import { ShareLink } from '../game/share-link';
import type { GameState } from '../game/session';
import { colourName } from '../rules/text';

export function StorageCard({ state: { game, seats } }: { state: GameState }) {
    const keyed = seats.mine.filter((side) => seats.keys[side]);
    if (keyed.length === 0 || game.status === 'over') return null;
    return (
        <section class="card share" aria-label="Keep your seat">
            <p>
                This browser keeps nothing for this site. If you close or reload this page, only
                this link brings you back to your seat. Don't share it.
            </p>
            {keyed.map((side) => (
                <ShareLink
                    key={side}
                    side={keyed.length > 1 ? side : null}
                    label={`Link to your seat, ${colourName(side)}`}
                    link={linkOf(location.origin, game.id, seats.keys[side]!, side)}
                />
            ))}
        </section>
    );
}
