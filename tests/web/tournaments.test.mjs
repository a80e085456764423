// Tournaments in the browser: the lists, joining, the pairings, the cross table; checked by axe in both
// themes, on a phone and on a desk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, axe, call, newUser, prepare, server, shoot } from './harness.mjs';

prepare([], ['--rate', '0']);

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const WIDE = { viewport: { width: 1280, height: 900 } };

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('a Swiss from the list to the cross table', async () => {
    const ann = await newUser('Ann', PHONE);
    const bob = await newUser('Bob', WIDE);
    const cid = await newUser('Cid', PHONE);
    await call(cid, 'PATCH', '/account/settings', { bot: true });
    for (const [page, width] of [
        [ann, 390],
        [bob, 1280],
    ]) {
        await page.goto(`${server.base}/tournaments`);
        await page.getByText('None.').first().waitFor();
        await axe(page, `no tournaments, ${width}`);
    }
    const settings = {
        system: 'swiss',
        rounds: 2,
        layout: 'belgian-daisy',
        rules: 'classic,game=600',
    };
    await press(bob, 'Make the tournament');
    await bob.getByText('Give it a name.').waitFor();
    await bob.getByLabel('Name', { exact: true }).fill('Spring cup');
    await bob.getByLabel('Rounds').selectOption('3');
    await axe(bob, 'a new tournament');
    await shoot(bob, 'new-tournament');
    await press(bob, 'Make the tournament');
    await bob.getByRole('heading', { name: 'Spring cup' }).waitFor();
    const made = await call(bob, 'GET', `/tournaments/${bob.url().split('/').pop()}`);
    assert.deepEqual(
        [made.owner, made.system, made.rounds, made.layout, made.rated, made.bots],
        ['Bob', 'swiss', 3, 'belgian-daisy', true, true],
    );
    assert.match(made.rules, /game=600,gain=5$/);
    await call(bob, 'DELETE', `/tournaments/${made.id}`);
    await press(bob, 'Join');
    await bob.getByText('This tournament was cancelled, or is over.').first().waitFor();
    await bob.goto(`${server.base}/tournaments`);
    const { id } = await call(ann, 'POST', '/tournaments', { name: 'Winter cup', ...settings });
    await bob.reload();
    await bob.getByRole('link', { name: 'Winter cup' }).click();
    await bob.getByText('Nobody has joined yet.').waitFor();
    await press(bob, 'Join');
    await bob.getByRole('button', { name: 'Leave' }).waitFor();
    await bob.waitForTimeout(800); // a second click at once would be a stray one
    await press(bob, 'Leave');
    await bob.getByText('Nobody has joined yet.').waitFor();
    await bob.waitForTimeout(800);
    await press(bob, 'Join');
    await call(cid, 'POST', `/tournaments/${id}/join`, {});
    await ann.goto(`${server.base}/tournaments/${id}`);
    await press(ann, 'Join');
    await ann.getByText('Cid').first().waitFor();
    await ann.getByRole('button', { name: 'Leave' }).waitFor();
    await ann.waitForTimeout(800);
    await press(ann, 'Begin');
    await ann.getByRole('heading', { name: 'Round 1' }).waitFor();
    const users = { Ann: ann, Bob: bob, Cid: cid };
    for (let round = 1; round <= 2; round++) {
        await ann.getByRole('heading', { name: `Round ${round}` }).waitFor();
        const now = await call(ann, 'GET', `/tournaments/${id}`);
        const { black, game } = now.pairings.find((one) => one.round === round && one.game);
        const { name } = now.standings.find(({ number }) => number === black);
        for (const [page, width] of [
            [ann, 390],
            [bob, 1280],
        ]) {
            await page.getByRole('heading', { name: `Round ${round}` }).waitFor();
            await page.getByText(/ has a bye$/).waitFor();
            await axe(page, `round ${round}, ${width}`);
            await shoot(page, `tournament-${round}-${width}`);
        }
        await call(users[name], 'POST', `/games/${game}/resign`, {});
    }
    for (const [page, width] of [
        [ann, 390],
        [bob, 1280],
    ]) {
        await page.getByText(/It is over\.$/).waitFor();
        await axe(page, `over, ${width}`);
        await shoot(page, `tournament-over-${width}`);
    }
    const now = await call(ann, 'GET', `/tournaments/${id}`);
    const names = await bob.locator('.crosstable tbody a').allTextContents();
    assert.deepEqual(
        names,
        now.standings.map(({ name }) => name),
    );
    assert.equal(await bob.locator('.crosstable tbody tr').count(), 3);
    await bob.getByText('(bot)').waitFor();
    await bob.goto(`${server.base}/tournaments`);
    await bob.getByRole('link', { name: 'Winter cup' }).waitFor();
    await shoot(bob, 'tournaments-1280');
    await bob.goto(`${server.base}/tournaments/aaaaaaaa`);
    await bob.getByRole('heading', { name: 'No such tournament' }).waitFor();
    await cid.context().close();
    assertClean(ann);
    await ann.context().close();
    await bob.context().close();
});

