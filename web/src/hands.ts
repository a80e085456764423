// Hands on the board: which marbles are held, what is dragged, where the keyboard is.
import { VECTORS, type Frame, type Point } from './geometry';
import type { Marks } from './insight';
import type { Board, LegalMoves, Move, Side } from './rules';
import { frontOf, isOwn, movesOf, movesTo, pick } from './select';
import type { Place } from './session';

export interface BoardProps {
    board: Board;
    sides: Side[];
    places: Place[];
    turned: boolean;
    coordinates: boolean;
    hints: boolean;
    lastMove: Move | null;
    marks: Marks | null; // what an analysis points at
    choice: LegalMoves | null; // null: nothing can be moved now
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
    t: number; // how far along the move, 0 .. 1
    moved: boolean;
}

const TOUCH = 0.6; // how near a cell's centre a tap must be
const CHIP = 0.46; // how near an arrow's
const START = 0.16; // a pointer that went this far drags

// The six keys around S, by physical place: anticlockwise from east.
const KEYS: Record<string, number> = { KeyD: 0, KeyE: 1, KeyQ: 2, KeyA: 3, KeyZ: 4, KeyC: 5 };

function distance(a: Point, b: Point): number {
    return Math.hypot(a.x - b.x, a.y - b.y);
}

function least<T>(all: T[], worth: (one: T) => number): T | null {
    return all.reduce<T | null>((a, b) => (a === null || worth(b) < worth(a) ? b : a), null);
}

export class Hands {
    held: string[] = [];
    drag: Drag | null = null;
    hover: Move | null = null;
    focus: string;
    svg: SVGSVGElement | null = null;
    private goal: number | null = null; // where on screen Up and Down keep to
    private cells;

    constructor(
        private props: BoardProps,
        private frame: Frame,
        private redraw: () => void,
    ) {
        const { cells } = props.board;
        this.cells = new Map(cells.map((cell) => [cell.name, cell]));
        this.focus = cells[Math.floor(cells.length / 2)]!.name;
    }

    /** What the board shows now; a new position lets go of everything. */
    attend(props: BoardProps, frame: Frame): void {
        if (props.choice !== this.props.choice) {
            this.held = [];
            this.drag = null;
            this.hover = null;
        }
        this.props = props;
        this.frame = frame;
    }

    point(name: string): Point {
        const cell = this.cells.get(name)!;
        return this.frame.at(cell.row, cell.column);
    }

    private vector(direction: number): Point {
        const { x, y } = VECTORS[direction]!;
        return { x: x * this.frame.turn, y: y * this.frame.turn };
    }

    /** The moves of what is held. */
    get shown(): Move[] {
        return this.props.choice ? movesOf(this.props.choice, this.held) : [];
    }

    /** Where a move's arrow stands: in front of a line, beside the middle of a broadside group. */
    chip(move: Move): Point {
        if (!move.broadside) return this.point(frontOf(move));
        const v = this.vector(move.direction);
        const points = move.from.map((name) => this.point(name));
        const mean = (of: (p: Point) => number) =>
            points.reduce((sum, p) => sum + of(p), 0) / points.length;
        return { x: mean((p) => p.x) + v.x, y: mean((p) => p.y) + v.y };
    }

    /** How far the marble on a cell is dragged. */
    shift(name: string): Point {
        const { move, t } = this.drag ?? { move: null, t: 0 };
        if (!move || !move.steps.some(([from]) => from === name)) return { x: 0, y: 0 };
        const v = this.vector(move.direction);
        return { x: v.x * t, y: v.y * t };
    }

    /** The keyboard came to a cell. */
    attention(cell: string): void {
        if (cell === this.focus) return;
        this.focus = cell;
        this.redraw();
    }

    isOwn(cell: string): boolean {
        return this.props.choice !== null && isOwn(this.props.choice, cell);
    }

    private hold(next: string[]): void {
        const before = this.held.length;
        this.held = next;
        this.hover = null;
        const count = this.shown.length;
        if (next.length > 0) {
            this.props.say(
                `${next.join(', ')} picked, ${count} ${count === 1 ? 'move' : 'moves'}.`,
            );
        } else if (before > 0) {
            this.props.say('Let go.');
        }
        this.redraw();
    }

    play(move: Move): void {
        this.held = [];
        this.hover = null;
        this.redraw();
        this.props.onMove(move);
    }

    /** An arrow vanishes with its move, so the keyboard goes back to the cells. */
    playByArrow(move: Move): void {
        this.walk(this.focus);
        this.play(move);
    }

    /** What picking a cell means, by tap, key or screen reader. */
    choose(cell: string, at: Point): void {
        const { choice } = this.props;
        if (!choice) {
            this.props.onIdle();
        } else if (isOwn(choice, cell)) {
            this.hold(pick(choice, this.held, cell));
        } else {
            const move = least(movesTo(this.shown, cell), (m) => distance(this.chip(m), at));
            if (move) this.play(move);
            else if (this.held.length) this.hold([]);
        }
    }

