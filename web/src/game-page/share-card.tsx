// Invitations: for each free seat a link that takes it.
import type { Game } from '../api/client';
import { linkOf } from '../game/invitation';
import { useOrigins } from '../game/origins';
import type { Side } from '../rules/rules';
import { OriginChoice, ShareLink } from '../game/share-link';
import type { Seats } from '../api/storage';
import { colourName } from '../rules/text';

interface ShareCardProps {
    game: Game;
    free: Side[];
    seats: Seats;
    own: boolean; // one of the links was opened here
}

export function ShareCard({ game, free, seats, own }: ShareCardProps) {
    const origins = useOrigins();
    const one = free.length === 1;
    if (!origins) return null;
    return (
        <section class="card share" aria-label={one ? 'Invite a friend' : 'Invite friends'}>
            {own && <p>This is your own invitation. Opened here, it takes no seat.</p>}
            <p>
                {one
                    ? `Send this link to your friend, who plays ${colourName(free[0]!)}.`
                    : 'Send each friend one of these links.'}{' '}
                Whoever takes the seat first has it.
            </p>
            {game.seats.some((seat) => seat.listed) && (
                <p>The lobby on the start page shows this game, too.</p>
            )}
            {free.map((side) => (
                <ShareLink
                    key={side}
                    side={one ? null : side}
                    label={one ? 'Link for your friend' : `Link for ${colourName(side)}`}
                    link={linkOf(origins.picked, game.id, seats.invitations[side]!, side)}
                />
            ))}
            <OriginChoice {...origins} />
        </section>
    );
}
