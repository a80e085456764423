// Messages in the browser: the list, one conversation, live notices, a block, a report; standings and
// ratings; a browser that has lost its storage. Every page that is new is checked by axe in both themes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, axe, call, newUser, prepare, server, shoot } from './harness.mjs';

prepare([], ['--rate', '0']);

const PHONE = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
};
const WIDE = { viewport: { width: 1280, height: 900 } };

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const follow = (page, name) => page.getByRole('link', { name, exact: true }).click();
const text = (page, words) => page.getByText(words, { exact: true }).waitFor();

async function close(...pages) {
    for (const page of pages) {
        assertClean(page);
        await page.context().close();
    }
}

test('what is written is there at once, on the start page, in the list, in the conversation', async () => {
    const ann = await newUser('Ann', PHONE);
    const bob = await newUser('Bob', WIDE);
    const stream = ann.waitForResponse(`${server.base}/api/1/account/events`);
    await ann.goto(`${server.base}/`);
    await stream;
    await ann.waitForTimeout(300); // until it has told what there is
    await bob.goto(`${server.base}/user/Ann`);
    await follow(bob, 'Message');
    await text(bob, 'No messages yet.');
    await axe(bob, 'an empty conversation');
    await bob.getByLabel('Message', { exact: true }).fill('Hello Ann,\nshall we play?');
    await press(bob, 'Send');
    await bob.locator('.bubble.mine').waitFor();
    await ann.getByText('Bob has written to you.').waitFor();
    await axe(ann, 'a notice on the start page');
    await shoot(ann, 'notice-390');
    await call(bob, 'POST', '/games', {
        layout: 'standard',
        seats: [
            { kind: 'user', name: 'Bob' },
            { kind: 'user', name: 'Ann' },
        ],
    });
    await ann.getByText('A challenge: Bob wants to play with you.').waitFor();
    await follow(ann, 'Read');
    await ann.getByText('shall we play?').waitFor();
    await ann.getByLabel('Message', { exact: true }).fill('Yes.');
    await press(ann, 'Send');
    await text(bob, 'Yes.'); // without a reload
    assert.match(await ann.locator('.bubble .fine').first().textContent(), /\d:\d\d/, 'the hour');
    await axe(ann, 'a conversation');
    await shoot(ann, 'conversation-390');
    await shoot(bob, 'conversation-1280');
    for (const page of [ann, bob]) {
        await follow(page, 'All messages');
        await page.locator('.conversations').waitFor();
        assert.equal(await page.locator('.conversations .new').count(), 0); // what was shown is read
    }
    await call(bob, 'POST', '/users/Ann/messages', { text: 'One more' });
    await text(ann, '1 new');
    await axe(ann, 'all conversations');
    await shoot(ann, 'messages-390');
    await shoot(bob, 'messages-1280');
    await close(ann, bob);
});

test('a message is sent once, though its answer is lost', async () => {
    const ida = await newUser('Ida');
    await newUser('Jon').then((jon) => jon.context().close());
    await ida.goto(`${server.base}/messages/Jon`);
    let sent = 0;
    await ida.route('**/users/Jon/messages', async (route) => {
        if (sent++ > 0) return route.continue();
        await route.fetch();
        await route.abort();
    });
    const field = ida.getByLabel('Message', { exact: true });
    await field.fill('Hello');
    await press(ida, 'Send');
    await text(ida, 'Your message is not sent yet.');
    await ida.locator('.bubble.mine').waitFor();
    assert.equal(sent, 2);
    assert.equal(await field.inputValue(), '');
    assert.equal(await ida.getByText('Your message is not sent yet.').count(), 0);
    assert.equal(await ida.locator('.bubble').count(), 1);
    assertClean(ida, /ERR_FAILED/);
    await ida.context().close();
});

test('a conversation whose address has the name in another case', async () => {
    const kim = await newUser('Kim');
    const lou = await newUser('Lou');
    const stream = kim.waitForResponse(`${server.base}/api/1/account/events`);
    await kim.goto(`${server.base}/messages/lOU`);
    await stream;
    await text(kim, 'No messages yet.');
    const read = kim.waitForResponse((answer) => answer.url().endsWith('/read'));
    await call(lou, 'POST', '/users/Kim/messages', { text: 'hello' });
    await text(kim, 'hello');
    assert.equal((await read).status(), 204);
    await close(kim, lou);
});

