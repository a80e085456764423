// Keys of seats on their way to another device: as a file (JSON), or packed into a link that a QR
// code holds. Whoever has the keys of a game plays its seats.
import { SIDES, type Side } from '../rules/rules';
import { allGames, loadSeats, saveSeats, seatsOf, type Seats } from '../api/storage';

type Keys = Seats['keys'];
export type KeyRing = Record<string, Keys>; // by game

const GAME = /^[A-Za-z0-9]{8}$/;
const KEY = /^[A-Za-z0-9_-]{32}$/;
const LINK_MAX = 20; // games, so that a telephone can read the code

/** The keys of all games; or of the last games that are not over, as many as a link holds. */
export function collectKeys(forLink: boolean): KeyRing {
    const games = allGames().filter(({ over }) => !forLink || !over);
    const seats = games.map(({ id }): [string, Keys] => [id, loadSeats(id).keys]);
    const own = seats.filter(([, keys]) => Object.keys(keys).length > 0);
    return Object.fromEntries(forLink ? own.slice(0, LINK_MAX) : own);
}

export function keysFile(ring: KeyRing): string {
    return JSON.stringify({ paua: 'keys', games: ring }, null, 2);
}

/** The valid part of a key ring, whatever was read. */
function checked(games: unknown): KeyRing {
    const ring: KeyRing = {};
    for (const [id, value] of Object.entries(Object(games) as Record<string, unknown>)) {
        const keys = Object(value) as Record<string, unknown>;
        const valid = SIDES.filter((side) => KEY.test(String(keys[side])));
        if (!GAME.test(id) || valid.length === 0) continue;
        ring[id] = Object.fromEntries(valid.map((side) => [side, String(keys[side])]));
    }
    return ring;
}

/** Reads such a file; null: it is none. */
export function readKeysFile(text: string): KeyRing | null {
    try {
        const file = JSON.parse(text) as { paua?: unknown; games?: unknown } | null;
        return file?.paua === 'keys' ? checked(file.games) : null;
    } catch {
        return null;
    }
}

/** "ID.bKEY.wKEY~ID.rKEY": characters that an address may have. */
export function packKeys(ring: KeyRing): string {
    const pack = ([id, keys]: [string, Keys]) =>
        [id, ...Object.entries(keys).map(([side, key]) => side + key)].join('.');
    return Object.entries(ring).map(pack).join('~');
}

export function unpackKeys(text: string): KeyRing {
    const unpack = (packed: string): [string, Record<string, string>] => {
        const [id = '', ...keys] = packed.split('.');
        return [id, Object.fromEntries(keys.map((key) => [key.slice(0, 1), key.slice(1)]))];
    };
    return checked(Object.fromEntries(text.split('~').map(unpack)));
}

/** Adds keys to those of this browser; returns the number of games with a new seat. */
export function addKeys(ring: KeyRing): number {
    let added = 0;
    for (const [id, keys] of Object.entries(ring)) {
        const seats = loadSeats(id);
        const fresh = Object.keys(keys).some((side) => !seats.keys[side as Side]);
        if (fresh) saveSeats(id, seatsOf({ ...keys, ...seats.keys }, seats.invitations));
        added += fresh ? 1 : 0;
    }
    return added;
}
