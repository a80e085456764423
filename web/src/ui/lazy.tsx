// Parts of the app whose code is loaded when they are first shown, so that the rest need not wait.
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { PlainPage } from './plain-page';
import { Problem } from './status';

interface Lazy<Props> {
    /** Begins to load it, once. */
    load: () => Promise<void>;
    View: ComponentType<Props>;
}

/** What to show until the part is there, and what if it does not come. */
interface Instead {
    waiting: ComponentChildren;
    failed: ComponentChildren;
}

function Missing() {
    return <Problem>Part of the page couldn't be loaded. Please reload it.</Problem>;
}

const styles: Record<string, Promise<void>> = {};

/** Code that is being loaded, and beside it its stylesheet, once; where that does not come, the code alone. */
export async function withStyle<Code>(path: string, code: Promise<Code>): Promise<Code> {
    await (styles[path] ??= new Promise((done) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = path;
        link.onload = link.onerror = () => done();
        document.head.append(link);
    }));
    return code;
}

export function lazyPart<Props extends object>(
    importPart: () => Promise<ComponentType<Props>>,
    { waiting, failed }: Instead = { waiting: null, failed: <Missing /> },
): Lazy<Props> {
    let Part: ComponentType<Props> | null = null;
    let missing = false;
    let loading: Promise<void> | null = null;
    const load = () =>
        (loading ??= importPart().then(
            (part) => void (Part = part),
            () => void (missing = true),
        ));

    function View(props: Props) {
        const [, show] = useState(Part !== null);
        // Also where it came between the first rendering and this.
        useEffect(() => void load().then(() => show(true)), []);
        if (missing) return <>{failed}</>;
        return Part ? <Part {...props} /> : <>{waiting}</>;
    }
    return { load, View };
}

export function lazyPage<Props extends object>(
    importPage: () => Promise<ComponentType<Props>>,
): Lazy<Props> {
    return lazyPart(importPage, {
        waiting: <main class="plain waiting" aria-busy="true" aria-label="Loading" />,
        failed: <PlainPage title="This page couldn't be loaded" text="Please reload it." />,
    });
}
