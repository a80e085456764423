// The calls of the HTTP API about accounts (docs/http-api.md): signing up and in, one's own
// account.
import { get, request, type Game, type ListedGame } from './client';
import type { Schemas } from './schema';

/** A browser that is signed in. */
export type AccountSession = Schemas['Session'];

/** What a program shows to act for the account. */
export type Token = Schemas['TokenInfo'];
export type Scope = Token['scopes'][number];

export type Account = Schemas['Account'];

/** How well somebody plays in one category, such as "2-rapid". */
export type Rating = Schemas['Rating'];

/** What everybody may know of somebody. */
export type User = Schemas['User'];

/** An account in the standings of a category. */
export type Standing = Schemas['Standing'];

export async function signUp(name: string, password: string): Promise<Account> {
    const body = { name, password };
    return (await request<Schemas['AccountAnswer']>('POST', '/account', undefined, body)).account;
}

export async function signIn(name: string, password: string): Promise<Account> {
    const body = { name, password };
    return (await request<Schemas['AccountAnswer']>('POST', '/session', undefined, body)).account;
}

/** Ends the session of this browser. */
export function signOut(): Promise<void> {
    return request('DELETE', '/session');
}

export function getAccount(signal: AbortSignal): Promise<Account> {
    return get('/account', signal);
}

/** Ends all other sessions, too. */
export async function changePassword(password: string, newPassword: string): Promise<Account> {
    const body = { password, new_password: newPassword };
    return (await request<Schemas['AccountAnswer']>('PATCH', '/account', undefined, body)).account;
}

export function closeAccount(password: string): Promise<void> {
    return request('DELETE', '/account', undefined, { password });
}

/** Has a code mailed to the address. */
export function setAddress(address: string, password: string): Promise<Schemas['PendingAddress']> {
    return request('PUT', '/account/address', undefined, { address, password });
}

export function confirmAddress(code: string): Promise<Schemas['ConfirmedAddress']> {
    return request('POST', '/account/address', undefined, { code });
}

export function removeAddress(): Promise<void> {
    return request('DELETE', '/account/address');
}

/** Mails a code if the account has an address. The answer does not say whether it has one. */
export function forgetPassword(name: string): Promise<void> {
    return request('POST', '/session/forgotten', undefined, { name });
}

export function resetPassword(code: string, password: string): Promise<void> {
    return request('POST', '/session/reset', undefined, { code, password });
}

/** Ends one session, or without an id all but that of this browser. */
export function endSessions(id?: string): Promise<void> {
    return request('DELETE', id ? `/account/sessions/${id}` : '/account/sessions');
}

/** A new token; its secret is in this answer alone. */
export function createToken(label: string, scopes: Scope[]): Promise<Schemas['NewTokenMade']> {
    return request('POST', '/account/tokens', undefined, { label, scopes });
}

export function endToken(id: string): Promise<void> {
    return request('DELETE', `/account/tokens/${id}`);
}

export const ACCOUNT_EXPORT = '/api/1/account/export';

const pageOf = (open: boolean, before: number | null) =>
    `open=${open ? 1 : 0}${before === null ? '' : `&before=${before}`}`;

/** A page of the games of the account, the newest first; `before`: where the next one begins, null
    at the end. */
export function getAccountGames(
    open: boolean,
    before: number | null,
    signal: AbortSignal,
): Promise<{ games: ListedGame[]; before: number | null }> {
    return get(`/account/games?${pageOf(open, before)}`, signal);
}

/** The seat of this key is the account's, too, from now on. */
export function linkGame(id: string, key: string): Promise<Game> {
    return request('POST', `/games/${id}/account`, undefined, { key });
}

const USER_GAMES_ASKED = 30; // at once

export function getUser(name: string, signal: AbortSignal): Promise<User> {
    return get(`/users/${name}`, signal);
}

/** What is listed of somebody's games; `before`: where the next page begins, null at the end. */
export type UserGames = Schemas['UserGames'];

/** A page of the games of somebody, the newest first, without those that are not public. */
export function getUserGames(
    name: string,
    open: boolean,
    before: number | null,
    signal: AbortSignal,
): Promise<UserGames> {
    return get(`/users/${name}/games?${pageOf(open, before)}&most=${USER_GAMES_ASKED}`, signal);
}

/** Who is best in a category; `more`: others follow. */
export type Standings = Schemas['Standings'];

/** From a rank on, with bots or people alone. */
export function getStandings(
    category: string,
    from: number,
    bots: boolean,
    signal: AbortSignal,
): Promise<Standings> {
    return get(`/standings?category=${category}&from=${from}&bots=${bots ? 1 : 0}`, signal);
}

/** A rating before the newest games, as many as the server gives at once, and after each. */
export async function getCurve(
    name: string,
    category: string,
    signal: AbortSignal,
): Promise<number[]> {
    const path = `/users/${name}/ratings?category=${category}`;
    const games = (await get<Schemas['Curve']>(path, signal)).games.reverse(); // the oldest first
    return games.flatMap(({ rating, change }, i) => (i ? rating : [rating - change, rating]));
}
