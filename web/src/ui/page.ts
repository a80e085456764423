// What the pages have in common: what they are given, and their titles.
import { useEffect } from 'preact/hooks';

export interface PageProps {
    param: string; // the part of the path that stands for its *, or ''
    hash: string; // of the address, without #
    go: (path: string, state?: object) => void; // navigates
}

let routeTitle = ''; // of the page that the address names (app/routes.ts)
let betterTitle: { name: string } | null = null; // what the page calls itself

function showTitle(): void {
    const name = betterTitle?.name ?? routeTitle;
    document.title = name ? `${name} - Paua` : 'Paua';
}

/** Sets the title of the window: "Standings" is "Standings - Paua", '' is "Paua". */
export function setRouteTitle(name: string): void {
    routeTitle = name;
    showTitle();
}

/** Shows another title as long as the caller is shown; '': it knows none yet. */
export function usePageTitle(name: string): void {
    useEffect(() => {
        if (!name) return;
        const title = { name };
        betterTitle = title;
        showTitle();
        return () => {
            if (betterTitle !== title) return; // the next page was quicker
            betterTitle = null;
            showTitle();
        };
    }, [name]);
}