test('a report and a block', async () => {
    const cid = await newUser('Cid', PHONE);
    const dan = await newUser('Dan');
    await call(dan, 'POST', '/users/Cid/messages', { text: 'an insult' });
    await cid.goto(`${server.base}/messages/Dan`);
    await press(cid, 'Report');
    await cid.getByLabel('What is wrong with this message?').fill('It is rude.');
    await axe(cid, 'a report');
    await shoot(cid, 'report-390');
    const sent = [];
    await cid.route('**/account/reports', async (route) => {
        sent.push(route.request().postDataJSON().text);
        await cid.waitForTimeout(sent.length > 1 ? 0 : 300); // longer than a double click
        await route.continue();
    });
    await cid.getByRole('button', { name: 'Send report' }).dblclick();
    await text(cid, 'Whoever runs this server will see it.');
    assert.deepEqual(sent, ['It is rude.']);
    const { reports } = await call(cid, 'GET', '/account/export');
    assert.deepEqual([reports[0].quote, reports[0].text], ['an insult', 'It is rude.']);
    await press(cid, 'Block');
    await text(cid, 'You have blocked Dan.');
    await follow(cid, 'All messages');
    await cid.getByRole('heading', { name: 'Blocked players' }).waitFor();
    await press(cid, 'Unblock Dan');
    await cid.getByRole('heading', { name: 'Blocked players' }).waitFor({ state: 'detached' });
    assert.deepEqual((await call(cid, 'GET', '/account/blocks')).blocks, []);

    // Deleting asks once more: the second press of a double click is no answer.
    await cid.goto(`${server.base}/messages/Dan`);
    await cid.getByRole('button', { name: 'Delete', exact: true }).dblclick();
    await cid.waitForTimeout(600); // longer than a double click
    assert.equal((await call(cid, 'GET', '/account/messages')).conversations.length, 1);
    await press(cid, 'Really delete?');
    await text(cid, 'No messages yet. On the page of a player you can write to the player.');
    await close(cid, dan);
});

test('a browser that has lost its storage is still signed in', async () => {
    const eve = await newUser('Eve');
    await eve.evaluate(() => localStorage.clear());
    for (const path of ['/', '/games', '/user/Eve', '/standings']) {
        await eve.goto(server.base + path);
        await eve.locator('.bar').getByRole('button', { name: 'Eve', exact: true }).waitFor();
        await eve.evaluate(() => localStorage.clear());
    }
    await close(eve);
});

test('ratings in the game, on the page of a player, and the standings', async () => {
    const gus = await newUser('Gus', PHONE);
    const hal = await newUser('Hal', WIDE);
    const seats = ['Gus', 'Hal'].map((name) => ({ kind: 'user', name }));
    const body = { layout: 'standard', rules: 'classic,game=600', rated: true, seats };
    let id;
    for (let i = 0; i < 2; i++) {
        id = (await call(gus, 'POST', '/games', body)).game.id;
        if (i === 1) {
            await gus.goto(`${server.base}/g/${id}`);
            await gus.locator('.strip .rating').first().waitFor();
        }
        await call(hal, 'POST', `/games/${id}/join`, {});
        if (i === 1) await gus.locator('.strip .rating').nth(1).waitFor(); // of who came, too
        for (const [ply, move] of ['c3d3', 'g5f5', 'd3c3', 'f5g5'].entries())
            await call(ply % 2 ? hal : gus, 'POST', `/games/${id}/moves`, {
                ply: ply + 1,
                move,
            });
        await call(hal, 'POST', `/games/${id}/resign`, {});
    }
    // What the game has made of both ratings, without a reload.
    await gus.getByText(/^\d+\? \+\d+$/).waitFor();
    await gus.getByText(/^\d+\? \u2212\d+$/).waitFor();
    await gus.getByText('Rated: Standard').waitFor();
    await axe(gus, 'a rated game');
    await shoot(gus, 'rated-390');
    await hal.goto(`${server.base}/g/${id}`);
    await hal.locator('.strip .rating').first().waitFor();
    await shoot(hal, 'rated-1280');
    for (const [page, width] of [
        [gus, 390],
        [hal, 1280],
    ]) {
        await page.goto(`${server.base}/user/Gus`);
        await page.locator('.rating-curve').waitFor();
        await axe(page, 'a curve');
        await shoot(page, `curve-${width}`);
        await follow(page, '2 players, rapid');
        await page.getByText('Nobody yet').waitFor();
        await axe(page, 'standings');
        await shoot(page, `standings-${width}`);
    }
    await hal.route('**/ratings?*', (route) => {
        const games = Array.from({ length: 1000 }, (_, i) => ({ rating: 2099 - i, change: 1 }));
        return route.fulfill({ json: { name: 'Gus', category: '2-rapid', games } });
    });
    await hal.goto(`${server.base}/user/Gus`);
    await hal.getByLabel('The rating after each game, from 1099 to 2099').waitFor();
    await follow(hal, '2 players, rapid');
    assert.equal(await hal.getByLabel('Category').inputValue(), '2-rapid');
    await hal.goto(`${server.base}/standings#2-mail`);
    const category = hal.getByLabel('Category');
    assert.equal(await category.inputValue(), '2-mail');
    const shown = await category.locator('option:checked').innerText();
    assert.equal(shown, '2 players, correspondence');

    // A game that ends at once changes no rating and says why, without a reload.
    id = (await call(gus, 'POST', '/games', body)).game.id;
    await gus.goto(`${server.base}/g/${id}`);
    await gus.getByText('Rated: Standard').waitFor();
    await call(hal, 'POST', `/games/${id}/join`, {});
    await call(hal, 'POST', `/games/${id}/resign`, {});
    await gus.getByText('Rated, but it did not count: Standard').waitFor();
    const why = 'No rating changes: the game ended before everybody had two turns.';
    await gus.getByRole('region', { name: 'Result' }).getByText(why).waitFor();
    await shoot(gus, 'uncounted-390');
    await close(gus, hal);
});
