// Parts of the app whose code is loaded when they are first shown, so that the rest need not wait.
// What does not load is requested again, and the reader sees why it is missing.
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { awaitAnswer } from './late';
import { RETRY_MS, waitForRetry } from './wait';
import { NO_CONNECTION, NoConnection, PlainPage, WaitingPage } from './plain-page';
import { Problem } from './status';

/** Why a part is missing: no connection, or the server has it no more. */
type Trouble = '' | 'offline' | 'missing';

interface Lazy<Props> {
    /** Makes one attempt to load it, unless it is there. Whether it is there then. */
    load: () => Promise<boolean>;
    /** Loads it; repeats that until it is there, or nobody waits any more. */
    loadPersistently: (
        signal: AbortSignal,
        onTrouble?: (trouble: Trouble) => void,
    ) => Promise<void>;
    View: ComponentType<Props>;
}

/** What to show until the part is there, and what while it does not come. */
interface Instead {
    waiting: ComponentChildren;
    offline: ComponentChildren;
    missing: ComponentChildren;
    reload?: boolean; // of the whole page instead of trying again, when the server is back
}

interface LazyOptions {
    styles?: string[];
    instead?: Instead;
    pressed?: boolean; // a button shows it: what is late is reported
}

const PART: Instead = {
    waiting: null,
    offline: <Problem>{NO_CONNECTION}</Problem>,
    missing: <Problem>Part of the page couldn't be loaded. Please reload it.</Problem>,
};

const RELOAD_MS = 10_000; // a page that is younger does not come by loading it once more

const loadedStyles: Record<string, Promise<void>> = {};

/** Loads a stylesheet, once; ends also where it does not come. */
function loadStyle(path: string): Promise<void> {
    return (loadedStyles[path] ??= new Promise((done) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = path;
        link.onload = () => done();
        link.onerror = () => {
            delete loadedStyles[path]; // the next one asks again
            link.remove();
            done();
        };
        document.head.append(link);
    }));
}

/** Code that is being loaded, with its stylesheets; where they do not come, the code alone. */
async function withStyles<Code>(paths: string[], code: Promise<Code>): Promise<Code> {
    const [loaded] = await Promise.all([code, ...paths.map(loadStyle)]);
    return loaded;
}

/** Whether the server answers, and not only a proxy for it. */
async function isServerThere(): Promise<boolean> {
    try {
        const response = await fetch('/', { method: 'HEAD', cache: 'no-store' });
        return response.ok;
    } catch {
        return false;
    }
}

/**
 * A part: the component that `pick` finds in a module, with its stylesheets. Browsers keep a module
 * that they could not fetch as failed for good; later attempts ask for it under another address,
 * those for a page load all of it anew.
 */
export function lazyPart<Module, Props extends object>(
    importModule: () => Promise<Module>,
    pick: (module: Module) => ComponentType<Props>,
    { styles = [], instead = PART, pressed = false }: LazyOptions = {},
): Lazy<Props> {
    let Part: ComponentType<Props> | null = null;
    let loading: Promise<boolean> | null = null;
    let address = ''; // of the module that failed, where the browser says so
    let failures = 0;
    const importAgain = () =>
        address ? (import(`${address}?${failures}`) as Promise<Module>) : importModule();
    const load = () =>
        (loading ??= withStyles(styles, importAgain()).then(
            (module) => {
                Part = pick(module);
                return true;
            },
            (error: unknown) => {
                if (!instead.reload) address ||= /https?:\S+\.js/.exec(String(error))?.[0] ?? '';
                failures++;
                loading = null;
                return false;
            },
        ));

    /** Loads the whole page anew when the server is there, but not again and again. */
    async function reloadPage(signal: AbortSignal, onTrouble?: (trouble: Trouble) => void) {
        const [first, longest] = RETRY_MS;
        let mayHelp = performance.now() > RELOAD_MS;
        for (let ms: number = first; !(await isServerThere()); ms = Math.min(ms * 2, longest)) {
            if (signal.aborted) return;
            mayHelp = true;
            onTrouble?.('offline');
            await waitForRetry(ms, signal);
            if (signal.aborted) return;
        }
        if (signal.aborted) return;
        if (mayHelp) location.reload();
        else onTrouble?.('missing');
    }

    async function loadPersistently(signal: AbortSignal, onTrouble?: (trouble: Trouble) => void) {
        const [first, longest] = RETRY_MS;
        for (let ms: number = first; !(await load()); ms = Math.min(ms * 2, longest)) {
            if (signal.aborted) return;
            if (instead.reload) return reloadPage(signal, onTrouble);
            const there = await isServerThere();
            if (signal.aborted) return;
            onTrouble?.(there ? 'missing' : 'offline');
            await waitForRetry(ms, signal);
            if (signal.aborted) return;
        }
        onTrouble?.('');
    }

    function View(props: Props) {
        const [trouble, setTrouble] = useState<Trouble>('');
        const [, show] = useState(Part !== null);
        // Also where it came between the first rendering and this.
        useEffect(() => {
            const left = new AbortController();
            const settle = pressed && !Part ? awaitAnswer() : () => {};
            const onLoaded = () => {
                settle('came');
                show(true);
            };
            void loadPersistently(left.signal, setTrouble).then(onLoaded);
            return () => {
                settle('');
                left.abort();
            };
        }, []);
        if (Part) return <Part {...props} />;
        return <>{instead[trouble || 'waiting']}</>;
    }
    return { load, loadPersistently, View };
}

export function lazyPage<Props extends object>(
    importPage: () => Promise<ComponentType<Props>>,
    styles: string[],
): Lazy<Props> {
    const instead = {
        waiting: <WaitingPage />,
        offline: <NoConnection />,
        missing: <PlainPage title="This page couldn't be loaded" text="Please reload it." />,
        reload: true,
    };
    return lazyPart(importPage, (page) => page, { styles, instead });
}
