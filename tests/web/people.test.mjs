// The page of a player: his games, what everybody may see of them, in pages. One's own account where
// the server sends no mail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    axe,
    browser,
    call,
    newPage,
    newUser,
    prepare,
    server,
    shoot,
    STILL,
} from './harness.mjs';

prepare([], ['--rate', '0']);

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SEATS = ['Gus', 'Hal'].map((name) => ({ kind: 'user', name }));
const PAGE = 30;

const card = (page, title) =>
    page
        .locator('.recent')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const links = (page) => card(page, 'Games').getByRole('link');

/** Games between two people that end at once: the first player resigns. */
async function play(gus, hal, count, options) {
    const ids = [];
    for (let i = 0; i < count; i++) {
        const body = { layout: 'standard', seats: SEATS, ...options };
        const { id } = (await call(gus, 'POST', '/games', body)).game;
        await call(hal, 'POST', `/games/${id}/join`, {});
        for (const [ply, move] of ['c3d3', 'g5f5', 'd3c3', 'f5g5'].entries())
            if (options.rated)
                await call(ply % 2 ? hal : gus, 'POST', `/games/${id}/moves`, {
                    ply: ply + 1,
                    move,
                });
        await call(gus, 'POST', `/games/${id}/resign`, {});
        ids.push(id);
    }
    return ids;
}

test("a player's games: newest first, as he played them, without private ones", async () => {
    const gus = await newUser('Gus');
    const hal = await newUser('Hal');
    const rules = 'classic,game=600';
    const [rated] = await play(gus, hal, 1, { rules, rated: true });
    const open = await play(gus, hal, PAGE, { public: true });
    const hidden = await play(gus, hal, PAGE + 1, {}); // more than one answer of the server has
    const body = { layout: 'bowl', seats: SEATS, public: true };
    const { id: running } = (await call(gus, 'POST', '/games', body)).game;
    await call(hal, 'POST', `/games/${running}/join`, {});

    for (const [options, width] of [
        [PHONE, 390],
        [{}, 1280],
    ]) {
        const page = await newPage(browser, server.base, { ...STILL, ...options });
        await page.goto(`${server.base}/user/Hal`);
        await links(page).first().waitFor();
        await shoot(page, `games-of-${width}`);
        await axe(page, 'the games of a player');
        await card(page, 'Games').getByRole('button', { name: 'More games' }).click();
        await card(page, 'Games').getByText('2 more games shown.').waitFor();
        const shown = await links(page).evaluateAll((all) =>
            all.map((one) => one.pathname.slice(3)),
        );
        assert.deepEqual(shown, [...[...open].reverse(), rated], 'and none that is private');
        assert.equal(await card(page, 'Games').getByRole('button').count(), 0, 'there are no more');
        const first = await links(page).first().innerText();
        assert.match(first, /^Gus\s+Standard, not rated, .*\d{4}\s+Won$/);
        const last = await links(page).last().innerText();
        assert.match(last, /^Gus\s+Standard, rated, rapid, .*\s+Won \+\d+$/);
        const now = await card(page, 'Games in progress').innerText();
        assert.match(now, /Gus\s+Bowl 2, .*\s+Move 1$/);
        const { wide, inner } = await page.evaluate(() => ({
            wide: document.documentElement.scrollWidth,
            inner: innerWidth,
        }));
        assert.ok(wide <= inner, `${wide} pixels wide`);
        await page.goto(`${server.base}/user/Gus`);
        await links(page).first().waitFor();
        assert.match(await links(page).first().innerText(), /Lost$/);
        await links(page).first().click();
        await page.waitForSelector('.board');
        assert.equal(new URL(page.url()).pathname, `/g/${open[PAGE - 1]}`);
        assertClean(page);
        await page.context().close();
    }

    // Who has a seat in them sees his private games, too.
    await hal.goto(`${server.base}/user/Gus`);
    await card(hal, 'Games').locator(`a[href="/g/${hidden[PAGE]}"]`).waitFor();
    for (const page of [gus, hal]) {
        assertClean(page);
        await page.context().close();
    }
});

