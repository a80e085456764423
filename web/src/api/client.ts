// Client of Paua's HTTP API (docs/http-api.md): requests, the event stream, streamed analyses.
import { sendAwaited } from '../ui/late';
import { setAccountName } from './signed-in';
import type { Merged, Schemas } from './schema';

/** A seat of a game, whoever plays it. */
export type Seat = Merged<Schemas['Seat']>;

/** Who shall play a seat. */
export type NewSeat = Schemas['NewSeat'];

/** The clocks of a game in milliseconds, as they were when the server said so. */
export type Clocks = Schemas['Clock'] & {
    at?: number; // when this browser received it, as performance.now()
};

/** The clocks with the time at which this browser received them. */
export function stamped(clock: Clocks | undefined): Clocks | undefined {
    return clock && { ...clock, at: performance.now() };
}

/** An offer that stands; `missing` have not accepted it yet. */
export type Proposal = Merged<Schemas['Proposal']>;
export type ProposalKind = Proposal['kind'];
export type ProposalAction = NonNullable<Schemas['ProposalRequest']['action']>;

export type ChatMessage = Schemas['Message'];

/** A game; one that was read from text, which the server does not know, has the id ''. */
export type Game = Omit<Schemas['Game'], 'number' | 'seats' | 'proposals' | 'reason' | 'clock'> & {
    number?: number; // by which commands and mails call it
    reason: string; // of one that was read from text, what the text says
    seats: Seat[];
    proposals: Proposal[];
    clock?: Clocks;
};

export type NewGame = Schemas['NewGame'];

/** A historical program, or a simple one. */
export type Opponent = Schemas['Opponents']['opponents'][number];

/** A line of the stream of a game. */
type StreamEvent = Schemas['GameEventLine'];
type EventOf<Type extends StreamEvent['type']> = Extract<StreamEvent, { type: Type }>;

export type ProposalEvent = EventOf<ProposalAction>;
export type MoveEvent = EventOf<'move'>;

/** A player has lost, or leaves a game of three or more. */
export type DepartureEvent = EventOf<'resign' | 'time' | 'gone'>;

/** Who follows the game; not one of its numbered events. */
export type PresenceEvent = EventOf<'presence'>;
export type GameEvent = Exclude<StreamEvent, PresenceEvent>;

/** Everything besides moves that happens in a game. */
export type TableEvent = Exclude<GameEvent, { type: 'gameFull' | 'move' }>;

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

function noAnswer(): ApiError {
    return new ApiError(0, 'unreachable', 'the server does not answer');
}

/**
 * The error that the server names. One in another form is a proxy's, as are 502 and 504: the server
 * gave no answer.
 */
async function failure(response: Response): Promise<ApiError> {
    const answer = (await response.json().catch(() => null)) as Partial<Schemas['Error']> | null;
    const error = answer?.error;
    if (typeof error?.code !== 'string' || [502, 504].includes(response.status)) return noAnswer();
    if (NO_SESSION.includes(error.code)) setAccountName('');
    const after = Number(response.headers.get('Retry-After')) || 0;
    return new ApiError(response.status, error.code, error.message, after);
}

/** Reads a streamed text of this type; one of another type is a proxy's page. */
async function textOf(response: Response, type: string) {
    if (!response.ok) throw await failure(response);
    const { body, headers } = response;
    if (!body || !headers.get('Content-Type')?.startsWith(type)) throw noAnswer();
    return body.pipeThrough(new TextDecoderStream()).getReader();
}

/**
 * One call; `key`: of a seat, without one it is the call of the account that is signed in.
 * `signal` gives it up, as if nobody answered; without one somebody waits for it who has pressed a
 * button (late.ts). With an `id` the server does it once, though it is sent again.
 */
