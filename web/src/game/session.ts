// One game as this browser follows it: loads it, plays moves at once and sends them, reads the
// server's event stream, reconnecting as needed. Keeps a GameState for the page; draws nothing.
import { accountName, setAccountName, SIGNED_OUT } from '../api/signed-in';
import {
    ApiError,
    stamped,
    type Clocks,
    type Game,
    type GameEvent,
    type MoveEvent,
    type PresenceEvent,
    type ProposalAction,
    type ProposalKind,
    type TableEvent,
} from '../api/client';
import {
    messageArrival,
    moveArrival,
    NO_ARRIVAL,
    proposalArrival,
    resignationArrival,
    type Arrival,
} from './arrival';
import { isOutage } from '../api/error-text';
import { createDelivery, type SentKind } from './delivery';
import { isPositionAfter, keepKnown, passOver, playEntry, startEntry } from './entries';
import { gameAfter, gameAfterMove, isDeparture, isDone, withRatings } from './events';
import {
    isOver,
    latestEntry,
    lastPlyOf,
    latestOf,
    mayMove,
    proposalOf,
    sideToMove,
    type Entry,
    type GameState,
} from './state';
import {
    accountIn,
    challengeTo,
    invitationOf,
    parseLink,
    takeSeat,
    withAccount,
    type Invited,
} from './invitation';
import { pendingMoves, type PendingMove } from './pending-moves';
import { saveNextSeats } from './next-seats';
import type { Move, RulesGame, RulesModule, Side } from '../rules/rules';
import { firstKey, loadSeats, makeKey, type Seats } from '../api/storage';
import { createMessageSender, retry } from '../api/retry';
import { SERVER, type GameServer } from './server';
import { followStream } from './stream';
import { waitForRetry } from '../ui/wait';

export * from './state';
export type { GameServer };

/** The rules, the pause of the computer, and what tests replace: the server and waiting. */
export interface SessionOptions {
    rules: RulesModule;
    /** Milliseconds that a move is shown at least before the computer's answer to it. */
    pause?: () => number;
    server?: GameServer;
    wait?: typeof waitForRetry;
    signal: AbortSignal; // gives up loading the game
}

/** What loading the whole game leaves as it is. */
type Kept = 'invited' | 'connected' | 'sending' | 'resigning' | 'unsent' | 'notice';

const SEAT_TAKEN = 'Somebody has taken this seat already, so you are watching.';
const OUTAGE_MS = 5000; // after a problem of the connection the stream is opened anew
const LAG_MAX_MS = 10_000; // more is refused

export class Session {
    state: GameState;
    private rulesGame!: RulesGame; // its position is that of the latest entry
    private readonly server: GameServer;
    private readonly wait: typeof waitForRetry;
    private readonly delivery: ReturnType<typeof createDelivery>;
    private pendingMove: PendingMove | null = null;
    private readonly listeners = new Set<(state: GameState) => void>();
    private readonly stream = new AbortController(); // aborted when no more events are wanted
    private stopReading = () => {}; // ends the connection that is open; another one follows
    private readonly reconnect = () => this.stopReading();
    private lastEvent = 0; // received, though it may be waiting
    private answered = 0; // the last event that the answer to a request has named
    /** The last event that the player may have known of. */
    readonly known = () => Math.max(this.lastEvent, this.answered);
    private readonly sendMessage = createMessageSender();
    private waiting: GameEvent[] = []; // received, not shown yet
    private showing: Promise<void> | null = null; // of the waiting events
    private movedAt = -Infinity; // when the latest move was shown
    private lag = 0; // milliseconds that the last move and its answer were on their way
    private closed = false;
    private readonly joinKey = makeKey(); // of the seat that this browser may take

    private constructor(
        private readonly options: SessionOptions,
        game: Game,
        seats: Seats,
        invited: Invited | null,
    ) {
        this.server = options.server ?? SERVER;
        this.wait = options.wait ?? waitForRetry;
        this.delivery = createDelivery({
            wait: this.wait,
            end: this.stream.signal,
            onChange: (unsent) => this.update({ unsent }),
            onUnreachable: this.reconnect, // the stream may be dead, too
        });
        const sent = { sending: false, resigning: [], unsent: [] };
        const rest = { invited, connected: true, ...sent, notice: invited?.problem ?? '' };
        this.state = this.stateFromGame(game, seats, rest);
    }

