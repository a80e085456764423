// The lobby: its lists in words, rows that keep their places, following it, what comes after a game.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { gameAfter } from '../../../web/src/game/events.ts';
import { closingText, ratedText, watchersText } from '../../../web/src/game/text.ts';
import { invitationOf } from '../../../web/src/game/invitation.ts';
import { readText } from '../../../web/src/lobby/file-text.ts';
import { followLobby, rowsAfter } from '../../../web/src/lobby/lobby.ts';
import {
    clockRulesText,
    awayText,
    durationText,
    playersText,
    rulesText,
    seekText,
    gameTerms,
    termsText,
    turnText,
} from '../../../web/src/game/list-text.ts';
import { seatsOf, successorSeats } from '../../../web/src/api/storage.ts';
import { followLateness, sendAwaited } from '../../../web/src/ui/late.ts';
import { dateText, fromText, untilText } from '../../../web/src/ui/text.ts';

const ANN = { kind: 'person', colour: 'b', name: 'Ann' };
const FREE = { kind: 'open', colour: 'w', taken: false, listed: true };
const COMPUTER = { kind: 'computer', colour: 'r', level: 3 };

/**
 * Timers that run when tick(ms) says so, until the test ends. Those of node's test runner are not
 * the same in Node.js 18 and 20.
 */
function fakeTimers(context) {
    const { setTimeout, clearTimeout } = globalThis;
    context.after(() => Object.assign(globalThis, { setTimeout, clearTimeout }));
    let now = 0;
    let timers = [];
    globalThis.setTimeout = (call, ms) => {
        timers.push({ call, at: now + ms });
        return timers.at(-1);
    };
    globalThis.clearTimeout = (timer) => {
        timers = timers.filter((one) => one !== timer);
    };
    return (ms) => {
        now += ms;
        const due = timers.filter(({ at }) => at <= now);
        timers = timers.filter(({ at }) => at > now);
        for (const { call } of due) call();
    };
}

test('of several late answers one is reported, then what came of the last', async (context) => {
    const tick = fakeTimers(context);
    const said = [];
    followLateness((lateness) => lateness !== said.at(-1) && said.push(lateness));
    const requests = [];
    const send = (end) =>
        sendAwaited(
            (signal) =>
                new Promise((resolve, reject) => {
                    signal.addEventListener('abort', () => reject({ status: 0 }));
                    requests.push({ resolve, reject });
                }),
            end,
        ).catch((error) => error);
    const first = send();
    tick(1999);
    assert.deepEqual(said, [''], 'not yet');
    const second = send();
    tick(1);
    assert.deepEqual(said, ['', 'late']);
    tick(2000);
    requests[0].resolve('yes');
    assert.equal(await first, 'yes');
    assert.deepEqual(said, ['', 'late'], 'the other one is late still');
    requests[1].reject({ status: 409 });
    assert.deepEqual(await second, { status: 409 });
    assert.deepEqual(said, ['', 'late', 'came'], 'a refusal is an answer');

    const third = send();
    tick(19_999);
    assert.deepEqual(said.slice(3), ['', 'late']);
    tick(1);
    assert.deepEqual(await third, { status: 0 });
    assert.deepEqual(said.slice(5), ['lost']);

    const left = new AbortController();
    const fourth = send(left.signal);
    tick(2000);
    left.abort();
    await fourth;
    assert.deepEqual(said.slice(6), ['', 'late', ''], 'nobody waits any more');
    const fifth = send();
    requests[4].resolve('in time');
    await fifth;
    tick(5000);
    assert.equal(said.length, 9);
});

test('durations and rules in words', () => {
    assert.deepEqual([2.5, 30, 90, 3600, 5400, 259200].map(durationText), [
        '2.5 s',
        '30 s',
        '1 min 30 s',
        '1 h',
        '1 h 30 min',
        '3 days',
    ]);
    assert.equal(rulesText('classic'), '');
    assert.equal(rulesText('plies=10000'), '');
    assert.equal(rulesText('classic,win=1,plies=80'), '1 marble to win, at most 80 moves');
    assert.equal(rulesText('course,turn=5,ko=yes'), 'Course rules, 5 s for a turn, ko yes');
    assert.equal(rulesText('game=300,gain=3'), '5 min for a game, 3 s more for each move');
    assert.equal(
        rulesText('bank=10,gain=86400,cap=1728000'),
        '10 days for a game, 1 day more for each move, at most 20 days in all',
    );
});

test('what one agrees to is said before: whether it is rated, the rules, the clock', () => {
    const terms = (rules, rated) => termsText({ rules, ...(rated && { rated }) });
    assert.equal(
        terms('classic,plies=10000,game=600,gain=5', true),
        'Rated, 10 min for a game, 5 s more for each move.',
    );
    assert.equal(terms('course,turn=5'), 'Not rated, course rules, 5 s for a turn.');
    assert.equal(terms('course,turn=0'), 'Not rated, course rules, 0 s for a turn, no clock.');
    assert.equal(terms('classic,days=3'), 'Not rated, 3 days for a turn.');
    assert.equal(terms('classic,plies=10000'), 'Not rated, no clock.');
    const rules = { text: 'classic,bank=10' };
    assert.equal(gameTerms({ rated: true, rules }), 'Rated, 10 days for a game.');
    assert.equal(gameTerms({ rules }), 'Not rated, 10 days for a game.');
});

