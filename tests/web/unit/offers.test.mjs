// Offers: games of this browser that wait for players, and what it learns when they begin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    findSeen,
    rememberGame,
    saveAccount,
    saveSeats,
    seatsOf,
} from '../../../web/src/api/storage.ts';
import { rememberBegun } from '../../../web/src/lobby/account-offers.ts';
import { followOffers, forgetOffer, isOffer } from '../../../web/src/lobby/offers.ts';

const KEY = 'k'.repeat(32);

function offer(id, more = {}) {
    saveSeats(id, seatsOf({ b: KEY }));
    const game = {
        id,
        title: 'Standard',
        opponent: '1 free seat',
        over: '',
        at: 0,
    };
    rememberGame({ ...game, waits: 'players', ...more });
}

const listed = (id, status, seat, more = {}) => ({
    id,
    status,
    layout: 'standard',
    position: 'x b',
    result: '*',
    turn: status === 'over' ? '' : 'b',
    seats: [
        { kind: 'person', colour: 'b', name: 'Ann' },
        { kind: 'open', colour: 'w', taken: status !== 'waiting', ...seat },
    ],
    ...more,
});

/** What is reported when the server answers so, one answer after the other. */
async function follow(answers, here = '') {
    const stop = new AbortController();
    const asked = [];
    const reported = [];
    await followOffers((games) => reported.push(games), stop.signal, {
        getListedGames: async (ids) => {
            asked.push(ids);
            const answer = answers[asked.length - 1];
            if (!answer) throw new Error('no server');
            return { games: answer };
        },
        wait: async () => {
            if (asked.length >= answers.length || reported.length > 9) stop.abort();
        },
        isHere: (id) => id === here,
    });
    return { asked, reported };
}

test('who has moved elsewhere is not called', async () => {
    offer('mmmmmmmm');
    const taken = (ply) => listed('mmmmmmmm', 'playing', { name: 'Bob' }, { ply });
    const { reported } = await follow([[taken(1)], [taken(2)]]);
    assert.deepEqual(
        reported.map((games) => games.length),
        [1, 0],
    );
    assert.equal(isOffer('mmmmmmmm'), false);
});

test('a game that began elsewhere is an offer, unless this browser knows it or shows it', () => {
    saveAccount('Ann');
    const game = listed('eeeeeeee', 'playing', { name: 'Bob' });
    assert.equal(rememberBegun({ game }, '/'), false); // no seat was free
    assert.equal(rememberBegun({ game, by: 'Ann' }, '/'), false);
    assert.equal(rememberBegun({ game, by: 'Bob' }, '/g/eeeeeeee'), false);
    assert.equal(isOffer('eeeeeeee'), false);
    assert.equal(rememberBegun({ game, by: 'Bob' }, '/games'), true);
    assert.equal(isOffer('eeeeeeee'), true);
    forgetOffer('eeeeeeee');
    assert.equal(rememberBegun({ game, by: 'Bob' }, '/games'), false);
    saveAccount('');
});

test('a seat that is taken is reported until the game is opened or forgotten', async () => {
    offer('aaaaaaaa');
    const begun = [listed('aaaaaaaa', 'playing', { name: 'Bob' })];
    const { asked, reported } = await follow([
        [listed('aaaaaaaa', 'waiting', {})],
        null,
        begun,
        begun,
    ]);
    assert.deepEqual(asked, Array(4).fill(['aaaaaaaa']));
    const game = { id: 'aaaaaaaa', joined: 'Bob (guest) has joined', isTurn: true };
    assert.deepEqual(reported, [[], [game], [game]]);
    assert.deepEqual([findSeen('aaaaaaaa').opponent, findSeen('aaaaaaaa').waits], ['Bob', 'me']);
    forgetOffer('aaaaaaaa');
    assert.equal(isOffer('aaaaaaaa'), false);
    assert.deepEqual((await follow([])).asked, []);
});

test('the page of the game speaks for itself', async () => {
    offer('bbbbbbbb');
    assert.deepEqual((await follow([], 'bbbbbbbb')).asked, []);
    forgetOffer('bbbbbbbb');
});

test('an offer that has ended or is gone is forgotten', async () => {
    offer('cccccccc');
    offer('dddddddd');
    const { reported } = await follow([[listed('cccccccc', 'over', {})]]);
    assert.deepEqual(reported, [[]]);
    assert.deepEqual([isOffer('cccccccc'), isOffer('dddddddd')], [false, false]);
    assert.equal(findSeen('cccccccc').over, 'Game closed');
});

test('of several players who have joined all are named', async () => {
    offer('eeeeeeee');
    const red = {
        kind: 'user',
        colour: 'r',
        name: 'Cid',
        user: 'Cid',
        taken: true,
    };
    const game = listed('eeeeeeee', 'playing', { name: 'Bob' }, { turn: 'w' });
    const { reported } = await follow([[{ ...game, seats: [...game.seats, red] }]]);
    assert.deepEqual(reported, [
        [{ id: 'eeeeeeee', joined: 'Bob (guest) and Cid have joined', isTurn: false }],
    ]);
});
