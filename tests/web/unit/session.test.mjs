// A session against a server in memory: loading, playing, retries, rejected moves, events, closing.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setAccountName } from '../../../web/src/api/signed-in.ts';
import { ApiError } from '../../../web/src/api/client.ts';
import { errorSentence } from '../../../web/src/api/error-text.ts';
import {
    isOver,
    latestEntry,
    mayMove,
    newMoveOf,
    Session,
    sideToMove,
} from '../../../web/src/game/session.ts';
import { declinedText, moveRefusal, ratingText, refusalText } from '../../../web/src/game/text.ts';
import { GAME_RULES, loadRules } from './fixtures.mjs';

const rules = await loadRules();

// The browser's storage, for keys of seats.
let stored = {};
globalThis.localStorage = {
    getItem: (key) => stored[key] ?? null,
    setItem: (key, value) => (stored[key] = value),
};
beforeEach(() => (stored = {}));

function remember(id, seats) {
    stored[`paua:game:${id}`] = JSON.stringify(seats);
}

const BOTH = { keys: { b: 'key-b', w: 'key-w' } };
const BLACK = { keys: { b: 'key-b' } };
const LINK_KEY = 'k'.repeat(32);

/** One game on a server; `answers` of a test replace its calls. */
function fakeServer(changes = {}, answers = {}) {
    const game = {
        id: 'game1234',
        board: '5x5x5',
        layout: 'belgian-daisy',
        start: 'belgian-daisy',
        rules: GAME_RULES,
        seats: [
            { colour: 'b', kind: 'person' },
            { colour: 'w', kind: 'person' },
        ],
        moves: [],
        result: '*',
        reason: '',
        status: 'playing',
        proposals: [],
        chat: [],
        next: '',
        event: 1,
        here: [],
        spectators: 0,
        ...changes,
    };
    const server = {
        game,
        calls: [],
        streams: [],
        async getGame(id, key) {
            server.calls.push(['getGame', key]);
            return structuredClone(game);
        },
        async postMove(id, key, ply, move) {
            server.calls.push(['postMove', key, ply, move]);
            game.moves.push(move);
            return { ply, move, event: ++game.event };
        },
        async postResign() {
            return {
                ...game,
                status: 'over',
                result: '0-1',
                reason: 'resignation',
            };
        },
        async postProposal(id, key, kind, action) {
            server.calls.push(['postProposal', key, kind, action]);
            const proposal = { kind, colour: 'b', missing: ['w'] };
            return { ...game, proposals: action === 'offer' ? [proposal] : [] };
        },
        /** A stream that stays open until the test or the session ends it. */
        readEvents(id, after, signal, onOpen, onEvent, key) {
            return new Promise((resolve, reject) => {
                signal.addEventListener('abort', () => reject(new Error('aborted')));
                server.streams.push({
                    after,
                    key,
                    onOpen,
                    onEvent,
                    end: resolve,
                    fail: reject,
                });
            });
        },
        ...answers,
    };
    return server;
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Lets everything run that waits for promises only. */
async function settle() {
    for (let turn = 0; turn < 5; turn++) await nextTurn();
}

/** Opens a session that waits for nothing; the waits it wanted are kept. */
async function open(server, { seats = BOTH, linkKey = '', pause } = {}) {
    if (seats) remember(server.game.id, seats);
    const waits = [];
    const wait = (ms) => {
        waits.push(ms);
        return nextTurn();
    };
    const session = await Session.open(server.game.id, linkKey, {
        rules,
        server,
        wait,
        pause,
    });
    const states = [];
    session.subscribe((state) => states.push(state));
    return { session, states, waits, server };
}

const movesOf = ({ state }) => state.entries.slice(1).map((entry) => entry.move.text);

test('a game is loaded with its moves, marbles and legal moves', async () => {
    const server = fakeServer({ moves: ['a1b2', 'i5h5'], event: 9 });
    const { session } = await open(server);
    assert.deepEqual(movesOf(session), ['a1b2', 'i5h5']);
    assert.equal(sideToMove(session.state), 'b');
    assert.equal(session.state.entries[0].marbles.length, 28);
    const marbles = latestEntry(session.state).marbles;
    const black = marbles.filter((m) => m.kind === 'b').map((m) => m.cell);
    assert.deepEqual(black.sort(), [...latestEntry(session.state).position.marbles.b].sort());
    assert.ok(session.state.legal.moves.length > 0);
    session.connect();
    assert.equal(server.streams[0].after, 9, 'events are followed from where the game was');
    session.close();
});

test("only this browser's seats may move", async () => {
    const { session: watching } = await open(fakeServer(), { seats: null });
    assert.equal(mayMove(watching.state), false);
    const { session: black } = await open(fakeServer(), { seats: BLACK });
    assert.equal(mayMove(black.state), true);
    await black.play('a1b2');
    assert.equal(mayMove(black.state), false, "White's turn");
    await black.play('i5h5');
    assert.deepEqual(movesOf(black), ['a1b2']);
});

test("a link's key takes its seat and is remembered", async () => {
    const seats = [
        { colour: 'b', kind: 'person' },
        { colour: 'w', kind: 'person', you: true },
    ];
    const server = fakeServer({ seats });
    const { session } = await open(server, { seats: null, linkKey: LINK_KEY });
    assert.deepEqual(server.calls[0], ['getGame', LINK_KEY]);
    const { keys, mine } = session.state.seats;
    assert.deepEqual([keys, mine], [{ w: LINK_KEY }, ['w']]);
    assert.equal(JSON.parse(stored['paua:game:game1234']).keys.w, LINK_KEY);

    // A browser that has the other seat plays both.
    const { session: both } = await open(server, {
        seats: BLACK,
        linkKey: LINK_KEY,
    });
    assert.deepEqual(both.state.seats.mine, ['b', 'w']);
});

test('a key that fits no seat leaves the browser watching', async () => {
    const { session } = await open(fakeServer(), {
        seats: null,
        linkKey: 'wrong',
    });
    assert.deepEqual(session.state.seats.mine, []);
    assert.match(session.state.notice, /not valid, so you are watching/);
});

test('a move is shown at once and sent', async () => {
    const server = fakeServer();
    const { session, states } = await open(server);
    const start = session.state;
    const playing = session.play('a1b2');
    assert.deepEqual(movesOf(session), ['a1b2']);
    assert.equal(session.state.sending, true);
    assert.equal(mayMove(session.state), false, 'one move at a time');
    await playing;
    assert.equal(session.state.sending, false);
    assert.deepEqual(server.calls.at(-1), ['postMove', 'key-b', 1, 'a1b2']);
    assert.equal(start.entries.length, 1, 'an earlier state never changes');
    assert.equal(states.length, 2);
});

test('a move without an answer is sent again until it arrives', async () => {
    let tries = 0;
    const answers = [
        new ApiError(0, 'unreachable', ''),
        new ApiError(429, 'too_many', '', 3),
        new ApiError(0, 'unreachable', ''),
    ];
    const postMove = async () => {
        if (tries++ < answers.length) throw answers[tries - 1];
        return { event: 2 };
    };
    const server = fakeServer({}, { postMove });
    const { session, waits } = await open(server);
    await session.play('a1b2');
    assert.equal(tries, 4);
    assert.deepEqual(waits, [500, 3000, 2000], 'longer each time, and as the server asks');
    assert.deepEqual(movesOf(session), ['a1b2']);
    assert.equal(session.state.notice, '');
});

test("a proxy's answer is none: a move, an offer and the stream are tried again", async () => {
    const game = fakeServer({}).game;
    const json = (value, status = 200) =>
        new Response(JSON.stringify(value), {
            status,
            headers: { 'Retry-After': '0' },
        });
    const page = (status) =>
        new Response('<h1>Denied</h1>', {
            status,
            headers: { 'Content-Type': 'text/html' },
        });
    const proxy = {
        moves: [
            page(403),
            page(429),
            json({ message: 'slow down' }, 409),
            json(null, 400),
            page(200),
            ...[500, 502, 503, 504].flatMap((status) => [
                page(status),
                json({ error: { code: 'Trouble', message: 'busy' } }, status),
            ]),
        ],
        draw: [
            page(429),
            page(404),
            json({ error: { code: 403, message: 'denied' } }, 403),
            json({ error: { code: 'BadGateway', message: 'denied' } }, 502),
        ],
        events: [page(404), page(200), page(403)],
    };
    const stream = () =>
        new Response(new ReadableStream(), {
            headers: { 'Content-Type': 'text/event-stream' },
        });
    const own = {
        moves: () => json(game),
        draw: () => json(game),
        events: stream,
    };
    const calls = { moves: 0, draw: 0, events: 0 };
    const { fetch } = globalThis;
    globalThis.fetch = async (address) => {
        const what = address.split('/').at(-1);
        if (!(what in own)) return json(game);
        return proxy[what][calls[what]++] ?? own[what]();
    };
    remember(game.id, BLACK);
    const session = await Session.open(game.id, '', { rules, wait: nextTurn });
    try {
        session.connect();
        await session.play('a1b2');
        assert.deepEqual(movesOf(session), ['a1b2']);
        assert.equal(session.state.notice, '');
        await session.propose('draw');
        for (let turn = 0; turn < 50 && calls.events < 4; turn++) await nextTurn();
        assert.deepEqual(calls, { moves: 14, draw: 5, events: 4 });
        assert.equal(session.state.notice, '');
        assert.equal(session.state.connected, true);
    } finally {
        session.close();
        globalThis.fetch = fetch;
    }
});

test('a rejected move is taken back, with a notice', async () => {
    const server = fakeServer(
        {},
        {
            postMove: () => Promise.reject(new ApiError(409, 'conflict', 'not your turn')),
        },
    );
    const { session } = await open(server);
    await session.play('a1b2');
    assert.deepEqual(movesOf(session), []);
    assert.equal(session.state.sending, false);
    assert.match(session.state.notice, /rejected the move: not your turn/);
    assert.deepEqual(server.calls.at(-1), ['getGame', undefined], 'the game is loaded again');
    assert.ok(session.checkMove('a1b2'), 'the rules took it back, too');
});

test('a rejected move is taken back even when the game cannot be loaded', async () => {
    const reject = () => Promise.reject(new ApiError(409, 'conflict', 'no'));
    const server = fakeServer();
    const { session } = await open(server);
    Object.assign(server, { postMove: reject, getGame: reject });
    await session.play('a1b2');
    assert.deepEqual(movesOf(session), []);
    assert.equal(mayMove(session.state), true);
    assert.ok(session.state.legal.moves.some((m) => m.text === 'a1b2'));
});

test('a rejected move takes back no other one that stands in its place', async () => {
    let refuse;
    const postMove = () => new Promise((_, reject) => (refuse = reject));
    const server = fakeServer({}, { postMove });
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    const played = session.play('b2c3');
    Object.assign(server.game, { moves: ['a1b2'], event: 2 });
    server.streams[0].onEvent(moveEvent(2, 1, 'a1b2')); // of another tab
    await settle();
    const { getGame } = server;
    let reads = 0;
    server.getGame = (...call) => {
        if (reads++ < 9) return Promise.reject(new ApiError(503, 'store', 'the store fails'));
        return getGame(...call);
    };
    Object.assign(server.game, { moves: ['a1b2', 'i5h5'], event: 3 }); // not sent by the stream
    refuse(new ApiError(409, 'wrong_ply', 'no'));
    await settle();
    assert.deepEqual(movesOf(session), ['a1b2']);
    assert.match(session.state.notice, /rejected the move: no/);
    await played;
    assert.deepEqual([movesOf(session), reads], [['a1b2', 'i5h5'], 10], 'read until it comes');
    session.close();
});

test('a stream that repeats what the whole game has shown changes nothing', async () => {
    const server = fakeServer();
    const { session, states } = await open(server, { seats: BLACK });
    session.connect();
    const { onEvent } = server.streams[0];
    Object.assign(server.game, { moves: ['a1b2'], event: 5 });
    onEvent(tableEvent(2, 'decline', 1, { kind: 'draw', colour: 'w' })); // after a move not known
    await settle();
    assert.deepEqual(movesOf(session), ['a1b2']);
    states.length = 0;
    onEvent(moveEvent(3, 2, 'i5h5')); // taken back by event 5
    assert.deepEqual([movesOf(session), states], [['a1b2'], []]);
    session.close();
});

test('a move against the rules is refused before it is sent', async () => {
    const server = fakeServer();
    const { session } = await open(server);
    assert.throws(() => session.checkMove('a1a9'));
    await assert.rejects(session.play('a1a9'));
    assert.equal(server.calls.length, 1);
    assert.deepEqual(movesOf(session), []);
});

/** The position after moves from a start, as the server writes it. */
function positionAfter(moves, start = 'belgian-daisy') {
    const game = rules.newGame(start, GAME_RULES);
    let { text } = game.start;
    for (const move of moves) ({ text } = game.play(move).position);
    game.free();
    return text;
}

const OPENING = ['a1b2', 'i5h5', 'b2c3'];

const moveEvent = (event, ply, move, more) => ({
    type: 'move',
    event,
    ply,
    move,
    position: positionAfter([...OPENING.slice(0, ply - 1), move]),
    result: '*',
    reason: '',
    ...more,
});

/** Another event after some moves of the opening. */
const tableEvent = (event, type, moves, more) => ({
    event,
    type,
    ply: moves + 1,
    position: positionAfter(OPENING.slice(0, moves)),
    turn: 'bw'[moves % 2],
    result: '*',
    reason: '',
    done: false,
    ...more,
});

test('moves arrive as events; a known one changes nothing', async () => {
    const server = fakeServer();
    const { session } = await open(server);
    session.connect();
    const [{ onOpen, onEvent }] = server.streams;
    onOpen();
    assert.equal(session.state.connected, true);
    onEvent(moveEvent(2, 1, 'a1b2'));
    const { entries } = session.state;
    onEvent(moveEvent(2, 1, 'a1b2'));
    assert.equal(session.state.entries, entries);
    onEvent(moveEvent(3, 2, 'i5h5'));
    assert.deepEqual(movesOf(session), ['a1b2', 'i5h5']);
    session.close();
});

test('after a gap the whole game is loaded', async () => {
    const server = fakeServer();
    const { session } = await open(server);
    session.connect();
    server.game.moves = ['a1b2', 'i5h5', 'b2c3'];
    const { board } = session.state;
    server.streams[0].onEvent(moveEvent(4, 3, 'b2c3'));
    await settle();
    assert.deepEqual(movesOf(session), ['a1b2', 'i5h5', 'b2c3']);
    assert.equal(session.state.board, board, 'the board stays the same object');
    session.close();
});

test('the stream reconnects, each time from the last event', async () => {
    const server = fakeServer();
    const { session, waits } = await open(server);
    session.connect();
    server.streams[0].onOpen();
    server.streams[0].onEvent(moveEvent(5, 1, 'a1b2'));
    server.streams[0].end();
    await settle();
    assert.equal(session.state.connected, false);
    assert.equal(server.streams[1].after, 5);
    server.streams[1].fail(new ApiError(0, 'unreachable', ''));
    await settle();
    server.streams[2].fail(new ApiError(0, 'unreachable', ''));
    await settle();
    assert.deepEqual(waits, [150, 300, 600]);
    session.close();
    await settle();
    assert.equal(server.streams.length, 4, 'a closed session does not reconnect');
});

test('presence comes without a number; the stream is opened with the key of a seat', async () => {
    const server = fakeServer({ event: 4 });
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    assert.equal(server.streams[0].key, 'key-b');
    server.streams[0].onEvent({
        type: 'presence',
        here: ['b', 'w'],
        spectators: 3,
    });
    assert.deepEqual(session.state.game.here, ['b', 'w']);
    assert.equal(session.state.game.spectators, 3);
    server.streams[0].end();
    await settle();
    assert.equal(server.streams[1].after, 4);
    session.close();
});

test('a game that is gone from the server is reported, once', async () => {
    const server = fakeServer();
    const { session } = await open(server);
    session.connect();
    server.streams[0].fail(new ApiError(404, 'not_found', ''));
    await settle();
    assert.match(session.state.notice, /no longer on the server/);
    assert.equal(server.streams.length, 1);
});

test("a move declines the other side's draw offer, not your own", async () => {
    const server = fakeServer({
        proposals: [{ kind: 'draw', colour: 'w', missing: ['b'] }],
    });
    const { session } = await open(server);
    await session.play('a1b2');
    assert.deepEqual(session.state.game.proposals, []);

    session.connect();
    server.streams[0].onEvent(tableEvent(3, 'offer', 1, { kind: 'draw', colour: 'w' }));
    const stands = [{ kind: 'draw', colour: 'w', missing: ['b'] }];
    assert.deepEqual(session.state.game.proposals, stands);
    await session.play('i5h5');
    assert.deepEqual(session.state.game.proposals, stands);
    session.close();
});

test('a proposal: for the own seat, or for all seats of this browser', async () => {
    const server = fakeServer();
    const { session: black } = await open(server, { seats: BLACK });
    await black.propose('draw');
    assert.equal(black.state.game.proposals[0].colour, 'b');
    const { session: both } = await open(server);
    await both.propose('draw');
    assert.deepEqual(
        server.calls.filter(([name]) => name === 'postProposal'),
        [
            ['postProposal', 'key-b', 'draw', 'offer'],
            ['postProposal', 'key-b', 'draw', 'offer'],
            ['postProposal', 'key-w', 'draw', 'accept'],
        ],
    );
    await black.withdraw('draw');
    assert.deepEqual(server.calls.at(-1), ['postProposal', 'key-b', 'draw', 'withdraw']);
});

test('whoever moved last proposes to take back', async () => {
    const server = fakeServer({ moves: ['a1b2', 'i5h5'] });
    const { session } = await open(server);
    await session.propose('takeback');
    assert.deepEqual(server.calls[1], ['postProposal', 'key-w', 'takeback', 'offer']);
    session.close();
});

test('a takeback shortens the game here without loading it', async () => {
    const server = fakeServer({ moves: OPENING, event: 3 });
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    const [{ onEvent }] = server.streams;
    const offer = { kind: 'takeback', colour: 'w' };
    onEvent(tableEvent(4, 'offer', 3, offer));
    assert.deepEqual(session.state.game.proposals, [{ ...offer, missing: ['b'] }]);
    onEvent(tableEvent(5, 'accept', 1, { ...offer, colour: 'b', done: true }));
    assert.deepEqual(movesOf(session), ['a1b2']);
    assert.deepEqual(session.state.game.proposals, []);
    assert.equal(sideToMove(session.state), 'w');
    onEvent(moveEvent(6, 2, 'i5h5'));
    assert.deepEqual(movesOf(session), ['a1b2', 'i5h5']);
    await settle();
    assert.equal(server.calls.length, 1, 'loaded once, at the beginning');
    session.close();
});

test('what is known stays the same object, and a move in the place of another is new', async () => {
    const server = fakeServer({ moves: OPENING, event: 3 });
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    const [{ onEvent }] = server.streams;
    const before = session.state.entries;
    assert.equal(newMoveOf(before, before), null);
    assert.equal(newMoveOf(before.slice(0, 1), []), null, 'the start is no move');
    // A takeback and another move, which the page may draw at once: the count is as it was.
    onEvent(tableEvent(4, 'accept', 2, { kind: 'takeback', colour: 'w', done: true }));
    assert.equal(newMoveOf(session.state.entries, before), null);
    const other = session.state.legal.moves.find(({ text }) => text !== OPENING[2]).text;
    onEvent({ ...moveEvent(5, 3, other), position: positionAfter(['a1b2', 'i5h5', other]) });
    const { entries } = session.state;
    assert.equal(entries.length, before.length);
    assert.equal(newMoveOf(entries, before)?.text, other);
    // The whole game, after a gap: one's place in it stays, what came meanwhile is new.
    Object.assign(server.game, { moves: ['a1b2', 'i5h5', other], event: 5 });
    onEvent({ type: 'gameFull', event: 6, game: { ...server.game, event: 6 } });
    assert.deepEqual(
        session.state.entries.map((one, i) => one === entries[i]),
        [true, true, true, true],
    );
    onEvent({ type: 'gameFull', event: 7, game: { ...server.game, moves: OPENING, event: 7 } });
    assert.deepEqual(
        session.state.entries.map((one, i) => one === entries[i]),
        [true, true, true, false],
    );
    assert.deepEqual(movesOf(session), OPENING);
    onEvent({ type: 'gameFull', event: 8, game: { ...server.game, moves: ['a1b2'], event: 8 } });
    assert.deepEqual(session.state.entries, entries.slice(0, 2));
    assert.ok(session.checkMove('i5h5'), 'the rules are there, too');
    session.close();
});

test('an answer that is late takes nothing back', async () => {
    let answer;
    const server = fakeServer({}, { postChat: () => new Promise((resolve) => (answer = resolve)) });
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    const said = session.chat('first');
    const late = {
        ...server.game,
        event: 2,
        chat: [{ event: 2, colour: 'b', text: 'first' }],
    };
    const [{ onEvent }] = server.streams;
    onEvent({ type: 'chat', event: 2, colour: 'b', text: 'first' });
    onEvent({ type: 'chat', event: 3, colour: 'w', text: 'second' });
    answer(late);
    await said;
    assert.deepEqual(
        session.state.game.chat.map(({ text }) => text),
        ['first', 'second'],
    );
    session.close();
});

test('pause, chat and resuming come as events', async () => {
    const server = fakeServer();
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    const [{ onEvent }] = server.streams;
    onEvent(tableEvent(2, 'offer', 0, { kind: 'pause', colour: 'w', done: true }));
    assert.equal(session.state.game.status, 'paused');
    assert.equal(mayMove(session.state), false);
    const said = { event: 3, colour: 'w', text: 'tea', at: '2026-10-03T14:05:00Z' };
    onEvent({ type: 'chat', ...said });
    onEvent({ type: 'chat', ...said });
    assert.deepEqual(session.state.game.chat, [said], 'once');
    onEvent(tableEvent(4, 'resume', 0, { colour: 'b' }));
    assert.equal(mayMove(session.state), true);
    assert.equal(server.calls.length, 1);
    session.close();
});

test('a position that does not follow is loaded again', async () => {
    const server = fakeServer({ moves: ['a1b2'], event: 1 });
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    Object.assign(server.game, { moves: OPENING, event: 5 });
    server.streams[0].onEvent(tableEvent(5, 'decline', 3, { kind: 'draw', colour: 'w' }));
    await settle();
    assert.deepEqual(movesOf(session), OPENING);
    session.close();
});

const THREE = {
    start: 'standard-3',
    layout: 'standard-3',
    seats: ['b', 'w', 'r'].map((colour) => ({ colour, kind: 'person' })),
};

test('a whole game that is older than the events shown meanwhile is asked for again', async () => {
    const postMove = () => Promise.reject(new ApiError(409, 'conflict', 'no'));
    const server = fakeServer({}, { postMove });
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    const { getGame } = server;
    const held = [];
    server.getGame = () => new Promise((resolve) => held.push(resolve));
    const played = session.play('b2c3');
    await settle();
    assert.equal(mayMove(session.state), false, 'while the game is loaded again');
    const old = structuredClone(server.game);
    const { onEvent } = server.streams[0];
    onEvent(moveEvent(2, 1, 'a1b2'));
    onEvent(moveEvent(3, 2, 'i5h5'));
    Object.assign(server.game, { moves: ['a1b2', 'i5h5'], event: 3 });
    server.getGame = getGame;
    held[0](old);
    await played;
    assert.deepEqual(movesOf(session), ['a1b2', 'i5h5']);
    assert.equal(server.calls.filter(([call]) => call === 'getGame').length, 2);
    assert.equal(server.streams.length, 1);

    // Another server of the cluster may be behind: the stream sends what is missing.
    server.getGame = async () => old;
    await session.play('b2c3');
    await settle();
    assert.deepEqual([movesOf(session), server.streams.at(-1).after], [[], 1]);
    session.close();
});

test('of three players one leaves: the others play on, also after a reload', async () => {
    const server = fakeServer(THREE);
    const { session } = await open(server, { seats: { keys: { r: 'key-r' } } });
    session.connect();
    const game = rules.newGame('standard-3', GAME_RULES);
    const position = game.leave('b').text;
    const left = {
        type: 'resign',
        event: 2,
        colour: 'b',
        ply: 1,
        turn: 'w',
        position,
    };
    server.streams[0].onEvent({ ...left, result: '*', reason: '' });
    assert.equal(sideToMove(session.state), 'w');
    assert.equal(session.state.game.seats[0].left, 'resignation');
    const [{ text: move }] = session.state.legal.moves;
    game.play(move);
    const [{ text: reply }] = game.legalMoves().moves;
    game.free();

    const seats = THREE.seats.map((seat, i) => (i ? seat : { ...seat, left_ply: 1, left: 'time' }));
    const later = fakeServer({ ...THREE, seats, moves: [move, reply] });
    const { session: loaded } = await open(later, { seats: null });
    assert.deepEqual(
        loaded.state.entries.map(({ mover }) => mover),
        [null, 'w', 'r'],
    );
    assert.equal(sideToMove(loaded.state), 'w');
    assert.equal(server.calls.length, 1);
});

const INVITATION = 'i'.repeat(32);
const OPEN_SEAT = {
    status: 'waiting',
    seats: [
        { colour: 'b', kind: 'person', name: 'Ann' },
        { colour: 'w', kind: 'open', taken: false },
    ],
};

test('why no move can be played', async () => {
    const { session: watching } = await open(fakeServer(), { seats: null });
    assert.equal(moveRefusal(watching.state, true), 'You are watching this game.');
    const { session } = await open(fakeServer(), { seats: BLACK });
    assert.equal(moveRefusal(session.state, true), '');
    assert.match(moveRefusal(session.state, false), /^This is an earlier position\./);
    for (const [status, why] of [
        ['paused', 'The game is paused.'],
        ['waiting', 'The game has not begun yet.'],
    ]) {
        const state = { ...session.state, game: { ...session.state.game, status } };
        assert.equal(refusalText(state, 'b', true), why, "also of one's own marble");
        assert.equal(moveRefusal(state, true), why);
    }
    await session.play('a1b2');
    assert.equal(moveRefusal(session.state, true), "It is White's turn.");
});

test('an invitation is taken with a key made here', async () => {
    const taken = { colour: 'w', kind: 'open', taken: true, you: true };
    const postJoin = async (id, key, invitation, name) => {
        server.calls.push(['postJoin', key, invitation, name]);
        return {
            ...server.game,
            status: 'playing',
            seats: [OPEN_SEAT.seats[0], taken],
        };
    };
    const server = fakeServer(OPEN_SEAT, { postJoin });
    const { session } = await open(server, {
        seats: null,
        linkKey: `${INVITATION}.w`,
    });
    assert.deepEqual([session.state.invited.side, session.state.seats.mine], ['w', []]);
    session.connect();
    assert.equal(server.streams[0].key, undefined);
    await session.join('Bob');
    const [, key, invitation, name] = server.calls.at(-1);
    assert.match(key, /^[\w-]{32}$/);
    assert.deepEqual([invitation, name], [INVITATION, 'Bob']);
    assert.deepEqual(session.state.seats.keys, { w: key });
    assert.equal(session.state.invited, null);
    assert.equal(JSON.parse(stored['paua:game:game1234']).keys.w, key);
    await settle();
    assert.deepEqual([server.streams.length, server.streams[1].key], [2, key], 'present there');
    session.close();
});

test('a used invitation watches, and so does one that is used meanwhile', async () => {
    const [ann, free] = OPEN_SEAT.seats;
    const full = fakeServer({ seats: [ann, { ...free, taken: true }] });
    const { session } = await open(full, { seats: null, linkKey: INVITATION });
    assert.match(session.state.notice, /Somebody has taken this seat/);
    const postJoin = () => Promise.reject(new ApiError(409, 'seat_taken', 'taken'));
    const { session: late } = await open(fakeServer(OPEN_SEAT, { postJoin }), {
        seats: null,
        linkKey: INVITATION,
    });
    await late.join('');
    assert.match(late.state.notice, /Somebody has taken this seat/);
    assert.equal(late.state.invited, null);
});

test('the own invitation takes nothing', async () => {
    const seats = { keys: { b: 'key-b' }, invitations: { w: INVITATION } };
    const { session } = await open(fakeServer(OPEN_SEAT), {
        seats,
        linkKey: `${INVITATION}.w`,
    });
    assert.equal(session.state.invited.own, true);
    await session.join('me');
    assert.deepEqual(session.state.seats.mine, ['b']);
});

test('a rematch keeps the keys, one colour further', async () => {
    const server = fakeServer({
        ...THREE,
        result: '1-0-0',
        status: 'over',
        event: 9,
    });
    const { session } = await open(server, {
        seats: { keys: { b: 'key-b', r: 'key-r' } },
    });
    session.connect();
    const rematch = {
        event: 10,
        kind: 'rematch',
        colour: 'w',
        done: true,
        next: 'next1234',
    };
    server.streams[0].onEvent({
        ...tableEvent(10, 'accept', 0, rematch),
        ...{
            turn: '',
            result: '1-0-0',
            position: session.state.entries[0].position.text,
        },
    });
    assert.equal(session.state.game.next, 'next1234');
    assert.deepEqual(JSON.parse(stored['paua:game:next1234']).keys, {
        w: 'key-b',
        b: 'key-r',
    });
    await settle();
    assert.equal(server.streams.length, 1, 'nothing more can happen here');
});

test('the end leaves the stream open for a rematch', async () => {
    const server = fakeServer();
    const { session } = await open(server);
    session.connect();
    const end = {
        kind: 'draw',
        done: true,
        turn: '',
        result: '1/2-1/2',
        reason: 'agreement',
    };
    server.streams[0].onEvent(tableEvent(4, 'accept', 0, end));
    await settle();
    assert.ok(isOver(session.state));
    assert.equal(session.state.game.status, 'over');
    assert.equal(mayMove(session.state), false);
    assert.equal(server.streams.length, 1);
    const rematch = { ...end, kind: 'rematch', colour: 'w', done: false };
    server.streams[0].onEvent(tableEvent(5, 'offer', 0, rematch));
    assert.equal(session.state.game.proposals[0].kind, 'rematch');
    session.close();
});

test('a finished game that is only watched opens no stream', async () => {
    const over = {
        result: '1-0',
        reason: 'resignation',
        status: 'over',
        moves: ['a1b2'],
    };
    const server = fakeServer(over);
    const { session } = await open(server, { seats: null });
    session.connect();
    assert.equal(server.streams.length, 0);
    assert.ok(isOver(session.state));
    assert.equal(session.state.reason, 'resignation');
});

test('resigning ends the game here at once', async () => {
    const { session } = await open(fakeServer());
    await session.resign('b');
    assert.equal(session.state.result, '0-1');
});

test('two sessions play their games side by side', async () => {
    const { session: one } = await open(fakeServer());
    const { session: two } = await open(fakeServer({ id: 'other123', layout: 'e0', start: 'e0' }));
    const move = two.state.legal.moves[0].text;
    await one.play('a1b2');
    await two.play(move);
    await one.play('i5h5');
    assert.deepEqual(movesOf(one), ['a1b2', 'i5h5']);
    assert.deepEqual(movesOf(two), [move]);
    one.close();
    assert.ok(two.checkMove(two.state.legal.moves[0].text), 'closing one leaves the other');
});

test('a closed session ignores answers and events that come late', async () => {
    let answer;
    const server = fakeServer({}, { postMove: () => new Promise((resolve) => (answer = resolve)) });
    const { session, states } = await open(server);
    session.connect();
    const playing = session.play('a1b2');
    const count = states.length;
    session.close();
    answer({ event: 2 });
    await playing;
    server.streams[0].onEvent(moveEvent(2, 2, 'i5h5'));
    assert.equal(states.length, count);
});

const AGAINST_COMPUTER = {
    seats: [
        { colour: 'b', kind: 'person' },
        { colour: 'w', kind: 'computer', level: 1 },
    ],
};

test("the computer's answer is shown after its pause, later events behind it", async () => {
    const server = fakeServer(AGAINST_COMPUTER);
    const { session, waits } = await open(server, {
        seats: BLACK,
        pause: () => 840,
    });
    session.connect();
    const [{ onEvent }] = server.streams;
    await session.play('a1b2');
    onEvent(moveEvent(2, 1, 'a1b2'));
    onEvent(moveEvent(3, 2, 'i5h5'));
    onEvent(tableEvent(4, 'offer', 2, { kind: 'draw', colour: 'w' }));
    assert.deepEqual(movesOf(session), ['a1b2'], 'not yet');
    assert.deepEqual(session.state.game.proposals, []);
    assert.ok(waits.length === 1 && waits[0] > 700 && waits[0] <= 840, `${waits}`);
    await settle();
    assert.deepEqual(movesOf(session), ['a1b2', 'i5h5']);
    assert.equal(session.state.game.proposals[0].colour, 'w');
    session.close();
});

test("no pause before a person's move, nor before the first one", async () => {
    const people = fakeServer();
    const { session } = await open(people, { seats: BLACK, pause: () => 840 });
    session.connect();
    await session.play('a1b2');
    people.streams[0].onEvent(moveEvent(3, 2, 'i5h5'));
    assert.deepEqual(movesOf(session), ['a1b2', 'i5h5']);
    session.close();
    const first = fakeServer({
        seats: [
            { colour: 'b', kind: 'computer', level: 1 },
            { colour: 'w', kind: 'person' },
        ],
    });
    const { session: white } = await open(first, {
        seats: null,
        pause: () => 840,
    });
    white.connect();
    first.streams[0].onEvent(moveEvent(2, 1, 'a1b2'));
    assert.deepEqual(movesOf(white), ['a1b2']);
    white.close();
});

test('a whole game that is loaded replaces the events that wait', async () => {
    const server = fakeServer(AGAINST_COMPUTER);
    const { session } = await open(server, { seats: BLACK, pause: () => 840 });
    session.connect();
    const [{ onEvent }] = server.streams;
    await session.play('a1b2');
    onEvent(moveEvent(3, 2, 'i5h5'));
    session.replaceGame({
        ...server.game,
        moves: ['a1b2', 'i5h5', 'b2c3'],
        event: 5,
    });
    onEvent(moveEvent(6, 4, 'h5g4'));
    await settle();
    assert.deepEqual(movesOf(session), ['a1b2', 'i5h5', 'b2c3', 'h5g4']);
    session.close();
});

test('a stream that ends while the last move waits does not look disconnected', async () => {
    const server = fakeServer(AGAINST_COMPUTER);
    const { session, states } = await open(server, {
        seats: BLACK,
        pause: () => 840,
    });
    session.connect();
    const [{ onOpen, onEvent, end }] = server.streams;
    onOpen();
    await session.play('a1b2');
    onEvent({ ...moveEvent(3, 2, 'i5h5'), result: '0-1', reason: 'plies' });
    const before = states.length;
    end();
    await settle();
    assert.ok(isOver(session.state));
    assert.equal(session.state.game.status, 'over');
    assert.ok(states.slice(before).every((state) => state.connected));
    session.close();
});

test('clocks come with the game, with events and with presence; what is newest counts', async () => {
    const server = fakeServer({
        clock: { runs: 'b', left: [60_000, 60_000] },
        ...AGAINST_COMPUTER,
    });
    const { session } = await open(server, { seats: BLACK, pause: () => 840 });
    session.connect();
    const [{ onEvent }] = server.streams;
    const left = () => session.state.game.clock.left;
    assert.deepEqual(left(), [60_000, 60_000]);
    assert.ok(session.state.game.clock.at > 0);
    await session.play('a1b2');
    onEvent({
        ...moveEvent(2, 1, 'a1b2'),
        clock: { runs: 'w', left: [58_000, 60_000] },
    });
    assert.deepEqual(left(), [58_000, 60_000]);
    onEvent({
        ...moveEvent(3, 2, 'i5h5'),
        clock: { runs: 'b', left: [58_000, 57_000] },
    });
    assert.deepEqual(left(), [58_000, 60_000], 'the move is not shown yet');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const clock = { runs: 'b', left: [55_000, 57_000] };
    onEvent({ type: 'presence', here: ['b'], spectators: 0, clock });
    await settle();
    assert.deepEqual(movesOf(session), ['a1b2', 'i5h5']);
    assert.deepEqual(left(), [55_000, 57_000]);
    session.close();
});

test('a player who has gone can be claimed against', async () => {
    const claims = [];
    const server = fakeServer(
        { claim: 10 },
        {
            async postClaim(id, key) {
                claims.push(key);
                return {
                    ...server.game,
                    result: '0-1',
                    reason: 'time',
                    status: 'over',
                };
            },
        },
    );
    const { session } = await open(server, { seats: { keys: { w: 'key-w' } } });
    await session.claim();
    assert.deepEqual(claims, ['key-w']);
    assert.deepEqual([session.state.result, session.state.reason], ['0-1', 'time']);
    session.close();
});

test('a move that the stream brings needs no answer any more', async () => {
    const answers = [];
    const postMove = (id, key, ply, move, lag, after, signal) =>
        new Promise((resolve, reject) => answers.push({ reject, signal }));
    const { session, server } = await open(fakeServer({}, { postMove }));
    session.connect();
    const playing = session.play('a1b2');
    assert.equal(session.state.sending, true);
    server.streams[0].onEvent(moveEvent(2, 1, 'a1b2'));
    await playing;
    assert.equal(mayMove(session.state), true);
    assert.ok(answers[0].signal.aborted);
    answers[0].reject(new ApiError(0, 'unreachable', 'no answer'));
    await settle();
    assert.deepEqual(session.state.unsent, []);
    assert.equal(answers.length, 1, 'taken back meanwhile, it would be played again');
    session.close();
});

test('a whole game that shows the move is an answer, too', async () => {
    const server = fakeServer({}, { postMove: () => new Promise(() => {}) });
    const { session } = await open(server);
    session.connect();
    const playing = session.play('a1b2');
    const game = { ...server.game, moves: ['a1b2'], event: 2 };
    server.streams[0].onEvent({ type: 'gameFull', event: 2, game });
    await playing;
    assert.equal(mayMove(session.state), true);
    session.close();
});

/** A server that carries out the first request of a kind, or loses it, and answers only later ones. */
function forgetfulServer(name, changes, onFirst, onRepeat = (game) => structuredClone(game)) {
    const server = fakeServer(changes);
    const calls = [];
    server[name] = async (...call) => {
        calls.push(call.slice(0, -1)); // without the signal
        if (calls.length > 1) return onRepeat(server.game);
        onFirst(server.game);
        throw new ApiError(0, 'unreachable', '');
    };
    return { server, calls };
}

const conflict = (code) => () => {
    throw new ApiError(409, code, 'the game went on before this arrived');
};

test('each try of an action names the last event that was known at the first one', async () => {
    const moves = ['a1b2', 'i5h5', 'b2c3', 'h5g5'];
    const { server, calls } = forgetfulServer('postProposal', { moves, event: 5 }, (game) => {
        game.moves = moves.slice(0, 2);
        game.event = 6;
    });
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    const proposing = session.propose('takeback');
    server.streams[0].onEvent({
        type: 'chat',
        event: 6,
        colour: 'w',
        text: 'Hello',
    });
    await proposing;
    const call = ['game1234', 'key-b', 'takeback', 'offer', 3, 5];
    assert.deepEqual(calls, [call, call]);
    session.close();
    for (const [name, act] of [
        ['postResign', (one) => one.resign('b')],
        ['postResume', (one) => one.resume()],
        ['postClaim', (one) => one.claim()],
        ['postMove', (one) => one.play('a1b2')],
    ]) {
        const lost = forgetfulServer(name, { event: 7 }, () => {});
        const { session: one } = await open(lost.server, { seats: BLACK });
        await act(one);
        assert.equal(lost.calls.length, 2, name);
        for (const call of lost.calls) assert.equal(call.at(-1), 7, name);
        one.close();
    }
});

test('what the game has left behind is reported', async () => {
    const late = forgetfulServer('postProposal', {}, () => {}, conflict('overtaken'));
    const { session } = await open(late.server, { seats: BLACK });
    await assert.rejects(session.propose('draw'), (error) => {
        assert.equal(errorSentence(error), 'The game went on before this arrived');
        return true;
    });
    assert.equal(late.calls.length, 2);
    session.close();
});

test('another conflict of a repeat is answered by the game as it is', async () => {
    const over = { status: 'over', result: '0-1', reason: 'resignation' };
    const lost = forgetfulServer('postResign', {}, () => {}, conflict('game_over'));
    Object.assign(lost.server.game, over, { event: 2 });
    const { session } = await open(lost.server, { seats: BLACK });
    await session.resign('b');
    assert.equal(session.state.result, '0-1');
    session.close();
});

test('who plays all seats knows what has been answered', async () => {
    const afters = [];
    const server = fakeServer(
        {},
        {
            async postMove(id, key, ply, move, lag, after) {
                afters.push(after);
                return { event: ++server.game.event };
            },
            async postProposal(id, key, kind, action, ply, after) {
                afters.push(after);
                server.game.event++;
                const proposals = [{ kind, colour: 'b', missing: ['w'] }];
                return {
                    ...server.game,
                    proposals: action === 'offer' ? proposals : [],
                };
            },
        },
    );
    const { session } = await open(server); // no event of the stream comes
    await session.play('a1b2');
    await session.play('i5h5');
    await session.propose('draw');
    assert.deepEqual(afters, [1, 2, 3, 4]);
    session.close();
});

test('a message is sent again with its id until an answer comes', async () => {
    const lost = forgetfulServer('postChat', {}, () => {});
    const { session } = await open(lost.server, { seats: BLACK });
    await session.chat('Hello');
    const [[, , text, id], again] = lost.calls;
    assert.equal(text, 'Hello');
    assert.match(id, /^[\w-]{32}$/);
    assert.deepEqual(again, lost.calls[0]);
    await session.chat('Hello');
    assert.notEqual(lost.calls[2][3], id, 'the same text is another message');
    session.close();
});

test('a message that failed keeps its id when its text is sent again', async () => {
    const ids = [];
    const postChat = async (id, key, text, message) => {
        ids.push(message);
        throw new ApiError(503, 'storage', '');
    };
    const { session } = await open(fakeServer({}, { postChat }), {
        seats: BLACK,
    });
    for (const text of ['one', 'one', 'two']) await assert.rejects(session.chat(text));
    assert.equal(ids[0], ids[1]);
    assert.notEqual(ids[1], ids[2]);
    session.close();
});

test('what others do meanwhile does not keep an offer from being repeated', async () => {
    let fail;
    const { server, calls } = forgetfulServer('postProposal', {}, () => {});
    const { postProposal } = server;
    server.postProposal = async (...call) => {
        if (!fail) await new Promise((resolve) => (fail = resolve));
        return postProposal(...call);
    };
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    const proposing = session.propose('draw');
    server.game.event = 2;
    server.streams[0].onEvent({
        type: 'chat',
        event: 2,
        colour: 'w',
        text: 'Hello',
    });
    fail();
    await proposing;
    assert.equal(calls.length, 2);
    session.close();
});

test('what the stream brings is sent, though no answer comes', async () => {
    const signals = [];
    const hang = (...call) => {
        signals.push(call.at(-1));
        return new Promise(() => {});
    };
    const server = fakeServer({}, { postProposal: hang, postChat: hang, postResign: hang });
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    const [{ onEvent }] = server.streams;
    const sent = [session.propose('draw'), session.chat('Hello'), session.resign('b')];
    let count = 0;
    for (const one of sent) void one.then(() => count++);
    onEvent({ type: 'chat', event: 2, colour: 'w', text: 'Hello' });
    await settle();
    assert.equal(count, 0, 'somebody else has said it');
    onEvent({ type: 'chat', event: 3, colour: 'b', text: 'Hello' });
    await sent[1];
    onEvent(tableEvent(4, 'offer', 0, { kind: 'draw', colour: 'b', done: false }));
    await sent[0];
    assert.equal(session.state.game.proposals[0].colour, 'b');
    const end = { colour: 'b', turn: '', result: '0-1', reason: 'resignation' };
    onEvent({ ...tableEvent(5, 'resign', 0, {}), ...end });
    await sent[2];
    assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [true, true, true],
    );
    session.close();
});

