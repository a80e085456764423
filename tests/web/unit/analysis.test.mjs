// What the page makes of the server's analyses and reviews, for two players and for more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marksOf, mayAnalyse, NO_REVIEW } from '../../../web/src/analysis/analysis.ts';
import {
    curveOf,
    forcedWinner,
    hangingBySide,
    movesToEnd,
} from '../../../web/src/analysis/figures.ts';
import {
    analysisAfter,
    analysisRequest,
    fetchReview,
    reviewAfter,
} from '../../../web/src/analysis/requests.ts';
import { readAnalysis } from '../../../web/src/api/client.ts';
import { retryText } from '../../../web/src/api/error-text.ts';

const TWO = { turn: 'w', ejected: [0, 0] };
const THREE = { turn: 'r', ejected: [0, 0, 0] };
const DEPTH = { type: 'depth', depth: 4, score: { cp: 0 }, pv: ['a1b2'] };

test('a busy server that says no time is asked again after a pause', async (context) => {
    const error = { code: 'too_many', message: '' };
    const busy = () => Promise.resolve(Response.json({ error }, { status: 429 }));
    const { mock } = context.mock.method(globalThis, 'fetch', busy);
    const left = new AbortController();
    void fetchReview('Game0001', 2, left.signal, () => {}, assert.fail);
    await new Promise((resolve) => setTimeout(resolve, 50));
    left.abort();
    assert.equal(mock.callCount(), 1);
});

test('a review that a proxy answers for is said to be late, and comes', async (context) => {
    const end = { type: 'summary', accuracy: {}, passivity: {}, turning: null };
    const answers = [
        () => new Response('a proxy', { status: 502 }),
        () =>
            new Response(`${JSON.stringify(end)}\n`, {
                headers: { 'Content-Type': 'application/x-ndjson' },
            }),
    ];
    context.mock.method(globalThis, 'fetch', async () => answers.shift()());
    const problems = [];
    const reviews = [];
    const onFailure = (error) => problems.push(retryText(error));
    const { signal } = new AbortController();
    await fetchReview('Game0001', 2, signal, (review) => reviews.push(review), onFailure);
    assert.deepEqual(problems, ['Trying again.']);
    assert.equal(answers.length, 0);
    assert.ok(reviews.at(-1).accuracy);
});

test('who leaves an analysis ends its request, also while its lines come', async (context) => {
    let request;
    context.mock.method(globalThis, 'fetch', (path, init) => {
        request = init;
        const start = (controller) => {
            controller.enqueue(new TextEncoder().encode(`${JSON.stringify(DEPTH)}\n`));
            init.signal.addEventListener('abort', () => controller.error(init.signal.reason));
        };
        const headers = { 'Content-Type': 'application/x-ndjson' };
        return Promise.resolve(new Response(new ReadableStream({ start }), { headers }));
    });
    const left = new AbortController();
    const lines = [];
    const reading = readAnalysis({}, left.signal, (line) => {
        lines.push(line);
        left.abort();
    });
    await assert.rejects(reading, { name: 'AbortError' });
    assert.deepEqual(lines, [DEPTH]);
    assert.ok(request.signal.aborted);
});

test('an analysis of two players: shares from its score, threats that matter', () => {
    const early = analysisAfter(null, { ...DEPTH, score: { cp: 1000 } }, TWO);
    assert.equal(early.complete, false);
    assert.ok(Math.abs(early.shares[1] - 0.731) < 0.001, 'White is to move and ahead');
    const end = { type: 'end', expectation: 0.25, best: 'a1b2', hanging: [] };
    const threat = { move: 'e5e6', ejects: false, gain: 1200 };
    const full = analysisAfter(early, { ...end, threat }, TWO);
    assert.deepEqual(full.shares, [0.25, 0.75]);
    assert.deepEqual(full.threats, [{ side: 'b', move: 'e5e6', ejects: false }]);
    assert.deepEqual(marksOf(full).threats, [], 'only ejections are drawn');
    const quiet = analysisAfter(early, { ...end, threat: { ...threat, gain: 900 } }, TWO);
    assert.deepEqual(quiet.threats, []);
    assert.deepEqual(analysisAfter(early, { ...end, threat: null }, TWO).threats, []);
});

