// Planned answers on the board: by mouse, by the keys alone, on a phone, for several opponents, and while
// the game goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    axe,
    call,
    hands,
    newUser,
    prepare,
    rules,
    server,
    shoot,
} from './harness.mjs';

prepare([], ['--rate', '0']);

const WIDE = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/**
 * A correspondence game of these accounts, in the order of play; returns its id and what the rules
 * say of it.
 */
async function slowGame(pages, board = { layout: 'standard' }) {
    const names = await Promise.all(
        pages.map(async (page) => (await call(page, 'GET', '/account')).name),
    );
    const seats = names.map((name) => ({ kind: 'user', name }));
    const made = await call(pages[0], 'POST', '/games', {
        ...board,
        rules: 'classic,days=3',
        seats,
    });
    for (const page of pages.slice(1)) await call(page, 'POST', `/games/${made.game.id}/join`, {});
    const { id, start, rules: settings } = made.game;
    const legal = (...moves) => rules.legal({ start, rules: settings, moves });
    return {
        id,
        legal,
        move: (text, ...before) => legal(...before).find((move) => move.text === text),
    };
}

const button = (page, name) => page.getByRole('button', { name, exact: true });
const card = (page) => page.getByRole('region', { name: 'Planned answers' });
const head = (page) => page.getByRole('group', { name: 'Planning', exact: true });
const stored = async (page, id) => (await call(page, 'GET', `/games/${id}/conditional`)).tree;
const until = (page, words) =>
    page.waitForFunction(
        (w) => document.querySelector('[data-announcement]').textContent.includes(w),
        words,
    );

async function open(page, id) {
    await page.goto(`${server.base}/g/${id}`);
    await card(page).waitFor();
}

test('by mouse: a tree grows, is walked through, cut, saved and there after a reload', async () => {
    const [ann, bob] = [await newUser('Ann'), await newUser('Bob', WIDE)];
    const { id, move } = await slowGame([ann, bob]);
    await open(bob, id);
    await button(card(bob), 'Plan on the board').click();
    await head(bob).getByText("Planning Ann's move").waitFor();
    await hands.click(bob, move('a1b1'));
    await head(bob).getByText('Planning your answer').waitFor();
    await until(bob, 'If Ann plays a1b1');
    await hands.drag(bob, move('i5h5', 'a1b1'));
    await bob.locator('.steps .count').getByText('2 of 2').waitFor();
    await hands.click(bob, move('b1c1', 'a1b1', 'i5h5'));
    await bob.locator('.steps .count').getByText('3 of 3').waitFor();
    await hands.type(bob, move('h5g5', 'a1b1', 'i5h5', 'b1c1'));
    await card(bob).getByText('If a1b1 play i5h5 then if b1c1 play h5g5').waitFor();
    await bob.locator('.steps .count').getByText('4 of 4').waitFor();

    // Another branch behind one's first answer, and one for all other moves.
    await bob.keyboard.press('Escape'); // in the field
    await head(bob).waitFor({ state: 'detached' });
    await card(bob).getByText('Not saved yet.').waitFor();
    await card(bob).getByRole('button', { name: 'i5h5' }).click();
    await hands.click(bob, move('a2b2', 'a1b1', 'i5h5'));
    await hands.click(bob, move('i6h6', 'a1b1', 'i5h5', 'a2b2'));
    await button(bob, 'First position').click();
    await button(head(bob), 'Any move').click();
    await head(bob).getByText('(any move: not shown)').waitFor();
    await hands.click(bob, move('i5h5', 'a1b1'));
    assert.equal(await card(bob).locator('.step').count(), 8);
    await shoot(bob, 'planning-wide');
    await axe(bob, 'planning');
    assert.deepEqual(await stored(bob, id), []);
    await button(head(bob), 'Save').click();
    await card(bob).getByText('Saved: 3 lines.').waitFor();
    const others = { move: '*', then: [{ move: 'i5h5' }] };
    const branch = (first, answer) => ({ move: first, then: [{ move: answer }] });
    const tree = [branch('b1c1', 'h5g5'), branch('a2b2', 'i6h6')];
    assert.deepEqual(await stored(bob, id), [
        { move: 'a1b1', then: [{ move: 'i5h5', then: tree }] },
        others,
    ]);

    await bob.reload();
    await card(bob).getByText('then if a2b2 play i6h6').waitFor();
    await card(bob).getByRole('button', { name: 'b1c1', exact: true }).click();
    await button(card(bob), 'Remove b1c1 and what follows').click();
    await button(head(bob), 'Save').click();
    await card(bob).getByText('Saved: 2 lines.').waitFor();
    await button(head(bob), 'Leave').click();
    await head(bob).waitFor({ state: 'detached' });
    await bob.locator('.steps .count').getByText('0 of 0').waitFor();
    assert.deepEqual(await stored(bob, id), [
        { move: 'a1b1', then: [{ move: 'i5h5', then: tree.slice(1) }] },
        others,
    ]);

    // A plan that arrives behind a move and its takeback was made for another position.
    let letGo;
    const held = new Promise((done) => (letGo = done));
    await bob.route('**/conditional', async (route) => {
        if (route.request().method() === 'POST') await held;
        await route.continue();
    });
    await card(bob).getByRole('button', { name: 'a2b2', exact: true }).click();
    await button(card(bob), 'Remove a2b2 and what follows').click();
    await button(head(bob), 'Save').click();
    await call(ann, 'POST', `/games/${id}/moves`, { ply: 1, move: 'c3d3' });
    await bob.locator('.moves').getByText('i5h5').waitFor(); // the answer to any move
    await call(ann, 'POST', `/games/${id}/takeback`, { ply: 1 });
    await call(bob, 'POST', `/games/${id}/takeback`, {});
    await bob.getByText('The position has changed, so nothing is planned any more.').waitFor();
    const refused = bob.waitForResponse((answer) => answer.request().method() === 'POST');
    letGo();
    assert.equal((await (await refused).json()).error.code, 'overtaken');
    assert.deepEqual(await stored(bob, id), []);
    assertClean(bob, /409/);
    for (const page of [ann, bob]) await page.context().close();
});

