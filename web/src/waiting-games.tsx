// Asks the server in which games the account is to act, and shows on top of the start page that
// somebody waits for an answer.
import { useEffect } from 'preact/hooks';
import { useWaitingGames, type MyGame } from './use-my-games';

interface WaitingGamesProps {
    account: string;
    onGames: (games: MyGame[]) => void;
}

export function WaitingGames({ account, onGames }: WaitingGamesProps) {
    const waiting = useWaitingGames(account);
    useEffect(() => onGames(waiting), [waiting]);
    const challenges = waiting.filter(({ summary }) => summary!.turn === 'asked');
    const [first] = challenges;
    if (!first) return null;
    const one = challenges.length === 1;
    return (
        <p class="card called">
            {one
                ? `A challenge: ${first.seen.opponent} wants to play with you.`
                : `You have ${challenges.length} challenges.`}
            <a class="button primary" href={one ? `/g/${first.seen.id}` : '/games'} data-go>
                Answer
            </a>
        </p>
    );
}
