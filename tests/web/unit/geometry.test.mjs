// Turned boards: cells stay apart, labels stay left and below, every player can be at the bottom.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance, layOutBoard, turnToBottom } from '../../../web/src/board/geometry.ts';
import { loadRules } from './fixtures.mjs';

const rules = await loadRules();
const TURNS = [0, 1, 2, 3, 4, 5];

test('a turned board is the same board, in the middle', () => {
    for (const layout of ['standard', 'c0', 'd0']) {
        const { board } = rules.describePosition(layout);
        const plain = layOutBoard(board, 0);
        for (const turn of TURNS) {
            const frame = layOutBoard(board, turn);
            const points = board.cells.map(({ name }) => frame.point(name));
            for (const side of ['x', 'y']) {
                const values = points.map((point) => point[side]);
                assert.ok(Math.abs(Math.max(...values) + Math.min(...values)) < 1e-9, 'centred');
            }
            const far = ({ name }) => distance(frame.point(name), { x: 0, y: 0 });
            for (const cell of board.cells)
                assert.ok(
                    Math.abs(far(cell) - distance(plain.point(cell.name), { x: 0, y: 0 })) < 1e-9,
                );
        }
    }
});

test('labels are outside of the board, letters left and numbers right or below', () => {
    const { board } = rules.describePosition('standard');
    for (const turn of TURNS) {
        const { labels, point } = layOutBoard(board, turn);
        assert.equal(labels.length, 18);
        for (const { x, y, text } of labels) {
            const far = ({ name }) => distance(point(name), { x, y });
            const cell = board.cells.reduce((a, b) => (far(b) < far(a) ? b : a));
            const what = `${text} at ${cell.name}, turn ${turn}`;
            assert.ok(far(cell) > 0.8 && far(cell) < 1, what);
            const at = point(cell.name);
            assert.ok(/[a-i]/.test(text) ? x < at.x : x > at.x || y > at.y, what);
        }
        const places = labels.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`);
        assert.equal(new Set(places).size, 18, 'no label covers another');
    }
});

test('every player of a layout can be at the bottom', () => {
    const expected = {
        'standard-3': { b: 3 },
        'bowl-6': { b: 2, p: 1 },
        'standard-6': { b: 3, g: 0 },
    };
    for (const [layout, turns] of Object.entries(expected)) {
        const { board, position } = rules.describePosition(layout);
        for (const side of position.teams) {
            const turn = turnToBottom(board, position.marbles[side]);
            if (side in turns) assert.equal(turn, turns[side], `${layout}, ${side}`);
            const { point } = layOutBoard(board, turn);
            const depth = (cells) =>
                cells.reduce((sum, cell) => sum + point(cell).y, 0) / cells.length;
            const depths = position.teams.map((one) => depth(position.marbles[one]));
            const own = depth(position.marbles[side]);
            assert.ok(own > Math.max(...depths) - 1e-9, `${layout}: ${side} is lowest`);
        }
    }
    const { board, position } = rules.describePosition('belgian-daisy');
    assert.equal(turnToBottom(board, position.marbles.w), 0, 'on no side');
    const five = rules.describePosition('standard-5');
    assert.equal(turnToBottom(five.board, five.position.marbles.y), 0, 'in the middle');
});
