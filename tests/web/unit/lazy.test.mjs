// A part that is loaded when it is first wanted: once, whoever asks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazyPart } from '../../../web/src/ui/lazy.tsx';

const pick = (module) => module.Part;

test('a part is loaded once, and a failure is no exception', async () => {
    let loads = 0;
    const part = lazyPart(async () => {
        loads++;
        return { Part: () => null };
    }, pick);
    assert.equal(loads, 0, 'not before it is wanted');
    await Promise.all([part.load(), part.load()]);
    await part.load();
    assert.equal(loads, 1);
});

test('a part that did not come is asked for again', async () => {
    let loads = 0;
    const part = lazyPart(
        () => (loads++ ? Promise.resolve({ Part: () => null }) : Promise.reject(new Error('gone'))),
        pick,
    );
    assert.equal(await part.load(), false);
    assert.equal(await part.load(), true);
    assert.equal(await part.load(), true);
    assert.equal(loads, 2);
});
