// Taking one's seats to another device: their keys as a file or a QR code, and back again.
import { useRef, useState } from 'preact/hooks';
import { saveFile } from '../ui/download';
import {
    addKeys,
    collectKeys,
    keysFile,
    packKeys,
    readKeysFile,
    unpackKeys,
    type KeyRing,
} from './keys';
import { useOrigins } from '../game/origins';
import { QrCode } from '../ui/lazy-qr';
import { StatusLine } from '../ui/status';
import { OriginChoice } from '../game/share-link';
import { countOf } from '../ui/text';
import { useAccountName } from '../api/use-account';

interface KeysCardProps {
    carried: string; // packed keys, by the link that opened the page
    onImport: () => void;
}

export function KeysCard({ carried, onImport }: KeysCardProps) {
    const [message, setMessage] = useState('');
    const [coded, setCoded] = useState(false);
    const account = useAccountName();
    const add = (ring: KeyRing | null) => {
        const added = ring ? addKeys(ring) : 0;
        setMessage(ring ? addedText(added) : 'This is not a file of keys.');
        if (added) onImport();
    };
    const all = Object.keys(collectKeys(false)).length;
    return (
        <section class="card keys-card" aria-label="On another device">
            <h2>On another device</h2>
            <Carried packed={carried} onAdd={add} />
            <p>
                {account ? 'Seats that you took without your account' : 'Your seats'} are yours
                because this browser has their keys. Take the keys along to play the same games
                elsewhere. Whoever has them can play for you.
            </p>
            <div class="buttons">
                <button
                    disabled={all === 0}
                    onClick={() => saveFile('paua-keys.json', keysFile(collectKeys(false)))}
                >
                    Save keys to a file
                </button>
                <button aria-pressed={coded} disabled={all === 0} onClick={() => setCoded(!coded)}>
                    Show as a QR code
                </button>
                <FileButton
                    label="Read keys from a file"
                    onText={(text) => add(readKeysFile(text))}
                />
            </div>
            {coded && <KeysCode />}
            <StatusLine>{message}</StatusLine>
        </section>
    );
}

function addedText(added: number): string {
    if (added === 0) return 'This browser has these keys already.';
    return `Added your seats in ${countOf(added, 'game')}.`;
}

/** Asks whether to add the keys that came with the link. */
function Carried({ packed, onAdd }: { packed: string; onAdd: (ring: KeyRing) => void }) {
    const [answered, setAnswered] = useState(false);
    const ring = unpackKeys(packed);
    const games = Object.keys(ring).length;
    if (!packed || answered) return null;
    if (games === 0) return <p class="problem">The link has no valid keys.</p>;
    const answer = (yes: boolean) => {
        history.replaceState(null, '', '/games');
        setAnswered(true);
        if (yes) onAdd(ring);
    };
    return (
        <div class="card ask" role="group" aria-label="Keys from the link">
            <span>Add the seats in {countOf(games, 'game')} to this browser?</span>
            <button class="primary" onClick={() => answer(true)}>
                Add
            </button>
            <button onClick={() => answer(false)}>No</button>
        </div>
    );
}

function KeysCode() {
    const origins = useOrigins();
    const ring = collectKeys(true);
    const games = Object.keys(ring).length;
    if (!origins) return null;
    if (games === 0) return <p>No game is in progress. A file holds those that are over, too.</p>;
    return (
        <>
            <p>
                Scan this with the camera of the other device. It holds the keys of{' '}
                {games === 1 ? 'the game' : `the last ${games} games`} in progress.
            </p>
            <QrCode.View
                text={`${origins.picked}/games#keys=${packKeys(ring)}`}
                label="QR code with your keys"
            />
            <OriginChoice {...origins} />
        </>
    );
}

function FileButton({ label, onText }: { label: string; onText: (text: string) => void }) {
    const input = useRef<HTMLInputElement>(null);
    const onChange = async () => {
        const file = input.current!.files?.[0];
        if (file) onText(await file.text());
        input.current!.value = ''; // the same file may be chosen again
    };
    return (
        <>
            <button onClick={() => input.current!.click()}>{label}</button>
            <input ref={input} type="file" hidden onChange={onChange} />
        </>
    );
}