test('two players in a Swiss of three rounds know before that they play one', async () => {
    const dan = await newUser('Dan', PHONE);
    const eva = await newUser('Evangeline_Longbow', WIDE);
    const settings = {
        system: 'swiss',
        rounds: 3,
        layout: '6-9',
        rules: 'classic,game=600,gain=5',
    };
    const { id } = await call(dan, 'POST', '/tournaments', { name: 'Tiny cup', ...settings });
    await dan.goto(`${server.base}/tournaments`);
    const about = 'Swiss, 3 rounds, 6-9. 10 min for a game, 5 s more for each move.';
    await dan.getByText(about).waitFor();
    await dan.goto(`${server.base}/tournaments/${id}`);
    await dan.getByText(`${about} Made by Dan. It begins when its owner says so.`).waitFor();
    await press(dan, 'Join');
    await dan.getByRole('rowheader', { name: 'Dan' }).waitFor();
    const fewer = 'As nobody meets anybody twice, 2 players play 1 of the 3 rounds.';
    assert.equal(await dan.getByText(fewer).count(), 0, 'one player plays none yet');
    await call(eva, 'POST', `/tournaments/${id}/join`, {});
    for (const [page, width] of [
        [dan, 390],
        [eva, 1280],
    ]) {
        await page.goto(`${server.base}/tournaments/${id}`);
        await page.getByText(fewer).waitFor();
        await axe(page, `fewer rounds, ${width}`);
        await shoot(page, `tournament-fewer-${width}`);
    }
    await press(dan, 'Begin');
    await dan.getByText(/ Round 1 of 1\.$/).waitFor();
    assert.equal(await dan.getByText(fewer).count(), 0);
    for (const width of [390, 320]) {
        await dan.setViewportSize({ width, height: width === 390 ? 844 : 568 });
        await shoot(dan, `tournament-long-name-${width}`);
        const cut = await dan.locator('.crosstable').evaluate((table) => {
            const right = table.getBoundingClientRect().right;
            return [...table.querySelectorAll('th:nth-child(-n + 4), td b')]
                .filter((cell) => cell.getBoundingClientRect().right > right)
                .map((cell) => cell.textContent);
        });
        assert.deepEqual(cut, [], `names and points are in view at ${width}`);
    }
    await dan.goto(`${server.base}/tournaments`);
    await dan.getByRole('radio', { name: 'Bank' }).waitFor({ state: 'attached' });
    const past = await dan
        .locator('.segments')
        .evaluateAll((groups) =>
            groups.flatMap((group) =>
                [...group.querySelectorAll('span')]
                    .filter(
                        (one) =>
                            one.getBoundingClientRect().right > group.getBoundingClientRect().right,
                    )
                    .map((one) => one.textContent),
            ),
        );
    assert.deepEqual(past, [], 'choices stay in their frames at 320');
    await dan.setViewportSize(PHONE.viewport);
    await dan.goto(`${server.base}/tournaments/${id}`);
    const { pairings } = await call(dan, 'GET', `/tournaments/${id}`);
    await call(dan, 'POST', `/games/${pairings[0].game}/resign`, {});
    await dan.getByText(/ It is over\.$/).waitFor();

    // Ends that nobody announced.
    const { id: left } = await call(dan, 'POST', '/tournaments', { name: 'Left', ...settings });
    for (const page of [dan, eva]) await call(page, 'POST', `/tournaments/${left}/join`, {});
    const cid = await newUser('Cyd', WIDE);
    await call(cid, 'POST', `/tournaments/${left}/join`, {});
    await call(dan, 'POST', `/tournaments/${left}/start`, {});
    for (const page of [eva, cid]) await call(page, 'POST', `/tournaments/${left}/leave`, {});
    const round = await call(dan, 'GET', `/tournaments/${left}`);
    const users = { Dan: dan, Evangeline_Longbow: eva, Cyd: cid };
    for (const { black, game } of round.pairings) {
        const { name } = round.standings.find(({ number }) => number === black);
        if (game) await call(users[name], 'POST', `/games/${game}/resign`, {});
    }
    await dan.goto(`${server.base}/tournaments/${left}`);
    await dan
        .getByText(/ It ended after round 1 of 3, as nobody was left to be paired\.$/)
        .waitFor();
    const { id: none } = await call(dan, 'POST', '/tournaments', { name: 'None', ...settings });
    await call(dan, 'DELETE', `/tournaments/${none}`);
    await dan.goto(`${server.base}/tournaments/${none}`);
    await dan.getByText(/ It did not take place\.$/).waitFor();
    for (const page of [dan, eva, cid]) {
        assertClean(page);
        await page.context().close();
    }
});

test('a running tournament offers nothing to who takes no part', async () => {
    const gus = await newUser('Gus', WIDE);
    const hal = await newUser('Hal', WIDE);
    const ivy = await newUser('Ivy', PHONE);
    const { id } = await call(gus, 'POST', '/tournaments', {
        name: 'Closed cup',
        system: 'round-robin',
        layout: 'standard',
        rules: 'classic,game=600',
    });
    for (const page of [gus, hal]) await call(page, 'POST', `/tournaments/${id}/join`, {});
    await call(gus, 'POST', `/tournaments/${id}/start`, {});
    for (const page of [gus, ivy]) {
        await page.goto(`${server.base}/tournaments/${id}`);
        await page.getByRole('heading', { name: 'Round 1' }).waitFor();
    }
    await gus.getByRole('link', { name: 'Play your game' }).waitFor();
    const cards = await ivy.locator('main .card').allTextContents();
    assert.ok(cards.length && cards.every((text) => text), JSON.stringify(cards));
    await shoot(ivy, 'tournament-of-others-390');
    for (const page of [gus, hal, ivy]) {
        assertClean(page);
        await page.context().close();
    }
});
