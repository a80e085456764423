// The board: an SVG that is at the same time an ARIA grid for keyboards and screen readers.
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import {
    BoardInput,
    inputStateFor,
    selectedMoves,
    type InputProps,
    type InputState,
} from './input';
import { layOutBoard, type Frame, type Point } from './geometry';
import { MarbleShape } from './marble-shape';
import { arrowEnds, arrowPoint, shiftOf, type Marble } from './movement';
import type { Board, Cell, Kind, Move } from '../rules/rules';
import { isOwn, movesAt } from './selection';
import { kindName, moveSentence } from '../rules/text';

const RIM = 1.02; // from the outer centres to the board's edge

/** What the board shows of an analysis. */
export interface Marks {
    hanging: string[]; // cells
    best: string | null; // a move
    threats: string[]; // moves
}

interface BoardProps extends InputProps {
    marbles: Marble[];
    coordinates: boolean;
    hints: boolean; // arrows where the selection can go
    lastMove: Move | null;
    ejected: Kind | null; // by the last move
    marks: Marks | null; // of an analysis
    label: string;
}

/** What the parts of the board draw from. */
interface Drawing {
    frame: Frame;
    state: InputState;
    moves: Move[]; // of the selection
    input: BoardInput;
}

export function BoardView(props: BoardProps) {
    const { board, turn, legal, lastMove, hints } = props;
    const svg = useRef<SVGSVGElement>(null);
    const { frame, input } = useBoardInput(props, svg);
    const state = inputStateFor(input.state, legal);
    const drawing = { frame, state, moves: selectedMoves(state), input };
    const x = frame.left - RIM - 0.06;
    const y = frame.top - RIM - 0.02;
    const dragging = state.drag?.moved === true;
    return (
        <svg
            ref={svg}
            class={`board ${dragging ? 'dragging' : ''} ${legal ? 'active' : ''}`}
            data-turn={turn}
            viewBox={`${x} ${y} ${-2 * x} ${-2 * y + 0.1}`}
            onPointerDown={input.onPointerDown}
            onPointerMove={input.onPointerMove}
            onPointerUp={input.onPointerUp}
            onPointerCancel={input.onPointerCancel}
            onPointerLeave={input.onPointerCancel}
            onKeyDown={input.onKeyDown}
        >
            <Wood board={board} frame={frame} coordinates={props.coordinates} />
            {lastMove && props.ejected && (
                <Exit move={lastMove} kind={props.ejected} frame={frame} />
            )}
            <Marbles marbles={props.marbles} {...drawing} />
            {lastMove && <LastMove move={lastMove} frame={frame} />}
            {props.marks && !dragging && <AnalysisMarks marks={props.marks} frame={frame} />}
            <SelectionRings hints={hints} {...drawing} />
            <g role="grid" aria-label={props.label} aria-readonly="true">
                {rowsOf(board, frame).map((row) => (
                    <g role="row" key={row[0]!.name}>
                        <Cells row={row} marbles={props.marbles} hints={hints} {...drawing} />
                    </g>
                ))}
            </g>
            {!dragging && hints && (
                <g class="chips">
                    {drawing.moves.map((move) => (
                        <ArrowButton key={move.text} move={move} turn={turn} {...drawing} />
                    ))}
                </g>
            )}
        </svg>
    );
}

/** The board's input, tied to the SVG element; a change in it draws the board again. */
function useBoardInput(props: InputProps, svg: { current: SVGSVGElement | null }) {
    const { board, turn } = props;
    const frame = useMemo(() => layOutBoard(board, turn), [board, turn]);
    const [, redraw] = useReducer<number, void>((n) => n + 1, 0);
    const made = useRef<{ board: Board; input: BoardInput } | null>(null);
    if (made.current?.board !== board) {
        const input = new BoardInput(props, frame, {
            redraw,
            locate: (event) => {
                const matrix = svg.current!.getScreenCTM()!.inverse();
                return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
            },
            capturePointer: (id) => svg.current!.setPointerCapture(id),
            focusCell: (cell) =>
                svg.current!.querySelector<SVGElement>(`[data-cell="${cell}"]`)!.focus(),
        });
        made.current = { board, input };
    }
    const { input } = made.current;
    useLayoutEffect(() => input.connect(props, frame));
    useEffect(() => {
        const element = svg.current!;
        // The page scrolls by a finger on the board, unless it holds a marble that can move. Shapes
        // of an SVG have no touch-action of their own, so the drag itself keeps the page still.
        const onTouchMove = (event: TouchEvent) => {
            if (input.state.drag && event.cancelable) event.preventDefault();
        };
        const onKeyDown = (event: KeyboardEvent) => {
            if (event.key !== 'Escape' || !input.cancelDrag()) return;
            event.preventDefault();
            event.stopPropagation();
        };
        element.addEventListener('touchmove', onTouchMove, { passive: false });
        addEventListener('keydown', onKeyDown, { capture: true });
        return () => {
            element.removeEventListener('touchmove', onTouchMove);
            removeEventListener('keydown', onKeyDown, { capture: true });
        };
    }, [input, svg]);
    return { frame, input };
}

