// Games against the computer, moved in every way the board offers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    browser,
    gameOf,
    hands,
    livelyMove,
    moves,
    newPage,
    prepare,
    rules,
    server,
    startGame,
    turnOrEnd,
} from './harness.mjs';

prepare();

async function playOn(page, ways, plies = 400) {
    const board = rules.describe((await gameOf(page)).start).board;
    for (let i = 0; (await turnOrEnd(page)) === 'turn'; i++) {
        assert.ok(i < plies, 'the game is too long');
        const game = await gameOf(page);
        const move = livelyMove(rules.legal(game), board, i);
        await ways[i % ways.length](page, move);
        await page.waitForFunction(
            (n) => document.querySelectorAll('.list button.move').length > n,
            game.moves.length,
        );
    }
    return gameOf(page);
}

test('a game to its end by click, drag, typing and keys', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { layout: 'e0', level: 2 });
    const game = await playOn(page, [hands.click, hands.drag, hands.type, hands.keys]);
    assert.notEqual(game.result, '*');
    await page.locator('.status', { hasText: /You win|You lose|Draw/ }).waitFor();
    assert.equal(await page.locator('.cell.own').count(), 0);
    assert.equal(await page.locator('.list button.move').count(), game.moves.length);

    // Again, colours exchanged: the computer begins.
    const first = page.url();
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.waitForURL((url) => url.href !== first);
    await page.waitForSelector('.board.active');
    const again = await gameOf(page);
    assert.equal(again.seats[0].kind, 'computer');
    assert.equal(again.seats[0].level, 2);
    assert.equal(again.moves.length, 1);
    assert.equal(await page.locator('.board').getAttribute('data-turn'), '3');
    for (const way of [hands.keys, hands.drag]) {
        if ((await turnOrEnd(page)) === 'end') break;
        const before = await gameOf(page);
        await way(page, livelyMove(rules.legal(before), rules.describe(before.start).board, 1));
        await page.waitForFunction(
            (n) => document.querySelectorAll('.list button.move').length > n,
            before.moves.length,
        );
    }
    assertClean(page);
    await page.context().close();
});

test('a historical program is chosen, plays, is named, and comes back', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { program: 'abapro', plies: 2 });
    assert.match(await page.locator('.strip').first().textContent(), /^Aba-Pro, 2 plies/);
    const legal = rules.legal(await gameOf(page));
    await hands.click(
        page,
        legal.find((m) => !m.broadside),
    );
    await moves(page, 2);
    const game = await gameOf(page);
    assert.deepEqual(game.seats[1], { colour: 'w', kind: 'computer', opponent: 'abapro:2' });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.waitForSelector('.result');
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.waitForSelector('.board.active');
    const again = await gameOf(page);
    assert.equal(again.seats[0].opponent, 'abapro:2');
    assert.equal(again.moves.length, 1);
    await page.goto(`${server.base}/`);
    assert.match(await page.locator('.recent').textContent(), /Aba-Pro, 2 plies/);
    assertClean(page);
    await page.context().close();
});

test('every program that the server names has a title and a description', async () => {
    const page = await newPage(browser, server.base);
    await page.goto(`${server.base}/`);
    await page.locator('input[name=as][value=program]').check();
    await page.locator('.programs label').first().waitFor();
    const { opponents } = await (await fetch(`${server.base}/api/1/opponents`)).json();
    const titles = await page.locator('.programs b').allTextContents();
    assert.equal(titles.length, opponents.length);
    for (const [i, opponent] of opponents.entries()) {
        const { name, plies, plies_max, levels, level_plies } = opponent;
        assert.notEqual(titles[i], name);
        assert.equal(titles[i].includes('(stand-in)'), opponent.stand_in, name);
        await page.locator(`input[name=program][value="${name}"]`).check();
        assert.equal(await page.locator('#plies').count(), plies_max > plies ? 1 : 0, name);
        for (const [j, level] of levels.entries()) {
            await page.locator('#plies').fill(String(level_plies[j]));
            assert.match(await page.locator('label[for=plies]').textContent(), new RegExp(level));
        }
    }
    assert.equal(await page.locator('#level').count(), 0);
    await page.locator('input[name=as][value=level]').check();
    const descriptions = new Set();
    for (let level = 1; level <= 10; level++) {
        await page.locator('#level').fill(String(level));
        descriptions.add(await page.locator('#level-description').textContent());
    }
    assert.equal(descriptions.size, 10, 'every level has its own description');
    assertClean(page);
    await page.context().close();
});

