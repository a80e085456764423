// What the browser tests share: a server of their own, a browser, and every way to make a move.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const AXE = require.resolve('axe-core/axe.min.js');

const ARGUMENTS = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
];

/**
 * For the server: hashes of passwords take as long as real ones, but no processor; no test here is
 * about their strength. The variable is missing with a sanitizer.
 */
const HASHES = process.env.CHEAP_HASH_LIBRARY
    ? { LD_PRELOAD: process.env.CHEAP_HASH_LIBRARY, HASH_MS: '60' }
    : {};

let ports = 64 * process.pid;

/**
 * A port that stays free for this process until it ends: outgoing connections get none below 32768
 * from the system, and whoever holds the UDP port of the same number has reserved it; free_port() in
 * tests/server/harness.py does the same.
 */
async function freePort() {
    for (;;) {
        const port = 16000 + (ports++ % 16000);
        const reservation = createSocket('udp4').unref();
        const listening = createServer();
        try {
            reservation.bind({ port, address: '127.0.0.1', exclusive: true });
            await once(reservation, 'listening');
            listening.listen(port, '127.0.0.1');
            await once(listening, 'listening');
            listening.close();
            await once(listening, 'close');
            return port;
        } catch {
            reservation.close();
        }
    }
}

/** A `paua serve` on a free port with an empty store; restart() keeps both. */
async function startServer(more = []) {
    assert.ok(process.env.PAUA, 'the variable PAUA must name the command under test');
    const folder = mkdtempSync(join(tmpdir(), 'paua-web-'));
    const server = { base: '', child: null };
    const start = (listen) =>
        new Promise((resolve, reject) => {
            const args = [
                'serve',
                '--listen',
                listen,
                '--store',
                `sqlite:${join(folder, 'games.db')}`,
                ...more,
            ];
            const child = spawn(process.env.PAUA, args, {
                stdio: ['ignore', 'pipe', 'pipe'],
                env: { ...process.env, ...HASHES },
            });
            let output = '';
            const onOutput = (data) => {
                output += data;
                const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
                if (address) resolve({ child, base: address[0] });
            };
            child.stdout.on('data', onOutput);
            child.stderr.on('data', onOutput);
            child.on('error', reject);
            child.on('exit', (code) =>
                reject(new Error(`paua serve ended with ${code}: ${output}`)),
            );
        });
    const exited = (child) =>
        new Promise((resolve) =>
            (child.exitCode ?? child.signalCode) === null ? child.on('exit', resolve) : resolve(),
        );
    Object.assign(server, await start(`127.0.0.1:${await freePort()}`));
    return {
        get base() {
            return server.base;
        },
        store: join(folder, 'games.db'),
        async stop(signal = 'SIGTERM') {
            server.child.kill(signal);
            await exited(server.child);
        },
        signal(name) {
            server.child.kill(name);
        },
        async restart() {
            Object.assign(server, await start(server.base.replace('http://', '')));
        },
        async close() {
            server.child.kill('SIGTERM');
            await exited(server.child);
            rmSync(folder, { recursive: true, force: true });
        },
    };
}

export const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium-headless-shell';

export function startBrowser(more = [], executablePath = CHROMIUM) {
    return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}

/**
 * For pages whose motion no assertion is about: the browser draws each frame of it by the processor.
 * Pages of play, refusal, settings, layout, page, start and whole games move.
 */
export const STILL = { reducedMotion: 'reduce' };

