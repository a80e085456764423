// One marble, drawn around (0, 0) with a radius of 0.44. Colours beyond black and white, and the
// marbles of nobody, also carry a mark, so that hues need not be distinguished.
import type { Kind } from '../rules/rules';

const MARKS: Partial<Record<Kind, string>> = {
    r: 'M0-.2 .2 0 0 .2-.2 0Z', // a diamond
    g: 'M0-.21 .2 .14-.2 .14Z', // a triangle
    y: 'M-.16 0a.16 .16 0 1 0 .32 0a.16 .16 0 1 0-.32 0Z', // a ring
    p: 'M-.14-.14 .14 .14M.14-.14-.14 .14', // a cross
    n: 'M-.18 0H.18', // a bar
    c: 'M0-.25 .07-.08 .25-.08 .11 .04 .16 .22 0 .11-.16 .22-.11 .04-.25-.08-.07-.08Z', // a star
    x: 'M-.2-.2 .2 .2M.2-.2-.2 .2', // a large cross, on a block instead of a marble
};

export function hasMark(kind: Kind): boolean {
    return kind in MARKS;
}

/** The mark alone. */
export function Mark({ kind }: { kind: Kind }) {
    const path = MARKS[kind];
    return path ? <path class={`mark ${kind}`} d={path} /> : null;
}

export function MarbleShape({ kind }: { kind: Kind }) {
    if (kind === 'x')
        return (
            <>
                <path class="body x" d="M-.4-.23V.23L0 .46 .4 .23V-.23L0-.46Z" />
                <Mark kind={kind} />
            </>
        );
    return (
        <>
            <ellipse class="shade" cx={0.03} cy={0.09} rx={0.45} ry={0.43} />
            <circle class={`body ${kind}`} r={0.44} />
            <ellipse
                class={`shine ${kind}`}
                cx={-0.13}
                cy={-0.2}
                rx={0.17}
                ry={0.11}
                transform="rotate(-28)"
            />
            <Mark kind={kind} />
        </>
    );
}

/** A small marble in a line of text, without shade and shine. */
export function MarbleIcon({ kind, label }: { kind: Kind; label?: string }) {
    return (
        <svg class="marble-icon" viewBox="-.5 -.5 1 1" aria-hidden={!label} aria-label={label}>
            <circle class={`body ${kind}`} r=".44" />
            <Mark kind={kind} />
        </svg>
    );
}
