// Offers to take the games of this browser along into the account.
import { useEffect, useState } from 'preact/hooks';
import { loadNotAlong, saveNotAlong } from '../api/storage';
import { gamesToTake, takeAlong } from './take-along';
import { countOf, errorSentence } from '../api/text';

interface TakeAlongCardProps {
    account: string;
    always?: boolean; // also after "Not now"
    onTaken?: () => void;
}

export function TakeAlongCard({ account, always, onTaken }: TakeAlongCardProps) {
    const [ids, setIds] = useState(() => gamesToTake(account));
    const [refused, setRefused] = useState(() => !always && loadNotAlong() === account);
    const { message, busy, take } = useTaking(account, () => {
        setIds(gamesToTake(account));
        onTaken?.();
    });
    if (refused || (ids.length === 0 && !message)) return null;
    const refuse = () => {
        saveNotAlong(account);
        setRefused(true);
    };
    return (
        <section class="card along" aria-label="Games of this browser">
            {ids.length > 0 && !busy && (
                <>
                    <p>
                        This browser has {countOf(ids.length, 'game')} that you played without
                        your account. Take {ids.length === 1 ? 'it' : 'them'} along, and{' '}
                        {ids.length === 1 ? 'it is' : 'they are'} listed wherever you sign in.
                    </p>
                    <div class="buttons">
                        <button class="primary" onClick={() => void take(ids)}>
                            Take along
                        </button>
                        {!always && <button onClick={refuse}>Not now</button>}
                    </div>
                </>
            )}
            <p role="status">{message}</p>
        </section>
    );
}

/** Taking games along: how far it is, and what came of it. */
function useTaking(account: string, onTaken: () => void) {
    const [message, setMessage] = useState('');
    const [busy, setBusy] = useState(false);
    const [stop] = useState(() => new AbortController());
    useEffect(() => () => stop.abort(), []);
    const take = async (ids: string[]) => {
        const progress = (done: number) => setMessage(`${done} of ${countOf(ids.length, 'game')}`);
        setBusy(true);
        progress(0);
        try {
            const taken = await takeAlong(ids, account, stop.signal, progress);
            const others = ids.length - taken;
            const left = others && ` ${countOf(others, 'other is', 'others are')} not on this server.`;
            setMessage(`Took ${countOf(taken, 'game')} along.${left || ''}`);
        } catch (error) {
            setMessage(errorSentence(error));
        }
        setBusy(false);
        onTaken();
    };
    return { message, busy, take };
}
