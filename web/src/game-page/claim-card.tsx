// The player to move has gone: how long to wait, then a button that claims the game.
import { useEffect, useState } from 'preact/hooks';
import { nameInSentence } from '../game/text';
import { sideToMove, type GameState, type RunRequest, type Session } from '../game/session';

interface ClaimCardProps {
    session: Session;
    state: GameState;
    runRequest: RunRequest;
}

export function ClaimCard({ session, state, runRequest }: ClaimCardProps) {
    const [left, setLeft] = useState(state.game.claim ?? 0); // seconds
    useEffect(() => {
        if (left <= 0) return;
        const timer = setTimeout(() => setLeft(left - 1), 1000);
        return () => clearTimeout(timer);
    }, [left]);
    const name = nameInSentence(state, sideToMove(state));
    const text = `${name} is not here.`;
    return (
        <div class="card ask" role="group" aria-label={text}>
            <span>
                {text} {left > 0 && `You can claim the game in ${left} s.`}
            </span>
            {left <= 0 && (
                <button class="primary" onClick={() => runRequest(() => session.claim())}>
                    Claim the game
                </button>
            )}
        </div>
    );
}
