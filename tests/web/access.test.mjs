// Accessibility rules of axe-core, on what the page shows in games and dialogs. The other tests ask
// for what they show: the lobby, clocks, proposals, reviews, files, pages that are not there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    axe,
    browser,
    gameOf,
    hands,
    newPage,
    post,
    prepare,
    rules,
    server,
    SERVER_GONE,
    startGame,
    STILL,
    takeSeat,
} from './harness.mjs';

prepare();

const press = (page, name) => page.getByRole('button', { name }).click();
const typeFirst = async (page) => hands.type(page, rules.legal(await gameOf(page))[0]);

async function close(...pages) {
    for (const page of pages) {
        assertClean(page);
        await page.context().close();
    }
}

test('the start page, help and settings', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/`);
    await page.waitForSelector('.tile');
    await axe(page, 'start');
    await press(page, /^Show all \d+ boards/);
    await page.getByText('Custom position').click();
    await page.getByLabel(/^Position: rows/).fill('bad');
    await axe(page, 'all boards');
    await press(page, 'How to play');
    await axe(page, 'help');
    await page.keyboard.press('Escape');
    await press(page, 'Settings');
    await axe(page, 'settings');
    await close(page);
});

test('the focus goes to a heading when what has it is removed, not when it was given up', async () => {
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/standings`);
    await page.getByRole('heading', { name: 'Standings' }).waitFor();
    const focused = () =>
        page.evaluate(
            () => new Promise((go) => setTimeout(() => go(document.activeElement.tagName))),
        );
    const addButton = () =>
        page.evaluate(() => {
            const button = document.createElement('button');
            button.textContent = 'Once';
            document.querySelector('main').append(button);
            button.focus();
        });
    const removeButton = () =>
        page.getByRole('button', { name: 'Once' }).evaluate((one) => one.remove());
    await addButton();
    await page.mouse.click(2, page.viewportSize().height - 2); // an empty place
    assert.equal(await focused(), 'BODY');
    await removeButton();
    assert.equal(await focused(), 'BODY', 'nobody had the focus');
    await addButton();
    await page.mouse.click(2, page.viewportSize().height - 2);
    await page.getByRole('button', { name: 'Once' }).focus();
    await removeButton();
    assert.equal(await focused(), 'H1', 'the button had it');
    await close(page);
});

test('with forced colours one sees what is chosen, and whose turn it is', async () => {
    for (const colorScheme of ['light', 'dark']) {
        const page = await newPage(browser, server.base, { forcedColors: 'active', colorScheme });
        /** The colours that one sees of the first of these. */
        const paint = (selector) =>
            page.evaluate((one) => {
                const style = getComputedStyle(document.querySelector(one));
                const { backgroundColor: behind } = getComputedStyle(document.body);
                const clear = /, 0\)$/.test(style.backgroundColor);
                return [style.borderTopColor, clear ? behind : style.backgroundColor].join();
            }, selector);
        const differs = async (one, other) =>
            assert.notEqual(await paint(one), await paint(other), `${one}, ${colorScheme}`);
        await page.goto(`${server.base}/`);
        await page.waitForSelector('.tile');
        await differs('.tile.on', '.tile:not(.on)');
        await differs('.segments .on', '.segments label:not(.on)');
        await startGame(page, server.base, { opponent: 'here' });
        await differs('.strip[data-side=b]', '.strip[data-side=w]');
        const black = await paint('.strip[data-side=b]');
        await typeFirst(page);
        await page.waitForSelector('.strip.to-move[data-side=w]');
        assert.equal(await paint('.strip[data-side=w]'), black, 'it has passed to White');
        await typeFirst(page);
        await page.waitForSelector('.move[aria-current]');
        await differs('.move[aria-current]', '.move:not([aria-current])');
        await press(page, 'Analyse');
        await page.waitForSelector('.analyse[aria-pressed=true]');
        await differs('.analyse', '.steps button:not(.analyse)');
        await axe(page, `forced colours, ${colorScheme}`);
        await close(page);
    }
});

