// Links to seats: who may take one and what others see; an offer withdrawn, a chat and its mute.
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

const ask = (page, words) => page.locator('.ask').getByText(words).waitFor();
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Ann, who has created the game and plays Black, and Bob, who has taken her invitation. */
async function annAndBob() {
    const ann = await newPage(browser, server.base, STILL);
    await ann.goto(`${server.base}/`);
    await ann.locator('input[name=opponent][value=friend]').check();
    await ann.getByLabel('Your name').fill('Ann');
    await startGame(ann, server.base, { opponent: 'friend' });
    const link = await ann.getByLabel('Link for your friend').inputValue();
    const bob = await newPage(browser, server.base, STILL);
    await takeSeat(bob, link, 'Bob');
    await ann.locator('.share').waitFor({ state: 'detached' });
    return { ann, bob, link };
}

async function close(...pages) {
    for (const page of pages) {
        assertClean(page);
        await page.context().close();
    }
}

/** Moves in turn; both pages show them. */
async function playMoves(pages, count) {
    for (let i = 0; i < count; i++) {
        const game = await gameOf(pages[0]);
        await hands.type(pages[game.turn === 'b' ? 0 : 1], rules.legal(game)[0]);
        for (const page of pages) await moves(page, game.moves.length + 1);
    }
}

test('both see names; a used link makes a spectator, who is told so', async () => {
    const { ann, bob, link } = await annAndBob();
    await ann.locator('.strip').getByText('Bob').waitFor();
    assert.equal(
        await ann.locator('.strip').getByText('(guest)').count(),
        1,
        'a nickname of somebody else is marked',
    );
    await ann.setViewportSize({ width: 320, height: 568 });
    await ann.locator('.strip').getByText('(guest)').waitFor();
    await ann.setViewportSize({ width: 1280, height: 800 });
    await bob.locator('.strip').getByText('Ann').waitFor();
    const third = await newPage(browser, server.base, STILL);
    await third.goto(link);
    await third.getByText('Somebody has taken this seat already, so you are watching.').waitFor();
    assert.equal(await third.locator('.invitation, .actions, .chat-form').count(), 0);
    assert.equal(new URL(third.url()).hash, '', 'a used link does not stay in the address');
    await playMoves([ann, bob], 1);
    await moves(third, 1);
    // Bob's own link brings him back to his seat.
    await bob.goto(`${server.base}/`);
    await bob.goto(link);
    await bob.waitForSelector('.board.active');
    assert.equal(await bob.locator('.side > .problem:not(:empty)').count(), 0);
    await close(ann, bob, third);
});

test("the creator's own link shows how to share it and takes nothing", async () => {
    const ann = await newPage(browser, server.base, STILL);
    await startGame(ann, server.base, { opponent: 'friend' });
    const link = await ann.getByLabel('Link for your friend').inputValue();
    await ann.goto(`${server.base}/`);
    await ann.goto(link);
    await ann.getByText('This is your own invitation. Opened here, it takes no seat.').waitFor();
    assert.equal(await ann.locator('.invitation').count(), 0);
    assert.equal((await gameOf(ann)).seats[1].taken, false);
    assert.equal(await ann.getByLabel('Link for your friend').inputValue(), link);
    await ann.getByRole('button', { name: 'QR code' }).click();
    await ann.getByRole('img', { name: 'Link for your friend, as a QR code' }).waitFor();
    await axe(ann, 'a QR code');
    await press(ann, 'Close');
    await ann.getByText('Links work on this machine only.').waitFor();
    await close(ann);
});

test('links have the address that other devices open', async () => {
    const ann = await newPage(browser, server.base, STILL);
    const addresses = ['http://192.0.2.7:8080', 'http://[2001:db8::7]:8080'];
    let asked = 0;
    await ann.route('**/api/1/server', (route) =>
        route.fulfill(
            asked++ === 0
                ? { status: 502, body: 'a proxy' } // says nothing of addresses: asked again
                : { json: { loopback: false, addresses, mail: false } },
        ),
    );
    await startGame(ann, server.base, { opponent: 'friend' });
    const field = ann.getByLabel('Link for your friend');
    const shows = (address) =>
        ann.waitForFunction(
            (start) => document.querySelector('.share input')?.value.startsWith(start),
            `${address}/g/`,
        );
    await shows(addresses[0]);
    await ann.getByLabel('Address').selectOption(addresses[1]);
    await shows(addresses[1]);
    assert.match(await field.inputValue(), /#[\w-]{32}\.w$/);
    assertClean(ann, /502/);
    await ann.context().close();
});

test('alone against the computer a takeback is done at once', async () => {
    const page = await newPage(browser, server.base, STILL);
    await startGame(page, server.base, { level: 1 });
    await hands.type(page, rules.legal(await gameOf(page))[0]);
    await moves(page, 2);
    await press(page, 'Take back');
    await moves(page, 0);
    await page.waitForSelector('.board.active');
    await close(page);
});

test('an offer is withdrawn', async () => {
    const { ann, bob } = await annAndBob();
    await press(bob, 'Offer a draw');
    await ask(ann, 'Bob offers a draw.');
    await press(bob, 'Withdraw');
    await ann.locator('.ask').waitFor({ state: 'detached' });
    assert.equal((await gameOf(ann)).result, '*');
    await close(ann, bob);
});

test('a chat, and its mute', async () => {
    const { ann, bob } = await annAndBob();
    const say = async (page, text) => {
        await page.getByLabel('Message', { exact: true }).fill(text);
        await page.getByLabel('Message', { exact: true }).press('Enter');
    };
    await say(ann, 'Good <b>luck</b>');
    await bob.locator('.messages').getByText('Good <b>luck</b>').waitFor();
    assert.match(await bob.locator('.messages p').textContent(), /^Ann \(guest\) Good/);
    assert.match(await ann.locator('.messages p').textContent(), /^You Good/);
    await bob.getByRole('switch', { name: 'Mute' }).click();
    assert.equal(await bob.locator('.messages, .chat-form').count(), 0);
    await say(ann, 'Are you there?');
    await ann.locator('.messages').getByText('Are you there?').waitFor();
    await bob.reload();
    await bob.getByRole('switch', { name: 'Mute' }).waitFor();
    assert.equal(await bob.getByText('Are you there?').count(), 0, 'the mute is remembered');
    await bob.getByRole('switch', { name: 'Mute' }).click();
    await bob.locator('.messages').getByText('Are you there?').waitFor();
    await close(ann, bob);
});
