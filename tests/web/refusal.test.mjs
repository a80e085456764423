// What the board says without words and in words: refused picks, where a marble left, stepping.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    browser,
    gameOf,
    hands,
    moves,
    newPage,
    post,
    prepare,
    rules,
    server,
    startGame,
    STILL,
} from './harness.mjs';

prepare();

const why = (page) => page.locator('.why').textContent();

async function startPosition(page, position) {
    await page.goto(`${server.base}/`);
    await page.getByRole('button', { name: /^Show all \d+ boards/ }).click();
    await page.getByText('Custom position').click();
    await page.getByLabel(/^Position: rows/).fill(position);
    await page.locator('input[name=opponent][value=here]').check();
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.waitForSelector('.board.active');
}

test('a refused pick shakes and says why, without numbers of rules', async () => {
    const page = await newPage(browser, server.base);
    await startPosition(page, '5/6/7/8/1bbbwww2/8/7/6/5 b');
    await page.evaluate(() => {
        window.begun = [];
        addEventListener('animationstart', (event) => window.begun.push(event.animationName));
    });
    await page.locator('[data-cell=e5]').click();
    assert.equal(await why(page), "This marble is White's. You move Black.");
    assert.equal(await page.locator('.shake-1').count(), 1);
    await page.locator('[data-cell=e2]').click();
    await page.locator('[data-cell=e4]').click();
    await page.locator('[data-cell=e5]').click();
    assert.match(await why(page), /^A push needs more marbles than it pushes: 3 against 3\.$/);
    assert.equal(await page.locator('.shake-0').count(), 3);
    assert.match(await page.locator('[data-announcement]').textContent(), /^A push needs/);
    await page.waitForFunction(() => window.begun.includes('shake-0'));
    // A move takes the words away; on an earlier position they name the way back.
    await hands.type(page, rules.legal(await gameOf(page))[0]);
    await moves(page, 1);
    assert.equal(await page.locator('.why').count(), 0);
    await page.getByRole('button', { name: 'First position' }).click();
    await page.locator('[data-cell=e2]').click();
    assert.match(await why(page), /^This is an earlier position/);
    await page.locator('#typed').fill('a1b2');
    await page.locator('#typed').press('Enter');
    const problem = page.locator('#typed-problem');
    assert.match(await problem.textContent(), /^This is an earlier position/);
    await page.keyboard.press('Tab'); // from the field, where End is the text's
    await page.keyboard.press('End');
    await page.waitForFunction(() => !document.querySelector('#typed-problem').textContent);
    assertClean(page);
    await page.context().close();
});

test('nothing shakes for readers who asked for less motion', async () => {
    const page = await newPage(browser, server.base, STILL);
    await startGame(page, server.base, { opponent: 'here' });
    await page.locator('.cell[aria-label*="white marble"]').first().click();
    assert.match(await why(page), /^This marble is White's/);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    assertClean(page);
    await page.context().close();
});

test('a mark shows where a marble left the board', async () => {
    const page = await newPage(browser, server.base);
    await startPosition(page, '5/6/7/8/4bbbww/8/7/6/5 b');
    assert.equal(await page.locator('.exit').count(), 0);
    await page.locator('[data-cell=e5]').click();
    await page.locator('.chip.ejects').click();
    await moves(page, 1);
    const mark = await page.locator('.exit .body.w').boundingBox();
    const edge = await page.locator('[data-cell=e9]').boundingBox();
    assert.ok(mark.x > edge.x + edge.width * 0.6, 'east of the last cell');
    await page.getByRole('button', { name: 'First position' }).click();
    assert.equal(await page.locator('.exit').count(), 0);
    assertClean(page);
    await page.context().close();
});

test('arrow keys and the wheel step through the game from anywhere', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    for (let i = 1; i <= 4; i++) {
        await hands.click(
            page,
            rules.legal(await gameOf(page)).find((move) => !move.broadside),
        );
        await moves(page, i);
        await page.waitForSelector('.board.active');
    }
    const count = () => page.locator('.steps .count').textContent();
    // The board has been clicked, so the browser has the focus on a cell.
    for (const [key, shown] of [
        ['ArrowLeft', 3],
        ['ArrowLeft', 2],
        ['ArrowRight', 3],
        ['Home', 0],
        ['ArrowLeft', 0],
        ['End', 4],
    ]) {
        await page.keyboard.press(key);
        assert.equal(await count(), `${shown} of 4`, key);
    }
    await page.locator('.board').hover();
    for (const [delta, shown] of [
        [-100, 3],
        [-100, 2],
        [100, 3],
        [100, 4],
        [100, 4],
    ]) {
        await page.mouse.wheel(0, delta);
        await page.waitForFunction(
            (text) => document.querySelector('.steps .count').textContent === text,
            `${shown} of 4`,
        );
    }
    // In a text field the keys are the field's, and under a dialog nothing moves.
    await page.locator('#typed').fill('a1b2');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await count(), '4 of 4');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.locator('dialog').waitFor();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await count(), '4 of 4');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.locator('.strip').first().click();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await count(), '3 of 4');
    assertClean(page);
    await page.context().close();
});