/** A server that cannot be reached until `up` is called. */
function distantServer() {
    let isUp = false;
    const server = fakeServer();
    const { postMove } = server;
    server.postMove = async (...call) => {
        if (!isUp) throw new ApiError(0, 'unreachable', '');
        return postMove(...call);
    };
    return { server, up: () => (isUp = true) };
}

test('a move that is not sent yet outlives its page', async () => {
    const { server, up } = distantServer();
    const { session } = await open(server);
    const playing = session.play('a1b2');
    await settle();
    session.close();
    await settle();
    up();
    await playing;
    assert.deepEqual(server.game.moves, ['a1b2']);
});

test('who comes back finds the move that is not sent yet, and it is sent once', async () => {
    const { server, up } = distantServer();
    const { session } = await open(server);
    const playing = session.play('a1b2');
    await settle();
    session.close();
    const { session: again } = await open(server);
    again.connect();
    assert.deepEqual(movesOf(again), ['a1b2']);
    await playing;
    up();
    await settle();
    assert.deepEqual(server.game.moves, ['a1b2']);
    assert.equal(again.state.sending, false);
    again.close();
});

test('who comes back sends the move as what follows the event that it followed', async () => {
    const afters = [];
    const postMove = async (id, key, ply, move, lag, after) => {
        afters.push(after);
        throw new ApiError(afters.length > 1 ? 409 : 0, 'overtaken', 'the game went on');
    };
    const server = fakeServer({ event: 3 }, { postMove });
    const { session } = await open(server);
    const playing = session.play('a1b2');
    await Promise.resolve();
    session.close();
    server.game.event = 5; // made, and taken back elsewhere
    const { session: again } = await open(server);
    again.connect();
    await playing;
    await settle();
    assert.equal(afters.at(-1), 3);
    assert.deepEqual(movesOf(again), []);
    assert.match(again.state.notice, /the game went on/);
    again.close();
});

