// Follows a game of others: the account is told of its moves and its end.
import { Problem } from '../ui/status';
import { useEffect, useState } from 'preact/hooks';
import { follow, getFollowed } from '../api/correspondence';
import { errorSentence } from '../api/error-text';

export interface FollowButtonProps {
    id: string; // of the game
}

export function FollowButton({ id }: FollowButtonProps) {
    const [follows, setFollows] = useState<boolean | null>(null);
    const [problem, setProblem] = useState('');
    useEffect(() => {
        getFollowed().then(
            (games) => setFollows(games.includes(id)),
            () => setFollows(null),
        );
    }, [id]);
    if (follows === null) return null;
    const change = () =>
        follow(id, !follows).then(
            () => setFollows(!follows),
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
