// A connection that is lost while somebody plays: what is not sent yet is shown and spoken, nothing
// is claimed that the server has not said, and what a game needs is there without it.
import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import {
    assertClean,
    axe,
    browser,
    call,
    hands,
    moves,
    newPage,
    newUser,
    post,
    prepare,
    rules,
    server,
    shoot,
    STILL,
} from './harness.mjs';

prepare([], ['--rate', '0']);

const SEATS = [
    { kind: 'person', name: 'Ann' },
    { kind: 'person', name: 'Bob' },
];
const COMPUTER = [{ kind: 'person' }, { kind: 'computer', level: 1 }];
const ALLOWED = /^console: Failed to load resource: net::ERR|ERR_/;

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const spoken = (page, words) =>
    page.waitForFunction(
        (w) => new RegExp(w).test(document.querySelector('[data-announcement]').textContent),
        words,
    );
const status = (page, text, timeout) =>
    page.locator('.status').getByText(text, { exact: true }).waitFor({ timeout });

/** A game that has begun, and a page for each of its first seats. */
async function table(seats, count = seats.length, base = server.base) {
    const { game, keys } = await post('/games', {
        layout: 'standard',
        rules: 'classic,game=600',
        seats,
    });
    const pages = [];
    for (const key of keys.slice(0, count)) {
        const page = await newPage(browser, base, STILL);
        await page.goto(`${base}/g/${game.id}#${key}`);
        await page.waitForSelector('.board');
        pages.push(page);
    }
    await pages[0].waitForSelector('.board.active');
    return { game, keys, pages, first: rules.legal(game)[0] };
}

/** Opens another page of the app without loading it anew. */
function go(page, path) {
    return page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
    }, path);
}

async function gameNow({ id }) {
    const answer = await fetch(`${server.base}/api/1/games/${id}`);
    return answer.json();
}

