// A tree of moves from a start position: the main line and variations of it, each position with its
// marbles. The first child of a node continues its line, the others are variations.
import { playEntry, startEntry } from '../game/entries';
import type { Entry } from '../game/state';
import type { Board, GameRules, LegalMoves, RulesGame, RulesModule } from '../rules/rules';

export interface TreeNode {
    readonly id: number; // of this tree
    readonly entry: Entry;
    readonly parent: TreeNode | null; // null: the start position
    readonly plies: number; // moves since the start
    readonly children: TreeNode[];
}

/** The moves from the start to a node. */
export function movesTo(node: TreeNode): string[] {
    const moves: string[] = [];
    for (let at = node; at.parent; at = at.parent) moves.unshift(at.entry.move!.text);
    return moves;
}

/** The node at the end of the line that continues a node. */
export function endOf(node: TreeNode): TreeNode {
    let end = node;
    while (end.children[0]) end = end.children[0];
    return end;
}

/** Whether a node is in the main line. */
export function isMainLine(node: TreeNode): boolean {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
}

/** The variation beside a node, of the nearest of its moves that has any: 1 below it, -1 above. */
export function variationBeside(node: TreeNode, step: number): TreeNode {
    for (let at = node; at.parent; at = at.parent) {
        const { children } = at.parent;
        if (children.length > 1)
            return children[(children.indexOf(at) + step + children.length) % children.length]!;
    }
    return node;
}

/** The nearest position from which both can be reached. */
function commonAncestor(one: TreeNode, other: TreeNode): TreeNode {
    let [a, b] = [one, other];
    while (a.plies > b.plies) a = a.parent!;
    while (b.plies > a.plies) b = b.parent!;
    while (a !== b) [a, b] = [a.parent!, b.parent!];
    return a;
}

/** The tree, and a game of the rules that follows the node in view. The owner calls free(). */
export class GameTree {
    readonly board: Board;
    readonly root: TreeNode;
    private readonly game: RulesGame; // its position is that of `current`
    private current: TreeNode;
    private nodes = 0;

    /** Throws a RulesError if the text is not a position, or the rules are not valid for it. */
    constructor(
        module: RulesModule,
        readonly start: string,
        readonly rules: GameRules,
    ) {
        this.game = module.newGame(start, rules);
        this.board = this.game.board;
        const entry = startEntry(this.board, this.game.start);
        this.root = this.current = this.newNode(entry, null);
    }

    /** What can be played at a node; null: the game is over there. */
    legalMoves(node: TreeNode): LegalMoves | null {
        if (node.entry.position.result !== '*') return null;
        this.moveTo(node);
        return this.game.legalMoves();
    }

    /** Throws a RulesError that says why a move cannot be played at a node. */
    check(node: TreeNode, text: string): void {
        this.moveTo(node);
        this.game.check(text);
    }

    /** Plays a move at a node, or follows it where it is known; a new one is the last variation. */
    play(node: TreeNode, text: string): TreeNode {
        this.moveTo(node);
        const { text: move } = this.game.check(text);
        const known = node.children.find(({ entry }) => entry.move!.text === move);
        if (known) return known;
        const entry = playEntry(this.game, node.entry, move);
        const made = this.newNode(entry, node);
        node.children.push(made);
        this.current = made;
        return made;
    }

    /** Plays a line from a node; returns its end. Throws a RulesError at an illegal move. */
    playLine(node: TreeNode, moves: readonly string[]): TreeNode {
        return moves.reduce((at, move) => this.play(at, move), node);
    }

    /** Moves the variation that a node is in before the one that is preferred to it. */
    promote(node: TreeNode): void {
        for (let at = node; at.parent; at = at.parent) {
            const { children } = at.parent;
            const index = children.indexOf(at);
            if (index === 0) continue;
            children.splice(index, 1);
            children.splice(index - 1, 0, at);
            return;
        }
    }

    /** Removes a move with all that follows it; the position before. The start stays. */
    remove(node: TreeNode): TreeNode {
        const { parent } = node;
        if (!parent) return node;
        this.moveTo(parent);
        parent.children.splice(parent.children.indexOf(node), 1);
        return parent;
    }

    free(): void {
        this.game.free();
    }

    private newNode(entry: Entry, parent: TreeNode | null): TreeNode {
        const plies = parent ? parent.plies + 1 : 0;
        return { id: this.nodes++, entry, parent, plies, children: [] };
    }

    private moveTo(node: TreeNode): void {
        const common = commonAncestor(this.current, node);
        for (; this.current !== common; this.current = this.current.parent!) this.game.takeBack();
        const ahead: TreeNode[] = [];
        for (let at = node; at !== common; at = at.parent!) ahead.unshift(at);
        for (const { entry } of ahead) this.game.play(entry.move!.text);
        this.current = node;
    }
}
