// The start page: one press starts a game; choosing players, seats, teams, rules and a position.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, axe, browser, gameOf, newPage, prepare, server } from './harness.mjs';

prepare();

async function openStart(options) {
    const page = await newPage(browser, server.base, options);
    await page.goto(`${server.base}/`);
    await page.waitForSelector('.tile');
    return page;
}

const players = (page, count) => page.locator(`input[name=players][value="${count}"]`).check();
const seat = (page, colour, value) => page.getByLabel(`${colour} is played by`).selectOption(value);

async function startedGame(page) {
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.waitForSelector('.board');
    return gameOf(page);
}

test('one press starts a game against the computer, on every size of screen', async () => {
    for (const viewport of [
        { width: 390, height: 844 },
        { width: 844, height: 390 },
        { width: 1280, height: 800 },
    ]) {
        const page = await openStart({ viewport });
        const button = await page.getByRole('button', { name: 'Start game' }).boundingBox();
        const bottom = button.y + button.height;
        assert.ok(bottom <= viewport.height, `the button ends at ${bottom} of ${viewport.height}`);
        const { layout, seats, rules } = await startedGame(page);
        assert.deepEqual([layout, rules.text], ['belgian-daisy', 'classic,plies=10000']);
        assert.deepEqual(
            seats.map(({ kind, level }) => [kind, level]),
            [
                ['person', undefined],
                ['computer', 3],
            ],
        );
        assertClean(page);
        await page.context().close();
    }
});

test('tiles say what is special about a start', async () => {
    const page = await openStart();
    const note = (name) =>
        page
            .locator(`.tile:has(input[value="${name}"]) .note`)
            .evaluateAll((all) => all.map((one) => one.textContent));
    assert.deepEqual(await note('e0-balanced'), [
        'Small board, 19 cells. Neither side can force a win',
    ]);
    assert.deepEqual(await note('e0'), []); // not among the first
    assert.deepEqual(await note('standard'), []);
    await page.getByRole('button', { name: /^Show all \d+ boards/ }).click();
    assert.deepEqual(await note('b0'), ['Small board, 7 cells']);
    assert.match((await note('pillar'))[0], /fixed marble/);
    assert.match((await note('third-colour'))[0], /score for nobody/);
    assert.match((await note('central-marble'))[0], /ejects the central marble wins/);
    await page.context().close();
});

test('boards of every number of players', async () => {
    const page = await openStart();
    const { layouts } = await (await fetch(`${server.base}/api/1/layouts`)).json();
    for (const count of [3, 4, 5, 6, 2]) {
        await players(page, count);
        const names = layouts.filter((one) => one.players === count).map(({ name }) => name);
        const shown = async () =>
            page.locator('.tile input').evaluateAll((all) => all.map((one) => one.value));
        if (count === 2) await page.getByRole('button', { name: /^Show all \d+ boards/ }).click();
        await page.waitForFunction(
            (n) => document.querySelectorAll('.tile').length === n,
            names.length,
        );
        assert.deepEqual((await shown()).sort(), names.sort());
        if (count === 2) await page.getByText('Standard, turned').waitFor();
        const picture = page.locator('.tile.on .preview');
        assert.equal(await picture.count(), 1, 'a board for them is chosen');
        if (count > 2) {
            assert.equal(await page.locator('.seat').count(), count);
            // Every colour but black and white has a mark of its own.
            const marks = await picture
                .locator('.mark')
                .evaluateAll((all) => new Set(all.map((one) => one.getAttribute('d'))).size);
            assert.equal(marks, count - 2);
        }
        await axe(page, `start, ${count} players`);
    }
    assertClean(page);
    await page.context().close();
});

