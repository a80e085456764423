// Conditional moves as the tree that the server keeps, and as paths: the moves from the next one
// on. Pure functions.
import type { ConditionalMove } from '../api/correspondence';

type Tree = ConditionalMove[];

/** Any move of another player that is not named. */
export const ANY_MOVE = '*';

/** Whose moves a path has: the first `before` are others', then every `players`-th is one's own. */
export interface Order {
    before: number;
    players: number;
}

export function isOwn(index: number, { before, players }: Order): boolean {
    return index % players === before % players;
}

/** The branches of a tree, in its order. */
export function linesOf(tree: Tree): string[][] {
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

/** What may follow a path. */
export function after(tree: Tree, path: readonly string[]): Tree {
    const [move, ...rest] = path;
    if (move === undefined) return tree;
    return after(tree.find((each) => each.move === move)?.then ?? [], rest);
}

/** A path and the first moves behind it, to the end of a branch. */
export function toEnd(tree: Tree, path: readonly string[]): string[] {
    const [first] = after(tree, path);
    return first ? toEnd(tree, [...path, first.move]) : [...path];
}

/** A tree with a path more. One's own move in it replaces another answer to the same moves. */
export function withLine(tree: Tree, line: readonly string[], order: Order, index = 0): Tree {
    const [move, ...rest] = line;
    if (move === undefined) return tree;
    const known = tree.find((each) => each.move === move);
    const then = withLine(known?.then ?? [], rest, order, index + 1);
    const added = then.length ? { move, then } : { move };
    if (isOwn(index, order)) return [added];
    if (known) return tree.map((each) => (each === known ? added : each));
    return [...tree, added];
}

/** A tree without the move at the end of a path and all behind it. */
export function withoutBranch(tree: Tree, path: readonly string[]): Tree {
    const [move, ...rest] = path;
    if (rest.length === 0) return tree.filter((each) => each.move !== move);
    return tree.map((each) => {
        if (each.move !== move) return each;
        const then = withoutBranch(each.then ?? [], rest);
        return then.length ? { move, then } : { move };
    });
}

/** What others have made of a tree, with what was changed in it here, which goes before theirs. */
export function merged(before: Tree, here: Tree, others: Tree, order: Order): Tree {
    const had = linesOf(before).map(String);
    const has = linesOf(here).map(String);
    const added = linesOf(here).filter((line) => !had.includes(String(line)));
    const kept = linesOf(others).filter(
        (line) => !had.includes(String(line)) || has.includes(String(line)),
    );
    return [...kept, ...added].reduce<Tree>((tree, line) => withLine(tree, line, order), []);
}

/** What the server takes of a tree: branches end with one's own move. */
export function answered(tree: Tree, order: Order, index = 0): Tree {
    return tree.flatMap(({ move, then = [] }) => {
        const rest = answered(then, order, index + 1);
        if (rest.length) return [{ move, then: rest }];
        return isOwn(index, order) ? [{ move }] : [];
    });
}

/** What is left of a tree when a move has been played, by another player or by oneself. */
export function played(tree: Tree, move: string, own: boolean): Tree {
    const node = tree.find((each) => each.move === move);
    return (node ?? (own ? undefined : tree.find((each) => each.move === ANY_MOVE)))?.then ?? [];
}
