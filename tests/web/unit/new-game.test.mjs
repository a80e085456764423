// The form of the start page: its defaults, its steps, and the games that it asks for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    clockOf,
    colourOf,
    DEFAULT_FORM,
    formProblem,
    mayRate,
    newGame,
    opponentOf,
    rulesText,
    PRESETS,
    savedForm,
    settled,
    withChallenged,
    withColour,
    withKnownPrograms,
    withOpponent,
    withPlayers,
    withSeat,
} from '../../../web/src/lobby/new-game.ts';
import { FOUR, loadRules } from './fixtures.mjs';

const rules = await loadRules();
const ANN = { account: '', nickname: 'Ann' };
const NOBODY = { account: '', nickname: '' };
const COMPUTER = { kind: 'computer', level: 3 };

test('one press starts a game against the computer', () => {
    assert.equal(formProblem(DEFAULT_FORM, rules), '');
    assert.deepEqual(newGame(DEFAULT_FORM, ANN), {
        layout: 'belgian-daisy',
        seats: [{ kind: 'person' }, COMPUTER],
    });
});

test('an opponent and a colour in a game of two', () => {
    const white = withColour(withOpponent(DEFAULT_FORM, 'friend'), 'w');
    assert.deepEqual([opponentOf(white), colourOf(white)], ['friend', 'w']);
    assert.deepEqual(newGame(white, ANN).seats, [
        { kind: 'open', listed: false },
        { kind: 'person', name: 'Ann' },
    ]);
    const anybody = withOpponent(white, 'anybody');
    assert.deepEqual(newGame(anybody, NOBODY).seats, [
        { kind: 'open', listed: true },
        { kind: 'person' },
    ]);
    const here = withOpponent(anybody, 'here');
    assert.equal(opponentOf(here), 'here');
    assert.deepEqual(newGame(here, ANN).seats, [{ kind: 'person' }, { kind: 'person' }]);
    assert.equal(opponentOf(withOpponent(here, 'computer')), 'computer');
    assert.equal(colourOf(withColour(white, 'b')), 'b');
});

test('random colours draw the seats by lot', () => {
    const random = withColour(DEFAULT_FORM, 'random');
    assert.equal(colourOf(random), 'random');
    assert.deepEqual(newGame(random, NOBODY, () => 0).seats, [COMPUTER, { kind: 'person' }]);
    assert.deepEqual(newGame(random, NOBODY, () => 0.9).seats, [{ kind: 'person' }, COMPUTER]);
    assert.equal(colourOf(withColour(random, 'w')), 'w');
});

test('more players: a board for them, seats like the last, and back again', () => {
    const five = withPlayers(withOpponent(DEFAULT_FORM, 'friend'), 5);
    assert.equal(five.layout, 'bowl-5');
    assert.deepEqual(
        five.seats.map(({ who }) => who),
        ['me', ...Array(4).fill('friend')],
    );
    const mixed = withSeat(withSeat(five, 1, { who: 'me', name: ' Bo ' }), 2, {
        who: 'computer',
        computer: { ...five.seats[2].computer, as: 'program' },
    });
    assert.deepEqual(newGame({ ...mixed, teams: false }, ANN).seats.slice(0, 4), [
        { kind: 'person' },
        { kind: 'person', name: 'Bo' },
        { kind: 'computer', opponent: 'abla-combined' },
        { kind: 'open', listed: false },
    ]);
    const two = withPlayers(five, 2);
    assert.deepEqual([two.layout, two.seats.length], ['belgian-daisy', 2]);
    // Two players without anybody at this screen are not offered.
    const watched = withSeat(withPlayers(DEFAULT_FORM, 3), 0, { who: 'computer' });
    assert.equal(opponentOf(withPlayers(watched, 2)), 'computer');
    assert.equal(colourOf(withPlayers(watched, 2)), 'b');
});

