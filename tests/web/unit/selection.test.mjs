// Selecting marbles: growing to lines, shrinking, and the moves that a selection and a press mean.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwn, movesOf, movesTo, toggleCell } from '../../../web/src/selection.ts';
import { EJECTION, GAME_RULES, loadRules, PUSHES } from './fixtures.mjs';

const rules = await loadRules();
const legalIn = (text) => rules.newGame(text, GAME_RULES).legalMoves();
const texts = (moves) => moves.map((m) => m.text).sort();

test('only marbles of the side to move can be selected', () => {
    const legal = legalIn(PUSHES);
    assert.equal(isOwn(legal, 'e2'), true);
    assert.equal(isOwn(legal, 'e5'), false, "the opponent's");
    assert.equal(isOwn(legal, 'e1'), false, 'empty');
});

test('a second marble selects the line between them', () => {
    const legal = legalIn(PUSHES);
    assert.deepEqual(toggleCell(legal, [], 'e2'), ['e2']);
    assert.deepEqual(toggleCell(legal, ['e2'], 'e3').sort(), ['e2', 'e3']);
    assert.deepEqual(toggleCell(legal, ['e2'], 'e4').sort(), ['e2', 'e3', 'e4']);
    assert.deepEqual(toggleCell(legal, ['e2', 'e3'], 'e4').sort(), ['e2', 'e3', 'e4']);
});

test('a marble that fits no line starts a new selection', () => {
    const legal = legalIn('standard');
    assert.deepEqual(toggleCell(legal, ['a1', 'a2', 'a3'], 'c5'), ['c5']);
    assert.deepEqual(toggleCell(legal, ['a1'], 'c4'), ['c4']);
});

test('a selected marble is deselected if a line remains, else it is selected alone', () => {
    const legal = legalIn(PUSHES);
    assert.deepEqual(toggleCell(legal, ['e2'], 'e2'), []);
    assert.deepEqual(toggleCell(legal, ['e2', 'e3', 'e4'], 'e4'), ['e2', 'e3']);
    assert.deepEqual(toggleCell(legal, ['e2', 'e3', 'e4'], 'e3'), ['e3']);
});

test('a single marble moves the line in front of it; a line moves as a whole', () => {
    const legal = legalIn(PUSHES);
    assert.deepEqual(movesOf(legal, []), []);
    const single = movesOf(legal, ['e2']);
    assert.ok(single.every((m) => !m.broadside && m.tail === 'e2'));
    assert.ok(texts(single).includes('e2e3'), 'pushes with the line');
    const line = movesOf(legal, ['e2', 'e3', 'e4']);
    assert.ok(line.some((m) => m.broadside));
    assert.ok(line.every((m) => m.from.length === 3));
    assert.deepEqual(movesOf(legal, ['e2', 'e4']), [], 'not a line');
});

test('a press on the cell in front, or on a pushed marble, means the move', () => {
    const push = movesOf(legalIn(PUSHES), ['e2']);
    for (const cell of ['e5', 'e6']) assert.deepEqual(texts(movesTo(push, cell)), ['e2e3']);
    const ejection = movesOf(legalIn(EJECTION), ['e5']);
    assert.deepEqual(texts(movesTo(ejection, 'e9')), ['e5e6']);
    assert.deepEqual(movesTo(ejection, 'a1'), []);
});

test('a press on any target cell of a broadside move means the move', () => {
    const legal = legalIn('standard');
    const move = legal.moves.find((m) => m.broadside && m.from.length === 3);
    const moves = movesOf(legal, move.from);
    for (const cell of move.to) assert.ok(texts(movesTo(moves, cell)).includes(move.text));
});
