// The analysis board at /analysis: moves on any position, as a tree, with the engine beside it.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Evaluation } from '../analysis/analysis-card';
import { marksOf } from '../analysis/analysis';
import { errorSentence } from '../api/error-text';
import { BoardView } from '../board/board';
import { ejectedMarble } from '../board/movement';
import { useAnnouncer, type Replay } from '../game/use-game';
import { useSettings } from '../game/use-settings';
import { useStepKeys, useWheelSteps } from '../game/use-stepping';
import { StepButtons } from '../game-page/step-bar';
import { PageHeader } from '../people/page-header';
import { useRules } from '../rules/context';
import type { RulesModule } from '../rules/rules';
import { colourName, moveSentence } from '../rules/text';
import { Icon } from '../ui/icons';
import type { PageProps } from '../ui/page';
import { PlainPage } from '../ui/plain-page';
import { addressOf, parseAddress, type AnalysisAddress } from '../analysis/address';
import { EngineCard } from './engine-card';
import { SetupCard } from './setup-card';
import { TreeCard } from './tree-card';
import { endOf, GameTree, movesTo, variationBeside, type TreeNode } from './tree';
import { useEngine } from './use-engine';

type Go = PageProps['go'];

export function AnalysisPage({ hash, go }: PageProps) {
    const rules = useRules();
    const opened = useMemo(() => openTree(rules, parseAddress(hash)), [rules, hash]);
    useEffect(() => () => opened.tree?.free(), [opened]);
    if (!opened.tree)
        return (
            <PlainPage title="Not a position" text={opened.problem}>
                <a class="button" href={addressOf({})} data-go>
                    Analyse from the start
                </a>
            </PlainPage>
        );
    return <AnalysisBoard key={hash} {...opened} go={go} />;
}

interface Opened {
    tree: GameTree;
    node: TreeNode; // behind the moves of the address
    problem: string; // why some of them are not there
}

/** The tree of an address; as far as its moves are legal. */
function openTree(
    rules: RulesModule,
    { start, rules: text, moves, at }: AnalysisAddress,
): Opened | { tree: null; problem: string } {
    let tree: GameTree;
    try {
        tree = new GameTree(rules, start, rules.describeRules(start, text));
    } catch (error) {
        return { tree: null, problem: errorSentence(error) };
    }
    let node = tree.root;
    let problem = '';
    try {
        for (const move of moves) node = tree.play(node, move);
    } catch (error) {
        problem = `Move ${node.plies + 1}: ${errorSentence(error)}`;
    }
    while (node.plies > at) node = node.parent!;
    return { tree, node, problem };
}

