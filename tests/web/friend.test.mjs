// Two people in two browsers: the shared link, draws, resigning, reloading, a server that restarts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    browser,
    gameOf,
    hands,
    moves,
    newPage,
    prepare,
    rules,
    server,
    SERVER_GONE,
    shoot,
    startGame,
    STILL,
    takeSeat,
} from './harness.mjs';

prepare();

const status = (page) => page.locator('.status').textContent();
const announced = (page, words) =>
    page.waitForFunction(
        (w) => new RegExp(w).test(document.querySelector('[data-announcement]').textContent),
        words,
    );

/** Two pages that play each other: the creator's colour first. */
async function twoPages(colour = 'b') {
    const one = await newPage(browser, server.base, STILL);
    await startGame(one, server.base, { opponent: 'friend', colour });
    const link = await one.getByLabel('Link for your friend').inputValue();
    const two = await newPage(browser, server.base, STILL);
    await takeSeat(two, link);
    await one.locator('.share').waitFor({ state: 'detached' });
    return { one, two, link };
}

async function done(pages, allowed) {
    for (const page of pages) {
        assertClean(page, allowed);
        await page.context().close();
    }
}

test('the link seats the friend, moves arrive, both pages show them', async () => {
    const { one, two, link } = await twoPages();
    assert.match(link, /\/g\/[\w-]+#[\w-]{32}\.w$/);
    assert.equal(new URL(two.url()).hash, '', 'the key does not stay in the address');
    assert.equal(await status(one), 'Your turn');
    assert.equal(await status(two), 'Waiting for Black');
    assert.equal(await two.locator('.board').getAttribute('data-turn'), '3');
    assert.equal(await two.locator('.cell.own').count(), 0, 'no move out of turn');

    await hands.click(one, rules.legal(await gameOf(one))[0]);
    await two.waitForSelector('.board.active');
    assert.equal(await status(two), 'Your turn');
    await announced(two, 'Friend: .* Your turn');
    await hands.keys(two, rules.legal(await gameOf(two))[0]);
    await moves(one, 2);
    await one.waitForSelector('.board.active');
    assert.equal(
        await one.getByLabel('Link for your friend').count(),
        0,
        'no invitation once the friend has joined',
    );

    // The same game without a key is for watching.
    const third = await newPage(browser, server.base, STILL);
    await third.goto(two.url());
    await moves(third, 2);
    assert.equal(await third.locator('.cell.own').count(), 0);
    assert.equal(await third.locator('#typed').count(), 0);
    assert.equal(await third.getByRole('button', { name: 'Resign' }).count(), 0);
    await hands.type(one, rules.legal(await gameOf(one))[0]);
    await moves(third, 3);
    await done([one, two, third]);
});

test('copying the link, and giving the game up before anybody has come', async () => {
    const page = await newPage(browser, server.base, {
        ...STILL,
        permissions: ['clipboard-read', 'clipboard-write'],
    });
    await startGame(page, server.base, { opponent: 'friend' });
    const link = await page.getByLabel('Link for your friend').inputValue();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);

    // Before the friend has come nobody resigns: the empty seat would win.
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('heading', { name: 'Decline to play?' }).waitFor();
    await page.locator('dialog .danger').click();
    await page.locator('.result p').getByText('A player did not play.').waitFor();
    assert.equal((await gameOf(page)).reason, 'declined');
    await done([page]);
});

test('a reload resumes the game on both sides', async () => {
    const { one, two } = await twoPages('w');
    await hands.type(two, rules.legal(await gameOf(two))[0]);
    await one.waitForSelector('.board.active');
    for (const page of [one, two]) {
        await page.reload();
        await moves(page, 1);
    }
    assert.equal(await status(one), 'Your turn');
    assert.equal(await status(two), 'Waiting for White');
    await hands.drag(
        one,
        rules.legal(await gameOf(one)).find((m) => !m.broadside),
    );
    await moves(two, 2);
    await two.waitForSelector('.board.active');
    // The first page knows the game too.
    await one.goto(`${server.base}/`);
    await one.locator('.recent a').first().click();
    await moves(one, 2);
    await done([one, two]);
});

test('a draw is offered, declined by a move, offered again and accepted', async () => {
    const { one, two } = await twoPages();
    await one.getByRole('button', { name: 'Offer a draw' }).click();
    await one.locator('.ask').getByText('You offered a draw.').waitFor();
    await two.getByRole('button', { name: 'Decline' }).waitFor();
    await announced(two, 'Black offers a draw');
    await hands.type(one, rules.legal(await gameOf(one))[0]);
    await two.waitForSelector('.board.active');
    assert.equal(
        await two.getByRole('button', { name: 'Accept' }).count(),
        1,
        "the offerer's own move keeps the offer",
    );
    await hands.type(two, rules.legal(await gameOf(two))[0]);
    await moves(one, 2);
    assert.equal(await one.locator('.ask').getByText('You offered a draw.').count(), 0);
    assert.deepEqual((await gameOf(one)).proposals, []);

    await two.getByRole('button', { name: 'Offer a draw' }).click();
    await one.getByRole('button', { name: 'Accept' }).click();
    for (const page of [one, two]) {
        await page.waitForSelector('.result');
        assert.equal(await status(page), 'Draw');
        assert.match(await page.locator('.result').textContent(), /By agreement/);
    }
    assert.equal((await gameOf(one)).reason, 'agreement');
    await done([one, two]);
});

