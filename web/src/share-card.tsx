// Invitations: for each open seat a link with its key.
import { useRef, useState } from 'preact/hooks';
import { MarbleIcon } from './marble-shape';
import type { Side } from './rules';
import { colourName } from './text';

const COPIED_MS = 2500;

export interface Invitation {
    side: Side;
    seatKey: string;
}

export function ShareCard({ id, invitations }: { id: string; invitations: Invitation[] }) {
    const one = invitations.length === 1;
    return (
        <section class="card share" aria-label={one ? 'Invite a friend' : 'Invite friends'}>
            <p>
                {one
                    ? 'Send this link to your friend. Whoever opens it plays the other side.'
                    : 'Send each friend one of these links. Whoever opens it plays that colour.'}
            </p>
            {invitations.map(({ side, seatKey }) => (
                <ShareLink
                    key={side}
                    side={one ? null : side}
                    link={`${location.origin}/g/${id}#${seatKey}`}
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
