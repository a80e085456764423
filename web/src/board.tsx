// The board: an SVG that is at the same time a grid for keyboards and screen readers.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { frameOf, VECTORS, type Frame, type Point } from './geometry';
import type { Board, Cell, Choice, Move, Side } from './rules';
import { frontOf, isOwn, movesOf, movesTo, pick } from './select';
import type { Place } from './session';
import { colourName, moveSentence } from './words';

export interface BoardProps {
    board: Board;
    sides: Side[];
    places: Place[];
    turned: boolean;
    coordinates: boolean;
    hints: boolean;
    lastMove: Move | null;
    choice: Choice | null; // null: nothing can be moved now
    label: string;
    onMove: (move: Move) => void;
    say: (text: string) => void;
    onIdle: () => void; // somebody tries to move a marble when nothing can be moved
}

interface Drag {
    cell: string;
    from: Point;
    moves: Move[];
    move: Move | null;
    t: number;
    moved: boolean;
}

const RIM = 1.02; // from the outer centres to the board's edge
const CHIP = 0.46; // how near a tap on an arrow must be
const START = 0.16; // a pointer that went this far drags

// The six keys around S, by physical place: anticlockwise from east.
const KEYS: Record<string, number> = { KeyD: 0, KeyE: 1, KeyQ: 2, KeyA: 3, KeyZ: 4, KeyC: 5 };

function distance(a: Point, b: Point): number {
    return Math.hypot(a.x - b.x, a.y - b.y);
}