test('a move that is not sent yet is given up where the game has gone on', async () => {
    const { server, up } = distantServer();
    const { session } = await open(server);
    const playing = session.play('a1b2');
    await settle();
    session.close();
    server.game.moves.push('a1b1');
    const { session: again } = await open(server, { seats: BOTH });
    again.connect();
    await playing;
    up();
    await settle();
    assert.deepEqual(server.game.moves, ['a1b1']);
    again.close();
});

test('a move names the time that the one before was on its way', async () => {
    const lags = [];
    const postMove = async (id, key, ply, move, lag) => {
        lags.push(lag);
        await new Promise((resolve) => setTimeout(resolve, 40));
        return { event: 1 + lags.length };
    };
    const { session } = await open(fakeServer({}, { postMove }), {
        seats: BOTH,
    });
    await session.play('a1b2');
    await session.play('i5h5');
    assert.equal(lags[0], 0);
    assert.ok(lags[1] >= 39 && lags[1] < 10_000, `${lags[1]}`);
    session.close();
});

const ANN = {
    colour: 'b',
    kind: 'user',
    name: 'Ann',
    user: 'Ann',
    taken: true,
};
const BOB = { colour: 'w', kind: 'user', name: 'Bob', taken: false };

function signedIn() {
    return JSON.parse(stored['paua:account'] ?? '{"name":""}').name;
}

