// What has gone wrong, and what has been done, as lines that screen readers speak when they change.
// Such a line is there while it is empty, too: only then is its first text spoken.
import type { ComponentChildren } from 'preact';

export function Problem({ children }: { children: ComponentChildren }) {
    return (
        <p class="problem" role="alert">
            {children}
        </p>
    );
}

export function StatusLine({ children }: { children: ComponentChildren }) {
    return (
        <p class="fine" role="status">
            {children}
        </p>
    );
}
