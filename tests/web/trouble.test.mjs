// What goes wrong for somebody who plays: code that does not come, no network, a server that is away,
// full or asked too often, another tab that signs out; and where the keyboard's focus goes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    browser,
    call,
    gameOf,
    hands,
    newPage,
    newUser,
    prepare,
    rules,
    server,
    STILL,
} from './harness.mjs';

prepare([], ['--rate', '0']);

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const focused = (page, text) =>
    page.waitForFunction((t) => document.activeElement.textContent.includes(t), text);

async function close(...pages) {
    for (const page of pages) await page.context().close();
}

test('a page whose code does not come says so', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.route('**/app.js', (route) => route.fulfill({ status: 429, body: '' }));
    await page.goto(`${server.base}/`);
    const text = page.getByText('If nothing comes, please reload it.');
    assert.equal(await text.isVisible(), false);
    await text.waitFor();
    await page.unroute('**/app.js');
    await page.reload();
    await page.waitForSelector('.tile');
    assert.equal(await text.count(), 0);
    await close(page);
});

test('no network, too many requests, a full store', async () => {
    const page = await newPage(browser, server.base);
    await page.goto(`${server.base}/`);
    await page.waitForSelector('.tile');
    await page.context().setOffline(true);
    await press(page, 'Start game');
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    let refusal;
    await page.route('**/api/1/games', (route) =>
        route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue(),
    );
    const refuse = (status, code, message) =>
        (refusal = { status, json: { error: { code, message } } });
    refuse(429, 'too_many', 'too many requests');
    await press(page, 'Start game');
    await page.getByText('Too many requests. Please wait a moment.').waitFor();
    refuse(507, 'store_full', 'the store is full: no more games can be kept');
    await press(page, 'Start game');
    await page.getByText('The store is full: no more games can be kept').waitFor();
    await page.unroute('**/api/1/games');
    // The answers of the server get lost: it has made one game, whoever asks for it again.
    const made = [];
    await page.route('**/api/1/games', async (route) => {
        const answer = await route.fetch();
        made.push((await answer.json()).game.id);
        await (made.length < 3 ? route.abort() : route.fulfill({ response: answer }));
    });
    await press(page, 'Start game');
    await page.getByText("Can't reach the server. Is it running?").waitFor();
    assert.equal(made.length, 2);
    await press(page, 'Start game');
    await page.waitForSelector('.board');
    assert.deepEqual(made, Array(3).fill(page.url().split('/').pop()));
    await hands.type(page, rules.legal(await gameOf(page))[0]); // with the key of the seat
    await page.unroute('**/api/1/games');
    await page.goto(`${server.base}/`);
    await press(page, 'Start game');
    await page.waitForURL('**/g/*');
    assert.notEqual(page.url().split('/').pop(), made[0], 'another game is another one');
    assertClean(page, /429|507|ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    await close(page);
});

test('another tab signs out: a move leads to signing in, and back to the game', async () => {
    const page = await newUser('Ann', PHONE);
    const seats = [
        { kind: 'user', name: 'Ann' },
        { kind: 'computer', level: 1 },
    ];
    const { game } = await call(page, 'POST', '/games', { layout: 'standard', seats });
    await page.goto(`${server.base}/g/${game.id}`);
    await page.waitForSelector('.board.active');
    const other = await page.context().newPage();
    await other.goto(`${server.base}/record`);
    await call(other, 'DELETE', '/session');
    await hands.tap(page, rules.legal(game)[0]);
    await page.getByText('You are signed out.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).tap();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ann');
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
    await press(page, 'Sign in');
    await page.waitForURL(`**/g/${game.id}`);
    await page.waitForSelector('.board.active');
    await close(page);
});

test('a tournament is followed again when the server is back', async () => {
    const ann = await newUser('Ann2');
    const made = await call(ann, 'POST', '/tournaments', {
        name: 'Cup',
        system: 'swiss',
        rounds: 3,
        layout: 'standard',
        rules: 'classic,game=600',
    });
    // The list of computers has not come either, as on a slow network.
    await ann.route('**/api/1/opponents', (route) => route.abort());
    await ann.goto(`${server.base}/tournaments/${made.id}`);
    await ann.getByText('Nobody has joined yet.').waitFor();
    await server.stop();
    await ann.getByText("Can't reach the server. Is it running?").first().waitFor();
    await ann.unroute('**/api/1/opponents');
    await server.restart();
    const bob = await newUser('Bob2');
    await call(bob, 'POST', `/tournaments/${made.id}/join`, {});
    await ann.getByRole('link', { name: 'Bob2' }).waitFor();
    await ann.getByRole('option', { name: 'Chorus' }).waitFor({ state: 'attached' });
    assert.equal(await ann.getByText("Can't reach").count(), 0);

    // A reading that began before one joined does not show what was.
    let read;
    let answer;
    const begun = new Promise((resolve) => (read = resolve));
    const held = new Promise((resolve) => (answer = resolve));
    await ann.route(`**/api/1/tournaments/${made.id}`, async (route) => {
        const response = await route.fetch();
        read();
        await held;
        await route.fulfill({ response }).catch(() => {}); // nobody may wait any more
    });
    await begun;
    await press(ann, 'Join');
    await ann.getByRole('button', { name: 'Leave' }).waitFor();
    answer();
    await ann.waitForTimeout(300); // longer than the answer takes
    assert.equal(await ann.getByRole('button', { name: 'Leave' }).count(), 1);
    await close(ann, bob);
});

test('lists that do not come say so, and come when the server is back', async () => {
    const page = await newUser('Ann3');
    await page.goto(`${server.base}/tournaments`);
    await page.getByText('None.').first().waitFor();
    const go = (path) =>
        page.evaluate((to) => {
            history.pushState(null, '', to);
            dispatchEvent(new PopStateEvent('popstate'));
        }, path);
    let answer = (route) => route.abort();
    await page.route('**/api/1/**', (route) => answer(route));
    for (const [path, text] of [
        ['/standings', /^Nobody yet/],
        ['/messages', /^No messages yet/],
        ['/user/Ann3', 'No public games yet.'],
        ['/account', /^Your account since/],
        ['/games', /^There are none yet/],
        ['/', 'No public game is being played right now.'],
        ['/tournaments', 'None.'],
    ]) {
        answer = (route) => route.abort();
        await go(path);
        await page.getByText("Can't reach the server. Is it running?").first().waitFor();
        await page.getByText('Trying again.').first().waitFor();
        assert.equal(await page.getByText(text).count(), 0, `unknown: ${text}`);
        answer = (route) => route.continue();
        await page.evaluate(() => dispatchEvent(new Event('online'))); // the next try comes now
        await page.getByText(text).first().waitFor();
        await page.getByText("Can't reach").first().waitFor({ state: 'detached' }); // of each list
    }
    await go('/standings');
    const held = [];
    answer = (route) => held.push(route);
    await go('/tournaments');
    const loading = page.locator('main .card').getByText('Loading');
    await loading.first().waitFor(); // visible: after a second
    assert.equal(await loading.count(), 3);
    for (const route of held) await route.continue();
    await page.getByText('None.').first().waitFor();
    await loading.first().waitFor({ state: 'detached' });
    await close(page);
});

test('the focus goes to the heading of what has changed', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/account`);
    await press(page, 'Create an account');
    await page.getByRole('textbox', { name: 'Name' }).fill('Cay');
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
    await page.keyboard.press('Enter');
    await focused(page, 'My games');
    await page.goto(`${server.base}/account`);
    await press(page, 'Go on vacation');
    await focused(page, 'Vacation');
    await press(page, 'End it now');
    await focused(page, 'Vacation');
    const seats = [
        { kind: 'user', name: 'Cay' },
        { kind: 'computer', level: 1 },
    ];
    const { game } = await call(page, 'POST', '/games', { layout: 'standard', seats });
    await page.goto(`${server.base}/g/${game.id}`);
    await press(page, 'Resign');
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await focused(page, 'Standard');
    assertClean(page);
    await close(page);
});

test('a name has room beside a rating, a clock and a tray', async () => {
    const ann = await newUser('Annabella-Maria', PHONE);
    const bob = await newUser('Bartholomew-Sim', PHONE);
    const names = ['Annabella-Maria', 'Bartholomew-Sim'];
    const seats = names.map((name) => ({ kind: 'user', name }));
    const made = await call(ann, 'POST', '/games', {
        layout: 'standard',
        rules: 'classic,days=3',
        rated: true,
        seats,
    });
    await call(bob, 'POST', `/games/${made.game.id}/join`, {});
    await ann.goto(`${server.base}/g/${made.game.id}`);
    await ann.locator('.rating').first().waitFor();
    const cut = () =>
        [...document.querySelectorAll('.who b')].filter(
            (name) => name.scrollWidth > name.clientWidth,
        ).length;
    assert.equal(await ann.evaluate(cut), 0);
    const heights = await ann
        .locator('.strip')
        .evaluateAll((all) => all.map((one) => one.offsetHeight));
    assert.ok(Math.max(...heights) <= 48, `strips are ${heights} pixels high`);
    assertClean(ann);
    await close(ann, bob);
});
