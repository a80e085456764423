// The analysis board: moves and variations on any position, with the engine's lines beside them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    axe,
    browser,
    hands,
    newPage,
    post,
    prepare,
    rules,
    server,
    shoot,
    STILL,
} from './harness.mjs';

prepare();

const DAISY = 'belgian-daisy';
const THREE = 'bbbbb/bbbbbb/7/r6w/rr5ww/rr4ww/rr3ww/rr2ww/rr1ww b 0-0-0 0 1';

async function openBoard(hash = '', options = STILL) {
    const page = await newPage(browser, server.base, options);
    await page.goto(`${server.base}/analysis${hash && `#${hash}`}`);
    await page.locator('.board').waitFor();
    return page;
}

/** The moves of the card: those of variations in parentheses. */
const listed = (page) =>
    page.evaluate(() => {
        const textOf = (node) =>
            [...node.children].flatMap((child) => {
                if (child.matches('.move')) return [child.lastChild.textContent.trim()];
                return child.matches('.variation') ? ['(', ...textOf(child), ')'] : textOf(child);
            });
        return textOf(document.querySelector('.tree .list')).join(' ');
    });

async function playOn(page, start, ...texts) {
    const { text } = rules.describe(start).position;
    const played = [];
    for (const move of texts) {
        const legal = rules.legal({ start: text, rules: { text: '' }, moves: played });
        await hands.click(
            page,
            legal.find((one) => one.text === move),
        );
        await page.locator('.tree [aria-current]', { hasText: move }).waitFor();
        played.push(move);
    }
}

const lines = (page) => page.locator('.engine .lines li');
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('moves on the board, a variation of them, and the engine at each', async () => {
    const page = await openBoard('start=standard');
    await lines(page).first().waitFor();
    assert.match(await page.locator('.engine .progress').textContent(), /depth \d+, .* nodes/);
    await playOn(page, 'standard', 'a1b2', 'i9h8', 'b2c3');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    const first = lines(page).first().locator('.move').first();
    await first.waitFor();
    await page.locator('h1').evaluate(() => document.activeElement.blur());
    const best = await first.textContent();
    await page.keyboard.press(' ');
    await page.locator('.tree [aria-current]', { hasText: best }).waitFor();
    assert.equal(
        await listed(page),
        best === 'i9h8' ? 'a1b2 i9h8 b2c3' : `a1b2 i9h8 ( ${best} ) b2c3`,
    );
    await axe(page, 'an analysis');
    await shoot(page, 'analysis-board');
    if (best !== 'i9h8') {
        await page.keyboard.press('ArrowDown');
        await page.locator('.tree [aria-current]', { hasText: 'i9h8' }).waitFor();
        await page.keyboard.press('ArrowUp');
        await press(page, 'Promote');
        assert.equal(await listed(page), `a1b2 ${best} ( i9h8 b2c3 )`);
        // The address has the line in view; without its variations.
        await page.reload();
        await page.locator('.tree [aria-current]', { hasText: best }).waitFor();
        assert.equal(await listed(page), `a1b2 ${best}`);
    }
    await press(page, 'Delete');
    assert.equal(await listed(page), 'a1b2');
    assertClean(page);
});

test('several lines, a press on a move of one plays up to it; the engine off', async () => {
    const page = await openBoard();
    await page.getByLabel('Lines').selectOption('3');
    await lines(page).nth(2).waitFor();
    // At once: the lines change while the engine searches.
    const moves = await page.evaluate(() => {
        const line = document.querySelectorAll('.engine .lines li')[2];
        const [one, two] = line.querySelectorAll('.move');
        const texts = [one.textContent, two.textContent];
        two.click();
        return texts;
    });
    await page.waitForFunction(() => document.querySelectorAll('.tree .move').length === 2);
    assert.equal(await listed(page), moves.join(' '));
    await page.getByRole('checkbox', { name: 'Engine' }).uncheck();
    assert.equal(await lines(page).count(), 0);
    assert.equal(await page.locator('.pointer.best').count(), 0);
    assertClean(page);
});

test('a position from text, or from a layout; what is wrong with one', async () => {
    const page = await openBoard();
    await page.getByText('Position', { exact: true }).click();
    await page.getByLabel('Text of a position').fill('nonsense');
    await press(page, 'Set up');
    await page.getByText('neither a layout nor a position', { exact: false }).waitFor();
    await page.getByLabel('Text of a position').fill(THREE);
    await press(page, 'Set up');
    await page.locator('.expectations li').nth(2).waitFor();
    await lines(page).first().waitFor();
    assert.match(await page.locator('.turn').textContent(), /Black to move/);
    await page.getByText('Position', { exact: true }).click();
    await page.getByLabel('Layout').selectOption('standard');
    await page.locator('.evaluation').waitFor();
    assert.match(page.url(), /start=standard/);
    assertClean(page);
});

test('addresses that are damaged', async () => {
    const page = await openBoard(`start=${DAISY}&moves=a1b2+a1b2+i9h8`);
    assert.equal(await listed(page), 'a1b2');
    await page.getByText('Move 2: ', { exact: false }).waitFor();
    await page.goto(`${server.base}/analysis#start=nonsense`);
    await page.getByText('Not a position').waitFor();
    await page.getByRole('link', { name: 'Analyse from the start' }).click();
    await page.locator('.board.active').waitFor();
    await page.goto(`${server.base}/analysis#start=3x3x3`);
    await page.getByText('The game is over here.').waitFor();
    assertClean(page);
});

test('from a game to the board with its moves', async () => {
    const person = { kind: 'person' };
    const { game, keys } = await post('/games', { layout: DAISY, seats: [person, person] });
    const start = { start: rules.describe(DAISY).position.text, rules: game.rules };
    const moves = [];
    for (let ply = 1; ply <= 3; ply++) {
        const move = rules.legal({ ...start, moves })[0].text;
        await post(`/games/${game.id}/moves`, { ply, move }, keys[(ply - 1) % 2]);
        moves.push(move);
    }
    await post(`/games/${game.id}/resign`, {}, keys[0]);
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/g/${game.id}`);
    await page.getByRole('button', { name: 'Previous move' }).click();
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.getByRole('link', { name: 'Analysis board' }).click();
    await page.locator('.tree [aria-current]', { hasText: moves[1] }).waitFor();
    assert.equal(await listed(page), moves.join(' '));
    await page.goBack();
    await page.waitForURL(/\/g\//);
    assertClean(page);
});

for (const [width, height] of [
    [320, 568],
    [390, 844],
    [844, 390],
    [820, 1180],
    [1366, 657],
    [1920, 1080],
]) {
    test(`the board at ${width}x${height}: nothing to scroll sideways`, async () => {
        const page = await openBoard('', { ...STILL, viewport: { width, height } });
        await lines(page).first().waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
        const box = await page.locator('.board').boundingBox();
        assert.ok(
            box.y + box.height <= height + 1 || width < 400,
            `board ends at ${box.y + box.height}`,
        );
        await shoot(page, `analysis-board-${width}`);
        await page.context().close();
    });
}
