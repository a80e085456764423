// What a reader keeps: the list of games, keys for another device, files, games from elsewhere, and
// what the page says where the browser keeps nothing.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
    assertClean,
    axe,
    browser,
    gameOf,
    hands,
    moves,
    newPage,
    prepare,
    rules,
    server,
    shoot,
    startGame,
    STILL,
} from './harness.mjs';

prepare();

/** The games of a section of "My games". */
const rowsOf = (page, title) =>
    page.locator('.recent', { has: page.getByRole('heading', { name: title }) }).locator('li');

test('my games: whose turn, layout, opponents, date', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/games`);
    await page.getByText('There are none yet.').waitFor();
    await startGame(page, server.base, { level: 1, layout: 'standard' });
    await startGame(page, server.base, { opponent: 'friend' });
    await startGame(page, server.base, { opponent: 'here' });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog .danger').click();
    await page.locator('.result').waitFor();
    await page.goto(`${server.base}/`);
    await page.getByRole('link', { name: 'My games' }).click();
    const mine = rowsOf(page, 'Your turn');
    await mine.getByText('Standard').waitFor();
    assert.match(await mine.textContent(), /Computer, level 1.*20\d\d.*Your turn/);
    const waiting = rowsOf(page, 'In progress');
    assert.match(await waiting.textContent(), /Belgian daisy.*1 free seat.*Waiting for 1 player/);
    assert.match(await rowsOf(page, 'Finished').textContent(), /Both sides.*White wins/);
    await axe(page, 'My games');
    await mine.getByRole('link').click();
    await page.waitForSelector('.board.active');
    assertClean(page);
    await page.context().close();
});

test('keys move to another browser as a file and as a code', async () => {
    const page = await newPage(browser, server.base, STILL);
    await startGame(page, server.base, { level: 1 });
    const { pathname } = new URL(page.url());
    await page.goto(`${server.base}/games`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save keys to a file' }).click();
    const saved = await (await download).path();
    const file = JSON.parse(await readFile(saved, 'utf8'));
    const id = pathname.split('/').pop();
    const key = file.games[id].b;
    assert.match(key, /^[\w-]{32}$/);
    await page.getByRole('button', { name: 'Show as a QR code' }).click();
    await page.getByRole('img', { name: 'QR code with your keys' }).waitFor();

    const other = await newPage(browser, server.base, STILL);
    await other.goto(`${server.base}/games`);
    const input = other.locator('input[type=file]');
    await input.setInputFiles({
        name: 'x',
        mimeType: 'text/plain',
        buffer: Buffer.from('hm'),
    });
    await other.getByText('This is not a file of keys.').waitFor();
    await input.setInputFiles(saved);
    await other.getByText('Added your seats in 1 game.').waitFor();
    await rowsOf(other, 'Your turn').getByRole('link').click();
    await other.waitForSelector('.board.active');

    // The code is an address.
    const third = await newPage(browser, server.base, STILL);
    await third.goto(`${server.base}/games#keys=${id}.b${key}~nonsense`);
    await third.getByText('Add the seats in 1 game to this browser?').waitFor();
    await third.getByRole('button', { name: 'Add', exact: true }).click();
    assert.equal(new URL(third.url()).hash, '');
    await rowsOf(third, 'Your turn').getByRole('link').click();
    await third.waitForSelector('.board.active');
    for (const one of [page, other, third]) {
        assertClean(one);
        await one.context().close();
    }
});

test('a browser that keeps nothing: the game works, and a link brings back', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.context().addInitScript(() => {
        const denied = () => {
            throw new DOMException('denied', 'SecurityError');
        };
        Object.defineProperty(window, 'localStorage', { get: denied });
    });
    await page.goto(`${server.base}/`);
    await page.getByText('This browser keeps nothing for this site').waitFor();
    await startGame(page, server.base, { level: 1 });
    await page.getByText('This browser keeps nothing for this site').waitFor();
    await hands.type(page, rules.legal(await gameOf(page))[0]);
    await moves(page, 2);
    await axe(page, 'no storage');
    const link = await page.getByLabel('Link to your seat, Black').inputValue();
    await page.reload();
    await moves(page, 2);
    assert.equal(await page.locator('#typed').count(), 0, 'the seat is lost');
    await page.goto(`${server.base}/`);
    await page.goto(link);
    await page.waitForSelector('.board.active');
    assertClean(page);
    await page.context().close();
});