test('an account plays its seat without a key', async () => {
    setAccountName('Ann');
    const seats = [
        { ...ANN, you: true },
        { ...BOB, taken: true, user: 'Bob' },
    ];
    const server = fakeServer({ seats });
    const { session } = await open(server, { seats: null });
    assert.deepEqual(session.state.seats.mine, ['b']);
    assert.equal(mayMove(session.state), true);
    await session.play('a1b2');
    assert.deepEqual(server.calls, [
        ['getGame', undefined],
        ['postMove', undefined, 1, 'a1b2'],
    ]);
    await session.propose('takeback');
    assert.deepEqual(server.calls[2], ['postProposal', undefined, 'takeback', 'offer']);
    assert.equal(stored['paua:game:game1234'], undefined, 'nothing is kept: there is no key');
    session.close();
});

test('the answer of the server says who is signed in', async () => {
    const seats = [
        { ...ANN, you: true },
        { colour: 'w', kind: 'computer', level: 1 },
    ];
    const known = await open(fakeServer({ seats }), { seats: null });
    assert.equal(signedIn(), 'Ann', 'the cookie is there, the name was lost');
    assert.deepEqual(known.session.state.seats.mine, ['b']);
    known.session.close();
    const ended = await open(fakeServer({ seats: [ANN, seats[1]] }), {
        seats: null,
    });
    assert.equal(signedIn(), '', 'the session has ended');
    assert.deepEqual(ended.session.state.seats.mine, []);
    ended.session.close();
});

