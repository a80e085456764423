// useSound: the sounds of a game, as loud as the settings say: the last seat is taken, each new
// move, and the end.
import { useEffect, useRef } from 'preact/hooks';
import type { Move } from '../rules/rules';
import { isOver, newMoveOf, type GameState } from './session';
import { playSound, type Sound } from './sound';
import type { Settings } from '../api/storage';
import { useEffectEvent } from '../ui/use-effect-event';

function soundOf(move: Move): Sound {
    if (move.ejects) return 'eject';
    return move.pushed.length ? 'push' : 'move';
}

export function useSound(state: GameState, { sound, volume }: Settings): (sound: Sound) => void {
    const play = (name: Sound) => {
        if (sound) playSound(name, volume);
    };
    const { entries } = state;
    const over = isOver(state);
    const { status } = state.game;
    const played = useRef({ entries, over, status });
    const playChange = useEffectEvent(() => {
        const move = newMoveOf(entries, played.current.entries);
        if (move) play(soundOf(move));
        if (over && !played.current.over) play('end');
        if (status === 'playing' && played.current.status === 'waiting') play('join');
        played.current = { entries, over, status };
    });
    useEffect(() => playChange(), [entries, over, status, playChange]);
    return play;
}
