// node bench/engine.mjs PAUA [PORTABLE]: the engine in headless Chromium beside the command.
//
// One worker searches the positions of `paua bench` to the same depth: its nodes must be those of
// the command. Then the nodes a second of one worker and of two, from the standard start. PORTABLE
// is a command without AVX2, whose cpu_has_v3() (src/base/cpu.c) is false: its speed is compared,
// too. Compare the ratios of one run. Needs what `npm ci` in web/ installs, and
// chromium-headless-shell (CHROMIUM names another browser).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineScript } from '../tests/web/engine-script.mjs';
import { startServer } from './serve.mjs';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const DEPTH = 10;
const SPEED_MS = 5000;
const ROUNDS = 3;

const [paua, portable] = process.argv.slice(2);
if (!paua) {
    console.error('usage: node bench/engine.mjs PAUA [PORTABLE]');
    process.exit(2);
}

/** The positions of `paua bench`. */
function benchPositions() {
    const source = readFileSync(new URL('../apps/paua/commands/bench.c', import.meta.url), 'utf8');
    const [, list] = /positions\[\] = \{([^}]*)\}/.exec(source);
    return [...list.matchAll(/"([^"]+)"/g)].map(([, text]) => text);
}

/** Nodes, and nodes a second, of `paua bench`. */
function benchOf(command) {
    const output = execFileSync(command, ['bench', '--depth', String(DEPTH)], { encoding: 'utf8' });
    const [, nodes, nps] = /^(\d+) nodes (\d+) nps$/m.exec(output);
    return { nodes: Number(nodes), nps: Number(nps) };
}

/** In the page: searches each position by an engine of so many threads; nodes and milliseconds. */
async function searchInPage([threads, positions, limits]) {
    const engine = await Paua.Engine.load(threads);
    const sum = { nodes: 0, time: 0 };
    for (const position of positions) {
        const left = new AbortController();
        const whole = { depth: 0, nodes: 0, time: 0, lines: 1, ...limits };
        const task = { position, rules: '', moves: [], limits: whole, afresh: true };
        let last;
        await engine.analyse(task, left.signal, (line) => {
            if (line.type === 'depth') last = line;
        });
        sum.nodes += last.nodes;
        sum.time += last.time;
    }
    engine.close();
    return sum;
}

const perSecond = ({ nodes, time }) => Math.round((nodes * 1000) / time);
const folder = mkdtempSync(join(tmpdir(), 'paua-bench-'));
const server = await startServer(paua, folder);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu'],
});
try {
    const page = await browser.newPage();
    await page.goto(`${server.base}/record`);
    await page.evaluate(await engineScript());
    const positions = benchPositions();
    for (let round = 0; round < ROUNDS; round++) {
        const native = benchOf(paua);
        const any = portable ? benchOf(portable) : null;
        const here = await page.evaluate(searchInPage, [1, positions, { depth: DEPTH }]);
        const ratio = (nps) => (perSecond(here) / nps).toFixed(2);
        console.log(
            `bench: ${here.nodes} nodes, ${perSecond(here)} a second in the browser; ` +
                `${native.nodes} nodes, ${native.nps} by the command: ${ratio(native.nps)}` +
                (any ? `; ${any.nps} by the portable one: ${ratio(any.nps)}` : ''),
        );
        const speed = (threads) =>
            page.evaluate(searchInPage, [threads, ['standard'], { time: SPEED_MS }]);
        const [one, two] = [perSecond(await speed(1)), perSecond(await speed(2))];
        console.log(`one worker ${one}, two ${two} nodes a second: ${(two / one).toFixed(2)}`);
    }
} finally {
    await browser.close();
    server.child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
}
