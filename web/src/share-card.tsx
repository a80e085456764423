// The invitation: a link with the key of the other seat.
import { useRef, useState } from 'preact/hooks';

const COPIED_MS = 2500;

export function ShareCard({ id, seatKey }: { id: string; seatKey: string }) {
    const [copied, setCopied] = useState(false);
    const field = useRef<HTMLInputElement>(null);
    const link = `${location.origin}/g/${id}#${seatKey}`;
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
        <section class="card share" aria-label="Invite a friend">
            <p>Send this link to your friend. Whoever opens it plays the other side.</p>
            <div class="row">
                <input
                    ref={field}
                    readOnly
                    value={link}
                    aria-label="Link for your friend"
                    onFocus={(e) => e.currentTarget.select()}
                />
                <button class="primary" onClick={copy}>
                    <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
                </button>
            </div>
        </section>
    );
}
