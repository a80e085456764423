// Asks the server in which games the account is to act, and shows on top of the start page that
// somebody waits for an answer, or has written: also what happens while the page is open.
import { useEffect, useState } from 'preact/hooks';
import { followAccount, type AccountEvent } from '../api/messages';
import { termsText } from '../game/list-text';
import { countOf } from '../ui/text';
import { useWaitingGames, type MyGame } from './use-my-games';

interface WaitingGamesProps {
    account: string;
    onGames: (games: MyGame[]) => void;
}

/** What has come by the stream of the account. */
interface Activity {
    changes: number; // how often the games may have changed
    unread: number; // messages
    from: string; // who wrote the last one while the page was open, or ''
}

function withEvent(before: Activity, event: AccountEvent): Activity {
    if (event.type === 'accountFull') return { ...before, unread: event.unread ?? 0 };
    if (event.type === 'message') return { ...before, unread: before.unread + 1, from: event.from };
    return { ...before, changes: before.changes + 1 };
}

export function WaitingGames({ account, onGames }: WaitingGamesProps) {
    const [activity, setActivity] = useState<Activity>({ changes: 0, unread: 0, from: '' });
    useEffect(() => followAccount((event) => setActivity((known) => withEvent(known, event))), []);
    const waiting = useWaitingGames(account, activity.changes);
    useEffect(() => onGames(waiting), [waiting, onGames]);
    return (
        <div role="status">
            <Challenge games={waiting.filter(({ summary }) => summary!.turn === 'challenged')} />
            {activity.unread > 0 && <Unread {...activity} />}
        </div>
    );
}

function Challenge({ games }: { games: MyGame[] }) {
    const [first] = games;
    if (!first) return null;
    const one = games.length === 1;
    return (
        <p class="card called">
            {one
                ? `A challenge: ${first.seen.opponent} wants to play with you. ${termsText(first.game!)}`
                : `You have ${games.length} challenges.`}
            <a class="button primary" href={one ? `/g/${first.seen.id}` : '/games'} data-go>
                Answer
            </a>
        </p>
    );
}

function Unread({ unread, from }: Activity) {
    const one = unread === 1 && from;
    return (
        <p class="card called">
            {one ? `${from} has written to you.` : `You have ${countOf(unread, 'new message')}.`}
            <a class="button primary" href={one ? `/messages/${from}` : '/messages'} data-go>
                Read
            </a>
        </p>
    );
}
