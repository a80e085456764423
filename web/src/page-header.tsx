// The bar on top of every page but a game's: the way home, and what else the page offers.
import type { ComponentChildren } from 'preact';
import { Logo } from './icons';

export function PageHeader({ children }: { children?: ComponentChildren }) {
    return (
        <header class="bar">
            <a class="brand" href="/" data-go>
                <Logo /> Paua
            </a>
            <span class="spring" />
            {children}
        </header>
    );
}
