// Two people on two machines: each is a network namespace with a browser of its own, one of them
// with the server, too. They play by the address that the server prints and the page offers.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
    assertClean,
    axe,
    CHROMIUM,
    hands,
    moves,
    newPage,
    startBrowser,
    startGame,
    takeSeat,
} from './harness.mjs';

// CTest counts the test as skipped when it reads this.
const NO_NETWORKS = 'no network namespaces here: they need root and the program ip';
const succeeds = (program, ...rest) => spawnSync(program, rest).status === 0;
const skip = succeeds('ip', '-V') && succeeds('unshare', '--net', 'true') ? false : NO_NETWORKS;

const folder = mkdtempSync(join(tmpdir(), 'paua-devices-'));
const machines = []; // processes that hold a namespace each
const browsers = [];
let server;

const network = (machine) => `/proc/${machine.pid}/ns/net`;
const inside = (machine, ...command) => ['nsenter', `--net=${network(machine)}`, ...command];

function ip(machine, words) {
    const [program, ...rest] = inside(machine, 'ip', ...words.split(' '));
    const { status, stderr } = spawnSync(program, rest);
    assert.equal(status, 0, `ip ${words}: ${stderr}`);
}

/** Two machines with a cable between them: 10.77.0.1 and 10.77.0.2. */
async function connectMachines() {
    for (let i = 0; i < 2; i++) machines.push(spawn('unshare', ['--net', 'sleep', '600']));
    const own = readlinkSync('/proc/self/ns/net');
    while (machines.some((one) => readlinkSync(network(one)) === own)) await delay(10);
    ip(machines[0], `link add cable type veth peer name cable netns ${machines[1].pid}`);
    machines.forEach((machine, i) => {
        ip(machine, `addr add 10.77.0.${i + 1}/24 dev cable`);
        ip(machine, 'link set lo up');
        // No IPv6 address: it would come a second later, and a browser ends all requests when a
        // network changes.
        ip(machine, 'link set cable addrgenmode none');
        ip(machine, 'link set cable up');
    });
}

/** Starts the server on the first machine; the first `count` lines that it prints. */
async function serve(listen, count) {
    const store = `sqlite:${join(folder, 'games.db')}`;
    const command = [process.env.PAUA, 'serve', '--listen', listen, '--store', store];
    const [program, ...rest] = inside(machines[0], ...command);
    server = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    for await (const data of server.stdout.setEncoding('utf8')) {
        output += data;
        if (output.split('\n').length > count) break;
    }
    return output.split('\n').slice(0, count);
}

/** A browser on a machine. */
async function browserOn(machine, name) {
    const script = join(folder, name);
    writeFileSync(script, `#!/bin/sh\nexec ${inside(machine, CHROMIUM).join(' ')} "$@"\n`);
    chmodSync(script, 0o755);
    browsers.push(await startBrowser([], script));
    return browsers.at(-1);
}

/** The game as the page's own machine sees it. */
const gameSeenBy = (page) =>
    page.evaluate(async () => {
        const id = location.pathname.split('/').pop();
        return (await fetch(`/api/1/games/${id}`)).json();
    });

async function playMove(page) {
    const { position } = await gameSeenBy(page);
    const legal = spawnSync(process.env.PAUA, ['moves', '--position', position], {
        encoding: 'utf8',
    });
    await page.waitForSelector('.board.active');
    await hands.type(page, { text: legal.stdout.split('\n')[0] });
}

before(async () => {
    if (!skip) await connectMachines();
});
after(async () => {
    for (const browser of browsers) await browser.close();
    server?.kill('SIGTERM');
    for (const machine of machines) machine.kill();
    rmSync(folder, { recursive: true, force: true });
});

test('two machines play by the printed address', { skip }, async () => {
    const [own, printed] = await serve('0.0.0.0:8080', 2);
    assert.equal(own, 'paua serve: http://127.0.0.1:8080');
    const [, address] = /^paua serve: (http:\S+) for other devices$/.exec(printed);
    const home = 'http://127.0.0.1:8080';
    const one = await newPage(await browserOn(machines[0], 'first'), home);
    const two = await newPage(await browserOn(machines[1], 'second'), address);

    // The page that was opened on the server's own machine proposes a link for other machines.
    await startGame(one, home, { opponent: 'friend' });
    const field = one.getByLabel('Link for your friend', { exact: true });
    const choice = one.getByLabel('Address');
    const link = await field.inputValue();
    assert.ok(link.startsWith(`${address}/g/`), link);
    assert.deepEqual(await choice.locator('option').allTextContents(), [
        address,
        `${home} (this machine only)`,
    ]);
    await axe(one, 'the choice of an address');
    await choice.selectOption(home);
    const local = await field.inputValue();
    assert.equal(local, link.replace(address, home));
    const elsewhere = await (await browsers[1].newContext()).newPage();
    await assert.rejects(elsewhere.goto(local), /ERR_CONNECTION_REFUSED/);
    await choice.selectOption(address);
    assert.equal(await field.inputValue(), link);

    await takeSeat(two, link, 'Ann');
    await one.locator('.share').waitFor({ state: 'detached' });
    for (const [i, page] of [one, two, one, two].entries()) {
        await playMove(page);
        for (const each of [one, two]) await moves(each, i + 1);
    }
    assert.deepEqual((await gameSeenBy(one)).moves, (await gameSeenBy(two)).moves);
    for (const page of [one, two]) assertClean(page);
});

test('a page that was opened from another machine offers its own address', { skip }, async () => {
    const page = await newPage(browsers[1], 'http://10.77.0.1:8080');
    await startGame(page, 'http://10.77.0.1:8080', { opponent: 'friend' });
    const link = await page.getByLabel('Link for your friend', { exact: true }).inputValue();
    assert.ok(link.startsWith('http://10.77.0.1:8080/g/'), link);
    assert.equal(await page.getByLabel('Address').count(), 0);
    assert.equal(await page.getByText('on this machine only').count(), 0);
    // Without TLS the browser lets no script use the clipboard, except in answer to a press.
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    await page.locator('#typed').focus();
    await page.keyboard.press('Control+V');
    assert.equal(await page.locator('#typed').inputValue(), link);
    assertClean(page);
});