test('two tabs plan: neither drops the lines that the other has saved', async () => {
    const [ann, bob] = [await newUser('Ann1'), await newUser('Bob1', WIDE)];
    const { id, move } = await slowGame([ann, bob]);
    await open(bob, id);
    const other = await bob.context().newPage();
    await open(other, id);
    const add = async (page, line, saved) => {
        await card(page).getByRole('textbox').fill(line);
        await button(card(page), 'Add').click();
        await card(page).getByText(saved).waitFor();
    };
    const branch = (first, answer) => ({ move: first, then: [{ move: answer }] });
    const trees = [branch('a1b1', 'i5h5'), branch('a2b2', 'i6h6'), branch('a3b3', 'i7h7')];
    await button(card(bob), 'Plan on the board').click(); // a draft from before the other's lines
    await hands.click(bob, move('a1b1'));
    await hands.click(bob, move('i5h5', 'a1b1'));
    await add(other, 'a2b2 i6h6', 'Saved: 1 line.');
    await button(head(bob), 'Save').click();
    await card(bob).getByText('Saved: 2 lines.').waitFor();
    assert.deepEqual(await stored(bob, id), [trees[1], trees[0]]);

    // At once, and removed: what this tab has not seen stays.
    await add(other, 'a3b3 i7h7', 'Saved: 3 lines.');
    assert.deepEqual(await stored(bob, id), [trees[1], trees[0], trees[2]]);
    await button(head(bob), 'Leave').click();
    for (const first of ['a1b1', 'a2b2'])
        await card(bob)
            .getByRole('button', { name: `Remove the answer to ${first}` })
            .click();
    await card(bob).getByText('Saved: 1 line.').waitFor();
    assert.deepEqual(await stored(bob, id), [trees[2]]);
    assertClean(bob, /409/);
    for (const page of [ann, bob]) await page.context().close();
});

