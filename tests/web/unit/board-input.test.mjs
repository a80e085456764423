// Input on the board without a browser: taps, drags, hovering, keys, and what resets them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoardInput, inputStateFor, selectedMoves } from '../../../web/src/board/input.ts';
import { layOutBoard } from '../../../web/src/board/geometry.ts';
import { arrowPoint } from '../../../web/src/board/movement.ts';
import { isOwn } from '../../../web/src/board/selection.ts';
import { EJECTION, GAME_RULES, loadRules, PUSHES } from './fixtures.mjs';

const rules = await loadRules();

/** A board in one unit a cell, with a log of everything the input did. */
function openBoard(position, { turn = 0, blocked = false } = {}) {
    const game = rules.newGame(position, GAME_RULES);
    const log = { played: [], announced: [], focused: [], captured: [], refused: [], hints: [] };
    log.redrawn = 0;
    const props = {
        board: game.board,
        turn,
        legal: blocked ? null : game.legalMoves(),
        onMove: (move) => log.played.push(move.text),
        whyNotPick: (cell) => (isOwn(game.legalMoves(), cell) || /^e[5-7]/.test(cell) ? cell : ''),
        whyNotMove: (text) => text,
        onRefuse: (why) => log.refused.push(why),
        onHint: (text) => log.hints.push(text),
        announce: (text) => log.announced.push(text),
    };
    const frame = layOutBoard(game.board, turn);
    const input = new BoardInput(props, frame, {
        redraw: () => log.redrawn++,
        locate: (event) => event.at,
        capturePointer: (id) => log.captured.push(id),
        focusCell: (cell) => log.focused.push(cell),
    });
    return { input, props, frame, log };
}

const pointer = (at, more) => ({
    at,
    button: 0,
    isPrimary: true,
    pointerId: 7,
    pointerType: 'mouse',
    ...more,
});

function tap({ input, frame }, cell) {
    const event = pointer(typeof cell === 'string' ? frame.point(cell) : cell);
    input.onPointerDown(event);
    input.onPointerUp(event);
}

function drag({ input, frame }, cell, { x, y }) {
    const from = frame.point(cell);
    const at = (t) => pointer({ x: from.x + x * t, y: from.y + y * t });
    input.onPointerDown(at(0));
    for (const t of [0.25, 0.5, 0.75, 1]) input.onPointerMove(at(t));
    return { release: () => input.onPointerUp(at(1)) };
}

/** Presses a key; returns whether it was handled. */
function press({ input }, key, code = key, more = {}) {
    let handled = false;
    input.onKeyDown({
        key,
        code,
        ...more,
        preventDefault: () => (handled = true),
        stopPropagation: () => {},
    });
    return handled;
}

test('tapping selects a line, tapping the cell in front plays', () => {
    const page = openBoard(PUSHES);
    tap(page, 'e2');
    tap(page, 'e4');
    assert.deepEqual(page.input.state.selected, ['e2', 'e3', 'e4']);
    assert.match(page.log.announced.at(-1), /^e2, e3, e4 selected, \d moves\.$/);
    tap(page, 'e5');
    assert.deepEqual(page.log.played, ['e2e3']);
    assert.deepEqual(page.input.state.selected, []);
});

test('the ends of a line, then its middle, select the three', () => {
    const page = openBoard(PUSHES);
    for (const cell of ['e2', 'e4', 'e3']) tap(page, cell);
    assert.deepEqual(page.input.state.selected, ['e2', 'e3', 'e4']);
    tap(page, 'e5');
    assert.deepEqual(page.log.played, ['e2e3']);
});

test('tapping an arrow plays its move; tapping elsewhere clears the selection', () => {
    const page = openBoard(PUSHES);
    tap(page, 'e2');
    tap(page, 'e4');
    const move = selectedMoves(page.input.state).find((m) => m.broadside);
    tap(page, arrowPoint(move, page.frame));
    assert.deepEqual(page.log.played, [move.text]);

    tap(page, 'e2');
    tap(page, 'a1');
    assert.equal(page.log.announced.at(-1), 'e2 cannot reach a1. Selection cleared.');
    assert.equal(page.log.hints.at(-1), 'e2 cannot reach a1. Selection cleared.', 'also seen');
    tap(page, 'e2');
    tap(page, { x: 40, y: 40 });
    assert.equal(page.log.announced.at(-1), 'Selection cleared.');
    assert.equal(page.log.played.length, 1);
});

