// A page changes with what is pressed: a button goes, another one moves into its place. The second
// press of a double click is for the first button, so it must not reach the one that came.
const DOUBLE_MS = 500;
const NEAR = 12; // pixels

interface Press {
    at: number;
    x: number;
    y: number;
    button: Element | null;
}

/** Whether a press goes to another button than the one before it, at the same place and at once. */
export function isStray(before: Press | null, press: Press): boolean {
    return (
        before !== null &&
        press.at - before.at < DOUBLE_MS &&
        Math.hypot(press.x - before.x, press.y - before.y) < NEAR &&
        press.button !== null &&
        press.button !== before.button
    );
}

/** Drops such presses on the whole page. */
export function dropStrayClicks(): void {
    let before: Press | null = null;
    const onClick = (event: MouseEvent) => {
        if (event.detail === 0) return; // by the keyboard
        const button = (event.target as Element).closest('button, a, summary');
        const press = { at: event.timeStamp, x: event.clientX, y: event.clientY, button };
        if (isStray(before, press)) {
            event.preventDefault();
            event.stopPropagation();
        }
        before = { ...press, button: before && isStray(before, press) ? before.button : button };
    };
    document.addEventListener('click', onClick, { capture: true });
}
