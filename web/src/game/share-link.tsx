// A link to give away: to copy, to share by the device's own menu, or as a QR code.
import { useRef, useState } from 'preact/hooks';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icons';
import { MarbleIcon } from '../board/marble-shape';
import { isLocal, type OriginPicker } from './origins';
import { QrCode } from '../ui/lazy-qr';
import type { Side } from '../rules/rules';
import { colourName } from '../rules/text';

const COPIED_MS = 2500;

interface ShareLinkProps {
    link: string;
    label: string; // "Link for White"
    side?: Side | null;
}

export function ShareLink({ link, label, side }: ShareLinkProps) {
    const [coded, setCoded] = useState(false);
    const field = useRef<HTMLInputElement>(null);
    const codeName = side ? `QR code for ${colourName(side)}` : 'QR code';
    const share = () => void navigator.share({ title: 'Paua', url: link }).catch(() => {});
    return (
        <div class="copy-field">
            <div class="row">
                {side && <MarbleIcon kind={side} />}
                <input
                    ref={field}
                    readOnly
                    value={link}
                    aria-label={label}
                    onFocus={(e) => e.currentTarget.select()}
                />
                <CopyButton text={link} field={field} />
                {'share' in navigator && (
                    <button class="icon-button" title="Share" aria-label="Share" onClick={share}>
                        <Icon name="share" />
                    </button>
                )}
                <button
                    class="icon-button"
                    title="QR code"
                    aria-label={codeName}
                    onClick={() => setCoded(true)}
                >
                    <Icon name="qr" />
                </button>
            </div>
            {coded && (
                <Dialog title="Scan it with a camera" onClose={() => setCoded(false)}>
                    <QrCode.View text={link} label={`${label}, as a QR code`} />
                    <div class="buttons">
                        <button class="primary" onClick={() => setCoded(false)}>
                            Close
                        </button>
                    </div>
                </Dialog>
            )}
        </div>
    );
}

interface CopyButtonProps {
    text: string;
    field: { current: HTMLInputElement | null }; // that holds the text
}

export function CopyButton({ text, field }: CopyButtonProps) {
    const [copied, setCopied] = useState(false);
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(text);
        } catch {
            // Without permission for the clipboard the old way may still work.
            field.current!.select();
            document.execCommand('copy');
        }
        setCopied(true);
        setTimeout(() => setCopied(false), COPIED_MS);
    };
    return (
        <button class="primary" onClick={copy}>
            <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </button>
    );
}

/** Which of the server's addresses the links have; or a word that they work here alone. */
export function OriginChoice({ all, problem, picked, pick }: OriginPicker) {
    if (problem)
        return (
            <p class="fine muted">
                Links work on this machine only.{' '}
                {problem === 'offline' ? (
                    'It has no network address that others could open.'
                ) : (
                    <>
                        For other devices, start the server with{' '}
                        <code>./run --listen 0.0.0.0:{new URL(picked).port || 80}</code>.
                    </>
                )}
            </p>
        );
    if (all.length < 2) return null;
    return (
        <label class="origin">
            <span>Address</span>
            <select value={picked} onChange={(event) => pick(event.currentTarget.value)}>
                {all.map((one) => (
                    <option key={one} value={one}>
                        {isLocal(one) ? `${one} (this machine only)` : one}
                    </option>
                ))}
            </select>
        </label>
    );
}
