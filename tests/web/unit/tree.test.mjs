// The tree of an analysis: playing, variations, stepping between them, what its card shows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { RulesModule } from '../../../web/src/rules/rules.ts';
import { addressOf, parseAddress } from '../../../web/src/analysis/address.ts';
import { scoreText } from '../../../web/src/study/engine-card.tsx';
import { blocksAfter, numberText } from '../../../web/src/study/tree-card.tsx';
import {
    endOf,
    GameTree,
    isMainLine,
    movesTo,
    variationBeside,
} from '../../../web/src/study/tree.ts';
import { foundAfter } from '../../../web/src/study/use-engine.ts';

const wasm = new Response(readFileSync(process.env.PAUA_WASM), {
    headers: { 'Content-Type': 'application/wasm' },
});
const RULES = await RulesModule.load(wasm);
const newTree = (start = 'standard') => new GameTree(RULES, start, RULES.describeRules(start, ''));
const texts = (nodes) => nodes.map((node) => node.entry.move.text);

test('a move that is known is followed, another one is a variation', () => {
    const tree = newTree();
    const end = tree.playLine(tree.root, ['a1b2', 'i9h8', 'b2c3']);
    assert.deepEqual(movesTo(end), ['a1b2', 'i9h8', 'b2c3']);
    assert.equal(tree.playLine(tree.root, ['a1b2', 'i9h8', 'b2c3']), end);
    const other = tree.playLine(end.parent, ['a2b3', 'h8g7']);
    assert.deepEqual(texts(end.parent.children), ['b2c3', 'a2b3']);
    assert.equal(endOf(tree.root), end);
    assert.equal(isMainLine(end), true);
    assert.equal(isMainLine(other), false);
    assert.equal(variationBeside(other, 1), end);
    assert.equal(variationBeside(end, 1), other.parent);
    assert.equal(variationBeside(tree.root, 1), tree.root);
});

test('the rules follow the node in view', () => {
    const tree = newTree();
    const one = tree.playLine(tree.root, ['a1b2', 'i9h8']);
    const two = tree.playLine(tree.root, ['a2b3', 'i8h8']);
    for (const node of [one, two, tree.root, two, one, one.parent]) {
        const { moves } = tree.legalMoves(node);
        const fresh = RULES.newGame(node.entry.position.text, tree.rules);
        assert.deepEqual(moves, fresh.legalMoves().moves, movesTo(node).join(' '));
        fresh.free();
    }
    assert.throws(() => tree.play(one, 'e5e6'), /marble/);
    assert.deepEqual(one.children, []);
});

test('a variation is promoted step by step, a move deleted with what follows', () => {
    const tree = newTree();
    for (const move of ['a1b2', 'a2b3', 'a3b4']) tree.play(tree.root, move);
    const [, , third] = tree.root.children;
    const after = tree.playLine(third, ['i9h8', 'b4c5']);
    tree.promote(after);
    assert.deepEqual(texts(tree.root.children), ['a1b2', 'a3b4', 'a2b3']);
    tree.promote(after);
    tree.promote(after);
    assert.deepEqual(texts(tree.root.children), ['a3b4', 'a1b2', 'a2b3']);
    assert.equal(isMainLine(after), true);
    assert.equal(tree.remove(after), after.parent);
    assert.equal(tree.remove(third), tree.root);
    assert.deepEqual(texts(tree.root.children), ['a1b2', 'a2b3']);
    assert.equal(tree.remove(tree.root), tree.root);
    assert.ok(tree.legalMoves(tree.root).moves.length > 0);
});

test('variations stand below the moves that they replace', () => {
    const tree = newTree();
    const main = tree.playLine(tree.root, ['a1b2', 'i9h8', 'b2c3', 'i5h5']);
    tree.playLine(main.parent.parent, ['a2b3', 'i5h5']);
    const blocks = blocksAfter(tree.root);
    assert.deepEqual(
        blocks.map(({ moves, variations }) => [texts(moves), texts(variations)]),
        [
            [['a1b2', 'i9h8', 'b2c3'], ['a2b3']],
            [['i5h5'], []],
        ],
    );
    const [first, second] = blocks[0].moves;
    assert.deepEqual(
        [numberText(first, true), numberText(second, false), numberText(second, true)],
        ['1.', '', '1...'],
    );
    assert.equal(numberText(blocks[0].variations[0], true), '2.');
    const three = newTree('bbbbb/bbbbbb/7/r6w/rr5ww/rr4ww/rr3ww/rr2ww/rr1ww b 0-0-0 0 1');
    const moves = () => three.legalMoves(endOf(three.root)).moves[0].text;
    for (let i = 0; i < 4; i++) three.play(endOf(three.root), moves());
    const numbers = blocksAfter(three.root)[0].moves.map((move, i) => numberText(move, i === 0));
    assert.deepEqual(numbers, ['1.', '', '', '2.']);
});

test('a game that is over has no moves', () => {
    const ended = newTree('3x3x3');
    assert.equal(ended.legalMoves(ended.root), null);
});

test('an address names start, rules and moves', () => {
    const address = { start: 'standard', rules: 'classic,win=3', moves: ['a1b2', 'i9h8'], at: 1 };
    const text = addressOf(address);
    assert.match(text, /^\/analysis#/);
    const parse = (address) => parseAddress(address.split('#')[1] ?? '');
    assert.deepEqual(parse(text), address);
    assert.equal(parse(addressOf({ ...address, at: 2 })).at, 2);
    assert.equal(parse('/analysis#moves=a1b2+i9h8&at=7').at, 2);
    assert.equal(addressOf({}), '/analysis');
    const usual = { start: 'belgian-daisy', rules: '', moves: [], at: 0 };
    assert.deepEqual(parse('/analysis'), usual);
});

test('scores are from the view of Black, forced ends in words', () => {
    const position = (turn, players = 2) => ({
        turn,
        ejected: Array(players).fill(0),
    });
    const text = (score, turn, players) => scoreText({ score }, position(turn, players));
    assert.equal(text({ cp: 354 }, 'b'), '+0.35');
    assert.equal(text({ cp: 354 }, 'w'), '\u22120.35');
    assert.equal(text({ cp: -1200 }, 'r', 3), '\u22121.20');
    assert.equal(text({ plies: 5, win: true }, 'w'), 'White in 3');
    assert.equal(text({ plies: 4, win: false }, 'w'), 'Black in 2');
    assert.equal(text({ plies: 4, win: false }, 'r', 3), 'Lost in 2');
});

test('lines replace each other; threats stay while the search goes on', () => {
    const node = newTree().root;
    const line = (depth, multipv, move) => ({
        type: 'depth',
        ...{
            depth,
            multipv,
            score: { cp: 10 * depth },
            nodes: 5,
            nps: 5,
            time: 1,
            pv: [move],
        },
    });
    const end = {
        type: 'end',
        expectation: 0.5,
        threat: {
            move: 'i9h8',
            ejects: true,
            score: { cp: 1 },
            depth: 1,
            pv: ['i9h8'],
        },
        hanging: [],
    };
    let found = { node, lines: [], analysis: null, problem: '' };
    for (const one of [line(1, 1, 'a1b2'), line(1, 2, 'a2b3'), end, line(2, 1, 'a2b3')])
        found = foundAfter(found, one);
    assert.deepEqual(
        found.lines.map(({ depth, pv }) => [depth, pv[0]]),
        [
            [2, 'a2b3'],
            [1, 'a2b3'],
        ],
    );
    assert.deepEqual(found.analysis.threats, [{ side: 'w', move: 'i9h8', ejects: true }]);
    assert.equal(found.analysis.depth, 2);
});
