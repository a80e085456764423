// What this browser remembers in localStorage: keys of seats, recent games, settings.
// The page works without it, for as long as it is open.
import { SIDES, type Side } from './rules';

export interface Seats {
    keys: Partial<Record<Side, string>>; // the key of a seat not in `mine` is for an invitation
    mine: Side[]; // the seats that this browser plays
}

export interface RecentGame {
    id: string;
    title: string;
    opponent: string;
    over: string; // the result, '' while the game is in progress
    at: number;
}

const RECENT_KEY = 'seen';
const RECENT_MAX = 12;

export interface Settings {
    coordinates: boolean;
    confirm: boolean;
    hints: boolean;
    theme: 'system' | 'light' | 'dark';
    board: 'wood' | 'slate' | 'felt';
    marbles: 'glass' | 'flat';
    sound: boolean;
    volume: number; // 0 to 100
    pace: number; // milliseconds that a move is seen before the computer's answer, 0: no pause
}

const DEFAULTS: Settings = {
    coordinates: true,
    confirm: false,
    hints: true,
    theme: 'system',
    board: 'wood',
    marbles: 'glass',
    sound: true,
    volume: 40,
    pace: 600,
};

function read<T>(name: string, defaults: T): T {
    try {
        const text = localStorage.getItem(`paua:${name}`);
        return text ? { ...defaults, ...JSON.parse(text) } : defaults;
    } catch {
        return defaults;
    }
}

function write(name: string, value: unknown): void {
    try {
        localStorage.setItem(`paua:${name}`, JSON.stringify(value));
    } catch {
        // Storage is full or disabled.
    }
}

export function loadSeats(id: string): Seats {
    return read<Seats>(`game:${id}`, { keys: {}, mine: [] });
}

/** The keys that the server gave for new seats, in the order of play; null: a computer's. */
export function keysBySide(keys: (string | null)[]): Seats['keys'] {
    return Object.fromEntries(keys.flatMap((key, i) => (key ? [[SIDES[i], key]] : [])));
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

export function recentGames(): RecentGame[] {
    return read<{ list: RecentGame[] }>(RECENT_KEY, { list: [] }).list;
}

/** Puts a game on top of the list. */
export function rememberGame(game: RecentGame): void {
    const others = recentGames().filter((one) => one.id !== game.id);
    write(RECENT_KEY, { list: [game, ...others].slice(0, RECENT_MAX) });
}

export function forgetGame(id: string): void {
    write(RECENT_KEY, { list: recentGames().filter((game) => game.id !== id) });
}
