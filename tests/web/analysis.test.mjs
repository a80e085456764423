// Analysis beside a game, and the review of a finished one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    axe,
    browser,
    gameOf,
    newPage,
    post,
    prepare,
    rules,
    server,
    startGame,
    STILL,
} from './harness.mjs';

prepare();

// Black's g9 can be pushed off (docs/analysis.md).
const SHARP = '3bb/wwb1bb/2wwwbb/4www1/3bbww2/3bbw2/2bb1w1/6/5 b 2-1 21 31';
const GAME = `b1c2 b6b5 d3c3 a5a4 c3b3 a4b4 a3b3 g4g5 c2b2 i5h5 b1b2 i6h5 a1b2 b6c6 a2b3 h4g4
    i9h8 g4f4 b4c4 g4g5 b3c4 f4f5 b2c3 b5c6 g9h9 d7e7 h9h8 f5f6 h7h8 c5d6 i8h8 e8e7`.split(/\s+/);
const PERSON = { kind: 'person' };

/** A game of two people that Black gives up after these moves. */
async function finishedGame(moves = GAME) {
    const { game, keys } = await post('/games', {
        layout: 'belgian-daisy',
        seats: [PERSON, PERSON],
    });
    for (const [i, move] of moves.entries())
        await post(`/games/${game.id}/moves`, { ply: i + 1, move }, keys[i % 2]);
    await post(`/games/${game.id}/resign`, {}, keys[0]);
    return game.id;
}

/** The list of moves stays at the move that is shown, however much room it has left. */
async function listsTheMove(page) {
    await page.waitForFunction(() => {
        const list = document.querySelector('.list');
        const box = list.getBoundingClientRect();
        const on = list.querySelector('[aria-current]').getBoundingClientRect();
        return on.top >= box.top && on.bottom <= box.bottom;
    });
}

/** How many points a path of the curve has. */
async function curvePoints(page, path) {
    const d = await page.locator(`.curve:not(.sample) ${path}`).getAttribute('d');
    return d.match(/-?[\d.]+ -?[\d.]+/g).length;
}

async function fits(page) {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
}