    /** Loads a game; `link` is what follows # in the address: an invitation or a seat's key. */
    static async open(id: string, link: string, options: SessionOptions): Promise<Session> {
        const seats = loadSeats(id);
        const { secret } = parseLink(link);
        const key = secret || firstKey(seats);
        const game = await (options.server ?? SERVER).getGame(id, key, options.signal);
        if (!key) setAccountName(accountIn(game, accountName()));
        const taken = withAccount(takeSeat(id, seats, game, secret), game, accountName());
        return new Session(options, game, taken, invitationOf(link, game, taken));
    }

    /** Calls the listener after each change; returns how to stop that. */
    subscribe(listener: (state: GameState) => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    /** Follows the server's events until nothing more can happen or the session is closed. */
    connect(): void {
        const { game, seats } = this.state;
        if (isOver(this.state) && (game.next || !seats.mine.length)) this.stream.abort();
        else void this.readStream();
        globalThis.addEventListener?.('offline', this.reconnect);
        this.takeOverMove();
    }

    /** Sends from here on what this page did not get through before it was left. */
    private takeOverMove(): void {
        const { id } = this.state.game;
        const pending = pendingMoves.get(id);
        pendingMoves.delete(id);
        pending?.stop.abort();
        if (pending?.position === latestEntry(this.state).position.text)
            void this.play(pending.move, pending.after);
    }

    close(): void {
        this.closed = true;
        if (this.pendingMove) pendingMoves.set(this.state.game.id, this.pendingMove);
        globalThis.removeEventListener?.('offline', this.reconnect);
        this.stream.abort();
        this.listeners.clear();
        this.rulesGame.free();
    }

    /** Shows a problem; that there is no connection only until the stream opens. */
    showNotice(notice: string): void {
        this.update({ notice });
        if (!isOutage(notice)) return;
        const check = () => this.state.notice === notice && this.reconnect();
        void this.wait(OUTAGE_MS, this.stream.signal).then(check);
    }

    private update(next: Partial<GameState>): void {
        if (this.closed) return;
        this.state = { ...this.state, ...next };
        for (const listener of this.listeners) listener(this.state);
    }

    /** Replays a game as the server sent it; replaces the session's own game. */
    private stateFromGame(game: Game, seats: Seats, rest: Pick<GameState, Kept>): GameState {
        const opened = this.options.rules.newGame(game.start, game.rules);
        this.rulesGame?.free();
        this.rulesGame = opened;
        // The board never changes, and the page keeps the keyboard's focus with the object.
        const board = this.state?.board ?? opened.board;
        const position = opened.start;
        const entries: Entry[] = [startEntry(board, position)];
        for (const move of game.moves) {
            passOver(opened, entries, game.seats);
            entries.push(playEntry(this.rulesGame, latestOf(entries), move));
        }
        if (game.status !== 'over') passOver(opened, entries, game.seats);
        this.lastEvent = game.event;
        saveNextSeats(game, seats);
        return {
            ...rest,
            game: { ...game, clock: stamped(game.clock) },
            seats,
            board,
            entries: keepKnown(entries, this.state?.entries),
            legal: opened.legalMoves(),
            result: game.result,
            reason: game.reason,
            connected: rest.connected || game.status === 'over',
        };
    }

    private replaceGame(game: Game): void {
        this.waiting = this.waiting.filter(({ event }) => event > game.event);
        const seats = withAccount(this.state.seats, game, accountName());
        this.update(this.stateFromGame(game, seats, this.state));
        this.delivery.onGame(game);
    }

    /** Plays one more move here; returns the changes. The server may know of an end. */
    private appendMove(text: string, ended?: Pick<MoveEvent, 'result' | 'reason'>) {
        const { entries, game } = this.state;
        const entry = playEntry(this.rulesGame, latestOf(entries), text);
        const { result, reason } = ended ?? entry.position;
        this.movedAt = performance.now();
        return {
            entries: [...entries, entry],
            legal: this.rulesGame.legalMoves(),
            result,
            reason,
            game: gameAfterMove(game, entry.mover!, result !== '*'),
        };
    }

    /** The move in full, if it is legal now; throws a RulesError otherwise. */
    checkMove(text: string): Move {
        return this.rulesGame.check(text);
    }

    /** What `look` finds after more moves, which are not sent and taken back behind it. */
    lookAhead<T>(moves: readonly string[], look: (game: RulesGame, entries: Entry[]) => T): T {
        const entries = [...this.state.entries];
        let ahead = 0;
        try {
            for (; ahead < moves.length; ahead++)
                entries.push(playEntry(this.rulesGame, latestOf(entries), moves[ahead]!));
            return look(this.rulesGame, entries);
        } finally {
            for (; ahead > 0; ahead--) this.rulesGame.takeBack();
        }
    }

    /** Plays a move here at once and sends it; takes it back if the server rejects it. */
    async play(text: string, after = this.known()): Promise<void> {
        const key = this.state.seats.keys[sideToMove(this.state)];
        if (!mayMove(this.state)) return;
        const { entries } = this.state;
        const { ply, text: position } = latestOf(entries).position;
        this.update({ ...this.appendMove(text), sending: true, notice: '' });
        const move = latestEntry(this.state).move!;
        const stop = new AbortController();
        const sent = (this.pendingMove = { move: move.text, position, after, stop });
        try {
            await this.sendMove(key, ply, entries.length - 1, sent);
        } catch (error) {
            if (!this.stream.signal.aborted) await this.takeBackRejected(move, ply, error);
        }
        if (pendingMoves.get(this.state.game.id) === sent) pendingMoves.delete(this.state.game.id);
        this.pendingMove = null;
        this.update({ sending: false });
    }

    private async sendMove(
        key: string | undefined,
        ply: number,
        index: number,
        { move, after, stop }: PendingMove,
    ): Promise<void> {
        const { server, delivery, lastEvent, state } = this;
        const { id } = state.game;
        const post = async (signal: AbortSignal) => {
            const began = performance.now();
            const sent = server.postMove(id, key, ply, move, this.lag, after, signal);
            this.answered = Math.max(this.answered, (await sent).event);
            this.lag = Math.min(LAG_MAX_MS, Math.round(performance.now() - began));
        };
        await delivery.sendMove(moveArrival(ply, index, move), lastEvent, post, stop.signal);
    }

    /** Takes a move back, unless it has gone already: another tab's may stand in its place. */
    private async takeBackRejected(sent: Move, ply: number, error: unknown): Promise<void> {
        const { code, message } = error as ApiError;
        const signedOut = code === 'not_your_seat' && !firstKey(this.state.seats);
        const notice = signedOut ? SIGNED_OUT : `The server rejected the move: ${message}.`;
        const { state } = this;
        this.update({
            ...(latestEntry(state).move === sent && {
                ...this.takeBackTo(ply),
                ...{ result: '*', reason: '', game: { ...state.game, status: 'playing' } },
            }),
            notice,
        });
        await this.reload();
    }

    private async reload(): Promise<void> {
        try {
            const { lastEvent, state } = this;
            const read = (end: AbortSignal) => this.server.getGame(state.game.id, undefined, end);
            const game = await retry(read, this.stream.signal, () => {}, { wait: this.wait });
            if (!firstKey(this.state.seats)) setAccountName(accountIn(game, accountName()));
            if (this.closed) return;
            const isOld = game.event < this.lastEvent;
            if (isOld && lastEvent < this.lastEvent) return await this.reload(); // overtaken
            this.replaceGame(game);
            if (isOld) this.reconnect(); // the next stream sends the events after it
        } catch {
            // The server has no such game, or nobody waits for it any more.
        }
    }

    /** Takes moves back until number `ply` is the next; returns the changes of the state. */
    private takeBackTo(ply: number): Partial<GameState> {
        let { entries } = this.state;
        while (entries.length > 1 && latestOf(entries).position.ply > ply) {
            this.rulesGame.takeBack();
            entries = entries.slice(0, -1);
        }
        return { entries, legal: this.rulesGame.legalMoves() };
    }

    /** Sends what a player does besides moving, and takes over the game of the answer. */
    private async act(
        kind: SentKind,
        side: Side | undefined,
        send: GameServer['postResign'],
        arrival: Arrival = NO_ARRIVAL,
    ): Promise<void> {
        const { game, seats } = this.state;
        const key = side && seats.keys[side];
        const after = this.known();
        const answer = await this.delivery.send(
            kind,
            arrival,
            this.lastEvent,
            (signal) => send(game.id, key, after, signal),
            (signal) => this.server.getGame(game.id, key, signal),
        );
        if (answer) this.applyAnswer(answer);
    }

    async resign(side: Side): Promise<void> {
        this.update({ resigning: [...this.state.resigning, side] });
        try {
            await this.act('resignation', side, this.server.postResign, resignationArrival(side));
        } finally {
            this.update({ resigning: this.state.resigning.filter((one) => one !== side) });
        }
    }

    /** Closes the game before one's first move, or instead of accepting a challenge. */
    declineGame(side: Side): Promise<void> {
        const { postDecline } = this.server;
        return this.act('answer', side, (id, key, _, signal) => postDecline(id, key, signal));
    }

    /** Proposes something, or accepts what stands; all seats of this browser agree at once. */
    async propose(kind: ProposalKind): Promise<void> {
        const { mine } = this.state.seats;
        const movers = this.state.entries.map((entry) => entry.mover);
        const lastMover = movers.reverse().find((side) => side && mine.includes(side));
        const first = kind === 'takeback' ? lastMover : mine.find((side) => this.mayConsent(side));
        const by = first ?? mine[0];
        if (!by) return;
        await this.postProposal(kind, by, 'offer');
        await this.accept(kind);
    }

    private mayConsent(side: Side): boolean {
        const seat = this.state.game.seats.find(({ colour }) => colour === side);
        return isOver(this.state) || !seat?.left;
    }

    /** Accepts a proposal for every seat of this browser that has not done so. */
    async accept(kind: ProposalKind): Promise<void> {
        const { mine } = this.state.seats;
        const missing = proposalOf(this.state, kind)?.missing ?? [];
        for (const side of missing.filter((one) => mine.includes(one)))
            await this.postProposal(kind, side, 'accept');
    }

    async decline(kind: ProposalKind): Promise<void> {
        const { mine } = this.state.seats;
        const side = proposalOf(this.state, kind)?.missing.find((one) => mine.includes(one));
        if (side) await this.postProposal(kind, side, 'decline');
    }

    async withdraw(kind: ProposalKind): Promise<void> {
        const proposal = proposalOf(this.state, kind);
        if (proposal) await this.postProposal(kind, proposal.colour, 'withdraw');
    }

    private postProposal(kind: ProposalKind, side: Side, action: ProposalAction): Promise<void> {
        const sent = action === 'offer' ? 'offer' : 'answer';
        const arrival = proposalArrival(kind, side, action);
        const ply = kind === 'takeback' ? lastPlyOf(this.state, side) : undefined;
        return this.act(
            sent,
            side,
            (id, key, after, signal) =>
                this.server.postProposal(id, key, kind, action, ply, after, signal),
            arrival,
        );
    }

    resume(): Promise<void> {
        return this.act('request', this.state.seats.mine[0], this.server.postResume);
    }

    /** Claims the game of the player to move, who has gone. */
    claim(): Promise<void> {
        return this.act('request', this.state.seats.mine[0], this.server.postClaim);
    }

    /** Says something as one of the seats of this browser. */
    async chat(text: string): Promise<void> {
        const { game, seats } = this.state;
        const mover = sideToMove(this.state);
        const side = seats.mine.includes(mover) ? mover : seats.mine[0];
        if (!side) return;
        const arrival = messageArrival(side, text);
        const answer = await this.sendMessage(text, (message) =>
            this.delivery.send('message', arrival, this.lastEvent, (signal) =>
                this.server.postChat(game.id, seats.keys[side], text, message, signal),
            ),
        );
        if (answer) this.applyAnswer(answer);
    }

    /**
     * Takes the seat of the link's invitation, or the one that waits for the account that is signed
     * in. To try again is harmless: the key is the same, and the account.
     */
    async join(name: string): Promise<void> {
        const { game, invited } = this.state;
        const account = accountName();
        const mayJoin = invited?.secret || invited?.listed || challengeTo(game, account);
        const key = account ? undefined : this.joinKey;
        if (!mayJoin) return;
        try {
            const secret = invited?.secret ?? '';
            const post = (signal: AbortSignal) =>
                this.server.postJoin(game.id, key, secret, key ? name : '', signal);
            const { lastEvent } = this;
            const joined = await this.delivery.sendOnce('request', NO_ARRIVAL, lastEvent, post);
            if (!joined) return;
            const seats = takeSeat(game.id, this.state.seats, joined, key ?? '');
            this.update({ invited: null, seats: withAccount(seats, joined, account) });
            this.applyAnswer(joined);
            this.stopReading(); // the next connection is that of the seat
        } catch (error) {
            if (!(error instanceof ApiError) || error.status !== 409) throw error;
            const over = error.code === 'game_over';
            this.update({ invited: null, notice: over ? 'The game is over.' : SEAT_TAKEN });
            await this.reload();
        }
    }

    /** Does not take the seat; watches instead. */
    leaveInvitation(): void {
        this.update({ invited: null });
    }

    /**
     * Takes from an answer what is not about moves, which come as events. Events that are later
     * than the answer may have come before it: then all of the answer has come with them.
     */
    private applyAnswer(answer: Game): void {
        if (answer.event < this.lastEvent) return;
        if (answer.event === this.known() + 1) this.answered = answer.event; // nothing is missing
        const { seats, status, proposals, declined, chat, next, closes, result, reason } = answer;
        const rest = { seats, status, proposals, declined, chat, next, closes };
        const game = { ...this.state.game, ...rest };
        saveNextSeats(game, this.state.seats);
        this.update({ game, ...(status === 'over' && { result, reason }) });
        this.setClock(stamped(answer.clock));
    }

    private async readStream(): Promise<void> {
        await followStream(this.stream.signal, {
            wait: this.wait,
            read: async (connection, onOpen) => {
                this.stopReading = () => connection.abort();
                const { signal } = connection;
                const onEvent = (event: GameEvent | PresenceEvent) => this.receiveEvent(event);
                const { game, seats } = this.state;
                await this.server
                    .readEvents(game.id, this.lastEvent, signal, onOpen, onEvent, firstKey(seats))
                    .finally(() => this.showing);
            },
            onOpen: () => this.onStreamOpen(),
            onBreak: () => this.update({ connected: isOver(this.state) }), // nothing may be awaited
            onGone: () => this.showNotice('This game is no longer on the server.'),
        });
    }

    private onStreamOpen(): void {
        const notice = isOutage(this.state.notice) ? '' : this.state.notice;
        this.update({ connected: true, notice });
    }

    private receiveEvent(event: GameEvent | PresenceEvent): void {
        if (event.type === 'presence') {
            const { here, spectators, clock } = event;
            this.update({ game: { ...this.state.game, here, spectators } });
            return this.setClock(stamped(clock));
        }
        if (event.event <= this.lastEvent && event.type !== 'gameFull') return; // shown by reload()
        this.lastEvent = event.event;
        if ('clock' in event) event = { ...event, clock: stamped(event.clock) };
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
        if ('clock' in event) this.setClock(event.clock);
        if (event.type === 'gameFull') this.replaceGame(event.game);
        else if (event.type === 'move') this.applyMove(event);
        else this.applyTableEvent(event);
        if (event.type !== 'gameFull') this.delivery.onEvent(event);
        if ('rating_changes' in event || 'uncounted' in event)
            this.update({ game: withRatings(this.state.game, event) });
        if ('position' in event && !isPositionAfter(this.state.entries, event)) void this.reload();
        if (this.state.game.next) this.stream.abort(); // nothing more will happen here
    }

    /** The clocks as the server said, unless it has said something newer. */
    private setClock(clock: Clocks | undefined): void {
        const { game } = this.state;
        if (clock && (clock.at ?? 0) >= (game.clock?.at ?? 0))
            this.update({ game: { ...game, clock } });
    }

    private applyTableEvent(event: TableEvent): void {
        const game = gameAfter(this.state.game, event);
        saveNextSeats(game, this.state.seats);
        if (event.type === 'chat') return this.update({ game });
        if (event.type === 'join' || event.type === 'account')
            this.update({ seats: withAccount(this.state.seats, game, accountName()) });
        const left = game.seats.find(({ colour }) => colour === event.colour)?.left_ply;
        const leaves = isDeparture(event) && left && event.turn;
        const { result, reason } = event;
        this.update({
            game,
            result,
            reason,
            ...(isDone(event, 'takeback') && this.takeBackTo(event.ply)),
            ...(leaves && this.playerLeaves(event.colour)),
        });
    }

    /** A player leaves a game that continues; returns the changes of the state. */
    private playerLeaves(side: Side): Partial<GameState> {
        const { entries } = this.state;
        const last = { ...latestOf(entries), position: this.rulesGame.leave(side) };
        return { entries: [...entries.slice(0, -1), last], legal: this.rulesGame.legalMoves() };
    }

    /** Appends a move of the stream, unless it is known; after a gap the whole game is loaded. */
    private applyMove({ ply, move, result, reason }: MoveEvent): void {
        const { entries } = this.state;
        const index = ply - entries[0]!.position.ply + 1;
        if (entries[index]?.move?.text === move) return;
        if (index !== entries.length) return void this.reload();
        this.update(this.appendMove(move, result === '*' ? undefined : { result, reason }));
    }
}
