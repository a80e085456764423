// Input on the board: pointer, touch and keyboard become selections, drags and moves.
// Holds the state of a selection; drawing it is board.tsx's part.
import { boardDirection, difference, distance, type Frame, type Point } from './geometry';
import { arrowPoint, pullAlong } from './movement';
import type { Board, LegalMoves, Move } from '../rules/rules';
import { directionTo, isOwn, moveName, movesAt, movesOf, movesTo, toggleCell } from './selection';

export interface InputProps {
    board: Board;
    turn: number; // of the board, times 60 degrees
    legal: LegalMoves | null; // null: nothing can be moved now
    onMove: (move: Move) => void;
    /** Why the marble on a cell can't be moved now, '' for an empty cell. */
    whyNotPick: (cell: string) => string;
    /** Why a move in notation can't be played. */
    whyNotMove: (text: string) => string;
    onRefuse: (why: string) => void;
    /** Words beside the board, '' for none. */
    onHint: (text: string) => void;
    announce: (text: string) => void;
}

export interface Drag {
    cell: string;
    from: Point;
    moves: Move[]; // that the drag can become
    drop: Move | null; // that it becomes if it ends now
    move: Move | null; // that it shows: of the drop, or where it leads
    t: number; // how far along that move, 0 to 1
    moved: boolean; // further than a tap
}

/** Replaced as a whole at each change, never modified. */
export interface InputState {
    legal: LegalMoves | null; // the moves that the selection is made from
    selected: string[];
    drag: Drag | null;
    hover: Move | null; // the mouse is over this move's arrow
    focus: string; // the cell that the keyboard is at
    refused: { cells: string[]; count: number }; // the last refused pick, and how many there were
}

/** What the input needs of the element that shows the board. */
export interface InputSurface {
    redraw: () => void;
    locate: (event: PointerEvent) => Point;
    capturePointer: (id: number) => void;
    focusCell: (cell: string) => void;
}

const TAP_RADIUS = 0.6; // around a cell's centre
const ARROW_RADIUS = 0.46;
const TAP_SLIP = 0.5; // a pointer that moved further taps nothing
const DRAG_START = 0.16; // a pointer that moved this far drags
const DROP_RADIUS = 0.5; // a drag ends on a cell that is this near, and away from its own
const TWO_MOVES = 'Two moves go there: use an arrow, a direction key or a drag.';

// The keys around S, and around 5 on the number pad, by their place on the keyboard; those of
// `paua play`.
const DIRECTION_KEYS: Record<string, number> = {
    ...{ KeyD: 0, KeyE: 1, KeyW: 2, KeyA: 3, KeyZ: 4, KeyX: 5 },
    ...{ Numpad6: 0, Numpad9: 1, Numpad7: 2, Numpad4: 3, Numpad1: 4, Numpad3: 5 },
};

/** Keys that move the focus over the board, or step through the game where it is elsewhere. */
const STEP_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/** The element of `all` with the least cost. */
function leastBy<T>(all: T[], cost: (one: T) => number): T | null {
    return all.reduce<T | null>((a, b) => (a === null || cost(b) < cost(a) ? b : a), null);
}

/** The state for these legal moves: unchanged, or with no selection if the position changed. */
export function inputStateFor(state: InputState, legal: LegalMoves | null): InputState {
    if (state.legal === legal) return state;
    const texts = (one: LegalMoves | null) => one?.moves.map((move) => move.text).join();
    if (legal && texts(state.legal) === texts(legal)) return { ...state, legal };
    return { ...state, legal, selected: [], drag: null, hover: null };
}

/** The moves that the selection can make. */
export function selectedMoves({ legal, selected }: InputState): Move[] {
    return legal ? movesOf(legal, selected) : [];
}

/** A pointer that is down on the board, with its main button. */
interface Press {
    id: number;
    type: string; // mouse, pen or touch
    from: Point;
    dragged: boolean; // so that it is no tap any more
}

export class BoardInput {
    state: InputState;
    private columnGoal: number | null = null; // Up and Down keep to this x
    private press: Press | null = null;
    private byPointer = false; // the focus came by a pointer: arrow keys step through the game

