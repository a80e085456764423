// node bench/page.mjs PAUA [MOVES]: the page's figures in the README, in headless Chromium.
//
// How long the start page and a game take until they can be used, with a processor that is four
// times slower, and how many frames a second are drawn while marbles move. On a busy machine the
// processor time of the main thread says more: a frame has 16.7 ms. Needs what `npm ci` in web/
// installs, and chromium-headless-shell (CHROMIUM names another browser).
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './serve.mjs';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const RUNS = 7;
const SLOWDOWN = 4;
const MOVE_MS = 500; // between two moves: an animation takes 240, an ejection 360
const GAME = `b1c2 b6b5 d3c3 a5a4 c3b3 a4b4 a3b3 g4g5 c2b2 i5h5 b1b2 i6h5 a1b2 b6c6 a2b3 h4g4
    i9h8 g4f4 b4c4 g4g5 b3c4 f4f5 b2c3 b5c6 g9h9 d7e7 h9h8 f5f6 h7h8 c5d6 i8h8 e8e7`.split(/\s+/);

const [paua, moves = String(GAME.length)] = process.argv.slice(2);
if (!paua) {
    console.error('usage: node bench/page.mjs PAUA [MOVES]');
    process.exit(2);
}

async function post(base, path, body, key) {
    const headers = { 'Content-Type': 'application/json' };
    if (key) headers.Authorization = `Bearer ${key}`;
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${base}/api/1${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Counts the processor time of a page's main thread, in milliseconds. */
async function threadTimer(session) {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return async () => {
        const { metrics } = await session.send('Performance.getMetrics');
        return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
    };
}

/** Milliseconds from the start of the navigation until the selector is there and drawn. */
async function interactiveAfter(browser, address, selector, storage, slowdown) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    await context.addInitScript(
        ([wanted, entries]) => {
            for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
            const look = () => {
                if (document.querySelector(wanted)) window.readyAt = performance.now();
                else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        },
        [selector, storage],
    );
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const timer = await threadTimer(session);
    await page.goto(address);
    const ready = await page.waitForFunction(() => window.readyAt);
    const times = { ms: await ready.jsonValue(), busy: await timer() };
    await context.close();
    return times;
}

/** Follows a game: the milliseconds between frames while something moved, and what one takes. */
async function framesOf(browser, base, slowdown) {
    const person = { kind: 'person' };
    const body = { layout: 'belgian-daisy', seats: [person, person] };
    const { game, keys } = await post(base, '/games', body);
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(`${base}/g/${game.id}`);
    await page.waitForSelector('.board');
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.evaluate(() => {
        window.frames = [];
        let moving = 0;
        let last = 0;
        addEventListener('transitionrun', () => moving++, true);
        for (const end of ['transitionend', 'transitioncancel'])
            addEventListener(end, () => moving--, true);
        const frame = (now) => {
            if (moving > 0 && last) window.frames.push(now - last);
            last = moving > 0 ? now : 0;
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
    const timer = await threadTimer(session);
    const before = await timer();
    for (const [i, move] of GAME.slice(0, Number(moves)).entries()) {
        await post(base, `/games/${game.id}/moves`, { ply: i + 1, move }, keys[i % 2]);
        await new Promise((resolve) => setTimeout(resolve, MOVE_MS));
    }
    const frames = await page.evaluate(() => window.frames);
    const busy = ((await timer()) - before) / frames.length;
    await context.close();
    return { frames, busy };
}

function printFrames(slowdown, { frames, busy }) {
    const sum = frames.reduce((a, b) => a + b, 0);
    const rate = ((1000 * frames.length) / sum).toFixed(1);
    const late = ((100 * frames.filter((ms) => ms > 25).length) / frames.length).toFixed(1);
    const longest = Math.max(...frames).toFixed(0);
    const what = slowdown === 1 ? 'frames' : `frames, processor ${slowdown} times slower`;
    console.log(`${what}: ${rate} a second, ${late} % after 25 ms or more, longest ${longest} ms`);
    if (slowdown === 1) console.log(`main thread: ${busy.toFixed(1)} ms for a frame`);
}

const folder = mkdtempSync(join(tmpdir(), 'paua-bench-'));
const server = await startServer(paua, folder);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium-headless-shell',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
    const { base } = server;
    const { game, keys } = await post(base, '/games', {
        layout: 'belgian-daisy',
        seats: [{ kind: 'person' }, { kind: 'computer', level: 1 }],
    });
    const seats = JSON.stringify({ keys: { b: keys[0] }, invitations: {} });
    const storage = { [`paua:game:${game.id}`]: seats };
    for (const [what, path, selector] of [
        ['start page', '/', '.start-row button:enabled'],
        ['game', `/g/${game.id}`, '.board.active'],
    ]) {
        const times = [];
        for (let i = 0; i < RUNS; i++)
            times.push(await interactiveAfter(browser, base + path, selector, storage, SLOWDOWN));
        const all = times.map(({ ms }) => ms);
        const [least, most] = [Math.min(...all), Math.max(...all)].map(Math.round);
        console.log(`${what}: usable after ${Math.round(median(all))} ms (${least} to ${most})`);
        const { busy } = await interactiveAfter(browser, base + path, selector, storage, 1);
        console.log(`main thread: ${Math.round(busy)} ms without slowing it down`);
    }
    for (const slowdown of [1, SLOWDOWN])
        printFrames(slowdown, await framesOf(browser, base, slowdown));
} finally {
    await browser.close();
    server.child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
}
