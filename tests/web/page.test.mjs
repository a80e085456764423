// The page itself: load size, screen sizes, keyboard, announcements, stepping, settings.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
    assertClean,
    browser,
    gameOf,
    hands,
    moves,
    newPage,
    post,
    prepare,
    rules,
    server,
    startGame,
    tapAway,
} from './harness.mjs';

prepare();

const spoken = (page) => page.locator('[data-announcement]').textContent();
const until = (page, words) =>
    page.waitForFunction(
        (w) => new RegExp(w).test(document.querySelector('[data-announcement]').textContent),
        words,
    );

async function fits(page, what) {
    const { wide, inner } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        inner: innerWidth,
    }));
    assert.ok(wide <= inner, `${what}: ${wide} pixels wide in a window of ${inner}`);
}

// Bytes of all requests, with headers: packed with brotli as over https, and with gzip as over http.
const COLD_LIMITS = [
    ['/', 'br', 72_500],
    ['/', 'gzip', 78_500],
    ['/g/GAME', 'br', 87_500],
    ['/g/GAME', 'gzip', 92_400],
];

test('a cold load is small and requests nothing from other hosts', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base);
    for (const [path, coding, limit] of COLD_LIMITS) {
        const address = path === '/' ? server.base + path : page.url();
        const cold = await newPage(browser, server.base);
        const net = await cold.context().newCDPSession(cold);
        await net.send('Network.enable');
        await net.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': coding } });
        let bytes = 0;
        let files = 0;
        net.on('Network.loadingFinished', (e) => {
            bytes += e.encodedDataLength;
            files++;
        });
        await cold.goto(address);
        await cold.waitForSelector(path === '/' ? '.tile' : '.board');
        await cold.waitForTimeout(300);
        assert.ok(bytes > 10_000 && bytes < limit, `${path} loads ${bytes} bytes with ${coding}`);
        assert.ok(files <= 14, `${path} loads ${files} files`);
        console.log(`# ${path} loads ${bytes} bytes in ${files} files with ${coding}`);
        assertClean(cold);
        await cold.context().close();
    }
    await page.context().close();
});

test('packed files are the same when they are unpacked', async () => {
    for (const path of ['/', '/app.js', '/style.css', '/paua.wasm']) {
        const read = async (coding) => {
            const headers = { 'Accept-Encoding': coding };
            const answer = await fetch(server.base + path, { headers });
            const sent = answer.headers.get('content-encoding') ?? 'identity';
            assert.equal(sent, coding, path);
            return Buffer.from(await answer.arrayBuffer());
        };
        const plain = await read('identity');
        for (const coding of ['gzip', 'br']) assert.ok(plain.equals(await read(coding)), path);
    }
});

