// Follows a game of others: the account is notified of its moves and its end.
import { Problem } from '../ui/status';
import { useState } from 'preact/hooks';
import { follow, getFollowed } from '../api/correspondence';
import { errorSentence } from '../api/error-text';
import { useAnswer } from '../api/use-answer';

export interface FollowButtonProps {
    id: string; // of the game
}

export function FollowButton({ id }: FollowButtonProps) {
    const { answer: games, setAnswer } = useAnswer(id, getFollowed);
    const [problem, setProblem] = useState('');
    if (!games) return null;
    const follows = games.includes(id);
    const change = () =>
        follow(id, !follows).then(
            () => setAnswer(follows ? [] : [id]),
            (error: unknown) => setProblem(errorSentence(error)),
        );
    return (
        <div class="buttons">
            <button aria-pressed={follows} onClick={() => void change()}>
                {follows ? 'Following' : 'Follow'}
            </button>
            <Problem>{problem}</Problem>
        </div>
    );
}
