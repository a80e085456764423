// A modal dialog: the browser's own, so Escape, focus and the background behave.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
    title: string;
    onClose: () => void;
    children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
    const ref = useRef<HTMLDialogElement>(null);
    useLayoutEffect(() => {
        const dialog = ref.current!;
        dialog.showModal();
        return () => dialog.close();
    }, []);
    return (
        <dialog
            ref={ref}
            aria-labelledby="dialog-title"
            onCancel={(event: Event) => {
                event.preventDefault();
                onClose();
            }}
            onClick={(event: MouseEvent) => event.target === ref.current && onClose()}
        >
            <div class="dialog">
                <h2 id="dialog-title">{title}</h2>
                {children}
            </div>
        </dialog>
    );
}

export function HelpDialog({ onClose }: { onClose: () => void }) {
    return (
        <Dialog title="How to play" onClose={onClose}>
            <p>
                Push the other side's marbles off the board. A move shifts one, two or three of your
                marbles that stand in a row by one step. Along the row they may push: two push one,
                three push one or two, when the place behind is free or off the board.
            </p>
            <h3>Tap or click</h3>
            <p>
                Tap a marble; tapping a second one takes the whole row between them. Then tap an
                arrow or the place to go to. One marble alone also moves the row in front of it.
            </p>
            <h3>Drag</h3>
            <p>Pull the last marble of a row, or a row you picked, one step in any direction.</p>
            <h3>Keyboard</h3>
            <dl class="keys">
                <dt>Arrow keys, Home, End</dt>
                <dd>walk over the board</dd>
                <dt>Enter or Space</dt>
                <dd>pick a marble, then another to take the row; on a free place: go there</dd>
                <dt>
                    <kbd>Q</kbd> <kbd>E</kbd> <kbd>A</kbd> <kbd>D</kbd> <kbd>Z</kbd> <kbd>C</kbd>
                </dt>
                <dd>
                    the six directions, as these keys lie around <kbd>S</kbd>: walk, or push what
                    you picked
                </dd>
                <dt>Escape</dt>
                <dd>let go</dd>
            </dl>
            <h3>Typing</h3>
            <p>
                <b>a1b2</b> moves the row that begins at a1 towards b2. <b>a1a3b1</b> shifts the row
                a1 to a3 sideways so that a1 comes to b1.
            </p>
            <div class="buttons">
                <button class="primary" onClick={onClose}>
                    Close
                </button>
            </div>
        </Dialog>
    );
}