/** The cells in reading order, by rows as they are on the screen. */
function rowsOf(board: Board, frame: Frame): Cell[][] {
    const rows = new Map<string, Cell[]>();
    for (const cell of board.cells) {
        const height = frame.point(cell.name).y.toFixed(3);
        rows.set(height, [...(rows.get(height) ?? []), cell]);
    }
    const x = (cell: Cell) => frame.point(cell.name).x;
    return [...rows]
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([, cells]) => cells.sort((a, b) => x(a) - x(b)));
}

interface WoodProps {
    board: Board;
    frame: Frame;
    coordinates: boolean;
}

function Wood({ board, frame, coordinates }: WoodProps) {
    const shape = (name: string, width: number) => (
        <polygon class={name} points={frame.outline} stroke-width={width} />
    );
    return (
        <g aria-hidden="true">
            <g transform="translate(0 0.07)">{shape('drop', RIM * 2)}</g>
            {shape('rim', RIM * 2)}
            {shape('bevel', 1.24)}
            {shape('field', 1.18)}
            {board.cells.map((cell) => (
                <Circle key={cell.name} kind="hole" at={frame.point(cell.name)} r={0.42} />
            ))}
            {coordinates &&
                frame.labels.map(({ x, y, text }) => (
                    <text key={text} class="coordinate" x={x} y={y + 0.09}>
                        {text}
                    </text>
                ))}
        </g>
    );
}

function Circle({ kind, at, r }: { kind: string; at: Point; r: number }) {
    return <circle class={kind} cx={at.x} cy={at.y} r={r} />;
}

/** Where the last move's marbles came from, a disc, and went, a ring; both with a dark outline. */
function LastMove({ move, frame }: { move: Move; frame: Frame }) {
    const left = move.from.filter((cell) => !move.to.includes(cell));
    return (
        <g class="last-move" aria-hidden="true">
            {left.map((cell) => (
                <Circle key={cell} kind="left" at={frame.point(cell)} r={0.16} />
            ))}
            {['edge', 'reached'].map((kind) =>
                move.to.map((cell) => (
                    <Circle key={kind + cell} kind={kind} at={frame.point(cell)} r={0.44} />
                )),
            )}
        </g>
    );
}

const EXIT_DISTANCE = 0.82; // from the cell that the marble left

/** Where the last move's ejected marble left the board: its colour and an arrow, on the rim. */
function Exit({ move, kind, frame }: { move: Move; kind: Kind; frame: Frame }) {
    const [cell] = move.steps.find(([, to]) => to === null)!;
    const from = frame.point(cell);
    const step = frame.vector(move.direction);
    const angle = (Math.atan2(step.y, step.x) * 180) / Math.PI;
    const at = { x: from.x + step.x * EXIT_DISTANCE, y: from.y + step.y * EXIT_DISTANCE };
    return (
        <g class="exit" transform={`translate(${at.x} ${at.y})`} aria-hidden="true">
            <circle class={`body ${kind}`} r={0.17} />
            <path d="M-.3-.13-.19 0-.3 .13M-.4-.13-.29 0-.4 .13" transform={`rotate(${angle})`} />
        </g>
    );
}

function AnalysisArrow({ kind, text, frame }: { kind: string; text: string; frame: Frame }) {
    const ends = arrowEnds(text, frame);
    if (!ends) return null;
    const { from, to } = ends;
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return (
        <path
            class={`pointer ${kind}`}
            d="M-.16-.07H.62V-.2L1 0 .62.2V.07H-.16Z"
            transform={`translate(${from.x} ${from.y}) rotate(${angle})`}
        />
    );
}

/** An analysis on the board: hanging marbles, threats, the best move. */
function AnalysisMarks({ marks, frame }: { marks: Marks; frame: Frame }) {
    return (
        <g class="marks" aria-hidden="true">
            {marks.hanging.map((cell) => (
                <Circle key={cell} kind="hanging" at={frame.point(cell)} r={0.44} />
            ))}
            {marks.threats.map((text) => (
                <AnalysisArrow key={text} kind="threat" text={text} frame={frame} />
            ))}
            {marks.best && <AnalysisArrow kind="best" text={marks.best} frame={frame} />}
        </g>
    );
}

const AT_REST = { move: null, t: 0 };

