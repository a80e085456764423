// Client of Paua's HTTP API (docs/http-api.md): requests, the event stream, streamed analyses.
import { setAccountName } from './signed-in';
import type { GameRules, Result, Side } from '../rules/rules';

/** Who plays a side; a computer has either a level or the name of an opponent. */
export interface Player {
    kind: 'person' | 'open' | 'user' | 'computer'; // open: for who takes it by an invitation
    level?: number;
    opponent?: string; // "abla-combined:4"
    name?: string; // of a person; of the account that a seat of a user is for
    listed?: boolean; // of an open seat: whether the lobby shows it
}

/** The clocks of a game in milliseconds, as they were when the server said so. */
export interface Clocks {
    runs: Side | ''; // whose clock runs
    left?: number[]; // for the game, of each player
    turn?: number; // for this turn
    delay?: number; // until the clock of this turn starts
    at?: number; // when this browser received it, as performance.now()
}

export interface Seat extends Player {
    colour: Side;
    you?: boolean;
    taken?: boolean; // of an open seat, and of a user's
    user?: string; // the name of the account that plays it
    left?: string; // why the player is out of a game of three or more; 'declined' of any
    left_ply?: number; // the number of the first move without the player
    away?: string; // until when the player is on vacation, in a slow game
    rating?: number; // of the account, in a rated game
    provisional?: boolean; // the rating
    rating_change?: number; // what the game has made of it
}

export type ProposalKind = 'draw' | 'takeback' | 'pause' | 'rematch';
export type ProposalAction = 'offer' | 'accept' | 'decline' | 'withdraw';

/** An offer that stands; `missing` have not accepted it yet. */
export interface Proposal {
    kind: ProposalKind;
    colour: Side;
    missing: Side[];
}

export interface ChatMessage {
    event: number;
    colour: Side;
    text: string;
}

export interface Game {
    id: string; // '': a game that was read from text, which the server does not know
    number?: number; // by which commands and mails call it
    board: string;
    layout: string;
    start: string;
    rules: GameRules;
    seats: Seat[];
    moves: string[];
    position: string;
    ply: number;
    turn: Side | '';
    result: Result;
    reason: string;
    status: 'waiting' | 'playing' | 'paused' | 'over';
    proposals: Proposal[];
    chat: ChatMessage[]; // the newest ones
    next: string; // the id of the game that follows, '' if there is none
    created: string;
    closes: string | null; // when it ends if nothing happens
    event: number;
    here: Side[]; // the seats whose players have the game open
    spectators: number;
    clock?: Clocks;
    claim?: number; // seconds that a player may be gone
    rated?: true;
    tournament?: string; // its id
    slow?: true; // it is played by days
}

export interface NewGame {
    layout?: string;
    position?: string;
    teams?: boolean; // with a layout: facing pairs play together
    rules?: string; // "course,win=3"
    rated?: boolean;
    seats: Player[];
}

/** A historical program, or a simple one. */
export interface Opponent {
    name: string;
    about: string;
    plies: number;
    plies_max: number; // equal to `plies` where the depth can't be chosen
}

/** What an event says about the game after it. */
interface StateEvent {
    event: number;
    colour: Side | '';
    position: string;
    ply: number; // of the next move
    turn: Side | '';
    result: Result;
    reason: string;
    clock?: Clocks;
    rating_changes?: number[]; // at the end of a rated game, in the order of play
}

export type ProposalEvent = StateEvent & {
    type: ProposalAction;
    kind: ProposalKind;
    done: boolean; // everybody has agreed
    next?: string; // the rematch
};

export type MoveEvent = Omit<StateEvent, 'ply'> & {
    type: 'move';
    ply: number; // of this move
    move: string;
};

/** A player has lost, or leaves a game of three or more. */
export type DepartureEvent = StateEvent & { type: 'resign' | 'time' | 'gone' };

/** Everything besides moves that happens in a game. */
export type TableEvent =
    | ProposalEvent
    | DepartureEvent
    | (StateEvent & { type: 'resume' | 'back' })
    | (StateEvent & { type: 'away'; until: string })
    | (StateEvent & { type: 'close'; next: string }) // the game of those who are left, or ''
    | (StateEvent & { type: 'join' | 'account'; name: string; user?: string })
    | ({ type: 'chat' } & ChatMessage);

export type GameEvent =
    | { type: 'gameFull'; event: number; game: Game }
    | MoveEvent
    | TableEvent;

/** Who follows the game; not one of its numbered events. */
export type PresenceEvent = { type: 'presence' } & Pick<
    Game,
    'here' | 'spectators' | 'clock'
>;

export class ApiError extends Error {
    constructor(
        readonly status: number, // of HTTP; 0: no answer
        readonly code: string,
        message: string,
        readonly retryAfter = 0, // seconds
    ) {
        super(message);
    }
}

