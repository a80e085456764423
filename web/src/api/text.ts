// Texts that several parts of the page show: names, results, moves and errors in words.
import { SIGNED_OUT } from './signed-in';
import { ApiError, NO_SESSION, type Seat } from './client';
import { RulesError, SIDES, type Kind, type Move, type Result, type Side } from '../rules/rules';

export function other(side: Side): Side {
    return side === 'b' ? 'w' : 'b';
}

const KIND_NAMES: Record<Kind, string> = {
    b: 'Black',
    w: 'White',
    r: 'Red',
    g: 'Green',
    y: 'Yellow',
    p: 'Purple',
    n: 'Neutral',
    c: 'Central',
    x: 'Fixed',
};

/** What a marble is called before the word "marble". */
export function kindName(kind: Kind): string {
    return KIND_NAMES[kind];
}

export function colourName(side: Side): string {
    return kindName(side);
}

/** "belgian-daisy" -> "Belgian daisy". */
export function layoutTitle(name: string): string {
    if (name === 'standard-2') return 'Standard, turned';
    const words = name.replace(/[-_]/g, ' ');
    return words ? words[0]!.toUpperCase() + words.slice(1) : 'Custom position';
}

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
    greedy: ['Greedy', 'ejects a marble whenever it can'],
    random: ['Random', 'plays any legal move'],
};

export function opponentTitle(name: string): string {
    return OPPONENTS[name]?.[0] ?? name;
}

export function opponentDescription(name: string, about: string): string {
    return OPPONENTS[name]?.[1] ?? about;
}

/** "abapro:3" -> "Aba-Pro, 3 plies"; "abla:4,w2=0.5" -> "ABLA, free weights, 4 plies, w2=0.5". */
function opponentName(text: string): string {
    const [name = '', more = ''] = text.split(':');
    const [plies, ...settings] = more.split(',');
    const depth = plies ? [countOf(Number(plies), 'ply', 'plies')] : [];
    return [opponentTitle(name), ...depth, ...settings].join(', ');
}

/** "3 moves", "1 move". */
export function countOf(count: number, one: string, many = `${one}s`): string {
    return `${count} ${count === 1 ? one : many}`;
}

/** The name of a seat in a game of `players`, in the browser that plays the seats `mine`. */
export function playerName(seat: Seat, mine: Side[], players: number): string {
    if (seat.opponent) return opponentName(seat.opponent);
    if (seat.kind === 'computer') return `Computer, level ${seat.level}`;
    if (mine.length === 1 && mine[0] === seat.colour) return 'You';
    if (seat.kind === 'open' && !seat.taken) return 'Free seat';
    if (seat.name) return seat.name;
    return mine.length === 1 && players === 2 ? 'Friend' : colourName(seat.colour);
}

const REASONS: Record<string, string> = {
    stuck: 'no legal moves',
    repetition: 'the position was repeated',
    quiet: 'too many moves without an ejection',
    plies: 'move limit reached',
    agreement: 'by agreement',
    resignation: 'the others resigned',
    time: 'on time',
    score: 'more marbles ejected at the limit of moves',
    centre: 'nearer to the centre',
    central: 'the central marble is off the board',
    declined: 'a player did not want to play',
    idle: 'nobody played for days',
    line: 'nearer to the centre line',
    passive: 'the other played too passively',
};

/** Reasons of a draw that read otherwise than those of a win. */
const DRAWN: Record<string, string> = {
    score: 'equal scores at the limit of moves',
    centre: 'equally near to the centre',
    line: 'equally near to the centre line',
};

/** The player whose win a result is: "0-0-1" is Red's. */
export function winner(result: Result): Side | null {
    return SIDES[result.split('-').indexOf('1')] ?? null;
}

/** "Black", "Black and Red", "Black, White and Red". */
export function listOf(names: string[], word = 'and'): string {
    const last = names[names.length - 1] ?? '';
    return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** "Black wins", "Black and Red win". */
function winSentence(winners: Side[]): string {
    return `${listOf(winners.map(colourName))} ${winners.length === 1 ? 'wins' : 'win'}`;
}

/** The result for the seats `mine`; `winners` are the winner and a partner, or nobody. */
export function resultTitle(winners: Side[], mine: Side[], players: number): string {
    if (winners.length === 0) return 'Draw';
    if (mine.length !== 1) return winSentence(winners);
    if (winners.includes(mine[0]!)) return 'You win';
    return players === 2 ? 'You lose' : winSentence(winners);
}

/** Why a game ended; `losers` are all who have not won, nobody after a draw. */
export function resultReason(reason: string, losers: Side[], mine: Side[], win: number): string {
    if (reason === 'ejections') return `${countOf(win, 'marble')} ejected`;
    if (reason === 'resignation' && losers.length === 1)
        return mine.length === 1 && mine[0] === losers[0]
            ? 'you resigned'
            : `${colourName(losers[0]!)} resigned`;
    return (losers.length === 0 && DRAWN[reason]) || (REASONS[reason] ?? '');
}

/** A move in words, for screen readers: "2 marbles, c3 to d4, pushes two, ejects one". */
export function moveSentence(move: Move): string {
    const [from, to] = move.steps.find(([cell]) => cell === move.tail) ?? move.steps[0]!;
    const parts = [`${from} to ${to}`];
    if (move.from.length > 1) parts.unshift(`${move.from.length} marbles`);
    if (move.broadside) parts.push('broadside');
    if (move.pushed.length) parts.push(`pushes ${move.pushed.length === 1 ? 'one' : 'two'}`);
    if (move.ejects) parts.push('ejects one');
    return parts.join(', ');
}

/** A message without numbers of rules, which the page does not explain. */
function plainMessage(message: string): string {
    return message.replace(/ \(R\d+\)/g, '');
}

export function errorSentence(error: unknown): string {
    if (error instanceof RulesError) return `${capital(plainMessage(error.message))}.`;
    if (error instanceof ApiError) {
        if (error.status === 0)
            return globalThis.navigator?.onLine === false
                ? 'You are offline.'
                : "Can't reach the server. Is it running?";
        if (error.status === 404) return 'Game not found.';
        if (NO_SESSION.includes(error.code)) return SIGNED_OUT;
        if (error.code === 'too_many') return 'Too many requests. Please wait a moment.';
        if (error.code === 'storage') return "The server couldn't save that. Please try again.";
        return capital(plainMessage(error.message));
    }
    return 'Something went wrong. Try reloading the page.';
}

/** "3 Oct 2026". */
export function dateText(when: string | number): string {
    return when ? new Date(when).toLocaleDateString(undefined, { dateStyle: 'medium' }) : '';
}

export function percent(share: number): string {
    return `${Math.round(share * 100)}%`;
}

export function capital(text: string): string {
    return text ? text[0]!.toUpperCase() + text.slice(1) : text;
}

/** A day of a date of the server: "5 Dec". */
export function dayText(date: string): string {
    return new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}