async function waitUntil(isTrue) {
    for (const end = Date.now() + 8000; !(await isTrue());) {
        assert.ok(Date.now() < end, 'in time');
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

async function close(...pages) {
    for (const page of pages) await page.context().close();
}

/** Between a browser and the server; stops to let bytes through, or lets them through again. */
async function startProxy() {
    const to = Number(new URL(server.base).port);
    const sockets = new Set();
    const state = { swallows: false };
    const proxy = createServer((client) => {
        const backend = connect(to, '127.0.0.1');
        sockets.add(client).add(backend);
        const pass = (from, into) => {
            from.on('data', (data) => state.swallows || into.write(data));
            from.on('error', () => {});
            from.on('close', () => into.destroy());
        };
        pass(client, backend);
        pass(backend, client);
    });
    await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    return {
        base: `http://127.0.0.1:${proxy.address().port}`,
        swallow: (on) => (state.swallows = on),
        close() {
            for (const socket of sockets) socket.destroy();
            proxy.close();
        },
    };
}

test('a browser that is offline: the move is marked at once, and sent later', async () => {
    const { pages, first } = await table(SEATS);
    const [ann, bob] = pages;
    await ann.context().setOffline(true);
    await hands.type(ann, first);
    await status(ann, 'Your move is not sent yet', 1500);
    await spoken(ann, 'Your move is not sent yet');
    await ann.locator('.list').getByLabel('not sent yet').waitFor();
    await ann.locator('.reconnecting').waitFor({ timeout: 1500 });
    await ann.setViewportSize({ width: 320, height: 568 });
    const width = await ann.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, 320, 'the bar has room for it on a narrow phone');
    await ann.setViewportSize({ width: 1280, height: 800 });
    assert.ok(await ann.locator('.strip[data-side=b].to-move').count(), "it is still Ann's turn");
    await ann.context().setOffline(false);
    await status(ann, 'Waiting for Bob');
    await ann.locator('.list').getByLabel('not sent yet').waitFor({ state: 'detached' });
    await moves(bob, 1);
    for (const page of pages) assertClean(page, ALLOWED);
    await close(...pages);
});

test('a server that hangs: a move counts as not sent after 2 s, the stream as lost within 10 s', async () => {
    const { pages, first } = await table(COMPUTER, 1);
    const [page] = pages;
    server.signal('SIGSTOP');
    try {
        const stopped = Date.now();
        await hands.type(page, first);
        // By the clock of the page, which is as late as its timers are on a busy machine.
        const text = await page.evaluate(
            () =>
                new Promise((done) =>
                    setTimeout(() => done(document.querySelector('.status').textContent), 2900),
                ),
        );
        assert.match(text, /Your move is not sent yet/);
        assert.equal(await page.locator('.status .dots').count(), 0);
        await page.locator('.reconnecting').waitFor({ timeout: 10_000 });
        assert.ok(Date.now() - stopped < 10_000, 'the silence is noticed in time');
    } finally {
        server.signal('SIGCONT');
    }
    await moves(page, 2);
    await page.locator('.reconnecting').waitFor({ state: 'detached' });
    await status(page, 'Your turn');
    assertClean(page, ALLOWED);
    await close(page);
});

const LATE = 'The server has not answered yet. Still waiting.';
const CAME = 'The server has answered.';
const LOST = 'The server did not answer. Please try again.';
const notice = (page, text, timeout) =>
    page
        .getByRole('status')
        .getByText(text, { exact: true })
        .waitFor({ timeout: timeout ?? 5000 });

/** A game with a free seat in the lobby. */
const seek = () =>
    post('/games', {
        layout: 'standard',
        seats: [{ kind: 'person', name: 'Ann' }, { kind: 'open' }],
    });

test('a server that hangs: who joins a game in the lobby hears so within 2 s', async () => {
    await seek();
    const page = await newPage(browser, server.base, STILL);
    await page.goto(server.base);
    const join = page.getByRole('button', { name: /^Join/ });
    await join.waitFor();
    server.signal('SIGSTOP');
    try {
        await join.click();
        await notice(page, LATE, 3500);
        await axe(page, 'a late answer');
        await shoot(page, 'late-answer');
    } finally {
        server.signal('SIGCONT');
    }
    await page.waitForSelector('.board');
    await notice(page, CAME);
    assertClean(page, ALLOWED);
    await close(page);
});

/** Keeps requests that change something, or match, from the server until they are released. */
async function hold(page, path = '**/api/1/**', method = '') {
    const held = [];
    const isHeld = (request) => (method ? request.method() === method : request.method() !== 'GET');
    await page.route(path, (route) =>
        isHeld(route.request()) ? held.push(route) : route.continue(),
    );
    return {
        held,
        async release() {
            await page.unroute(path);
            for (const route of held) await route.continue().catch(() => {});
        },
    };
}

/** Opens a page whose time can be put forward, and presses a button. */
async function openAndPress(page, path, name) {
    if (new URL(page.url()).pathname !== path) await page.goto(server.base + path);
    const button = page.getByRole('button', { name }).first();
    await button.waitFor();
    const { held, release } = await hold(page);
    await button.click();
    await waitUntil(() => held.length > 0);
    return release;
}

test('every button that sends a request says that the answer is late, and that it has come', async () => {
    const ann = await newUser('Lia');
    const bob = await newUser('Kim');
    const seats = ['Kim', 'Lia'].map((name) => ({ kind: 'user', name }));
    await call(bob, 'POST', '/games', { layout: 'standard', seats });
    const { game } = await post('/games', { layout: 'standard', seats: SEATS });
    const rest = {
        system: 'swiss',
        rounds: 2,
        layout: 'standard',
        rules: 'classic,game=600',
    };
    const { id } = await call(bob, 'POST', '/tournaments', {
        name: 'Cup',
        ...rest,
    });
    const over = await post('/games', { layout: 'standard', seats: COMPUTER });
    await post(`/games/${over.game.id}/resign`, {}, over.keys[0]);
    await seek();
    await ann.clock.install();
    await ann.route('**/engine*.wasm', (route) => route.abort()); // so that the server analyses
    for (const [path, button] of [
        ['/', 'Start game'],
        ['/', /^Join/],
        ['/games', /^Accept/],
        [`/tournaments/${id}`, 'Join'],
        [`/tournaments/${id}`, 'Leave'],
        [`/g/${game.id}`, 'Follow'],
        [`/g/${over.game.id}`, 'Analyse'],
        ['/messages/Kim', 'Block'],
        ['/account', 'Go on vacation'],
        ['/account', 'End it now'],
    ]) {
        const release = await openAndPress(ann, path, button);
        assert.equal(await ann.getByText(LATE).count(), 0, `${path} ${button}: at once`);
        await ann.clock.fastForward(2000);
        await notice(ann, LATE).catch(() => assert.fail(`${path} ${button}`));
        await release();
        await notice(ann, CAME).catch(() => assert.fail(`${path} ${button}`));
    }
    await ann.clock.fastForward(6000);
    await ann.getByText(CAME).waitFor({ state: 'detached' });
    assertClean(ann, ALLOWED);
    await close(ann, bob);
});

test('a dialog whose code is late says so, and comes', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.clock.install();
    await page.goto(server.base);
    await page.waitForSelector('.tile');
    const { held, release } = await hold(page, '**/*.js', 'GET');
    await press(page, 'How to play');
    await waitUntil(() => held.length > 0);
    await page.clock.fastForward(2000);
    await notice(page, LATE);
    await release();
    await page.getByRole('dialog', { name: 'How to play' }).waitFor();
    await page.getByText(CAME).waitFor();
    assertClean(page);
    await close(page);
});

