// A page with nothing but a message: no such page, no such game, one that is on its way.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Logo } from './icons';
import { usePageTitle } from './page';

interface PlainPageProps {
    title: string;
    text?: string;
    children?: ComponentChildren; // buttons
}

export function PlainPage({ title, text, children }: PlainPageProps) {
    usePageTitle(title);
    return (
        <main class="plain">
            <Logo />
            <h1>{title}</h1>
            {text && <p class="muted">{text}</p>}
            {children && <p class="buttons">{children}</p>}
        </main>
    );
}

export const NO_CONNECTION = 'There is no connection to the server. Trying again.';

export function NoConnection() {
    return <PlainPage title="No connection" text={NO_CONNECTION} />;
}

const SILENCE_MS = 10_000;

/** A page on its way: says so after a second, and after a longer silence that nobody answers. */
export function WaitingPage({ text = 'Loading' }) {
    const [silent, setSilent] = useState(false);
    useEffect(() => {
        const timer = setTimeout(() => setSilent(true), SILENCE_MS);
        return () => clearTimeout(timer);
    }, []);
    if (silent) return <NoConnection />;
    return (
        <main class="plain waiting" aria-busy="true" aria-label={text}>
            <p class="late">{text}</p>
        </main>
    );
}

export function StartLink() {
    return (
        <a class="button primary" href="/" data-go>
            New game
        </a>
    );
}
