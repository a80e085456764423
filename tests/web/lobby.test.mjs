// Strangers meet: free seats and games to watch on the start page, presence, declining to play.
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
} from './harness.mjs';

prepare();

async function startPage(options) {
    const page = await newPage(browser, server.base, options);
    await page.goto(`${server.base}/`);
    await page.waitForSelector('.tile');
    return page;
}

const PHONE = { viewport: { width: 390, height: 844 } };
const presence = (page, side) => page.locator(`.strip[data-side=${side}] .presence`);
const here = (page, side) => page.locator(`.strip[data-side=${side}] .presence.here`).waitFor();

test('a game for anybody is found in the lobby, joined, watched and left again', async () => {
    const ann = await newPage(browser, server.base);
    const bob = await startPage();
    await bob.getByText('Nobody is looking for players right now.').waitFor();
    await bob.getByText('No public game is being played right now.').waitFor();
    await axe(bob, 'empty lobby');

    // Ann's game appears in Bob's page by itself.
    await ann.goto(`${server.base}/`);
    await ann.evaluate(() => localStorage.setItem('paua:nickname', '{"name":"Ann"}'));
    await startGame(ann, server.base, { opponent: 'anybody' });
    await ann.getByText('The lobby on the start page shows this game, too.').waitFor();
    await bob.getByText('Ann (guest) waits for 1 player.').waitFor();
    await bob.getByLabel('Your name').fill('Bob');
    await axe(bob, 'lobby with a free seat');
    await bob.getByRole('button', { name: /^Join/ }).click();
    await bob.waitForSelector('.board');
    await here(bob, 'b');
    await here(ann, 'w');
    assert.equal(await presence(ann, 'b').count(), 0, 'one knows that one is here oneself');
    await hands.type(ann, rules.legal(await gameOf(ann))[0]);
    await moves(bob, 1);

    // A third person watches.
    const cid = await startPage(PHONE);
    await cid.getByText('Ann (guest) – Bob (guest)').waitFor();
    await cid.getByText('Move 2, White to move.').waitFor();
    await cid.getByRole('link', { name: 'Watch Ann (guest) – Bob (guest)' }).click();
    await moves(cid, 1);
    await cid.getByText('You are watching.').waitFor();
    await ann.getByText('1 person is watching.').waitFor();
    await axe(ann, 'a game that is watched');

    // Bob goes away, and comes back.
    const address = bob.url();
    await bob.goto(`${server.base}/`);
    await ann.locator('.strip[data-side=w] .presence.away').waitFor();
    await bob.goto(address);
    await here(ann, 'w');

    // Bob has not moved yet: he may decline.
    await bob.getByRole('button', { name: 'Resign' }).click();
    await bob.getByRole('button', { name: 'Decline to play' }).click();
    for (const page of [ann, bob, cid]) {
        await page.locator('.result p').getByText('A player did not want to play.').waitFor();
        assertClean(page);
        await page.context().close();
    }
});

test('three players become two when one declines; the others go on by themselves', async () => {
    const create = await fetch(`${server.base}/api/1/games`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
            layout: 'standard-3',
            rules: 'course,turn=300',
            seats: [{ kind: 'person', name: 'Dora' }, { kind: 'open' }, { kind: 'open' }],
        }),
    });
    const { game, keys } = await create.json();
    const dora = await newPage(browser, server.base);
    await dora.goto(`${server.base}/g/${game.id}#${keys[0]}`);
    await dora.waitForSelector('.board');

    // One joins in the lobby, one by the address of the game.
    const eve = await startPage(PHONE);
    await eve.getByText('Dora (guest) waits for 2 players.').waitFor();
    await eve.getByText('5 min for a turn').waitFor();
    await eve.getByText('Away at the moment.').waitFor({ state: 'detached' });
    await eve.getByRole('button', { name: 'Join: Dora (guest) waits for 2 players.' }).click();
    await eve.waitForSelector('.board');
    const fay = await newPage(browser, server.base);
    await fay.goto(`${server.base}/g/${game.id}`);
    await fay.getByText('A seat is free for anybody: you would play Red.').waitFor();
    await fay.getByLabel('Your name').fill('Fay');
    await fay.getByRole('button', { name: 'Take the seat' }).click();
    await here(dora, 'w');
    await here(dora, 'r');

    await eve.getByRole('button', { name: 'Resign' }).click();
    await eve.getByRole('button', { name: 'Decline to play' }).click();
    await eve.locator('.result p').getByText('A player did not want to play.').waitFor();
    for (const page of [dora, fay]) await page.waitForURL((url) => !url.href.includes(game.id));
    assert.equal(dora.url(), fay.url());
    assert.equal(await dora.locator('.status').textContent(), 'Your turn');
    await hands.type(dora, rules.legal(await gameOf(dora))[0]);
    await fay.waitForSelector('.board.active');
    for (const page of [dora, eve, fay]) {
        assertClean(page);
        await page.context().close();
    }
});