function headers(key?: string): Record<string, string> {
    return key ? { Authorization: `Bearer ${key}` } : {};
}

/** Codes of answers to requests without a key: there is no session, though one was thought of. */
export const NO_SESSION = ['not_signed_in', 'no_key'];

async function failure(response: Response): Promise<ApiError> {
    const after = Number(response.headers.get('Retry-After')) || 0;
    try {
        const { error } = await response.json();
        if (NO_SESSION.includes(error.code)) setAccountName('');
        return new ApiError(response.status, String(error.code), String(error.message), after);
    } catch {
        return new ApiError(
            response.status,
            'unknown',
            `the server answered ${response.status}`,
            after,
        );
    }
}

/** One call; `key`: of a seat, without one it is the call of the account that is signed in. */
export async function request<T>(
    method: string,
    path: string,
    key?: string,
    body?: unknown,
): Promise<T> {
    let response: Response;
    try {
        response = await fetch(`/api/1${path}`, {
            method,
            headers: body ? { ...headers(key), 'Content-Type': 'application/json' } : headers(key),
            body: body ? JSON.stringify(body) : undefined,
        });
    } catch {
        throw new ApiError(0, 'unreachable', 'the server does not answer');
    }
    if (!response.ok) throw await failure(response);
    try {
        const text = await response.text();
        if (!text && (response.status === 204 || response.status === 202)) return undefined as T;
        return JSON.parse(text) as T;
    } catch {
        throw new ApiError(0, 'unreachable', 'the answer was cut off');
    }
}

export function getOpponents(): Promise<{ opponents: Opponent[] }> {
    return request('GET', '/opponents');
}

/** At which addresses other machines find the server. */
export interface ServerAddresses {
    loopback: boolean; // at none: it listens to its own machine alone
    addresses: string[]; // "http://192.168.1.5:8080"
}

export function getServer(): Promise<ServerAddresses> {
    return request('GET', '/server');
}

/** A game that was read from text. */
export interface GameRecord {
    tags: Record<string, string>;
    board: string;
    start: string;
    position: string;
    rules: GameRules;
    moves: string[];
    remarks: { ply: number; comment?: string; glyph?: string; leaves?: string }[];
    result: Result;
    notes: string[]; // what was filled in
    games: number; // in the text
}

/** Reads one of the games of a text, from 1. */
export function postRecord(text: string, game: number): Promise<GameRecord> {
    return request('POST', '/records', undefined, { text, game });
}

/** A new game, with the secrets of its seats in the order of play: keys and invitations. */
export interface CreatedGame {
    game: Game;
    keys: (string | null)[];
    invitations: (string | null)[];
}

export function createGame(game: NewGame): Promise<CreatedGame> {
    return request('POST', '/games', undefined, game);
}

export function getGame(id: string, key?: string): Promise<Game> {
    return request('GET', `/games/${id}`, key);
}

/** The key of a seat; undefined: the account that is signed in plays it. */
type SeatKey = string | undefined;

/** `lag`: how many milliseconds the way to the server and back takes. */
export function postMove(
    id: string,
    key: SeatKey,
    ply: number,
    move: string,
    lag: number,
): Promise<unknown> {
    return request('POST', `/games/${id}/moves`, key, { ply, move, lag });
}

export function postResign(id: string, key: SeatKey): Promise<Game> {
    return request('POST', `/games/${id}/resign`, key, {});
}

type GameHead = Pick<Game, 'id' | 'layout' | 'seats' | 'status' | 'created' | 'closes' | 'next'>;
type GameNow = Pick<Game, 'position' | 'ply' | 'turn' | 'result' | 'reason'>;
type Company = Pick<Game, 'here' | 'spectators'>;

/** A game in a list. */
export type ListedGame = GameHead &
    GameNow &
    Company & {
        rules: string; // "course,turn=5"
        wanted: number; // free seats for anybody
        moved: string | null; // when the last move was made
        rated?: true;
        category?: string; // of a rated game, "2-rapid"
        slow?: true; // it is played by days
    };

/** Games with free seats for anybody, the newest first. */
export function getSeeks(): Promise<{ games: ListedGame[] }> {
    return request('GET', '/seeks');
}

export const LISTED_MAX = 100;

/** These games, at most LISTED_MAX, without those that the server does not know. */
export function getListedGames(ids: string[]): Promise<{ games: ListedGame[] }> {
    return request('GET', `/games?ids=${ids.join(',')}`);
}

/** Public games that are being played, that with the newest move first. */
export function getLiveGames(): Promise<{ games: ListedGame[] }> {
    return request('GET', '/games?live=1');
}

/**
 * Takes the seat of an invitation, '' for any that is free, or waits for this account. Without a
 * key that the caller has made the account plays it, under its own name.
 */
export function postJoin(
    id: string,
    key: SeatKey,
    invitation: string,
    name: string,
): Promise<Game> {
    return request('POST', `/games/${id}/join`, key, {
        ...(invitation && { invitation }),
        ...(name && { name }),
    });
}