test('teams, rules and a position reach the server as it reads them', () => {
    const four = { ...withPlayers(DEFAULT_FORM, 4), teams: true };
    assert.equal(newGame(four, NOBODY).teams, true);
    const changed = { ...four, rules: { preset: 'classic', changes: { win: '3', ko: 'yes' } } };
    assert.equal(newGame(changed, NOBODY).rules, 'classic,win=3,ko=yes');
    const custom = { ...changed, layout: '', position: ` ${FOUR} b ` };
    assert.deepEqual(Object.keys(newGame(custom, NOBODY)), ['position', 'rules', 'seats']);
    assert.equal(newGame(custom, NOBODY).position, `${FOUR} b`);
});

test('a custom position says how many play', () => {
    const custom = { ...DEFAULT_FORM, layout: '', position: `${FOUR} b` };
    assert.deepEqual(
        settled(custom, rules).seats.map(({ who }) => who),
        ['me', 'computer', 'computer', 'computer'],
    );
    const broken = { ...custom, position: 'bb!' };
    assert.equal(settled(broken, rules), broken);
    assert.match(formProblem(broken, rules), /^Column \d+: /);
    assert.match(formProblem({ ...custom, position: ' ' }, rules), /^Enter a position/);
});

test('every setting of a preset, and what is wrong with one', () => {
    const course = rules.describeRules('standard', 'course,win=3');
    const { text, win, plies, limit, ko, stuck } = course;
    assert.deepEqual([win, plies, limit, ko, stuck], [3, 80, 'score', false, 'draw']);
    assert.equal(rules.describeRules('standard', text).win, 3);
    assert.equal(rules.describeRules('e0', 'classic').win, 2);
    assert.throws(() => rules.describeRules('standard', 'win=0'), /win: expected a number from 1/);
    const wrong = { ...DEFAULT_FORM, rules: { preset: 'classic', changes: { quiet: '70000' } } };
    assert.equal(rulesText(wrong), 'classic,quiet=70000');
    assert.match(formProblem(wrong, rules), /^Rules: quiet: expected a number/);
});

test("a preset's clock is the first choice, and another one replaces it", () => {
    const pick = (preset) => ({
        ...DEFAULT_FORM,
        rules: { preset, changes: {} },
        clock: clockOf(rules.describeRules('standard', preset)),
    });
    const timesOf = (form) => {
        const { turn, game, gain, delay } = rules.describeRules('standard', rulesText(form));
        return [turn, game, gain, delay];
    };
    assert.deepEqual(timesOf(pick('course')), [5, 0, 0, 0]);
    assert.deepEqual(timesOf(pick('tournament')), [0, 1200, 5, 0]);
    assert.deepEqual(timesOf(pick('arena')), [0, 0, 0, 0]);
    const course = pick('course');
    assert.deepEqual(
        timesOf({ ...course, clock: { ...course.clock, kind: 'none' } }),
        [0, 0, 0, 0],
    );
    const days = { ...course, clock: { ...course.clock, kind: 'days', days: 2 } };
    assert.deepEqual(timesOf(days), [172800, 0, 0, 0]);
    const slow = { ...course.clock, kind: 'game', minutes: 3, bonus: 'delay', seconds: 2 };
    assert.deepEqual(timesOf({ ...course, clock: slow }), [0, 180, 0, 2]);
});

test('to challenge a computer by the name of its account is to choose it', () => {
    const seatOf = (name) => newGame(withChallenged(DEFAULT_FORM, name), NOBODY).seats[1];
    assert.deepEqual(seatOf('paua.10'), { kind: 'computer', level: 10 });
    assert.deepEqual(seatOf('paua.random-soft'), { kind: 'computer', opponent: 'random-soft' });
    assert.deepEqual(seatOf('Bob'), { kind: 'user', name: 'Bob' });
});