test("the opponent's marbles and empty cells cannot be selected", () => {
    const page = openBoard(PUSHES);
    tap(page, 'e5');
    tap(page, 'i5');
    assert.deepEqual(page.input.state.selected, []);
    assert.deepEqual(page.log.captured, []);
});

test('a drag plays beyond half a step, and springs back before', () => {
    const page = openBoard(PUSHES);
    const short = drag(page, 'e2', { x: 0.4, y: 0 });
    assert.equal(page.input.state.drag.move.text, 'e2e3');
    assert.ok(Math.abs(page.input.state.drag.t - 0.4) < 1e-9);
    short.release();
    assert.equal(page.input.state.drag, null);
    assert.deepEqual(page.log.played, []);

    drag(page, 'e2', { x: 0.9, y: 0 }).release();
    assert.deepEqual(page.log.played, ['e2e3']);
    assert.deepEqual(page.log.captured, [7, 7]);
});

test('a drag never goes further than its move, and needs a legal direction', () => {
    const page = openBoard(EJECTION);
    drag(page, 'e5', { x: 1.4, y: 0 });
    assert.equal(page.input.state.drag.t, 1);
    page.input.onPointerCancel(pointer({ x: 0, y: 0 }));
    assert.equal(page.input.state.drag, null);

    drag(page, 'e7', { x: 1, y: 0 }).release(); // one marble against two
    assert.deepEqual(page.log.played, []);
});

test('a drag of a selected line moves it broadside', () => {
    const page = openBoard(PUSHES);
    tap(page, 'e2');
    tap(page, 'e4');
    drag(page, 'e3', page.frame.vector(1)).release();
    assert.equal(page.log.played.length, 1);
    assert.match(page.log.played[0], /^e2e4f3$|^e4e2f5$/);
});

test('a drag on a turned board follows the pointer', () => {
    const page = openBoard(PUSHES, { turn: 3 });
    drag(page, 'e2', { x: -0.9, y: 0 }).release();
    assert.deepEqual(page.log.played, ['e2e3']);
});

test('a drop that is not clearly on a target plays nothing', () => {
    const page = openBoard('standard');
    const dropOn = (cell, at) => {
        const from = page.frame.point(cell);
        const pull = { x: at.x - from.x, y: at.y - from.y };
        drag(page, cell, pull).release();
        assert.equal(page.input.state.drag, null, 'the marbles are back');
        return page.log.played.splice(0);
    };
    const { point, vector } = page.frame;
    for (const far of ['f3', 'e5', 'i9', 'd1', 'a5'])
        assert.deepEqual(dropOn('a1', point(far)), [], `a1 on ${far}`);
    for (const at of [
        { x: -7, y: 3.5 },
        { x: 9, y: -2 },
        { x: 0, y: 12 },
    ])
        assert.deepEqual(dropOn('a1', at), [], 'beside the board');
    // Between two targets neither is meant.
    const [ne, nw] = [vector(1), vector(2)];
    const between = { x: point('c3').x, y: point('c3').y + 1.2 * ne.y };
    assert.ok(ne.x > 0 && nw.x < 0);
    assert.deepEqual(dropOn('c3', between), []);
    // On the next cell, on its edge, and in front of the line that it moves along.
    assert.deepEqual(dropOn('c3', point('d3')), ['c3d3']);
    assert.deepEqual(dropOn('c3', { x: point('d3').x - 0.4, y: point('d3').y }), ['c3d3']);
    assert.deepEqual(dropOn('a1', point('d4')), ['a1b2']);
    assert.deepEqual(dropOn('c3', point('c6')), ['c3c4']);
});

test('a drag shows the move that it is, until it leaves the target', () => {
    const page = openBoard('standard');
    drag(page, 'c3', page.frame.vector(2));
    assert.equal(page.input.state.drag.drop.text, 'c3d3');
    const { x, y } = page.frame.point('c3');
    page.input.onPointerMove(pointer({ x: x + 4, y: y - 4 }));
    assert.deepEqual([page.input.state.drag.drop, page.input.state.drag.t], [null, 0]);
});