test('a position against the computer: who is ahead, the best move, what hangs', async () => {
    const { game, keys } = await post('/games', {
        position: SHARP,
        seats: [PERSON, { kind: 'computer', level: 1 }],
    });
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/g/${game.id}#${keys[0]}`);
    await page.waitForSelector('.board.active');
    assert.equal(await page.locator('.marks').count(), 0, 'no marks before they are asked for');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.locator('.is-hanging').waitFor();
    assert.match(await page.locator('.facts').textContent(), /HangingBlack's g9/);
    assert.match(
        await page.locator('.facts').textContent(),
        /Threat(g5g6|e7f8|d6e7) ejects a marble/,
    );
    const [black, white] = (await page.locator('.evaluation').getAttribute('aria-label'))
        .match(/\d+/g)
        .map(Number);
    assert.equal(black + white, 100);
    assert.ok(black < 30, `Black has ${black} %`);
    assert.equal(await page.locator('.marks .hanging').count(), 1);
    assert.equal(await page.locator('.pointer.best').count(), 1);
    assert.equal(await page.locator('.pointer.threat').count(), 1);
    await axe(page, 'analysis');

    // A move later it is another position.
    const best = await page.locator('.facts dd b').first().textContent();
    await page.locator('#typed').fill(best);
    await page.locator('#typed').press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.list button.move').length === 2);
    await page.waitForFunction((old) => {
        const now = document.querySelector('.facts dd b');
        return now && now.textContent !== old;
    }, best);
    await page.getByRole('button', { name: 'Close analysis' }).click();
    assert.equal(await page.locator('.marks').count(), 0);
    assert.equal(await page.locator('.analysis').count(), 0);
    assertClean(page);
    await page.context().close();
});

test('no help against a friend before the game is over', async () => {
    const page = await newPage(browser, server.base, STILL);
    await startGame(page, server.base, { opponent: 'friend' });
    const link = await page.getByLabel('Link for your friend').inputValue();
    const [, game, invitation] = /\/g\/(\w+)#(.+)\.w$/.exec(link);
    await post(`/games/${game}/join`, { invitation }, 'f'.repeat(32));
    await page.locator('.share').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Analyse' }).isDisabled(), true);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText('No moves were played.').waitFor();
    assertClean(page);
    await page.context().close();
});

test('a review: who led, accuracy, blunders, the turning point, a press goes there', async () => {
    const id = await finishedGame();
    for (const [width, height, colorScheme] of [
        [1280, 800, 'light'],
        [390, 844, 'dark'],
    ]) {
        const page = await newPage(browser, server.base, {
            ...STILL,
            viewport: { width, height },
            colorScheme,
        });
        await page.goto(`${server.base}/g/${id}`);
        await page.getByRole('button', { name: 'Review' }).click();
        await page.locator('.shares').first().waitFor();
        const text = await (await fetch(`${server.base}/api/1/games/${id}/review`)).text();
        const lines = text.trim().split('\n').map(JSON.parse);
        const summary = lines.pop();
        assert.equal(await curvePoints(page, '.black'), GAME.length + 3, 'with two corners');
        assert.equal(await page.locator('.curve.area .turn').count(), 1);
        const shares = (name, share) =>
            `Black ${Math.round(share(summary.b))}%White ${Math.round(share(summary.w))}%${name}`;
        assert.deepEqual(await page.locator('.shares').allTextContents(), [
            shares('accuracy', (one) => one.accuracy),
            shares('passive', (one) => 100 * one.passivity),
        ]);
        const count = () => page.locator('.steps .count').textContent();
        await page.locator('.facts').waitFor();
        await listsTheMove(page);
        const blunders = lines.filter((line) => line.grade === 'blunder');
        assert.ok(blunders.length > 0);
        assert.equal(await page.locator('.key-moves .blunder').count(), blunders.length);
        assert.equal(await page.locator('.list .glyph.blunder').count(), blunders.length);

        await page.locator('.key-moves .blunder').first().click();
        assert.equal(await count(), `${blunders[0].ply} of ${GAME.length}`);
        assert.match(
            await page.locator('.verdict').textContent(),
            new RegExp(`${blunders[0].move}: a blunder, loses \\d+%; ${blunders[0].best} was best`),
        );
        await page.locator('.key-moves .turning').click();
        assert.equal(await count(), `${summary.turning} of ${GAME.length}`);

        const graph = await page.locator('.curve').boundingBox();
        await page.locator('.curve').click({ position: { x: graph.width - 2, y: 5 } });
        assert.equal(await count(), `${GAME.length} of ${GAME.length}`);
        await page.locator('.curve').click({ position: { x: 1, y: 5 } });
        assert.equal(await count(), `0 of ${GAME.length}`);
        await page.locator('.facts').waitFor();
        await fits(page);
        await axe(page, 'review');
        assertClean(page);
        await page.context().close();
    }
});

test('three players: everybody in the analysis and in the review', async () => {
    const seats = Array(3).fill(PERSON);
    const { game, keys } = await post('/games', {
        layout: 'bowl-3',
        seats,
        rules: 'arena,plies=9',
    });
    const page = await newPage(browser, server.base, {
        ...STILL,
        viewport: { width: 390, height: 844 },
    });
    await page.goto(`${server.base}/`);
    await page.evaluate(
        ([id, all]) => localStorage.setItem(`paua:game:${id}`, JSON.stringify(all)),
        [game.id, { keys: { b: keys[0], w: keys[1], r: keys[2] }, invitations: {} }],
    );
    await page.goto(`${server.base}/g/${game.id}`);
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.locator('.expectations:not(.unknown)').waitFor();
    const shares = (await page.locator('.expectations').textContent())
        .match(/\d+(?=%)/g)
        .map(Number);
    assert.equal(shares.length, 3);
    const sum = shares.reduce((a, b) => a + b);
    assert.ok(sum >= 98 && sum <= 102, `${shares} add up to ${sum}`);
    await axe(page, 'analysis of three');

    for (let ply = 1; ply <= 9; ply++) {
        const [move] = rules.legal(await gameOf(page));
        await post(`/games/${game.id}/moves`, { ply, move: move.text }, keys[(ply - 1) % 3]);
    }
    await page.getByRole('region', { name: 'Review' }).locator('.shares').first().waitFor();
    for (const share of await page.locator('.shares').allTextContents())
        assert.match(share, /Black \d+%White \d+%Red \d+%/);
    for (const side of ['b', 'w', 'r'])
        assert.equal(await curvePoints(page, `.line.${side}`), 10, `the line of ${side}`);
    const patterns = await page
        .locator('.curve:not(.sample) .line')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).strokeDasharray));
    assert.notEqual(patterns[2], patterns[0], 'lines differ in more than colour');
    await fits(page);
    await axe(page, 'review of three');
    assertClean(page);
    await page.context().close();
});