test('a marble dropped off its targets goes back, and Escape calls a drag off', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here', layout: 'standard' });
    const middleOf = async (selector) => {
        const { x, y, width, height } = await page.locator(selector).first().boundingBox();
        return [x + width / 2, y + height / 2];
    };
    const away = ['[data-cell=f3]', '.bar', '.side .list', '.strips.own', '[data-cell=b2]'];
    for (const [i, selector] of away.entries()) {
        await page.mouse.move(...(await middleOf('[data-cell=a1]')));
        await page.mouse.down();
        await page.mouse.move(...(await middleOf('[data-cell=b2]')), { steps: 4 });
        assert.equal(await page.locator('.ghost').count(), 3, 'where the row would be');
        await page.mouse.move(...(await middleOf(selector)), { steps: 4 });
        if (i === 4) await page.keyboard.press('Escape');
        await page.mouse.up();
        await page.waitForFunction(() => !document.querySelector('.dragging'));
        assert.equal(await page.locator('.ghost, .ring').count(), 0);
    }
    assert.equal((await gameOf(page)).moves.length, 0);
    assert.equal(await page.locator('.steps .count').textContent(), '0 of 0');
    assertClean(page);
    await page.context().close();
});

test('a selection that cannot move, and a cell that it cannot reach, are named', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    await page.locator('[data-cell=b1]').click();
    await page.locator('[data-cell=b3]').click();
    assert.equal(await why(page), 'b1, b2, b3 selected: no legal move.');
    await page.locator('[data-cell=f5]').click();
    assert.equal(await why(page), 'b1, b2, b3 cannot reach f5. Selection cleared.');
    assert.equal(await page.locator('[data-announcement]').textContent(), await why(page));
    await page.locator('[data-cell=b2]').click();
    assert.equal(await page.locator('.why').count(), 0);
    assertClean(page);
    await page.context().close();
});

test('a key on a cell where two moves go plays neither, and its label names both', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here', layout: 'standard' });
    const cell = (name) => page.locator(`[data-cell=${name}]`);
    for (const name of ['c4', 'c5']) await cell(name).press('Enter');
    const label = (name) => cell(name).getAttribute('aria-label');
    assert.equal(await label('d4'), 'd4, empty, possible target of c4c5d4');
    assert.equal(await label('d5'), 'd5, empty, possible target of c4c5d5 and c4c5d4');
    assert.equal(await label('e5'), 'e5, empty');
    await cell('d5').press('Enter');
    assert.match(await why(page), /^Two moves go there/);
    assert.equal(await page.locator('.ring').count(), 2);
    assert.equal((await gameOf(page)).moves.length, 0);
    await page.keyboard.press('e');
    await moves(page, 1);
    assert.equal((await gameOf(page)).moves[0], 'c4c5d5');
    assertClean(page);
    await page.context().close();
});

test('after a takeback the game goes on before the reader, without what was chosen before', async () => {
    const page = await newPage(browser, server.base, STILL);
    await startGame(page, server.base, { opponent: 'here', layout: 'standard' });
    const count = () => page.locator('.steps .count').textContent();
    const legal = async (index) => rules.legal(await gameOf(page))[index];
    const takeBack = () => page.getByRole('button', { name: 'Take back' }).click();
    for (let i = 1; i <= 3; i++) {
        await hands.type(page, await legal(0));
        await moves(page, i);
        await page.waitForSelector('.board.active');
    }
    // What was an earlier position becomes the latest one.
    await page.getByRole('button', { name: 'Previous move' }).click();
    assert.equal(await count(), '2 of 3');
    await takeBack();
    await moves(page, 2);
    await hands.type(page, await legal(0));
    await moves(page, 3);
    // The position in view is taken back itself.
    await page.waitForSelector('.board.active');
    await page.getByRole('button', { name: 'Previous move' }).click();
    await takeBack();
    await moves(page, 2);
    await takeBack();
    await moves(page, 1);
    for (const i of [2, 3]) {
        await hands.type(page, await legal(0));
        await moves(page, i);
        await page.waitForSelector('.board.active');
    }
    // A move that waits for its confirmation.
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Confirm each move').click();
    await page.getByRole('button', { name: 'Done' }).click();
    await hands.click(page, await legal(0));
    const ask = page.locator('.ask.over-board');
    await ask.waitFor();
    await takeBack();
    await moves(page, 2);
    await ask.waitFor({ state: 'detached' });
    const { id } = await gameOf(page);
    const { keys } = JSON.parse(
        await page.evaluate((name) => localStorage.getItem(name), `paua:game:${id}`),
    );
    await post(`/games/${id}/moves`, { ply: 3, move: (await legal(1)).text }, keys.b);
    await moves(page, 3);
    await page.waitForSelector('.board.active');
    assert.equal(await ask.count(), 0, 'it is not for this position');
    assertClean(page);
    await page.context().close();
});