function AnalysisBoard({ tree, node: first, problem, go }: Opened & { go: Go }) {
    const [node, setNode] = useState(first);
    const [, setChanges] = useState(0);
    const [refusal, setRefusal] = useState(problem);
    const [turned, setTurned] = useState(false);
    const [engine, setEngine] = useState({ on: true, lines: 1 });
    const { announcement, announce } = useAnnouncer();
    const { settings } = useSettings();
    const found = useEngine(tree, node, engine.lines, engine.on);
    const { entry, parent } = node;
    const { position, move } = entry;
    const players = position.ejected.length;
    const legal = useMemo(() => tree.legalMoves(node), [tree, node]);

    const show = (to: TreeNode) => {
        setNode(to);
        setRefusal('');
        history.replaceState(history.state, '', addressAt(tree, to));
        const { move: made, mover } = to.entry;
        announce(
            made && mover
                ? `After move ${to.plies}, ${colourName(mover)}: ${moveSentence(made)}.`
                : 'Start of the analysis.',
        );
    };
    const refuse = (why: string) => {
        setRefusal(why);
        announce(why);
    };
    const play = (moves: readonly string[]) => {
        try {
            show(tree.playLine(node, moves));
        } catch (error) {
            refuse(errorSentence(error));
        }
    };
    const replay = replayOf(node, show);
    useStepKeys(replay);
    const wheel = useWheelSteps(replay);
    useBoardKeys({
        ArrowUp: () => show(variationBeside(node, -1)),
        ArrowDown: () => show(variationBeside(node, 1)),
        ' ': () => found?.lines[0] && play(found.lines[0].pv.slice(0, 1)),
        e: () => setEngine({ ...engine, on: !engine.on }),
        f: () => setTurned(!turned),
    });

    return (
        <div class="game study">
            <PageHeader go={go} back="/analysis">
                <button
                    class="icon-button"
                    aria-label="Turn board"
                    title="Turn board (f)"
                    onClick={() => setTurned(!turned)}
                >
                    <Icon name="flip" />
                </button>
            </PageHeader>
            <main>
                <h1 class="visually-hidden">Analysis board</h1>
                <div class="table">
                    <Evaluation shares={found?.analysis?.shares ?? null} players={players} />
                    <div class="board-frame" ref={wheel}>
                        <BoardView
                            board={tree.board}
                            marbles={entry.marbles}
                            turn={turned ? 3 : 0}
                            coordinates={settings.coordinates}
                            hints={settings.hints}
                            lastMove={move}
                            ejected={
                                (parent &&
                                    move &&
                                    ejectedMarble(parent.entry.marbles, move)?.kind) ??
                                null
                            }
                            marks={marksOf(found?.analysis ?? null)}
                            legal={legal}
                            label={`Board, ${turnText(node)}`}
                            onMove={({ text }) => play([text])}
                            whyNotPick={(cell) => whyNotPick(node, cell)}
                            whyNotMove={(text) => {
                                try {
                                    tree.check(node, text);
                                    return '';
                                } catch (error) {
                                    return errorSentence(error);
                                }
                            }}
                            onRefuse={refuse}
                            onHint={setRefusal}
                            announce={announce}
                        />
                        {refusal && (
                            <p class="why over-board" aria-hidden="true">
                                {refusal}
                            </p>
                        )}
                    </div>
                    <p class="turn">{turnText(node)}</p>
                </div>
                <div class="steps card" role="group" aria-label="Steps">
                    <StepButtons replay={replay} />
                </div>
                <div class="side">
                    <EngineCard
                        {...{ found, position, ...engine }}
                        onSwitch={(on) => setEngine({ ...engine, on })}
                        onLines={(lines) => setEngine({ ...engine, lines })}
                        onPlay={play}
                    />
                    <TreeCard
                        root={tree.root}
                        node={node}
                        onGo={show}
                        onPromote={() => {
                            tree.promote(node);
                            setChanges((changes) => changes + 1);
                        }}
                        onRemove={() => show(tree.remove(node))}
                    />
                    <SetupCard
                        start={tree.start}
                        position={position.text}
                        onSetUp={(start) => go(addressOf({ start }))}
                    />
                </div>
            </main>
            <div class="visually-hidden" aria-live="polite" role="status" data-announcement>
                {announcement}
            </div>
        </div>
    );
}

/** The address of a node: its line, and where in it the node is. */
function addressAt({ start, rules }: GameTree, node: TreeNode): string {
    return addressOf({ start, rules: rules.text, moves: movesTo(endOf(node)), at: node.plies });
}

/** Why the marble on a cell cannot be moved; '' for an empty cell. */
function whyNotPick({ entry: { marbles, position } }: TreeNode, cell: string): string {
    const marble = marbles.find((one) => one.cell === cell);
    if (!marble) return '';
    if (position.result !== '*') return 'The game is over here.';
    if (marble.kind === 'x') return 'Fixed marbles never move.';
    return `It is ${colourName(position.turn)}'s turn.`;
}

/** Who is to move, or how the game has ended. */
function turnText({ entry: { position } }: TreeNode): string {
    const { result, reason, turn } = position;
    if (result === '*') return `${colourName(turn)} to move`;
    return `${result}${reason && `, ${reason}`}`;
}

/** Steps along the line that a node is in. */
function replayOf(node: TreeNode, show: (node: TreeNode) => void): Replay {
    const last = endOf(node).plies;
    const goTo = (to: number) => {
        let at = node;
        while (at.plies > to && at.parent) at = at.parent;
        while (at.plies < to && at.children[0]) at = at.children[0];
        if (at !== node) show(at);
    };
    return { at: node.plies, last, live: true, entry: node.entry, goTo };
}

/** Keys of the page, where nothing else uses them. */
function useBoardKeys(actions: Record<string, () => unknown>): void {
    useEffect(() => {
        const onKeyDown = (event: KeyboardEvent) => {
            const action = actions[event.key];
            const modified = event.ctrlKey || event.metaKey || event.altKey;
            if (!action || modified || event.defaultPrevented) return;
            const users = 'input, textarea, select, button, summary, a, dialog, [role=grid]';
            if ((event.target as Element).closest?.(users)) return;
            event.preventDefault();
            action();
        };
        addEventListener('keydown', onKeyDown);
        return () => removeEventListener('keydown', onKeyDown);
    });
}
