// How long the first move of a player may take, after which the game closes without a result.
import { useEffect, useState } from 'preact/hooks';
import { clockText } from './clock';
import { nameInSentence } from '../game/text';
import { confirmedTurn, isClockKnown, isOver, type GameState } from '../game/session';

/**
 * The milliseconds that are left for the first move of the side to move; null: it may take its
 * time.
 */
export function firstMoveLeft({ game, seats }: GameState, now: number): number | null {
    const { clock, status } = game;
    if (clock?.first === undefined || status !== 'playing' || seats.mine.length === 0) return null;
    return Math.max(0, clock.first - (now - (clock.at ?? now)));
}

export function FirstMoveCard({ state }: { state: GameState }) {
    const [, setNow] = useState(0);
    const left = isOver(state) ? null : firstMoveLeft(state, performance.now());
    useEffect(() => {
        if (!left) return; // at 0 the server has the word
        const timer = setTimeout(() => setNow(performance.now()), (left % 1000) + 1);
        return () => clearTimeout(timer);
    });
    if (left === null) return null;
    const turn = confirmedTurn(state);
    if (!isClockKnown(state, turn)) return null;
    const whose = state.seats.mine.includes(turn)
        ? 'Your first move'
        : `The first move of ${nameInSentence(state, turn)}`;
    return (
        <div class="card ask">
            <span>
                {whose} must come within <b role="timer">{clockText(left)}</b>. Otherwise the game
                closes, and nobody loses.
            </span>
        </div>
    );
}
