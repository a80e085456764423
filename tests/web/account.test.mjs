// Accounts in the browser: signing up, in and out, a challenge by name, games linked to the account, the account's
// page, a player's page. Every page that is new is checked by axe in both themes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import {
    assertClean,
    axe,
    browser,
    gameOf,
    hands,
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
} from './harness.mjs';

// A mail server that takes no mail and does not say so: mails wait in the store.
const deaf = createServer(() => {});
await new Promise((resolve) => deaf.listen(0, '127.0.0.1', resolve));
after(() => deaf.close());
const mail = [
    '--mail-server',
    `smtp://127.0.0.1:${deaf.address().port}`,
    '--mail-address',
    'paua@club.example',
];
prepare([], ['--rate', '0', ...mail]); // more accounts than an address may make in an hour

const PASSWORD = 'correct horse';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const follow = (page, name) => page.getByRole('link', { name, exact: true }).click();
const field = (page, name) => page.getByLabel(name, { exact: true });
const menu = (page, name) => page.locator('.bar').getByRole('button', { name, exact: true });
const status = (page, text) => page.locator('.status').getByText(text, { exact: true }).waitFor();
const rows = (page, title) =>
    page
        .locator('.recent')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** A refused sign-in is an answer with an error's status, which the browser notes. */
const REFUSED = /^console: Failed to load resource: .* (400|401|403|404|409) /;

async function close(...pages) {
    for (const page of pages) {
        assertClean(page, REFUSED);
        await page.context().close();
    }
}

async function signUp(page, name) {
    await page.goto(`${server.base}/account`);
    await press(page, 'Create an account');
    await field(page, 'Name').fill(name);
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Create the account');
    await page.getByRole('heading', { name: 'My games' }).waitFor();
}

async function signIn(page, name, password = PASSWORD) {
    await field(page, 'Name').fill(name);
    await field(page, 'Password').fill(password);
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
}

/** A page of a browser in which somebody has just made an account. */
async function newUser(name, options = {}) {
    const page = await newPage(browser, server.base, { ...STILL, ...options });
    await signUp(page, name);
    return page;
}

/** Asks for a game of two against the player of this name. */
async function challenge(page, name) {
    await page.goto(`${server.base}/`);
    await page.locator('input[name=opponent][value=friend]').check();
    await page.locator('input[name=invite][value=user]').check();
    await field(page, "The player's name").fill(name);
    await press(page, 'Start game');
}

