// Input on the board: pointer, touch and keyboard become selections, drags and moves.
// Holds the state of a selection; drawing it is board.tsx's part.
import { boardDirection, distance, type Frame, type Point } from './geometry';
import { arrowPoint, pullAlong } from './movement';
import type { Board, LegalMoves, Move } from '../rules/rules';
import { directionTo, isOwn, moveName, movesOf, movesTo, toggleCell } from './selection';

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
    announce: (text: string) => void;
}

export interface Drag {
    cell: string;
    from: Point;
    moves: Move[]; // that the drag can become
    move: Move | null; // that it would be now
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
const DRAG_START = 0.16; // a pointer that moved this far drags
const DRAG_PLAYS = 0.5; // a drag released beyond this plays its move

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
    return { ...state, legal, selected: [], drag: null, hover: null };
}

/** The moves that the selection can make. */
export function selectedMoves({ legal, selected }: InputState): Move[] {
    return legal ? movesOf(legal, selected) : [];
}

export class BoardInput {
    state: InputState;
    private columnGoal: number | null = null; // Up and Down keep to this x
    private pressing = false; // a pointer is down
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
        const count = selectedMoves(this.state).length;
        if (selected.length > 0) {
            const moves = count === 1 ? '1 move' : `${count} moves`;
            this.props.announce(`${selected.join(', ')} selected, ${moves}.`);
        } else if (before > 0) {
            this.props.announce('Selection cleared.');
        }
    }

    playMove(move: Move): void {
        this.update({ selected: [], hover: null });
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
            const moves = movesTo(selectedMoves(this.state), cell);
            const move = leastBy(moves, (m) => distance(arrowPoint(m, this.frame), at));
            const direction = directionTo(this.props.board, legal, selected, cell);
            if (move) this.playMove(move);
            else if (direction !== null) this.refuseMove(selected, direction);
            else this.select([]);
        }
    }

    private cellAt(at: Point): string | null {
        const far = (cell: string) => distance(this.frame.point(cell), at);
        const names = this.props.board.cells.map((cell) => cell.name);
        const cell = leastBy(names, far);
        return cell !== null && far(cell) < TAP_RADIUS ? cell : null;
    }

    private arrowAt(at: Point): Move | null {
        const far = (move: Move) => distance(arrowPoint(move, this.frame), at);
        const move = leastBy(selectedMoves(this.state), far);
        return move && far(move) < ARROW_RADIUS ? move : null;
    }

    onPointerDown = (event: PointerEvent): void => {
        if (event.button !== 0 || !event.isPrimary) return;
        this.pressing = true;
        this.byPointer = true;
        const from = this.surface.locate(event);
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
        this.update({ drag: { cell, from, moves, move: null, t: 0, moved: false } });
        this.surface.capturePointer(event.pointerId);
    };

    onPointerMove = (event: PointerEvent): void => {
        const at = this.surface.locate(event);
        const { drag } = this.state;
        if (!drag) {
            const hover = event.pointerType === 'mouse' ? this.arrowAt(at) : null;
            if (hover !== this.state.hover) this.update({ hover });
            return;
        }
        const pull = { x: at.x - drag.from.x, y: at.y - drag.from.y };
        const far = Math.hypot(pull.x, pull.y);
        if (!drag.moved && far < DRAG_START) return;
        const along = (m: Move) => pullAlong(pull, m.direction, this.frame);
        const best = leastBy(drag.moves, (m) => -along(m));
        const move = best && along(best) > far * 0.8 ? best : null;
        const t = move ? Math.min(1, along(move)) : 0;
        this.update({ drag: { ...drag, moved: true, move, t } });
    };

    onPointerUp = (event: PointerEvent): void => {
        const at = this.surface.locate(event);
        const { drag } = this.state;
        this.pressing = false;
        this.update({ drag: null });
        if (drag?.moved) {
            this.endDrag(drag, { x: at.x - drag.from.x, y: at.y - drag.from.y });
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

    /** Plays the move of a drag that went far enough, or says why it has none. */
    private endDrag(drag: Drag, pull: Point): void {
        if (drag.move) {
            if (drag.t > DRAG_PLAYS) this.playMove(drag.move);
            return;
        }
        const { selected } = this.state;
        const along = (direction: number) => pullAlong(pull, direction, this.frame);
        const direction = leastBy([0, 1, 2, 3, 4, 5], (d) => -along(d))!;
        if (along(direction) > DRAG_PLAYS)
            this.refuseMove(selected.includes(drag.cell) ? selected : [drag.cell], direction);
    }

    onPointerCancel = (): void => {
        this.pressing = false;
        this.update({ drag: null, hover: null });
    };

    onPointerLeave = (): void => {
        this.pressing = false;
        if (this.state.hover) this.onPointerCancel();
    };

    /** The browser moved the focus to a cell. */
    onCellFocus(cell: string): void {
        if (!this.pressing) this.byPointer = false;
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
        const names = this.props.board.cells.map((cell) => cell.name);
        const level = names.filter((name) => Math.abs(this.frame.point(name).y - y) < 1e-6);
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