    constructor(
        private props: InputProps,
        private frame: Frame,
        private surface: InputSurface,
    ) {
        const { cells } = props.board;
        this.state = {
            legal: props.legal,
            selected: [],
            drag: null,
            hover: null,
            focus: cells[Math.floor(cells.length / 2)]!.name,
            refused: { cells: [], count: 0 },
        };
    }

    /** Updates properties and layout; called after each render. */
    connect(props: InputProps, frame: Frame): void {
        this.props = props;
        this.frame = frame;
        this.state = inputStateFor(this.state, props.legal);
    }

    private update(next: Partial<InputState>): void {
        this.state = { ...this.state, ...next };
        this.surface.redraw();
    }

    private select(selected: string[]): void {
        const before = this.state.selected.length;
        this.update({ selected, hover: null });
        this.props.onHint('');
        const count = selectedMoves(this.state).length;
        const names = selected.join(', ');
        if (selected.length > 0 && count === 0) {
            this.hint(`${names} selected: no legal move.`);
        } else if (selected.length > 0) {
            const moves = count === 1 ? '1 move' : `${count} moves`;
            this.props.announce(`${names} selected, ${moves}.`);
        } else if (before > 0) {
            this.props.announce('Selection cleared.');
        }
    }

    private hint(text: string): void {
        this.props.onHint(text);
        this.props.announce(text);
    }

    playMove(move: Move): void {
        this.update({ selected: [], hover: null });
        this.props.onHint('');
        this.props.onMove(move);
    }

    /** Plays by an arrow button, which vanishes: the keyboard goes back to the cells. */
    playByArrow(move: Move): void {
        this.focusCell(this.state.focus);
        this.playMove(move);
    }

    /** Shakes these marbles and says why. */
    private refuse(cells: string[], why: string): void {
        if (!why) return;
        this.update({ refused: { cells, count: this.state.refused.count + 1 } });
        this.props.onRefuse(why);
    }

    /** Says why the selected marbles can't move in a direction. */
    private refuseMove(selected: string[], direction: number): void {
        this.refuse(selected, this.props.whyNotMove(moveName(selected, direction)));
    }

    /** A press on a cell by tap, key or screen reader: selects it, or moves there. */
    pressCell(cell: string, at: Point): void {
        const { legal } = this.props;
        const { selected } = this.state;
        if (legal && isOwn(legal, cell)) {
            this.select(toggleCell(legal, selected, cell));
        } else if (!legal || selected.length === 0) {
            this.refuse([cell], this.props.whyNotPick(cell));
        } else {
            const [move, other] = movesAt(selectedMoves(this.state), cell, at, this.frame);
            const direction = directionTo(this.props.board, legal, selected, cell);
            if (other) this.hint(TWO_MOVES);
            else if (move) this.playMove(move);
            else if (direction !== null) this.refuseMove(selected, direction);
            else {
                this.select([]);
                this.hint(`${selected.join(', ')} cannot reach ${cell}. Selection cleared.`);
            }
        }
    }

    private names(): string[] {
        return this.props.board.cells.map((cell) => cell.name);
    }

    private cellAt(at: Point): string | null {
        const far = (cell: string) => distance(this.frame.point(cell), at);
        const cell = leastBy(this.names(), far);
        return cell !== null && far(cell) < TAP_RADIUS ? cell : null;
    }

    private arrowAt(at: Point): Move | null {
        const far = (move: Move) => distance(arrowPoint(move, this.frame), at);
        const move = leastBy(selectedMoves(this.state), far);
        return move && far(move) < ARROW_RADIUS ? move : null;
    }

    /** Whether an event is of another pointer than the one that is down, which has the board. */
    private isOther({ pointerId }: PointerEvent): boolean {
        return this.press !== null && this.press.id !== pointerId;
    }

