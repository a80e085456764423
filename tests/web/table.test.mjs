// An evening at the table: five players at once, a game lost on time, a takeback refused and one
// granted, a rematch, a phone on its side. SHOTS=FOLDER keeps the pictures that docs/images shows;
// `node table.test.mjs 180` loses on time after three minutes instead of a few seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    axe,
    browser,
    gameOf,
    hands,
    livelyMove,
    moves,
    newPage,
    post,
    prepare,
    rules,
    server,
    shoot,
    startGame,
    STILL,
    takeSeat,
    turnOrEnd,
} from './harness.mjs';

prepare();

const PHONE_ON_ITS_SIDE = {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
};

const SECONDS = Number(process.argv[2] ?? 8); // for each player of a timed game

const status = (page) => page.locator('.status').textContent();
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const asked = (page, words) => page.locator('.ask').getByText(words).waitFor();
const typeFirst = async (page) => hands.type(page, rules.legal(await gameOf(page))[0]);

async function close(...pages) {
    for (const page of pages) {
        assertClean(page);
        await page.context().close();
    }
}

/** Bob takes the free seat of a game that Ann has open. */
async function bobJoins(ann) {
    const link = await ann.getByLabel('Link for your friend', { exact: true }).inputValue();
    const bob = await newPage(browser, server.base, { colorScheme: 'dark' });
    await takeSeat(bob, link, 'Bob');
    await ann.waitForSelector('.board.active');
    return bob;
}

/** A game of two: Ann is Black, and Bob takes the other seat. */
async function annAndBob(more) {
    const { game, keys, invitations } = await post('/games', {
        layout: 'belgian-daisy',
        seats: [
            { kind: 'person', name: 'Ann' },
            { kind: 'open', listed: false },
        ],
        ...more,
    });
    const ann = await newPage(browser, server.base, STILL);
    await ann.goto(`${server.base}/g/${game.id}#${keys[0]}`);
    const bob = await newPage(browser, server.base, { ...STILL, colorScheme: 'dark' });
    await takeSeat(bob, `${server.base}/g/${game.id}#${invitations[1]}`, 'Bob');
    await ann.waitForSelector('.board.active');
    return { ann, bob };
}

/** Plays lively moves until the game is over. */
async function playToTheEnd(page, hand, onMove = () => {}) {
    page.setDefaultTimeout(120_000); // several computers may think before one's turn
    for (let last = null, i = 0; (await turnOrEnd(page)) === 'turn'; i++) {
        const game = await gameOf(page);
        const { board } = rules.describe(game.position);
        // Never straight back: a game that turns in circles would end as a draw.
        const back = (m) => last && m.steps.every(([, to]) => last.from.includes(to));
        const legal = rules.legal(game);
        const onward = legal.filter((m) => !back(m));
        last = livelyMove(onward.length > 0 ? onward : legal, board, i);
        await onMove(game.ply);
        await hand(page, last);
        await page.waitForFunction(
            (n) => document.querySelectorAll('.list button.move').length > n,
            game.moves.length,
        );
    }
}

test('five players at a bowl, two of them people, play to the end', async () => {
    const ann = await newPage(browser, server.base, STILL);
    await ann.goto(`${server.base}/`);
    await ann.locator('input[name=players][value="5"]').check();
    for (const [colour, player] of Object.entries({
        White: 'level 2',
        Red: 'level 4',
        Green: 'program chorus',
        Yellow: 'friend',
    }))
        await ann.getByLabel(`${colour} is played by`).selectOption(player);
    await ann.getByLabel('Your name').fill('Ann');
    await shoot(ann, 'new-game');
    await ann.getByText('More rules').click();
    await ann.getByLabel('Marbles to eject').fill('2');
    // The computer draws lots among good moves: only ejections may end this game.
    await ann.getByLabel('Moves without an ejection for a draw').fill('0');
    await ann.getByLabel('Repetitions of a position for a draw').fill('0');
    await axe(ann, 'the form for five players');
    await press(ann, 'Start game');
    await ann.waitForSelector('.board');
    const { layout, rules: played } = await gameOf(ann);
    assert.deepEqual([layout, played.win], ['bowl-5', 2]);
    const bob = await bobJoins(ann);
    const names = await bob.locator('.strip .who b').allTextContents();
    const expected = ['Ann', 'You', 'Computer, level 2', 'Computer, level 4', 'Chorus, 3 plies'];
    assert.deepEqual(names.sort(), expected.sort());
    await bob.locator('.strip[data-side=b]').getByText('(guest)').waitFor();
    await axe(ann, 'five players');
    await Promise.all([playToTheEnd(ann, hands.type), playToTheEnd(bob, hands.type)]);
    const game = await gameOf(ann);
    assert.equal(game.reason, 'ejections');
    const won = await ann.locator('.strip.won').getAttribute('data-side');
    assert.equal(game.result.split('-')['bwrgy'.indexOf(won)], '1');
    assert.equal(await bob.locator('.strip.won').getAttribute('data-side'), won);
    const colours = { b: 'Black', w: 'White', r: 'Red', g: 'Green', y: 'Yellow' };
    for (const [page, side] of [
        [ann, 'b'],
        [bob, 'y'],
    ])
        assert.equal(await status(page), side === won ? 'You win' : `${colours[won]} wins`);
    await axe(bob, 'the end of a game of five');
    await shoot(ann, 'five-players');
    await close(ann, bob);
});

