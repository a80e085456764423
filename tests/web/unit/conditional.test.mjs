// Conditional moves as lines and as a tree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwn, linesOf, movesIn, treeOf, withLine } from '../../../web/src/conditional';

test('a text is its moves', () => {
    assert.deepEqual(movesIn('  i5h5 b2c3, then * a2b3 '), ['i5h5', 'b2c3', '*', 'a2b3']);
    assert.deepEqual(movesIn(' '), []);
});

test('lines are a tree and lines again', () => {
    const lines = [
        ['i5h5', 'b2c3', 'h5g5', 'a1b1'],
        ['i5h5', 'b2c3', '*', 'a2b3'],
        ['*', 'a2b3'],
    ];
    const tree = treeOf(lines, 1, 2);
    assert.deepEqual(tree, [
        {
            move: 'i5h5',
            then: [
                {
                    move: 'b2c3',
                    then: [
                        { move: 'h5g5', then: [{ move: 'a1b1' }] },
                        { move: '*', then: [{ move: 'a2b3' }] },
                    ],
                },
            ],
        },
        { move: '*', then: [{ move: 'a2b3' }] },
    ]);
    assert.deepEqual(linesOf(tree), lines);
});

test('another answer to the same moves replaces the first', () => {
    const tree = withLine(treeOf([['i5h5', 'b2c3']], 1, 2), ['i5h5', 'a1b1'], 1, 2);
    assert.deepEqual(linesOf(tree), [['i5h5', 'a1b1']]);
});

test('of three players two move before one does', () => {
    assert.deepEqual([0, 1, 2, 3, 4, 5].map((index) => isOwn(index, 2, 3)), [false, false, true, false, false, true]);
    const lines = treeOf([['*', '*', 'a1b1'], ['*', 'c1d1', 'a1a2']], 2, 3);
    assert.deepEqual(linesOf(lines), [['*', '*', 'a1b1'], ['*', 'c1d1', 'a1a2']]);
});
