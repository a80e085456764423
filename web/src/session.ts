// One game as this browser follows it: loads it, plays moves at once and sends them, reads the
// server's event stream, reconnecting as needed. Keeps a GameState for the page; draws nothing.
import * as api from './api';
import { ApiError, type Game, type GameEvent } from './api';
import { marblesOf, moveMarbles, type Marble } from './movement';
import type {
    Board,
    LegalMoves,
    Move,
    Position,
    Result,
    RulesGame,
    RulesModule,
    Side,
} from './rules';
import { loadSeats, saveSeats, type Seats } from './storage';
import { moveTrays, traysOf, type Trays } from './tray';

/** A position of the game and the move that led to it. */
export interface Entry {
    move: Move | null; // null: the start
    mover: Side | null; // who played it
    position: Position;
    marbles: Marble[];
    trays: Trays;
}

/** Everything the page shows of a game. Replaced as a whole at each change, never modified. */
export interface GameState {
    readonly game: Game; // as the server last sent it
    readonly seats: Seats;
    readonly board: Board;
    readonly entries: readonly Entry[]; // the start, then one for each move
    readonly legal: LegalMoves; // of the latest position
    readonly result: Result;
    readonly reason: string;
    readonly drawOffer: Side | '';
    readonly connected: boolean;
    readonly sending: boolean; // a move of this browser is on its way to the server
    readonly notice: string; // a problem to show, '' if none
}

export function latestEntry({ entries }: GameState): Entry {
    return entries[entries.length - 1]!;
}

/** The side that offers a draw, '' if nobody does. */
function drawOfferOf({ proposals }: Game): Side | '' {
    return proposals.find(({ kind }) => kind === 'draw')?.colour ?? '';
}

export function isOver({ result }: GameState): boolean {
    return result !== '*';
}

export function sideToMove(state: GameState): Side {
    return latestEntry(state).position.turn;
}

/** Whether this browser may move now. */
export function mayMove(state: GameState): boolean {
    return !isOver(state) && !state.sending && state.seats.mine.includes(sideToMove(state));
}

/** The calls of the HTTP API that a session needs. */
export type GameServer = Pick<
    typeof api,
    'getGame' | 'postMove' | 'postResign' | 'postDraw' | 'readEvents'
>;

/** The rules, the pause of the computer, and what tests replace: the server and waiting. */
export interface SessionOptions {
    rules: RulesModule;
    /** Milliseconds that a move is shown at least before the computer's answer to it. */
    pause?: () => number;
    server?: GameServer;
    wait?: typeof waitForRetry;
}

const SEND_RETRY_MS = [500, 5000] as const; // the first wait, the longest; doubled in between
const STREAM_RETRY_MS = [300, 4000] as const;

/** Waits before a retry: `ms`, or until the network or the reader is back. */
function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
        const done = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', done);
            removeEventListener('online', done);
            document.removeEventListener('visibilitychange', done);
            resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done);
        addEventListener('online', done);
        document.addEventListener('visibilitychange', done);
    });
}

/** Takes the seat that a shared link's key is for; a browser with both keys plays both sides. */
function takeSeat(id: string, seats: Seats, game: Game, linkKey: string): Seats {
    const seat = linkKey ? game.seats.find((one) => one.you) : undefined;
    if (!seat || seats.mine.includes(seat.colour)) return seats;
    const taken = {
        keys: { ...seats.keys, [seat.colour]: linkKey },
        mine: [...seats.mine, seat.colour],
    };
    saveSeats(id, taken);
    return taken;
}

function startEntry(board: Board, position: Position): Entry {
    const marbles = marblesOf(board, position);
    return { move: null, mover: null, position, marbles, trays: traysOf(position) };
}

export class Session {
    state: GameState;
    private rulesGame!: RulesGame; // its position is that of the latest entry
    private readonly server: GameServer;
    private readonly wait: typeof waitForRetry;
    private readonly listeners = new Set<(state: GameState) => void>();
    private readonly stream = new AbortController(); // aborted when no more events are wanted
    private lastEvent = 0; // received, though it may be waiting
    private waiting: GameEvent[] = []; // received, not shown yet
    private showing: Promise<void> | null = null; // of the waiting events
    private movedAt = -Infinity; // when the latest move was shown
    private closed = false;

    private constructor(
        private readonly options: SessionOptions,
        game: Game,
        seats: Seats,
    ) {
        this.server = options.server ?? api;
        this.wait = options.wait ?? waitForRetry;
        this.state = this.stateFromGame(game, seats, { connected: false, notice: '' });
    }