/** All marbles, ejected ones too: CSS slides them to their new places and fades them out. */
function Marbles({ marbles, frame, state }: Drawing & { marbles: Marble[] }) {
    const { refused } = state;
    const shake = `shake-${refused.count % 2}`; // another name starts the animation again
    return (
        <g aria-hidden="true">
            {marbles.map(({ kind, cell, row, column }, i) => {
                const at = frame.at(row, column);
                const by = shiftOf(cell ?? '', state.drag ?? AT_REST, frame);
                return (
                    <g
                        key={i}
                        class={`marble ${cell ? '' : 'ejected'}`}
                        style={{ transform: `translate(${at.x + by.x}px, ${at.y + by.y}px)` }}
                    >
                        <g class={cell && refused.cells.includes(cell) ? shake : undefined}>
                            <MarbleShape kind={kind} />
                        </g>
                    </g>
                );
            })}
        </g>
    );
}

/**
 * Rings around the selection, shadows where the move under the mouse leads, and during a drag the
 * cells where the marble may go and those that its move reaches if it ends now.
 */
function SelectionRings({ frame, state, hints }: Drawing & { hints: boolean }) {
    const { drag } = state;
    const from = drag?.moved && hints ? frame.point(drag.cell) : null;
    const shifted = (cell: string) => {
        const at = frame.point(cell);
        const by = shiftOf(cell, state.drag ?? AT_REST, frame);
        return { x: at.x + by.x, y: at.y + by.y };
    };
    return (
        <g class="rings" aria-hidden="true">
            {state.selected.map((cell) => (
                <Circle key={cell} kind="ring" at={shifted(cell)} r={0.46} />
            ))}
            {from &&
                drag!.moves.map(({ text, direction }) => {
                    const { x, y } = frame.vector(direction);
                    const at = { x: from.x + x, y: from.y + y };
                    return <Circle key={text} kind="aim" at={at} r={0.13} />;
                })}
            {(drag?.drop ?? state.hover)?.to.map((cell) => (
                <Circle key={`to${cell}`} kind="ghost" at={frame.point(cell)} r={0.45} />
            ))}
        </g>
    );
}

interface CellsProps extends Drawing {
    row: Cell[];
    marbles: Marble[];
    hints: boolean;
}

/** The cells of a row: invisible, for the keyboard and screen readers. */
function Cells({ row, marbles, hints, frame, state, moves, input }: CellsProps) {
    const label = (cell: string, selected: boolean) => {
        const marble = marbles.find((one) => one.cell === cell);
        const what = marble ? `${kindName(marble.kind).toLowerCase()} marble` : 'empty';
        const targets = hints ? movesAt(moves, cell, frame.point(cell), frame) : [];
        const texts = targets.map(({ text }) => text).join(' and ');
        const target = texts && `, possible target of ${texts}`;
        return `${cell}, ${what}${selected ? ', selected' : ''}${target}`;
    };
    return (
        <>
            {row.map(({ name }) => {
                const at = frame.point(name);
                const own = state.legal !== null && isOwn(state.legal, name);
                const selected = state.selected.includes(name);
                return (
                    <circle
                        key={name}
                        role="gridcell"
                        class={`cell ${own ? 'own' : ''}`}
                        data-cell={name}
                        cx={at.x}
                        cy={at.y}
                        r={0.48}
                        tabindex={name === state.focus ? 0 : -1}
                        aria-selected={own ? selected : undefined}
                        aria-label={label(name, selected)}
                        onFocus={() => input.onCellFocus(name)}
                        onClick={(event: MouseEvent) => {
                            // Only clicks of screen readers: a pointer has its own events.
                            if (event.detail === 0) input.pressCell(name, at);
                        }}
                    />
                );
            })}
        </>
    );
}

/** An arrow that plays a move of the selection. */
function ArrowButton({ move, turn, frame, state, input }: Drawing & { move: Move; turn: number }) {
    const { x, y } = arrowPoint(move, frame);
    const angle = -60 * (move.direction + turn);
    const kind = move.ejects ? 'ejects' : move.pushed.length ? 'pushes' : '';
    return (
        <g
            class={`chip ${kind} ${state.hover === move ? 'lit' : ''}`}
            role="button"
            tabindex={0}
            data-move={move.text}
            aria-label={moveSentence(move)}
            transform={`translate(${x} ${y})`}
            onClick={(event: MouseEvent) => event.detail === 0 && input.playByArrow(move)}
            onKeyDown={(event: KeyboardEvent) => {
                if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                event.stopPropagation();
                input.playByArrow(move);
            }}
        >
            <circle class="disc" r={0.29} />
            <path
                class="arrow"
                d="M-.13 0H.12M.02-.12 .14 0 .02 .12"
                transform={`rotate(${angle})`}
            />
        </g>
    );
}