    private locate(event: PointerEvent): Point {
        const matrix = this.svg!.getScreenCTM()!.inverse();
        const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
        return { x, y };
    }

    private cellAt(at: Point): string | null {
        const far = (name: string) => distance(this.point(name), at);
        const cell = least([...this.cells.keys()], far);
        return cell !== null && far(cell) < TOUCH ? cell : null;
    }

    private chipAt(at: Point): Move | null {
        const far = (m: Move) => distance(this.chip(m), at);
        const move = least(this.shown, far);
        return move && far(move) < CHIP ? move : null;
    }

    pointerDown = (event: PointerEvent): void => {
        if (event.button !== 0 || !event.isPrimary) return;
        const from = this.locate(event);
        const cell = this.cellAt(from);
        const { choice } = this.props;
        if (!choice || !cell || !isOwn(choice, cell)) return;
        const group = this.held.length > 1 && this.held.includes(cell) ? this.shown : [];
        const alone = movesOf(choice, [cell]).filter(
            (m) => !group.some((g) => g.direction === m.direction),
        );
        this.drag = { cell, from, moves: [...group, ...alone], move: null, t: 0, moved: false };
        this.svg!.setPointerCapture(event.pointerId);
        this.redraw();
    };

    pointerMove = (event: PointerEvent): void => {
        const at = this.locate(event);
        if (!this.drag) {
            const hover = event.pointerType === 'mouse' ? this.chipAt(at) : null;
            if (hover === this.hover) return;
            this.hover = hover;
            this.redraw();
            return;
        }
        const { from, moves, moved } = this.drag;
        const pull = { x: at.x - from.x, y: at.y - from.y };
        const far = Math.hypot(pull.x, pull.y);
        if (!moved && far < START) return;
        const along = (m: Move) => {
            const v = this.vector(m.direction);
            return v.x * pull.x + v.y * pull.y;
        };
        const best = least(moves, (m) => -along(m));
        const move = best && along(best) > far * 0.8 ? best : null;
        this.drag = { ...this.drag, moved: true, move, t: move ? Math.min(1, along(move)) : 0 };
        this.redraw();
    };

    pointerUp = (event: PointerEvent): void => {
        const at = this.locate(event);
        const { drag } = this;
        this.drag = null;
        this.redraw();
        if (drag?.moved) {
            if (drag.move && drag.t > 0.5) this.play(drag.move);
            return;
        }
        const chip = this.chipAt(at);
        const cell = this.cellAt(at);
        if (chip && !(cell && this.isOwn(cell))) {
            this.play(chip);
        } else if (cell) {
            this.focus = cell;
            this.choose(cell, at);
        } else if (this.held.length) {
            this.hold([]);
        }
    };

    pointerLost = (): void => {
        this.drag = null;
        this.hover = null;
        this.redraw();
    };

    private walk(to: string | null | undefined): void {
        if (!to) return;
        this.focus = to;
        this.redraw();
        this.svg!.querySelector<SVGElement>(`[data-cell="${to}"]`)!.focus();
    }

    /** A step towards where a direction points on the screen. */
    private step(key: number): void {
        this.goal = null;
        this.walk(this.cells.get(this.focus)!.near[this.onScreen(key)]);
    }

    private onScreen(direction: number): number {
        return this.props.turned ? (direction + 3) % 6 : direction;
    }

    private push(key: number): void {
        if (this.held.length === 0) {
            this.step(key);
            return;
        }
        const move = this.shown.find((m) => m.direction === this.onScreen(key));
        if (move) this.play(move);
        else this.props.say('These marbles cannot go that way.');
    }

    /** Straight up or down, in a zigzag around where the climb began. */
    private climb(ways: [number, number]): void {
        const cell = this.cells.get(this.focus)!;
        const x = this.goal ?? this.point(this.focus).x;
        this.goal = x;
        const next = ways.map((d) => cell.near[this.onScreen(d)]).filter((name) => name != null);
        this.walk(least(next, (name) => Math.abs(this.point(name).x - x)));
    }

    private rowEnd(side: -1 | 1): void {
        const { row } = this.cells.get(this.focus)!;
        const names = this.props.board.cells.filter((c) => c.row === row).map((c) => c.name);
        this.goal = null;
        this.walk(least(names, (name) => -side * this.point(name).x));
    }

    keyDown = (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const choose = () => this.choose(this.focus, this.point(this.focus));
        const acts: Record<string, () => void> = {
            ArrowRight: () => this.step(0),
            ArrowLeft: () => this.step(3),
            ArrowUp: () => this.climb([1, 2]),
            ArrowDown: () => this.climb([4, 5]),
            Home: () => this.rowEnd(-1),
            End: () => this.rowEnd(1),
            Enter: choose,
            ' ': choose,
        };
        if (event.key in acts) acts[event.key]!();
        else if (event.key === 'Escape' && this.held.length) this.hold([]);
        else if (event.code in KEYS) this.push(KEYS[event.code]!);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
}