export function request<T>(
    method: string,
    path: string,
    key?: string,
    body?: unknown,
    signal?: AbortSignal,
    id?: string,
): Promise<T> {
    const send = async (signal: AbortSignal): Promise<T> => {
        const response = await fetch(`/api/1${path}`, {
            method,
            headers: {
                ...headers(key),
                ...(body ? { 'Content-Type': 'application/json' } : {}),
                ...(id ? { 'Idempotency-Key': `"${id}"` } : {}),
            },
            body: body ? JSON.stringify(body) : undefined,
            signal,
        }).catch(() => {
            throw noAnswer();
        });
        if (!response.ok) throw await failure(response);
        try {
            const text = await response.text();
            if (!text && (response.status === 204 || response.status === 202))
                return undefined as T;
            return JSON.parse(text) as T;
        } catch {
            throw new ApiError(0, 'unreachable', 'the answer was cut off');
        }
    };
    return signal ? send(signal) : sendAwaited(send);
}

/** A call that reads something. */
export function get<T>(path: string, signal: AbortSignal, key?: string): Promise<T> {
    return request('GET', path, key, undefined, signal);
}

export function getLayouts(signal: AbortSignal): Promise<Schemas['Layouts']> {
    return get('/layouts', signal);
}

export function getOpponents(signal: AbortSignal): Promise<Schemas['Opponents']> {
    return get('/opponents', signal);
}

/** At which addresses other machines find the server, and whether it sends mail. */
export type Server = Schemas['Server'];

export function getServer(signal: AbortSignal): Promise<Server> {
    return get('/server', signal);
}

/** A game that was read from text. */
export type GameRecord = Omit<Schemas['Record'], 'remarks'> & {
    remarks: Merged<Schemas['Record']['remarks'][number]>[];
};

/** What might have been played, with what is said of it. */
export type Variation = Schemas['Variation'];

/** Reads one of the games of a text, from 1. */
export function postRecord(text: string, game: number, signal?: AbortSignal): Promise<GameRecord> {
    return request('POST', '/records', undefined, { text, game }, signal);
}

/** A new game, with the secrets of its seats in the order of play: keys and invitations. */
export type CreatedGame = Schemas['Created'];

/** `id`: of this game, so that a repeat makes no second one. */
export function createGame(game: NewGame, id: string, signal: AbortSignal): Promise<CreatedGame> {
    return request('POST', '/games', undefined, game, signal, id);
}

/** The key of a seat; undefined: the account that is signed in plays it. */
type SeatKey = string | undefined;

export function getGame(id: string, key: SeatKey, signal: AbortSignal): Promise<Game> {
    return get(`/games/${id}`, signal, key);
}

/** The number of the last event of the game that is known; what that makes late is refused. */
type After = number;

/** `lag`: how many milliseconds the way to the server and back takes. */
export function postMove(
    id: string,
    key: SeatKey,
    ply: number,
    move: string,
    lag: number,
    after: After,
    signal?: AbortSignal,
): Promise<Schemas['MoveMade']> {
    return request('POST', `/games/${id}/moves`, key, { ply, move, lag, after }, signal);
}

function postAct(path: string) {
    return (id: string, key: SeatKey, after: After, signal?: AbortSignal): Promise<Game> =>
        request('POST', `/games/${id}/${path}`, key, { after }, signal);
}

export const postResign = postAct('resign');
export const postResume = postAct('resume');

/** Claims the game of the player to move, who has gone. */
export const postClaim = postAct('claim');

/** A game in a list. */
export type ListedGame = Omit<Schemas['GameRow'], 'seats'> & { seats: Seat[] };

/** Games with free seats for anybody, the newest first. */
export function getSeeks(signal: AbortSignal): Promise<{ games: ListedGame[] }> {
    return get('/seeks', signal);
}

export const LISTED_MAX = 100;

/** These games, at most LISTED_MAX, without those that the server does not know. */
export function getListedGames(
    ids: string[],
    signal: AbortSignal,
): Promise<{ games: ListedGame[] }> {
    return get(`/games?ids=${ids.join(',')}`, signal);
}

/** Public games that are being played, that with the newest move first. */
export function getLiveGames(signal: AbortSignal): Promise<{ games: ListedGame[] }> {
    return get('/games?live=1', signal);
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
    signal?: AbortSignal,
): Promise<Game> {
    const body = { ...(invitation && { invitation }), ...(name && { name }) };
    return request('POST', `/games/${id}/join`, key, body, signal);
}

