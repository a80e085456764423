// Where things stand: steps under the board on a phone, the whole height for the board on its side,
// and no button that moves under a double click.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    axe,
    browser,
    gameOf,
    hands,
    moves,
    newPage,
    prepare,
    rules,
    server,
    startGame,
    STILL,
    takeSeat,
} from './harness.mjs';

prepare();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ON_ITS_SIDE = { ...PHONE, viewport: { width: 844, height: 390 } };

const box = (page, selector) => page.locator(selector).first().boundingBox();

test('on a phone the steps stand under the board, above everything else', async () => {
    const page = await newPage(browser, server.base, PHONE);
    await startGame(page, server.base, { level: 1 });
    const board = await box(page, '.board-frame');
    const steps = await box(page, '.steps');
    const side = await box(page, '.side');
    assert.ok(steps.y >= board.y + board.height, 'under the board');
    assert.ok(steps.y + steps.height <= side.y + 1, 'above the rest');
    assert.ok(steps.y + steps.height <= 844, 'in view');
    assertClean(page);
    await page.context().close();
});

test('a phone on its side gives the board the whole height', async () => {
    const page = await newPage(browser, server.base, ON_ITS_SIDE);
    await startGame(page, server.base, { level: 1 });
    const board = await box(page, '.board .rim');
    assert.ok(board.height > 390 * 0.9, `${board.height} of 390 pixels`);
    for (const selector of ['.bar', '.strips', '.strips.own', '.side', '.steps']) {
        const part = await box(page, selector);
        assert.ok(part.x >= board.x + board.width, `${selector} is beside the board`);
        assert.ok(part.y >= 0 && part.y + part.height <= 391, `${selector} is in view`);
    }
    // Also on a small one: the field for a move and the steps are whole.
    for (const [width, height] of [
        [844, 390],
        [667, 375],
    ]) {
        await page.setViewportSize({ width, height });
        const steps = await box(page, '.steps');
        const analyse = await box(page, '.steps .analyse');
        assert.ok(analyse.x + analyse.width <= steps.x + steps.width + 1, `Analyse at ${width}`);
        const field = await box(page, '.typed input');
        assert.ok(field.y + field.height <= steps.y, `the field for a move at ${width}`);
    }
    assertClean(page);
    await page.context().close();
});

test('a button that is pressed twice quickly does not press another one', async () => {
    const page = await newPage(browser, server.base, PHONE);
    await startGame(page, server.base, { opponent: 'friend' });
    const friend = await newPage(browser, server.base, STILL);
    await takeSeat(friend, await page.getByLabel('Link for your friend').inputValue());
    await friend.context().close();
    await page.locator('.share').waitFor({ state: 'detached' });
    const resign = page.getByRole('button', { name: 'Resign' });
    const before = await resign.boundingBox();
    await page.getByRole('button', { name: 'Offer a draw' }).dblclick();
    await page.locator('.ask').getByText('You offered a draw.').waitFor();
    assert.equal(await page.locator('dialog').count(), 0, 'Resign was not hit');
    assert.equal((await resign.boundingBox()).x, before.x);
    assert.equal((await gameOf(page)).proposals[0].colour, 'b');
    // Resigning needs a second thought: the first half second confirms nothing.
    await resign.click();
    const keep = page.locator('dialog').getByRole('button', { name: 'Keep playing' });
    assert.equal(await keep.evaluate((button) => button === document.activeElement), true);
    const confirm = page.locator('dialog .danger');
    await confirm.click({ force: true, noWaitAfter: true, timeout: 400 }).catch(() => {});
    assert.equal((await gameOf(page)).result, '*');
    await confirm.click();
    await page.waitForSelector('.result');
    // Review opens the review; its neighbour would leave the game.
    const { pathname } = new URL(page.url());
    await page.getByRole('button', { name: 'Review' }).dblclick();
    assert.equal(new URL(page.url()).pathname, pathname);
    assertClean(page);
    await page.context().close();
});

test('Analyse has its place among the steps, far from Resign', async () => {
    for (const options of [PHONE, ON_ITS_SIDE, {}]) {
        const page = await newPage(browser, server.base, options);
        await startGame(page, server.base, { level: 1 });
        const analyse = page.getByRole('button', { name: 'Analyse' });
        assert.equal(await page.locator('.steps', { has: analyse }).count(), 1);
        const before = await analyse.boundingBox();
        await analyse.dblclick();
        assert.equal(await analyse.getAttribute('aria-pressed'), 'true', 'opened once');
        await page.locator('.analysis').waitFor();
        assert.deepEqual(await analyse.boundingBox(), before);
        await page.context().close();
    }
});