test('who signs in and is refused late reads both', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.clock.install();
    await page.goto(`${server.base}/account`);
    await page.getByLabel('Name').fill('Ann');
    await page.getByLabel('Password', { exact: true }).fill('something else');
    const { held, release } = await hold(page);
    await press(page, 'Sign in');
    await waitUntil(() => held.length > 0);
    await page.clock.fastForward(2000);
    await notice(page, LATE);
    await release();
    await notice(page, CAME);
    await page.getByText(/wrong|not right/).waitFor();
    assertClean(page, /401/);
    await close(page);
});

test('a request without an answer is given up, and made anew it is done once', async () => {
    const ann = await newUser('Anna');
    await ann.clock.install();
    const lost = [];
    const loseAnswers = async (route) => {
        lost.push(route.request().headers()['idempotency-key']);
        await route.fetch();
    };
    const giveUp = async () => {
        for (const ms of [2000, 8000, 10_000]) {
            const before = lost.length;
            await ann.clock.fastForward(ms);
            await (ms === 10_000 ? notice(ann, LOST) : notice(ann, LATE));
            if (ms === 8000) await waitUntil(() => lost.length > before);
        }
        // Lists that were on their way when the clock went forward say that they try again.
        await ann.getByText("Can't reach the server. Is it running?", { exact: true }).waitFor();
    };
    for (const [page, path, button, there] of [
        ['/', 'games', 'Start game', '.board'],
        ['/tournaments', 'tournaments', 'Make the tournament', 'h1:text("Cup of Anna")'],
    ]) {
        await ann.goto(server.base + page);
        if (path === 'tournaments')
            await ann.getByLabel('Name', { exact: true }).fill('Cup of Anna');
        const button_ = ann.getByRole('button', { name: button });
        await button_.waitFor();
        await ann.route(`**/api/1/${path}`, (route) =>
            route.request().method() === 'POST' ? loseAnswers(route) : route.continue(),
        );
        await button_.click();
        await waitUntil(() => lost.length === 1);
        await giveUp();
        await ann.unroute(`**/api/1/${path}`);
        const again = ann.waitForRequest(`**/api/1/${path}`);
        await button_.click();
        assert.equal((await again).headers()['idempotency-key'], lost[0]);
        await ann.waitForSelector(there);
        assert.deepEqual([...new Set(lost)].length, 1);
        lost.length = 0;
    }
    const { games } = await call(ann, 'GET', '/account/games?open=1');
    assert.equal(games.length, 1);
    const { tournaments } = await call(ann, 'GET', '/tournaments?status=open');
    assert.equal(tournaments.filter(({ name }) => name === 'Cup of Anna').length, 1);
    assertClean(ann, ALLOWED);
    await close(ann);
});

test('a network that swallows everything: offers, messages', async () => {
    const proxy = await startProxy();
    try {
        const { game, pages, first } = await table(SEATS, 1, proxy.base);
        const [ann] = pages;
        const problem = (text) => ann.getByText(text).waitFor({ timeout: 3500 });
        await hands.type(ann, first);
        await status(ann, 'Waiting for Bob');
        proxy.swallow(true);
        await press(ann, 'Offer a draw');
        await problem('Your offer is not sent yet.');
        await ann.getByLabel('Message', { exact: true }).fill('Hello');
        await press(ann, 'Send message');
        await problem('Your message is not sent yet.');
        await ann.locator('.reconnecting').waitFor({ timeout: 10_000 });
        await status(ann, 'Reconnecting');
        proxy.swallow(false);
        await ann.locator('.ask').getByText('You offered a draw.').waitFor();
        await ann.getByText('Your offer is not sent yet.').waitFor({ state: 'detached' });
        await ann.getByRole('log', { name: 'Messages' }).getByText('Hello').waitFor();
        await ann.getByText('Your message is not sent yet.').waitFor({ state: 'detached' });
        assert.equal((await gameNow(game)).chat.length, 1);
        await ann.locator('.reconnecting').waitFor({ state: 'detached' });
        await status(ann, 'Waiting for Bob');
        await close(ann);
    } finally {
        proxy.close();
    }
});

