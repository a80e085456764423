// Clocks in the page: chosen on the start page, counting down in the bars, lost on time, a player
// who has gone.
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
    STILL,
    takeSeat,
} from './harness.mjs';

prepare();

const bar = (page, side) => page.locator(`.strip[data-side=${side}] .clock`);

/** Chooses a clock on the start page and begins a game with a friend, or in one browser. */
async function startTimed(page, opponent, kind, sliders) {
    await page.goto(`${server.base}/`);
    await page.waitForSelector('.tile');
    await page.locator(`input[name=opponent][value=${opponent}]`).check();
    await page.locator(`input[name=clock][value=${kind}]`).check();
    for (const [label, place] of Object.entries(sliders))
        await page.getByLabel(label).fill(String(place));
    await axe(page, 'the choice of a clock');
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.waitForSelector('.board');
}

async function playOne(page) {
    await page.waitForSelector('.board.active'); // the server has the move before
    const game = await gameOf(page);
    await hands.type(page, rules.legal(game)[0]);
    await moves(page, game.moves.length + 1);
}

test('a game on this screen is lost on time, and the bar shows the flag', async () => {
    const page = await newPage(browser, server.base, STILL);
    await startTimed(page, 'here', 'turn', { 'For each move': 0 });
    assert.equal((await gameOf(page)).rules.turn, 3);
    assert.equal(await bar(page, 'b').textContent(), '3.0');
    await playOne(page);
    await playOne(page);
    await page.waitForSelector('.clock.running.low');
    assert.match(await bar(page, 'b').textContent(), /^!0\.[0-6]$/);
    assert.match(await bar(page, 'b').getAttribute('aria-label'), /left, running low$/);
    await page.waitForSelector('.result');
    assert.match(await page.locator('.result').textContent(), /On time/);
    assert.equal(await bar(page, 'b').getAttribute('aria-label'), 'Time is up');
    assert.equal(await bar(page, 'w').textContent(), '3.0');
    await axe(page, 'a game lost on time');
    assertClean(page);
    await page.context().close();
});

test('a friend who leaves the page can be claimed against; days are told in words', async () => {
    const one = await newPage(browser, server.base, STILL);
    await startTimed(one, 'friend', 'game', { 'For each player': 0, 'Extra time for a move': 2 });
    const { rules: settings, claim } = await gameOf(one);
    assert.deepEqual([settings.game, settings.gain, claim], [60, 2, 10]);
    const link = await one.getByLabel('Link for your friend').inputValue();
    const two = await newPage(browser, server.base, STILL);
    await takeSeat(two, link);
    await one.locator('.share').waitFor({ state: 'detached' });
    await playOne(one);
    await playOne(two);
    await playOne(one);
    assert.match(await bar(one, 'b').textContent(), /^(0:5\d|1:0[01])$/);
    await two.close();
    await one.getByText('White is not here. You can claim the game in').waitFor();
    await axe(one, 'a player who has gone');
    await one.getByRole('button', { name: 'Offer a draw' }).click();
    await one.getByText('You offered a draw. Waiting for White.').waitFor();

    // Without a connection nothing of that is known.
    await one.context().setOffline(true);
    await one.locator('.reconnecting').waitFor();
    await one.getByText('White is not here.').waitFor({ state: 'detached' });
    await one.getByText('You offered a draw.', { exact: true }).waitFor();
    assert.equal(await one.locator('.presence').count(), 0);
    assert.equal(await one.locator('.clock.running').count(), 0, 'White may have moved');
    const stopped = await bar(one, 'w').textContent();
    assert.match(await bar(one, 'w').getAttribute('aria-label'), /left, when last known$/);
    await axe(one, 'a player without a connection');
    await one.waitForTimeout(1100);
    assert.equal(await bar(one, 'w').textContent(), stopped);
    await one.context().setOffline(false);
    await one.getByText('White is not here. You can claim the game in').waitFor();
    await one.locator('.clock.running').waitFor();
    await one.getByText('You offered a draw. Waiting for White.').waitFor();
    await one.getByRole('button', { name: 'Claim the game' }).waitFor();
    await axe(one, 'a game that can be claimed');
    await one.getByRole('button', { name: 'Claim the game' }).click();
    await one.waitForSelector('.result');
    assert.equal((await gameOf(one)).result, '1-0');
    assertClean(one, /ERR_INTERNET_DISCONNECTED/);
    await one.context().close();

    const slow = await newPage(browser, server.base, STILL);
    await startTimed(slow, 'here', 'days', { 'For each move': 2 });
    await playOne(slow);
    await playOne(slow);
    assert.equal(await bar(slow, 'w').textContent(), '3 days');
    await slow.waitForFunction(
        () => document.querySelector('.clock.running')?.textContent === '2 days 23 h',
    );
    assertClean(slow);
    await slow.context().close();
});