export function postProposal(
    id: string,
    key: SeatKey,
    kind: ProposalKind,
    action: ProposalAction,
): Promise<Game> {
    return request('POST', `/games/${id}/${kind}`, key, { action });
}

export function postDecline(id: string, key: SeatKey): Promise<Game> {
    return request('POST', `/games/${id}/decline`, key, {});
}

export function postResume(id: string, key: SeatKey): Promise<Game> {
    return request('POST', `/games/${id}/resume`, key, {});
}

/** Claims the game of the player to move, who has gone. */
export function postClaim(id: string, key: SeatKey): Promise<Game> {
    return request('POST', `/games/${id}/claim`, key, {});
}

export function postChat(id: string, key: SeatKey, text: string): Promise<Game> {
    return request('POST', `/games/${id}/chat`, key, { text });
}

const SILENCE_MS = 40_000; // the server sends a keep-alive every 15 seconds

/** Reads one event stream until it ends, present at the seat of the key; throws an ApiError if it can't be opened. */
export async function readEvents(
    id: string,
    after: number,
    signal: AbortSignal,
    onOpen: () => void,
    onEvent: (event: GameEvent | PresenceEvent) => void,
    key?: string,
): Promise<void> {
    const connection = new AbortController();
    const stop = () => connection.abort();
    signal.addEventListener('abort', stop);
    let watchdog = setTimeout(stop, SILENCE_MS);
    try {
        const response = await fetch(`/api/1/games/${id}/events`, {
            headers: {
                ...headers(key),
                Accept: 'text/event-stream',
                'Last-Event-ID': String(after),
            },
            cache: 'no-store',
            signal: connection.signal,
        });
        if (!response.ok || !response.body) throw await failure(response);
        onOpen();
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = '';
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            clearTimeout(watchdog);
            watchdog = setTimeout(stop, SILENCE_MS);
            const blocks = (rest + value.replace(/\r/g, '')).split('\n\n');
            rest = blocks.pop() ?? '';
            for (const block of blocks) {
                const event = parseEvent(block);
                if (event) onEvent(event);
            }
        }
    } finally {
        clearTimeout(watchdog);
        signal.removeEventListener('abort', stop);
        connection.abort();
    }
}

function parseEvent(block: string): GameEvent | PresenceEvent | null {
    let type = '';
    let data = '';
    for (const line of block.split('\n')) {
        if (line.startsWith('event:')) type = line.slice(6).trim();
        if (line.startsWith('data:')) data += line.slice(5);
    }
    return data ? ({ ...JSON.parse(data), type } as GameEvent | PresenceEvent) : null;
}

export type Score = { cp: number } | { plies: number; win: boolean };

/** What players can expect, 0 to 1: Black in a game of two, of more all in the order of play. */
export type Expectation = number | number[];

export interface Threat {
    side?: Side; // in a game of more than two
    move: string;
    ejects: boolean;
    gain?: number;
}

export type AnalysisLine =
    | { type: 'depth'; depth: number; score: Score; pv: string[] }
    | {
          type: 'end';
          expectation: Expectation;
          best: string | null;
          threat: Threat | null; // of the next player
          threats?: Threat[]; // of all opponents of more than one
          hanging: { side: Side; marble: string; by: string[] }[];
      };

export type ReviewLine =
    | {
          type: 'move';
          ply: number;
          side: Side;
          move: string;
          best: string;
          loss: number;
          grade: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
          expectation: Expectation; // after the move
      }
    | ({ type: 'summary'; turning: number | null; start: Expectation } & Partial<
          Record<Side, { accuracy: number; passivity: number }>
      >);

/** Reads an answer that is streamed as one JSON object per line. */
async function readLines<T extends { type: string }>(
    path: string,
    init: RequestInit,
    onLine: (line: T) => void,
): Promise<void> {
    const unreachable = new ApiError(0, 'unreachable', 'the server does not answer');
    const response = await fetch(`/api/1${path}`, { ...init, cache: 'no-store' }).catch(() => {
        throw unreachable;
    });
    if (!response.ok || !response.body) throw await failure(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    let last = '';
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const lines = (rest + value).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
            if (!line) continue; // a keep-alive
            const object = JSON.parse(line);
            last = object.type;
            if (last === 'error') throw new ApiError(500, object.error.code, object.error.message);
            onLine(object as T);
        }
    }
    if (last !== 'end' && last !== 'summary') throw unreachable;
}

export function readAnalysis(
    body: object,
    signal: AbortSignal,
    onLine: (line: AnalysisLine) => void,
): Promise<void> {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
    return readLines('/analysis', init, onLine);
}

export function readReview(
    id: string,
    signal: AbortSignal,
    onLine: (line: ReviewLine) => void,
): Promise<void> {
    return readLines(`/games/${id}/review`, { signal }, onLine);
}
