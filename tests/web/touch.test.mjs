// Fingers on the board, with touch events as a screen sends them: a drag of one's own marble plays in
// every direction, a swipe from anywhere else scrolls the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    browser,
    call,
    gameOf,
    hands,
    middle,
    moves,
    newPage,
    newUser,
    prepare,
    rules,
    server,
    startGame,
    swipe,
} from './harness.mjs';

prepare([], ['--rate', '0']);

const touch = (width, height) => ({
    viewport: { width, height },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
});
const PHONE = touch(390, 740);

const scrolled = (page) => page.evaluate(() => scrollY);

const SIZES = [
    [390, 740],
    [360, 740],
    [740, 360],
    [820, 1180],
    [1180, 820],
];

/** Every way to drag: in six directions, in line and broadside. */
const kindOf = (move) => `${move.direction} ${move.broadside}`;
const allKinds = () =>
    new Set([0, 1, 2, 3, 4, 5].flatMap((way) => [`${way} false`, `${way} true`]));

for (const [width, height] of SIZES)
    test(`a finger drags in six directions, in line and broadside, at ${width} x ${height}`, async () => {
        const page = await newPage(browser, server.base, touch(width, height));
        await startGame(page, server.base, { opponent: 'here' });
        const wanted = allKinds();
        for (let count = 1; wanted.size > 0; count++) {
            const move = rules.legal(await gameOf(page)).find((one) => wanted.has(kindOf(one)));
            assert.ok(move, `no move of ${[...wanted]}`);
            await hands.swipe(page, move);
            await moves(page, count);
            await page.waitForSelector('.board.active'); // the server has it
            assert.equal((await gameOf(page)).moves.at(-1), move.text);
            assert.equal(await scrolled(page), 0, `${move.text} scrolls nothing`);
            wanted.delete(kindOf(move));
        }
        assertClean(page);
        await page.context().close();
    });

test('the page scrolls by a finger on an empty cell, on marbles of others, beside the board', async () => {
    const page = await newPage(browser, server.base, PHONE);
    await startGame(page, server.base, { opponent: 'here' });
    for (const selector of ['[data-cell=e5]', '[data-cell=i5]', '.strips.own', '.steps .count']) {
        await page.evaluate(() => scrollTo(0, 0));
        const from = await middle(page.locator(selector));
        await swipe(page, from, { x: from.x, y: from.y - 150 });
        assert.ok((await scrolled(page)) > 50, `by ${selector}`);
    }
    assert.equal((await gameOf(page)).moves.length, 0);
    // On the board of a game that was read, no marble can move: each of them scrolls.
    await page.goto(`${server.base}/`);
    await page.evaluate(() => {
        history.pushState({ record: '1. a1b2 i5h5', game: 1 }, '', '/record');
        dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.waitForSelector('.board');
    const from = await middle(page.locator('[data-cell=b2]'));
    await swipe(page, from, { x: from.x, y: from.y - 150 });
    assert.ok((await scrolled(page)) > 50, 'on a record');
    assertClean(page);
    await page.context().close();
});

test('a second finger calls a drag off', async () => {
    const page = await newPage(browser, server.base, PHONE);
    await startGame(page, server.base, {
        opponent: 'here',
        layout: 'standard',
    });
    const [a, b, other] = await Promise.all(
        ['c3', 'd3', 'f6'].map((name) => middle(page.locator(`[data-cell=${name}]`))),
    );
    const devtools = await page.context().newCDPSession(page);
    const send = (type, ...touchPoints) =>
        devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', { ...a, id: 0 });
    await send('touchMove', { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, id: 0 });
    await send('touchMove', { ...b, id: 0 });
    await page.locator('.ghost').waitFor();
    await send('touchStart', { ...b, id: 0 }, { ...other, id: 1 });
    await page.locator('.ghost').waitFor({ state: 'detached' });
    await send('touchEnd', { ...b, id: 0 });
    await send('touchEnd');
    await page.waitForTimeout(100);
    assert.equal((await gameOf(page)).moves.length, 0);
    await hands.swipe(
        page,
        rules.legal(await gameOf(page)).find((move) => move.text === 'c3d3'),
    );
    await moves(page, 1);
    assertClean(page);
    await page.context().close();
});

test('a second finger on the board does not end the tap of the first', async () => {
    const page = await newPage(browser, server.base, PHONE);
    await startGame(page, server.base, { opponent: 'here', layout: 'standard' });
    const [marble, target, other] = await Promise.all(
        ['c3', 'd3', 'f6'].map((name) => middle(page.locator(`[data-cell=${name}]`))),
    );
    const devtools = await page.context().newCDPSession(page);
    const send = (type, ...touchPoints) =>
        devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    for (const cell of [marble, target]) {
        await send('touchStart', { ...cell, id: 0 });
        await send('touchStart', { ...cell, id: 0 }, { ...other, id: 1 });
        await send('touchMove', { ...cell, id: 0 }); // the other one is lifted
        await send('touchEnd');
    }
    await moves(page, 1);
    assert.deepEqual((await gameOf(page)).moves, ['c3d3']);
    // Two fingers that move play nothing.
    const reply = await middle(page.locator('[data-cell=g7]'));
    const from = await middle(page.locator('[data-cell=h7]'));
    await send('touchStart', { ...from, id: 0 });
    await send('touchStart', { ...from, id: 0 }, { ...other, id: 1 });
    await send('touchMove', { ...reply, id: 0 }, { ...other, id: 1 });
    await send('touchEnd');
    await page.waitForTimeout(100);
    assert.equal((await gameOf(page)).moves.length, 1);
    assertClean(page);
    await page.context().close();
});

test('a finger plans in six directions, in line and broadside, at each size', async () => {
    const [ann, bob] = [await newUser('Ann'), await newUser('Bob', PHONE)];
    const seats = ['Ann', 'Bob'].map((name) => ({ kind: 'user', name }));
    const body = { layout: 'standard', rules: 'classic,days=3', seats };
    const { game } = await call(ann, 'POST', '/games', body);
    await call(bob, 'POST', `/games/${game.id}/join`, {});
    await bob.goto(`${server.base}/g/${game.id}`);
    await bob.getByRole('button', { name: 'Plan on the board' }).tap();
    await bob.locator('.planning .board.active').waitFor();
    const played = [];
    const wanted = allKinds();
    while (wanted.size > 0) {
        const [width, height] = SIZES[played.length % SIZES.length];
        await bob.setViewportSize({ width, height });
        const legal = rules.legal({ ...game, moves: played });
        const move = legal.find((one) => wanted.has(kindOf(one)));
        assert.ok(move, `no move of ${[...wanted]}`);
        wanted.delete(kindOf(move));
        await bob.locator('.planning .board').scrollIntoViewIfNeeded();
        await bob.waitForTimeout(400); // no second half of a double tap, and the page has settled
        await hands.swipe(bob, move);
        played.push(move.text);
        await moves(bob, played.length);
        const next = played.length % 2 ? 'your answer' : "Ann's move";
        await bob.locator('.plan-head').getByText(`Planning ${next}`).waitFor();
    }
    for (const page of [ann, bob]) {
        assertClean(page);
        await page.context().close();
    }
});
