// A modal dialog: the browser's own, which handles Escape, focus and the background.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
    title: string;
    onClose: () => void;
    children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
    const ref = useRef<HTMLDialogElement>(null);
    const id = useId(); // dialogs may stand above one another
    useLayoutEffect(() => {
        const dialog = ref.current!;
        dialog.showModal();
        dialog.scrollTop = 0; // the browser focuses the first button, which may be at the bottom
        return () => dialog.close();
    }, []);
    return (
        <dialog
            ref={ref}
            aria-labelledby={id}
            onCancel={(event: Event) => {
                event.preventDefault();
                onClose();
            }}
            onClick={(event: MouseEvent) => event.target === ref.current && onClose()}
        >
            <div class="dialog">
                <h2 id={id}>{title}</h2>
                {children}
            </div>
        </dialog>
    );
}
