// Keys on their way to another device, what this browser remembers, and games that were read.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
    addKeys,
    collectKeys,
    keysFile,
    packKeys,
    readKeysFile,
    unpackKeys,
} from '../../../web/src/lobby/keys.ts';
import { summaryOf } from '../../../web/src/game/summary.ts';
import { gameOfRecord, recordServer } from '../../../web/src/game/record.ts';
import { latestEntry, Session } from '../../../web/src/game/session.ts';
import {
    allGames,
    changeStoredSettings,
    findSeen,
    loadAccount,
    loadSeats,
    loadSettings,
    rememberGame,
    saveSeats,
    seatsOf,
    storageKeeps,
    updateGame,
} from '../../../web/src/api/storage.ts';
import { loadRules } from './fixtures.mjs';

let stored = {};
const working = {
    getItem: (key) => stored[key] ?? null,
    setItem: (key, value) => (stored[key] = value),
    removeItem: (key) => delete stored[key],
    key: (i) => Object.keys(stored)[i],
    get length() {
        return Object.keys(stored).length;
    },
};
beforeEach(() => {
    stored = {};
    globalThis.localStorage = working;
});

const KEY = 'a-b_'.repeat(8);
const OTHER = 'Z9z9'.repeat(8);
const RING = { Game0001: { b: KEY, r: OTHER }, Game0002: { w: OTHER } };

test('keys come back from a file and from a link', () => {
    assert.deepEqual(readKeysFile(keysFile(RING)), RING);
    const packed = packKeys(RING);
    assert.match(packed, /^[\w.~-]+$/, 'an address may have these characters');
    assert.deepEqual(unpackKeys(packed), RING);
});

test('what is not a key is left out', () => {
    for (const text of ['', '{', 'null', '[]', '{"paua":"games"}', '7'])
        assert.equal(readKeysFile(text), null, text);
    for (const games of [null, 7, [], { Game0001: null }, { Game0001: { b: 'short' } }])
        assert.deepEqual(readKeysFile(JSON.stringify({ paua: 'keys', games })), {});
    const games = { Game0001: { b: KEY, x: KEY, w: 7 }, '../../etc': { b: KEY } };
    const file = JSON.stringify({ paua: 'keys', games });
    assert.deepEqual(readKeysFile(file), { Game0001: { b: KEY } });
    for (const text of ['', '~~', '.', 'Game0001', 'Game0001.', `Game0001.q${KEY}`, '%00'])
        assert.deepEqual(unpackKeys(text), {}, text);
    assert.deepEqual(unpackKeys(`__proto__.b${KEY}~Game0002.w${OTHER}`), {
        Game0002: { w: OTHER },
    });
});

test('added keys join those of this browser and replace none', () => {
    saveSeats('Game0001', seatsOf({ b: OTHER }, { w: KEY }));
    assert.equal(addKeys(RING), 2);
    assert.deepEqual(loadSeats('Game0001'), {
        keys: { b: OTHER, r: OTHER },
        invitations: { w: KEY },
        mine: ['b', 'r'],
    });
    assert.equal(addKeys(RING), 0, 'nothing new');
    assert.deepEqual(Object.keys(collectKeys(false)).sort(), ['Game0001', 'Game0002']);
});

const seen = (id, more) => ({ id, title: 'Standard', opponent: '', over: '', at: 1, ...more });

test('a code holds the last 20 games that are not over', () => {
    for (let i = 0; i < 30; i++) {
        const id = `Game${1000 + i}`;
        saveSeats(id, seatsOf({ b: KEY }));
        rememberGame(seen(id, { over: i % 2 ? '' : 'Draw' }));
    }
    const ids = Object.keys(collectKeys(true));
    assert.equal(ids.length, 15);
    assert.equal(Object.keys(collectKeys(false)).length, 30);
    for (let i = 30; i < 60; i++) saveSeats(`Game${1000 + i}`, seatsOf({ b: KEY }));
    assert.equal(Object.keys(collectKeys(true)).length, 20);
});

test('all games: those opened, then those with a seat; one taken from the list stays away', () => {
    saveSeats('Game0003', seatsOf({ b: KEY }));
    rememberGame(seen('Game0001'));
    rememberGame(seen('Game0002'));
    rememberGame(seen('Game0001'));
    assert.deepEqual(
        allGames().map(({ id }) => id),
        ['Game0001', 'Game0002', 'Game0003'],
    );
    updateGame('Game0002', { hidden: true });
    updateGame('Game0003', { hidden: true });
    assert.deepEqual(
        allGames().map(({ id }) => id),
        ['Game0001'],
    );
    updateGame('Game0003', { hidden: false });
    assert.deepEqual(
        allGames().map(({ id }) => id),
        ['Game0001', 'Game0003'],
    );
    assert.deepEqual(loadSeats('Game0002').mine, []);
});

test('what is damaged in localStorage counts as not stored', () => {
    for (const seen of ['{', 'null', '5', '"x"', '[]', '{"list":null}', '{"list":{}}']) {
        stored['paua:seen'] = seen;
        assert.deepEqual(allGames(), [], seen);
    }
    const kept = { id: 'Game0001', title: 'Standard', at: 3, waits: 'me', account: 'Ann' };
    stored['paua:seen'] = JSON.stringify({ list: [null, 4, {}, { id: 5 }, { ...kept, over: {} }] });
    assert.deepEqual(findSeen('Game0001'), { ...kept, opponent: '', over: '' });
    rememberGame({ id: 'Game0002', title: '', opponent: '', over: '', at: 4 });
    assert.ok(findSeen('Game0001') && findSeen('Game0002'));
    for (const seats of ['{"keys":null}', '{"invitations":3,"mine":7}', '{"keys":[]}']) {
        stored['paua:game:Game0003'] = seats;
        assert.deepEqual(loadSeats('Game0003'), { keys: {}, invitations: {}, mine: [] }, seats);
    }
    stored['paua:account'] = '{"name":5}';
    assert.equal(loadAccount(), '');
    const usual = loadSettings();
    stored['paua:settings'] = '{"pace":"fast","theme":null,"sound":false}';
    assert.deepEqual(loadSettings(), { ...usual, sound: false });
});

