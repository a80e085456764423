// What an event changes in a game besides its moves: seats, proposals, chat, status.
// Pure functions.
import type {
    DepartureEvent,
    Game,
    GameEvent,
    MoveEvent,
    Proposal,
    ProposalEvent,
    Seat,
    TableEvent,
} from '../api/client';
import { isTaken } from './seat';

/** Whether everybody has agreed to what this event is about. */
export function isDone(event: GameEvent, kind: ProposalEvent['kind']): event is ProposalEvent {
    return (event.type === 'offer' || event.type === 'accept') && event.kind === kind && event.done;
}

/** Whether a player has lost, or has left a game of three or more. */
export function isDeparture(event: TableEvent): event is DepartureEvent {
    return event.type === 'resign' || event.type === 'time' || event.type === 'gone';
}

/** A new offer, which all other persons who are in the game must accept. */
function offered({ seats }: Game, { kind, colour }: ProposalEvent): Proposal[] {
    if (!colour) return [];
    const others = seats.filter((seat) => seat.kind !== 'computer' && seat.colour !== colour);
    const missing = others.filter((seat) => kind === 'rematch' || !seat.left);
    return [{ kind, colour, missing: missing.map((seat) => seat.colour) }];
}

/** The proposals that stand after an event about one of them. */
function proposalsAfter(game: Game, event: ProposalEvent): Proposal[] {
    const others = game.proposals.filter(({ kind }) => kind !== event.kind);
    const stands = game.proposals.find(({ kind }) => kind === event.kind);
    if (event.done) return others;
    if (event.type === 'offer') return [...others, ...offered(game, event)];
    if (event.type !== 'accept' || !stands) return others;
    const missing = stands.missing.filter((one) => one !== event.colour);
    return [...others, { ...stands, missing }];
}

/** The declined offers after an event; each stands until the next move of its side. */
function declinedAfter(game: Game, { type, kind, colour }: ProposalEvent): Game['declined'] {
    const side = game.proposals.find((one) => one.kind === kind)?.colour;
    if (type !== 'decline' || !side || !colour) return game.declined;
    return [...(game.declined ?? []), { kind, colour: side, by: colour }];
}

function seatsAfter({ seats }: Game, event: TableEvent): Seat[] {
    const changed = (changes: Partial<Seat>) =>
        seats.map((seat) => (seat.colour === event.colour ? { ...seat, ...changes } : seat));
    if (event.type === 'join' || event.type === 'account') {
        const { name, user } = event;
        return changed({
            taken: true,
            listed: undefined,
            ...(name && { name }),
            ...(user && { user }),
            ...('rating' in event && { rating: event.rating, provisional: event.provisional }),
        });
    }
    if (event.type === 'away' || event.type === 'back')
        return changed({ away: event.type === 'away' ? event.until : undefined });
    if (isDeparture(event)) {
        if (seats.length === 2) return seats;
        const left = event.type === 'resign' ? 'resignation' : 'time';
        return changed({ left, left_ply: event.ply });
    }
    if (event.type === 'close' && event.reason === 'declined') return changed({ left: 'declined' });
    if (!isDone(event, 'takeback')) return seats;
    // Who left after the last move that stands is back.
    return seats.map((seat) => {
        if (!seat.left_ply || seat.left_ply <= event.ply) return seat;
        const { left, left_ply, ...back } = seat;
        return back;
    });
}

function statusAfter(game: Game, event: Exclude<TableEvent, { type: 'chat' }>): Game['status'] {
    if (event.turn === '') return 'over';
    if (!game.seats.every(isTaken)) return 'waiting';
    if (isDone(event, 'pause')) return 'paused';
    return event.type === 'resume' || game.status !== 'paused' ? 'playing' : 'paused';
}

/** After the end only a rematch can still be agreed. */
function proposalsLeft({ status, proposals }: Game): Proposal[] {
    return status === 'over' ? proposals.filter(({ kind }) => kind === 'rematch') : proposals;
}

/** The game after a move by `mover`: a draw offer stands until another side moves. */
export function gameAfterMove(game: Game, mover: string, over: boolean): Game {
    const status = over ? 'over' : game.status;
    const stands = ({ kind, colour }: Proposal) =>
        kind !== 'takeback' && (kind !== 'draw' || colour === mover);
    const proposals = game.proposals.filter(stands);
    return {
        ...game,
        status,
        closes: null,
        proposals: proposalsLeft({ ...game, status, proposals }),
        declined: game.declined?.filter(({ colour }) => colour !== mover),
    };
}

/** The game after any other event. */
export function gameAfter(game: Game, event: TableEvent): Game {
    if (event.type === 'chat') {
        const { event: number, colour, text, at } = event;
        if (game.chat.some((one) => one.event === number)) return game;
        return { ...game, chat: [...game.chat, { event: number, colour, text, at }] };
    }
    const about = 'kind' in event;
    const after = {
        ...game,
        seats: seatsAfter(game, event),
        closes: null, // a later time than the one that was known
        proposals: about ? proposalsAfter(game, event) : game.proposals,
        declined: about ? declinedAfter(game, event) : game.declined,
        next: ('next' in event && event.next) || game.next,
    };
    after.status = statusAfter(after, event);
    return { ...after, proposals: proposalsLeft(after) };
}

/** The game with what it has made of the ratings of its players. */
export function withRatings(
    game: Game,
    { rating_changes: changes, uncounted }: Pick<MoveEvent, 'rating_changes' | 'uncounted'>,
): Game {
    const seats = game.seats.map((seat, i) => ({ ...seat, rating_change: changes?.[i] }));
    return { ...game, seats, uncounted };
}