test('a challenge is accepted by its account, on this device or another', async () => {
    setAccountName('Bob');
    const waiting = { status: 'waiting', seats: [ANN, BOB] };
    const joined = [ANN, { ...BOB, taken: true, user: 'Bob', you: true }];
    const server = fakeServer(waiting, {
        async postJoin(...sent) {
            server.calls.push(['postJoin', ...sent]);
            return { ...server.game, status: 'playing', seats: joined };
        },
    });
    const here = await open(server, { seats: null });
    assert.deepEqual(here.session.state.seats.mine, []);
    await here.session.join('');
    assert.deepEqual(server.calls[1].slice(0, 5), ['postJoin', 'game1234', undefined, '', '']);
    assert.deepEqual(here.session.state.seats.mine, ['w']);
    here.session.close();

    const there = await open(fakeServer(waiting), { seats: null });
    there.session.connect();
    const { position } = there.session.state.entries[0];
    const event = {
        type: 'join',
        event: 2,
        colour: 'w',
        name: 'Bob',
        user: 'Bob',
    };
    // ... as the stream says it.
    const stream = {
        ...event,
        position: position.text,
        ply: 1,
        turn: 'b',
        result: '*',
        reason: '',
    };
    there.server.streams[0].onEvent(stream);
    await settle();
    assert.deepEqual(there.session.state.seats.mine, ['w']);
    there.session.close();

    setAccountName('Cid');
    const other = await open(fakeServer(waiting), { seats: null });
    await other.session.join('');
    assert.equal(other.server.calls.length, 1, 'nobody else may');
    other.session.close();
});