test('broadside moves by every hand', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { layout: 'standard', opponent: 'here' });
    let count = 0;
    for (const way of [hands.click, hands.drag, hands.keys, hands.type]) {
        for (const size of [2, 3]) {
            const legal = rules.legal(await gameOf(page));
            const move = legal.find((m) => m.broadside && m.from.length === size);
            await way(page, move);
            await moves(page, ++count);
            await page.waitForSelector('.board.active');
            assert.equal((await gameOf(page)).moves.at(-1), move.text);
        }
    }
    assertClean(page);
    await page.context().close();
});

test('pushes and ejections show in the trays', async () => {
    const page = await newPage(browser, server.base);
    await page.goto(`${server.base}/`);
    await page.getByRole('button', { name: /^Show all \d+ boards/ }).click();
    await page.getByText('Custom position').click();
    const field = page.getByLabel(/^Position: rows/);
    await field.fill('5/6/7/8/bbbww4/8/7/6/4z b');
    assert.match(await page.locator('#own-problem').textContent(), /^Column \d+: /);
    await field.fill('5/6/7/8/4bbbww/8/7/6/5 b');
    assert.equal(await page.locator('#own-problem').textContent(), '');
    await page.locator('input[name=opponent][value=here]').check();
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.waitForSelector('.board.active');
    await page.locator('[data-cell=e5]').click();
    const chip = page.locator('.chip.ejects');
    assert.equal(await chip.getAttribute('data-move'), 'e5e6');
    // The place in front means the same as its arrow.
    const box = await page.locator('[data-cell=e9]').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await moves(page, 1);
    assert.equal(await page.locator('.strip[aria-label^=Black] .tray .full').count(), 1);
    assert.equal(
        await page.locator('.strip[aria-label^=Black] .tray').getAttribute('aria-label'),
        '1 of 6 marbles ejected',
    );
    assert.equal(
        await page.locator('[data-cell=e9]').getAttribute('aria-label'),
        'e9, white marble',
    );
    assert.equal(await page.locator('.marble.ejected').count(), 1);
    assertClean(page);
    await page.context().close();
});

test('typed moves are judged by the rules, in words', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    const typed = page.locator('#typed');
    for (const [text, problem] of [
        ['hello', /cell/i],
        ['a1a9', /./],
        ['i5i6', /./],
        ['a3b3', /./],
    ]) {
        await typed.fill(text);
        await typed.press('Enter');
        assert.match(await page.locator('#typed-problem').textContent(), problem);
    }
    assert.equal((await gameOf(page)).moves.length, 0);
    await typed.fill(' A1B2 ');
    await typed.press('Enter');
    await moves(page, 1);
    assert.equal(await page.locator('#typed-problem').textContent(), '');
    assertClean(page);
    await page.context().close();
});

test('a drag that ends nowhere, and picking without moving, change nothing', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    const at = async (name) => {
        const box = await page.locator(`[data-cell="${name}"]`).boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await at('c2')));
    await page.mouse.down();
    const [x, y] = await at('d3');
    const [x0, y0] = await at('c2');
    await page.mouse.move(x0 + (x - x0) * 0.35, y0 + (y - y0) * 0.35, { steps: 4 });
    await page.mouse.up();
    await page.locator('[data-cell=c2]').click();
    assert.equal(await page.locator('.ring').count(), 1);
    await page.keyboard.press('Escape');
    await page.locator('[data-cell=e5]').click();
    assert.equal(await page.locator('.ring').count(), 0);
    // The other side's marbles cannot be selected.
    await page.locator('[data-cell=i5]').click();
    assert.equal(await page.locator('.ring').count(), 0);
    // The far end takes the whole row; a marble that does not fit starts anew.
    await page.locator('[data-cell=b1]').click();
    await page.locator('[data-cell=b3]').click();
    assert.equal(await page.locator('.ring').count(), 3);
    await page.locator('[data-cell=h8]').click();
    assert.equal(await page.locator('.ring').count(), 1);
    assert.equal((await gameOf(page)).moves.length, 0);
    assertClean(page);
    await page.context().close();
});
