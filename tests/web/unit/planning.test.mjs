// Positions behind planned moves: of the game itself, past moves that are not known, for several players.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latestOf } from '../../../web/src/game/state.ts';
import { lookBehind, orderOf, planned, sideAt } from '../../../web/src/correspondence/planning.ts';
import { Session } from '../../../web/src/game/session.ts';
import { EJECTION, FOUR, GAME_RULES, loadRules } from './fixtures.mjs';

const rules = await loadRules();
globalThis.localStorage = { getItem: () => null, setItem: () => {} };

/** A game that is followed from its start. */
function open(start, colours, changes = {}) {
    const seats = [...colours].map((colour) => ({ colour, kind: 'person' }));
    const game = { id: 'game1234', board: '5x5x5', layout: '', start, rules: GAME_RULES, seats };
    const more = {
        moves: [],
        result: '*',
        reason: '',
        status: 'playing',
        proposals: [],
        chat: [],
        event: 1,
    };
    const server = { getGame: async () => ({ ...game, ...more, ...changes }) };
    return Session.open('game1234', '', { rules, server });
}

const text = ({ entries }) => latestOf(entries).position.text;
const movers = ({ entries }) => entries.map(({ mover }) => mover ?? '').join('');

test('planned moves are played and taken back', async () => {
    const session = await open('standard', 'bw', { moves: ['a1b1'] });
    const before = session.state;
    const found = planned(session, rules, ['i5h5', 'b1c1']);
    assert.equal(found.entries.length, 4);
    assert.equal(movers(found), 'bwb');
    assert.ok(found.legal.moves.some(({ text }) => text === 'h5g5'));
    assert.equal(session.state, before);
    assert.equal(session.checkMove('i5h5').text, 'i5h5');
    assert.equal(planned(session, rules, []).entries.length, 2);
});

test('a move that is not legal ends what is shown', async () => {
    const session = await open('standard', 'bw');
    const found = planned(session, rules, ['a1b1', 'a1b1', 'i5h5']);
    assert.equal(found.entries.length, 2);
    assert.equal(found.legal, null);
    assert.throws(() => lookBehind(session, rules, ['a1b1', 'a1b1'], () => {}), /a1/);
    assert.equal(session.checkMove('a1b1').text, 'a1b1'); // nothing is left of it
});

test('any move leaves the board as it was, for the next player', async () => {
    const session = await open('standard', 'bw');
    const found = planned(session, rules, ['*', 'i5h5', '*', 'h5g5']);
    assert.equal(movers(found), 'bwbw');
    assert.match(text(found), / b 0-0 /);
    assert.equal(found.entries[1].move, null);
    assert.equal(found.entries[4].move.text, 'h5g5');
    assert.deepEqual(found.entries[1].marbles, found.entries[0].marbles);
});

test('nothing is planned behind the end of the game', async () => {
    const start = EJECTION.replace(/ b$/, ' b 5-0');
    const found = planned(await open(start, 'bw'), rules, ['e5e6', 'e9e8']);
    assert.equal(found.legal, null);
    assert.equal(found.entries.length, 2);
});

test('players who have left are passed over', async () => {
    const session = await open(`${FOUR} b 0-0x-0-0`, 'bwrg');
    const seats = session.state.game.seats.map((seat) =>
        seat.colour === 'w' ? { ...seat, left: 'time' } : seat,
    );
    const state = { ...session.state, game: { ...session.state.game, seats } };
    assert.deepEqual(orderOf(state, 'g'), { before: 2, players: 3 });
    assert.equal([0, 1, 2, 3].map((index) => sideAt(state, index)).join(''), 'brgb');
    session.state = state;
    const found = planned(session, rules, ['*', '*']);
    assert.match(text(found), / g 0-0x-0-0 /);
    assert.ok(found.legal.moves.length > 0);
});
