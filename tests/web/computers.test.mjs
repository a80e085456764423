// The server's computers as players with accounts: a rated game against one, its page, a challenge from there, the
// standings with and without bots, a tournament; checked by axe in both themes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    assertClean,
    axe,
    call,
    gameOf,
    hands,
    newUser,
    prepare,
    rules,
    server,
    shoot,
    startGame,
    turnOrEnd,
} from './harness.mjs';

prepare([], ['--rate', '0']);

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const WIDE = { viewport: { width: 1280, height: 900 } };

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

async function close(...pages) {
    for (const page of pages) {
        assertClean(page);
        await page.context().close();
    }
}

test('a rated game against a computer, from the form to its page', async () => {
    const ann = await newUser('Ann', WIDE);
    await ann.goto(`${server.base}/`);
    await ann.waitForSelector('.tile');
    assert.equal(await ann.getByLabel(/^Rated/).count(), 0, 'without a clock no game is rated');
    await ann.locator('#level').fill('2');
    await ann.locator('input[name=clock][value=game]').check();
    await ann.getByLabel(/^Rated/).check();
    await axe(ann, 'the form with a rated game');
    await shoot(ann, 'computer-form-1280');
    await press(ann, 'Start game');
    await ann.waitForSelector('.board');
    await ann.getByText(/^Rated: Belgian daisy/).waitFor();
    const id = ann.url().split('/').pop();
    const { seats, rated } = await call(ann, 'GET', `/games/${id}`);
    assert.deepEqual([rated, seats[1].level, seats[1].user], [true, 2, 'paua.2']);
    assert.equal(await ann.locator('.strip .rating').count(), 2);
    for (let i = 0; i < 2; i++) {
        await hands.type(ann, rules.legal(await gameOf(ann))[0]);
        await turnOrEnd(ann);
    }
    // As between people: no analysis while it is played, no takeback.
    assert.ok(await ann.getByRole('button', { name: 'Analyse' }).isDisabled());
    assert.ok(await ann.getByRole('button', { name: 'Take back' }).isDisabled());
    await axe(ann, 'a rated game against a computer');
    await shoot(ann, 'computer-game-1280');
    await call(ann, 'POST', `/games/${id}/resign`, {});
    await ann.getByText(/^\d+\? \+\d+$/).waitFor();

    // The computer's page, from its seat.
    await ann.locator('.strip[data-side=w] .who a').click();
    await ann.getByRole('heading', { name: 'Computer, level 2' }).waitFor();
    await ann
        .getByText('Computer, level 2: a program that this server runs. Its account is paua.2.')
        .waitFor();
    await ann.getByText('1 game: 1 won, 0 drawn, 0 lost').waitFor();
    assert.equal(await ann.getByRole('link', { name: 'Message' }).count(), 0);
    await axe(ann, 'the page of a computer');
    await shoot(ann, 'computer-page-1280');
    await ann.getByRole('link', { name: 'Challenge' }).click();
    await ann.waitForSelector('.tile');
    assert.equal(await ann.locator('#level').inputValue(), '2');
    await ann.goto(`${server.base}/user/paua.chorus`);
    await ann.getByText(/^Chorus, 3 plies: a program that this server runs/).waitFor();
    await close(ann);
});

test('a game that is not rated may be analysed and taken back as before', async () => {
    const bea = await newUser('Bea', WIDE);
    await startGame(bea, server.base);
    await hands.type(bea, rules.legal(await gameOf(bea))[0]);
    await turnOrEnd(bea);
    assert.ok(await bea.getByRole('button', { name: 'Take back' }).isEnabled());
    assert.ok(await bea.getByRole('button', { name: 'Analyse' }).isEnabled());
    await bea.getByRole('link', { name: 'Computer, level 3' }).waitFor();
    await close(bea);
});

test('standings with and without bots', async () => {
    const cid = await newUser('Cid', PHONE);
    const row = (rank, name, bot) => ({
        rank,
        name,
        rating: 1900 - rank,
        games: 30,
        ...(bot && { bot }),
    });
    await cid.route('**/api/1/standings?*', (route) => {
        const all = [row(1, 'paua.9', true), row(2, 'Dan'), row(3, 'Robo', true)];
        const standings = route.request().url().endsWith('bots=0') ? [row(1, 'Dan')] : all;
        return route.fulfill({ json: { category: '2-rapid', from: 1, standings, more: false } });
    });
    await cid.goto(`${server.base}/standings`);
    await cid.getByText('(bot)').first().waitFor();
    assert.equal(await cid.locator('ol.rows li').count(), 3);
    await cid.getByText('1. Computer, level 9').waitFor();
    assert.equal(await cid.getByText('(bot)').count(), 1, 'of a computer its name says it');
    await axe(cid, 'standings with bots');
    await shoot(cid, 'computer-standings-390');
    await cid.getByLabel('Bots and computers, too').uncheck();
    await cid.waitForFunction(() => document.querySelectorAll('ol.rows li').length === 1);
    assert.equal(await cid.getByText('(bot)').count(), 0);
    await close(cid);
});

test('the owner of a tournament has computers take part', async () => {
    const dora = await newUser('Dora', WIDE);
    const eve = await newUser('Eve', PHONE);
    const settings = { system: 'round-robin', layout: 'belgian-daisy', rules: 'classic,game=600' };
    const { id } = await call(dora, 'POST', '/tournaments', { name: 'Club cup', ...settings });
    await dora.goto(`${server.base}/tournaments/${id}`);
    await dora
        .getByLabel('Plays at the level, or as the program')
        .selectOption('Computer, level 4');
    await press(dora, 'Add');
    await dora.getByRole('link', { name: 'Computer, level 4' }).waitFor();
    await dora.waitForTimeout(800); // a second click at once would be a stray one
    await dora.getByLabel('Plays at the level, or as the program').selectOption('Chorus');
    await press(dora, 'Add');
    await dora.getByRole('link', { name: 'Chorus' }).waitFor();
    await axe(dora, 'a tournament with computers');
    await shoot(dora, 'computer-tournament-1280');
    await eve.goto(`${server.base}/tournaments/${id}`);
    await eve.getByRole('link', { name: 'Chorus' }).waitFor();
    assert.equal(await eve.getByLabel('Plays at the level, or as the program').count(), 0);
    await dora.waitForTimeout(800);
    await press(dora, 'Remove');
    await dora.getByRole('link', { name: 'Chorus' }).waitFor({ state: 'detached' });
    await close(dora, eve);
});
