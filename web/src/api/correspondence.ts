// The calls of the HTTP API for correspondence games (docs/http-api.md): conditional moves,
// vacations, games followed.
import { get, request } from './client';
import type { Schemas } from './schema';

/** A move that may come, and what may follow it; "*": any other move of another player. */
export type ConditionalMove = Schemas['ConditionalMove'];

/** A tree of them; `ply`: of its first moves. */
export type Conditional = Schemas['Conditional'];

/** The key of a seat; undefined: the account that is signed in plays it. */
type SeatKey = string | undefined;

export function getConditional(
    id: string,
    key: SeatKey,
    signal: AbortSignal,
): Promise<Conditional> {
    return get(`/games/${id}/conditional`, signal, key);
}

/**
 * `after`: the number of the last event that is known; what has gone on since is refused.
 * `replaces`: the tree that was read; if there is another one, `changed` is the answer.
 */
export function postConditional(
    id: string,
    key: SeatKey,
    conditional: Conditional & { after: number; replaces: ConditionalMove[] },
    signal: AbortSignal,
): Promise<Conditional> {
    return request('POST', `/games/${id}/conditional`, key, conditional, signal);
}

export function deleteConditional(
    id: string,
    key: SeatKey,
    signal: AbortSignal,
): Promise<Conditional> {
    return request('DELETE', `/games/${id}/conditional`, key, undefined, signal);
}

/** A vacation that is planned or has begun, and the days of the year that are left. */
export type Vacation = Schemas['Vacation'];

export function getVacation(signal: AbortSignal): Promise<Vacation> {
    return get('/account/vacation', signal);
}

/** `from`: as "2026-11-23T12:48:36Z", without it now. */
export function postVacation(changes: Schemas['NewVacation']): Promise<Vacation> {
    return request('POST', '/account/vacation', undefined, changes);
}

export function endVacation(): Promise<Vacation> {
    return request('DELETE', '/account/vacation');
}

/** The ids of the games that the account follows. */
export async function getFollowed(signal: AbortSignal): Promise<string[]> {
    const { subscriptions } = await get<Schemas['Subscriptions']>('/account/subscriptions', signal);
    return subscriptions.map(({ game }) => game);
}

export function follow(id: string, follows: boolean): Promise<void> {
    return request(follows ? 'PUT' : 'DELETE', `/account/subscriptions/${id}`);
}
