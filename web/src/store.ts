// What this browser remembers: keys of seats, games seen, settings. Everything works without.
import type { Side } from './rules';

/** Keys known here, and the seats that this browser plays; a key of another seat is for inviting. */
export interface Seats {
    keys: Partial<Record<Side, string>>;
    mine: Side[];
}

export interface Seen {
    id: string;
    title: string;
    opponent: string;
    over: string; // how it ended, '' while it goes on
    at: number;
}

export interface Settings {
    coordinates: boolean;
    confirm: boolean;
    hints: boolean;
}

const DEFAULTS: Settings = { coordinates: true, confirm: false, hints: true };

function read<T>(name: string, otherwise: T): T {
    try {
        const text = localStorage.getItem(`paua:${name}`);
        return text ? { ...otherwise, ...JSON.parse(text) } : otherwise;
    } catch {
        return otherwise;
    }
}

function write(name: string, value: unknown): void {
    try {
        localStorage.setItem(`paua:${name}`, JSON.stringify(value));
    } catch {
        // A full or forbidden storage: the game goes on in this tab.
    }
}

export function loadSeats(id: string): Seats {
    return read<Seats>(`game:${id}`, { keys: {}, mine: [] });
}

export function saveSeats(id: string, seats: Seats): void {
    write(`game:${id}`, seats);
}

export function loadSettings(): Settings {
    return read('settings', DEFAULTS);
}

export function saveSettings(settings: Settings): void {
    write('settings', settings);
}

export function seenGames(): Seen[] {
    return read<{ list: Seen[] }>('seen', { list: [] }).list;
}

export function rememberGame(seen: Seen): void {
    const others = seenGames().filter((game) => game.id !== seen.id);
    write('seen', { list: [seen, ...others].slice(0, 12) });
}

export function forgetGame(id: string): void {
    write('seen', { list: seenGames().filter((game) => game.id !== id) });
}
