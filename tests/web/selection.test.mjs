// Every legal move of hundreds of positions, played on the real board by taps, drags and keys
// (board-page.mjs): boards of 7 to 61 cells, two to six players, each turned somehow.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { assertClean, browser, newPage, prepare, server } from './harness.mjs';

prepare();

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
const esbuild = createRequire(folder('../../web/package.json'))('esbuild');

/** A page without a policy for scripts whose only content is the program's board. */
async function openBoardPage() {
    const { outputFiles } = await esbuild.build({
        entryPoints: [folder('board-page.mjs')],
        bundle: true,
        format: 'iife',
        write: false,
        nodePaths: [folder('../../web/node_modules')],
        tsconfig: folder('../../web/tsconfig.json'),
    });
    const html = `<!doctype html><title>Board</title><link rel="icon" href="data:,">
        <style>svg { width: 700px }</style>
        <div id="root"></div><script src="/board-page.js"></script>`;
    const page = await newPage(browser, server.base);
    const answers = { 'board-page': ['text/html', html] };
    answers['board-page.js'] = ['text/javascript', outputFiles[0].text];
    for (const [name, [contentType, body]] of Object.entries(answers))
        await page.route(`${server.base}/${name}`, (route) => route.fulfill({ contentType, body }));
    await page.goto(`${server.base}/board-page`);
    return page;
}

const POSITIONS = 550;

test('every legal move can be played by taps, drags and keys, and no other one is', async () => {
    const page = await openBoardPage();
    const tally = await page.evaluate((count) => globalThis.playPositions(count), POSITIONS);
    console.log(`# ${JSON.stringify(tally)}`);
    assert.deepEqual(tally.wrong, [], `${tally.wrongs} wrong`);
    assert.equal(tally.positions, POSITIONS);
    assert.ok(tally.moves > 20_000, `${tally.moves} moves`);
    for (const way of ['arrow', 'drag', 'direction']) assert.equal(tally[way], tally.moves, way);
    for (const way of ['cell', 'enter']) assert.ok(tally[way] > 0.9 * tally.moves, way);
    assert.ok(tally.middle > 1000 && tally.drawn > 1000);
    assertClean(page);
    await page.context().close();
});
