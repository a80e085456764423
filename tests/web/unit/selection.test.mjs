// Selecting marbles: growing to lines, shrinking, and the moves that a selection and a press mean.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    directionTo,
    isOwn,
    moveName,
    movesOf,
    movesTo,
    toggleCell,
} from '../../../web/src/board/selection.ts';
import { errorSentence } from '../../../web/src/api/error-text.ts';
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

test('an end of a selection is deselected, the middle of three stays', () => {
    const legal = legalIn(PUSHES);
    assert.deepEqual(toggleCell(legal, ['e2'], 'e2'), []);
    assert.deepEqual(toggleCell(legal, ['e2', 'e3', 'e4'], 'e4'), ['e2', 'e3']);
    assert.deepEqual(toggleCell(legal, ['e2', 'e3', 'e4'], 'e3'), ['e2', 'e3', 'e4']);
    assert.deepEqual(toggleCell(legal, ['e2', 'e3'], 'e2'), ['e3']);
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

test('a line is named by its ends, wherever on the board it is', () => {
    const legal = legalIn('5/6/7/6b1/6b2/5b2/7/6/w4 b');
    const line = toggleCell(legal, ['f8'], 'd6');
    assert.deepEqual(line, ['d6', 'e7', 'f8']);
    assert.equal(moveName(line, 0), 'd6f8E');
    const full = rules.newGame('bbbbb/bbbbbb/bbbbbbb/bbbbbbbb/bbbbbbbbb/8/7/6/w4 b', GAME_RULES);
    const near = new Map(full.board.cells.map((cell) => [cell.name, cell.near]));
    for (const [first, ...rest] of full.legalMoves().lines) {
        const direction = near.get(first).indexOf(rest[0]);
        rest.reduce((cell, next) => {
            assert.equal(near.get(cell)[direction], next, `${first},${rest}`);
            return next;
        }, first);
    }
});

test('the direction to a cell beside the selection, and the name of the move there', () => {
    const game = rules.newGame('standard', GAME_RULES);
    const legal = game.legalMoves();
    const to = (selected, cell) => directionTo(game.board, legal, selected, cell);
    assert.equal(to(['c3'], 'd3'), 2);
    assert.equal(to(['a1'], 'a2'), null, 'an own marble in the way: beyond it is meant');
    assert.equal(to(['a3'], 'd3'), 2, 'in front of the line');
    assert.equal(to(['c3', 'c4', 'c5'], 'c6'), 0);
    assert.equal(to(['c3', 'c4', 'c5'], 'c2'), 3);
    assert.equal(to(['c3', 'c4', 'c5'], 'd5'), 1);
    assert.equal(to(['c3', 'c4', 'c5'], 'e5'), null);
    assert.equal(moveName(['c3'], 2), 'c3NW');
    // What the rules say to such names, without numbers of rules.
    const why = (name) => {
        try {
            return game.check(name).text;
        } catch (error) {
            return errorSentence(error);
        }
    };
    assert.equal(why(moveName(['c3', 'c4', 'c5'], 1)), 'c3c5d4');
    assert.equal(why(moveName(['a1'], 3)), 'A move may not take your own marble off the board.');
    assert.equal(why(moveName(['a1'], 0)), 'At most three marbles can move in a line.');
});