test('a game is shared and saved', async () => {
    const page = await newPage(browser, server.base, STILL);
    await startGame(page, server.base, { opponent: 'here' });
    await hands.type(page, rules.legal(await gameOf(page))[0]);
    await moves(page, 1);
    await page.getByRole('button', { name: 'Share or save' }).click();
    const link = await page.getByLabel('Link to watch').inputValue();
    assert.equal(link, page.url());
    const { number } = await gameOf(page);
    await page.getByText(`In commands it is game ${number}.`).waitFor();
    await axe(page, 'share or save');
    for (const [name, ending, start] of [
        ['APGN', 'apgn', '[Event "Game '],
        ['JSON', 'json', '{"id"'],
        ['PNG', 'png', '\u{FFFD}PNG'],
        ['SVG', 'svg', '<svg'],
    ]) {
        const download = page.waitForEvent('download');
        await page.getByRole('link', { name, exact: true }).click();
        const file = await download;
        assert.match(file.suggestedFilename(), new RegExp(`\\.${ending}$`));
        const text = await readFile(await file.path(), 'utf8');
        assert.ok(text.replace(/^<\?.*\?>\s*/, '').startsWith(start), text.slice(0, 60));
    }
    assertClean(page);
    await page.context().close();
});

test('a pasted game is shown, with what was filled in', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/`);
    const text = page.getByLabel(/^Paste its moves/);
    await text.fill('1. a1z9');
    await page.getByRole('button', { name: 'Show the game' }).click();
    await page.locator('.record-form .problem').getByText(/a1z9/).waitFor();
    await text.fill('1. a1b2 i5h5 2. b2c3');
    await page.getByRole('button', { name: 'Show the game' }).click();
    await moves(page, 3);
    await page.getByText(/^The tag Variant is missing/).waitFor();
    assert.equal(await page.locator('.presence').count(), 0, 'nobody plays it');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.locator('.analysis').waitFor();
    await axe(page, 'record');
    await page.reload();
    await moves(page, 3);
    await page.goBack();
    await page.waitForSelector('.tile');
    assert.equal(await page.locator('.recent').count(), 0, 'it is no game of this browser');
    assertClean(page, /422/);
    await page.context().close();
});

test('a pasted game shows its comments, glyphs and variations', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/`);
    await page
        .getByLabel(/^Paste its moves/)
        .fill(
            '{start} 1. a1b2! {[%clk 0:09:58] good idea} i5h5 $4 $136 (1... i6h6 {alt} 2. a2b3 ' +
                '$1 $136 $40 (2. a2a3 $6 i5h5 $10) 2... i5h5 3. b1c2) 2. a2b3 (a2a3) i6h6',
        );
    await page.getByRole('button', { name: 'Show the game' }).click();
    await moves(page, 4);
    const card = page.getByRole('region', { name: 'Comments' });
    const shows = (text) => card.getByText(text, { exact: true }).waitFor();
    const paragraphs = async () =>
        (await card.locator('p').allTextContents()).map((text) => text.replaceAll('\u00A0', ' '));
    await shows('No comment here.');
    const list = page.locator('.list .move');
    assert.deepEqual(await list.allTextContents(), ['a1b2!', 'i5h5?? $136', 'a2b3', 'i6h6']);
    await page.keyboard.press('Home');
    await shows('start');
    await page.keyboard.press('ArrowRight');
    await shows('good idea');
    assert.deepEqual(await paragraphs(), ['1. a1b2!', 'good idea']);
    await page.keyboard.press('ArrowRight');
    await card.getByText('Instead').waitFor();
    assert.deepEqual(await paragraphs(), [
        '1... i5h5?? $136',
        'Instead: 1... i6h6 alt 2. a2b3! $136 $40 (2. a2a3?! i5h5 =) 2... i5h5 3. b1c2',
    ]);
    await axe(page, 'comments');
    await shoot(page, 'comments');
    await page.keyboard.press('ArrowRight');
    await shows('Instead: 2. a2a3');
    // A long comment leaves room for the moves, and is read by scrolling.
    await page.goBack();
    await page.getByLabel(/^Paste its moves/).fill(`{${'a long comment '.repeat(400)}} 1. a1b2`);
    await page.getByRole('button', { name: 'Show the game' }).click();
    await moves(page, 1);
    await page.keyboard.press('Home');
    await card.getByText('a long comment').waitFor();
    const { height } = await card.boundingBox();
    assert.ok(height <= 225, `the comments are ${height} px high`);
    assert.ok(await card.evaluate((one) => one.scrollHeight > one.clientHeight));
    await axe(page, 'a long comment');
    assertClean(page);
    await page.context().close();
});

