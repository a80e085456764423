// A page with nothing but a message: no such page, no such game, or the game cannot be shown.
import type { ComponentChildren } from 'preact';
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

export function StartLink() {
    return (
        <a class="button primary" href="/" data-go>
            New game
        </a>
    );
}
