// The player to move has gone: how long to wait, then a button that claims the game.
import { useEffect, useState } from 'preact/hooks';
import { nameInSentence, seatOf } from '../game/text';
import { isTaken } from '../game/seat';
import { isOver, sideToMove, type GameState, type RunRequest, type Session } from '../game/session';

interface ClaimCardProps {
    session: Session;
    state: GameState;
    runRequest: RunRequest;
}

/**
 * Whether a player of this browser waits for another person who has moved before and has gone. That
 * is unknown while the connection is lost.
 */
export function isGone(state: GameState): boolean {
    const { game, seats, entries, connected } = state;
    if (!connected || !game.claim || game.status !== 'playing' || isOver(state)) return false;
    const seat = seatOf(state, sideToMove(state));
    if (seats.mine.length === 0 || seats.mine.includes(seat.colour)) return false;
    if (!entries.some(({ mover }) => mover === seat.colour)) return false;
    return seat.kind !== 'computer' && isTaken(seat) && !game.here.includes(seat.colour);
}

export function ClaimCard(props: ClaimCardProps) {
    const { state } = props;
    if (!isGone(state)) return null;
    return <WaitingCard key={`${state.entries.length}`} {...props} />;
}

function WaitingCard({ session, state, runRequest }: ClaimCardProps) {
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
