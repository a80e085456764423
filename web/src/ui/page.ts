// What the pages have in common: what they are given, their titles, the menu that lists some.
import { createContext } from 'preact';
import { useEffect } from 'preact/hooks';

export interface PageProps {
    param: string; // the part of the path that stands for its *, or ''
    hash: string; // of the address, without #
    go: (path: string, state?: object) => void; // navigates
}

/** The pages that the account's menu offers: app/routes.ts says which. */
export const MenuContext = createContext<{ path: string; title: string }[]>([]);

let pageTitle = '';
let betterTitle = '';
let call = '';

function writeTitle(): void {
    const name = call ? `(1) ${call}` : betterTitle || pageTitle;
    document.title = name ? `${name} - Paua` : 'Paua';
}

/** The title of a page in app/routes.ts: "Standings" is "Standings - Paua", '' is "Paua". */
export function showTitle(name: string): void {
    pageTitle = name;
    writeTitle();
}

/** What calls the reader to another page stands before the title of every page; '': nothing. */
export function showCall(text: string): void {
    call = text;
    writeTitle();
}

/**
 * A better title than that of the page in app/routes.ts, from when it is known ('': not yet) for as
 * long as the component is there.
 */
export function usePageTitle(name: string): void {
    useEffect(() => {
        if (!name) return;
        betterTitle = name;
        writeTitle();
        return () => {
            if (betterTitle === name) betterTitle = '';
            writeTitle();
        };
    }, [name]);
}