test('an analysis of three players: everybody is in it', () => {
    const early = analysisAfter(null, DEPTH, THREE);
    assert.equal(early.shares, null, 'a score says nothing of the others');
    const hanging = [
        { side: 'b', marble: 'a1', by: [] },
        { side: 'r', marble: 'c3', by: [] },
        { side: 'b', marble: 'a2', by: [] },
    ];
    const threats = [
        { side: 'b', move: 'a1b2', ejects: true },
        { side: 'w', move: 'i5h5', ejects: false },
    ];
    const end = { type: 'end', expectation: [0.5, 0.3, 0.2], best: 'c3c4', hanging };
    const full = analysisAfter(early, { ...end, threat: threats[0], threats }, THREE);
    assert.deepEqual(full.shares, [0.5, 0.3, 0.2]);
    assert.deepEqual(full.threats, [threats[0]]);
    assert.deepEqual(hangingBySide(full, 'r'), [
        ['r', ['c3']],
        ['b', ['a1', 'a2']],
    ]);
});

test('who wins by force', () => {
    assert.equal(forcedWinner({ cp: 9000 }, 'b', 2), null);
    assert.equal(forcedWinner({ plies: 5, win: true }, 'b', 2), 'b');
    assert.equal(forcedWinner({ plies: 4, win: false }, 'b', 2), 'w');
    assert.equal(forcedWinner({ plies: 4, win: true }, 'r', 3), 'r');
    assert.equal(forcedWinner({ plies: 3, win: false }, 'r', 3), null, 'others may parry it');
    assert.equal(movesToEnd({ plies: 5, win: true }, 2), 3);
    assert.equal(movesToEnd({ plies: 4, win: true }, 3), 2);
});

test('a review: the curve begins before the first move once the summary is there', () => {
    const move = { ply: 1, side: 'b', move: 'a1b2', best: 'a1b2', loss: 0, grade: 'best' };
    const one = reviewAfter(NO_REVIEW, { type: 'move', ...move, expectation: 0.75 });
    assert.deepEqual(curveOf(one, 'w'), [{ ply: 1, share: 0.25 }]);
    assert.deepEqual([one.accuracy, one.passivity], [null, null]);
    const summary = { type: 'summary', turning: 1, start: 0.5 };
    const [b, w] = [
        { accuracy: 90, passivity: 0.25 },
        { accuracy: 40, passivity: 0 },
    ];
    const whole = reviewAfter(one, { ...summary, b, w });
    assert.deepEqual(
        curveOf(whole, 'b').map(({ share }) => share),
        [0.5, 0.75],
    );
    assert.deepEqual(whole.accuracy, { b: 0.9, w: 0.4 });
    assert.deepEqual(whole.passivity, { b: 0.25, w: 0 });
    assert.equal(whole.turning, 1);
    const three = reviewAfter(NO_REVIEW, { type: 'move', ...move, expectation: [0.2, 0.2, 0.6] });
    assert.deepEqual(curveOf(three, 'r'), [{ ply: 1, share: 0.6 }]);
});

test('an analysis is asked from a position that knows who has left', () => {
    const entry = (text, move) => ({
        position: { text: `rows b ${text}` },
        move: move && { text: move },
    });
    const entries = [
        entry('0-0-0 0 1'),
        entry('0-0-0 1 2', 'a1b2'),
        entry('0-0x-0 2 3', 'c3c4'),
        entry('0-0x-0 3 4', 'i5h5'),
    ];
    const state = { entries, game: { rules: { text: 'classic' } } };
    const { position, moves } = analysisRequest(state, 3);
    assert.deepEqual([position, moves], ['rows b 0-0x-0 2 3', ['i5h5']]);
    assert.deepEqual(analysisRequest(state, 1).moves, ['a1b2']);
});

test('an analysis is fair where it is about nothing, or over', () => {
    const state = (kind, more = {}) => ({
        game: {
            id: 'x',
            status: 'playing',
            seats: [
                { colour: 'b', kind: 'user' },
                { colour: 'w', kind },
            ],
            ...more,
        },
        seats: { mine: ['b'] },
        result: more.result ?? '*',
    });
    assert.ok(mayAnalyse(state('computer')) && !mayAnalyse(state('user')));
    for (const serious of [{ rated: true }, { tournament: 'Fq7hWkTa' }]) {
        assert.ok(!mayAnalyse(state('computer', serious)));
        assert.ok(mayAnalyse(state('computer', { ...serious, result: '1-0', status: 'over' })));
    }
    assert.ok(mayAnalyse(state('user', { id: '' })));
});
