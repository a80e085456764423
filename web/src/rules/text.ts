// Colours, layouts, results and moves in words.
import { SIDES, type Kind, type Move, type Result, type Side } from './rules';

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

/** What layouts are called whose names are no words with hyphens. */
const LAYOUT_TITLES: Record<string, string> = {
    '': 'Custom position',
    '6-9': '6-9',
    'def-or-atak': 'Def or Atak',
    'i_m-a-robot': "I'm a robot",
    'mquorric-1': 'MQuorric 1',
    'standard-2': 'Standard, turned',
};

/** "belgian-daisy" -> "Belgian daisy", "fujiyama1" -> "Fujiyama 1", "-b0" -> "-B0". */
export function layoutTitle(name: string): string {
    const words = name.replace(/\b-\b/g, ' ').replace(/([a-z]{2})(\d)/, '$1 $2');
    return LAYOUT_TITLES[name] ?? words.replace(/[a-z]/, (letter) => letter.toUpperCase());
}

/** The player whose win a result is: "0-0-1" is Red's. */
export function winner(result: Result): Side | null {
    return SIDES[result.split('-').indexOf('1')] ?? null;
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