test('a rated game that has changed no rating says so', () => {
    assert.equal(ratedText({}), '');
    assert.equal(ratedText({ rated: true, uncounted: 'pair' }), 'Rated, but it did not count: ');
    assert.equal(ratedText({ rated: true }), 'Rated: ');
});

test('the clock of a game in words', () => {
    const none = { turn: 0, game: 0, gain: 0, delay: 0 };
    assert.equal(clockRulesText(none), '');
    assert.equal(clockRulesText({ ...none, turn: 259200 }), '3 days for a turn');
    assert.equal(
        clockRulesText({ ...none, game: 600, delay: 5 }),
        '10 min for a game, 5 s of delay',
    );
});

test('games of the lists in words', () => {
    const seek = (...seats) => seekText({ seats, wanted: seats.filter((s) => s.listed).length });
    assert.equal(seek(ANN, FREE), 'Ann (guest) waits for 1 player.');
    assert.equal(seek({ ...ANN, name: undefined }, FREE, FREE), 'Somebody waits for 2 players.');
    assert.equal(
        seek(ANN, { ...FREE, taken: true, listed: false, name: 'Bob' }, FREE),
        'Ann (guest) and Bob (guest) wait for 1 player.',
    );
    assert.equal(seek(FREE, COMPUTER), 'Waiting for 1 player.');
    const seats = [ANN, { ...FREE, taken: true }, COMPUTER];
    assert.equal(playersText({ seats }), 'Ann (guest) – White – Computer, level 3');
    assert.equal(turnText({ ply: 12, turn: 'w', spectators: 0 }), 'Move 12, White to move.');
    assert.match(turnText({ ply: 12, turn: 'w', spectators: 1 }), /move\. 1 person watches\.$/);
    assert.equal(awayText({ seats, here: ['b'] }), '');
    assert.equal(awayText({ seats, here: [] }), 'Away at the moment.');
    assert.equal(awayText({ seats: [FREE, COMPUTER], here: [] }), '');
});

test('rows keep their places, new ones come last, the last go when they are gone', () => {
    const ids = (rows) => rows.map((row) => row.game.id + (row.gone ? '-' : '')).join(' ');
    const after = (rows, text) =>
        rowsAfter(
            rows,
            [...text].map((id) => ({ id, here: id === 'h' ? ['b'] : [] })),
        );
    let rows = after([], 'ba');
    assert.equal(ids(rows), 'b a');
    rows = after(rows, 'cba');
    assert.equal(ids(rows), 'b a c');
    rows = after(rows, 'cb');
    assert.equal(ids(rows), 'b a- c');
    rows = after(rows, 'ab');
    assert.equal(ids(rows), 'b a');
    assert.equal(ids(after(rows, '')), '');
    assert.equal(ids(after([], 'ahb')), 'h a b', 'first those whose players are here');
});

test('the lobby is followed over failures, and not while the page is hidden', async () => {
    const stop = new AbortController();
    const lists = [];
    const failures = [];
    let hidden = false;
    let asked = 0;
    const server = {
        isHidden: () => hidden,
        getSeeks: async () => {
            if (++asked === 2) throw new Error('gone');
            return { games: [{ id: `seek${asked}`, here: [] }] };
        },
        getLiveGames: async () => ({ games: [] }),
        wait: async () => {
            hidden = asked === 3 && !hidden;
            if (asked === 4) stop.abort();
        },
    };
    await followLobby(
        (one) => lists.push(one.seeks.map((row) => row.game.id)),
        (error) => failures.push(error.message),
        stop.signal,
        server,
    );
    assert.equal(asked, 4);
    assert.deepEqual(lists, [['seek1'], ['seek3'], ['seek4']]);
    assert.deepEqual(failures, ['gone'], 'it is told, once');
});

test('a seat that is free for anybody is offered to a browser without one', () => {
    const game = { status: 'waiting', seats: [ANN, FREE] };
    const none = seatsOf({});
    assert.deepEqual(invitationOf('', game, none), {
        ...{ secret: '', listed: true, side: 'w', own: false, problem: '' },
    });
    assert.equal(invitationOf('', game, seatsOf({ b: 'key' })), null);
    assert.equal(invitationOf('', { ...game, status: 'over' }, none), null);
    assert.equal(
        invitationOf('', { ...game, seats: [ANN, { ...FREE, listed: false }] }, none),
        null,
    );
});

