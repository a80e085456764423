// Correspondence games in the browser: planned answers that the server plays, a vacation, a game
// that is followed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, axe, call, newUser, prepare, server, shoot } from './harness.mjs';

prepare([], ['--rate', '0']);

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const WIDE = { viewport: { width: 1280, height: 900 } };
const SEATS = [
    { kind: 'user', name: 'Ann' },
    { kind: 'user', name: 'Bob' },
];

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('answers are planned, played at once, and others follow the game', async () => {
    const [ann, bob, eve] = [
        await newUser('Ann', WIDE),
        await newUser('Bob', PHONE),
        await newUser('Eve', PHONE),
    ];
    const made = await call(ann, 'POST', '/games', {
        layout: 'standard',
        rules: 'classic,days=3',
        seats: SEATS,
    });
    const { id } = made.game;
    await call(bob, 'POST', `/games/${id}/join`, {});
    await ann.goto(`${server.base}/g/${id}`);
    await bob.goto(`${server.base}/g/${id}`);
    const planned = bob.getByRole('region', { name: 'Planned answers' });
    const add = async (text) => {
        await planned.getByRole('textbox').fill(text);
        await press(planned, 'Add');
    };
    await add('a1b1 i5i9');
    await planned.getByRole('alert').getByText(/i5i9/).waitFor();
    await add('a1b1 i5h5');
    await planned.getByText('If a1b1 play i5h5').waitFor();
    await bob.context().setOffline(true);
    await add('* i9h8');
    await planned.getByRole('alert').getByText('This is not saved yet.').waitFor();
    await bob.context().setOffline(false);
    await planned.getByText('If any move play i9h8').waitFor();
    await planned.getByText('This is not saved yet.').waitFor({ state: 'detached' });
    await axe(bob, 'planned answers');
    await shoot(bob, 'planned-answers');
    await planned.getByRole('button', { name: 'Remove the answer to any move' }).click();
    await planned.getByText('If any move play i9h8').waitFor({ state: 'detached' });
    assert.deepEqual((await call(bob, 'GET', `/games/${id}/conditional`)).tree, [
        { move: 'a1b1', then: [{ move: 'i5h5' }] },
    ]);
    assert.equal(await ann.getByRole('region', { name: 'Planned answers' }).count(), 0);

    await eve.goto(`${server.base}/g/${id}`);
    await press(eve, 'Follow');
    await eve.getByRole('button', { name: 'Following', pressed: true }).waitFor();
    await call(ann, 'POST', `/games/${id}/moves`, { ply: 1, move: 'a1b1' });
    await planned.getByText('If a1b1').waitFor({ state: 'detached' });
    assert.deepEqual((await call(ann, 'GET', `/games/${id}`)).moves, ['a1b1', 'i5h5']);
    assert.equal((await call(eve, 'GET', '/account/subscriptions')).subscriptions[0].game, id);
    await press(eve, 'Following');
    await eve.getByRole('button', { name: 'Follow', exact: true }).waitFor();
    await axe(eve, 'a game to follow');
    for (const page of [ann, bob, eve]) {
        assertClean(page, /400|ERR_/);
        await page.context().close();
    }
});

test('a vacation is taken, shown to others and ended', async () => {
    const ann = await newUser('Ann2', { ...PHONE, timezoneId: 'UTC' });
    const bob = await newUser('Bob2', { ...WIDE, timezoneId: 'Asia/Tokyo' });
    const seats = ['Ann2', 'Bob2'].map((name) => ({ kind: 'user', name }));
    const body = { layout: 'standard', rules: 'classic,days=3', seats };
    const { id } = (await call(ann, 'POST', '/games', body)).game;
    await call(bob, 'POST', `/games/${id}/join`, {});
    await ann.goto(`${server.base}/account`);
    const card = ann.locator('section', {
        has: ann.getByRole('heading', { name: 'Vacation', exact: true }),
    });
    await card.getByText(/30 days of 30 in \d+ are left/).waitFor();
    await card.getByLabel('Last day').fill('2020-01-01');
    await press(card, 'Go on vacation');
    await card.getByText('Choose a last day that is not before the first.').waitFor();
    const week = new Date(
        Date.now() + 7 * 24 * 3600 * 1000 - new Date().getTimezoneOffset() * 60000,
    );
    await card.getByLabel('Last day').fill(week.toISOString().slice(0, 10));
    await axe(ann, 'a vacation to take');
    await shoot(ann, 'vacation');
    await press(card, 'Go on vacation');
    const said = await card.getByText(/You are on vacation until/).innerText();
    const { away, to } = await call(ann, 'GET', '/account/vacation');
    const day = { dateStyle: 'medium', timeZone: 'UTC' };
    const last = new Date(Date.parse(to) - 1).toLocaleDateString('en-GB', day);
    assert.equal(said, `You are on vacation until ${last}.`);
    // The owner's day ends in the middle of one of Bob's.
    const form = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' };
    const end = new Date(to).toLocaleString('en-GB', form);
    await bob.goto(`${server.base}/g/${id}`);
    await bob.locator('.strip').getByText(`on vacation until ${end}`, { exact: true }).waitFor();
    assert.equal(away, true);
    await card.getByLabel('Spend a day by itself rather than lose on time').check();
    await press(card, 'End it now');
    await card.getByText('Welcome back.').waitFor();
    await ann.waitForFunction(
        async () => (await (await fetch('/api/1/account/vacation')).json()).auto,
    );
    for (const page of [ann, bob]) {
        assertClean(page);
        await page.context().close();
    }
});
