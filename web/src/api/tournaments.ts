// What the server says of tournaments (docs/http-api.md).
import { get, request } from './client';
import type { Schemas } from './schema';

/** A tournament in a list. */
export type TournamentRow = Schemas['TournamentRow'];

/** A round of a player; without an opponent it is a bye. */
export type Round = Schemas['TournamentRound'];
export type Standing = Schemas['TournamentStanding'];
export type Pairing = Schemas['TournamentPairing'];
export type Tournament = Schemas['Tournament'];
export type NewTournament = Schemas['NewTournament'];

export function getTournaments(
    status: string,
    signal: AbortSignal,
): Promise<Schemas['Tournaments']> {
    return get(`/tournaments?status=${status}`, signal);
}

export function getTournament(id: string, signal: AbortSignal): Promise<Tournament> {
    return get(`/tournaments/${id}`, signal);
}

/** `id`: of this tournament, so that a repeat makes no second one. */
export function createTournament(
    tournament: NewTournament,
    id: string,
    signal: AbortSignal,
): Promise<Tournament> {
    return request('POST', '/tournaments', undefined, tournament, signal, id);
}

/** Joins, leaves or begins it; or has a computer join or leave: its owner. */
export function takePart(
    id: string,
    what: 'join' | 'leave' | 'start',
    computer?: string,
): Promise<Tournament> {
    return request('POST', `/tournaments/${id}/${what}`, undefined, { computer });
}