test('a player without public games, and a server that does not answer', async () => {
    const ida = await newUser('Ida');
    const seats = [
        { kind: 'user', name: 'Ida' },
        { kind: 'computer', level: 1 },
    ];
    await call(ida, 'POST', '/games', { layout: 'standard', seats });
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/user/Ida`);
    await page.getByText('No public games yet.').waitFor();
    assert.equal(await page.getByText('Games in progress').count(), 0);
    await axe(page, 'a player without games');
    assertClean(page);
    await page.route('**/users/Ida/games?**', (route) => route.abort());
    await page.reload();
    await page.getByText("Can't reach the server. Is it running?").waitFor();
    await page.unroute('**/users/Ida/games?**');
    await page.getByText('No public games yet.').waitFor();
    // The title is not that of a player whose page was left, while the next one is on its way.
    assert.equal(await page.title(), 'Ida - Paua');
    await page.route('**/users/Nobody*', () => {});
    await page.evaluate(() => {
        history.pushState(null, '', '/user/Nobody');
        dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.waitForFunction(() => !document.title.includes('Ida'), null, { timeout: 5000 });
    for (const one of [ida, page]) await one.context().close();
});

test('where the server sends no mail the account offers none', async () => {
    const ivy = await newUser('Ivy', PHONE);
    await ivy.goto(`${server.base}/account`);
    await ivy.getByRole('heading', { name: 'Your data' }).waitFor();
    assert.equal((await call(ivy, 'GET', '/server')).mail, false);
    assert.equal(await ivy.getByText('Set an address').count(), 0);
    assert.equal(await ivy.getByRole('heading', { name: 'Mail' }).count(), 0);
    // An address of a time when it did send mail can be removed.
    const account = await call(ivy, 'GET', '/account');
    let address = 'i***@example.org';
    await ivy.route('**/api/1/account', (route) =>
        route.fulfill({ json: { ...account, address, pending: '' } }),
    );
    await ivy.reload();
    await ivy.getByText(`Your address is ${address}. This server sends no mail.`).waitFor();
    assert.equal(await ivy.getByText('Set an address').count(), 0);
    await axe(ivy, 'an address without mail');
    await shoot(ivy, 'address-without-mail');
    address = '';
    await ivy.getByRole('button', { name: 'Remove the address' }).click();
    await ivy.getByText('Your address is removed.').waitFor();
    const guest = await newPage(browser, server.base, STILL);
    await guest.goto(`${server.base}/account`);
    await guest.getByText('I have forgotten my password').click();
    await guest.getByText('This server sends no mail. Whoever runs it can').waitFor();
    assert.equal(await guest.getByRole('button', { name: 'Mail me a code' }).count(), 0);
    await axe(guest, 'a forgotten password without mail');
    await shoot(guest, 'forgotten-without-mail');
    for (const page of [ivy, guest]) {
        assertClean(page);
        await page.context().close();
    }
});

/** In the page: what is wider than its place, or stands beside what it belongs under. */
function misplaced() {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const wide = all('.recent li a, .recent li a > *, .bubble, .bubble > *, .log').filter(
        (one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== 'inline',
    );
    const beside = all('.challenge a').flatMap((link) =>
        [...link.children].filter((one) => one.offsetLeft > link.firstChild.offsetLeft),
    );
    return [...wide, ...beside].map((one) => one.textContent);
}

test('the longest name leaves everything in its place on a narrow phone', async () => {
    const long = 'Wilhelmina_von_Hagen'; // 20 characters, as many as a name may have
    const una = await newUser('Una', { viewport: { width: 320, height: 568 } });
    const other = await newUser(long);
    const rules = 'classic,game=300';
    const seats = [long, 'Una'].map((name) => ({ kind: 'user', name }));
    for (let i = 0; i < 2; i++)
        await call(other, 'POST', '/games', { layout: 'german-daisy', rules, seats });
    await call(other, 'POST', '/users/Una/messages', { text: 'Hello' });
    const found = [];
    for (const [path, there] of [
        ['/', '.recent li a'],
        ['/games', '.challenge'],
        ['/user/Una', '.recent li a'],
        [`/messages/${long}`, '.bubble'],
    ]) {
        await una.goto(`${server.base}${path}`);
        await una.locator(there).first().waitFor();
        for (const text of await una.evaluate(misplaced)) found.push(`${path}: ${text}`);
    }
    assert.deepEqual(found, []);
    for (const page of [una, other]) {
        assertClean(page);
        await page.context().close();
    }
});
