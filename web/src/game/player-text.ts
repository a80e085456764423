// Who plays, in words: the computer's named opponents, the name of a seat.
import type { Seat } from '../api/client';
import type { Side } from '../rules/rules';
import { colourName } from '../rules/text';
import { countOf } from '../ui/text';

/** Title and description of the server's named opponents. */
const OPPONENTS: Record<string, [string, string]> = {
    'abla-combined': ['ABLA', '2004: centre and cohesion'],
    'abla-single': ['ABLA, centre only', '2004: one of its two heuristics'],
    abla: ['ABLA, free weights', '2004: the same, with weights of your choice'],
    abapro: ['Aba-Pro', '2002: distance to a point between the two sides'],
    'random-soft': ['Random Software (stand-in)', '2004: little is known of the program'],
    nacre: ['Nacre (stand-in)', '2003: little is known of the program'],
    aba: ['Aba (stand-in)', 'by Paul Colley; little is known of the program'],
    chorus: ['Chorus', '2009: centre, grouping, pushes'],
    papadopoulos: ['Papadopoulos', '2012: coherence, broken lines, danger'],
    mcts: ['Monte-Carlo', 'random playouts'],
    greedy: ['Greedy', 'ejects a marble whenever it can'],
    random: ['Random', 'plays any legal move'],
};

export function opponentTitle(name: string): string {
    return OPPONENTS[name]?.[0] ?? name;
}

export function opponentDescription(name: string, about: string): string {
    return OPPONENTS[name]?.[1] ?? about;
}

/** "abla:4,w2=0.5" -> "ABLA, free weights, 4 plies, w2=0.5"; a level is said by its name. */
function opponentName(text: string): string {
    const [name = '', more = ''] = text.split(':');
    const [plies, ...settings] = more.split(',');
    const depth = plies ? [Number(plies) ? countOf(Number(plies), 'ply', 'plies') : plies] : [];
    return [opponentTitle(name), ...depth, ...settings].join(', ');
}

/** "Computer, level 3". */
export function levelTitle(level: number): string {
    return `Computer, level ${level}`;
}

/** The computer of the server that has the account of this name, or null: docs/bots.md. */
export function computerOf(name: string): { level: number } | { opponent: string } | null {
    const [, which] = /^paua\.(.+)$/.exec(name) ?? [];
    if (!which) return null;
    return Number(which) ? { level: Number(which) } : { opponent: which };
}

/** The name of an account as people read it: "Ann"; "paua.5" -> "Computer, level 5". */
export function accountTitle(name: string): string {
    const computer = computerOf(name);
    if (!computer) return name;
    return 'level' in computer ? levelTitle(computer.level) : opponentTitle(computer.opponent);
}

/** Whether a seat of a game on the server is played under a nickname, which anybody may choose. */
export function isGuest({ kind, name, user }: Seat): boolean {
    return Boolean(name) && !user && (kind === 'person' || kind === 'open');
}

/** The name of a person in a list of games: "Bob (guest)". */
export function personName(seat: Seat): string {
    return isGuest(seat) ? `${seat.name} (guest)` : (seat.name ?? '');
}

/** The name of a seat in a game of `players`, in the browser that plays the seats `mine`. */
export function playerName(seat: Seat, mine: Side[], players: number): string {
    if (seat.opponent) return opponentName(seat.opponent);
    if (seat.kind === 'computer') return levelTitle(seat.level!);
    if (mine.length === 1 && mine[0] === seat.colour) return 'You';
    if (seat.kind === 'open' && !seat.taken) return 'Free seat';
    if (seat.name) return seat.name;
    return mine.length === 1 && players === 2 ? 'Friend' : colourName(seat.colour);
}
