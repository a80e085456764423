// The rules as WebAssembly: several games at once, errors that change nothing, memory given back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RulesError } from '../../../web/src/rules/rules.ts';
import { EJECTION, FOUR, GAME_RULES, loadRules, PUSHES } from './fixtures.mjs';

const rules = await loadRules();

test('two games at once do not disturb each other', () => {
    const daisy = rules.newGame('belgian-daisy', GAME_RULES);
    const small = rules.newGame('e0', { ...GAME_RULES, text: 'classic,win=1' });
    assert.deepEqual(daisy.board.sides, [5, 5, 5]);
    assert.notDeepEqual(small.board.sides, daisy.board.sides);

    const before = small.legalMoves();
    const first = daisy.play('a1b2');
    assert.equal(first.position.turn, 'w');
    assert.equal(first.position.ply, 2);
    assert.deepEqual(small.legalMoves(), before, 'the other game has not moved');
    const move = before.moves[0];
    assert.deepEqual(small.play(move.text).move, move);
    assert.equal(daisy.play(daisy.legalMoves().moves[0].text).position.ply, 3);

    small.free();
    daisy.takeBack();
    daisy.takeBack();
    assert.ok(daisy.check('a1b2'), 'the other game outlives it');
    daisy.free();
});

test('each level of the computer says in a sentence what it does', () => {
    assert.equal(rules.levels.length, 10);
    for (const text of rules.levels) assert.match(text, /^[A-Z].{20,}\.$/);
    assert.equal(new Set(rules.levels).size, 10);
});

test('a description of a position leaves games alone', () => {
    const game = rules.newGame('belgian-daisy', GAME_RULES);
    game.play('a1b2');
    const { position } = rules.describePosition('standard');
    assert.equal(position.marbles.b.length, 14);
    assert.equal(game.play('i5h5').position.ply, 3);
    game.free();
});

test('a failed call says why and where, and changes nothing', () => {
    const game = rules.newGame('belgian-daisy', GAME_RULES);
    const before = game.legalMoves();
    assert.throws(() => game.play('a1a9'), RulesError);
    assert.throws(
        () => game.check('hello'),
        (error) => {
            assert.equal(error.column, 1);
            assert.match(error.message, /cell/);
            return true;
        },
    );
    assert.throws(() => game.takeBack(), RulesError);
    assert.throws(() => rules.newGame('5/6/é', GAME_RULES), RulesError);
    assert.throws(
        () => rules.newGame('belgian-daisy', { ...GAME_RULES, text: 'win=0' }),
        RulesError,
    );
    assert.throws(() => rules.describePosition('b'.repeat(5000)), /too long/);
    assert.deepEqual(game.legalMoves(), before);
    game.free();
});

test('a freed game is refused, and freeing twice is harmless', () => {
    const game = rules.newGame('belgian-daisy', GAME_RULES);
    game.free();
    game.free();
    assert.throws(() => game.play('a1b2'), /freed/);
});

test('memory does not grow with games that are opened and freed', () => {
    const size = () => {
        const games = Array.from({ length: 20 }, () => rules.newGame('standard', GAME_RULES));
        for (const game of games) game.free();
        return rules.memoryBytes;
    };
    const first = size();
    for (let i = 0; i < 20; i++) size();
    assert.equal(size(), first);
});

test('what grows with a game is kept while others come and go', () => {
    const game = rules.newGame('standard', GAME_RULES);
    const positions = [game.start.text];
    for (let ply = 0; ply < 300; ply++) {
        const { moves } = game.legalMoves();
        const quiet = moves.filter(({ pushed }) => pushed.length === 0);
        const { position } = game.play(quiet[(ply * 7) % quiet.length].text);
        positions.push(position.text);
        rules.newGame('standard', GAME_RULES).free();
    }
    const other = rules.newGame('standard', GAME_RULES);
    while (positions.length > 1) {
        positions.pop();
        game.takeBack();
    }
    assert.deepEqual(game.legalMoves(), other.legalMoves());
    game.free();
    other.free();
});

test('a push and an ejection list every marble that moves', () => {
    const push = rules.newGame(PUSHES, GAME_RULES).check('e2e3');
    assert.deepEqual(push.pushed, ['e5', 'e6']);
    assert.equal(push.ejects, false);
    assert.deepEqual(new Map(push.steps).get('e6'), 'e7');
    const ejection = rules.newGame(EJECTION, GAME_RULES).check('e5e6');
    assert.equal(ejection.ejects, true);
    assert.equal(new Map(ejection.steps).get('e9'), null);
});

test('games of three to six players', () => {
    for (const [layout, sides] of [
        ['standard-3', 'bwr'],
        ['bowl-4', 'bwrg'],
        ['standard-5', 'bwrgy'],
        ['bowl-6', 'bwrgyp'],
    ]) {
        const game = rules.newGame(layout, GAME_RULES);
        let position = game.start;
        assert.equal(Object.keys(position.marbles).join(''), `${sides}ncx`);
        assert.equal(position.ejected.length, sides.length);
        assert.deepEqual(position.teams, [...sides]);
        for (const side of sides) {
            assert.equal(position.turn, side);
            const { lines, moves } = game.legalMoves();
            assert.ok(lines.flat().every((cell) => position.marbles[side].includes(cell)));
            ({ position } = game.play(moves[0].text));
        }
        game.free();
    }
});

test('teams, and marbles of nobody', () => {
    const { position } = rules.describePosition(`${FOUR} b 0-0-0-0 0 1 br-wg`);
    assert.deepEqual(position.teams, ['br', 'wg']);
    const pillar = rules.newGame('5/6/7/8/2bbx1w2/3c4/3n3/6/5 b', GAME_RULES);
    const { n, c, x } = pillar.start.marbles;
    assert.deepEqual([n, c, x], [['c4'], ['d4'], ['e5']]);
    assert.throws(() => pillar.check('e3e4'), /fixed marble at e5/);
    pillar.free();
});

test('a game has the rules that its text says', () => {
    const game = rules.newGame('e0', { ...GAME_RULES, text: 'ko,plies=1' });
    assert.equal(game.play(game.legalMoves().moves[0].text).position.reason, 'plies');
    assert.throws(() => rules.newGame('e0', { ...GAME_RULES, text: 'ko,plies=x' }), /plies/);
    game.free();
});

test('the layouts, as many as players and pairs want', () => {
    const layouts = rules.layouts();
    const named = (name) => layouts.find((one) => one.name === name);
    assert.deepEqual(named('bowl-4'), {
        name: 'bowl-4',
        board: '5x5x5',
        players: 4,
        teams: true,
        special: false,
    });
    assert.equal(named('pillar').special, true);
    assert.equal(named('e0').board, '3x3x3');
    for (const { name, players } of layouts)
        assert.equal(rules.describePosition(name).position.ejected.length, players, name);
});