/** Presses Tab until the focus is on what a selector names. */
async function tabTo(page, selector) {
    for (let i = 0; i < 80; i++) {
        if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector))
            return;
        await page.keyboard.press('Tab');
    }
    assert.fail(`no Tab leads to ${selector}`);
}

test('by the keys alone, spoken', async () => {
    const [ann, bob] = [await newUser('Ann2'), await newUser('Bob2', WIDE)];
    const { id, move } = await slowGame([ann, bob]);
    await open(bob, id);
    await tabTo(bob, '.conditional .plan');
    await bob.keyboard.press('Enter');
    await until(bob, "Planning on the board: Ann2's move.");
    assert.ok(
        await bob.evaluate(() => document.activeElement.matches('.cell')),
        'the board has the focus',
    );
    const keys = async ({ tail, direction }) => {
        const at = () => bob.evaluate(() => document.activeElement.dataset.cell);
        await bob.evaluate(() => document.activeElement.blur());
        await tabTo(bob, '.cell');
        const cells = await bob.evaluate(() => {
            const all = [...document.querySelectorAll('.cell')];
            return Object.fromEntries(
                all.map((c) => [c.dataset.cell, [c.cx.baseVal.value, c.cy.baseVal.value]]),
            );
        });
        for (let i = 0; i < 40 && (await at()) !== tail; i++) {
            const [x, y] = cells[await at()];
            const [tx, ty] = cells[tail];
            const across = tx > x ? 'ArrowRight' : 'ArrowLeft';
            await bob.keyboard.press(
                ty > y + 0.1 ? 'ArrowDown' : ty < y - 0.1 ? 'ArrowUp' : across,
            );
        }
        assert.equal(await at(), tail);
        await bob.keyboard.press('Enter');
        const turn = Number(await bob.locator('.board').getAttribute('data-turn'));
        await bob.keyboard.press(['d', 'e', 'w', 'a', 'z', 'x'][(direction + turn) % 6]);
    };
    await keys(move('a1b1'));
    await until(bob, 'If Ann2 plays a1b1. Then your answer.');
    await keys(move('i5h5', 'a1b1'));
    await until(bob, "You play i5h5. Then Ann2's move.");
    await tabTo(bob, '.plan-head .primary');
    await bob.keyboard.press('Enter');
    await card(bob).getByText('Saved: 1 line.').waitFor();
    await bob.keyboard.press('Escape');
    await until(bob, 'Back in the game.');
    assert.ok(
        await bob.evaluate(() => document.activeElement.matches('.cell')),
        'the focus is on the board',
    );
    assert.deepEqual(await stored(bob, id), [{ move: 'a1b1', then: [{ move: 'i5h5' }] }]);
    assertClean(bob);
    for (const page of [ann, bob]) await page.context().close();
});

