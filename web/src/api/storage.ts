// What this browser remembers in localStorage: keys of seats, recent games, settings.
// The page works without it, for as long as it is open.
import type { CreatedGame, Seat } from './client';
import { SIDES, type Side } from '../rules/rules';

/** What a browser knows of a game's seats: those that it plays, and those it may give away. */
export interface Seats {
    keys: Partial<Record<Side, string>>;
    invitations: Partial<Record<Side, string>>;
    mine: Side[]; // the sides of `keys`, and those of the account, in the order of play
}

/** What is remembered of a game that was opened. */
export interface SeenGame {
    id: string;
    title: string; // '': it was never opened here
    opponent: string;
    over: string; // the result, '' while the game is in progress
    at: number; // when it was opened or ended
    hidden?: boolean; // taken from the list; the seats in it stay
    waits?: 'players' | 'me'; // for seats to be taken; it has begun, and was not opened since
    account?: string; // the name of the account that has a seat in it, or this browser's, too
}

const PREFIX = 'paua:'; // of all names in localStorage
const SEEN_KEY = 'seen';
const SEEN_MAX = 1000;

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

/** What could not be written: kept as long as the page is open. */
const memory = new Map<string, string>();

/** Whether a value is of the kind of a default; null stands for any. */
function isLike(value: unknown, usual: unknown): boolean {
    if (usual === null) return true;
    const isObject = typeof value === 'object' && value !== null;
    if (typeof usual !== 'object') return typeof value === typeof usual;
    return isObject && Array.isArray(value) === Array.isArray(usual);
}

/**
 * The defaults with what is stored, as far as that is of the same kind: others may have written it.
 */
function merge<T extends object>(stored: unknown, defaults: T): T {
    const known = Object.entries((stored ?? {}) as Partial<T>);
    const usual = Object.entries(defaults);
    const fits = ([name, value]: [string, unknown]) =>
        usual.every(([one, model]) => one !== name || isLike(value, model));
    return { ...defaults, ...Object.fromEntries(known.filter(fits)) };
}

function read<T extends object>(name: string, defaults: T): T {
    try {
        const text = memory.get(name) ?? localStorage.getItem(PREFIX + name);
        return text ? merge(JSON.parse(text), defaults) : defaults;
    } catch {
        return defaults;
    }
}

function write(name: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
        localStorage.setItem(PREFIX + name, text);
        memory.delete(name);
    } catch {
        memory.set(name, text); // storage is full or disabled
    }
}

const ROOM = 1000; // characters: the seats of a game, and what is remembered of it

/** Whether the browser keeps what was and will be written until the page is opened again. */
export function storageKeeps(): boolean {
    try {
        localStorage.setItem(`${PREFIX}test`, ' '.repeat(ROOM));
        localStorage.removeItem(`${PREFIX}test`);
        return memory.size === 0;
    } catch {
        return false;
    }
}

type Secrets = Seats['keys'];

/** The secrets that the server gave for seats in the order of play; null: another kind of seat. */
function bySide(secrets: (string | null)[]): Secrets {
    return Object.fromEntries(
        secrets.flatMap((one, i) => (one ? [[SIDES[i]!, one] as const] : [])),
    );
}

export function seatsOf(keys: Secrets, invitations: Secrets = {}): Seats {
    return { keys, invitations, mine: SIDES.filter((side) => keys[side]) };
}

/** The key of this browser's first seat; undefined: the account plays it. */
export function firstKey({ mine, keys }: Seats): string | undefined {
    return mine[0] && keys[mine[0]];
}

/** The seats of a game that this browser has created. */
export function createdSeats({ keys, invitations }: CreatedGame): Seats {
    return seatsOf(bySide(keys), bySide(invitations));
}

/** The seats of a rematch: everybody plays the colour after his own, with the same key. */
export function rematchSeats({ mine, keys }: Seats, players: number): Seats {
    const after = (side: Side) => SIDES[(SIDES.indexOf(side) + 1) % players]!;
    return seatsOf(Object.fromEntries(mine.map((side) => [after(side), keys[side]] as const)));
}

/** The seats of the game that follows a declined one: who is left keeps the order. */
export function successorSeats({ keys, invitations }: Seats, seats: Seat[]): Seats {
    const left = seats.filter((seat) => !seat.left).map((seat) => seat.colour);
    const moved = (secrets: Secrets) => bySide(left.map((side) => secrets[side] ?? null));
    return seatsOf(moved(keys), moved(invitations));
}

const SEATS_PREFIX = 'game:';

