// Sentences that more than one part of the page says.
import { ApiError, type Seat } from './api';
import { RulesError, type Move, type Result, type Side } from './rules';

export function other(side: Side): Side {
    return side === 'b' ? 'w' : 'b';
}

export function colourName(side: Side): string {
    return side === 'b' ? 'Black' : 'White';
}

/** "belgian-daisy" -> "Belgian daisy". */
export function layoutTitle(name: string): string {
    const words = name.replace(/[-_]/g, ' ');
    return words ? words[0]!.toUpperCase() + words.slice(1) : 'Own position';
}

export const LEVELS = [
    'Looks one move ahead and misses a great deal.',
    'Thinks of your reply, but misses much of it.',
    'Looks three moves ahead, with wide blind spots.',
    'Looks three moves ahead and misses something now and then.',
    'Looks three moves ahead and misses hardly anything.',
    'Overlooks nothing and thinks for a moment: 2,500 positions.',
    'Overlooks nothing: 12,000 positions for each move.',
    'Overlooks nothing: 60,000 positions for each move.',
    'Overlooks nothing: 400,000 positions for each move.',
    'Everything it can find in two seconds.',
];

/** Title and a line for the opponents that the server may name. */
const PROGRAMS: Record<string, [string, string]> = {
    'abla-combined': ['ABLA', '2004: to the centre, and together'],
    'abla-single': ['ABLA, centre only', '2004: one of its two heuristics'],
    abapro: ['Aba-Pro', '2002: close to a point between the armies'],
    chorus: ['Chorus', '2009: centre, grouping, pushes'],
    papadopoulos: ['Papadopoulos', '2012: coherence, broken lines, danger'],
    greedy: ['Greedy', 'pushes a marble off whenever it can'],
    random: ['Random', 'any legal move, by chance'],
};

export function opponentTitle(name: string): string {
    return PROGRAMS[name]?.[0] ?? name;
}

export function opponentLine(name: string, about: string): string {
    return PROGRAMS[name]?.[1] ?? about;
}

/** "abapro:3" -> "Aba-Pro, 3 plies". */
function opponentName(text: string): string {
    const [name = '', plies] = text.split(':');
    return opponentTitle(name) + (plies ? `, ${plies} ${plies === '1' ? 'ply' : 'plies'}` : '');
}

export function seatName(seat: Seat, mine: Side[]): string {
    if (seat.opponent) return opponentName(seat.opponent);
    if (seat.kind === 'computer') return `Computer, level ${seat.level}`;
    if (mine.length === 2) return colourName(seat.colour);
    if (mine.includes(seat.colour)) return 'You';
    return mine.length === 1 ? 'Friend' : colourName(seat.colour);
}

const REASONS: Record<string, string> = {
    ejections: 'all the marbles needed are off the board',
    stuck: 'no move is left',
    repetition: 'the same position for the third time',
    quiet: 'too long without a marble pushed off',
    plies: 'the limit of moves is reached',
    agreement: 'agreed',
    resignation: 'the other side resigned',
};

export function winner(result: Result): Side | null {
    if (result === '1-0') return 'b';
    return result === '0-1' ? 'w' : null;
}

export function resultTitle(result: Result, mine: Side[]): string {
    const side = winner(result);
    if (!side) return 'A draw';
    if (mine.length === 1) return mine[0] === side ? 'You win' : 'You lose';
    return `${colourName(side)} wins`;
}

export function resultReason(result: Result, reason: string, mine: Side[], win: number): string {
    if (reason === 'ejections')
        return `${win} ${win === 1 ? 'marble' : 'marbles'} pushed off the board`;
    if (reason === 'resignation') {
        const side = winner(result);
        if (side && mine.length === 1 && mine[0] !== side) return 'you resigned';
        return side ? `${colourName(other(side))} resigned` : 'resigned';
    }
    return REASONS[reason] ?? '';
}

/** A move as a sentence for those who listen: "c3 to d4, pushes 2, ejects one". */
export function moveSentence(move: Move): string {
    const first = move.steps.find(([from]) => from === move.tail) ?? move.steps[0]!;
    const marbles = move.from.length === 1 ? '' : `${move.from.length} marbles, `;
    let text = `${marbles}${first[0]} to ${first[1]}`;
    if (move.broadside) text += ' sideways';
    if (move.pushed.length) text += `, pushes ${move.pushed.length === 1 ? 'one' : 'two'}`;
    if (move.ejects) text += ', one off the board';
    return text;
}

export function errorSentence(error: unknown): string {
    if (error instanceof RulesError) return capital(error.message);
    if (error instanceof ApiError) {
        if (error.status === 0) return 'The server does not answer. Is it running?';
        if (error.status === 404) return 'There is no such game here.';
        if (error.code === 'too_many') return 'Too many requests; please wait a moment.';
        if (error.code === 'storage') return 'The server could not store that; please try again.';
        return capital(error.message);
    }
    return 'Something went wrong on this page. Reloading may help.';
}

export function capital(text: string): string {
    return text ? text[0]!.toUpperCase() + text.slice(1) : text;
}
