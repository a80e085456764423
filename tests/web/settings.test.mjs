// Settings: how the page looks and sounds, kept for the next visit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    browser,
    gameOf,
    hands,
    moves,
    newPage,
    prepare,
    rules,
    server,
    startGame,
} from './harness.mjs';

prepare();

const paint = (page) =>
    page.evaluate(() => ({
        page: getComputedStyle(document.body).backgroundColor,
        field: getComputedStyle(document.querySelector('.field-0') ?? document.body).stopColor,
    }));

async function choose(page, name, value) {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.locator(`input[name=${name}][value=${value}]`).check({ force: true });
    await page.getByRole('button', { name: 'Done' }).click();
}

test('the theme follows the system until one is chosen', async () => {
    const page = await newPage(browser, server.base, { colorScheme: 'light' });
    await page.goto(`${server.base}/`);
    await page.waitForSelector('.tile');
    const light = await paint(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForSelector('html[data-theme=dark]');
    const dark = await paint(page);
    assert.notEqual(dark.page, light.page);
    const other = await page.context().newPage();
    await other.goto(`${server.base}/`);
    await other.waitForSelector('.tile');
    await choose(page, 'theme', 'light');
    assert.deepEqual(await paint(page), light, 'the choice is stronger than the system');
    await choose(other, 'marble-style', 'flat'); // a tab that has read the settings before
    await page.waitForSelector('html[data-marbles=flat]'); // the first tab follows at once
    await page.getByRole('button', { name: 'Settings' }).click();
    assert.ok(await page.locator('input[name=marble-style][value=flat]').isChecked());
    await page.reload();
    await page.waitForSelector('.tile');
    assert.deepEqual(await paint(page), light, 'and is kept');
    const bars = await page
        .locator('meta[name=theme-color]')
        .evaluateAll((all) => all.map((meta) => meta.content));
    assert.deepEqual(new Set(bars), new Set(['#f2f1ec']), "the browser's own bar too");
    assertClean(page);
    await page.context().close();
});

test('boards and marbles have styles', async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { opponent: 'here' });
    const fields = new Set();
    for (const style of ['wood', 'slate', 'felt']) {
        await choose(page, 'board-style', style);
        fields.add((await paint(page)).field);
    }
    assert.equal(fields.size, 3);
    assert.equal(await page.locator('.board .shine').first().isVisible(), true);
    await choose(page, 'marble-style', 'flat');
    assert.equal(await page.locator('.board .shine').first().isVisible(), false);
    await page.reload();
    await page.waitForSelector('.board');
    assert.equal(await page.locator('.board .shine').first().isVisible(), false);
    assertClean(page);
    await page.context().close();
});

test('moves are heard after the first press, until sounds are switched off', async () => {
    const page = await newPage(browser, server.base);
    await page.addInitScript(() => {
        window.heard = 0;
        const { start } = AudioBufferSourceNode.prototype;
        AudioBufferSourceNode.prototype.start = function () {
            window.heard++;
            start.call(this);
        };
        window.audioStates = [];
        window.AudioContext = class extends AudioContext {
            constructor() {
                super();
                this.addEventListener('statechange', () => window.audioStates.push(this.state));
            }
        };
    });
    await startGame(page, server.base, { opponent: 'here' });
    const heard = () => page.evaluate(() => window.heard);
    const play = async (count) => {
        await hands.click(
            page,
            rules.legal(await gameOf(page)).find((move) => !move.broadside),
        );
        await moves(page, count);
    };
    const resting = () => page.waitForFunction(() => window.audioStates.at(-1) === 'suspended');
    await resting(); // the audio takes power while it runs, also in silence
    await play(1);
    assert.equal(await heard(), 1);
    await page.waitForFunction(() => window.audioStates.filter((s) => s === 'running').length > 1);
    await resting();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: 'Sounds' }).uncheck();
    assert.equal(await page.locator('#volume').isDisabled(), true);
    await page.getByRole('button', { name: 'Done' }).click();
    await play(2);
    assert.equal(await heard(), 1, 'nothing more');
    await page.reload();
    await page.waitForSelector('.board.active');
    await play(3);
    assert.equal(await heard(), 0, 'nothing after a reload either');
    assertClean(page);
    await page.context().close();
});

test("a move is seen for a while before the computer's answer", async () => {
    const page = await newPage(browser, server.base);
    await startGame(page, server.base, { layout: 'standard', level: 1 });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.locator('#pace').fill('1000');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.evaluate(() => {
        window.shown = [];
        const count = document.querySelector('.steps .count');
        const note = () => window.shown.push([count.textContent, performance.now()]);
        new MutationObserver(note).observe(count, { characterData: true, subtree: true });
    });
    await hands.click(page, rules.legal(await gameOf(page))[0]);
    await moves(page, 2);
    const shown = await page.evaluate(() => window.shown);
    const at = (text) => shown.find(([one]) => one === text)[1];
    const pause = at('2 of 2') - at('1 of 1');
    assert.ok(pause >= 800, `${pause} ms`); // a busy machine shows the first one late
    assertClean(page);
    await page.context().close();
});