    onPointerDown = (event: PointerEvent): void => {
        // A primary pointer is the only one of its type: the end of an earlier press was missed.
        if (event.isPrimary && this.press?.type === event.pointerType) this.cancelDrag();
        if (this.isOther(event)) {
            if (this.state.drag?.moved)
                this.cancelDrag(); // by a second finger
            else this.update({ drag: null }); // two fingers drag nothing; the first may still tap
            return;
        }
        if (event.button !== 0 || !event.isPrimary) return;
        const from = this.surface.locate(event);
        this.press = { id: event.pointerId, type: event.pointerType, from, dragged: false };
        this.byPointer = true;
        const cell = this.cellAt(from);
        const { legal } = this.props;
        if (!legal || !cell || !isOwn(legal, cell)) return;
        // Directions of a selected line first, then those of the marble alone.
        const { selected } = this.state;
        const line = selected.length > 1 && selected.includes(cell) ? movesOf(legal, selected) : [];
        const single = movesOf(legal, [cell]).filter(
            (m) => !line.some((l) => l.direction === m.direction),
        );
        const moves = [...line, ...single];
        this.update({ drag: { cell, from, moves, drop: null, move: null, t: 0, moved: false } });
        this.surface.capturePointer(event.pointerId);
    };

    onPointerMove = (event: PointerEvent): void => {
        if (this.isOther(event)) return;
        if (this.press && event.buttons > 1) {
            this.cancelDrag(); // by another button
            return;
        }
        const at = this.surface.locate(event);
        const { drag } = this.state;
        if (!drag) {
            const hover = event.pointerType === 'mouse' ? this.arrowAt(at) : null;
            if (hover !== this.state.hover) this.update({ hover });
            return;
        }
        if (!this.press) return;
        const pull = difference(at, drag.from);
        const far = Math.hypot(pull.x, pull.y);
        if (!drag.moved && far < DRAG_START) return;
        this.press.dragged = true;
        const along = (m: Move) => pullAlong(pull, m.direction, this.frame);
        const drop = this.dropAt(drag, at);
        const best = far < DROP_RADIUS ? leastBy(drag.moves, (m) => -along(m)) : null;
        const move = drop ?? (best && along(best) > far * 0.8 ? best : null);
        const t = move ? Math.max(0, Math.min(1, along(move))) : 0;
        this.update({ drag: { ...drag, moved: true, drop, move, t } });
    };

    onPointerUp = (event: PointerEvent): void => {
        const { press } = this;
        const { drag } = this.state;
        if (press?.id !== event.pointerId) return; // it went down elsewhere
        this.press = null;
        const at = this.surface.locate(event);
        if (drag) this.update({ drag: null });
        if (press.dragged || distance(press.from, at) > TAP_SLIP) {
            const held = this.cellAt(press.from);
            if (drag) this.endDrag(drag, at);
            else if (held && !press.dragged) this.refuseDrag(held);
            return;
        }
        const arrow = this.arrowAt(at);
        const cell = this.cellAt(at);
        const { legal } = this.props;
        if (arrow && !(cell && legal && isOwn(legal, cell))) {
            this.playMove(arrow);
        } else if (cell) {
            this.update({ focus: cell });
            this.pressCell(cell, at);
        } else if (this.state.selected.length) {
            this.select([]);
        }
    };

    /** The direction of the cell beside its own on which a drag ends; null elsewhere. */
    private directionAt({ cell, from }: Drag, at: Point): number | null {
        const pull = difference(at, from);
        if (Math.hypot(pull.x, pull.y) < DROP_RADIUS) return null;
        const start = this.frame.point(cell);
        // The marble may be held by its edge: it or the pointer is on the cell.
        const miss = (direction: number) => {
            const step = this.frame.vector(direction);
            return Math.min(distance(pull, step), distance(difference(at, start), step));
        };
        const direction = leastBy([0, 1, 2, 3, 4, 5], miss)!;
        return miss(direction) < DROP_RADIUS ? direction : null;
    }

    /** The move of a drag that ends here: clearly on the next cell, or in front of its line. */
    private dropAt(drag: Drag, at: Point): Move | null {
        const direction = this.directionAt(drag, at);
        if (direction !== null) return drag.moves.find((m) => m.direction === direction) ?? null;
        const cell = this.cellAt(at);
        if (cell === null || distance(this.frame.point(cell), at) > DROP_RADIUS) return null;
        const inLine = drag.moves.filter((m) => !m.broadside);
        return movesTo(inLine, cell)[0] ?? null;
    }

