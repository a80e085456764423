// The board: an SVG that is at the same time a grid for keyboards and screen readers.
import { useMemo, useReducer } from 'preact/hooks';
import { frameOf, type Frame, type Point } from './geometry';
import { Hands, type BoardProps } from './hands';
import type { Marks as MarksShown } from './insight';
import type { Board, Cell, Move, Side } from './rules';
import { movesTo } from './select';
import { colourName, moveSentence } from './words';

const RIM = 1.02; // from the outer centres to the board's edge

export function BoardView(props: BoardProps) {
    const { board, turned, choice, lastMove } = props;
    const frame = useMemo(() => frameOf(board, turned), [board, turned]);
    const [, redraw] = useReducer((n: number, _: void) => n + 1, 0);
    const hands = useMemo(() => new Hands(props, frame, redraw), [board]);
    hands.attend(props, frame);
    const x = frame.left - RIM - 0.06;
    const y = frame.top - RIM - 0.02;
    const dragging = hands.drag?.moved === true;
    return (
        <svg
            ref={(svg) => {
                hands.svg = svg;
            }}
            class={`board ${dragging ? 'dragging' : ''} ${choice ? 'active' : ''}`}
            data-turned={turned}
            viewBox={`${x} ${y} ${-2 * x} ${-2 * y + 0.1}`}
            onPointerDown={hands.pointerDown}
            onPointerMove={hands.pointerMove}
            onPointerUp={hands.pointerUp}
            onPointerCancel={hands.pointerLost}
            onPointerLeave={() => hands.hover && hands.pointerLost()}
            onKeyDown={hands.keyDown}
        >
            <Wood board={board} frame={frame} coordinates={props.coordinates} />
            {lastMove && <Trace move={lastMove} hands={hands} />}
            <Marbles {...props} frame={frame} hands={hands} />
            {props.marks && !dragging && <Marks marks={props.marks} hands={hands} />}
            <Rings hands={hands} />
            <g role="grid" aria-label={props.label} aria-readonly="true">
                {rowsOf(board).map((row) => (
                    <g role="row" key={row[0]!.row}>
                        <Cells row={row} props={props} hands={hands} />
                    </g>
                ))}
            </g>
            {!dragging && props.hints && (
                <g class="chips">
                    {hands.shown.map((move) => (
                        <Chip key={move.text} move={move} hands={hands} turned={turned} />
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

function Ring({ kind, at, r }: { kind: string; at: Point; r: number }) {
    return <circle class={kind} cx={at.x} cy={at.y} r={r} />;
}

/** The last move: where marbles left, where they came to. */
function Trace({ move, hands }: { move: Move; hands: Hands }) {
    const left = move.from.filter((name) => !move.to.includes(name));
    return (
        <g class="trace" aria-hidden="true">
            {left.map((name) => (
                <Ring key={name} kind="left" at={hands.point(name)} r={0.4} />
            ))}
            {move.to.map((name) => (
                <Ring key={`to${name}`} kind="reached" at={hands.point(name)} r={0.49} />
            ))}
        </g>
    );
}

/** From where to where a move goes, by its text: "a1b2", or broadside "a1a3b1". */
function wayOf(text: string, hands: Hands): { from: Point; to: Point } | null {
    const [a, b, c] = text.match(/[a-i][1-9]/g) ?? [];
    if (!a || !b) return null;
    const from = hands.point(a);
    const to = hands.point(c ?? b);
    if (!c) return { from, to };
    const end = hands.point(b);
    const half = { x: (end.x - from.x) / 2, y: (end.y - from.y) / 2 };
    return {
        from: { x: from.x + half.x, y: from.y + half.y },
        to: { x: to.x + half.x, y: to.y + half.y },
    };
}

function Arrow({ kind, text, hands }: { kind: string; text: string; hands: Hands }) {
    const way = wayOf(text, hands);
    if (!way) return null;
    const { from, to } = way;
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return (
        <path
            class={`pointer ${kind}`}
            d="M-.16-.07H.62V-.2L1 0 .62.2V.07H-.16Z"
            transform={`translate(${from.x} ${from.y}) rotate(${angle})`}
        />
    );
}

/** What an analysis points at: the best move, what the other side threatens, marbles that hang. */
function Marks({ marks, hands }: { marks: MarksShown; hands: Hands }) {
    return (
        <g class="marks" aria-hidden="true">
            {marks.hanging.map((name) => (
                <Ring key={name} kind="hanging" at={hands.point(name)} r={0.44} />
            ))}
            {marks.threat && <Arrow kind="threat" text={marks.threat} hands={hands} />}
            {marks.best && <Arrow kind="best" text={marks.best} hands={hands} />}
        </g>
    );
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

function Marbles({
    board,
    places,
    sides,
    frame,
    hands,
}: BoardProps & { frame: Frame; hands: Hands }) {
    const names = new Map(board.cells.map((c) => [`${c.row},${c.column}`, c.name]));
    return (
        <g aria-hidden="true">
            {places.map((place, i) => {
                const at = frame.at(place.row, place.column);
                const name = names.get(`${place.row},${place.column}`);
                const by = name && !place.gone ? hands.shift(name) : { x: 0, y: 0 };
                return (
                    <g
                        key={i}
                        class={`marble ${place.gone ? 'gone' : ''}`}
                        style={{ transform: `translate(${at.x + by.x}px, ${at.y + by.y}px)` }}
                    >
                        <Marble side={sides[i]!} />
                    </g>
                );
            })}
        </g>
    );
}

/** Rings around what is held, and where a pointed-at arrow leads. */
function Rings({ hands }: { hands: Hands }) {
    const moved = (name: string) => {
        const at = hands.point(name);
        const by = hands.shift(name);
        return { x: at.x + by.x, y: at.y + by.y };
    };
    return (
        <g class="rings" aria-hidden="true">
            {hands.held.map((name) => (
                <Ring key={name} kind="ring" at={moved(name)} r={0.46} />
            ))}
            {hands.hover?.to.map((name) => (
                <Ring key={`to${name}`} kind="ghost" at={hands.point(name)} r={0.4} />
            ))}
        </g>
    );
}

function Cells({ row, props, hands }: { row: Cell[]; props: BoardProps; hands: Hands }) {
    const { places, sides } = props;
    const label = (cell: Cell) => {
        const on = (p: (typeof places)[0]) => p.row === cell.row && p.column === cell.column;
        const i = places.findIndex((place) => !place.gone && on(place));
        const what = i < 0 ? 'empty' : `${colourName(sides[i]!).toLowerCase()} marble`;
        const picked = hands.held.includes(cell.name) ? ', picked' : '';
        const target = props.hints && movesTo(hands.shown, cell.name).length ? ', can go here' : '';
        return `${cell.name}, ${what}${picked}${target}`;
    };
    return (
        <>
            {row.map((cell) => {
                const { x, y } = hands.point(cell.name);
                const own = hands.isOwn(cell.name);
                return (
                    <circle
                        key={cell.name}
                        role="gridcell"
                        class={`cell ${own ? 'own' : ''}`}
                        data-cell={cell.name}
                        cx={x}
                        cy={y}
                        r={0.48}
                        tabindex={cell.name === hands.focus ? 0 : -1}
                        aria-selected={own ? hands.held.includes(cell.name) : undefined}
                        aria-label={label(cell)}
                        onFocus={() => hands.attention(cell.name)}
                        onClick={(event: MouseEvent) => {
                            // What a screen reader sends; a pointer's tap was dealt with above.
                            if (event.detail === 0) hands.choose(cell.name, { x, y });
                        }}
                    />
                );
            })}
        </>
    );
}

/** The arrow of a move, a button of its own. */
function Chip({ move, hands, turned }: { move: Move; hands: Hands; turned: boolean }) {
    const { x, y } = hands.chip(move);
    const angle = -60 * move.direction + (turned ? 180 : 0);
    const kind = move.ejects ? 'ejects' : move.pushed.length ? 'pushes' : '';
    return (
        <g
            class={`chip ${kind} ${hands.hover === move ? 'lit' : ''}`}
            role="button"
            tabindex={0}
            data-move={move.text}
            aria-label={moveSentence(move)}
            transform={`translate(${x} ${y})`}
            onClick={(event: MouseEvent) => event.detail === 0 && hands.playByArrow(move)}
            onKeyDown={(event: KeyboardEvent) => {
                if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                event.stopPropagation();
                hands.playByArrow(move);
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