export function BoardView(props: BoardProps) {
    const { board, places, sides, turned, choice, lastMove } = props;
    const frame = useMemo(() => frameOf(board, turned), [board, turned]);
    const cells = useMemo(() => new Map(board.cells.map((cell) => [cell.name, cell])), [board]);
    const svg = useRef<SVGSVGElement>(null);
    const [held, setHeld] = useState<string[]>([]);
    const [drag, setDrag] = useState<Drag | null>(null);
    const [focus, setFocus] = useState(board.cells[Math.floor(board.cells.length / 2)]!.name);
    const [hover, setHover] = useState<Move | null>(null);
    const goal = useRef<number | null>(null); // the column on screen that Up and Down keep to

    // A new position or the end of one's turn lets go of everything.
    useLayoutEffect(() => {
        setHeld([]);
        setDrag(null);
        setHover(null);
    }, [choice, board]);

    const point = (name: string) => {
        const cell = cells.get(name)!;
        return frame.at(cell.row, cell.column);
    };
    const vector = (d: number) => ({
        x: VECTORS[d]!.x * frame.turn,
        y: VECTORS[d]!.y * frame.turn,
    });
    const shown = choice ? movesOf(choice, held) : [];
    const chips = shown.map((move) => ({ move, at: chipPoint(move, point, vector) }));
    const onBoard = new Map<string, Side>();
    places.forEach((place, i) => {
        if (!place.gone) onBoard.set(`${place.row},${place.column}`, sides[i]!);
    });
    const sideOn = (cell: Cell) => onBoard.get(`${cell.row},${cell.column}`);

    function hold(next: string[]): void {
        setHeld(next);
        setHover(null);
        if (next.length === 0) {
            props.say(held.length ? 'Let go.' : '');
            return;
        }
        const count = choice ? movesOf(choice, next).length : 0;
        props.say(`${next.join(', ')} picked, ${count} ${count === 1 ? 'move' : 'moves'}.`);
    }

    function play(move: Move): void {
        setHeld([]);
        setHover(null);
        props.onMove(move);
    }

    // An arrow vanishes with its move, so the keyboard goes back to the cells.
    function playByArrow(move: Move): void {
        walk(focus);
        play(move);
    }

    // What picking a cell means, by tap, key or screen reader.
    function choose(cell: string, at: Point): void {
        if (!choice) {
            if (sideOn(cells.get(cell)!)) props.onIdle();
            return;
        }
        if (isOwn(choice, cell)) {
            hold(pick(choice, held, cell));
            return;
        }
        const meant = movesTo(shown, cell);
        if (meant.length > 0) {
            const near = (m: Move) => distance(chipPoint(m, point, vector), at);
            play(meant.reduce((best, m) => (near(m) < near(best) ? m : best)));
        } else if (held.length) {
            hold([]);
        }
    }

    function locate(event: PointerEvent): Point {
        const matrix = svg.current!.getScreenCTM()!.inverse();
        const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
        return { x, y };
    }

    function nearestCell(at: Point): string | null {
        let best: string | null = null;
        let least = 0.6;
        for (const { name } of board.cells) {
            const d = distance(point(name), at);
            if (d < least) {
                least = d;
                best = name;
            }
        }
        return best;
    }

    function chipAt(at: Point): Move | null {
        const near = chips.filter((chip) => distance(chip.at, at) < CHIP);
        near.sort((a, b) => distance(a.at, at) - distance(b.at, at));
        return near[0]?.move ?? null;
    }

    function onPointerDown(event: PointerEvent): void {
        if (event.button !== 0 || !event.isPrimary) return;
        const from = locate(event);
        const cell = nearestCell(from);
        if (!choice || !cell || !isOwn(choice, cell)) return;
        const group = held.length > 1 && held.includes(cell) ? movesOf(choice, held) : [];
        const alone = movesOf(choice, [cell]).filter(
            (m) => !group.some((g) => g.direction === m.direction),
        );
        setDrag({ cell, from, moves: [...group, ...alone], move: null, t: 0, moved: false });
        svg.current!.setPointerCapture(event.pointerId);
    }

    function onPointerMove(event: PointerEvent): void {
        const at = locate(event);
        if (!drag) {
            if (event.pointerType === 'mouse') setHover(chipAt(at));
            return;
        }
        const pull = { x: at.x - drag.from.x, y: at.y - drag.from.y };
        const far = Math.hypot(pull.x, pull.y);
        if (!drag.moved && far < START) return;
        const along = (m: Move) => vector(m.direction).x * pull.x + vector(m.direction).y * pull.y;
        const move = drag.moves.reduce<Move | null>(
            (best, m) => (!best || along(m) > along(best) ? m : best),
            null,
        );
        const fits = move !== null && along(move) > far * 0.8;
        setDrag({
            ...drag,
            moved: true,
            move: fits ? move : null,
            t: fits ? Math.min(1, along(move)) : 0,
        });
    }

    function onPointerUp(event: PointerEvent): void {
        const at = locate(event);
        if (drag?.moved) {
            if (drag.move && drag.t > 0.5) play(drag.move);
            setDrag(null);
            return;
        }
        setDrag(null);
        const chip = chipAt(at);
        const cell = nearestCell(at);
        if (chip && !(cell && choice && isOwn(choice, cell))) {
            play(chip);
        } else if (cell) {
            setFocus(cell);
            choose(cell, at);
        } else if (held.length) {
            hold([]);
        }
    }

    function walk(to: string | null | undefined): void {
        if (!to) return;
        setFocus(to);
        svg.current!.querySelector<SVGElement>(`[data-cell="${to}"]`)!.focus();
    }

    function push(key: number): void {
        const direction = turned ? (key + 3) % 6 : key;
        if (held.length === 0) {
            goal.current = null;
            walk(cells.get(focus)!.near[direction]);
            return;
        }
        const move = shown.find((m) => m.direction === direction);
        if (move) play(move);
        else props.say('These marbles cannot go that way.');
    }

    function climb(up: boolean): void {
        const cell = cells.get(focus)!;
        const x = goal.current ?? point(focus).x;
        goal.current = x;
        const ways = (up !== turned ? [1, 2] : [4, 5]).map((d) => cell.near[d]).filter((n) => n);
        ways.sort((a, b) => Math.abs(point(a!).x - x) - Math.abs(point(b!).x - x));
        walk(ways[0]);
    }

    function onKeyDown(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const cell = cells.get(focus)!;
        const sideways = (d: number) => {
            goal.current = null;
            walk(cell.near[turned ? (d + 3) % 6 : d]);
        };
        const row = board.cells.filter((c) => c.row === cell.row);
        if (turned) row.reverse();
        if (event.key === 'ArrowRight') sideways(0);
        else if (event.key === 'ArrowLeft') sideways(3);
        else if (event.key === 'ArrowUp') climb(true);
        else if (event.key === 'ArrowDown') climb(false);
        else if (event.key === 'Home') walk(row[0]!.name);
        else if (event.key === 'End') walk(row[row.length - 1]!.name);
        else if (event.key === 'Enter' || event.key === ' ') choose(focus, point(focus));
        else if (event.key === 'Escape' && held.length) hold([]);
        else if (event.code in KEYS) push(KEYS[event.code]!);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    const ghost = drag?.move ?? null;
    const preview = drag ? null : hover;
    const shift = new Map<string, Point>();
    if (ghost && drag) {
        const v = vector(ghost.direction);
        for (const [from] of ghost.steps) shift.set(from, { x: v.x * drag.t, y: v.y * drag.t });
    }
    const x0 = frame.left - RIM - 0.06;
    const y0 = frame.top - RIM - 0.02;
    return (
        <svg
            ref={svg}
            class={`board ${drag?.moved ? 'dragging' : ''} ${choice ? 'active' : ''}`}
            data-turned={turned}
            viewBox={`${x0} ${y0} ${-2 * x0} ${-2 * y0 + 0.1}`}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={() => setDrag(null)}
            onPointerLeave={() => setHover(null)}
            onKeyDown={onKeyDown}
        >
            <Table board={board} frame={frame} coordinates={props.coordinates} />
            {lastMove && <Trace move={lastMove} point={point} vector={vector} />}
            <g class="marbles" aria-hidden="true">
                {places.map((place, i) => {
                    const at = frame.at(place.row, place.column);
                    const name = board.cells.find(
                        (c) => c.row === place.row && c.column === place.column,
                    )?.name;
                    const by = (name && !place.gone && shift.get(name)) || { x: 0, y: 0 };
                    const state = place.gone ? 'gone' : name && held.includes(name) ? 'held' : '';
                    return (
                        <g
                            key={i}
                            class={`marble ${state}`}
                            style={{ transform: `translate(${at.x + by.x}px, ${at.y + by.y}px)` }}
                        >
                            <Marble side={sides[i]!} />
                        </g>
                    );
                })}
            </g>
            <g class="rings" aria-hidden="true">
                {held.map((name) => {
                    const { x, y } = point(name);
                    const by = shift.get(name) ?? { x: 0, y: 0 };
                    return <circle key={name} class="ring" cx={x + by.x} cy={y + by.y} r={0.46} />;
                })}
                {preview &&
                    preview.to.map((name) => {
                        const { x, y } = point(name);
                        return <circle key={`to${name}`} class="ghost" cx={x} cy={y} r={0.4} />;
                    })}
            </g>
            <g role="grid" aria-label={props.label} aria-readonly="true">
                {rowsOf(board).map((row) => (
                    <g role="row" key={row[0]!.row}>
                        {row.map((cell) => {
                            const { x, y } = frame.at(cell.row, cell.column);
                            const side = sideOn(cell);
                            const own = choice !== null && isOwn(choice, cell.name);
                            const what = side
                                ? `${colourName(side).toLowerCase()} marble`
                                : 'empty';
                            const target =
                                props.hints && movesTo(shown, cell.name).length > 0
                                    ? ', can go here'
                                    : '';
                            const picked = held.includes(cell.name);
                            return (
                                <circle
                                    key={cell.name}
                                    role="gridcell"
                                    class={`cell ${own ? 'own' : ''}`}
                                    data-cell={cell.name}
                                    cx={x}
                                    cy={y}
                                    r={0.48}
                                    tabindex={cell.name === focus ? 0 : -1}
                                    aria-selected={own ? picked : undefined}
                                    aria-label={`${cell.name}, ${what}${picked ? ', picked' : ''}${target}`}
                                    onFocus={() => setFocus(cell.name)}
                                    onClick={(event: MouseEvent) => {
                                        // Only what a screen reader sends: a pointer's tap was dealt with above.
                                        if (event.detail === 0) choose(cell.name, point(cell.name));
                                    }}
                                />
                            );
                        })}
                    </g>
                ))}
            </g>
            {!drag?.moved && props.hints && (
                <g class="chips">
                    {chips.map(({ move, at }) => (
                        <Chip
                            key={move.text}
                            move={move}
                            at={at}
                            turn={frame.turn}
                            lit={hover === move}
                            onPlay={playByArrow}
                        />
                    ))}
                </g>
            )}
        </svg>
    );
}

function rowsOf(board: Board): Cell[][] {
    const rows: Cell[][] = [];
    for (const cell of board.cells) {
        const row = rows[rows.length - 1];
        if (row && row[0]!.row === cell.row) row.push(cell);
        else rows.push([cell]);
    }
    return rows;
}

/** Where a move's arrow stands: in front of a line, beside the middle of a broadside group. */
function chipPoint(
    move: Move,
    point: (name: string) => Point,
    vector: (d: number) => Point,
): Point {
    if (!move.broadside) return point(frontOf(move));
    const v = vector(move.direction);
    const middle = move.from.map(point).reduce((sum, p) => ({ x: sum.x + p.x, y: sum.y + p.y }));
    const n = move.from.length;
    return { x: middle.x / n + v.x, y: middle.y / n + v.y };
}

export function Marble({ side }: { side: Side }) {
    return (
        <>
            <ellipse class="shade" cx={0.03} cy={0.09} rx={0.45} ry={0.43} />
            <circle class={`body ${side}`} r={0.44} />
            <ellipse
                class={`shine ${side}`}
                cx={-0.13}
                cy={-0.2}
                rx={0.17}
                ry={0.11}
                transform="rotate(-28)"
            />
        </>
    );
}

function Table({
    board,
    frame,
    coordinates,
}: {
    board: Board;
    frame: Frame;
    coordinates: boolean;
}) {
    return (
        <g aria-hidden="true">
            <polygon
                class="drop"
                points={frame.outline}
                stroke-width={RIM * 2}
                transform="translate(0 0.07)"
            />
            <polygon class="rim" points={frame.outline} stroke-width={RIM * 2} />
            <polygon class="bevel" points={frame.outline} stroke-width={1.24} />
            <polygon class="field" points={frame.outline} stroke-width={1.18} />
            {board.cells.map((cell) => {
                const { x, y } = frame.at(cell.row, cell.column);
                return <circle key={cell.name} class="hole" cx={x} cy={y} r={0.42} />;
            })}
            {coordinates &&
                [...frame.rowLabels, ...frame.columnLabels].map(({ x, y, text }) => (
                    <text key={text} class="coordinate" x={x} y={y + 0.09}>
                        {text}
                    </text>
                ))}
        </g>
    );
}

function Trace(props: {
    move: Move;
    point: (name: string) => Point;
    vector: (d: number) => Point;
}) {
    const { move, point } = props;
    const left = move.from.filter((name) => !move.to.includes(name));
    return (
        <g class="trace" aria-hidden="true">
            {left.map((name) => {
                const { x, y } = point(name);
                return <circle key={name} class="left" cx={x} cy={y} r={0.4} />;
            })}
            {move.to.map((name) => {
                const { x, y } = point(name);
                return <circle key={`to${name}`} class="reached" cx={x} cy={y} r={0.49} />;
            })}
        </g>
    );
}

function Chip(props: {
    move: Move;
    at: Point;
    turn: 1 | -1;
    lit: boolean;
    onPlay: (move: Move) => void;
}) {
    const { move, at, turn, lit } = props;
    const angle = -60 * move.direction + (turn === 1 ? 0 : 180);
    const kind = move.ejects ? 'ejects' : move.pushed.length ? 'pushes' : '';
    const play = () => props.onPlay(move);
    return (
        <g
            class={`chip ${kind} ${lit ? 'lit' : ''}`}
            role="button"
            tabindex={0}
            data-move={move.text}
            aria-label={moveSentence(move)}
            transform={`translate(${at.x} ${at.y})`}
            onClick={(event: MouseEvent) => event.detail === 0 && play()}
            onKeyDown={(event: KeyboardEvent) => {
                if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                event.stopPropagation();
                play();
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
