// Accounts without a browser: what is wrong with a name or a password, seats of an account, challenges
// in words, the games that are linked to the account.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import openapi from '../../../docs/openapi.json';
import * as limits from '../../../web/src/api/limits.ts';
import { ApiError } from '../../../web/src/api/client.ts';
import {
    browserText,
    CATEGORIES,
    categoryText,
    nameProblem,
    passwordProblem,
    refusal,
} from '../../../web/src/people/account-text.ts';
import { challengeText } from '../../../web/src/people/challenge.ts';
import { gameAfter } from '../../../web/src/game/events.ts';
import { isTaken } from '../../../web/src/game/seat.ts';
import {
    gameAboutText,
    opponentsOfName,
    outcomeText,
} from '../../../web/src/people/game-history.ts';
import { opponentsText, summaryOf } from '../../../web/src/game/summary.ts';
import { accountIn, challengeTo, withAccount } from '../../../web/src/game/invitation.ts';
import {
    DEFAULT_FORM,
    namesProblem,
    newGame,
    opponentOf,
    withChallenged,
    withPlayers,
    withSeat,
} from '../../../web/src/lobby/new-game.ts';
import {
    allGames,
    rememberGame,
    saveAccount,
    saveSeats,
    seatsOf,
    updateGame,
} from '../../../web/src/api/storage.ts';
import { linkableGames, linkGames } from '../../../web/src/people/link-games.ts';

let stored = {};
beforeEach(() => {
    stored = {};
    globalThis.localStorage = {
        getItem: (key) => stored[key] ?? null,
        setItem: (key, value) => (stored[key] = value),
        key: (i) => Object.keys(stored)[i],
        get length() {
            return Object.keys(stored).length;
        },
    };
});

test('what is wrong with a name or a password', () => {
    for (const name of ['Ann', 'a1', 'x-_9', 'A'.repeat(20)]) assert.equal(nameProblem(name), '');
    for (const name of ['', 'a', '1a', 'a b', 'ä1', 'A'.repeat(21)])
        assert.notEqual(nameProblem(name), '', name);
    assert.equal(passwordProblem('12345678'), '');
    assert.equal(passwordProblem('12345678'.repeat(125)), '');
    assert.match(passwordProblem(''), /^Enter/);
    assert.match(passwordProblem('1234567'), /at least 8/);
    assert.match(passwordProblem('😀😀😀😀'), /at least 8/, 'characters, not their halves');
    assert.match(passwordProblem('ä'.repeat(501)), /shorter/);
});

