// Which presses are the second half of a double click that was meant for another button.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStray } from '../../../web/src/ui/double-click.ts';

const offer = {};
const resign = {};
const press = (at, button, x = 100) => ({ at, x, y: 50, button, text: '', toggle: false });

test('a second press on what has come into the place is stray', () => {
    assert.equal(isStray(press(0, offer), press(200, resign)), true);
    assert.equal(isStray(press(0, null), press(200, resign)), true, 'after a press on no button');
    const sure = { ...press(200, resign), text: 'Really?' };
    assert.equal(isStray(press(0, resign), sure), true, 'the same button, which asks');
});

test('the same button twice, another place, or later is meant', () => {
    assert.equal(isStray(null, press(0, resign)), false);
    assert.equal(isStray(press(0, offer), press(200, offer)), false);
    assert.equal(isStray(press(0, offer), press(200, resign, 140)), false);
    assert.equal(isStray(press(0, offer), press(900, resign)), false);
    assert.equal(isStray(press(0, offer), press(200, null)), false);
    const toggle = (at) => ({ ...press(at, offer), toggle: true });
    assert.equal(isStray(toggle(0), toggle(200)), true, 'but it turns nothing back');
    assert.equal(isStray(toggle(0), toggle(900)), false);
});
