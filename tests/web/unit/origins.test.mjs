// Which addresses links have: it depends on how the page was opened and on where the server listens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLocal, originsOf } from '../../../web/src/game/origins.ts';

const HOME = ['http://192.168.1.5:8080', 'http://[fd77::1]:8080'];

test('names and addresses of the machine itself', () => {
    for (const host of ['localhost', 'paua.localhost', '127.0.0.1', '127.7.7.7', '[::1]'])
        assert.equal(isLocal(`http://${host}:8080`), true, host);
    for (const host of ['192.168.1.5', '[fd77::1]', 'localhost.example', 'my.host', '10.127.0.1'])
        assert.equal(isLocal(`http://${host}`), false, host);
});

test('a page opened on the machine itself offers the addresses for others, then its own', () => {
    const origins = originsOf('http://localhost:8080', { loopback: false, addresses: HOME });
    assert.deepEqual(origins, { all: [...HOME, 'http://localhost:8080'], problem: '' });
});

test('a page opened from elsewhere offers the address that led there', () => {
    const all = ['https://paua.example.org'];
    for (const loopback of [true, false])
        for (const addresses of [[], HOME])
            assert.deepEqual(originsOf(all[0], { loopback, addresses }), { all, problem: '' });
});

test('where links work on one machine alone, there is a reason', () => {
    const all = ['http://127.0.0.1:8080'];
    const origins = (loopback) => originsOf(all[0], { loopback, addresses: [] });
    assert.deepEqual(origins(true), { all, problem: 'closed' });
    assert.deepEqual(origins(false), { all, problem: 'offline' });
});
