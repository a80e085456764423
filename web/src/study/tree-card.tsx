// The card of the moves: the main line, with variations indented below the move that they replace.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isMainLine, type TreeNode } from './tree';

/** Moves in a row, and the variations of the last of them. */
export interface Block {
    moves: TreeNode[];
    variations: TreeNode[]; // the first move of each
}

/** The line that continues a node, cut where variations stand. */
export function blocksAfter(node: TreeNode): Block[] {
    const blocks: Block[] = [];
    let moves: TreeNode[] = [];
    for (let at = node; at.children[0]; at = at.children[0]) {
        moves.push(at.children[0]);
        if (at.children.length === 1) continue;
        blocks.push({ moves, variations: at.children.slice(1) });
        moves = [];
    }
    if (moves.length) blocks.push({ moves, variations: [] });
    return blocks;
}

/** "3." before a move of the first player, "3..." before another one that begins a row. */
export function numberText({ entry, parent }: TreeNode, begins: boolean): string {
    const { ply, ejected } = parent!.entry.position;
    const number = Math.ceil(ply / ejected.length);
    if (entry.mover === 'b') return `${number}.`;
    return begins ? `${number}...` : '';
}

interface TreeCardProps {
    root: TreeNode;
    node: TreeNode; // in view
    onGo: (node: TreeNode) => void;
    onPromote: () => void;
    onRemove: () => void;
}

export function TreeCard({ root, node, onGo, onPromote, onRemove }: TreeCardProps) {
    const list = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const current = list.current!.querySelector('[aria-current]');
        current?.scrollIntoView({ block: 'nearest' });
    }, [node]);
    return (
        <section class="card tree" aria-label="Moves">
            <header>
                <h2>Moves</h2>
                <button
                    disabled={isMainLine(node)}
                    onClick={onPromote}
                    title="Prefer this variation"
                >
                    Promote
                </button>
                <button disabled={!node.parent} onClick={onRemove} title="Delete from this move on">
                    Delete
                </button>
            </header>
            <div class="list" ref={list}>
                {root.children.length === 0 && <p class="muted">Play a move on the board.</p>}
                <Blocks blocks={blocksAfter(root)} node={node} onGo={onGo} />
            </div>
        </section>
    );
}

interface BlocksProps {
    blocks: Block[];
    node: TreeNode;
    onGo: (node: TreeNode) => void;
}

function Blocks({ blocks, node, onGo }: BlocksProps) {
    return (
        <>
            {blocks.map(({ moves, variations }) => (
                <div key={moves[0]!.id}>
                    <p>
                        {moves.map((move, i) => (
                            <MoveButton
                                key={move.id}
                                move={move}
                                begins={i === 0}
                                current={move === node}
                                onGo={onGo}
                            />
                        ))}
                    </p>
                    {variations.map((variation) => (
                        <div key={variation.id} class="variation">
                            <Blocks blocks={withFirst(variation)} node={node} onGo={onGo} />
                        </div>
                    ))}
                </div>
            ))}
        </>
    );
}

/** The line that begins with a move. */
function withFirst(node: TreeNode): Block[] {
    const [first, ...rest] = blocksAfter(node);
    const moves = [node, ...(first?.moves ?? [])];
    return [{ moves, variations: first?.variations ?? [] }, ...rest];
}

interface MoveButtonProps {
    move: TreeNode;
    begins: boolean; // a row
    current: boolean;
    onGo: (node: TreeNode) => void;
}

function MoveButton({ move, begins, current, onGo }: MoveButtonProps) {
    const number = numberText(move, begins);
    return (
        <button class="move" aria-current={current ? 'step' : undefined} onClick={() => onGo(move)}>
            {number && <span class="muted">{number} </span>}
            {move.entry.move!.text}
        </button>
    );
}
