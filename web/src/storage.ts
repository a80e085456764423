// What this browser remembers in localStorage: keys of seats, recent games, settings.
// The page works without it, for as long as it is open.
import type { CreatedGame, Seat } from './api';
import { SIDES, type Side } from './rules';

/** What a browser knows of a game's seats: those that it plays, and those it may give away. */
export interface Seats {
    keys: Partial<Record<Side, string>>;
    invitations: Partial<Record<Side, string>>;
    mine: Side[]; // the sides of `keys`, in the order of play
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
    chat: boolean; // messages are shown and spoken
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
    chat: true,
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

type Secrets = Seats['keys'];

/** The secrets that the server gave for seats in the order of play; null: another kind of seat. */
function bySide(secrets: (string | null)[]): Secrets {
    return Object.fromEntries(secrets.flatMap((one, i) => (one ? [[SIDES[i], one]] : [])));
}

export function seatsOf(keys: Secrets, invitations: Secrets = {}): Seats {
    return { keys, invitations, mine: SIDES.filter((side) => keys[side]) };
}

/** The seats of a game that this browser has created. */
export function createdSeats({ keys, invitations }: CreatedGame): Seats {
    return seatsOf(bySide(keys), bySide(invitations));
}

/** The seats of a rematch: everybody plays the colour after his own, with the same key. */
export function rematchSeats({ mine, keys }: Seats, players: number): Seats {
    const after = (side: Side) => SIDES[(SIDES.indexOf(side) + 1) % players];
    return seatsOf(Object.fromEntries(mine.map((side) => [after(side), keys[side]])));
}

/** The seats of the game that follows a declined one: who is left keeps the order. */
export function successorSeats({ keys, invitations }: Seats, seats: Seat[]): Seats {
    const left = seats.filter((seat) => !seat.left).map((seat) => seat.colour);
    const moved = (secrets: Secrets) =>
        bySide(left.map((side) => secrets[side] ?? null));
    return seatsOf(moved(keys), moved(invitations));
}

const SEATS_PREFIX = 'game:';

/** Earlier versions kept the keys of seats to give away among the keys, outside of `mine`. */
export function loadSeats(id: string): Seats {
    const none = { keys: {}, invitations: {}, mine: null };
    const stored = read<Omit<Seats, 'mine'> & { mine: Side[] | null }>(SEATS_PREFIX + id, none);
    const { keys, invitations, mine } = stored;
    const gives = (side: string) => mine !== null && !mine.includes(side as Side);
    const part = (given: boolean) =>
        Object.fromEntries(Object.entries(keys).filter(([side]) => gives(side) === given));
    return seatsOf(part(false), { ...part(true), ...invitations });
}

export function saveSeats(id: string, { keys, invitations }: Seats): void {
    write(SEATS_PREFIX + id, { keys, invitations });
}

const KEY_BYTES = 24; // of random, which make 32 characters

/** A new key for a seat: 32 URL-safe characters. */
export function makeKey(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
    return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_');
}

export function loadNickname(): string {
    return read<{ name: string }>('nickname', { name: '' }).name;
}

export function saveNickname(name: string): void {
    write('nickname', { name });
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