    /** Plays the move of a drag, or says why there is none to the cell beside. */
    private endDrag(drag: Drag, at: Point): void {
        const move = this.dropAt(drag, at);
        const direction = this.directionAt(drag, at);
        const { selected } = this.state;
        if (move) this.playMove(move);
        else if (direction !== null)
            this.refuseMove(selected.includes(drag.cell) ? selected : [drag.cell], direction);
    }

    /** Says why a marble that was dragged can't be moved now. */
    private refuseDrag(cell: string): void {
        const { legal } = this.props;
        if (!legal || !isOwn(legal, cell)) this.refuse([cell], this.props.whyNotPick(cell));
    }

    /** Ends a press without a move; returns whether it was on a marble that could move. */
    cancelDrag(): boolean {
        const { drag, hover } = this.state;
        this.press = null;
        if (drag || hover) this.update({ drag: null, hover: null });
        return drag !== null;
    }

    /** Also for a pointer that leaves the board. */
    onPointerCancel = (event: PointerEvent): void => {
        if (!this.isOther(event)) this.cancelDrag();
    };

    /** The browser moved the focus to a cell. */
    onCellFocus(cell: string): void {
        if (!this.press) this.byPointer = false;
        if (cell !== this.state.focus) this.update({ focus: cell });
    }

    private focusCell(cell: string | null | undefined): void {
        if (!cell) return;
        this.update({ focus: cell });
        this.surface.focusCell(cell);
    }

    private cell(name: string) {
        return this.props.board.cells.find((cell) => cell.name === name)!;
    }

    /** The board's direction for a direction on the screen. */
    private onScreen(direction: number): number {
        return boardDirection(direction, this.props.turn);
    }

    private stepFocus(direction: number): void {
        this.columnGoal = null;
        this.focusCell(this.cell(this.state.focus).near[this.onScreen(direction)]);
    }

    /** Straight up or down: a zigzag around the x where it began. */
    private stepFocusVertically(directions: [number, number]): void {
        const { near } = this.cell(this.state.focus);
        const x = this.columnGoal ?? this.frame.point(this.state.focus).x;
        this.columnGoal = x;
        const next = directions.map((d) => near[this.onScreen(d)]).filter((name) => name != null);
        this.focusCell(leastBy(next, (name) => Math.abs(this.frame.point(name).x - x)));
    }

    private focusRowEnd(side: -1 | 1): void {
        const { y } = this.frame.point(this.state.focus);
        const level = this.names().filter((name) => Math.abs(this.frame.point(name).y - y) < 1e-6);
        this.columnGoal = null;
        this.focusCell(leastBy(level, (name) => -side * this.frame.point(name).x));
    }

    /** A direction key: moves the selection, or the focus where nothing is selected. */
    private pressDirection(direction: number): void {
        if (this.state.selected.length === 0) {
            this.stepFocus(direction);
            return;
        }
        const moves = selectedMoves(this.state);
        const move = moves.find((m) => m.direction === this.onScreen(direction));
        if (move) this.playMove(move);
        else this.refuseMove(this.state.selected, this.onScreen(direction));
    }

    onKeyDown = (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const { focus, selected } = this.state;
        const press = () => {
            this.byPointer = false;
            this.pressCell(focus, this.frame.point(focus));
        };
        if (this.byPointer && STEP_KEYS.includes(event.key)) return;
        const actions: Record<string, () => void> = {
            ArrowRight: () => this.stepFocus(0),
            ArrowLeft: () => this.stepFocus(3),
            ArrowUp: () => this.stepFocusVertically([1, 2]),
            ArrowDown: () => this.stepFocusVertically([4, 5]),
            Home: () => this.focusRowEnd(-1),
            End: () => this.focusRowEnd(1),
            Enter: press,
            ' ': press,
        };
        if (event.key in actions) actions[event.key]!();
        else if (event.key === 'Escape' && selected.length) this.select([]);
        else if (event.code in DIRECTION_KEYS) this.pressDirection(DIRECTION_KEYS[event.code]!);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
}