test('on a phone, while the game goes on', async () => {
    const [ann, bob] = [await newUser('Ann3'), await newUser('Bob3', PHONE)];
    const { id, move } = await slowGame([ann, bob]);
    await open(bob, id);
    await button(card(bob), 'Plan on the board').tap();
    await hands.tap(bob, move('a1b1'));
    await hands.tap(bob, move('i5h5', 'a1b1'));
    await button(head(bob), 'Save').tap();
    await card(bob).getByText('Saved: 1 line.').waitFor();
    await hands.tap(bob, move('b1c1', 'a1b1', 'i5h5'));
    await hands.tap(bob, move('h5g5', 'a1b1', 'i5h5', 'b1c1'));
    await shoot(bob, 'planning-phone');
    await bob.setViewportSize({ width: 740, height: 360 });
    await button(head(bob), 'Save').scrollIntoViewIfNeeded();
    await shoot(bob, 'planning-side');
    const tall = await bob.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(tall <= 360, `${tall} pixels high on its side`);
    await bob.setViewportSize(PHONE.viewport);
    await bob.emulateMedia({ colorScheme: 'dark' });
    await card(bob).scrollIntoViewIfNeeded();
    await shoot(bob, 'planning-dark');
    await bob.emulateMedia({ colorScheme: 'light' });
    const wide = await bob.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${wide} pixels wide`);

    // Ann plays what is planned: the answer is played, and the plan goes on from there.
    await call(ann, 'POST', `/games/${id}/moves`, { ply: 1, move: 'a1b1' });
    await card(bob)
        .getByText(/The game has gone on .* the plan goes on from there/)
        .waitFor();
    await card(bob).getByText('If b1c1 play h5g5').waitFor();
    await bob.locator('.steps .count').getByText('4 of 4').waitFor();
    await button(head(bob), 'Save').tap();
    await card(bob).getByText('Saved: 1 line.').waitFor();
    assert.deepEqual(await stored(bob, id), [{ move: 'b1c1', then: [{ move: 'h5g5' }] }]);

    // She plays something else: it is Bob's turn, and he is back in the game.
    await call(ann, 'POST', `/games/${id}/moves`, { ply: 3, move: 'a2b2' });
    await head(bob).waitFor({ state: 'detached' });
    await bob.locator('.status').getByText('Your turn').waitFor();
    await card(bob)
        .getByText(/The game has gone on by Ann3's a2b2/)
        .waitFor();
    assert.deepEqual(await stored(bob, id), []);
    await hands.tap(bob, move('i6h6', 'a1b1', 'i5h5', 'a2b2'));
    await bob.locator('.steps .count').getByText('4 of 4').waitFor();

    // What the server refuses is said where one plans.
    await bob.route('**/conditional', (route) =>
        route.request().method() === 'POST'
            ? route.fulfill({
                  status: 503,
                  json: { error: { code: 'storage', message: 'no space' } },
              })
            : route.continue(),
    );
    await button(card(bob), 'Plan on the board').tap();
    await button(head(bob), 'Any move').tap();
    await hands.tap(bob, move('h5g5', 'a1b1', 'i5h5', 'a2b2'));
    await button(head(bob), 'Save').tap();
    await head(bob)
        .getByRole('alert')
        .getByText(/couldn't save/)
        .waitFor();
    await button(head(bob), 'Leave').tap();
    await card(bob).getByText('Not saved yet.').waitFor();
    await button(card(bob), 'Discard').tap();
    assert.equal(await card(bob).locator('.step').count(), 0);
    assertClean(bob, /503/);
    for (const page of [ann, bob]) await page.context().close();
});

test('of three players both others are answered', async () => {
    const pages = [await newUser('Ann4'), await newUser('Bob4'), await newUser('Cay4', WIDE)];
    const [ann, bob, cay] = pages;
    const { id, legal } = await slowGame(pages, { layout: 'standard-3' });
    const first = legal()[0];
    const second = legal(first.text)[0];
    const third = legal(first.text, second.text)[0];
    await open(cay, id);
    await button(card(cay), 'Plan on the board').click();
    await hands.click(cay, first);
    await head(cay).getByText("Planning Bob4's move").waitFor();
    await hands.click(cay, second);
    await head(cay).getByText('Planning your answer').waitFor();
    await hands.click(cay, third);
    // Whatever the second plays.
    await card(cay).getByRole('button', { name: first.text, exact: true }).first().click();
    await button(head(cay), 'Any move').click();
    await hands.click(cay, third);
    await shoot(cay, 'planning-three');
    await button(head(cay), 'Save').click();
    await card(cay).getByText('Saved: 2 lines.').waitFor();
    assert.deepEqual(await stored(cay, id), [
        {
            move: first.text,
            then: [
                { move: second.text, then: [{ move: third.text }] },
                { move: '*', then: [{ move: third.text }] },
            ],
        },
    ]);
    await call(ann, 'POST', `/games/${id}/moves`, { ply: 1, move: first.text });
    await cay.locator('.steps .count').getByText('3 of 3').waitFor();
    await button(cay, 'First position').click();
    await head(cay).getByText("Planning Bob4's move").waitFor();
    await button(cay, 'Latest move').click();
    await call(bob, 'POST', `/games/${id}/moves`, { ply: 2, move: legal(first.text)[3].text });
    await card(cay)
        .getByText(/The game has gone on by .*your answer/)
        .waitFor();
    await cay.locator('.steps .count').getByText('3 of 3').waitFor();
    await head(cay).getByText("Planning Ann4's move").waitFor();
    assert.equal((await call(cay, 'GET', `/games/${id}`)).moves[2], third.text);
    assertClean(cay);
    for (const page of pages) await page.context().close();
});

test('in a game that began at a later move', async () => {
    const [ann, bob] = [await newUser('Ann5'), await newUser('Bob5')];
    const position = 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 7';
    const { id } = await slowGame([ann, bob], { position });
    await open(bob, id);
    let posts = 0;
    await bob.route('**/conditional', (route) => {
        if (route.request().method() === 'POST' && posts++ === 0) return; // no answer yet
        return route.continue();
    });
    for (const line of ['a1b1 i5h5', 'a2b2 i5h5']) {
        await card(bob).getByRole('textbox').fill(line);
        await button(card(bob), 'Add').click();
    }
    await card(bob).getByText('Saved: 2 lines.').waitFor();
    assert.equal((await stored(bob, id)).length, 2);
    assert.equal((await call(bob, 'GET', `/games/${id}/conditional`)).ply, 7);
    assertClean(bob);
    for (const page of [ann, bob]) await page.context().close();
});

test('a plan is changed once it is read, and no answer from before undoes the change', async () => {
    const [kim, lou] = [await newUser('Kim'), await newUser('Lou')];
    const { id } = await slowGame([kim, lou]);
    const line = (first, answer) => ({ move: first, then: [{ move: answer }] });
    const planned = { ply: 1, tree: [line('a1b1', 'i5h5')] };
    await call(lou, 'POST', `/games/${id}/conditional`, planned);
    let reads = 0;
    let answerLate;
    const late = new Promise((resolve) => (answerLate = resolve));
    await lou.route('**/conditional', async (route) => {
        if (route.request().method() !== 'GET') return route.continue();
        if (reads++ === 0) return route.fulfill({ status: 502, body: 'a proxy' });
        const response = await route.fetch();
        if (reads > 2) await late;
        return route.fulfill({ response }).catch(() => {}); // nobody may wait any more
    });
    const field = lou.getByLabel('Their move and your answer');
    const add = async (text) => {
        await field.fill(text);
        await button(card(lou), 'Add').click();
    };
    await open(lou, id);
    await card(lou).getByText('Trying again.').waitFor();
    assert.equal(await field.count(), 0);
    await card(lou).getByText('If a1b1 play i5h5').waitFor();
    assert.equal(await card(lou).getByText('Trying again.').count(), 0);
    await add('* i5h5');
    await card(lou).getByText('Saved: 2 lines.').waitFor();
    const answer = await lou.request.get(`${server.base}/api/1/games/${id}/conditional`);
    assert.deepEqual((await answer.json()).tree, [line('a1b1', 'i5h5'), line('*', 'i5h5')]);

    await call(kim, 'POST', `/games/${id}/moves`, { ply: 1, move: 'a1b1' });
    await lou.locator('.steps .count').getByText('2 of 2').waitFor();
    while (reads < 3) await lou.waitForTimeout(20);
    await add('b1c1 h5g5');
    await card(lou).getByText('Saved: 1 line.').waitFor();
    answerLate();
    await lou.waitForTimeout(300); // longer than the answer takes
    await card(lou).getByText('If b1c1 play h5g5').waitFor();
    for (const page of [kim, lou]) {
        assertClean(page, /502/);
        await page.context().close();
    }
});