test('who navigates as soon as the page is shown gets there', async () => {
    const page = await newPage(browser, server.base);
    await page.addInitScript(() => {
        if (location.pathname !== '/') return;
        const observer = new MutationObserver(() => {
            if (!document.querySelector('.paints')) return;
            observer.disconnect();
            history.pushState(null, '', '/standings');
            dispatchEvent(new PopStateEvent('popstate'));
        });
        observer.observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${server.base}/`);
    await page.getByRole('heading', { name: 'Standings' }).waitFor();
    assertClean(page);
    await page.context().close();
});

test('every size of screen: no sideways scroll, the whole board in view', async () => {
    for (const [width, height] of [
        [360, 640],
        [390, 844],
        [768, 1024],
        [844, 390],
        [1440, 900],
        [2560, 1300],
    ]) {
        const what = `${width} x ${height}`;
        const page = await newPage(browser, server.base, { viewport: { width, height } });
        await page.goto(`${server.base}/`);
        await page.waitForSelector('.tile');
        await fits(page, `start, ${what}`);
        await startGame(page, server.base, { opponent: 'friend' });
        await fits(page, `game, ${what}`);
        const box = await page.locator('.board .rim').boundingBox();
        assert.ok(
            box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height,
            `board, ${what}`,
        );
        const room = Math.min(width, height);
        assert.ok(
            box.height > room * 0.55 || box.width > width * 0.9,
            `board is small, ${what}: ${box.width} x ${box.height}`,
        );
        assertClean(page);
        await page.context().close();
    }
});

test('a phone: taps, and confirming each move', async () => {
    const page = await newPage(browser, server.base, {
        viewport: { width: 360, height: 640 },
        hasTouch: true,
        isMobile: true,
    });
    await startGame(page, server.base, { layout: 'standard', level: 1 });
    let legal = rules.legal(await gameOf(page));
    await hands.tap(
        page,
        legal.find((m) => m.broadside && m.from.length === 3),
    );
    await moves(page, 2);
    await page.waitForSelector('.board.active');

    await page.getByRole('button', { name: 'Settings' }).tap();
    await page.getByText('Confirm each move').tap();
    await page.getByRole('button', { name: 'Done' }).tap();
    legal = rules.legal(await gameOf(page));
    const move = legal.find((m) => !m.broadside);
    await hands.tap(page, move);
    await page.getByRole('button', { name: 'Cancel' }).tap();
    assert.equal((await gameOf(page)).moves.length, 2);
    await hands.tap(page, move);
    await page.getByRole('button', { name: 'Play', exact: true }).tap();
    await moves(page, 4);
    assert.equal((await gameOf(page)).moves[2], move.text);
    // Dragged by a finger: nothing scrolls away under it.
    legal = rules.legal(await gameOf(page));
    await hands.swipe(
        page,
        legal.find((m) => !m.broadside),
    );
    await tapAway(page.getByRole('button', { name: 'Play', exact: true }));
    await moves(page, 6);
    // The setting survives a reload.
    await page.reload();
    await page.waitForSelector('.board.active');
    legal = rules.legal(await gameOf(page));
    await hands.tap(page, legal[0]);
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await fits(page, 'phone');
    // The end of the game leaves nothing to confirm.
    await hands.tap(page, legal[0]);
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await play.waitFor();
    const { id } = await gameOf(page);
    const stored = await page.evaluate((name) => localStorage.getItem(name), `paua:game:${id}`);
    await post(`/games/${id}/resign`, {}, JSON.parse(stored).keys.b);
    await page.waitForSelector('.result');
    assert.equal(await play.count(), 0);
    assertClean(page);
    await page.context().close();
});

test('walking over the board by keyboard', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    const stops = await page
        .locator('.cell')
        .evaluateAll((all) => all.filter((c) => c.tabIndex === 0).length);
    assert.equal(stops, 1, 'one stop for the tabulator');
    const focused = () => page.evaluate(() => document.activeElement.dataset.cell);
    await page.locator('.cell[tabindex="0"]').focus();
    assert.equal(await focused(), 'e5');
    const walk = [
        ['ArrowLeft', 'e4'],
        ['ArrowRight', 'e5'],
        ['Home', 'e1'],
        ['End', 'e9'],
        ['ArrowLeft', 'e8'],
        ['z', 'd7'],
        ['w', 'e7'],
        ['x', 'd7'],
        ['e', 'e8'],
        ['a', 'e7'],
        ['d', 'e8'],
    ];
    for (const [key, name] of walk) {
        await page.keyboard.press(key);
        assert.equal(await focused(), name, `after ${key}`);
    }
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown');
    assert.match(await focused(), /^a/);
    for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowUp');
    assert.match(await focused(), /^i/, 'the edge stops');
    assertClean(page);
    await page.context().close();
});

test('selecting and moving by keyboard, and its announcements', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    const focused = () => page.evaluate(() => document.activeElement.dataset.cell);
    await page.locator('[data-cell=b1]').focus();
    await page.keyboard.press('Enter');
    await until(page, '^b1 selected, \\d moves?\\.$');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await until(page, '^b1, b2, b3 selected: no legal move\\.$');
    assert.equal(
        await page.locator('[data-cell=b2]').getAttribute('aria-label'),
        'b2, black marble, selected',
    );
    assert.equal(await page.locator('[data-cell=b2]').getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Escape');
    await until(page, '^Selection cleared');
    await page.keyboard.press('Enter');
    await page.keyboard.press('d'); // one marble against three
    await until(page, '^A push needs more marbles than it pushes|^Blocked|^At most');
    assert.equal((await gameOf(page)).moves.length, 0);
    await page.keyboard.press('Escape');

    // An arrow is a button of its own.
    await page.locator('[data-cell=c2]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.chip').first().waitFor();
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => document.activeElement.classList.contains('chip')));
    await page.keyboard.press('Enter');
    await moves(page, 1);
    await until(page, '^Black: .*c2 to .*White to move');
    assert.notEqual(await focused(), undefined, 'the keyboard stays on the board');

    // On a flipped board, keys mean directions on the screen.
    await page.getByRole('button', { name: 'Flip board' }).click();
    await page.locator('[data-cell=e5]').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'e4');
    await page.keyboard.press('w');
    assert.equal(await focused(), 'd4');
    assert.equal((await spoken(page)) !== '', true);
    assertClean(page);
    await page.context().close();
});

test('help opens at its top, on a phone too', async () => {
    const page = await newPage(browser, server.base, { viewport: { width: 360, height: 640 } });
    await page.goto(`${server.base}/`);
    await page.getByRole('button', { name: 'How to play' }).click();
    const title = await page.getByRole('heading', { name: 'How to play' }).boundingBox();
    assert.ok(title.y >= 0, `the title is at ${title.y}`);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    assertClean(page);
    await page.context().close();
});

test('stepping through a game', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    for (let i = 1; i <= 5; i++) {
        await hands.type(page, rules.legal(await gameOf(page))[i]);
        await moves(page, i);
        await page.waitForSelector('.board.active');
    }
    const count = () => page.locator('.steps .count').textContent();
    const black = () =>
        page
            .locator('.cell[aria-label*="black marble"]')
            .evaluateAll((all) => all.map((c) => c.dataset.cell));
    const newest = await black();
    await page.getByRole('button', { name: 'First position' }).click();
    assert.equal(await count(), '0 of 5');
    assert.ok((await black()).includes('a1'));
    assert.equal(await page.locator('.cell.own').count(), 0, 'an earlier position is for looking');
    await page.getByRole('button', { name: 'Next move' }).click();
    assert.equal(await count(), '1 of 5');
    await page.getByRole('button', { name: 'Previous move' }).click();
    await page.getByRole('button', { name: 'Latest move' }).click();
    assert.equal(await count(), '5 of 5');
    assert.deepEqual(await black(), newest);
    await page.locator('.list').focus();
    for (const [key, shown] of [
        ['Home', 0],
        ['ArrowRight', 1],
        ['ArrowDown', 2],
        ['ArrowLeft', 1],
        ['End', 5],
        ['ArrowUp', 4],
    ]) {
        await page.keyboard.press(key);
        assert.equal(await count(), `${shown} of 5`, key);
    }
    await page.locator('.list button.move').nth(1).click();
    assert.equal(await count(), '2 of 5');
    assert.match(await spoken(page), /^After move 2, White: /);
    assertClean(page);
    await page.context().close();
});

test('settings: coordinates and arrows', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    const box = (name) => page.getByRole('checkbox', { name });
    const letters = page.locator('.coordinate');
    assert.equal(await letters.count(), 18);
    await page.getByRole('button', { name: 'Settings' }).click();
    await box(/coordinates/).uncheck();
    await box(/arrows/).uncheck();
    await page.getByRole('button', { name: 'Done' }).click();
    assert.equal(await letters.count(), 0);
    await page.reload();
    await page.waitForSelector('.board.active');
    assert.equal(await letters.count(), 0);
    await page.locator('[data-cell=c2]').click();
    assert.equal(await page.locator('.ring').count(), 1);
    assert.equal(await page.locator('.chip').count(), 0);
    await page.locator('[data-cell=d3]').click(); // the place itself still works
    await moves(page, 1);
    assertClean(page);
    await page.context().close();
});

test('two people at one screen agree on a draw, once asked', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    await page.getByRole('button', { name: 'Agree to a draw' }).click();
    await page.locator('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.deepEqual((await gameOf(page)).proposals, []);
    await page.getByRole('button', { name: 'Agree to a draw' }).click();
    await page.getByRole('button', { name: 'Draw', exact: true }).click();
    await page.waitForSelector('.result');
    assert.equal(await page.locator('.status').textContent(), 'Draw');
    assertClean(page);
    await page.context().close();
});

test('the lock file names no address', () => {
    assert.doesNotMatch(
        readFileSync(new URL('../../web/package-lock.json', import.meta.url), 'utf8'),
        /https?:/,
    );
});

test('no script, style or frame from elsewhere may run', async () => {
    const answer = await fetch(`${server.base}/`);
    const policy = answer.headers.get('content-security-policy');
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'/);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'.*'unsafe-eval|https?:|\*/);
    const text = await answer.text();
    assert.doesNotMatch(text, /<script(?![^>]*src=)|style=|https?:/);
});

test('a part of the page that does not come is said to be missing', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    await page.route(/game-dialogs/, (route) => route.abort());
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText("Part of the page couldn't be loaded").waitFor();
    assertClean(page, /ERR_FAILED/);
    await page.context().close();
});
