// Invitations: for each free seat a link that takes it.
import { useRef, useState } from 'preact/hooks';
import type { Game } from './api';
import { linkOf } from './invitation';
import { MarbleIcon } from './marble-shape';
import type { Side } from './rules';
import type { Seats } from './storage';
import { colourName } from './text';

const COPIED_MS = 2500;

interface ShareCardProps {
    game: Game;
    free: Side[];
    seats: Seats;
    own: boolean; // one of the links was opened here
}

export function ShareCard({ game, free, seats, own }: ShareCardProps) {
    const one = free.length === 1;
    return (
        <section class="card share" aria-label={one ? 'Invite a friend' : 'Invite friends'}>
            {own && <p>This is your own invitation. Opened here, it takes no seat.</p>}
            <p>
                {one
                    ? `Send this link to your friend. Whoever takes the seat first plays ${colourName(free[0]!)}.`
                    : 'Send each friend one of these links. Whoever takes the seat first plays that colour.'}
            </p>
            {game.seats.some((seat) => seat.listed) && (
                <p>The lobby on the start page shows this game, too.</p>
            )}
            {free.map((side) => (
                <ShareLink
                    key={side}
                    side={one ? null : side}
                    link={linkOf(game.id, seats.invitations[side]!, side)}
                />
            ))}
        </section>
    );
}

function ShareLink({ side, link }: { side: Side | null; link: string }) {
    const [copied, setCopied] = useState(false);
    const field = useRef<HTMLInputElement>(null);
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(link);
        } catch {
            // Without permission for the clipboard the old way may still work.
            field.current!.select();
            document.execCommand('copy');
        }
        setCopied(true);
        setTimeout(() => setCopied(false), COPIED_MS);
    };
    return (
        <div class="row">
            {side && <MarbleIcon kind={side} />}
            <input
                ref={field}
                readOnly
                value={link}
                aria-label={side ? `Link for ${colourName(side)}` : 'Link for your friend'}
                onFocus={(e) => e.currentTarget.select()}
            />
            <button class="primary" onClick={copy}>
                <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
            </button>
        </div>
    );
}
