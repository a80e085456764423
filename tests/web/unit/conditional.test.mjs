// Conditional moves as a tree and as paths.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    after,
    answered,
    isOwn,
    linesOf,
    merged,
    movesIn,
    played,
    toEnd,
    withLine,
    withoutBranch,
} from '../../../web/src/correspondence/conditional.ts';

const TWO = { before: 1, players: 2 };
const THREE = { before: 2, players: 3 };
const treeOf = (order, ...lines) => lines.reduce((tree, line) => withLine(tree, line, order), []);

test('a text is its moves', () => {
    assert.deepEqual(movesIn('  i5h5 b2c3, then * a2b3 '), ['i5h5', 'b2c3', '*', 'a2b3']);
    assert.deepEqual(movesIn(' '), []);
});

const LINES = [
    ['i5h5', 'b2c3', 'h5g5', 'a1b1'],
    ['i5h5', 'b2c3', '*', 'a2b3'],
    ['*', 'a2b3'],
];

test('lines are a tree and lines again', () => {
    const tree = treeOf(TWO, ...LINES);
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
    assert.deepEqual(linesOf(tree), LINES);
});

test('changes of two tabs are merged, line by line', () => {
    const [first, second, third] = LINES;
    const before = treeOf(TWO, first, second);
    const mergedLines = (here, others) =>
        linesOf(merged(before, treeOf(TWO, ...here), treeOf(TWO, ...others), TWO));
    assert.deepEqual(mergedLines([first, second], [first, second]), [first, second]);
    assert.deepEqual(mergedLines([first, second, third], [first]), [first, third]);
    assert.deepEqual(mergedLines([second], [first, second, third]), [second, third]);
    assert.deepEqual(mergedLines([], [first, second, third]), [third]);
    // What both have answered has the answer of the one who is merged.
    const [mine, theirs] = ['b1c1', 'a1a2'].map((move) => ['*', move]);
    assert.deepEqual(mergedLines([first, second, mine], [first, second, theirs]), [
        first,
        second,
        mine,
    ]);
});

test('a path leads to what may follow, and on to the end of its first branch', () => {
    const tree = treeOf(TWO, ...LINES);
    assert.deepEqual(after(tree, []), tree);
    assert.deepEqual(after(tree, ['*']), [{ move: 'a2b3' }]);
    assert.deepEqual(after(tree, ['h5g5', 'a1b1']), []);
    assert.deepEqual(toEnd(tree, ['i5h5']), LINES[0]);
    assert.deepEqual(toEnd(tree, ['i5h5', 'b2c3', '*']), LINES[1]);
    assert.deepEqual(toEnd([], []), []);
});

test('another answer to the same moves replaces the first', () => {
    assert.deepEqual(linesOf(treeOf(TWO, ['i5h5', 'b2c3'], ['i5h5', 'a1b1'])), [['i5h5', 'a1b1']]);
});

test('of three players two move before one does', () => {
    assert.deepEqual(
        [0, 1, 2, 3, 4, 5].map((index) => isOwn(index, THREE)),
        [false, false, true, false, false, true],
    );
    const lines = [
        ['*', '*', 'a1b1'],
        ['*', 'c1d1', 'a1a2'],
    ];
    assert.deepEqual(linesOf(treeOf(THREE, ...lines)), lines);
});

test('a branch is removed with what stands behind it', () => {
    const tree = treeOf(TWO, ...LINES);
    assert.deepEqual(linesOf(withoutBranch(tree, ['*'])), LINES.slice(0, 2));
    assert.deepEqual(linesOf(withoutBranch(tree, ['i5h5', 'b2c3', '*'])), [LINES[0], LINES[2]]);
    assert.deepEqual(linesOf(withoutBranch(tree, ['i5h5', 'b2c3'])), [['i5h5'], LINES[2]]);
    assert.deepEqual(withoutBranch(tree, ['a1b1']), tree);
});

test('moves without an answer are not for the server', () => {
    const tree = treeOf(TWO, ['i5h5', 'b2c3', 'h5g5'], ['a1b1'], ['*', 'a2b3']);
    assert.deepEqual(linesOf(answered(tree, TWO)), [
        ['i5h5', 'b2c3'],
        ['*', 'a2b3'],
    ]);
    assert.deepEqual(answered(treeOf(THREE, ['*', '*'], ['a1b1']), THREE), []);
});

test('what has been played is no longer planned', () => {
    const tree = treeOf(TWO, ...LINES);
    assert.deepEqual(
        linesOf(played(tree, 'i5h5', false)),
        LINES.slice(0, 2).map((line) => line.slice(1)),
    );
    assert.deepEqual(played(tree, 'e5e6', false), [{ move: 'a2b3' }]);
    assert.deepEqual(played(played(tree, 'i5h5', false), 'e5e6', true), []);
});
