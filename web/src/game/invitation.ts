// Seats and the links that invite to them: /g/ID#SECRET.COLOUR, where what follows # never leaves
// the browser by itself. The secret is the invitation to an open seat, or the key of a person's.
import type { Game, Seat } from '../api/client';
import { isTaken } from './seat';
import { SIDES, type Side } from '../rules/rules';
import { saveSeats, seatsOf, type Seats } from '../api/storage';

/** What the link that opened a game is good for. */
export interface Invited {
    secret: string; // '': it takes no seat that is not free for anybody
    listed: boolean; // without a link: a seat is free for anybody
    side: Side | null; // null: the link does not say
    own: boolean; // this browser has made the link
    problem: string;
}

const LINK = /^([\w-]{32})(?:\.([bwrgyp]))?$/;

export function parseLink(link: string): { secret: string; side: Side | null } {
    const [, secret = '', side] = LINK.exec(link) ?? [];
    return { secret, side: SIDES.find((one) => one === side) ?? null };
}

export function linkOf(origin: string, id: string, secret: string, side: Side): string {
    return `${origin}/g/${id}#${secret}.${side}`;
}

/** Whom this browser may still invite. */
export function freeSeats({ seats }: Game, { invitations }: Seats): Side[] {
    return seats.filter((seat) => invitations[seat.colour] && !isTaken(seat)).map((s) => s.colour);
}

/** What a link means for a browser that has these seats; null: there is nothing to say. */
export function invitationOf(link: string, game: Game, seats: Seats): Invited | null {
    const { secret, side } = parseLink(link);
    const result = (changes: Partial<Invited>) => ({
        secret: '',
        listed: false,
        side,
        own: false,
        problem: '',
        ...changes,
    });
    if (!link) {
        const listed = game.seats.filter((seat) => seat.listed);
        if (listed.length === 0 || seats.mine.length || game.status === 'over') return null;
        return result({ listed: true, side: listed.length === 1 ? listed[0]!.colour : null });
    }
    if (Object.values(seats.keys).includes(secret)) return null;
    if (Object.values(seats.invitations).includes(secret)) return result({ own: true });
    const open = game.seats.filter(
        (seat) => seat.kind === 'open' && (!side || seat.colour === side),
    );
    if (!secret || open.length === 0)
        return result({ problem: "This link's key is not valid, so you are watching." });
    const free = open.filter((seat) => !isTaken(seat));
    if (game.status === 'over' || (free.length === 0 && seats.mine.length)) return null;
    if (free.length === 0)
        return result({ problem: 'Somebody has taken this seat already, so you are watching.' });
    return result({ secret, side: side ?? (free.length === 1 ? free[0]!.colour : null) });
}

/** The seats with those that an account plays, for which there are no keys. */
export function withAccount(seats: Seats, game: Pick<Game, 'seats'>, account: string): Seats {
    const plays = (side: Side) =>
        Boolean(seats.keys[side]) ||
        game.seats.some(({ colour, user }) => colour === side && user === account);
    return { ...seats, mine: SIDES.filter(plays) };
}

/** Who is signed in, by the seats that a game without a key shows; '': nobody. */
export function accountIn({ seats }: Pick<Game, 'seats'>, known: string): string {
    const own = seats.find(({ you }) => you)?.user;
    return own ?? (seats.some(({ user }) => user === known) ? '' : known);
}

/** The seat of a game that waits for an account to accept or decline. */
export function challengeTo({ seats }: Pick<Game, 'seats'>, account: string): Seat | undefined {
    return seats.find(({ kind, taken, left, name }) => {
        return kind === 'user' && !taken && !left && name === account;
    });
}

/** Takes the seat that a shared link's key is for; a browser with several keys plays them all. */
export function takeSeat(id: string, seats: Seats, game: Game, linkKey: string): Seats {
    const seat = linkKey ? game.seats.find((one) => one.you) : undefined;
    if (!seat || seats.mine.includes(seat.colour)) return seats;
    const taken = seatsOf({ ...seats.keys, [seat.colour]: linkKey }, seats.invitations);
    saveSeats(id, taken);
    return taken;
}