test('Escape, a second finger and another button call a drag off', () => {
    const target = (page) => pointer(page.frame.point('d3'));
    for (const [what, cancel] of [
        ['Escape', ({ input }) => assert.equal(input.cancelDrag(), true)],
        [
            'a second finger',
            ({ input, frame }) => {
                const second = { pointerId: 8, isPrimary: false, pointerType: 'touch' };
                input.onPointerDown(pointer(frame.point('f6'), second));
                input.onPointerUp(pointer(frame.point('f6'), second));
            },
        ],
        ['another button', (page) => page.input.onPointerMove({ ...target(page), buttons: 3 })],
        ['a change of the position', (page) => page.input.connect({ ...page.props }, page.frame)],
    ]) {
        const page = openBoard('standard');
        const { release } = drag(page, 'c3', page.frame.vector(2));
        if (what === 'a change of the position')
            page.props.legal = { ...page.props.legal, moves: [] };
        cancel(page);
        assert.equal(page.input.state.drag, null, what);
        page.input.onPointerMove(target(page));
        release();
        assert.deepEqual(page.log.played, [], what);
        assert.deepEqual(page.input.state.selected, [], what);
        assert.equal(page.input.cancelDrag(), false, 'Escape is left to others');
    }
});

test('one pointer has the board: others end neither its tap nor its drag', () => {
    const page = openBoard('standard');
    const { input, frame } = page;
    const other = pointer(frame.point('f6'), { pointerId: 8, isPrimary: false, buttons: 2 });
    const others = () => {
        input.onPointerMove(other);
        input.onPointerUp(other);
        input.onPointerCancel(other); // it leaves, or the browser takes it
    };
    input.onPointerDown(pointer(frame.point('c3')));
    input.onPointerDown(other);
    others();
    input.onPointerUp(pointer(frame.point('c3')));
    assert.deepEqual(input.state.selected, ['c3'], 'a tap');
    tap(page, 'c3');

    const { release } = drag(page, 'c3', frame.vector(2));
    others();
    release();
    assert.deepEqual(page.log.played, ['c3d3'], 'a drag');

    // Two fingers that are down drag nothing.
    input.onPointerDown(pointer(frame.point('c3')));
    input.onPointerDown(other);
    input.onPointerMove(pointer(frame.point('d3')));
    input.onPointerUp(pointer(frame.point('d3')));
    assert.equal(page.log.played.length, 1);
});

test('a finger whose end the board was not told does not keep it', () => {
    for (const cell of ['e5', 'c3']) {
        const page = openBoard('standard');
        const finger = (pointerId, name) =>
            pointer(page.frame.point(name), { pointerId, pointerType: 'touch' });
        page.input.onPointerDown(finger(8, cell)); // and up over something that covers the board
        page.input.onPointerDown(finger(9, 'c4'));
        page.input.onPointerUp(finger(9, 'c4'));
        assert.deepEqual(page.input.state.selected, ['c4'], cell);
    }
});

test('other buttons, second fingers, and presses from elsewhere do nothing', () => {
    const page = openBoard(PUSHES);
    const at = page.frame.point('e2');
    for (const more of [{ button: 2 }, { isPrimary: false }]) {
        page.input.onPointerDown(pointer(at, more));
        assert.equal(page.input.state.drag, null);
        page.input.onPointerUp(pointer(at, more));
    }
    page.input.onPointerUp(pointer(at));
    assert.deepEqual(page.input.state.selected, []);
    // Neither do they over the arrow of a selection, nor a button beside the main one.
    tap(page, 'e2');
    const [move] = selectedMoves(page.input.state);
    const arrow = arrowPoint(move, page.frame);
    for (const more of [{ button: 1 }, { button: 2 }, { isPrimary: false }]) {
        page.input.onPointerDown(pointer(arrow, more));
        page.input.onPointerUp(pointer(arrow, more));
    }
    page.input.onPointerUp(pointer(arrow));
    page.input.onPointerDown(pointer(arrow));
    page.input.onPointerMove(pointer(arrow, { buttons: 3 }));
    page.input.onPointerUp(pointer(arrow));
    assert.deepEqual(page.log.played, []);
    assert.deepEqual(page.input.state.selected, ['e2']);
    // Pressed on one cell, released on another that plays.
    page.input.onPointerDown(pointer(page.frame.point('a1')));
    page.input.onPointerUp(pointer(page.frame.point('f3')));
    assert.deepEqual(page.log.played, []);
});