test('who declines leaves a game to the others, who keep their keys in their order', () => {
    const seats = [ANN, { ...FREE, taken: true }, { ...FREE, colour: 'r' }];
    const game = {
        seats,
        proposals: [],
        chat: [],
        status: 'waiting',
        next: '',
        closes: 'soon',
    };
    const close = {
        type: 'close',
        event: 3,
        colour: 'b',
        turn: '',
        reason: 'declined',
        next: 'next1234',
    };
    const after = gameAfter(game, close);
    assert.deepEqual([after.status, after.next, after.closes], ['over', 'next1234', null]);
    assert.deepEqual(
        after.seats.map((seat) => seat.left),
        ['declined', undefined, undefined],
    );
    const mine = seatsOf({ b: 'key-b', w: 'key-w' }, { r: 'invitation' });
    assert.deepEqual(successorSeats(mine, after.seats), {
        keys: { b: 'key-w' },
        invitations: { w: 'invitation' },
        mine: ['b'],
    });
    const idle = gameAfter(game, {
        ...close,
        colour: '',
        reason: 'idle',
        next: '',
    });
    assert.deepEqual([idle.status, idle.next, idle.seats], ['over', '', seats]);
});

test('notices: who watches, when a game closes', () => {
    const text = (spectators, mine, connected = true) =>
        watchersText({ game: { spectators }, seats: { mine }, connected });
    assert.deepEqual(
        [text(0, ['b']), text(1, ['b']), text(2, ['b']), text(1, []), text(2, []), text(3, [])],
        [
            '',
            '1 person is watching.',
            '2 people are watching.',
            'You are watching.',
            'You and 1 other are watching.',
            'You and 2 others are watching.',
        ],
    );
    const cut = [text(2, ['b'], false), text(3, [], false)];
    assert.deepEqual(cut, ['', 'You are watching.'], 'without a connection that is not known');
    const day = 24 * 3600 * 1000;
    const now = Date.UTC(2026, 10, 23, 12);
    const closes = new Date(now + 6 * day).toISOString();
    assert.equal(
        closingText({ closes, status: 'waiting' }, now),
        'The game closes on 29 Nov 2026 if nothing happens.',
    );
    assert.equal(closingText({ closes, status: 'playing' }, now), '');
    assert.notEqual(closingText({ closes, status: 'playing' }, now + 4 * day), '');
    assert.equal(closingText({ closes: null, status: 'playing' }, now), '');
});

test('dates are written in one way, whatever language the browser has', () => {
    const noon = new Date(2026, 9, 3, 14, 5); // where this test runs
    for (const when of [noon.toISOString(), noon.getTime()]) {
        assert.equal(dateText(when), '3 Oct 2026');
        assert.equal(dateText(when, 'time'), '3 Oct 2026, 14:05');
    }
    assert.equal(dateText(''), '');
    assert.equal(dateText(0), '', 'of a game that was never opened here');
});

test('files with games: as they are, packed, too long, damaged, in an older form', async () => {
    const read = (...parts) => readText(new Blob(parts), 1000, 'too long');
    const text = (text) => ({ text, problem: '' });
    assert.deepEqual(await read('1. a1b2 i5h5'), text('1. a1b2 i5h5'));
    assert.deepEqual(await read(''), text(''));
    assert.deepEqual(await read(gzipSync('[Event "Köln"]')), text('[Event "Köln"]'));
    assert.deepEqual(await read(Buffer.from('[Event "Köln"]', 'latin1')), text('[Event "Köln"]'));
    assert.deepEqual(await read('a'.repeat(1000)), text('a'.repeat(1000)));
    const tooLong = { text: '', problem: 'too long' };
    assert.deepEqual(await read('a'.repeat(1001)), tooLong);
    // 64 MB in 64 kB: unpacked no further than to the limit.
    const bomb = gzipSync(Buffer.alloc(1 << 26));
    const before = process.memoryUsage().arrayBuffers;
    assert.deepEqual(await read(bomb), tooLong);
    assert.ok(process.memoryUsage().arrayBuffers - before < 1 << 24);
    const cut = gzipSync('1. a1b2 i5h5 2. b2c3').subarray(0, 20);
    assert.match((await read(cut)).problem, /^The file can't be unpacked/);
    assert.match((await read(Buffer.from([0x1f, 0x8b, 1, 2, 3]))).problem, /damaged/);
    const { DecompressionStream } = globalThis;
    delete globalThis.DecompressionStream;
    assert.match((await read(gzipSync('a'))).problem, /^This browser can't unpack files/);
    Object.assign(globalThis, { DecompressionStream });
});

test('a vacation ends with a whole day where its owner is, elsewhere at an hour', () => {
    const before = process.env.TZ;
    const texts = (zone) => {
        process.env.TZ = zone;
        return [fromText('2026-11-30T23:00:00Z'), untilText('2026-12-03T23:00:00Z')];
    };
    try {
        assert.deepEqual(texts('Europe/Berlin'), ['1 Dec 2026', '3 Dec 2026']);
        assert.deepEqual(texts('Asia/Tokyo'), ['1 Dec 2026, 08:00', '4 Dec 2026, 08:00']);
        assert.deepEqual(texts('UTC'), ['30 Nov 2026, 23:00', '3 Dec 2026, 23:00']);
    } finally {
        if (before === undefined) delete process.env.TZ;
        else process.env.TZ = before;
    }
});