test('signing up, out and in again; what is wrong is said at its field', async () => {
    const page = await newPage(browser, server.base, { ...STILL, ...PHONE });
    await page.goto(`${server.base}/`);
    await follow(page, 'Sign in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await axe(page, 'signing in');
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Enter your name.').waitFor();
    await press(page, 'Create an account');
    await page.getByText('No mail address is needed.').waitFor();
    assert.equal(await field(page, 'Name').getAttribute('autocomplete'), 'username');
    assert.equal(await field(page, 'Password').getAttribute('autocomplete'), 'new-password');
    await field(page, 'Name').fill('3 x');
    await field(page, 'Password').fill('short');
    await press(page, 'Create the account');
    await page.getByText('Use 2 to 20 letters', { exact: false }).waitFor();
    await page.getByText('Use at least 8 characters.').waitFor();
    // The first field that is wrong gets the focus.
    await page.waitForFunction(() => document.activeElement.getAttribute('name') === 'name');
    await axe(page, 'a form with mistakes');
    await shoot(page, 'sign-up-mistakes');
    await field(page, 'Name').fill('Ann');
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Show password');
    assert.equal(await field(page, 'Password').getAttribute('type'), 'text');
    await press(page, 'Create the account');
    await page.getByRole('heading', { name: 'My games' }).waitFor();
    await menu(page, 'Ann').click();
    assert.deepEqual(await page.getByRole('navigation').getByRole('link').allTextContents(), [
        ...['Your page', 'My games', 'Messages', 'Standings', 'Tournaments'],
        ...['Analysis board', 'Account'],
    ]);
    await axe(page, 'the menu of the account');
    await shoot(page, 'account-menu');
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('navigation').count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Ann');
    await page.keyboard.press('Enter');
    await press(page, 'Sign out');
    await follow(page, 'Sign in');
    await signIn(page, 'Ann', 'wrong horse');
    await page.getByText('The name or the password is wrong.').waitFor();
    assert.equal(await field(page, 'Password').getAttribute('aria-invalid'), 'true');
    assert.equal(await field(page, 'Password').getAttribute('autocomplete'), 'current-password');
    await signIn(page, 'ann');
    await menu(page, 'Ann').waitFor();
    await page.reload();
    await menu(page, 'Ann').waitFor();
    await close(page);
});

test('a name that is taken, in any case', async () => {
    const first = await newUser('Tamsin');
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/account`);
    await press(page, 'Create an account');
    await field(page, 'Name').fill('TAMSIN');
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Create the account');
    await page.getByText('This name is taken. Choose another one.').waitFor();
    await close(first, page);
});

test('a challenge by name: accepted elsewhere, a move on both sides, a rematch', async () => {
    const cleo = await newUser('Cleo');
    const dan = await newUser('Dan', PHONE);
    await challenge(cleo, 'Nobodyatall');
    await cleo.getByText('Nobody is called Nobodyatall here. Check the spelling.').waitFor();
    assert.equal(await field(cleo, "The player's name").getAttribute('aria-invalid'), 'true');
    await axe(cleo, 'a player who is not there');
    await field(cleo, "The player's name").fill('cleo');
    await press(cleo, 'Start game');
    await cleo.getByText('This is your own name.').waitFor();
    await field(cleo, "The player's name").fill('dan');
    await press(cleo, 'Start game');
    await status(cleo, 'Waiting for Dan to accept');
    await field(cleo, 'Link to this game').waitFor();
    await axe(cleo, 'waiting for an answer');
    await shoot(cleo, 'challenge-sent');

    await dan.goto(`${server.base}/`);
    await rows(dan, 'Your games').getByText('Challenge').waitFor();
    await dan.locator('.called').getByText('Not rated, no clock.').waitFor();
    await dan.goto(`${server.base}/games`);
    await rows(dan, 'Challenges').getByText('Not rated, no clock.').waitFor();
    await rows(dan, 'Challenges').getByText('Cleo challenges you to play White.').waitFor();
    await axe(dan, 'a challenge in the list');
    await shoot(dan, 'challenge-listed');
    await dan.goto(cleo.url());
    await dan.locator('.invitation').getByText('Cleo challenges you to play White.').waitFor();
    await dan.locator('.invitation').getByText('Not rated, no clock.').waitFor();
    await axe(dan, 'a challenge on its page');
    // A third person sees the game, and takes no seat.
    const third = await newPage(browser, server.base, STILL);
    await third.goto(cleo.url());
    await third.getByText('This game waits for Dan. Is that you?').waitFor();
    await axe(third, 'a game that waits for somebody');
    await dan.goto(`${server.base}/games`);
    await press(dan, 'Accept: Cleo challenges you to play White.');
    await dan.waitForSelector('.board');
    await cleo.waitForSelector('.board.active');
    await hands.type(cleo, rules.legal(await gameOf(cleo))[0]);
    await dan.waitForSelector('.board.active');
    await hands.type(dan, rules.legal(await gameOf(dan))[0]);
    for (const page of [cleo, dan, third]) await moves(page, 2);
    assert.equal(await cleo.locator('.status').textContent(), 'Your turn');
    assert.equal(await third.locator('.invitation').count(), 0);

    // The seats are those of the accounts: another device of Dan plays his.
    const other = await newPage(browser, server.base, STILL);
    await other.goto(`${server.base}/account`);
    await signIn(other, 'Dan');
    await rows(other, 'In progress').getByText('Cleo').click();
    await other.waitForSelector('.board');
    await hands.type(cleo, rules.legal(await gameOf(cleo))[0]);
    await other.waitForSelector('.board.active');
    await press(other, 'Offer a draw');
    await press(cleo, 'Accept');
    await other.waitForSelector('.result');
    await press(cleo, 'Play again');
    await press(other, 'Accept');
    await cleo.waitForFunction(() => !document.querySelector('.result'));
    await status(cleo, 'Waiting for Dan');
    await hands.type(other, rules.legal(await gameOf(other))[0]);
    await cleo.waitForSelector('.board.active');
    await close(cleo, dan, third, other);
});

test('a challenge that is declined, in a game of three', async () => {
    const eve = await newUser('Eve');
    const finn = await newUser('Finn');
    await eve.goto(`${server.base}/`);
    await eve.locator('input[name=players][value="3"]').check();
    await eve.getByLabel('White is played by').selectOption('user');
    await field(eve, 'Name of the player of White').fill('Finn');
    await eve.getByLabel('Red is played by').selectOption('level 1');
    await axe(eve, 'a form for three');
    await press(eve, 'Start game');
    await status(eve, 'Waiting for Finn to accept');
    await finn.goto(eve.url());
    await press(finn, 'Decline');
    await status(finn, 'Game closed');
    assert.match(finn.url(), /\/g\/\w+$/);
    assert.equal(await finn.locator('.invitation').count(), 0);
    await close(eve, finn);
});

test('names are for who has an account; signing in comes back to the challenge', async () => {
    const gus = await newUser('Gus');
    const page = await newPage(browser, server.base, STILL);
    await page.goto(`${server.base}/user/gus`);
    await page.getByRole('heading', { name: 'Gus', exact: true }).waitFor();
    await page.getByText(/^Here since /).waitFor();
    await axe(page, "a player's page");
    await shoot(page, 'player');
    await follow(page, 'Challenge');
    await page.getByText('To challenge a player by name').waitFor();
    await axe(page, 'a challenge without an account');
    await follow(page, 'sign in');
    await press(page, 'Create an account');
    await field(page, 'Name').fill('Hana');
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Create the account');
    await menu(page, 'Hana').waitFor();
    assert.equal(await field(page, "The player's name").inputValue(), 'Gus');
    await press(page, 'Start game');
    await status(page, 'Waiting for Gus to accept');
    await page.goto(`${server.base}/user/Nobodyhere`);
    await page.getByText('Nobody is called Nobodyhere here.').waitFor();
    await close(gus, page);
});

test("a player's page has the ratings, once a rated game is over", async () => {
    const nia = await newUser('Nia');
    const otto = await newUser('Otto');
    const call = (page, path, body) =>
        page.evaluate(
            async ([to, data]) => {
                const headers = { 'Content-Type': 'application/json' };
                const init = { method: 'POST', headers, body: JSON.stringify(data) };
                const answer = await fetch(`/api/1/games${to}`, init);
                return answer.json();
            },
            [path, body],
        );
    const { game } = await call(nia, '', {
        layout: 'belgian-daisy',
        rules: 'tournament',
        rated: true,
        seats: ['Nia', 'Otto'].map((name) => ({ kind: 'user', name })),
    });
    await call(otto, `/${game.id}/join`, {});
    for (const page of [nia, otto]) await page.goto(`${server.base}/g/${game.id}`);
    for (const page of [nia, otto, nia, otto]) {
        await page.waitForSelector('.board.active');
        await hands.type(page, rules.legal(await gameOf(page))[0]);
    }
    await press(otto, 'Resign');
    await otto.locator('dialog .danger').click();
    await otto.waitForSelector('.result');
    await otto.goto(`${server.base}/user/Nia`);
    await otto.getByText('1 game: 1 won, 0 drawn, 0 lost').waitFor();
    await otto.getByText('provisional').waitFor();
    await axe(otto, 'ratings');
    await close(nia, otto);
});

test('the title of the window is that of the page, and of signing in before it', async () => {
    const page = await newPage(browser, server.base, STILL);
    const titled = (title) => page.waitForFunction((text) => document.title === text, title);
    await page.goto(`${server.base}/messages`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await titled('Sign in - Paua');
    await press(page, 'Create an account');
    await field(page, 'Name').fill('Titus');
    await titled('Create an account - Paua');
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Create the account');
    await page.getByRole('heading', { name: 'Messages' }).waitFor();
    await titled('Messages - Paua');
    for (const [name, title] of [
        ['Standings', 'Standings - Paua'],
        ['Tournaments', 'Tournaments - Paua'],
        ['My games', 'My games - Paua'],
        ['Analysis board', 'Analysis board - Paua'],
        ['Your page', 'Titus - Paua'],
        ['Account', 'Account - Paua'],
    ]) {
        await menu(page, 'Titus').click();
        await follow(page, name);
        await titled(title);
    }
    await follow(page, 'Paua');
    await titled('Paua');
    await close(page);
});

test('games of this browser are linked to the account, and are listed elsewhere', async () => {
    const page = await newPage(browser, server.base, STILL);
    await startGame(page, server.base, { level: 1 });
    const played = new URL(page.url()).pathname;
    await hands.type(page, rules.legal(await gameOf(page))[0]);
    await moves(page, 2);
    await startGame(page, server.base, { opponent: 'here' });
    await signUp(page, 'Ivo');
    await page.getByText(/^This browser has 1 game that you played/).waitFor();
    await axe(page, 'the offer to take games along');
    await shoot(page, 'take-along');
    await press(page, 'Take along');
    await page.getByText('Took 1 game along.').waitFor();
    const other = await newPage(browser, server.base, { ...STILL, ...PHONE });
    await other.goto(`${server.base}/account`);
    await signIn(other, 'Ivo');
    await rows(other, 'Your turn').locator(`a[href="${played}"]`).click();
    await other.waitForSelector('.board.active');
    await hands.type(other, rules.legal(await gameOf(other))[0]);
    await moves(other, 4);
    // The key of the first browser still plays the seat, and the offer is not made again.
    await page.goto(server.base + played);
    await page.waitForSelector('.board.active');
    await page.goto(`${server.base}/games`);
    await rows(page, 'Your turn').first().waitFor();
    assert.equal(await page.locator('.link-games').count(), 0);
    await close(page, other);
});

test('a new game of who is signed in is on every device, also against the computer', async () => {
    const page = await newUser('Jo');
    await startGame(page, server.base, { level: 1 });
    const id = new URL(page.url()).pathname;
    assert.equal(
        await page.evaluate((path) => localStorage.getItem(`paua:game:${path}`), id),
        null,
    );
    await hands.type(page, rules.legal(await gameOf(page))[0]);
    await moves(page, 2);
    await page.reload();
    await page.waitForSelector('.board.active');
    // An invitation that somebody with an account accepts asks for no name.
    await startGame(page, server.base, { opponent: 'friend' });
    const link = await field(page, 'Link for your friend').inputValue();
    const kim = await newUser('Kim');
    await kim.goto(link);
    await kim.getByText('You play as Kim.').waitFor();
    await axe(kim, 'an invitation with an account');
    await press(kim, 'Take the seat');
    await page.locator('.strip').getByRole('link', { name: 'Kim' }).waitFor();
    const guest = await newPage(browser, server.base, STILL);
    await startGame(guest, server.base, { opponent: 'friend' });
    await kim.goto(await field(guest, 'Link for your friend').inputValue());
    await press(kim, 'Take the seat');
    await guest.waitForSelector('.board.active');
    await close(page, kim, guest);
});

test('after signing out the games that only the account plays are no longer listed', async () => {
    const page = await newPage(browser, server.base, STILL);
    const pathOf = () => new URL(page.url()).pathname;
    await startGame(page, server.base, { level: 1 });
    const own = pathOf(); // this browser has the key of its seat
    await signUp(page, 'Una');
    await startGame(page, server.base, { level: 1 });
    const played = pathOf();
    await startGame(page, server.base, { opponent: 'friend' });
    const invites = pathOf(); // this browser has an invitation, and no key
    const zoe = await newUser('Zoe');
    await challenge(zoe, 'Una');
    await zoe.waitForSelector('.board');
    const challenged = new URL(zoe.url()).pathname;
    await page.goto(server.base + challenged);
    await page.waitForSelector('.board');
    const shows = (...paths) =>
        page.waitForFunction((wanted) => {
            const links = [...document.querySelectorAll('.recent a[href^="/g/"]')];
            return (
                links
                    .map((one) => one.pathname)
                    .sort()
                    .join() === wanted
            );
        }, paths.sort().join());
    const all = [own, played, invites, challenged];
    await page.goto(`${server.base}/`);
    await shows(...all);
    await menu(page, 'Una').click();
    await press(page, 'Sign out'); // and the start page stays
    await shows(own);
    await follow(page, 'My games');
    await shows(own);
    // Nor does another account see them; their own lists them again.
    await signUp(page, 'Noa');
    await shows(own);
    await menu(page, 'Noa').click();
    await press(page, 'Sign out');
    await follow(page, 'Sign in');
    await signIn(page, 'Una');
    await shows(...all);
    await page.goto(`${server.base}/`);
    await shows(...all);
    await close(page, zoe);
});

test('the account: password, devices, tokens, export, closing', async () => {
    const page = await newUser('Lea', { permissions: ['clipboard-read', 'clipboard-write'] });
    const other = await newPage(browser, server.base, STILL);
    await other.goto(`${server.base}/account`);
    await signIn(other, 'Lea');
    await menu(other, 'Lea').waitFor();
    await page.goto(`${server.base}/account`);
    await page.getByText('This device').waitFor();
    await axe(page, 'the account');
    await shoot(page, 'account');

    await field(page, 'What it is for').fill('my bot');
    await press(page, 'Create a token');
    const token = await field(page, 'The new token').inputValue();
    assert.match(token, /^paua_[\w-]{32}$/);
    await axe(page, 'a new token');
    await shoot(page, 'token');
    await press(page, 'Copy');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), token);
    const { game } = await post(
        '/games',
        {
            layout: 'standard',
            seats: [
                { kind: 'user', name: 'Lea' },
                { kind: 'computer', level: 1 },
            ],
        },
        token,
    );
    await page.reload();
    assert.equal(await page.getByText(token).count(), 0, 'shown once');
    await press(page, 'Revoke my bot');
    await page.getByText('The token my bot is revoked.').waitFor();
    const refused = await fetch(`${server.base}/api/1/account`, {
        headers: { Authorization: `Bearer ${token}` },
    });
    assert.equal(refused.status, 401);

    const download = page.waitForEvent('download');
    await follow(page, 'Export');
    const text = await (await (await download).createReadStream()).toArray();
    const data = JSON.parse(Buffer.concat(text).toString());
    assert.deepEqual([data.name, data.games], ['Lea', [game.id]]);

    await field(page, 'Present password').fill('wrong horse');
    await field(page, 'New password').fill('battery staple');
    await press(page, 'Change the password');
    await page.getByText('This is not your present password.').waitFor();
    await field(page, 'Present password').fill(PASSWORD);
    await press(page, 'Change the password');
    await page.getByText('The password is changed. All other devices are signed out.').waitFor();
    await other.goto(`${server.base}/account`);
    await signIn(other, 'Lea');
    await other.getByText('The name or the password is wrong.').waitFor();
    await signIn(other, 'Lea', 'battery staple');
    await menu(other, 'Lea').waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
    await page.getByText(/^Chrome.* is signed out\.$/).waitFor();
    for (let i = 0; i < 2; i++) await post('/session', { name: 'Lea', password: 'battery staple' });
    await page.reload();
    await press(page, 'Sign out all others');
    await page.getByText('All other devices are signed out.').waitFor();
    await page.locator('.rows').first().getByRole('button').first().waitFor({ state: 'detached' });
    await other.goto(`${server.base}/games`);
    await other.getByRole('link', { name: 'Sign in' }).waitFor();

    await page.getByText('Close my account').click();
    await field(page, 'Your password').fill(PASSWORD);
    await axe(page, 'closing the account');
    await press(page, 'Close the account for good');
    await page.getByText('This is not your password.').waitFor();
    await field(page, 'Your password').fill('battery staple');
    await press(page, 'Close the account for good');
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await page.goto(`${server.base}/user/Lea`);
    await page.getByText('This account is closed.').waitFor();
    await close(page, other);
});

test('a session that has ended elsewhere: the page says so and asks to sign in', async () => {
    const page = await newUser('Max');
    await page.goto(`${server.base}/`);
    await menu(page, 'Max').waitFor();
    await page.waitForSelector('.tile');
    await page.context().clearCookies();
    await press(page, 'Start game');
    await page.getByText('You are signed out. Please sign in again.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await press(page, 'Start game');
    await page.waitForSelector('.board.active');
    // In a page that is opened later nobody is signed in either.
    await page.evaluate(() => localStorage.setItem('paua:account', '{"name":"Max"}'));
    await page.goto(`${server.base}/games`);
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await close(page);
});

/** The newest code that was mailed to an address. */
function mailedCode(address) {
    const program =
        'import re, sqlite3, sys\n' +
        'rows = sqlite3.connect(sys.argv[1]).execute("SELECT body FROM mail WHERE recipient = ? ORDER BY created DESC", [sys.argv[2]])\n' +
        'print(re.search("^  ([a-z2-7]{52})$", rows.fetchone()[0], re.M)[1])';
    return execFileSync('python3', ['-c', program, server.store, address]).toString().trim();
}

test('a mail address: set, confirmed, used for a forgotten password, removed', async () => {
    const page = await newUser('Mia');
    await page.goto(`${server.base}/account`);
    await page.getByText('Set an address').click();
    await press(page, 'Send a code');
    await page.getByText('Enter a mail address.').waitFor();
    await field(page, 'Mail address').fill('mia@example.org');
    await field(page, 'Password, to be sure').fill('wrong horse');
    await press(page, 'Send a code');
    await page.getByText('This is not your password.').waitFor();
    await field(page, 'Password, to be sure').fill(PASSWORD);
    await press(page, 'Send a code');
    await page.getByText('It was mailed to m***@example.org, and is good for a day.').waitFor();
    await axe(page, 'an address to be confirmed');
    await shoot(page, 'address');
    await field(page, 'Code').fill('x');
    await press(page, 'Confirm the address');
    await page.getByText('This code is wrong, or too old.').waitFor();
    await field(page, 'Code').fill(mailedCode('mia@example.org'));
    await press(page, 'Confirm the address');
    await page.getByText('Mail goes to m***@example.org.').waitFor();

    await page.getByText('Which mails you get').click();
    assert.equal(await field(page, 'It is your turn').inputValue(), 'digest');
    await field(page, 'It is your turn').selectOption('at once');
    await field(page, 'A game is over').selectOption('never');
    await axe(page, 'which mails one gets');
    await shoot(page, 'mails');
    await page.reload();
    await page.getByText('Which mails you get').click();
    assert.equal(await field(page, 'It is your turn').inputValue(), 'now');
    assert.equal(await field(page, 'A game is over').inputValue(), 'off');

    const other = await newPage(browser, server.base, STILL);
    await other.goto(`${server.base}/account`);
    await other.getByText('I have forgotten my password').click();
    await field(other, 'Name of the account').fill('Mia');
    await press(other, 'Mail me a code');
    await other
        .getByText('If this account has a mail address, a code is on its way there.')
        .waitFor();
    await axe(other, 'a forgotten password');
    await field(other, 'Code').fill(mailedCode('mia@example.org'));
    await field(other, 'New password').fill('battery staple');
    await press(other, 'Change the password');
    await other.getByText('Your password is changed. Sign in with it.').waitFor();
    await signIn(other, 'Mia', 'battery staple');
    await menu(other, 'Mia').waitFor();
    await other.goto(`${server.base}/account`);
    await press(other, 'Remove the address');
    await other.getByText('Your address is removed.').waitFor();
    await other.getByText('You have no address here.').waitFor();
    await close(page, other);
});