test('a cell where two moves go plays neither, unless one arrow is nearer', () => {
    const page = openBoard('standard');
    const { point } = page.frame;
    for (const enter of [() => tap(page, 'd5'), () => press(page, 'Enter')]) {
        for (const cell of ['c4', 'c5']) tap(page, cell);
        page.input.onCellFocus('d5');
        enter();
        assert.deepEqual(page.log.played, []);
        assert.match(page.log.hints.at(-1), /^Two moves go there/);
        assert.equal(page.log.announced.at(-1), page.log.hints.at(-1));
        assert.deepEqual(page.input.state.selected, ['c4', 'c5'], 'the selection stays');
        press(page, 'Escape');
    }
    for (const [side, text] of [
        [-0.12, 'c4c5d4'],
        [0.12, 'c4c5d5'],
    ]) {
        for (const cell of ['c4', 'c5']) tap(page, cell);
        page.input.pressCell('d5', { x: point('d5').x + side, y: point('d5').y });
        assert.deepEqual(page.log.played.splice(0), [text]);
    }
    // Of three marbles each cell between has an arrow of its own.
    for (const cell of ['c3', 'c5', 'd4']) tap(page, cell);
    assert.deepEqual(page.log.played.splice(0), ['c3c5d3']);
    // An end of the row of cells belongs to one move alone.
    for (const cell of ['c4', 'c5', 'd4']) tap(page, cell);
    assert.deepEqual(page.log.played, ['c4c5d4']);
});

test('a selection without a legal move says so', () => {
    const page = openBoard('belgian-daisy');
    tap(page, 'b1');
    tap(page, 'b3');
    assert.equal(page.log.hints.at(-1), 'b1, b2, b3 selected: no legal move.');
    assert.equal(page.log.announced.at(-1), page.log.hints.at(-1));
    tap(page, 'c2');
    assert.equal(page.log.hints.at(-1), '', 'the next press takes the words away');
});

test('the mouse over an arrow shows its move', () => {
    const page = openBoard(PUSHES);
    tap(page, 'e2');
    const [move] = selectedMoves(page.input.state);
    const at = arrowPoint(move, page.frame);
    page.input.onPointerMove(pointer(at));
    assert.equal(page.input.state.hover, move);
    const { redrawn } = page.log;
    page.input.onPointerMove(pointer(at));
    assert.equal(page.log.redrawn, redrawn, 'nothing changed, nothing is drawn');
    page.input.onPointerCancel(pointer(at));
    assert.equal(page.input.state.hover, null);
    page.input.onPointerMove(pointer(at, { pointerType: 'touch' }));
    assert.equal(page.input.state.hover, null);
});

test('the six direction keys are those of paua play', () => {
    const letters = { d: 0, e: 1, w: 2, a: 3, z: 4, x: 5 };
    const digits = { 6: 0, 9: 1, 7: 2, 4: 3, 1: 4, 3: 5 };
    const keys = [
        ...Object.entries(letters).map(([key, d]) => [key, `Key${key.toUpperCase()}`, d]),
        ...Object.entries(digits).map(([key, d]) => [key, `Numpad${key}`, d]),
    ];
    for (const turn of [0, 1, 2, 3, 4, 5]) {
        for (const [key, code, direction] of keys) {
            const page = openBoard('standard', { turn });
            assert.equal(page.input.state.focus, 'e5');
            assert.ok(press(page, key, code), code);
            const cell = page.props.board.cells.find((one) => one.name === 'e5');
            const expected = cell.near[(direction - turn + 6) % 6];
            assert.deepEqual(page.log.focused, [expected], code);
        }
        const page = openBoard('standard', { turn });
        assert.equal(press(page, 'q', 'KeyQ'), false);
        assert.equal(press(page, 'c', 'KeyC'), false);
    }
});

test('keys select, move the selection, and clear it', () => {
    const page = openBoard(PUSHES);
    page.input.onCellFocus('e2');
    assert.ok(press(page, 'Enter'));
    press(page, 'ArrowRight');
    press(page, 'ArrowRight');
    press(page, ' ', 'Space');
    assert.deepEqual(page.input.state.selected, ['e2', 'e3', 'e4']);
    assert.ok(press(page, 'Escape'));
    assert.deepEqual(page.input.state.selected, []);
    assert.equal(press(page, 'Escape'), false, 'Escape is left to others');

    press(page, 'Enter'); // at e4: alone against two
    press(page, 'd', 'KeyD');
    assert.deepEqual(page.log.refused, ['e4E']);
    press(page, 'e', 'KeyE');
    assert.deepEqual(page.log.played, ['e4f5']);
});

