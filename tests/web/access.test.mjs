// Accessibility rules of axe-core, on everything the page shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    axeSource,
    browser,
    gameOf,
    hands,
    newPage,
    prepare,
    rules,
    server,
    startGame,
} from './harness.mjs';

prepare();

async function axe(page, what) {
    await page.evaluate(axeSource);
    const { violations } = await page.evaluate(() => axe.run());
    const found = violations.map(
        (v) =>
            `${v.id}: ${v.help} (${v.nodes
                .map((n) => n.html)
                .slice(0, 3)
                .join(' ')})`,
    );
    assert.deepEqual(found, [], what);
}

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
        await page.locator('[data-cell=c2]').click();
        await axe(page, `selected, ${colorScheme}`);
        await hands.type(page, rules.legal(await gameOf(page))[0]);
        await page.getByRole('button', { name: 'Offer a draw' }).click();
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
        assertClean(page);
        await page.context().close();
    }
});
