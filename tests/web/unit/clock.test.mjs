// Clocks of the page: what they show, which settings a choice stands for, who may be claimed against.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presenceOf } from '../../../web/src/game-page/board-column.tsx';
import { isGone } from '../../../web/src/game/state.ts';
import { firstMoveLeft } from '../../../web/src/game-page/first-move-card.tsx';
import { clockRules, DEFAULT_CLOCK } from '../../../web/src/lobby/clock-picker.tsx';
import { clockView } from '../../../web/src/game-page/clock.tsx';
import { isClockKnown } from '../../../web/src/game/state.ts';

/** What the clocks of a game show 500 ms after the server has told them: Black's, White's. */
function views(clock, rules, turn = clock.runs) {
    return ['b', 'w'].map((side, i) =>
        clockView({ ...clock, at: 1000 }, rules, i, side, turn === side, 1500),
    );
}

test('the clock that runs counts down, the other stands', () => {
    const [black, white] = views({ runs: 'b', left: [60_000, 45_000] }, { game: 60 });
    assert.deepEqual([black.running, black.game, black.turn], [true, 59_500, null]);
    assert.deepEqual([white.running, white.game, white.low], [false, 45_000, false]);
});

test('a delay passes first', () => {
    const [early] = views({ runs: 'b', left: [60_000, 60_000], delay: 800 }, { game: 60 });
    assert.deepEqual([early.game, early.delay], [60_000, 300]);
    const [late] = views({ runs: 'b', left: [60_000, 60_000], delay: 200 }, { game: 60 });
    assert.deepEqual([late.game, late.delay], [59_700, 0]);
});

test('a turn begins with all of its time', () => {
    const [black, white] = views({ runs: 'w', turn: 2000 }, { turn: 5 });
    assert.deepEqual([black.turn, white.turn], [5000, 1500]);
    const [standing] = views({ runs: '', turn: 3000 }, { turn: 5 }, 'b');
    assert.deepEqual([standing.turn, standing.running], [3000, false]);
});

test('low time is told, and the end of it', () => {
    const low = (left, game) => views({ runs: '', left: [left, left] }, { game }, 'b')[0].low;
    assert.deepEqual([low(20_000, 600), low(20_001, 600)], [true, false]);
    assert.deepEqual([low(12_000, 60), low(12_001, 60)], [true, false]);
    const [up, other] = views({ runs: '', left: [0, 9000] }, { game: 60 }, 'b');
    assert.deepEqual([up.up, other.up], [true, false]);
    assert.equal(views({ runs: 'b', turn: 400 }, { turn: 5 })[0].turn, 0);
});

test('a choice of a clock becomes rules', () => {
    const rules = (changes) => clockRules({ ...DEFAULT_CLOCK, ...changes });
    assert.equal(rules({}), null);
    assert.deepEqual(rules({ kind: 'turn', turn: 5 }), { turn: 5 });
    assert.deepEqual(rules({ kind: 'days', days: 2 }), { days: 2 });
    assert.deepEqual(rules({ kind: 'bank', bank: 5, gain: 12 }), {
        bank: 5,
        gain: 43_200,
        cap: 864_000,
    });
    assert.deepEqual(rules({ kind: 'bank', bank: 5, gain: 0 }), { bank: 5 });
    assert.deepEqual(rules({ kind: 'game', minutes: 3, seconds: 2 }), { game: 180, gain: 2 });
    assert.deepEqual(rules({ kind: 'game', bonus: 'delay' }), { game: 600, delay: 5 });
    assert.deepEqual(rules({ kind: 'game', seconds: 0 }), { game: 600 });
});

test('only another person who has gone and is to move can be claimed against', () => {
    const state = (changes, mine = ['w']) => ({
        game: {
            seats: [
                { colour: 'b', kind: 'person' },
                { colour: 'w', kind: 'person' },
            ],
            status: 'playing',
            here: ['w'],
            claim: 30,
            ...changes,
        },
        entries: [{ mover: 'b' }, { mover: 'w', position: { turn: 'b' } }],
        result: '*',
        seats: { mine },
        connected: true,
    });
    const unmoved = { ...state({}), entries: [{ mover: null, position: { turn: 'b' } }] };
    assert.equal(isGone(unmoved), false, 'nobody loses before the first move');
    assert.equal(isGone(state({})), true);
    assert.equal(isGone(state({ here: ['b', 'w'] })), false);
    assert.equal(isGone(state({ claim: undefined })), false);
    assert.equal(isGone(state({ status: 'paused' })), false);
    assert.equal(isGone(state({}, ['b'])), false);
    assert.equal(isGone(state({}, [])), false);
    const cut = { ...state({}), connected: false };
    assert.equal(isGone(cut), false, 'who has no connection does not know who is there');
    const presences = (state) => state.game.seats.map((seat) => presenceOf(state, seat));
    assert.deepEqual(presences(state({})), ['away', null]);
    assert.deepEqual(presences(state({ here: ['b', 'w'] })), ['here', null]);
    assert.deepEqual(presences(cut), [null, null]);
    const known = (state) => ['b', 'w'].map((side) => isClockKnown(state, side));
    assert.deepEqual(known(state({})), [true, true]);
    assert.deepEqual(known(cut), [false, true], 'only the own clock is sure to run on');
});

test('the time for the first move runs from when the server has said it', () => {
    const state = (clock, mine = ['b']) => ({
        game: { clock, status: 'playing' },
        seats: { mine },
    });
    assert.equal(firstMoveLeft(state({ runs: '', first: 300_000, at: 1000 }), 21_000), 280_000);
    assert.equal(firstMoveLeft(state({ runs: '', first: 3000, at: 1000 }), 21_000), 0);
    assert.equal(firstMoveLeft(state({ runs: 'b', at: 1000 }), 21_000), null);
    assert.equal(firstMoveLeft(state(undefined), 21_000), null);
    assert.equal(firstMoveLeft(state({ runs: '', first: 300_000, at: 1 }, []), 2), null);
});
