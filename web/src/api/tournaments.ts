// What the server says of tournaments (docs/http-api.md).
import { request } from './client';

/** A tournament in a list. */
export interface TournamentRow {
    id: string;
    name: string;
    owner: string;
    system: 'swiss' | 'round-robin' | 'double-round-robin';
    status: 'open' | 'running' | 'over';
    rounds: number; // 0: not known yet
    round: number;
    players: number;
    layout: string;
    rated: boolean;
    bots: boolean; // may play
    starts: string | null;
}

/** A round of a player. */
export interface Round {
    round: number;
    opponent: number | null; // null: a bye
    colour?: 'b' | 'w';
    points: number | null; // null: it is played
    played: boolean;
}

export interface Standing {
    rank: number;
    number: number;
    name: string;
    bot?: boolean;
    left?: boolean;
    points: number;
    buchholz: number;
    sonneborn_berger: number;
    rounds: Round[];
}

export interface Pairing {
    round: number;
    black: number;
    white: number | null; // null: a bye
    black_points: number | null; // null: it is played
    white_points: number | null;
    game?: string;
}

export interface Tournament extends TournamentRow {
    standings: Standing[];
    pairings: Pairing[];
}

export function getTournaments(status: string): Promise<{ tournaments: TournamentRow[] }> {
    return request('GET', `/tournaments?status=${status}`);
}

export function getTournament(id: string): Promise<Tournament> {
    return request('GET', `/tournaments/${id}`);
}

/** A tournament that is to be made. */
export interface NewTournament {
    name: string;
    system: TournamentRow['system'];
    rounds?: number; // of a Swiss
    layout: string;
    rules: string; // with a clock
    rated: boolean;
    bots: boolean; // may play
}

export function createTournament(tournament: NewTournament): Promise<Tournament> {
    return request('POST', '/tournaments', undefined, tournament);
}

/** Joins, leaves or begins it; or has a computer join or leave: its owner. */
export function takePart(
    id: string,
    what: 'join' | 'leave' | 'start',
    computer?: string,
): Promise<Tournament> {
    return request('POST', `/tournaments/${id}/${what}`, undefined, { computer });
}