/** Earlier versions kept the keys of seats to give away among the keys, outside of `mine`. */
export function loadSeats(id: string): Seats {
    const none = { keys: {}, invitations: {}, mine: null };
    const stored = read<Omit<Seats, 'mine'> & { mine: Side[] | null }>(SEATS_PREFIX + id, none);
    const { keys, invitations, mine } = stored;
    const gives = (side: string) => Array.isArray(mine) && !mine.includes(side as Side);
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
    return btoa(String.fromCharCode(...bytes))
        .replace(/\+/g, '-')
        .replace(/\//g, '_');
}

export function loadNickname(): string {
    return read<{ name: string }>('nickname', { name: '' }).name;
}

export function saveNickname(name: string): void {
    write('nickname', { name });
}

/** Who is signed in; '': nobody. */
export function loadAccount(): string {
    return read<{ name: string }>('account', { name: '' }).name;
}

export function saveAccount(name: string): void {
    write('account', { name });
}

/** The account to which this browser's games shall not be linked. */
export function loadUnlinked(): string {
    return read<{ name: string }>('not-along', { name: '' }).name;
}

export function saveUnlinked(name: string): void {
    write('not-along', { name });
}

/** The form of the last game that was started here, as it was saved; null: there was none. */
export function loadChoices(): unknown {
    return read<{ form: unknown }>('choices', { form: null }).form;
}

export function saveChoices(form: unknown): void {
    write('choices', { form });
}

export function loadSettings(): Settings {
    return read('settings', DEFAULTS);
}

/** Changes some settings, and returns all. The others are as any tab of this browser left them. */
export function changeStoredSettings(changes: Partial<Settings>): Settings {
    const settings = { ...loadSettings(), ...changes };
    write('settings', settings);
    return settings;
}

/** Calls the listener after each change by another tab; returns how to stop that. */
export function onSettingsChange(listener: () => void): () => void {
    const check = ({ key }: StorageEvent) => {
        if (key === `${PREFIX}settings`) listener();
    };
    addEventListener('storage', check);
    return () => removeEventListener('storage', check);
}

function unseen(id: string): SeenGame {
    return { id, title: '', opponent: '', over: '', at: 0 };
}

function seenGames(): SeenGame[] {
    const { list } = read<{ list: unknown[] }>(SEEN_KEY, { list: [] });
    return list.map((game) => merge(game, unseen(''))).filter(({ id }) => id);
}

const seenListeners = new Set<() => void>();

function writeSeen(list: SeenGame[]): void {
    write(SEEN_KEY, { list });
    for (const listener of seenListeners) listener();
}

/**
 * Calls the listener after each change of what this page remembers of games; returns how to stop.
 */
export function onSeenChange(listener: () => void): () => void {
    seenListeners.add(listener);
    return () => void seenListeners.delete(listener);
}

/** What is remembered of a game. */
export function findSeen(id: string): SeenGame | undefined {
    return seenGames().find((game) => game.id === id);
}

/** Whether a game is not only another account's: this browser has a key, or has watched it. */
function isOurs({ id, account }: SeenGame): boolean {
    return !account || account === loadAccount() || loadSeats(id).mine.length > 0;
}

/**
 * Every game that this browser has opened or has a seat in, the last opened first; of those that an
 * account alone plays only what is for who is signed in.
 */
export function allGames(): SeenGame[] {
    const seen = seenGames();
    const ids = new Set(seen.map(({ id }) => id));
    const others = seatedGames().filter((id) => !ids.has(id));
    return [...seen.filter((game) => !game.hidden && isOurs(game)), ...others.map(unseen)];
}

/** Whether a game was taken from the list. */
export function isHidden(id: string): boolean {
    return findSeen(id)?.hidden === true;
}

/** Puts a game on top of the list. */
export function rememberGame(game: SeenGame): void {
    const known = findSeen(game.id);
    const others = seenGames().filter((one) => one.id !== game.id);
    const account = known?.account && { account: known.account };
    writeSeen([{ ...account, ...game }, ...others].slice(0, SEEN_MAX));
}

/** Changes what is remembered of a game, which keeps its place in the list. */
export function updateGame(id: string, changes: Partial<SeenGame>): void {
    const list = seenGames();
    const update = (game: SeenGame) => (game.id === id ? { ...game, ...changes } : game);
    const known = list.some((game) => game.id === id);
    writeSeen(known ? list.map(update) : [...list, { ...unseen(id), ...changes }]);
}

/** The games in which this browser has or had a seat. */
function seatedGames(): string[] {
    return storedNames()
        .filter((name) => name.startsWith(SEATS_PREFIX))
        .map((name) => name.slice(SEATS_PREFIX.length));
}

function storedNames(): string[] {
    const names = [...memory.keys()];
    try {
        for (let i = 0; i < localStorage.length; i++) {
            const name = localStorage.key(i)!;
            if (name.startsWith(PREFIX)) names.push(name.slice(PREFIX.length));
        }
    } catch {
        // Storage is disabled.
    }
    return [...new Set(names)];
}
