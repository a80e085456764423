// A page changes with what is pressed: a button goes, another one moves into its place. The second
// press of a double click is for the first button, so it must not reach the one that came, which
// may be the same one with another text; nor does it undo what the first one did to a button that
// is on or off.
const DOUBLE_MS = 500;
const NEAR = 12; // pixels

interface Press {
    at: number;
    x: number;
    y: number;
    button: Element | null;
    text: string; // of the button
    toggle: boolean; // the button is on or off
}

/** Whether a press goes to another button than the one before it, or turns it back, at once. */
export function isStray(before: Press | null, press: Press): boolean {
    return (
        before !== null &&
        press.at - before.at < DOUBLE_MS &&
        Math.hypot(press.x - before.x, press.y - before.y) < NEAR &&
        press.button !== null &&
        (press.button !== before.button || press.text !== before.text || press.toggle)
    );
}

/** Drops such presses on the whole page. */
export function dropStrayClicks(): void {
    let before: Press | null = null;
    const onClick = (event: MouseEvent) => {
        if (event.detail === 0) return; // by the keyboard
        const button = (event.target as Element).closest('button, a, summary');
        const toggle = button?.matches('[aria-pressed], summary') ?? false;
        const text = button?.textContent ?? '';
        const { timeStamp: at, clientX: x, clientY: y } = event;
        const press = { at, x, y, button, text, toggle };
        const stray = isStray(before, press);
        if (stray) {
            event.preventDefault();
            event.stopPropagation();
        }
        before = stray ? { ...before!, at, x, y } : press;
    };
    document.addEventListener('click', onClick, { capture: true });
}
