// Stepping through a game from anywhere on its page: arrow keys, Home and End, and the wheel over
// the board.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Replay } from './use-game';

/** What uses the keys itself, or is open above the game. */
const KEY_USERS = 'input, textarea, select, [contenteditable], dialog';

export function useStepKeys({ at, last, goTo }: Replay): void {
    useLayoutEffect(() => {
        const targets: Record<string, number> = {
            ArrowLeft: at - 1,
            ArrowRight: at + 1,
            Home: 0,
            End: last,
        };
        const onKeyDown = (event: KeyboardEvent) => {
            const to = targets[event.key];
            const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
            if (to === undefined || modified || event.defaultPrevented) return;
            if ((event.target as Element).closest?.(KEY_USERS)) return;
            if (document.querySelector('dialog[open]')) return;
            event.preventDefault();
            goTo(to);
        };
        addEventListener('keydown', onKeyDown);
        return () => removeEventListener('keydown', onKeyDown);
    });
}

const WHEEL_STEP = 50; // pixels; a notch of a mouse wheel is about 100
const WHEEL_REST_MS = 200; // smaller movements before a rest do not add up

/** For the element around the board; at the first and the last move the page scrolls. */
export function useWheelSteps({ at, last, goTo }: Replay) {
    const ref = useRef<HTMLDivElement>(null);
    const turned = useRef({ distance: 0, at: 0 });
    useLayoutEffect(() => {
        const onWheel = (event: WheelEvent) => {
            const to = at + Math.sign(event.deltaY);
            if (event.ctrlKey || to < 0 || to > last || to === at) return;
            event.preventDefault();
            const rested = event.timeStamp - turned.current.at > WHEEL_REST_MS;
            const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL_STEP;
            const before = rested ? 0 : turned.current.distance;
            const distance = before + event.deltaY * pixels;
            const step = Math.abs(distance) >= WHEEL_STEP;
            turned.current = { distance: step ? 0 : distance, at: event.timeStamp };
            if (step) goTo(to);
        };
        const frame = ref.current!;
        frame.addEventListener('wheel', onWheel, { passive: false });
        return () => frame.removeEventListener('wheel', onWheel);
    });
    return ref;
}