test('who waited sees the rating of who joins, and at the end both changes', async () => {
    const rated = { rating: 1500, provisional: true };
    const server = fakeServer({
        status: 'waiting',
        seats: [{ ...ANN, ...rated }, BOB],
    });
    const { session } = await open(server, { seats: BLACK });
    session.connect();
    const bob = { colour: 'w', name: 'Bob', user: 'Bob', rating: 1711 };
    server.streams[0].onEvent(tableEvent(2, 'join', 0, bob));
    await settle();
    assert.deepEqual(session.state.game.seats.map(ratingText), ['1500?', '1711']);
    const end = { colour: 'w', turn: '', result: '1-0', reason: 'resignation' };
    server.streams[0].onEvent(tableEvent(3, 'resign', 0, { ...end, rating_changes: [203, -51] }));
    await settle();
    const shown = session.state.game.seats.map(ratingText);
    assert.deepEqual(shown, ['1500? +203', '1711 \u221251']);
    session.close();
});

test('a move after the session has ended elsewhere', async () => {
    setAccountName('Ann');
    const white = { colour: 'w', kind: 'computer', level: 1 };
    const server = fakeServer(
        { seats: [{ ...ANN, you: true }, white] },
        {
            async postMove() {
                server.game.seats = [ANN, white];
                throw new ApiError(403, 'not_your_seat', 'the key of a seat is missing');
            },
        },
    );
    const { session } = await open(server, { seats: null });
    await session.play('a1b2');
    assert.equal(session.state.notice, 'You are signed out. Please sign in again.');
    assert.deepEqual([signedIn(), session.state.seats.mine, movesOf(session)], ['', [], []]);
    session.close();
});