/** A page in a fresh profile; collects errors, warnings and requests to other hosts as faults. */
export async function newPage(browser, base, options = {}) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        ...options,
    });
    // Tests do not wait for the computer's pause, unless they choose one.
    await context.addInitScript(() => {
        localStorage.getItem('paua:settings') ??
            localStorage.setItem('paua:settings', '{"pace":0}');
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.faults = [];
    page.on(
        'console',
        (m) => ['error', 'warning'].includes(m.type()) && page.faults.push(`console: ${m.text()}`),
    );
    page.on('pageerror', (error) => page.faults.push(`error: ${error.message}`));
    page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${base}/`) && !url.startsWith('data:'))
            page.faults.push(`request: ${url}`);
    });
    return page;
}

/** What a page may say of a server that is stopped: it refuses what still comes, then connections. */
export const SERVER_GONE =
    /^console: Failed to load resource: (net::ERR|.*status of 503)|ERR_CONNECTION|ERR_INCOMPLETE/;

export function assertClean(page, allowed) {
    assert.deepEqual(
        page.faults.filter((fault) => !allowed?.test(fault)),
        [],
    );
}

const PASSWORD = 'correct horse';

/** A request of the page itself, with the cookie of its session. */
export const call = (page, method, path, body) =>
    page.evaluate(
        async ([method, path, body]) => {
            const answer = await fetch(`/api/1${path}`, {
                method,
                headers: { 'Content-Type': 'application/json' },
                body: body && JSON.stringify(body),
            });
            return answer.status === 204 ? null : answer.json();
        },
        [method, path, body],
    );

/** A page of a browser with the session of a new account. */
export async function newUser(name, options = {}) {
    const page = await newPage(browser, server.base, { ...STILL, ...options });
    await page.goto(`${server.base}/record`);
    await call(page, 'POST', '/account', { name, password: PASSWORD });
    return page;
}

/** Keeps a picture of the page in the folder SHOTS, if that is set; WebP takes a third of a PNG. */
export async function shoot(page, name) {
    if (!process.env.SHOTS) return;
    await page.waitForTimeout(600); // until marbles have come to rest
    const devtools = await page.context().newCDPSession(page);
    const options = { format: 'webp', quality: 85 };
    const { data } = await devtools.send('Page.captureScreenshot', options);
    writeFileSync(join(process.env.SHOTS, `${name}.webp`), Buffer.from(data, 'base64'));
    await devtools.detach();
}

/** In the page: waits until colours and other things have changed. */
async function transitionsEnd() {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    const running = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(running.map((one) => one.finished));
}

/** In the page: a line for each violation that axe-core finds; its whole answer is half a megabyte. */
async function axeViolations() {
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => {
        const elements = nodes.slice(0, 3).map(({ html }) => html);
        return `${id}: ${help} (${elements.join(' ')})`;
    });
}

/** axe-core finds nothing on the page as it is, in both themes. */
export async function axe(page, what) {
    const [dark, loaded] = await page.evaluate(() => [
        matchMedia('(prefers-color-scheme: dark)').matches,
        'axe' in window,
    ]);
    if (!loaded) await page.evaluate(readFileSync(AXE, 'utf8'));
    for (const colorScheme of dark ? ['light', 'dark'] : ['dark', 'light']) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(transitionsEnd);
        assert.deepEqual(await page.evaluate(axeViolations), [], `${what}, ${colorScheme}`);
    }
}

/** The rules as the page has them (web/wasm/paua.c), to choose moves with. */
async function loadRules(base) {
    const bytes = await (await fetch(`${base}/paua.wasm`)).arrayBuffer();
    const { exports } = (await WebAssembly.instantiate(bytes, {})).instance;
    const buffer = exports.buffer_new();
    const view = () => new Uint8Array(exports.memory.buffer, exports.buffer_text(buffer));
    const call = (text, name, ...numbers) => {
        const input = new TextEncoder().encode(`${text}\0`);
        view().set(input);
        const handle = exports[name](buffer, ...numbers);
        const output = view();
        const answer = JSON.parse(new TextDecoder().decode(output.subarray(0, output.indexOf(0))));
        return { handle, answer };
    };
    return {
        describe: (text) => call(text, 'position_describe').answer,
        /** Legal moves after these moves from this start. */
        legal({ start, rules: r, moves }) {
            const { handle } = call(`${start}\n${r.text}`, 'game_new');
            for (const move of moves) {
                const { error } = call(move, 'game_play', handle).answer;
                assert.equal(error, undefined, `move ${move} of the game`);
            }
            const legal = call('', 'game_moves', handle).answer.moves;
            exports.game_free(handle);
            return legal;
        },
    };
}

export async function gameOf(page) {
    const { origin, pathname } = new URL(page.url());
    return (await fetch(`${origin}/api/1/games/${pathname.split('/').pop()}`)).json();
}

/** A request of the HTTP API that must succeed; a key makes it a player's. */
export async function post(path, body, key) {
    const headers = { 'Content-Type': 'application/json' };
    if (key) headers.Authorization = `Bearer ${key}`;
    const answer = await fetch(`${server.base}/api/1${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
}

/** Starts a game on the start page. */
export async function startGame(
    page,
    base,
    { layout = 'belgian-daisy', opponent = 'computer', level, program, plies, colour } = {},
) {
    await page.goto(`${base}/`);
    await page.waitForSelector('.tile');
    if ((await page.locator(`input[name=layout][value="${layout}"]`).count()) === 0) {
        await page.getByRole('button', { name: /^Show all \d+ boards/ }).click();
    }
    await page.locator(`input[name=layout][value="${layout}"]`).check();
    await page.locator(`input[name=opponent][value=${opponent}]`).check();
    if (program) {
        await page.locator('input[name=as][value=program]').check();
        await page.locator(`input[name=program][value="${program}"]`).check();
        if (plies) await page.locator('#plies').fill(String(plies));
    }
    if (level) await page.locator('#level').fill(String(level));
    if (colour) await page.locator(`input[name=colour][value=${colour}]`).check();
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.waitForSelector('.board');
}

/** Opens an invitation and takes its seat. */
export async function takeSeat(page, link, name = '') {
    await page.goto(link);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Take the seat' }).click();
    await page.locator('.invitation').waitFor({ state: 'detached' });
}

const cell = (page, name) => page.locator(`[data-cell="${name}"]`);

export async function middle(locator) {
    const box = await locator.boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function ends(move) {
    return move.broadside ? [move.from[0], move.from[move.from.length - 1]] : [move.tail];
}

/** Moves a finger over the page from one point to another. */
export async function swipe(page, a, b) {
    const touch = await page.context().newCDPSession(page);
    const send = (type, touchPoints) =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [a]);
    for (let i = 1; i <= 10; i++) {
        await send('touchMove', [
            { x: a.x + ((b.x - a.x) * i) / 10, y: a.y + ((b.y - a.y) * i) / 10 },
        ]);
        await page.waitForTimeout(10);
    }
    await send('touchEnd', []);
    await touch.detach();
}

export const hands = {
    async click(page, move) {
        for (const name of ends(move)) await cell(page, name).click();
        await page.locator(`.chip[data-move="${move.text}"]`).click();
    },
    async tap(page, move) {
        for (const name of ends(move)) await cell(page, name).tap();
        await page.locator(`.chip[data-move="${move.text}"]`).tap();
    },
    async drag(page, move) {
        const pressed = ends(move);
        if (pressed.length > 1) for (const name of pressed) await cell(page, name).click();
        const [from, to] = move.steps.find(([name]) => name === pressed[0]);
        const a = await middle(cell(page, from));
        const b = await middle(cell(page, to));
        await page.mouse.move(a.x, a.y);
        await page.mouse.down();
        await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
        await page.mouse.move(b.x, b.y, { steps: 3 });
        await page.mouse.up();
    },
    /** Drags a marble with a finger; one of a selected line where the move is broadside. */
    async swipe(page, move) {
        const pressed = ends(move);
        if (pressed.length > 1) for (const name of pressed) await cell(page, name).tap();
        const [from, to] = move.steps.find(([name]) => name === pressed[0]);
        await swipe(page, await middle(cell(page, from)), await middle(cell(page, to)));
    },
    async type(page, move) {
        await page.locator('#typed').fill(move.text);
        await page.locator('#typed').press('Enter');
    },
    async keys(page, move) {
        for (const name of ends(move)) {
            await cell(page, name).focus();
            await page.keyboard.press('Enter');
        }
        const turn = Number(await page.locator('.board').getAttribute('data-turn'));
        const key = ['d', 'e', 'w', 'a', 'z', 'x'][(move.direction + turn) % 6];
        await page.keyboard.press(key);
    },
};

/**
 * Taps a button that disappears when it is pressed, up to five times: after a swipe the browser may
 * take a tap for the end of the fling.
 */
export async function tapAway(button) {
    for (let tries = 0; tries < 5; tries++) {
        await button.tap();
        const gone = button.waitFor({ state: 'hidden', timeout: 3000 });
        if (
            await gone.then(
                () => true,
                () => false,
            )
        )
            return;
    }
    assert.fail('the button is still there after five taps');
}

/** Waits until the page shows this number of moves. */
export function moves(page, count) {
    return page.waitForFunction(
        (n) => document.querySelector('.steps .count')?.textContent.trim() === `${n} of ${n}`,
        count,
    );
}

/** Waits until this page may move or the game is over; returns which. */
export async function turnOrEnd(page) {
    await page.waitForSelector('.board.active, .result');
    return (await page.locator('.result').count()) ? 'end' : 'turn';
}

/** A lively move: pushes marbles off, pushes, or goes towards the middle. */
export function livelyMove(legal, board, turn) {
    const far = new Map(
        board.cells.map((c) => {
            const x = c.column - c.row / 2;
            const xs = board.cells.map((o) => o.column - o.row / 2);
            const mid = (Math.min(...xs) + Math.max(...xs)) / 2;
            const top = Math.max(...board.cells.map((o) => o.row)) / 2;
            return [c.name, Math.hypot(x - mid, (c.row - top) * 0.866)];
        }),
    );
    const worth = (m) =>
        (m.ejects ? 100 : 0) +
        m.pushed.length * 5 +
        m.steps.reduce(
            (sum, [a, b]) =>
                sum + (b === null || m.pushed.includes(a) ? 0 : far.get(a) - far.get(b)),
            0,
        ) +
        ((m.text.charCodeAt(0) * 7 + m.text.charCodeAt(1) * 13 + turn * 5) % 11) / 10;
    return legal.reduce((best, m) => (worth(m) > worth(best) ? m : best));
}

/** What a person would see of a page in a few lines. */
async function summary(page) {
    const texts = await page
        .locator('h1, .status, .problem, .ask, dialog, .actions')
        .allInnerTexts();
    return [page.url(), ...(page.faults ?? []), ...texts]
        .map((text) => text.replace(/\s+/g, ' '))
        .join('\n  ');
}

/** Says what the pages of a test that failed show. */
async function printPages({ name, passed }) {
    if (passed) return;
    for (const page of browser?.contexts().flatMap((context) => context.pages()) ?? [])
        console.error(`${name}: ${await summary(page).catch((error) => error.message)}`);
}

// What every test file uses, from its first test to its last.
export let server, browser, rules;
export function prepare(browserArguments = [], serverArguments = []) {
    before(async () => {
        server = await startServer(serverArguments);
        browser = await startBrowser(browserArguments);
        rules = await loadRules(server.base);
    });
    afterEach(printPages);
    after(async () => {
        await browser?.close();
        await server?.close();
    });
}
