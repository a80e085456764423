// The engine in the browser: on several threads where the page is isolated from other origins, on one
// elsewhere; what it finds, how soon it stops, and what the page does where it cannot run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineScript } from './engine-script.mjs';
import { assertClean, browser, newPage, post, prepare, server, STILL } from './harness.mjs';

prepare();

const SHARP = '3bb/wwb1bb/2wwwbb/4www1/3bbww2/3bbw2/2bb1w1/6/5 b 2-1 21 31';
const STOP_MS = 50;

/** A page with the engine's interface; without isolation it is what an older browser or a host without HTTPS makes of it. */
async function enginePage(isolated = true) {
    const page = await newPage(browser, server.base, STILL);
    if (!isolated) {
        await page.route('**/record', async (route) => {
            const response = await route.fetch();
            const headers = response.headers();
            delete headers['cross-origin-opener-policy'];
            delete headers['cross-origin-embedder-policy'];
            await route.fulfill({ response, headers });
        });
    }
    await page.goto(`${server.base}/record`);
    assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
    await page.evaluate(await engineScript());
    return page;
}

/** In the page: analyses by an engine with so many threads; the lines. */
async function analyseInPage([threads, task]) {
    window.engine ??= await Paua.Engine.load(threads);
    const lines = [];
    const limits = { depth: 0, nodes: 0, time: 0, lines: 1, ...task.limits };
    const whole = { rules: '', moves: [], afresh: true, ...task, limits };
    const never = new AbortController();
    await window.engine.analyse(whole, never.signal, (line) => lines.push(line));
    return lines;
}

/** In the page: milliseconds from an abort of an endless search until the engine has found the next thing. */
async function stopInPage(pause) {
    const task = (limits) => ({
        position: 'standard',
        rules: '',
        moves: [],
        afresh: false,
        limits: { depth: 0, nodes: 0, time: 0, lines: 1, ...limits },
    });
    const left = new AbortController();
    const lines = [];
    const ended = window.engine.analyse(task({}), left.signal, (line) => lines.push(line));
    await new Promise((resolve) => setTimeout(resolve, pause));
    const count = lines.length;
    const began = performance.now();
    left.abort();
    await ended;
    const stop = performance.now() - began;
    const next = [];
    const never = new AbortController();
    await window.engine.analyse(task({ depth: 2 }), never.signal, (line) => next.push(line));
    return {
        stop,
        before: count,
        after: lines.length,
        next: next.map(({ type }) => type),
    };
}

const untimed = ({ nps, time, ...rest }) => rest;

/** With shares of which the module writes fewer digits. */
function rounded(value) {
    const text = JSON.stringify(value, (_, one) =>
        typeof one === 'number' && !Number.isInteger(one) ? one.toFixed(6) : one,
    );
    return JSON.parse(text);
}

async function serverLines(body) {
    const answer = await fetch(`${server.base}/api/1/analysis`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
    });
    return (await answer.text()).trim().split('\n').map(JSON.parse);
}

for (const isolated of [true, false]) {
    test(`the same lines as the server's, ${isolated ? '' : 'not '}isolated`, async () => {
        const page = await enginePage(isolated);
        for (const position of [
            SHARP,
            'e0-balanced',
            'bbbbb/bbbbbb/7/r6w/rr5ww/rr4ww/rr3ww/rr2ww/rr1ww b 0-0-0 0 1',
        ]) {
            const nodes = 20000;
            const here = await page.evaluate(analyseInPage, [1, { position, limits: { nodes } }]);
            const there = await serverLines({ position, nodes });
            assert.deepEqual(rounded(here.map(untimed)), rounded(there.map(untimed)), position);
        }
        assertClean(page);
    });
}