test('keys with a modifier belong to the browser', () => {
    const page = openBoard(PUSHES);
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
        assert.equal(press(page, 'd', 'KeyD', { [modifier]: true }), false);
    assert.deepEqual(page.log.focused, []);
});

test('Up and Down keep to a column, Home and End go to the ends of a row', () => {
    const page = openBoard('standard');
    for (let i = 0; i < 4; i++) press(page, 'ArrowUp');
    for (let i = 0; i < 4; i++) press(page, 'ArrowDown');
    assert.equal(page.input.state.focus, 'e5');
    press(page, 'Home');
    assert.equal(page.input.state.focus, 'e1');
    press(page, 'End');
    assert.equal(page.input.state.focus, 'e9');
    press(page, 'ArrowRight');
    assert.equal(page.input.state.focus, 'e9', 'the edge stops');
});

test('an arrow played by key gives the focus back to the cells', () => {
    const page = openBoard(PUSHES);
    tap(page, 'e2');
    page.input.playByArrow(selectedMoves(page.input.state)[0]);
    assert.deepEqual(page.log.focused, ['e2']);
    assert.equal(page.log.played.length, 1);
});

test('another position drops the selection, without changing the state while drawing', () => {
    const page = openBoard(PUSHES);
    tap(page, 'e2');
    const before = page.input.state;
    const drawn = inputStateFor(before, null);
    assert.deepEqual(drawn.selected, []);
    assert.deepEqual(page.input.state, before, 'drawing changes nothing');
    page.input.connect({ ...page.props, legal: null }, page.frame);
    assert.deepEqual(page.input.state.selected, []);
    page.input.connect(page.props, page.frame);
    assert.deepEqual(page.input.state.selected, [], 'the selection does not come back');
    assert.equal(inputStateFor(page.input.state, page.props.legal), page.input.state);
    // The same moves again, as planning computes them at each event of the game, drop nothing.
    tap(page, 'e2');
    page.input.connect({ ...page.props, legal: { ...page.props.legal } }, page.frame);
    assert.deepEqual(page.input.state.selected, ['e2']);
});

test('nothing moves while it is not the turn', () => {
    const page = openBoard(PUSHES, { blocked: true });
    tap(page, 'e2');
    press(page, 'Enter');
    drag(page, 'e2', { x: 1, y: 0 }).release();
    assert.deepEqual(page.log.played, []);
    assert.deepEqual(page.log.refused, ['e2', 'e2', 'e2'], 'each says why');
});

test('a refused pick shakes its marbles and says why', () => {
    const page = openBoard('5/6/7/8/1bbbwww2/8/7/6/5 b');
    const refused = () => page.input.state.refused;
    tap(page, 'e5');
    assert.deepEqual(refused(), { cells: ['e5'], count: 1 });
    tap(page, 'a1');
    assert.equal(refused().count, 1, 'an empty cell has nothing to shake');
    // Three against three: the selection stays, and its marbles shake.
    tap(page, 'e2');
    tap(page, 'e4');
    tap(page, 'e5');
    assert.deepEqual(refused(), { cells: ['e2', 'e3', 'e4'], count: 2 });
    assert.equal(page.log.refused.at(-1), 'e2e4E');
    assert.deepEqual(page.input.state.selected, ['e2', 'e3', 'e4']);
    // A cell that is further away clears the selection, as ever.
    tap(page, 'h8');
    assert.deepEqual(page.input.state.selected, []);
    drag(page, 'e2', { x: 0.9, y: 0 }).release();
    assert.equal(page.log.refused.at(-1), 'e2E');
    drag(page, 'e2', { x: 0.3, y: 0 }).release();
    assert.equal(refused().count, 3, 'a short pull was a slip');
    assert.deepEqual(page.log.played, []);
});

test('after a press by pointer the arrow keys step through the game instead', () => {
    const page = openBoard(PUSHES);
    tap(page, 'e2');
    assert.equal(press(page, 'ArrowRight'), false);
    assert.equal(press(page, 'Home'), false);
    assert.equal(press(page, 'd', 'KeyD'), true, 'letters still move the selection');
    page.input.onCellFocus('e5');
    assert.equal(press(page, 'ArrowRight'), true, 'on the board by the tabulator');
    tap(page, 'e2');
    press(page, 'Enter');
    assert.equal(press(page, 'ArrowRight'), true);
});