test('the confirmation of a move moves nothing', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Confirm each move').click();
    await page.getByRole('button', { name: 'Done' }).click();
    const before = await box(page, '.list');
    await hands.click(page, rules.legal(await gameOf(page))[0]);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    assert.deepEqual(await box(page, '.list'), before);
    await page.getByRole('button', { name: 'Play', exact: true }).dblclick();
    await moves(page, 1);
    // A typed move waits as well. The next button there is no part of the double click.
    await page.waitForTimeout(600);
    await page.waitForSelector('.board.active');
    await hands.type(page, rules.legal(await gameOf(page))[0]);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    assert.equal((await gameOf(page)).moves.length, 1);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await moves(page, 2);
    assertClean(page);
    await page.context().close();
});

test('at 400 % a board keeps cells of 20 pixels, and the page scrolls', async () => {
    for (const [width, height] of [
        [320, 256],
        [320, 200],
        [640, 200],
    ]) {
        const page = await newPage(browser, server.base, { viewport: { width, height } });
        await startGame(page, server.base, { opponent: 'here' });
        const [a, b] = [await box(page, '[data-cell=e4]'), await box(page, '[data-cell=e5]')];
        assert.ok(b.x - a.x >= 20, `${b.x - a.x} pixels a cell at ${width} x ${height}`);
        await hands.click(page, rules.legal(await gameOf(page))[0]);
        await moves(page, 1);
        assertClean(page);
        await page.context().close();
    }
});

test('a game removed from the list leaves its row, with a way back', async () => {
    const page = await newPage(browser, server.base);
    for (let i = 0; i < 2; i++) await startGame(page, server.base, { opponent: 'here' });
    await page.goto(`${server.base}/`);
    const rows = page.locator('.recent li');
    await rows.first().waitFor();
    assert.equal(await rows.count(), 2);
    const remove = page.getByRole('button', { name: /^Remove/ });
    await remove.first().dblclick();
    assert.equal(await remove.count(), 1, 'the other game is still there');
    assert.equal(await rows.count(), 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await remove.count(), 2);
    await remove.first().click();
    await page.reload();
    await rows.first().waitFor();
    await page.locator('.recent li').first().waitFor();
    assert.equal(await rows.count(), 1);
    assertClean(page);
    await page.context().close();
});

test('an address without a page, and a game that is not there', async () => {
    const page = await newPage(browser, server.base);
    const answer = await page.goto(`${server.base}/nothing`);
    assert.equal(answer.status(), 404);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    assert.equal(await page.title(), 'Page not found - Paua');
    await axe(page, 'no page');
    await page.goto(`${server.base}/g/nothing1`);
    await page.getByRole('heading', { name: 'Game not found' }).waitFor();
    await axe(page, 'no game');
    await page.getByRole('link', { name: 'New game' }).click();
    await page.waitForSelector('.tile');
    assertClean(page, /404 \(Not Found\)/);
    await page.context().close();
});

test('the page can be installed: a manifest, and icons that are what they say', async () => {
    const page = await newPage(browser, server.base);
    await page.goto(`${server.base}/`);
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await fetch(server.base + href);
    assert.match(answer.headers.get('content-type'), /^application\/manifest\+json/);
    const { icons, start_url, name } = await answer.json();
    assert.deepEqual([start_url, name], ['/', 'Paua']);
    const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    const sizes = new Map([...icons.map(({ src, sizes }) => [src, sizes]), [touch, '180x180']]);
    for (const [src, size] of sizes) {
        const [width, height] = await page.evaluate(async (url) => {
            const image = new Image();
            image.src = url;
            await image.decode();
            return [image.naturalWidth, image.naturalHeight];
        }, src);
        if (size !== 'any') assert.equal(`${width}x${height}`, size, src);
        assert.ok(width > 0, src);
    }
    assertClean(page);
    await page.context().close();
});

test('a page whose code comes between its first rendering and its first effect', async () => {
    const page = await newPage(browser, server.base);
    await page.addInitScript(() => {
        const later = window.setTimeout.bind(window);
        window.requestAnimationFrame = (run) => later(run, 600);
        window.setTimeout = (run, ms, ...more) => later(run, ms < 200 ? 600 : ms, ...more);
    });
    await page.route('**/start-page-*.js', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
    });
    await page.goto(`${server.base}/`);
    await page.waitForSelector('.tile', { timeout: 10_000 });
    assertClean(page);
    await page.context().close();
});