test('no button moves while somebody comes to watch, writes or asks', async () => {
    const { one, two } = await twoPages();
    const places = () =>
        one.evaluate(() =>
            [...document.querySelectorAll('.actions button')].map((button) => {
                const { x, y, width, height } = button.getBoundingClientRect();
                return [x, y, width, height].map(Math.round);
            }),
        );
    const third = await newPage(browser, server.base, STILL);
    await one.getByText('1 person is watching.').waitFor({ state: 'detached' });
    const before = await places();
    assert.equal(before.length, 3);
    await third.goto(two.url());
    await one.getByText('1 person is watching.').waitFor();
    assert.deepEqual(await places(), before, 'somebody watches');
    for (let i = 1; i <= 4; i++) {
        await two.getByLabel('Message', { exact: true }).fill(`Message ${i}`);
        await two.getByLabel('Send message').click();
        await one.locator('.messages').getByText(`Message ${i}`).waitFor();
        assert.deepEqual(await places(), before, `message ${i}`);
    }
    const time = one.locator('.messages time').last();
    assert.match(await time.textContent(), /\d\d:\d\d$/);
    assert.match(await time.getAttribute('title'), /^\d+ \w+ \d{4}, \d\d:\d\d$/);
    assert.ok(Math.abs(Date.now() - Date.parse(await time.getAttribute('datetime'))) < 600_000);
    await shoot(one, 'chat');
    await two.getByRole('button', { name: 'Offer a draw' }).click();
    await one.getByRole('button', { name: 'Accept' }).waitFor();
    assert.deepEqual(await places(), before, 'a draw is offered');
    await hands.click(one, rules.legal(await gameOf(one))[0]);
    await two.waitForSelector('.board.active');
    assert.deepEqual(await places(), before, 'a move');
    await done([one, two, third]);
});

test('resigning asks first', async () => {
    const { one, two } = await twoPages();
    await two.getByRole('button', { name: 'Resign' }).click();
    await two.getByRole('button', { name: 'Keep playing' }).click();
    assert.equal((await gameOf(one)).result, '*');
    await two.getByRole('button', { name: 'Resign' }).click();
    await two.locator('dialog .danger').click();
    await one.waitForSelector('.result');
    await two.waitForSelector('.result');
    assert.equal(await status(one), 'You win');
    assert.equal(await status(two), 'You lose');
    assert.match(await one.locator('.result').textContent(), /White resigned/);
    assert.equal((await gameOf(one)).result, '1-0');
    // A game that is over waits for nothing, now or after a reload.
    await two.reload();
    await two.waitForSelector('.result');
    await server.stop();
    await one.waitForTimeout(500);
    for (const page of [one, two]) assert.equal(await page.locator('.reconnecting').count(), 0);
    await server.restart();
    await done([one, two], SERVER_GONE);
});

test('the server goes away and comes back: a move made meanwhile arrives', async () => {
    const { one, two } = await twoPages();
    await hands.click(one, rules.legal(await gameOf(one))[0]);
    await two.waitForSelector('.board.active');
    const choices = rules.legal(await gameOf(two));
    await server.stop('SIGKILL');
    for (const page of [one, two]) await page.locator('.reconnecting').waitFor();
    await hands.type(two, choices[0]);
    await moves(two, 2); // shown at once, sent when the server is back
    await server.restart();
    for (const page of [one, two])
        await page.locator('.reconnecting').waitFor({ state: 'detached' });
    await moves(one, 2);
    await one.waitForSelector('.board.active');
    assert.deepEqual((await gameOf(one)).moves.length, 2);
    await hands.click(one, rules.legal(await gameOf(one))[0]);
    await moves(two, 3);
    await done([one, two], SERVER_GONE);
});

test('a wrong key only watches, an unknown game is reported', async () => {
    const { one, two, link } = await twoPages();
    const other = await newPage(browser, server.base, STILL);
    await other.goto(link.replace(/#.*/, '#AAAA'));
    await other.getByText('key is not valid, so you are watching').waitFor();
    // The invitation was taken by the second page.
    await other.goto(`${server.base}/`);
    await other.goto(link);
    await other.getByText('Somebody has taken this seat already').waitFor();
    assert.equal(await other.locator('#typed').count(), 0);
    await other.goto(`${server.base}/g/nosuch12`);
    await other.getByRole('heading', { name: 'Game not found' }).waitFor();
    await done([one, two, other], /status of 40[34]/);
});
