// A list in pages: what stays of one that is loaded anew.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h, render } from 'preact';
import { beginOf, usePages } from '../../../web/src/api/use-pages.ts';

/** Waits until `check` does not throw. */
async function until(check) {
    for (let left = 200; ; left--) {
        await new Promise((go) => setTimeout(go, 10));
        try {
            return check();
        } catch (error) {
            if (!left) throw error;
        }
    }
}

/** A list, and the requests for it that have no answer yet: those of showMore() and others. */
async function openList() {
    const list = { asked: [], shown: null };
    const request = (known) =>
        new Promise((answer, fail) => list.asked.push({ before: beginOf(known), answer, fail }));
    const List = () => {
        list.shown = usePages('', request);
        return null;
    };
    list.take = (before) =>
        until(() => {
            const at = list.asked.findIndex((one) => one.before === before);
            assert.notEqual(at, -1, `a request before ${before}`);
            return list.asked.splice(at, 1)[0];
        });
    list.shows = (...pages) => until(() => assert.deepEqual(list.shown.pages, pages));
    render(h(List), { childNodes: [] }); // shows nothing, so it needs no document
    return list;
}

const FIRST = { name: 'first', before: 20 };
const SECOND = { name: 'second', before: 10 };
const NEW_FIRST = { name: 'new first', before: 21 };

test('a problem goes when the list is loaded anew', async () => {
    const list = await openList();
    (await list.take(null)).answer(FIRST);
    await list.shows(FIRST);
    const more = list.shown.showMore();
    (await list.take(20)).fail(new Error('offline'));
    assert.equal(await more, null);
    await until(() => assert.equal(list.shown.error?.message, 'offline'));
    list.shown.reload();
    (await list.take(null)).answer(NEW_FIRST);
    await list.shows(NEW_FIRST);
    assert.equal(list.shown.error, null);
});

test('a page of an older list is neither shown nor said to be', async () => {
    const list = await openList();
    (await list.take(null)).answer(FIRST);
    await list.shows(FIRST);
    const more = list.shown.showMore();
    const older = await list.take(20);
    list.shown.reload();
    (await list.take(null)).answer(NEW_FIRST);
    await list.shows(NEW_FIRST);
    const again = list.shown.showMore(); // the list asks for its own next page meanwhile
    const next = await list.take(21);
    older.answer(SECOND);
    assert.equal(await more, null);
    next.answer(SECOND);
    assert.equal(await again, SECOND);
    await list.shows(NEW_FIRST, SECOND);
});