test('a pasted game may be as long as the server takes it', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/`);
    const text = page.getByLabel(/^Paste its moves/);
    const long = (length) => `{${'a long comment '.repeat(length / 15)}} 1. a1b2 i5h5`;
    const show = () => page.getByRole('button', { name: 'Show the game' }).click();
    await text.fill(long(1_050_000));
    await show();
    await page
        .locator('.record-form .problem')
        .getByText(/^This is too long/)
        .waitFor();
    await text.fill(long(900_000));
    await show();
    await moves(page, 2);
    assertClean(page);
    await page.context().close();
});

test('what a page gets an answer to after it was left leads nowhere', async () => {
    const page = await newPage(browser, server.base, STILL);
    const show = page.getByRole('button', { name: 'Show the game' });
    const paste = async () => {
        await page.goto(`${server.base}/`);
        await page.locator('.record-form textarea').fill('1. a1b2 i5h5');
    };
    let answer;
    const left = new Promise((resolve) => (answer = resolve));
    await page.route('**/api/1/records', async (route) => {
        await left;
        await route.continue();
    });
    await paste();
    const answered = page.waitForResponse('**/api/1/records');
    await show.click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    answer();
    await (await answered).finished();
    await page.waitForTimeout(100);
    assert.equal(new URL(page.url()).pathname, '/account');

    // Asked twice, it is one step back to the form.
    await paste();
    await show.dblclick();
    await moves(page, 2);
    await page.waitForTimeout(300); // for the second answer
    await page.goBack();
    await page.locator('.record-form').waitFor();
    assertClean(page);
    await page.context().close();
});

test('a dropped file with several games', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/`);
    await page.waitForSelector('.record-form');
    // A text that is dragged is for the field under it, or for nobody.
    const taken = await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('text/plain', 'a1b2');
        return !dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
    });
    assert.equal(taken, false);
    await page.evaluate(() => {
        const game = (name, moves, result) =>
            `[Event "${name}"]\n[Variant "belgian-daisy"]\n\n${moves} ${result}\n\n`;
        const text =
            game('First', '1. a1b2', '1-0') +
            game('Second', '1. a1b2 i5h5', '*') +
            game('Third', '1. a1b2 zz99', '*') +
            game('Fourth', '1. a1b2 i5h5 2. b2c3', '*');
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], 'games.apgn'));
        dispatchEvent(
            new DragEvent('drop', {
                dataTransfer,
                bubbles: true,
                cancelable: true,
            }),
        );
    });
    await moves(page, 1);
    await page.locator('.record').getByText('First').waitFor();
    assert.equal(await page.locator('.status').textContent(), 'Black wins');
    await page.getByRole('button', { name: 'Next game' }).click();
    await moves(page, 2);
    await page.locator('.record').getByText('Second').waitFor();
    assert.equal(await page.locator('.status').textContent(), 'Black to move');

    // Past one that can't be read, and back. An answer that comes late is not shown.
    const next = page.getByRole('button', { name: 'Next game' });
    const refusal = page.getByText(/zz99/);
    await next.click();
    await refusal.waitFor();
    await next.click();
    await page.locator('.record').getByText('Fourth').waitFor();
    await moves(page, 3);
    await page.goBack();
    await refusal.waitFor();
    await page.goBack();
    await page.locator('.record').getByText('Second').waitFor();
    assert.equal(await refusal.count(), 0);
    await page.route('**/records', async (route) => {
        if (route.request().postDataJSON().game === 3) await page.waitForTimeout(300);
        await route.continue().catch(() => {}); // nobody waits any more
    });
    await next.click();
    await page.evaluate(() => {
        const { state } = history;
        history.pushState({ ...state, game: 4 }, '');
        dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.locator('.record').getByText('Fourth').waitFor();
    await page.waitForTimeout(400);
    assert.equal(await page.locator('.record').getByText('4 of 4').count(), 1);
    await page.unroute('**/records');

    // One that gzip has compressed, and one that it has not, though it looks so.
    await page.goto(`${server.base}/`);
    const choose = (name, buffer) =>
        page.locator('.record-form input[type=file]').setInputFiles({
            name,
            mimeType: 'application/gzip',
            buffer,
        });
    await choose('games.apgn.gz', Buffer.from([0x1f, 0x8b, 0, 0]));
    await page.getByText("The file can't be unpacked").waitFor();
    await choose(
        'games.apgn.gz',
        gzipSync('[Variant "belgian-daisy"]\n\n1. a1b2 i5h5 2. b2c3 *\n'),
    );
    await moves(page, 3);
    assertClean(page, /status of 4\d\d/);
    await page.context().close();
});
