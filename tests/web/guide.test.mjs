// The guide for players in the browser: its list, every page, boards before and after a move, a tip
// that is opened on a board, the way there from a game's help; checked by axe in both themes, on a
// phone and on a desk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, browser, newPage, prepare, server, shoot } from './harness.mjs';

prepare([], ['--rate', '0']);

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const WIDE = { viewport: { width: 1280, height: 900 } };

const left = (locator) => locator.evaluate((element) => element.getBoundingClientRect().left);

test('every page, on a desk and on a phone', async () => {
    for (const [options, width] of [
        [WIDE, 1280],
        [PHONE, 390],
    ]) {
        const page = await newPage(browser, server.base, options);
        await page.goto(`${server.base}/help`);
        await page.getByRole('heading', { name: 'Guide' }).waitFor();
        await axe(page, `the list of the guide, ${width}`);
        const links = page.getByRole('navigation', { name: 'Pages of the guide' });
        for (const [title, boards] of [
            ['Boards', 10],
            ['How to give a move', 8],
            ['Notation', 8],
            ['The rules', 1 + 18 + 4],
            ['Playing tips', 27],
        ]) {
            await links.getByRole('link', { name: title }).click();
            await page.getByRole('heading', { name: title, level: 1 }).waitFor();
            await page
                .locator('.guide-board')
                .nth(boards - 1)
                .waitFor();
            assert.equal(await page.locator('.guide-board').count(), boards, title);
            assert.equal(await page.title(), `${title} - Paua`);
            const wide = await page.evaluate(
                () => document.documentElement.scrollWidth > innerWidth,
            );
            assert.equal(wide, false, title);
            await axe(page, `${title}, ${width}`);
            await shoot(page, `guide-${width}-${title.replaceAll(' ', '-')}`);
        }
        // before and after: side by side on a desk, one below the other on a phone
        const race = page.locator('figure', { hasText: 'White wins the race' });
        const [before, after] = [race.locator('svg').first(), race.locator('svg').nth(1)];
        assert.equal((await left(before)) < (await left(after)), width > 640);
        assert.match(await after.getAttribute('aria-label'), /: after e4d3$/);
        assert.equal(await after.locator('.come').count(), 1); // a white one where a black one was
        await page.context().close();
    }
});

test('a tip is opened on a board', async () => {
    const page = await newPage(browser, server.base, WIDE);
    await page.goto(`${server.base}/help/tips#tip-10`);
    const race = page.locator('figure', { hasText: 'White wins the race' });
    await race.getByRole('button', { name: 'Open on a board' }).click();
    await page.waitForURL('**/record');
    await page.getByText('White wins the race').first().waitFor();
    await page.getByRole('grid').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: '10. At the end count, and attack' }).waitFor();
    await page.goto(`${server.base}/help/nothing`);
    await page.getByText('The guide has no such page.').waitFor();
    await page.context().close();
});

test('the help of a game leads to the guide', async () => {
    const page = await newPage(browser, server.base, WIDE);
    await page.goto(server.base);
    await page.getByRole('button', { name: 'How to play' }).click();
    await page.getByRole('link', { name: 'playing tips' }).click();
    await page.getByRole('heading', { name: 'Playing tips', level: 1 }).waitFor();
    await page.context().close();
});