test('that there is no connection is said until there is one', async () => {
    const unreachable = errorSentence(new ApiError(0, 'unreachable', ''));
    let endWait;
    const { session, server } = await open(fakeServer(), { seats: BLACK });
    session.wait = () => new Promise((resolve) => (endWait = resolve));
    session.connect();
    server.streams[0].onOpen();
    session.showNotice(unreachable);
    server.streams[0].end();
    await settle();
    assert.equal(session.state.notice, unreachable);
    endWait();
    await settle();
    server.streams[1].onOpen();
    assert.equal(session.state.notice, '');

    session.showNotice(unreachable);
    await settle();
    assert.equal(server.streams.length, 2, 'the stream seems to be open');
    endWait();
    await settle();
    assert.equal(session.state.notice, unreachable, 'nobody has answered yet');
    server.streams[2].onOpen();
    assert.equal(session.state.notice, '');

    session.showNotice('The server rejected the move: no.');
    server.streams[2].onOpen();
    assert.match(session.state.notice, /rejected/, 'what else is wrong stays');
    session.close();
});

test('who resigns makes no more moves, unless the server refuses', async () => {
    let answer;
    const postResign = () => new Promise((_, reject) => (answer = reject));
    const server = fakeServer({}, { postResign });
    const { session } = await open(server, { seats: BOTH });
    const resigning = session.resign('b');
    assert.equal(mayMove(session.state), false);
    await session.play('a1b2');
    assert.deepEqual(movesOf(session), []);
    await session.reload();
    assert.equal(mayMove(session.state), false, 'also when the whole game is loaded');
    answer(new ApiError(409, 'conflict', 'no'));
    await assert.rejects(resigning);
    assert.equal(mayMove(session.state), true);
    const white = session.resign('w');
    assert.equal(mayMove(session.state), true, 'the other seat of this browser plays on');
    answer(new ApiError(409, 'conflict', 'no'));
    await assert.rejects(white);
    session.close();
});

test('after the end only a declined rematch is told', async () => {
    const declined = ['draw', 'rematch'].map((kind) => ({ kind, colour: 'b', by: 'w' }));
    const { session } = await open(fakeServer({ declined }), { seats: BLACK });
    assert.equal(
        declinedText(session.state),
        'White declines the draw. White declines the rematch.',
    );
    await session.resign('b');
    assert.equal(isOver(session.state), true);
    session.update({ game: { ...session.state.game, declined } });
    assert.equal(declinedText(session.state), 'White declines the rematch.');
    session.close();
});