test('five players of every kind', async () => {
    const page = await openStart({ viewport: { width: 390, height: 844 } });
    await players(page, 5);
    await seat(page, 'White', 'me');
    await page.getByLabel('Name of Black').fill('Ann');
    await page.getByLabel('Name of White').fill('Bo');
    await seat(page, 'Red', 'level 10');
    await seat(page, 'Green', 'program abapro');
    await seat(page, 'Yellow', 'friend');
    const { layout, seats, status } = await startedGame(page);
    assert.deepEqual([layout, status], ['bowl-5', 'waiting']);
    const who = ({ kind, name, level, opponent }) => name ?? level ?? opponent ?? kind;
    assert.deepEqual(seats.map(who), ['Ann', 'Bo', 10, 'abapro:3', 'open']);
    assert.match(await page.locator('.share input').inputValue(), /#[\w-]{32}\.y$/);
    assertClean(page);
    await page.context().close();
});

test('two people at this screen have names', async () => {
    const page = await openStart();
    await page.locator('input[name=opponent][value=here]').check();
    await page.getByLabel('Name of Black').fill('Ann');
    await page.getByLabel('Name of White').fill('Bo');
    await axe(page, 'two at one screen');
    const { seats } = await startedGame(page);
    assert.deepEqual(
        seats.map(({ name }) => name),
        ['Ann', 'Bo'],
    );
    assert.deepEqual(await page.locator('.strip .who b').allTextContents(), ['Bo', 'Ann']);
    assertClean(page);
    await page.context().close();
});

test('pairs, and an open seat that the lobby lists', async () => {
    const page = await openStart();
    assert.equal(await page.getByLabel(/^In pairs/).count(), 0, 'two players are no pairs');
    await players(page, 4);
    await page.getByLabel(/^In pairs/).check();
    await seat(page, 'Red', 'anybody');
    await page.getByLabel('Your name').fill('Ann');
    const game = await startedGame(page);
    assert.match(game.start, / bg-wr$/);
    assert.equal(game.seats[0].name, 'Ann');
    const { games } = await (await fetch(`${server.base}/api/1/seeks`)).json();
    assert.deepEqual(
        games.map(({ id, wanted }) => [id, wanted]),
        [[game.id, 1]],
    );
    assertClean(page);
    await page.context().close();
});

test('rules: a preset, its settings, and what is wrong with one', async () => {
    const page = await openStart();
    assert.equal(await page.getByLabel('Marbles to eject').isVisible(), false, 'closed at first');
    await page.getByText('More rules').click();
    await page.getByLabel('Kind of game').selectOption('course');
    assert.equal(await page.getByLabel('Moves after which the game ends').inputValue(), '80');
    await page.getByLabel('Marbles to eject').fill('62');
    await page.getByText('Win: expected a number from 1 to 61').waitFor();
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.getByRole('alert').getByText('Rules: win: expected').waitFor();
    await page.getByLabel('Marbles to eject').fill('3');
    await page.getByLabel('Moves without an ejection for a draw').fill('40');
    await page.getByLabel('then who has ejected more wins').uncheck();
    await page.getByLabel('Who has no legal move loses').check();
    await axe(page, 'rules');
    const { rules } = await startedGame(page);
    const { win, plies, quiet, limit, stuck, turn } = rules;
    assert.deepEqual([win, plies, quiet, limit, stuck, turn], [3, 80, 40, 'draw', 'loss', 5]);
    assertClean(page);
    await page.context().close();
});

test('a position for three makes three seats', async () => {
    const page = await openStart();
    await page.getByRole('button', { name: /^Show all \d+ boards/ }).click();
    await page.getByText('Custom position').click();
    const field = page.getByLabel(/^Position: /);
    await field.fill('not a position');
    await page
        .locator('#own-problem')
        .getByText(/^Column \d+: /)
        .waitFor();
    await field.fill('bbbbb/6/7/8/9/rrrr4/7/6/wwwww b 0-0-0');
    await page.getByLabel('Red is played by').waitFor();
    const game = await startedGame(page);
    assert.equal(game.seats.length, 3);
    assertClean(page);
    await page.context().close();
});

test('the form comes back as the last game was started', async () => {
    const page = await openStart();
    const again = async () => {
        await page.goto(`${server.base}/`);
        await page.waitForSelector('.tile');
    };
    const chosen = (name) => page.locator(`input[name=${name}]:checked`).inputValue();
    await page.locator('input[name=layout][value=standard]').check();
    await again();
    assert.equal(await chosen('layout'), 'belgian-daisy', 'no game was started');
    await page.locator('input[name=layout][value=standard]').check();
    await page.locator('#level').fill('6');
    await page.locator('input[name=colour][value=w]').check();
    await page.locator('input[name=clock][value=turn]').check();
    await startedGame(page);
    await again();
    assert.deepEqual(
        [
            await chosen('layout'),
            await page.locator('#level').inputValue(),
            await chosen('colour'),
            await chosen('clock'),
        ],
        ['standard', '6', 'w', 'turn'],
    );
    const second = await startedGame(page);
    assert.deepEqual(
        [second.layout, second.seats.map(({ level }) => level), second.rules.turn],
        ['standard', [6, undefined], 15],
    );
    // A position of its own is in view at once.
    await again();
    await page.getByRole('button', { name: /^Show all \d+ boards/ }).click();
    await page.getByText('Custom position').click();
    const position = 'bbbbb/6/7/8/9/rrrr4/7/6/wwwww b 0-0-0';
    await page.getByLabel(/^Position: /).fill(position);
    await page.getByLabel('Red is played by').waitFor();
    await startedGame(page);
    await again();
    assert.equal(await page.getByLabel(/^Position: /).inputValue(), position);
    assert.equal(await chosen('players'), '3');
    assertClean(page);
    await page.context().close();
});

test('whatever the browser has stored, the page comes', async () => {
    const page = await openStart();
    await startedGame(page);
    const { form } = await page.evaluate(() => JSON.parse(localStorage.getItem('paua:choices')));
    const store = async (name, value) => {
        await page.evaluate(
            ([key, text]) => localStorage.setItem(key, text),
            [`paua:${name}`, JSON.stringify(value)],
        );
        await page.goto(`${server.base}/`);
        await page.waitForSelector('.tile', { timeout: 5000 });
        assert.equal(await page.locator('input[name=layout]:checked').count(), 1);
        await page.locator('#level').waitFor();
    };
    const [me, other] = form.seats;
    const program = { ...other.computer, as: 'program', program: 'gone' };
    for (const changes of [
        {
            layout: '',
            position: 'bbbbb/6/7/8/9/rrrr4/7/6/wwwww b 0-0-0',
            seats: [],
        },
        { rules: { preset: 'classic,win=3', changes: {} } },
        { seats: [me, { ...other, computer: program }] },
    ])
        await store('choices', { form: { ...form, ...changes } });
    for (const list of [null, {}, [null]]) await store('seen', { list });
    assertClean(page);
    await page.context().close();
});