test('a game with a friend, from the invitation to the rematch', async () => {
    const page = await newPage(browser, server.base, STILL);
    const friend = await newPage(browser, server.base, STILL);
    await startGame(page, server.base, { opponent: 'friend' });
    const link = await page.getByLabel('Link for your friend', { exact: true }).inputValue();
    await press(page, /^QR code/);
    await page.locator('.qr').waitFor();
    await axe(page, 'an invitation as a QR code');
    await friend.goto(link);
    await friend.locator('.invitation').waitFor();
    await axe(friend, 'invitation');
    await takeSeat(friend, link, 'Bob');
    await page.waitForSelector('.board.active');
    await page.locator('.cell[aria-label*="white marble"]').first().click();
    await page.locator('.why').waitFor();
    await axe(page, 'a pick that is refused');
    await page.locator('[data-cell=c2]').click();
    await axe(page, 'selected');
    await typeFirst(page);
    await press(page, 'Offer a draw');
    await friend.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await friend.getByRole('textbox', { name: 'Message' }).press('Enter');
    await page.locator('.messages').getByText('Hello').waitFor();
    await friend.getByRole('button', { name: 'Decline' }).waitFor();
    await axe(friend, 'offer');
    await page.locator('#typed').fill('zz');
    await page.locator('#typed').press('Enter');
    await axe(page, 'waiting');
    const third = await newPage(browser, server.base, STILL);
    await third.goto(link);
    await third.getByText('Somebody has taken this seat already').waitFor();
    await axe(third, 'a link that was used');
    await press(page, 'Resign');
    await axe(page, 'resigning');
    await page.locator('dialog .danger').click();
    await page.waitForSelector('.result');
    await axe(page, 'over');
    await press(page, 'Play again');
    await friend.getByRole('button', { name: 'Accept' }).waitFor();
    await axe(page, 'rematch');
    await close(page, friend, third);
});

test('a pause, and a server that goes away', async () => {
    const { game, keys } = await post('/games', {
        layout: 'belgian-daisy',
        rules: 'game=600',
        seats: [{ kind: 'person', name: 'Ann' }, { kind: 'person' }],
    });
    const [ann, bob] = await Promise.all(
        keys.map(async (key) => {
            const page = await newPage(browser, server.base, STILL);
            await page.goto(`${server.base}/g/${game.id}#${key}`);
            await page.waitForSelector('.board');
            return page;
        }),
    );
    await typeFirst(ann);
    await press(ann, 'Pause');
    await bob.locator('.ask').getByText('Ann asks for a pause.').waitFor();
    await axe(bob, 'a pause that was asked for');
    await press(bob, 'Accept');
    await bob.getByRole('button', { name: 'Resume' }).waitFor();
    await axe(bob, 'a pause');
    await server.stop();
    await bob.locator('.reconnecting').waitFor();
    await axe(bob, 'a server that has gone');
    await server.restart();
    await bob.locator('.reconnecting').waitFor({ state: 'detached' });
    for (const page of [ann, bob]) {
        assertClean(page, SERVER_GONE);
        await page.context().close();
    }
});

test('six players in every look of the board, one of whom has left', async () => {
    const { game, keys } = await post('/games', {
        layout: 'bowl-6',
        seats: Array(6).fill({ kind: 'person' }),
    });
    await post(`/games/${game.id}/resign`, {}, keys[2]);
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/g/${game.id}#${keys[0]}`);
    await page.waitForSelector('.board.active');
    for (const board of ['wood', 'slate', 'felt']) {
        for (const marbles of ['glass', 'flat']) {
            const looks = JSON.stringify({ pace: 0, board, marbles, confirm: true });
            await page.evaluate((text) => localStorage.setItem('paua:settings', text), looks);
            await page.reload();
            await page.waitForSelector('.board.active');
            await axe(page, `${board}, ${marbles}`);
        }
    }
    await hands.keys(
        page,
        rules.legal(await gameOf(page)).find((move) => !move.broadside),
    );
    await page.locator('.over-board').waitFor();
    await axe(page, 'a move to be confirmed');
    await close(page);
});

test('two players on one screen agree to a draw', async () => {
    const page = await newPage(browser, server.base, STILL);
    await startGame(page, server.base, { opponent: 'here' });
    await typeFirst(page);
    await press(page, 'Agree to a draw');
    await page.locator('dialog').waitFor();
    await axe(page, 'agreeing to a draw');
    await close(page);
});