test('changing one setting keeps those that another tab has changed', () => {
    const usual = loadSettings();
    assert.deepEqual(changeStoredSettings({ sound: false }), { ...usual, sound: false });
    // Another tab, which has read the settings before, writes its own change.
    stored['paua:settings'] = JSON.stringify({ ...loadSettings(), theme: 'dark' });
    const both = { ...usual, sound: false, theme: 'dark', volume: 10 };
    assert.deepEqual(changeStoredSettings({ volume: 10 }), both);
    assert.deepEqual(loadSettings(), both);
});

test('storage that is nearly full keeps nothing, as far as the page says', () => {
    const sizeOf = (entries) => entries.flat().join('').length;
    const full = (left) => ({
        ...working,
        setItem(key, value) {
            const { [key]: _, ...others } = stored;
            if (sizeOf([...Object.entries(others), [key, value]]) > left)
                throw new DOMException('full', 'QuotaExceededError');
            stored[key] = value;
        },
    });
    globalThis.localStorage = full(5000);
    assert.equal(storageKeeps(), true);
    globalThis.localStorage = full(40);
    assert.equal(storageKeeps(), false, 'before something is lost');
    assert.deepEqual(stored, {});
    globalThis.localStorage = full(5000);
    saveSeats('Game0010', seatsOf({ b: KEY }));
    globalThis.localStorage = full(100);
    saveSeats('Game0010', seatsOf({ b: KEY, w: OTHER }));
    globalThis.localStorage = full(5000);
    assert.equal(storageKeeps(), false, 'the browser has an older one');
    assert.deepEqual(loadSeats('Game0010').mine, ['b', 'w']);
    saveSeats('Game0010', seatsOf({ b: KEY, w: OTHER }));
    assert.equal(storageKeeps(), true);
});

test('without localStorage the page remembers as long as it is open', () => {
    assert.equal(storageKeeps(), true);
    delete globalThis.localStorage;
    assert.equal(storageKeeps(), false);
    saveSeats('Game0009', seatsOf({ w: KEY }));
    assert.deepEqual(loadSeats('Game0009').mine, ['w']);
    assert.ok(allGames().some(({ id }) => id === 'Game0009'));
});

const game = (more) => ({
    layout: 'belgian-daisy',
    seats: [
        { kind: 'person', colour: 'b' },
        { kind: 'open', colour: 'w', taken: true, name: 'Bob' },
    ],
    status: 'playing',
    turn: 'b',
    result: '*',
    position: 'x b 0-0 0 1',
    created: '2026-11-23T12:48:36Z',
    ...more,
});

test('a game in a few words', () => {
    const mine = seatsOf({ b: 'key-b' });
    const { title, opponent, state, turn } = summaryOf(game(), mine);
    assert.deepEqual([title, opponent, state, turn], ['Belgian daisy', 'Bob', 'Your turn', 'mine']);
    assert.equal(summaryOf(game({ turn: 'w' }), mine).state, 'White to move');
    assert.equal(summaryOf(game({ status: 'paused' }), mine).state, 'Paused');
    const over = { status: 'over', turn: '' };
    assert.equal(summaryOf(game({ ...over, result: '0-1' }), mine).over, 'You lose');
    assert.equal(summaryOf(game(over), mine).over, 'Game closed');
    const team = game({ ...over, result: '0-0-1-0', position: 'x b 0-0-0-0 0 9 br-wg' });
    assert.equal(summaryOf(team, mine).over, 'You win', "a partner's win is one's own");
});

const rules = await loadRules();
const RECORD = {
    tags: { Black: 'Ada', White: '?', Red: 'Cid', Players: '3', Variant: 'standard-3' },
    board: '5x5x5',
    rules: { text: 'classic', win: 6 },
    remarks: [
        { ply: 1, comment: 'so' },
        { ply: 1, leaves: 'w:resigns' },
    ],
    result: '*',
    notes: [],
    games: 1,
};

test('a game that was read is shown as one of the server', async () => {
    const played = rules.newGame('standard-3', RECORD.rules);
    const start = played.start.text;
    const first = played.legalMoves().moves[0].text;
    played.play(first);
    played.leave('w');
    const second = played.legalMoves().moves[0].text;
    const { text: position } = played.play(second).position;
    played.free();
    const moves = [first, second];
    const game = gameOfRecord({ ...RECORD, start, position, moves });
    assert.deepEqual(game.seats, [
        { kind: 'person', colour: 'b', name: 'Ada' },
        { kind: 'person', colour: 'w', left: 'resignation', left_ply: 2 },
        { kind: 'person', colour: 'r', name: 'Cid' },
    ]);
    const session = await Session.open('', '', { rules, server: recordServer(game) });
    session.connect();
    assert.equal(latestEntry(session.state).position.text, position);
    assert.deepEqual(
        session.state.entries.map(({ mover }) => mover),
        [null, 'b', 'r'],
    );
    assert.equal(session.state.connected, true);
    session.close();
});