test('without a connection one can resign', async () => {
    const { pages, game } = await table(SEATS, 1);
    const [ann] = pages;
    await ann.waitForTimeout(2000); // a game that stands loads its dialogs
    await ann.context().setOffline(true);
    await press(ann, 'Resign');
    const dialog = ann.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Resign', exact: true }).click();
    await ann.getByText('Your resignation is not sent yet.').waitFor();
    await status(ann, 'Sending your resignation');
    assert.equal(await ann.locator('.board.active').count(), 0, 'no more moves');
    assert.ok(await ann.getByRole('button', { name: 'Resign', exact: true }).isDisabled());
    await ann.context().setOffline(false);
    await ann.waitForSelector('.result');
    const answer = await fetch(`${server.base}/api/1/games/${game.id}`);
    assert.equal((await answer.json()).result, '0-1');
    await close(ann);
});

test('a part that does not come says that there is no connection, and comes later', async () => {
    const { pages } = await table(COMPUTER, 1);
    const [page] = pages;
    await page.waitForTimeout(2000);
    await page.context().setOffline(true);
    await press(page, 'Analyse');
    await page.getByText('There is no connection to the server. Trying again.').waitFor();
    assert.equal(await page.getByText(/reload/).count(), 0);
    await page.context().setOffline(false);
    await page.getByRole('region', { name: 'Analysis' }).waitFor();
    assert.equal(await page.locator('link[href="/analysis.css"]').count(), 1, 'and its style');
    await close(page);
});

/** Follows a link while the server is down; `between` is what happens until it is back. */
async function comesBack(between) {
    const page = await newPage(browser, server.base, STILL);
    await page.goto(server.base);
    await page.waitForSelector('.tile');
    await server.stop('SIGTERM');
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    const offline = page.getByText('There is no connection to the server. Trying again.');
    await offline.waitFor();
    await between(page, offline);
    await server.restart();
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor({ timeout: 10_000 });
    assert.deepEqual(
        page.faults.filter((fault) => fault.startsWith('error')),
        [],
    );
    await close(page);
}

test('a page that a link leads to comes when the server is back', () =>
    comesBack((page) => page.waitForTimeout(1500)));

test('a proxy that answers for the server is not the server', () =>
    comesBack(async (page, offline) => {
        const answer = {
            status: 502,
            contentType: 'text/html',
            body: '<h1>502</h1>',
        };
        await page.route('**/*', (route) => route.fulfill(answer));
        await page.waitForTimeout(3000);
        await offline.waitFor({ timeout: 1000 });
        await page.unroute('**/*');
    }));

test('a page that a proxy answers for comes by itself when the server is back', async () => {
    const { game } = await post('/games', { layout: 'standard', seats: SEATS });
    const page = await newPage(browser, server.base, STILL);
    const answer = {
        status: 502,
        contentType: 'text/html',
        body: '<h1>502</h1>',
    };
    for (const [failing, path, there] of [
        ['paua.wasm', `/g/${game.id}`, '.board'],
        [`api/1/games/${game.id}`, `/g/${game.id}`, '.board'],
        ['api/1/users/Nobody', '/user/Nobody', 'h1:text("Nobody of this name")'],
    ]) {
        await page.route(`**/${failing}`, (route) => route.fulfill(answer));
        await page.goto(server.base + path);
        const outage = page.getByText('Trying again.');
        await outage.waitFor();
        await page.evaluate(() => (window.isSame = true));
        await page.unroute(`**/${failing}`);
        await page.waitForSelector(there);
        assert.ok(await page.evaluate(() => window.isSame), 'without loading the page anew');
        assert.equal(await outage.count(), 0);
    }
    assertClean(page, /502|404/);
    await close(page);
});

