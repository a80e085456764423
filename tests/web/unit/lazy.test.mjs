// A part that is loaded when it is first wanted: once, whoever asks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazyPart } from '../../../web/src/ui/lazy.tsx';

test('a part is loaded once, and a failure is no exception', async () => {
    let loads = 0;
    const part = lazyPart(async () => {
        loads++;
        return () => null;
    });
    assert.equal(loads, 0, 'not before it is wanted');
    await Promise.all([part.load(), part.load()]);
    await part.load();
    assert.equal(loads, 1);
    await lazyPart(() => Promise.reject(new Error('gone'))).load();
});