    /** Loads a game; a key from a shared link takes its seat. */
    static async open(id: string, linkKey: string, options: SessionOptions): Promise<Session> {
        const seats = loadSeats(id);
        const key = linkKey || (seats.mine[0] && seats.keys[seats.mine[0]]);
        const game = await (options.server ?? api).getGame(id, key);
        return new Session(options, game, takeSeat(id, seats, game, linkKey));
    }

    /** Calls the listener after each change; returns how to stop that. */
    subscribe(listener: (state: GameState) => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    /** Follows the server's events until the game ends or the session is closed. */
    connect(): void {
        if (!this.stream.signal.aborted) void this.readStream();
    }

    close(): void {
        this.closed = true;
        this.stream.abort();
        this.listeners.clear();
        this.rulesGame.free();
    }

    showNotice(notice: string): void {
        this.update({ notice });
    }

    private update(next: Partial<GameState>): void {
        if (this.closed) return;
        this.state = { ...this.state, ...next };
        for (const listener of this.listeners) listener(this.state);
    }

    /** Replays a game as the server sent it; replaces the session's own game. */
    private stateFromGame(
        game: Game,
        seats: Seats,
        { connected, notice }: Pick<GameState, 'connected' | 'notice'>,
    ): GameState {
        const opened = this.options.rules.newGame(game.start, game.rules);
        this.rulesGame?.free();
        this.rulesGame = opened;
        // A game's board never changes, and the page keeps the keyboard's focus with the object.
        const board = this.state?.board ?? opened.board;
        const position = opened.start;
        const entries: Entry[] = [startEntry(board, position)];
        for (const move of game.moves) entries.push(this.playEntry(entries, move));
        this.lastEvent = game.event;
        const over = game.result !== '*';
        if (over) this.stream.abort();
        return {
            game,
            seats,
            board,
            entries,
            legal: opened.legalMoves(),
            result: game.result,
            reason: game.reason,
            drawOffer: drawOfferOf(game),
            connected: connected || over,
            sending: false,
            notice,
        };
    }

    private replaceGame(game: Game): void {
        this.waiting = this.waiting.filter(({ event }) => event > game.event);
        this.update(this.stateFromGame(game, this.state.seats, this.state));
    }

    private playEntry(entries: readonly Entry[], text: string): Entry {
        const last = entries[entries.length - 1]!;
        const mover = last.position.turn;
        const { move, position } = this.rulesGame.play(text);
        return {
            move,
            mover,
            position,
            marbles: moveMarbles(last.marbles, move),
            trays: moveTrays(last.trays, last.marbles, move, mover),
        };
    }

    /** Plays one more move here; returns the changes of the state. */
    private appendMove(text: string): Partial<GameState> {
        const { entries, drawOffer } = this.state;
        const entry = this.playEntry(entries, text);
        const { turn, result, reason } = entry.position;
        this.movedAt = performance.now();
        return {
            entries: [...entries, entry],
            legal: this.rulesGame.legalMoves(),
            result,
            reason,
            // A move declines the other side's offer; your own offer stays.
            drawOffer: drawOffer === turn ? '' : drawOffer,
        };
    }

    /** The move in full, if it is legal now; throws a RulesError otherwise. */
    checkMove(text: string): Move {
        return this.rulesGame.check(text);
    }

    /** Plays a move here at once and sends it; takes it back if the server rejects it. */
    async play(text: string): Promise<void> {
        const key = this.state.seats.keys[sideToMove(this.state)];
        if (!mayMove(this.state) || !key) return;
        const { ply } = latestEntry(this.state).position;
        this.update({ ...this.appendMove(text), sending: true, notice: '' });
        try {
            await this.sendMove(key, ply, latestEntry(this.state).move!.text);
        } catch (error) {
            if (!this.stream.signal.aborted) await this.takeBackRejected(ply, error);
        }
        this.update({ sending: false });
    }

    /** Sends a move again until an answer comes: the server takes the same move only once. */
    private async sendMove(key: string, ply: number, move: string): Promise<void> {
        const { signal } = this.stream;
        const [first, longest] = SEND_RETRY_MS;
        for (let ms: number = first; ; ms = Math.min(ms * 2, longest)) {
            try {
                await this.server.postMove(this.state.game.id, key, ply, move);
                return;
            } catch (error) {
                const busy = error instanceof ApiError && [0, 429].includes(error.status);
                if (!busy || signal.aborted) throw error;
                await this.wait(Math.max(ms, error.retryAfter * 1000), signal);
            }
        }
    }

    private async takeBackRejected(ply: number, error: unknown): Promise<void> {
        const message = error instanceof Error ? error.message : String(error);
        const notice = `The server rejected the move: ${message}.`;
        const { entries } = this.state;
        const { move, position } = latestEntry(this.state);
        if (move && position.ply === ply + 1) {
            this.rulesGame.takeBack();
            this.update({
                entries: entries.slice(0, -1),
                legal: this.rulesGame.legalMoves(),
                result: '*',
                reason: '',
                notice,
            });
        } else {
            this.update({ notice });
        }
        await this.reload();
    }

    private async reload(): Promise<void> {
        try {
            const game = await this.server.getGame(this.state.game.id);
            if (!this.closed) this.replaceGame(game);
        } catch {
            // When the server is back, the stream reconnects and sends the missing events.
        }
    }

    async resign(side: Side): Promise<void> {
        const { game, seats } = this.state;
        this.applyAnswer(await this.server.postResign(game.id, seats.keys[side]!));
    }

    /** Offers a draw, or accepts the other side's offer. */
    async draw(side: Side): Promise<void> {
        const { game, seats } = this.state;
        this.applyAnswer(await this.server.postDraw(game.id, seats.keys[side]!));
    }

    /** Offers a draw; in a browser that plays both sides, both agree. */
    async offerDraw(): Promise<void> {
        for (const side of this.state.seats.mine) await this.draw(side);
    }

    /** Takes offer and result from an answer; moves come as events. */
    private applyAnswer(game: Game): void {
        const { result, reason } = game;
        this.update({ drawOffer: drawOfferOf(game), ...(result !== '*' && { result, reason }) });
    }

    private async readStream(): Promise<void> {
        const { signal } = this.stream;
        const [first, longest] = STREAM_RETRY_MS;
        for (let ms: number = first; !signal.aborted; ms = Math.min(ms * 2, longest)) {
            const onOpen = () => {
                ms = first / 2; // soon again if a stream that was open breaks
                this.update({ connected: true });
            };
            try {
                await this.server.readEvents(
                    this.state.game.id,
                    this.lastEvent,
                    signal,
                    onOpen,
                    (event) => this.receiveEvent(event),
                );
            } catch (error) {
                if (error instanceof ApiError && error.status === 404) {
                    this.showNotice('This game is no longer on the server.');
                    return;
                }
            }
            await this.showing;
            if (signal.aborted) return;
            this.update({ connected: false });
            await this.wait(ms, signal);
        }
    }

    private receiveEvent(event: GameEvent): void {
        this.lastEvent = event.event;
        this.waiting.push(event);
        if (this.showing) return;
        this.showing = this.showWaiting();
        if (this.waiting.length === 0) this.showing = null;
    }

    /** Applies the waiting events in their order, the computer's moves after their pause. */
    private async showWaiting(): Promise<void> {
        for (let event = this.waiting[0]; event; event = this.waiting[0]) {
            const ms = this.pauseBefore(event);
            if (ms > 0) await this.wait(ms, this.stream.signal);
            if (event !== this.waiting[0]) continue; // the whole game was loaded in the meantime
            this.waiting.shift();
            try {
                this.applyEvent(event);
            } catch {
                await this.reload(); // it does not follow from what is known here
            }
        }
        this.showing = null;
    }

    /** How long an event waits: a move of the computer until the one before it has been seen. */
    private pauseBefore(event: GameEvent): number {
        const { entries, game } = this.state;
        if (event.type !== 'move' || isOver(this.state)) return 0;
        if (event.ply - entries[0]!.position.ply + 1 !== entries.length) return 0;
        const seat = game.seats.find(({ colour }) => colour === sideToMove(this.state));
        if (seat?.kind !== 'computer') return 0;
        return this.movedAt + (this.options.pause?.() ?? 0) - performance.now();
    }

    private applyEvent(event: GameEvent): void {
        if (this.closed) return;
        switch (event.type) {
            case 'gameFull':
                this.replaceGame(event.game);
                break;
            case 'move':
                this.applyMove(event.ply, event.move);
                if (event.result !== '*') this.endGame(event.result, event.reason);
                break;
            case 'chat':
                break;
            case 'offer':
                if (event.kind === 'draw' && !event.done) this.update({ drawOffer: event.colour });
                else void this.reload();
                break;
            case 'accept':
            case 'resign':
            case 'time':
                if (event.result === '*') void this.reload();
                else this.endGame(event.result, event.reason);
                this.update({ drawOffer: '' });
                break;
            default:
                void this.reload();
        }
    }

    /** The game is over: no more events will come, so the stream is closed. */
    private endGame(result: Result, reason: string): void {
        this.stream.abort();
        this.update({ result, reason, connected: true });
    }

    /** Appends a move of the stream, unless it is known; after a gap the whole game is loaded. */
    private applyMove(ply: number, move: string): void {
        const { entries } = this.state;
        const index = ply - entries[0]!.position.ply + 1;
        if (entries[index]?.move?.text === move) return;
        if (index === entries.length) this.update(this.appendMove(move));
        else void this.reload();
    }
}
