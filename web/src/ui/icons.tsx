// Icons and the logo, drawn as lines on a 24 x 24 grid.
const PATHS = {
    first: 'M18 6l-6 6 6 6M7 6v12',
    back: 'M15 6l-6 6 6 6',
    next: 'M9 6l6 6-6 6',
    last: 'M6 6l6 6-6 6M17 6v12',
    flip: 'M7 4v14M4 7l3-3 3 3M17 20V6M14 17l3 3 3-3',
    flag: 'M6 21V4M6 5h11l-2.5 4L17 13H6',
    draw: 'M5 9h14M5 15h14',
    link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
    again: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v5h5',
    settings: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5',
    help: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.6v.1',
    analyse: 'M4 4v16h16M8 15l3.5-5 3 3L20 6',
    close: 'M7 7l10 10M17 7L7 17',
    undo: 'M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3',
    pause: 'M8 5v14M16 5v14',
    share: 'M12 15V4M8 7.5L12 3.5l4 4M7 11H5v9h14v-9h-2',
    qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M18 18h2v2',
    person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
    send: 'M5 12h13M13 6l6 6-6 6',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
    return (
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d={PATHS[name]} />
        </svg>
    );
}

/** The mark: seven marbles in a hexagon, one of them of paua shell. */
export function Logo() {
    const ring = [0, 1, 2, 3, 4, 5].map((i) => ({
        x: 12 + 7.4 * Math.cos((i * Math.PI) / 3),
        y: 12 + 7.4 * Math.sin((i * Math.PI) / 3),
    }));
    return (
        <svg class="logo" viewBox="0 0 24 24" aria-hidden="true">
            {ring.map(({ x, y }) => (
                <circle class="dot" cx={x} cy={y} r={3.2} />
            ))}
            <circle class="shell" cx={12} cy={12} r={3.5} />
        </svg>
    );
}
