// What the page makes of games of any number of players: trays, scores, rounds, results, clocks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText } from '../../../web/src/game-page/clock.tsx';
import { roundsOf } from '../../../web/src/game/state.ts';
import { marblesOf, moveMarbles } from '../../../web/src/board/movement.ts';
import { resultReason, resultTitle } from '../../../web/src/game/result-text.ts';
import { accountTitle, computerOf, playerName } from '../../../web/src/game/player-text.ts';
import { layoutTitle, winner } from '../../../web/src/rules/text.ts';
import { moveTrays, scoreOf, traysOf } from '../../../web/src/board/trays.ts';
import { FOUR, GAME_RULES, loadRules } from './fixtures.mjs';

const rules = await loadRules();

/** Plays moves; returns the last position and its trays. */
function playTo(start, ...moves) {
    const game = rules.newGame(start, GAME_RULES);
    let { start: position, board } = game;
    let marbles = marblesOf(board, position);
    let trays = traysOf(position);
    for (const text of moves) {
        const mover = position.turn;
        const played = game.play(text);
        trays = moveTrays(trays, marbles, played.move, mover);
        marbles = moveMarbles(marbles, played.move);
        ({ position } = played);
    }
    game.free();
    return { position, trays };
}

test('trays hold the ejected marbles by their colour', () => {
    const three = '5/6/7/8/4bbbrw/4bbn1/2w1r2/6/5 b 0-0-0';
    const { position, trays } = playTo(three, 'e5e6');
    assert.deepEqual(trays, { b: ['w'], w: [], r: [] });
    assert.deepEqual(position.ejected, [1, 0, 0]);
    // A neutral marble scores for nobody.
    const neutral = playTo('5/6/7/8/4bbbnr/8/2w4/6/5 b 0-0-0', 'e5e6');
    assert.deepEqual(neutral.trays, { b: ['r'], w: [], r: [] });
    const off = playTo('5/6/7/8/6bbn/8/2w1r2/6/5 b 0-0-0', 'e7e8');
    assert.deepEqual(off.trays, { b: [], w: [], r: [] });
});

test('a start with ejected marbles knows their colours only in a game of two', () => {
    assert.deepEqual(playTo('standard').trays, { b: [], w: [] });
    const { position: two } = rules.describePosition('bbbb1/6/7/8/9/8/7/6/wwwww b 2-1');
    assert.deepEqual(traysOf(two), { b: ['w', 'w'], w: ['b'] });
    const { position: four } = rules.describePosition(`${FOUR} b 0-1-0-0`);
    assert.deepEqual(traysOf(four), { b: [], w: [null], r: [], g: [] });
});

test("a score is the team's", () => {
    const { position } = rules.describePosition(`${FOUR} b 1-2-3-0 0 1 br-wg`);
    assert.equal(scoreOf(position, 'b'), 4);
    assert.equal(scoreOf(position, 'g'), 2);
    const { position: alone } = rules.describePosition(`${FOUR} b 1-2-3-0`);
    assert.equal(scoreOf(alone, 'b'), 1);
});

test('rounds have a place for every player, empty for one who was passed over', () => {
    const entries = [null, 'w', 'r', 'b', 'r', 'b', 'w', 'r', 'r'].map((mover) => ({ mover }));
    assert.deepEqual(roundsOf(entries, 3), [
        [null, 1, 2],
        [3, null, 4],
        [5, 6, 7],
        [null, null, 8],
    ]);
    assert.deepEqual(roundsOf([{ mover: null }], 2), []);
});

test('results of many players and of teams, in words', () => {
    assert.equal(winner('0-0-1'), 'r');
    assert.equal(winner('0-1'), 'w');
    assert.equal(winner('1/2-1/2'), null);
    assert.equal(winner('*'), null);
    assert.equal(resultTitle(['b', 'r'], ['r'], 4), 'You win');
    assert.equal(resultTitle(['b', 'r'], [], 4), 'Black and Red win');
    assert.equal(resultTitle(['p'], ['b'], 6), 'Purple wins');
    assert.equal(resultTitle(['w'], ['b'], 2), 'You lose');
    assert.equal(resultTitle([], ['b'], 2), 'Draw');
    assert.equal(resultReason('resignation', ['w'], [], 6), 'White resigned');
    assert.equal(resultReason('resignation', ['w'], ['w'], 6), 'you resigned');
    assert.equal(resultReason('resignation', ['w', 'r'], ['b'], 6), 'the others resigned');
    assert.equal(resultReason('ejections', ['w'], [], 1), '1 marble ejected');
    assert.match(resultReason('score', ['w'], [], 6), /^more marbles ejected/);
    assert.equal(resultReason('score', [], [], 6), 'equal scores at the limit of moves');
});

test('clocks show tenths under ten seconds and never round up', () => {
    for (const [ms, text] of [
        [-5, '0.0'],
        [99, '0.0'],
        [9_999, '9.9'],
        [10_000, '0:10'],
        [59_999, '0:59'],
        [725_000, '12:05'],
        [3_600_000, '1:00:00'],
        [86_400_000, '1 day'],
        [97_200_000, '1 day 3 h'],
        [187_200_000, '2 days 4 h'],
    ])
        assert.equal(clockText(ms), text);
});

test('layouts and computers have one name each, made of words', () => {
    const titles = {
        'belgian-daisy': 'Belgian daisy',
        '6-9': '6-9',
        'i_m-a-robot': "I'm a robot",
        'french-king-cake1': 'French king cake 1',
        fujiyama1: 'Fujiyama 1',
        'mquorric-1': 'MQuorric 1',
        'def-or-atak': 'Def or Atak',
        'standard-2': 'Standard, turned',
        'e0-balanced': 'E0 balanced',
        '-b13': '-B13',
        '': 'Custom position',
    };
    for (const [name, title] of Object.entries(titles)) assert.equal(layoutTitle(name), title);
    const all = rules.layouts().map(({ name }) => layoutTitle(name));
    assert.equal(new Set(all).size, all.length);
    for (const title of all) assert.match(title, /^([A-Z0-9]|[A-Z][A-Z]?[a-z])[-\w', ]*$/, title);
    const names = ['Ann', 'paua.10', 'paua.chorus', 'paua.random-soft', 'paua.new'];
    assert.deepEqual(names.map(accountTitle), [
        'Ann',
        'Computer, level 10',
        'Chorus',
        'Random Software (stand-in)',
        'new', // of a newer server
    ]);
    assert.deepEqual(
        names.map((name) => computerOf(name) !== null),
        [false, true, true, true, true],
    );
    const programs = ['abapro:3', 'abapro:apprentice', 'abla:1,w2=0.5', 'greedy'];
    assert.deepEqual(
        programs.map((opponent) => playerName({ kind: 'computer', colour: 'w', opponent }, [], 2)),
        ['Aba-Pro, 3 plies', 'Aba-Pro, apprentice', 'ABLA, free weights, 1 ply, w2=0.5', 'Greedy'],
    );
});