test('which games may be rated', () => {
    const layouts = rules.layouts();
    const clock = { ...DEFAULT_FORM.clock, kind: 'game' };
    const timed = { ...DEFAULT_FORM, clock };
    const may = (form, account = 'Ann') => mayRate(layouts, form, account);
    const computer = (changes) =>
        withSeat(timed, 1, { computer: { ...timed.seats[1].computer, ...changes } });
    assert.ok(may(timed) && may(withOpponent(timed, 'friend')) && may(withOpponent(timed, 'user')));
    assert.ok(may(computer({ as: 'program' })) && may(computer({ plies: 2 })));
    assert.ok(!may(timed, '') && !may(DEFAULT_FORM) && !may(withOpponent(timed, 'here')));
    assert.ok(!may(computer({ as: 'program', plies: 2 })));
    assert.ok(!may({ ...timed, layout: '', position: `${FOUR} b` }));
    assert.ok(!may({ ...timed, rules: { preset: 'classic', changes: { win: 3 } } }));
    const three = withPlayers(timed, 3); // two computers of the same level
    assert.ok(!may(three));
    assert.ok(may(withSeat(three, 2, { who: 'anybody' })));
    assert.ok(!newGame(timed, ANN).rated && newGame({ ...timed, rated: true }, ANN).rated);
});

test('a saved form comes back, and one that no game can be started from does not', () => {
    const through = (form) => savedForm(JSON.parse(JSON.stringify(form)), rules);
    const white = withColour(withOpponent({ ...DEFAULT_FORM, layout: 'standard' }, 'friend'), 'w');
    const own = settled({ ...DEFAULT_FORM, layout: '', position: `${FOUR} b` }, rules);
    const course = { ...white, rules: { preset: 'course', changes: { win: '3' } } };
    const presets = PRESETS.map(([preset]) => ({
        ...white,
        rules: { preset, changes: {} },
        clock: clockOf(rules.describeRules('standard', preset)),
    }));
    const pairs = { ...withPlayers(DEFAULT_FORM, 4), teams: true };
    const forms = [DEFAULT_FORM, white, own, course, pairs, withPlayers(DEFAULT_FORM, 5)];
    for (const form of [...forms, ...presets]) assert.deepEqual(through(form), form);
    const seat = white.seats[1];
    const computer = (changes) => ({
        seats: [seat, { ...seat, who: 'computer', computer: { ...seat.computer, ...changes } }],
    });
    for (const changes of [
        { layout: 'gone' },
        { layout: 'bowl-3' }, // for three
        { layout: '', position: '' },
        { layout: '', position: `${FOUR} b` }, // for four
        { seats: [] },
        { layout: '', position: `${FOUR} b`, seats: [] },
        { teams: true }, // not in pairs
        computer({ level: 99 }),
        computer({ level: 2.5 }),
        computer({ as: 'player' }),
        computer({ as: 'program', plies: -3 }),
        computer({ as: 'program', plies: 7 }),
        computer({ as: 'program', plies: 1.5 }),
        { seats: [seat, { ...seat, computer: null }] },
        { seats: [seat, { ...seat, who: 'nobody' }] },
        { seats: [white.seats[0], white.seats[0]] }, // nobody is at this screen
        { clock: { kind: 'turn' } },
        { clock: { ...white.clock, kind: 'hours' } },
        { clock: { ...white.clock, kind: 'game', minutes: -5 } },
        { clock: { ...white.clock, kind: 'game', bonus: 'more' } },
        { clock: { ...white.clock, turn: 7 } }, // of another kind of clock
        { rules: { preset: 'classic,win=3', changes: {} } },
        { rules: { preset: '__proto__', changes: {} } },
        { rules: { preset: 'classic', changes: { win: {} } } },
        { rules: { preset: 'classic', changes: { win: '3,ko=yes' } } },
        { rules: { preset: 'classic', changes: ['x'] } },
        { rules: { preset: 'gone', changes: {} } },
        { rules: { preset: 'classic', changes: { win: '62' } } },
        { rated: 'yes' },
    ])
        assert.deepEqual(through({ ...white, ...changes }), DEFAULT_FORM, JSON.stringify(changes));
    for (const other of [null, 3, 'form', [], {}]) assert.deepEqual(through(other), DEFAULT_FORM);
});

test('a program that the server has no more gives way to the usual computer', () => {
    const seat = DEFAULT_FORM.seats[1];
    const program = (name) => ({
        ...seat,
        computer: { ...seat.computer, as: 'program', program: name, plies: 2 },
    });
    const form = { ...withPlayers(DEFAULT_FORM, 3), seats: ['kept', 'gone', 'gone'].map(program) };
    assert.deepEqual(withKnownPrograms(form, ['kept']).seats, [program('kept'), seat, seat]);
});
