// What the pages have in common: what they are given, and their titles.
import { useEffect } from 'preact/hooks';

export interface PageProps {
    param: string; // the part of the path that stands for its *, or ''
    hash: string; // of the address, without #
    go: (path: string, state?: object) => void; // navigates
}

/** "Standings" is "Standings - Paua", '' is "Paua". */
export function showTitle(name: string): void {
    document.title = name ? `${name} - Paua` : 'Paua';
}

/** A better title than that of the page in app/routes.ts, from when it is known; '': not yet. */
export function usePageTitle(name: string): void {
    useEffect(() => {
        if (name) showTitle(name);
    }, [name]);
}
