// Conditional moves as lines, each the moves of one branch from the next one on, and as the tree that the
// server keeps. Pure functions.
import type { ConditionalMove } from './slow-api';

/** The branches of a tree, in its order. */
export function linesOf(tree: ConditionalMove[]): string[][] {
    return tree.flatMap(({ move, then = [] }) =>
        then.length ? linesOf(then).map((line) => [move, ...line]) : [[move]],
    );
}

/** The moves of a text such as "i5h5 b2c3, then * a2b3". */
export function movesIn(text: string): string[] {
    return text
        .trim()
        .split(/(?:\s|,|;|\bthen\b)+/)
        .filter((word) => word);
}

/** Whose move each one of a line is: the first `before` are others', then every `players`-th is one's own. */
export function isOwn(index: number, before: number, players: number): boolean {
    return index % players === before % players;
}

/** A tree with a line more. One's own move in it replaces another answer to the same moves. */
export function withLine(
    tree: ConditionalMove[],
    line: string[],
    before: number,
    players: number,
    index = 0,
): ConditionalMove[] {
    const [move, ...rest] = line;
    if (move === undefined) return tree;
    const known = tree.find((each) => each.move === move);
    const then = withLine(known?.then ?? [], rest, before, players, index + 1);
    const added = then.length ? { move, then } : { move };
    if (isOwn(index, before, players)) return [added];
    if (known) return tree.map((each) => (each === known ? added : each));
    return [...tree, added];
}

/** A tree of these lines. */
export function treeOf(lines: string[][], before: number, players: number): ConditionalMove[] {
    return lines.reduce<ConditionalMove[]>(
        (tree, line) => withLine(tree, line, before, players),
        [],
    );
}
