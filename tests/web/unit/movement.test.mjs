// Marble movement: places after in-line moves, broadside moves, pushes and ejections, and the
// geometry of drags and arrows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance, layOutBoard } from '../../../web/src/board/geometry.ts';
import {
    arrowEnds,
    arrowPoint,
    frontOf,
    marblesOf,
    moveMarbles,
    pullAlong,
    shiftOf,
} from '../../../web/src/board/movement.ts';
import { EJECTION, GAME_RULES, loadRules, PUSHES } from './fixtures.mjs';

const rules = await loadRules();

/** Board, marbles and a move of a position. */
function setUp(text, moveText) {
    const game = rules.newGame(text, GAME_RULES);
    const { board, start } = game;
    const marbles = marblesOf(board, start);
    return { game, board, marbles, move: game.check(moveText) };
}

const cellsOf = (marbles, side) =>
    marbles.flatMap((m) => (m.kind === side && m.cell ? [m.cell] : [])).sort();

/** Marbles after a move are where the rules say, and each one on its cell's row and column. */
function assertMoved({ game, board, marbles, move }) {
    const after = moveMarbles(marbles, move);
    const { position } = game.play(move.text);
    assert.deepEqual(cellsOf(after, 'b'), [...position.marbles.b].sort());
    assert.deepEqual(cellsOf(after, 'w'), [...position.marbles.w].sort());
    for (const { cell, row, column } of after) {
        const on = board.cells.find((one) => one.row === row && one.column === column);
        assert.equal(on?.name ?? null, cell);
    }
    return after;
}

test('every legal move of a sharp position, as the rules play it', () => {
    const text = '3bb/wwb1bb/2wwwbb/4www1/3bbww2/3bbw2/2bb1w1/6/5 b';
    const game = rules.newGame(text, GAME_RULES);
    const marbles = marblesOf(game.board, game.start);
    const { moves } = game.legalMoves();
    assert.ok(moves.some((m) => m.broadside) && moves.some((m) => m.pushed.length));
    for (const move of moves) {
        assertMoved({ game, board: game.board, marbles, move });
        game.takeBack();
    }
});

test('an ejected marble keeps its index and goes one step off the board', () => {
    const { marbles, ...rest } = setUp(EJECTION, 'e5e6');
    const after = assertMoved({ marbles, ...rest });
    assert.equal(after.length, marbles.length);
    const i = marbles.findIndex((m) => m.cell === 'e9');
    assert.deepEqual(after[i], { ...marbles[i], cell: null, column: marbles[i].column + 1 });
    // It stays where it is in later moves.
    assert.deepEqual(moveMarbles(after, rest.move)[i], after[i]);
});

test('marbles that do not move are the same objects', () => {
    const { marbles, move } = setUp(PUSHES, 'e2e3');
    const after = moveMarbles(marbles, move);
    const still = marbles.filter((m) => !move.steps.some(([from]) => from === m.cell));
    for (const marble of still) assert.ok(after.includes(marble));
    assert.equal(marbles[0].cell, 'e2', 'the marbles before the move are unchanged');
});

test('a drag shifts pushed marbles too, and no others', () => {
    const { board, move } = setUp(PUSHES, 'e2e3');
    const frame = layOutBoard(board, 0);
    const half = { move, t: 0.5 };
    for (const cell of ['e2', 'e4', 'e6'])
        assert.deepEqual(shiftOf(cell, half, frame), { x: 0.5, y: -0 });
    assert.deepEqual(shiftOf('e7', half, frame), { x: 0, y: 0 });
    assert.deepEqual(shiftOf('e2', { move: null, t: 0 }, frame), { x: 0, y: 0 });
    const turned = layOutBoard(board, 3);
    assert.equal(shiftOf('e2', half, turned).x, -0.5);
    assert.equal(pullAlong({ x: 2, y: 0 }, move.direction, frame), 2);
});

test('vectors lead from each cell to its neighbour, at every turn', () => {
    for (const turn of [0, 1, 2, 3, 4, 5]) {
        const { board } = rules.describePosition('standard');
        const frame = layOutBoard(board, turn);
        for (const { name, near } of board.cells) {
            for (const [direction, next] of near.entries()) {
                if (!next) continue;
                const from = frame.point(name);
                const { x, y } = frame.vector(direction);
                const to = { x: from.x + x, y: from.y + y };
                assert.ok(distance(to, frame.point(next)) < 1e-9, `${name} to ${next}`);
            }
        }
    }
});

test('arrows: in front of a line, beside the middle of a broadside line', () => {
    const game = rules.newGame('standard', GAME_RULES);
    const frame = layOutBoard(game.board, 0);
    const { moves } = game.legalMoves();
    const inLine = moves.find((m) => !m.broadside && m.from.length === 3);
    assert.deepEqual(arrowPoint(inLine, frame), frame.point(frontOf(inLine)));
    const three = moves.find((m) => m.broadside && m.from.length === 3);
    assert.ok(distance(arrowPoint(three, frame), frame.point(three.to[1])) < 1e-9);

    // The text alone gives the same ends for the analysis's arrows.
    const { from, to } = arrowEnds(three.text, frame);
    assert.ok(distance(from, frame.point(three.from[1])) < 1e-9);
    assert.ok(distance(to, frame.point(three.to[1])) < 1e-9);
    const line = arrowEnds(inLine.text, frame);
    assert.deepEqual(line.from, frame.point(inLine.tail));
    assert.equal(arrowEnds('', frame), null);
});
