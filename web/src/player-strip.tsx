// A player's strip above or below the board: name, turn, ejected marbles.
import { MarbleShape } from './board';
import type { Side } from './rules';
import { colourName, other } from './text';

interface PlayerStripProps {
    side: Side;
    name: string;
    ejected: number; // marbles that this side has ejected
    win: number;
    toMove: boolean;
    thinking: boolean;
    won: boolean;
}

export function PlayerStrip({ side, name, ejected, win, toMove, thinking, won }: PlayerStripProps) {
    const slots = Array.from({ length: Math.max(win, ejected) }, (_, i) => i < ejected);
    return (
        <section
            class={`strip ${toMove ? 'to-move' : ''} ${won ? 'won' : ''}`}
            aria-label={`${colourName(side)}: ${name}`}
        >
            <svg class="dot" viewBox="-.55 -.55 1.1 1.1" aria-hidden="true">
                <MarbleShape side={side} />
            </svg>
            <span class="who">
                <b>{name}</b>
                {name !== colourName(side) && <span class="muted">{colourName(side)}</span>}
                {thinking && <span class="dots" aria-hidden="true" />}
            </span>
            <span class="tray" role="img" aria-label={`${ejected} of ${win} marbles ejected`}>
                {slots.map((full, i) => (
                    <svg
                        key={i}
                        class={full ? 'full' : 'free'}
                        viewBox="-.5 -.5 1 1"
                        aria-hidden="true"
                    >
                        {full ? (
                            <circle class={`body ${other(side)}`} r=".44" />
                        ) : (
                            <circle class="slot" r=".4" />
                        )}
                    </svg>
                ))}
            </span>
        </section>
    );
}
