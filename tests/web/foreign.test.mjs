// Pages of other sites in a real browser: they make no game, start no search and read nothing here,
// neither from a name of their own nor from one that is pointed at the server (DNS rebinding).
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { browser, prepare, server } from './harness.mjs';

prepare(['--host-resolver-rules=MAP *.example 127.0.0.1']);

const COMPUTER = { kind: 'computer', level: 10 };
const GAME = { layout: 'standard', seats: [COMPUTER, COMPUTER] };
let site; // another site, on this machine

before(async () => {
    site = createServer((_, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.end('<title>another site</title>');
    });
    await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
});
after(() => site.close());

async function metric(name) {
    const text = await (await fetch(`${server.base}/metrics`)).text();
    return Number(new RegExp(`^paua_${name} (\\d+)`, 'm').exec(text)[1]);
}

/** What a page at this address gets when it asks for each of these; 'failed' without an answer. */
async function asked(address, requests) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address);
    const answers = await page.evaluate(async (list) => {
        const ask = async ([url, init]) => {
            try {
                const response = await fetch(url, init);
                return response.type === 'opaque' ? 'opaque' : response.status;
            } catch {
                return 'failed';
            }
        };
        return Promise.all(list.map(ask));
    }, requests);
    await context.close();
    return answers;
}

test('a page of another site makes no game and starts no search', async () => {
    const { port } = site.address();
    const post = (body, type) => ({
        method: 'POST',
        mode: 'no-cors',
        headers: { 'Content-Type': type },
        body: JSON.stringify(body),
    });
    const analysis = { layout: 'standard', time: 5000 };
    const requests = [];
    for (let i = 0; i < 10; i++)
        for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
            requests.push([`${server.base}/api/1/games`, post(GAME, type)]);
    requests.push([`${server.base}/api/1/analysis`, post(analysis, 'text/plain')]);
    requests.push([`${server.base}/metrics`, {}]);
    for (const host of ['evil.example', '127.0.0.1', 'localhost'])
        for (const answer of await asked(`http://${host}:${port}/`, requests))
            assert.ok(['opaque', 'failed'].includes(answer), `${host}: ${answer}`);
    assert.equal(await metric('games_created_total'), 0);
    assert.equal(await metric('analyses_total'), 0);
    assert.equal(await metric('searches_total'), 0);
});

test('a name that is pointed at the server reads nothing', async () => {
    const { port } = new URL(server.base);
    const base = `http://evil.example:${port}`;
    const json = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const answers = await asked(`${base}/`, [
        [`${base}/metrics`, {}],
        [`${base}/api/1/layouts`, {}],
        [`${base}/api/1/games`, { ...json, body: JSON.stringify(GAME) }],
    ]);
    assert.deepEqual(answers, [421, 421, 421]);
    assert.equal(await metric('games_created_total'), 0);
});

test('the page itself, and a link to it from another site, work', async () => {
    const { port } = site.address();
    const body = JSON.stringify({ layout: 'standard', seats: [{ kind: 'person' }, COMPUTER] });
    const json = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const own = [[`${server.base}/api/1/games`, { ...json, body }]];
    assert.deepEqual(await asked(`${server.base}/`, own), [201]);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://evil.example:${port}/`);
    await Promise.all([
        page.waitForURL(`${server.base}/`),
        page.evaluate((url) => (location.href = url), `${server.base}/`),
    ]);
    await page.waitForSelector('.tile');
    await context.close();
});