/** `ply`, of a takeback: the number of the next move after it. */
export function postProposal(
    id: string,
    key: SeatKey,
    kind: ProposalKind,
    action: ProposalAction,
    ply: number | undefined,
    after: After,
    signal?: AbortSignal,
): Promise<Game> {
    return request('POST', `/games/${id}/${kind}`, key, { action, ply, after }, signal);
}

export function postDecline(id: string, key: SeatKey, signal?: AbortSignal): Promise<Game> {
    return request('POST', `/games/${id}/decline`, key, {}, signal);
}

/** `message`: an id of this message. */
export function postChat(
    id: string,
    key: SeatKey,
    text: string,
    message: string,
    signal?: AbortSignal,
): Promise<Game> {
    return request('POST', `/games/${id}/chat`, key, { text }, signal, message);
}

const SILENCE_MS = 9000; // the server sends a heartbeat after 4 seconds: one may be lost

/**
 * Reads one event stream until it ends, present at the seat of the key; throws an ApiError if it
 * can't be opened.
 */
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
    signal.addEventListener('abort', stop, { signal: connection.signal });
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
        const reader = await textOf(response, 'text/event-stream');
        onOpen();
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
        stop();
    }
}

function parseEvent(block: string): GameEvent | PresenceEvent | null {
    let type = '';
    let data = '';
    for (const line of block.split('\n')) {
        if (line.startsWith('event:')) type = line.slice(6).trim();
        if (line.startsWith('data:')) data += line.slice(5);
    }
    return data ? ({ ...(JSON.parse(data) as object), type } as GameEvent | PresenceEvent) : null;
}

export type AnalysisRequest = Schemas['AnalysisRequest'];
export type Score = Schemas['Score'];

/** How good a move was. */
export type Grade = Schemas['Grade'];

/** What players can expect, 0 to 1: Black in a game of two, of more all in the order of play. */
export type Expectation = Schemas['Expectation'];

/** What a player threatens; of an opponent of more than one it has the side. */
export type Threat = Merged<Schemas['Threat'] | Schemas['SideThreat']>;

export type AnalysisLine = Exclude<Schemas['AnalysisLine'], Schemas['ErrorLine']>;
export type ReviewLine = Exclude<Schemas['ReviewLine'], Schemas['ErrorLine']>;

function isError(answer: { type: string }): answer is Schemas['ErrorLine'] {
    return answer.type === 'error';
}

/** Reads an answer that is streamed as one JSON object per line. */
async function readLines<T extends { type: string }>(
    path: string,
    init: RequestInit,
    end: AbortSignal,
    onLine: (line: T) => void,
): Promise<void> {
    const connection = new AbortController();
    const stop = () => connection.abort();
    end.addEventListener('abort', stop); // also while lines come
    const { signal } = connection;
    const open = (limit: AbortSignal) => {
        limit.addEventListener('abort', stop);
        return fetch(`/api/1${path}`, { ...init, signal, cache: 'no-store' }).catch(() => {
            throw noAnswer();
        });
    };
    const response = await sendAwaited(open, end);
    const reader = await textOf(response, 'application/x-ndjson');
    let rest = '';
    let last = '';
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const lines = (rest + value).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
            if (!line) continue; // a keep-alive
            const answer = JSON.parse(line) as T | Schemas['ErrorLine'];
            last = answer.type;
            if (isError(answer)) throw new ApiError(500, answer.error.code, answer.error.message);
            onLine(answer);
        }
    }
    if (last !== 'end' && last !== 'summary') throw noAnswer();
}

export function readAnalysis(
    body: AnalysisRequest,
    signal: AbortSignal,
    onLine: (line: AnalysisLine) => void,
): Promise<void> {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return readLines('/analysis', init, signal, onLine);
}

export function readReview(
    id: string,
    signal: AbortSignal,
    onLine: (line: ReviewLine) => void,
): Promise<void> {
    return readLines(`/games/${id}/review`, {}, signal, onLine);
}
