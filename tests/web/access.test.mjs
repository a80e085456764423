// Accessibility rules of axe-core, on everything the page shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    axe,
    browser,
    gameOf,
    hands,
    newPage,
    prepare,
    rules,
    server,
    startGame,
    takeSeat,
} from './harness.mjs';

prepare();

test('no violation of the accessibility rules, in both themes', async () => {
    for (const colorScheme of ['light', 'dark']) {
        const page = await newPage(browser, server.base, { colorScheme, reducedMotion: 'reduce' });
        await page.goto(`${server.base}/`);
        await page.waitForSelector('.tile');
        await axe(page, `start, ${colorScheme}`);
        await page.getByRole('button', { name: /^Show all \d+ boards/ }).click();
        await page.getByText('Custom position').click();
        await page.getByLabel(/^Position: rows/).fill('bad');
        await axe(page, `all boards, ${colorScheme}`);
        await page.getByRole('button', { name: 'How to play' }).click();
        await axe(page, `help, ${colorScheme}`);

        await startGame(page, server.base, { opponent: 'friend' });
        await axe(page, `game, ${colorScheme}`);
        const link = await page.getByLabel('Link for your friend').inputValue();
        const friend = await newPage(browser, server.base, { colorScheme });
        await friend.goto(link);
        await friend.locator('.invitation').waitFor();
        await axe(friend, `invitation, ${colorScheme}`);
        await takeSeat(friend, link, 'Bob');
        await page.waitForSelector('.board.active');
        await page.locator('[data-cell=c2]').click();
        await axe(page, `selected, ${colorScheme}`);
        await hands.type(page, rules.legal(await gameOf(page))[0]);
        await page.getByRole('button', { name: 'Offer a draw' }).click();
        await friend.getByRole('textbox', { name: 'Message' }).fill('Hello');
        await friend.getByRole('textbox', { name: 'Message' }).press('Enter');
        await page.getByText('Hello').waitFor();
        await friend.getByRole('button', { name: 'Decline' }).waitFor();
        await axe(friend, `offer, ${colorScheme}`);
        await page.locator('#typed').fill('zz');
        await page.locator('#typed').press('Enter');
        await axe(page, `waiting, ${colorScheme}`);
        await page.getByRole('button', { name: 'Settings' }).click();
        await axe(page, `settings, ${colorScheme}`);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Resign' }).click();
        await axe(page, `resigning, ${colorScheme}`);
        await page.locator('dialog .danger').click();
        await page.waitForSelector('.result');
        await axe(page, `over, ${colorScheme}`);
        await page.getByRole('button', { name: 'Play again' }).click();
        await friend.getByRole('button', { name: 'Accept' }).waitFor();
        await axe(page, `rematch, ${colorScheme}`);
        await axe(friend, `rematch offered, ${colorScheme}`);
        for (const one of [page, friend]) {
            assertClean(one);
            await one.context().close();
        }
    }
});
