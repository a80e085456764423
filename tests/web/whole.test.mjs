// One whole game on the full board, a phone against the computer, every move by touch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    browser,
    gameOf,
    hands,
    livelyMove,
    newPage,
    prepare,
    rules,
    server,
    startGame,
    turnOrEnd,
} from './harness.mjs';

prepare();

async function playGame(page) {
    await startGame(page, server.base, { level: 3 });
    const board = rules.describe('belgian-daisy').board;
    let last = null;
    for (let i = 0; (await turnOrEnd(page)) === 'turn'; i++) {
        assert.ok(i < 300, 'the game is too long');
        const game = await gameOf(page);
        // Never straight back: a game that turns in circles would end as a draw.
        const back = (m) => last && m.steps.every(([, to]) => last.from.includes(to));
        const move = livelyMove(
            rules.legal(game).filter((m) => !back(m)),
            board,
            i,
        );
        last = move;
        await (i % 5 === 4 ? hands.type : hands.tap)(page, move);
        await page.waitForFunction(
            (n) => document.querySelectorAll('.list button.move').length > n,
            game.moves.length,
        );
    }
    const game = await gameOf(page);
    assert.notEqual(game.result, '*');
    await page.locator('.status', { hasText: /You win|You lose|Draw/ }).waitFor();
    return game;
}

test('Belgian daisy to the sixth marble', async () => {
    const page = await newPage(browser, server.base, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
    });
    let game;
    // The computer draws lots among good moves, so a game may end by repetition; three will not.
    for (let tries = 0; tries < 3 && game?.reason !== 'ejections'; tries++)
        game = await playGame(page);
    assert.equal(game.reason, 'ejections');
    const { ejected } = rules.describe(game.position).position;
    assert.equal(Math.max(...ejected), 6);
    assert.equal(await page.locator('.strip.won .tray .full').count(), 6);
    assertClean(page);
    await page.context().close();
});