test('what the server refuses stands at its field', () => {
    const refused = (status, code, message = '') =>
        refusal(new ApiError(status, code, message), 'Wrong.');
    assert.deepEqual(Object.keys(refused(409, 'name_taken')), ['name']);
    assert.deepEqual(refused(401, 'bad_credentials'), { password: 'Wrong.' });
    assert.deepEqual(
        refused(429, 'too_many', 'too many wrong passwords; try again in 14 minutes'),
        {
            form: 'Too many wrong passwords. Try again in 14 minutes.',
        },
    );
    assert.deepEqual(refused(429, 'too_many', 'slow down'), {
        form: 'Too many requests. Please wait a moment.',
    });
    assert.match(refused(503, 'busy').form, /^The server is busy/);
    assert.match(refused(0, 'unreachable').form, /^Can't reach the server/);
    assert.match(refusal(new TypeError('x'), '').form, /^Something went wrong/);
});

test('browsers by their names for themselves', () => {
    const mozilla = (system, rest) => `Mozilla/5.0 (${system}) ${rest}`;
    const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
    const windows = 'Windows NT 10.0; Win64; x64';
    for (const [label, text] of [
        [
            mozilla('X11; Linux x86_64; rv:128.0', 'Gecko/20100101 Firefox/128.0'),
            'Firefox on Linux',
        ],
        [mozilla(windows, `${webkit} Chrome/142.0.0.0 Safari/537.36`), 'Chrome on Windows'],
        [mozilla(windows, `${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0`), 'Edge on Windows'],
        [
            mozilla('iPhone; CPU iPhone OS 17_5 like Mac OS X', 'Version/17 Safari/604'),
            'Safari on iOS',
        ],
        [
            mozilla('Linux; Android 10; K', `${webkit} Chrome/142 Mobile Safari`),
            'Chrome on Android',
        ],
        [mozilla('Macintosh; Intel Mac OS X 10_15_7', 'x'), 'A browser on macOS'],
        ['curl/7.88.1', 'curl/7.88.1'],
        ['', 'Unknown browser'],
    ])
        assert.equal(browserText(label), text);
});

test('categories of ratings in words', () => {
    assert.equal(categoryText('2-rapid'), '2 players, rapid');
    assert.equal(categoryText('6-mail'), '6 players, correspondence');
});

test('the longest texts are those of the API', () => {
    const { schemas } = openapi.components;
    assert.deepEqual(
        { ...limits },
        {
            NICKNAME_MAX: schemas.Nickname.maxLength,
            USER_NAME_MAX: schemas.UserName.maxLength,
            CHAT_MAX: schemas.ChatText.maxLength,
            MESSAGE_MAX: schemas.MessageText.maxLength,
            REPORT_MAX: schemas.ReportText.maxLength,
            TOKEN_LABEL_MAX: schemas.NewToken.properties.label.maxLength,
            TOURNAMENT_NAME_MAX: schemas.TournamentName.maxLength,
        },
    );
});

test('there are standings for every category that the API knows', () => {
    const { pattern } = openapi.components.schemas.Category;
    const [, low, high, speeds] = /^\^\[(\d)-(\d)\]-\(([a-z|]+)\)\$$/.exec(pattern);
    const players = Array.from({ length: high - low + 1 }, (_, i) => +low + i);
    const all = players.flatMap((count) => speeds.split('|').map((speed) => `${count}-${speed}`));
    assert.deepEqual(CATEGORIES, all);
});

const ANN = { colour: 'b', kind: 'user', name: 'Ann', user: 'Ann', taken: true };
const BOB = { colour: 'w', kind: 'user', name: 'Bob', taken: false };

test('the seats of an account are those without a key, too', () => {
    const game = { seats: [ANN, { ...BOB, taken: true, user: 'Bob' }] };
    assert.deepEqual(withAccount(seatsOf({}), game, 'Ann').mine, ['b']);
    assert.deepEqual(withAccount(seatsOf({ w: 'key' }), game, 'Ann').mine, ['b', 'w']);
    assert.deepEqual(withAccount(seatsOf({}), game, '').mine, []);
    assert.deepEqual(withAccount(seatsOf({}), { seats: [{ colour: 'b' }] }, '').mine, []);
    // The server's answer says who is signed in.
    assert.equal(accountIn({ seats: [{ ...ANN, you: true }] }, ''), 'Ann');
    assert.equal(accountIn(game, 'Ann'), '', 'the seat is not shown as one of this browser');
    assert.equal(accountIn(game, 'Cid'), 'Cid', 'nothing is learnt from a game of others');
});

test('a challenge waits for its account alone, and in words', () => {
    const game = { seats: [ANN, BOB] };
    assert.equal(isTaken(BOB), false);
    assert.equal(challengeTo(game, 'Bob'), BOB);
    assert.equal(challengeTo(game, 'Ann'), undefined);
    assert.equal(challengeTo(game, ''), undefined);
    assert.equal(challengeTo({ seats: [ANN, { ...BOB, left: 'declined' }] }, 'Bob'), undefined);
    assert.equal(challengeText(game, BOB), 'Ann challenges you to play White.');
    const cid = { colour: 'r', kind: 'person', name: 'Cid' };
    const three = { seats: [ANN, BOB, cid, { colour: 'g', kind: 'computer', level: 1 }] };
    assert.equal(challengeText(three, BOB), 'Ann and Cid challenge you to play White.');
    assert.equal(challengeText({ seats: [BOB] }, BOB), 'You are asked to play White.');

    const row = {
        ...game,
        id: 'game1234',
        layout: 'standard',
        status: 'waiting',
        turn: 'b',
        result: '*',
        position: 'x b 0-0 0 1',
        created: '2026-11-23T12:48:36Z',
    };
    const none = seatsOf({});
    const challenge = summaryOf(row, none, 'Bob');
    assert.deepEqual(
        [challenge.turn, challenge.opponent, challenge.state],
        ['challenged', 'Ann', 'Challenge'],
    );
    const asking = summaryOf(row, none, 'Ann');
    assert.deepEqual([asking.turn, asking.opponent], ['theirs', 'Bob']);
    assert.equal(asking.state, 'Waiting for Bob');
    assert.equal(opponentsText(row, []), 'Watching');
    const joined = { type: 'join', colour: 'w', name: 'Bob', user: 'Bob', turn: 'b' };
    const after = gameAfter({ ...row, proposals: [], chat: [], next: '' }, joined);
    assert.equal(after.status, 'playing');
    assert.equal(after.seats[1].user, 'Bob');
    assert.equal(summaryOf({ ...row, ...after }, none, 'Ann').state, 'Your turn');
});

test('a form that challenges players by name', () => {
    const form = withChallenged(withPlayers(DEFAULT_FORM, 4), ' bob ');
    assert.deepEqual([form.seats.length, opponentOf(form)], [2, 'user']);
    assert.equal(namesProblem(form, 'Ann'), null);
    const asker = { account: 'Ann', nickname: 'Annie' };
    assert.deepEqual(newGame(form, asker).seats, [
        { kind: 'user', name: 'Ann' },
        { kind: 'user', name: 'bob' },
    ]);
    assert.match(namesProblem(form, '').text, /sign in/);
    assert.match(namesProblem(form, 'BOB').text, /your own name/);
    assert.match(namesProblem(withSeat(form, 1, { name: ' ' }), 'Ann').text, /^Enter/);
    const three = withSeat(withPlayers(form, 3), 2, { who: 'user', name: 'Bob' });
    assert.deepEqual(namesProblem(three, 'Ann'), {
        at: 2,
        text: 'This player has a seat already.',
    });
    // Several people at this screen play with keys: whose the account is is unknown.
    const both = withSeat(three, 1, { who: 'me', name: 'Bo' });
    assert.deepEqual(newGame(both, asker).seats.slice(0, 2), [
        { kind: 'person' },
        { kind: 'person', name: 'Bo' },
    ]);
    assert.equal(namesProblem(DEFAULT_FORM, ''), null);
});

const KEY = 'k'.repeat(32);

/** Games of this browser: one seat, one seat of which the account has it, two seats, watched. */
function rememberGames() {
    const game = (id) => ({ id, title: 'Standard', opponent: '', over: '', at: 1 });
    for (const id of ['gameAAAA', 'gameBBBB', 'gameCCCC', 'gameDDDD']) rememberGame(game(id));
    saveSeats('gameAAAA', seatsOf({ b: KEY }));
    saveSeats('gameBBBB', seatsOf({ w: KEY }));
    saveSeats('gameCCCC', seatsOf({ b: KEY, w: KEY }));
    saveSeats('gameEEEE', seatsOf({ b: KEY })); // never opened
    updateGame('gameBBBB', { account: 'Ann' });
}

test('the games that may be linked to the account', () => {
    rememberGames();
    assert.deepEqual(linkableGames('Ann'), ['gameAAAA', 'gameEEEE']);
    assert.deepEqual(linkableGames('Bob').sort(), ['gameAAAA', 'gameBBBB', 'gameEEEE']);
    rememberGame({ id: 'gameBBBB', title: 'Standard', opponent: '', over: '1-0', at: 2 });
    assert.deepEqual(
        linkableGames('Ann'),
        ['gameAAAA', 'gameEEEE'],
        'also after it was opened again',
    );
});

test('linking games waits when the server asks for it, and leaves out what cannot be had', async () => {
    rememberGames();
    const calls = [];
    const waits = [];
    let busy = 1;
    const server = {
        async linkGame(id, key) {
            calls.push([id, key]);
            if (busy-- > 0) throw new ApiError(429, 'too_many', 'slow down', 3);
            if (id === 'gameEEEE') throw new ApiError(404, 'not_found', 'no such game');
        },
        wait: async (ms) => void waits.push(ms),
    };
    const done = [];
    const { signal } = new AbortController();
    const ids = linkableGames('Ann');
    const taken = await linkGames(ids, 'Ann', signal, (count) => done.push(count), server);
    assert.equal(taken, 1);
    assert.deepEqual(calls, [
        ['gameAAAA', KEY],
        ['gameAAAA', KEY],
        ['gameEEEE', KEY],
    ]);
    assert.deepEqual([waits, done], [[3000], [1, 2]]);
    assert.deepEqual(linkableGames('Ann'), [], 'neither is offered again');
    server.linkGame = async () => {
        throw new ApiError(401, 'not_signed_in', 'sign in');
    };
    await assert.rejects(linkGames(['gameAAAA'], 'Bob', signal, () => {}, server));
    assert.ok(linkableGames('Bob').includes('gameAAAA'), 'one that failed is offered again');
});

test('linking games that is ended while it waits asks no more', async () => {
    rememberGames();
    const end = new AbortController();
    let calls = 0;
    const server = {
        async linkGame() {
            calls++;
            throw new ApiError(429, 'too_many', 'slow down', 3);
        },
        wait: async () => end.abort(),
    };
    await assert.rejects(
        linkGames(linkableGames('Ann'), 'Ann', end.signal, () => {}, server),
        {
            status: 429,
        },
    );
    assert.equal(calls, 1);
    assert.deepEqual(linkableGames('Ann'), ['gameAAAA', 'gameEEEE'], 'all are offered again');
});

test("a game of a player's page in words, from his side", () => {
    const seat = (colour, name, more) => ({
        kind: 'user',
        colour,
        name,
        user: name,
        taken: true,
        ...more,
    });
    const ann = seat('b', 'Ann', { rating_change: -12 });
    const bob = seat('w', 'Bob', { rating_change: 12 });
    const game = (seats, more) => ({
        layout: 'belgian-daisy',
        created: '2026-11-25T17:29:10Z',
        status: 'over',
        position: 'bb/ww b 0-0 0 9',
        ply: 9,
        result: '0-1',
        seats,
        ...more,
    });
    const two = game([ann, bob]);
    assert.deepEqual(
        [opponentsOfName(two, 'Ann'), outcomeText(two, 'Ann')],
        ['Bob', 'Lost \u221212'],
    );
    assert.deepEqual([opponentsOfName(two, 'Bob'), outcomeText(two, 'Bob')], ['Ann', 'Won +12']);
    const plain = [seat('b', 'Ann'), { kind: 'person', colour: 'w' }];
    assert.equal(opponentsOfName(game(plain), 'Ann'), 'Somebody');
    assert.equal(outcomeText(game(plain, { result: '1/2-1/2' }), 'Ann'), 'Draw');
    assert.equal(outcomeText(game(plain, { result: '*' }), 'Ann'), 'Closed');
    assert.equal(outcomeText(game(plain, { result: '*', status: 'playing' }), 'Ann'), 'Move 9');
    assert.equal(outcomeText(game(plain, { result: '*', status: 'paused' }), 'Ann'), 'Paused');
    const waits = game([seat('b', 'Ann'), { kind: 'open', colour: 'w', taken: false }], {
        status: 'waiting',
    });
    assert.deepEqual(
        [opponentsOfName(waits, 'Ann'), outcomeText(waits, 'Ann')],
        ['Free seat', 'Waiting'],
    );
    const alone = game([seat('b', 'Ann'), seat('w', 'Ann')]);
    assert.deepEqual(
        [opponentsOfName(alone, 'Ann'), outcomeText(alone, 'Ann')],
        ['All sides', 'White wins'],
    );

    // A partner is no opponent, and wins too; who has left a game of three does not share a draw.
    const four = [
        seat('b', 'Ann'),
        seat('w', 'Bob'),
        seat('r', 'Cid'),
        { kind: 'computer', colour: 'g', level: 3 },
    ];
    const teams = game(four, { position: 'bb/ww b 0-0-0-0 0 9 br-wg', result: '0-0-1' });
    assert.equal(opponentsOfName(teams, 'Ann'), 'Bob, Computer, level 3');
    assert.deepEqual(
        ['Ann', 'Bob', 'Cid'].map((name) => outcomeText(teams, name)),
        ['Won', 'Lost', 'Won'],
    );
    const left = game([seat('b', 'Ann', { left: 'resignation' }), ...four.slice(1, 3)], {
        result: '1/2-1/2',
    });
    assert.deepEqual(
        ['Ann', 'Bob'].map((name) => outcomeText(left, name)),
        ['Lost', 'Draw'],
    );

    assert.match(gameAboutText(two), /^Belgian daisy, not rated, \D*\d/);
    const days = { ...two, slow: true };
    assert.match(gameAboutText(days), /^Belgian daisy, not rated, correspondence, /);
    const ratedDays = { ...days, category: '2-mail' };
    assert.match(gameAboutText(ratedDays), /^Belgian daisy, rated, correspondence, /);
    const ratedSlow = { ...two, category: '2-slow' };
    assert.match(gameAboutText(ratedSlow), /^Belgian daisy, rated, slow, /);
    assert.match(
        gameAboutText({ ...two, rated: true, category: '2-fast' }),
        /^Belgian daisy, rated, fast, /,
    );
});

test('games that an account alone plays are listed while it is signed in', () => {
    const seen = (id, more) =>
        rememberGame({ id, title: 'Bowl', opponent: '', over: '', at: 1, ...more });
    const listed = (name) => {
        saveAccount(name);
        return allGames().map(({ id }) => id);
    };
    seen('watched1');
    seen('alone001', { account: 'Ann' });
    seen('withkey1', { account: 'Ann' });
    saveSeats('withkey1', seatsOf({ b: 'k'.repeat(32) }));
    seen('invites1', { account: 'Ann' });
    saveSeats('invites1', seatsOf({}, { w: 'i'.repeat(32) }));
    const all = ['invites1', 'withkey1', 'alone001', 'watched1'];
    assert.deepEqual(listed('Ann'), all);
    for (const other of ['', 'Bob']) assert.deepEqual(listed(other), ['withkey1', 'watched1']);
    // Opened again by who has signed out, and what was taken from the list.
    seen('alone001');
    updateGame('invites1', { hidden: true });
    assert.deepEqual(listed(''), ['withkey1', 'watched1']);
    assert.deepEqual(listed('Ann'), ['alone001', 'withkey1', 'watched1']);
});