test('it stops at once, and goes on with what comes next', async () => {
    for (const [isolated, threads] of [
        [true, 2],
        [false, 1],
    ]) {
        const page = await enginePage(isolated);
        const lines = await page.evaluate(analyseInPage, [
            threads,
            { position: 'standard', limits: { depth: 6 } },
        ]);
        assert.equal(lines.at(-1).type, 'end');
        const times = [];
        for (const pause of [500, 100, 50, 20, 5, 0]) {
            const { stop, before, after, next } = await page.evaluate(stopInPage, pause);
            if (pause === 500) assert.ok(before > 3, `${before} lines`);
            assert.ok(after <= before + 1, `${after - before} lines after the stop`);
            assert.deepEqual(next, ['depth', 'depth', 'end']);
            times.push(stop);
        }
        times.sort((a, b) => a - b);
        console.log(
            `# ${threads} threads: stopped after ${times.map((ms) => ms.toFixed(1)).join(', ')} ms`,
        );
        assert.ok(times[3] < STOP_MS, `${times}`);
        assertClean(page);
    }
});

test('a second thread takes part in the search', async () => {
    const search = async (threads) => {
        const page = await enginePage();
        const task = (depth) => [threads, { position: 'standard', limits: { depth } }];
        await page.evaluate(analyseInPage, task(2)); // until the helper has come
        await page.evaluate(analyseInPage, task(10));
        const lines = await page.evaluate(analyseInPage, task(13));
        assertClean(page);
        await page.context().close();
        return lines.filter(({ type }) => type === 'depth').at(-1).nodes;
    };
    // The nodes of one thread are always the same; those of two are counted together.
    const [one, again, two] = [await search(1), await search(1), await search(2)];
    assert.equal(again, one);
    assert.notEqual(two, one);
});

/** In the page: what a task is refused with. */
async function refusalInPage(task) {
    const limits = { depth: 2, nodes: 0, time: 0, lines: 1 };
    const whole = { rules: '', moves: [], afresh: true, limits, ...task };
    const never = new AbortController();
    try {
        await window.engine.analyse(whole, never.signal, () => {});
        return '';
    } catch (error) {
        return `${error.code} ${error.message}`;
    }
}

test('a task that is none is refused, and the engine goes on', async () => {
    for (const isolated of [true, false]) {
        const page = await enginePage(isolated);
        const good = [isolated ? 2 : 1, { position: 'standard', limits: { depth: 2 } }];
        await page.evaluate(analyseInPage, good);
        const refusal = (task) => page.evaluate(refusalInPage, task);
        assert.match(await refusal({ position: 'nothing' }), /BAD_SYNTAX .*neither a layout/);
        assert.match(await refusal({ position: 'standard', moves: ['e5e6'] }), /ILLEGAL_MOVE/);
        assert.match(await refusal({ position: 'standard', rules: 'win=0' }), /win/);
        assert.match(await refusal({ position: 'x'.repeat(5000) }), /too long/);
        assert.equal((await page.evaluate(analyseInPage, good)).length, 3);
        assertClean(page);
    }
});

test('without a module, or with a damaged one, the server analyses instead', async () => {
    const { game, keys } = await post('/games', {
        position: SHARP,
        seats: [{ kind: 'person' }, { kind: 'computer', level: 1 }],
    });
    const failures = {
        missing: (route) => route.fulfill({ status: 404, body: '' }),
        damaged: (route) => route.fulfill({ contentType: 'application/wasm', body: 'damaged' }),
        none: (route) => route.abort(),
    };
    const noWorker = (route) => route.fulfill({ status: 404, body: '' });
    for (const [name, answer] of Object.entries({ works: null, ...failures })) {
        const page = await newPage(browser, server.base, STILL);
        if (answer) await page.route('**/engine*.wasm', answer);
        const requests = [];
        page.on('request', (request) => requests.push(new URL(request.url()).pathname));
        await page.goto(`${server.base}/g/${game.id}#${keys[0]}`);
        await page.getByRole('button', { name: 'Analyse' }).click();
        await page.waitForSelector('.hanging');
        assert.equal(requests.includes('/api/1/analysis'), answer !== null, name);
        assertClean(page, answer ? /engine|404|ERR_FAILED/ : undefined);
    }
});
