// useEngine: what the engine finds at a node of the tree, deeper and deeper while it is in view.
import { useEffect, useState } from 'preact/hooks';
import type { Analysis } from '../analysis/analysis';
import {
    analysisAfter,
    HISTORY_MAX,
    streamAnalysis,
    type PositionRequest,
} from '../analysis/requests';
import type { AnalysisLine } from '../api/client';
import { errorSentence } from '../api/error-text';
import { useEffectEvent } from '../ui/use-effect-event';
import { movesTo, type GameTree, type TreeNode } from './tree';

export type EngineLine = Extract<AnalysisLine, { type: 'depth' }>;

export interface Found {
    node: TreeNode;
    lines: EngineLine[]; // the best first
    analysis: Analysis | null; // of the best line, later with threats and hanging marbles
    problem: string;
}

const DEBOUNCE_MS = 150; // stepping through a line quickly starts nothing
const FIRST_MS = 600; // of a first search, which threats follow; then the search continues

function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
}

/** What is known after one more line of an answer. */
export function foundAfter(found: Found, line: AnalysisLine): Found {
    const { position } = found.node.entry;
    const known = found.analysis;
    if (line.type === 'end')
        return { ...found, analysis: analysisAfter(known, line, position) ?? known };
    const lines = [...found.lines];
    lines[line.multipv - 1] = line;
    if (line.multipv > 1) return { ...found, lines };
    const next = analysisAfter(known, line, position)!;
    // Keeps threats and hanging marbles while the search of the same position continues.
    const { complete = false, threats = [], hanging = [] } = known ?? {};
    return { ...found, lines, analysis: { ...next, complete, threats, hanging } };
}

/** The position at a node, with as many of the moves before it as an engine needs to know. */
function positionAt(tree: GameTree, node: TreeNode): PositionRequest {
    const moves = movesTo(node);
    const { rules } = tree;
    if (moves.length <= HISTORY_MAX) return { position: tree.start, rules, moves };
    let from = node;
    while (node.plies - from.plies < HISTORY_MAX) from = from.parent!;
    return { position: from.entry.position.text, rules, moves: moves.slice(-HISTORY_MAX) };
}

/** The lines of the engine at a node while `on`; null: off, the game is over, or nothing yet. */
export function useEngine(
    tree: GameTree,
    node: TreeNode,
    count: number,
    on: boolean,
): Found | null {
    const [found, setFound] = useState<Found | null>(null);
    const ended = node.entry.position.result !== '*';
    const search = useEffectEvent(async (signal: AbortSignal) => {
        let now: Found = { node, lines: [], analysis: null, problem: '' };
        const request = (more: Partial<PositionRequest>) =>
            streamAnalysis(
                { ...positionAt(tree, node), multipv: count, ...more },
                signal,
                (line) => {
                    if (signal.aborted) return;
                    now = foundAfter(now, line);
                    setFound(now);
                },
            );
        try {
            await sleep(DEBOUNCE_MS);
            if (!signal.aborted) await request({ time: FIRST_MS });
            if (!signal.aborted) await request({});
        } catch (error) {
            if (!signal.aborted) setFound({ ...now, problem: errorSentence(error) });
        }
    });
    useEffect(() => {
        if (!on || ended) return;
        const left = new AbortController();
        void search(left.signal);
        return () => left.abort();
    }, [tree, node, count, on, ended, search]);
    return on && found?.node === node ? found : null;
}