test('a page on its way says so after a second, then that there is no connection', async () => {
    const { game } = await post('/games', { layout: 'standard', seats: SEATS });
    const page = await newPage(browser, server.base, STILL);
    await page.clock.install();
    const held = [];
    await page.route(`**/api/1/games/${game.id}`, (route) => held.push(route));
    await page.goto(`${server.base}/g/${game.id}`);
    const loading = page.getByText('Loading the game', { exact: true });
    await loading.waitFor({ state: 'attached' });
    assert.equal(await loading.isVisible(), false, 'not at once');
    await loading.waitFor({ timeout: 2500 });
    await shoot(page, 'loading');
    await page.clock.fastForward(10_000);
    await page.getByText(/There is no connection|Can't reach the server/).waitFor();
    await page.unroute(`**/api/1/games/${game.id}`);
    for (const route of held) await route.continue().catch(() => {});
    await page.waitForSelector('.board');
    await close(page);
});

test('after a SIGKILL badge and status agree', async () => {
    const seats = [{ kind: 'person' }, { kind: 'computer', level: 10 }];
    const { pages, first } = await table(seats, 1);
    const [page] = pages;
    await hands.type(page, first);
    await status(page, 'The computer is thinking');
    await server.stop('SIGKILL');
    await page.locator('.reconnecting').waitFor();
    await status(page, 'Reconnecting');
    assert.equal(await page.locator('.dots').count(), 0);
    await server.restart();
    await page.locator('.reconnecting').waitFor({ state: 'detached' });
    assertClean(page, ALLOWED);
    await close(page);
});

test('who offered is told of a refusal, and asks again after a move, until the end', async () => {
    const { game, keys, pages, first } = await table(SEATS);
    const [ann, bob] = pages;
    await hands.type(ann, first);
    await moves(bob, 1);
    for (const [button, kind] of [
        ['Offer a draw', 'draw'],
        ['Take back', 'takeback'],
        ['Pause', 'pause'],
    ]) {
        await press(ann, button);
        await bob
            .locator('.ask')
            .getByText(kind === 'takeback' ? 'take back' : kind)
            .waitFor();
        await bob.waitForTimeout(700); // so that it is no double click on the card before
        await press(bob, 'Decline');
        await ann.locator('.declined').getByText(`Bob declines the ${kind}.`).waitFor();
        await spoken(ann, `Bob declines the ${kind}`);
        assert.ok(await ann.getByRole('button', { name: button, exact: true }).isDisabled());
        assert.equal(await bob.locator('.declined').count(), 0);
    }
    await ann.reload();
    await ann.locator('.declined').getByText('Bob declines the pause.').waitFor();
    await press(bob, 'Offer a draw');
    await press(bob, 'Withdraw');
    await ann.locator('.ask').waitFor({ state: 'detached' });
    await press(bob, 'Offer a draw');
    await bob.getByText('Your draw offer was withdrawn: you can make it again').waitFor();
    for (const page of [bob, ann]) {
        await page.waitForSelector('.board.active'); // the server has the move before
        const now = await (
            await fetch(
                `${server.base}/api/1${new URL(page.url()).pathname.replace('/g/', '/games/')}`,
            )
        ).json();
        await hands.type(page, rules.legal(now)[0]);
        await moves(page, now.moves.length + 1);
    }
    await ann.locator('.declined').waitFor({ state: 'detached' });
    await press(ann, 'Offer a draw');
    await press(bob, 'Decline');
    await ann.locator('.declined').getByText('Bob declines the draw.').waitFor();
    await press(ann, 'Resign');
    await ann.getByRole('dialog', { name: 'Resign this game?' }).waitFor();
    await post(`/games/${game.id}/resign`, {}, keys[1]);
    await ann.waitForSelector('.result');
    assert.equal(await ann.getByRole('dialog').count(), 0, 'there is nothing to resign any more');
    assert.equal(await ann.locator('.declined').count(), 0);
    assertClean(ann);
    assertClean(bob, /409/);
    await close(...pages);
});

test('one takeback takes back one move, though its answer is lost', async () => {
    const { game, pages, first } = await table(COMPUTER, 1);
    const [page] = pages;
    await hands.type(page, first);
    await moves(page, 2);
    await page.waitForSelector('.board.active');
    await hands.type(page, rules.legal(await gameNow(game))[0]);
    await moves(page, 4);
    await page.waitForSelector('.board.active');
    await deafen(page);
    const takebacks = await loseFirstAnswer(page, '**/takeback');
    await press(page, 'Take back');
    await waitUntil(() => takebacks.sent === 2);
    await page.unroute('**/events');
    await moves(page, 2);
    assert.equal((await gameNow(game)).moves.length, 2);
    await close(page);
});

/** The server does what the first request asks for, but its answer is lost. */
async function loseFirstAnswer(page, path, meanwhile = async () => {}) {
    const requests = { sent: 0 };
    await page.route(path, async (route) => {
        if (requests.sent++ > 0) return route.continue();
        await route.fetch();
        await meanwhile();
        await route.abort();
    });
    return requests;
}

/** Opens the page again, whose stream of events does not come from now on. */
async function deafen(page) {
    await page.route('**/events', (route) => route.abort());
    await page.reload();
    await page.waitForSelector('.board.active');
}

async function deafPage() {
    const { pages, ...rest } = await table(SEATS, 1);
    await deafen(pages[0]);
    return { page: pages[0], ...rest };
}

test('a message is said once, though its answer is lost', async () => {
    const { game, page } = await deafPage();
    const messages = await loseFirstAnswer(page, '**/chat');
    await page.getByLabel('Message', { exact: true }).fill('Hello');
    await press(page, 'Send message');
    await waitUntil(() => messages.sent === 2);
    await page.getByRole('log', { name: 'Messages' }).getByText('Hello').waitFor();
    assert.equal(await page.getByLabel('Message', { exact: true }).inputValue(), '');
    assert.equal((await gameNow(game)).chat.length, 1);
    await close(page);
});

test('a move that another device has taken back is not played again', async () => {
    const { game, keys, page, first } = await deafPage();
    const takeBack = async () => {
        for (const key of keys)
            await fetch(`${server.base}/api/1/games/${game.id}/takeback`, {
                method: 'POST',
                headers: { Authorization: `Bearer ${key}` },
            });
        assert.deepEqual((await gameNow(game)).moves, []);
    };
    const sent = await loseFirstAnswer(page, '**/moves', takeBack);
    await hands.type(page, first);
    await page
        .getByText('The server rejected the move: the game went on before this arrived.')
        .waitFor();
    assert.equal(sent.sent, 2);
    assert.deepEqual((await gameNow(game)).moves, []);
    await hands.type(page, first); // it may be played anew
    await waitUntil(async () => (await gameNow(game)).moves.length === 1);
    await close(page);
});

test('a move is sent though its page is left, and the browser asks before it closes', async () => {
    const { game, pages, first } = await table(SEATS, 1);
    const [ann] = pages;
    await go(ann, '/'); // loads the page
    await ann.waitForSelector('.tile');
    await go(ann, `/g/${game.id}`);
    await ann.waitForSelector('.board.active');
    await ann.context().setOffline(true);
    await hands.type(ann, first);
    await status(ann, 'Your move is not sent yet');
    const asked = ann.waitForEvent('dialog');
    await ann.close({ runBeforeUnload: true });
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    await go(ann, '/');
    await ann.locator('.board').waitFor({ state: 'detached' });
    await ann.context().setOffline(false);
    await waitUntil(async () => (await gameNow(game)).moves.length === 1);
    await ann.goBack();
    await status(ann, 'Waiting for Bob');
    await close(ann);
});

test('of a first move not sent yet the card says whose it is; at 0 it is still', async () => {
    const { pages, first } = await table(SEATS, 1);
    const [ann] = pages;
    const card = ann.locator('.ask');
    await ann.route('**/api/1/games/*', async (route) => {
        const response = await route.fetch();
        const game = await response.json();
        route.fulfill({
            response,
            json: { ...game, clock: { ...game.clock, first: 1500 } },
        });
    });
    await ann.route('**/events', (route) => route.abort());
    await ann.reload();
    await card.getByText('Your first move must come').waitFor();
    await ann.context().setOffline(true);
    await hands.type(ann, first);
    await status(ann, 'Your move is not sent yet');
    await card.getByText('Your first move must come').waitFor();
    await card.getByRole('timer').getByText(/^0\.0/).waitFor();
    const timers = await ann.evaluate(async () => {
        let count = 0;
        const { setTimeout: original } = window;
        window.setTimeout = (then, ms, ...rest) => {
            if (ms < 5) count++;
            return original(then, ms, ...rest);
        };
        await new Promise((resolve) => original(resolve, 1000));
        return count;
    });
    assert.ok(timers < 20, `${timers} timers in a second`);
    await close(ann);
});
