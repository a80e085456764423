// Strangers meet: free seats and games to watch on the start page, presence, declining to play.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    axe,
    browser,
    call,
    gameOf,
    hands,
    moves,
    newPage,
    newUser,
    post,
    prepare,
    rules,
    server,
    shoot,
    startGame,
    STILL,
} from './harness.mjs';

prepare();

async function startPage(options) {
    const page = await newPage(browser, server.base, { ...STILL, ...options });
    await page.goto(`${server.base}/`);
    await page.waitForSelector('.tile');
    return page;
}

const PHONE = { viewport: { width: 390, height: 844 } };
const presence = (page, side) => page.locator(`.strip[data-side=${side}] .presence`);
const here = (page, side) => page.locator(`.strip[data-side=${side}] .presence.here`).waitFor();

test('a game for anybody is found in the lobby, joined, watched and left again', async () => {
    const ann = await newPage(browser, server.base, STILL);
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
        await page.locator('.result p').getByText('A player did not play.').waitFor();
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
    const dora = await newPage(browser, server.base, STILL);
    await dora.goto(`${server.base}/g/${game.id}#${keys[0]}`);
    await dora.waitForSelector('.board');

    // One joins in the lobby, one by the address of the game.
    const eve = await startPage(PHONE);
    await eve.getByText('Dora (guest) waits for 2 players.').waitFor();
    await eve.getByText('5 min for a turn').waitFor();
    await eve.getByText('Away at the moment.').waitFor({ state: 'detached' });
    await eve
        .getByRole('button', {
            name: 'Join: Dora (guest) waits for 2 players.',
        })
        .click();
    await eve.waitForSelector('.board');
    const fay = await newPage(browser, server.base, STILL);
    await fay.goto(`${server.base}/g/${game.id}`);
    await fay.getByText('A seat is free for anybody: you would play Red.').waitFor();
    await fay.getByLabel('Your name').fill('Fay');
    await fay.getByRole('button', { name: 'Take the seat' }).click();
    await here(dora, 'w');
    await here(dora, 'r');

    await eve.getByRole('button', { name: 'Resign' }).click();
    await eve.getByRole('button', { name: 'Decline to play' }).click();
    await eve.locator('.result p').getByText('A player did not play.').waitFor();
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

/** Counts the sounds that a page plays. */
function countSounds(page) {
    return page.addInitScript(() => {
        window.sounds = 0;
        const start = AudioBufferSourceNode.prototype.start;
        AudioBufferSourceNode.prototype.start = function (...when) {
            window.sounds++;
            start.apply(this, when);
        };
    });
}

/** Offers a game with a clock to anybody, and goes elsewhere on the site, where it says nothing yet. */
async function offerAndLeave(page, link) {
    await page.goto(`${server.base}/`);
    await page.evaluate(() => localStorage.setItem('paua:nickname', '{"name":"Anna"}'));
    await page.waitForSelector('.tile');
    await page.locator('input[name=opponent][value=anybody]').check();
    await page.locator('input[name=colour][value=b]').check();
    await page.locator('input[name=clock][value=game]').check();
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.waitForSelector('.board');
    const { id } = await gameOf(page);
    await page.locator('.brand').click();
    await page.waitForSelector('.tile');
    if (link) await page.evaluate((path) => history.pushState(null, '', path), link);
    if (link) await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    assert.equal(await page.locator('.offer-notices .card').count(), 0);
    return id;
}

for (const [who, link, title] of [
    ['a guest', '', 'Paua'],
    ['an account', '/standings', 'Standings - Paua'],
])
    test(`the lobby story: ${who} who waits elsewhere is called, and cannot lose before`, async () => {
        const ann = link ? await newUser('Anna') : await newPage(browser, server.base, STILL);
        await countSounds(ann);
        const id = await offerAndLeave(ann, link);
        if (!link) await ann.getByText('waiting for players').waitFor();
        await ann.waitForFunction((title) => document.title === title, title);
        const sounds = await ann.evaluate(() => window.sounds);

        // Another game, so that the row of the first one stays when it has begun.
        const other = [{ kind: 'person', name: 'Zoe' }, { kind: 'open' }];
        const zoe = await post('/games', { layout: 'standard', seats: other });
        if (!link) await ann.getByText('Zoe (guest) waits').waitFor();

        // Bob takes the seat, and can do nothing against who is not there.
        const bob = await startPage(PHONE);
        await bob.getByLabel('Your name').fill('Bob');
        const row = bob.locator('.lobby li', { hasText: /Anna.* waits/ });
        await row.getByText('Not rated, 10 min for a game, 5 s more for each move.').waitFor();
        await bob.getByRole('button', { name: /^Join: Anna/ }).click();
        await bob.waitForSelector('.board');
        await bob.getByText('The first move of Anna must come within 4:5').waitFor();
        await axe(bob, 'a game that waits for its first move');
        const key = await bob.evaluate(
            (id) => JSON.parse(localStorage.getItem(`paua:game:${id}`)).keys.w,
            id,
        );
        await assert.rejects(post(`/games/${id}/claim`, {}, key), /409/);

        // Ann is called where she is: in words, in the title, by a sound.
        const call = ann.locator('.offer-notices .card');
        await call.getByText('Bob (guest) has joined. It is your turn.').waitFor();
        await ann.waitForFunction(() => document.title === '(1) Bob (guest) has joined - Paua');
        assert.equal((await ann.evaluate(() => window.sounds)) - sounds, 1);
        await axe(ann, 'a notice that somebody has joined');
        if (!link) {
            await ann.getByText('has begun', { exact: true }).waitFor();
            await ann.getByText('Your game has begun.').waitFor();
        }

        // On the next page and after a reload, too; then she plays.
        await ann.goto(`${server.base}/games`);
        await call.getByText('Bob (guest) has joined. It is your turn.').waitFor();
        await call.getByRole('link', { name: 'Open: Bob (guest) has joined' }).click();
        await ann.waitForSelector('.board.active');
        assert.equal(await call.count(), 0);
        await ann.getByText('Your first move must come within 4:').waitFor();
        await ann.waitForFunction(() => document.title === '(1) Your turn - Paua');
        await hands.type(ann, rules.legal(await gameOf(ann))[0]);
        await moves(bob, 1);
        await bob.getByText('Your first move must come within 4:5').waitFor();
        await hands.type(bob, rules.legal(await gameOf(bob))[0]);
        await moves(ann, 2);
        await post(`/games/${zoe.game.id}/decline`, {}, zoe.keys[0]);
        for (const page of [ann, bob]) {
            await page.getByText('first move').waitFor({ state: 'detached' });
            assertClean(page);
            await page.context().close();
        }
    });

test('a seat that the account has offered elsewhere: this browser calls, too, and one tab of it listens', async () => {
    const ann = await newUser('Anke');
    await ann.goto(`${server.base}/standings`);
    await ann.waitForSelector('main');
    // Her phone has the same session: a game offered there is unknown here.
    const cookies = await ann.context().cookies();
    const phone = await newPage(browser, server.base, { ...STILL, ...PHONE });
    await phone.context().addCookies(cookies);
    await startGame(phone, server.base, { opponent: 'anybody', colour: 'b' });
    const { id } = await gameOf(phone);
    const tab = await ann.context().newPage();
    await tab.goto(`${server.base}/`);
    await tab.waitForSelector('.tile');
    // A page that learns who she is after it is there.
    const elsewhere = await newPage(browser, server.base, STILL);
    await elsewhere.context().addCookies(cookies);
    await elsewhere.goto(`${server.base}/standings`);
    await elsewhere.getByRole('button', { name: 'Anke', exact: true }).waitFor();
    await post(`/games/${id}/join`, { name: 'Bob' }, 'B'.repeat(32));
    await phone.waitForSelector('.board.active');
    for (const page of [ann, tab, elsewhere]) {
        const call = page.locator('.offer-notices .card');
        await call.getByText('Bob (guest) has joined. It is your turn.').waitFor();
        await page.waitForFunction(() => document.title.startsWith('(1) Bob (guest) has joined'));
    }
    const requests = await ann.evaluate(() => navigator.locks.query());
    assert.equal(requests.held.filter(({ name }) => name === 'paua:account').length, 1);
    // She plays on the phone, and nobody is called here any more.
    await hands.type(phone, rules.legal(await gameOf(phone))[0]);
    for (const page of [ann, tab])
        await page.locator('.offer-notices .card').waitFor({ state: 'detached' });
    // What she takes herself on the phone is no call.
    const seats = [{ kind: 'person', name: 'Cid' }, { kind: 'open' }];
    const other = await post('/games', { layout: 'standard', seats });
    await call(phone, 'POST', `/games/${other.game.id}/join`, {});
    await ann.waitForTimeout(300);
    assert.equal(await ann.locator('.offer-notices .card').count(), 0);
    for (const page of [ann, phone]) {
        assertClean(page);
        await page.context().close();
    }
});

/** A second tab with the start page; the page of the game is hidden behind it. */
async function tabBefore(page) {
    await page.evaluate(() => {
        window.isHidden = true;
        Object.defineProperty(document, 'hidden', {
            get: () => window.isHidden,
        });
    });
    const tab = await page.context().newPage();
    await tab.goto(`${server.base}/`);
    await tab.waitForSelector('.tile');
    return tab;
}

test('who looks at another tab is called while the page of the game is open', async () => {
    const ann = await newPage(browser, server.base, STILL);
    await startGame(ann, server.base, { opponent: 'anybody' });
    const { id } = await gameOf(ann);
    const tab = await tabBefore(ann);
    await post(`/games/${id}/join`, { name: 'Bob' }, 'B'.repeat(32));
    await ann.waitForSelector('.board.active');
    const call = tab.locator('.offer-notices .card');
    await call.getByText('Bob (guest) has joined. It is your turn.').waitFor();
    // She comes back to the game, and is called no more.
    await ann.evaluate(() => {
        window.isHidden = false;
        document.dispatchEvent(new Event('visibilitychange'));
    });
    await call.waitFor({ state: 'detached' });
    assertClean(ann);
    await ann.context().close();
});

test('on a phone a notice hides neither the bar nor the board, also for two games', async () => {
    for (const viewport of [
        { width: 390, height: 740 },
        { width: 844, height: 390 },
    ]) {
        const ann = await newPage(browser, server.base, { ...STILL, viewport });
        const names = ['A very long nickname', 'Bob'];
        const ids = [];
        for (const _ of names) {
            await startGame(ann, server.base, {
                opponent: 'anybody',
                colour: 'b',
            });
            ids.push((await gameOf(ann)).id);
        }
        await startGame(ann, server.base, { opponent: 'computer' });
        const notice = ann.locator('.offer-notices .card');
        const says = async (text) => {
            await notice.getByText(text).waitFor();
            assert.equal(await notice.count(), 1);
            const { x, y, height } = await notice.boundingBox();
            const bar = await ann.locator('.bar').boundingBox();
            const board = await ann.locator('.board').boundingBox();
            assert.ok(y >= bar.y + bar.height, `the notice begins at ${y}, in the bar`);
            const beside = x >= board.x + board.width;
            assert.ok(beside || y + height <= board.y, `it ends at ${y + height}, on the board`);
            await shoot(ann, `notice-${viewport.width}`);
        };
        await post(`/games/${ids[0]}/join`, { name: names[0] }, 'A'.repeat(32));
        await says(`${names[0]} (guest) has joined. It is your turn.`);
        await post(`/games/${ids[1]}/join`, { name: names[1] }, 'B'.repeat(32));
        await says('2 games have begun.');
        await ann.waitForFunction(() => document.title === '(1) 2 games have begun - Paua');
        await ann.getByRole('button', { name: 'Settings' }).click(); // the bar is free
        await ann.keyboard.press('Escape');
        await notice.getByRole('link', { name: /^Open: .* has joined$/ }).click();
        await says('has joined. It is your turn.');
        await notice.getByRole('button', { name: /^Close: .* has joined$/ }).click();
        await notice.waitFor({ state: 'detached' });
        assertClean(ann);
        await ann.context().close();
    }
});
