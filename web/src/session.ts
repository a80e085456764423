// One game as this browser knows it: its moves, who may move here, and the line to the server.
import { ApiError, getGame, postDraw, postMove, postResign, readEvents } from './api';
import type { Game, GameEvent } from './api';
import type { Board, LegalMoves, Move, Position, Result, RulesGame, RulesModule, Side } from './rules';
import { loadSeats, saveSeats, type Seats } from './store';

/** Where a marble is: the same marble has the same index in every record of a game. */
export interface Place {
    row: number;
    column: number;
    gone: boolean;
}

export interface Entry {
    move: Move | null; // null: the start
    position: Position;
    places: Place[];
}

// Steps of (row, column), anticlockwise from east.
const STEPS = [
    [0, 1],
    [1, 1],
    [1, 0],
    [0, -1],
    [-1, -1],
    [-1, 0],
] as const;

// Waits, but not longer than until the network or the reader is back.
function pause(ms: number, signal: AbortSignal): Promise<void> {
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

export class Session {
    board!: Board;
    sides: Side[] = []; // colour of each marble
    entries: Entry[] = [];
    result: Result = '*';
    reason = '';
    drawOffer: Side | '' = '';
    connected = false;
    sending = false;
    onChange: () => void = () => {};
    onNotice: (text: string) => void = () => {};
    private lastEvent = 0;
    private ended = new AbortController();
    private choices: { at: number; choice: LegalMoves } | null = null;

    private rulesGame: RulesGame | null = null;

    private constructor(
        private rules: RulesModule,
        public game: Game,
        public seats: Seats,
    ) {}

    /** Loads a game; a key from a shared link takes its seat. */
    static async open(rules: RulesModule, id: string, linkKey: string): Promise<Session> {
        const seats = loadSeats(id);
        const key = linkKey || (seats.mine[0] && seats.keys[seats.mine[0]]);
        const game = await getGame(id, key);
        const taken = linkKey ? game.seats.find((seat) => seat.you) : undefined;
        if (taken && !seats.mine.includes(taken.colour)) {
            seats.keys[taken.colour] = linkKey;
            // A second seat by link in the browser that holds the first: it plays both.
            seats.mine.push(taken.colour);
            saveSeats(id, seats);
        }
        const session = new Session(rules, game, seats);
        session.replay(game);
        return session;
    }

    get last(): Entry {
        return this.entries[this.entries.length - 1]!;
    }

    get over(): boolean {
        return this.result !== '*';
    }

    get turn(): Side {
        return this.last.position.turn;
    }

    /** Whether this browser moves now. */
    get mayMove(): boolean {
        return !this.over && !this.sending && this.seats.mine.includes(this.turn);
    }

    get choice(): LegalMoves {
        if (this.choices?.at !== this.entries.length) {
            this.choices = { at: this.entries.length, choice: this.rulesGame!.legalMoves() };
        }
        return this.choices.choice;
    }

    follow(): void {
        void this.run();
    }

    close(): void {
        this.ended.abort();
        this.rulesGame!.free();
    }

    /** The move in full, if it is legal now; throws a RulesError otherwise. */
    checkMove(text: string): Move {
        return this.rulesGame!.check(text);
    }

    private replay(game: Game): void {
        const opened = this.rules.newGame(game.start, game.rules);
        this.rulesGame?.free();
        this.rulesGame = opened;
        const { board, start: position } = opened;
        const cells = new Map(board.cells.map((cell) => [cell.name, cell]));
        const places: Place[] = [];
        this.sides = [];
        for (const [side, names] of [
            ['b', position.black],
            ['w', position.white],
        ] as const) {
            for (const name of names) {
                const { row, column } = cells.get(name)!;
                places.push({ row, column, gone: false });
                this.sides.push(side);
            }
        }
        this.game = game;
        this.board = board;
        this.entries = [{ move: null, position, places }];
        this.choices = null;
        for (const move of game.moves) this.append(move);
        this.result = game.result;
        this.reason = game.reason;
        this.drawOffer = game.draw_offer;
        this.lastEvent = game.event;
        this.sending = false;
        if (game.result !== '*') this.finish();
    }

    /** The server says that the game is over: nothing more will come, so the line is given back. */
    private finish(): void {
        this.ended.abort();
        this.connected = true;
    }

    private append(text: string): void {
        const { move, position } = this.rulesGame!.play(text);
        const [up, along] = STEPS[move.direction]!;
        const moving = new Map(move.steps);
        const names = new Map(
            this.board.cells.map((cell) => [`${cell.row},${cell.column}`, cell.name]),
        );
        const places = this.last.places.map((place) => {
            const name = names.get(`${place.row},${place.column}`);
            if (place.gone || name === undefined || !moving.has(name)) return place;
            const gone = moving.get(name) === null;
            return { row: place.row + up, column: place.column + along, gone };
        });
        this.entries.push({ move, position, places });
        this.result = position.result;
        this.reason = position.reason;
        // A move declines what the other side offered; one's own offer stands.
        if (this.drawOffer === position.turn) this.drawOffer = '';
    }

    /** Plays a move here at once and tells the server; takes it back if the server refuses. */
    async play(text: string): Promise<void> {
        const key = this.seats.keys[this.turn];
        if (!this.mayMove || !key) return;
        const ply = this.last.position.ply;
        this.append(text);
        const move = this.last.move!.text;
        this.sending = true;
        this.onChange();
        try {
            await this.deliver(key, ply, move);
        } catch (error) {
            if (this.ended.signal.aborted) return;
            await this.refused(ply, error);
        }
        this.sending = false;
        this.onChange();
    }

    /** A move is idempotent: where no answer came it is sent again until one does. */
    private async deliver(key: string, ply: number, move: string): Promise<void> {
        for (let wait = 500; ; wait = Math.min(wait * 2, 5000)) {
            try {
                await postMove(this.game.id, key, ply, move);
                return;
            } catch (error) {
                const again =
                    error instanceof ApiError && (error.status === 0 || error.status === 429);
                if (!again || this.ended.signal.aborted) throw error;
                await pause(Math.max(wait, error.retryAfter * 1000), this.ended.signal);
            }
        }
    }

    private async refused(ply: number, error: unknown): Promise<void> {
        const message = error instanceof Error ? error.message : String(error);
        if (this.last.move && this.last.position.ply === ply + 1) {
            this.entries.pop();
            this.choices = null;
            this.rulesGame!.takeBack();
            this.result = '*';
            this.reason = '';
        }
        this.onNotice(`The move was not accepted: ${message}.`);
        await this.resync();
    }

    private async resync(): Promise<void> {
        try {
            this.replay(await getGame(this.game.id));
        } catch {
            // The stream tells when the server is back.
        }
        this.onChange();
    }

    async resign(side: Side): Promise<void> {
        this.adopt(await postResign(this.game.id, this.seats.keys[side]!));
    }

    async draw(side: Side): Promise<void> {
        this.adopt(await postDraw(this.game.id, this.seats.keys[side]!));
    }

    /** Takes over what a call answered beside the moves, which come as events. */
    private adopt(game: Game): void {
        this.drawOffer = game.draw_offer;
        if (game.result !== '*') {
            this.result = game.result;
            this.reason = game.reason;
        }
        this.onChange();
    }

    private async run(): Promise<void> {
        const signal = this.ended.signal;
        for (let wait = 300; !signal.aborted; wait = Math.min(wait * 2, 4000)) {
            try {
                const opened = () => {
                    this.connected = true;
                    wait = 150;
                    this.onChange();
                };
                await readEvents(this.game.id, this.lastEvent, signal, opened, (e) => this.take(e));
            } catch (error) {
                if (error instanceof ApiError && error.status === 404) {
                    this.onNotice('The server no longer knows this game.');
                    return;
                }
            }
            if (signal.aborted) return;
            this.connected = false;
            this.onChange();
            await pause(wait, signal);
        }
    }

    private take(event: GameEvent): void {
        this.lastEvent = event.event;
        if (event.type === 'gameFull') {
            this.replay(event.game);
        } else if (event.type === 'move') {
            this.takeMove(event.ply, event.move);
            if (event.result !== '*') {
                this.result = event.result;
                this.reason = event.reason;
                this.finish();
            }
        } else if (event.type === 'drawOffer') {
            this.drawOffer = event.colour;
        } else {
            this.result = event.result;
            this.reason = event.reason;
            this.drawOffer = '';
            this.finish();
        }
        this.onChange();
    }

    private takeMove(ply: number, move: string): void {
        const index = ply - this.entries[0]!.position.ply + 1;
        if (this.entries[index]?.move?.text === move) return;
        if (index === this.entries.length) {
            this.append(move);
        } else {
            void this.resync();
        }
    }
}
