// Offers to link the games of this browser to the account.
import { useEffect, useState } from 'preact/hooks';
import { loadUnlinked, saveUnlinked } from '../api/storage';
import { linkableGames, linkGames } from './link-games';
import { errorSentence } from '../api/error-text';
import { countOf } from '../ui/text';

interface LinkGamesCardProps {
    account: string;
    always?: boolean; // also after "Not now"
    onLinked?: () => void;
}

export function LinkGamesCard({ account, always, onLinked }: LinkGamesCardProps) {
    const [ids, setIds] = useState(() => linkableGames(account));
    const [refused, setRefused] = useState(() => !always && loadUnlinked() === account);
    const { message, busy, link } = useLinking(account, () => {
        setIds(linkableGames(account));
        onLinked?.();
    });
    if (refused || (ids.length === 0 && !message)) return null;
    const refuse = () => {
        saveUnlinked(account);
        setRefused(true);
    };
    return (
        <section class="card link-games" aria-label="Games of this browser">
            {ids.length > 0 && !busy && (
                <>
                    <p>
                        This browser has {countOf(ids.length, 'game')} that you played without your
                        account. Take {ids.length === 1 ? 'it' : 'them'} along, and{' '}
                        {ids.length === 1 ? 'it is' : 'they are'} listed wherever you sign in.
                    </p>
                    <div class="buttons">
                        <button class="primary" onClick={() => void link(ids)}>
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

/** Links games; its message says how many are done, and the outcome. */
function useLinking(account: string, onLinked: () => void) {
    const [message, setMessage] = useState('');
    const [busy, setBusy] = useState(false);
    const [stop] = useState(() => new AbortController());
    useEffect(() => () => stop.abort(), [stop]);
    const link = async (ids: string[]) => {
        const progress = (done: number) => setMessage(`${done} of ${countOf(ids.length, 'game')}`);
        setBusy(true);
        progress(0);
        try {
            const linked = await linkGames(ids, account, stop.signal, progress);
            const others = ids.length - linked;
            const left =
                others && ` ${countOf(others, 'other is', 'others are')} not on this server.`;
            setMessage(`Took ${countOf(linked, 'game')} along.${left || ''}`);
        } catch (error) {
            setMessage(errorSentence(error));
        }
        setBusy(false);
        onLinked();
    };
    return { message, busy, link };
}