test('a game is lost on time', async () => {
    const { ann, bob } = await annAndBob({ rules: `game=${SECONDS}` });
    const clock = (page, side) => page.locator(`.strip[data-side=${side}] .clock`);
    for (const [i, page] of [ann, bob, ann].entries()) {
        await page.waitForSelector('.board.active');
        await typeFirst(page);
        for (const each of [ann, bob]) await moves(each, i + 1);
    }
    const begun = Date.now();
    for (const page of [ann, bob]) await clock(page, 'w').and(page.locator('.running')).waitFor();
    await bob.waitForSelector('.clock.running.low', { timeout: SECONDS * 1000 + 5000 });
    await axe(bob, 'a clock that runs low');
    for (const page of [ann, bob])
        await page.waitForSelector('.result', { timeout: SECONDS * 1000 + 5000 });
    assert.ok(Date.now() - begun > (SECONDS - 1) * 1000, 'not before the time is up');
    const game = await gameOf(ann);
    assert.deepEqual([game.result, game.reason, game.clock.left[1]], ['1-0', 'time', 0]);
    assert.equal(await status(bob), 'You lose');
    assert.match(await ann.locator('.result').textContent(), /time/);
    await axe(ann, 'a game won on time');
    await shoot(ann, 'lost-on-time');
    await close(ann, bob);
});

test('a takeback is refused, another one is granted', async () => {
    const { ann, bob } = await annAndBob();
    await typeFirst(ann);
    await moves(bob, 1);
    await press(ann, 'Take back');
    await axe(ann, 'a takeback that was asked for');
    await asked(bob, 'Ann asks to take back a move.');
    await press(bob, 'Decline');
    await ann.locator('.ask').waitFor({ state: 'detached' });
    assert.equal((await gameOf(ann)).moves.length, 1);

    await typeFirst(bob);
    await moves(ann, 2);
    await press(bob, 'Take back');
    await asked(ann, 'Bob asks to take back a move.');
    await axe(ann, 'a takeback to be answered');
    await shoot(ann, 'takeback');
    await press(ann, 'Accept');
    for (const page of [ann, bob]) await moves(page, 1);
    assert.equal(await status(bob), 'Your turn');
    assert.equal((await gameOf(bob)).moves.length, 1);
    await typeFirst(bob);
    for (const page of [ann, bob]) await moves(page, 2);
    await close(ann, bob);
});

test('a rematch opens by itself, with the colours changed', async () => {
    const { ann, bob } = await annAndBob();
    await typeFirst(ann);
    await bob.waitForSelector('.board.active');
    await press(bob, 'Resign');
    await bob.locator('dialog .danger').click();
    await ann.waitForSelector('.result');
    const first = ann.url();
    await press(ann, 'Play again');
    await asked(bob, 'Ann wants to play again; colours rotate.');
    await axe(bob, 'a rematch to be answered');
    await shoot(bob, 'rematch');
    await press(bob, 'Accept');
    for (const page of [ann, bob]) {
        await page.waitForURL((url) => url.href !== first && url.pathname.startsWith('/g/'));
        await page.waitForSelector('.board');
    }
    assert.equal(ann.url(), bob.url());
    assert.equal(await status(bob), 'Your turn');
    assert.equal(await status(ann), 'Waiting for Bob');
    await axe(ann, 'a rematch');
    await typeFirst(bob);
    await ann.waitForSelector('.board.active');
    await close(ann, bob);
});

test('a whole game on a phone on its side', async () => {
    const page = await newPage(browser, server.base, PHONE_ON_ITS_SIDE);
    await startGame(page, server.base, { level: 1 });
    await playToTheEnd(page, hands.tap, (ply) => ply === 31 && shoot(page, 'landscape'));
    await axe(page, 'the end of a game on a phone');
    await close(page);
});
