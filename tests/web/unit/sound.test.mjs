// Sounds: short, quiet, different from each other, and silent at both ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gainOf, soundSamples } from '../../../web/src/game/sound.ts';

const RATE = 44100;
const SOUNDS = ['move', 'push', 'eject', 'refuse', 'end'];

const peak = (samples) => samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

test('every sound is heard, never clips, and begins and ends in silence', () => {
    for (const sound of SOUNDS) {
        const samples = soundSamples(sound, RATE);
        assert.ok(samples.length > 0.05 * RATE && samples.length < 2 * RATE, sound);
        assert.ok(peak(samples) > 0.1 && peak(samples) <= 1, `${sound}: ${peak(samples)}`);
        assert.equal(samples[0], 0, sound);
        assert.ok(peak(samples.slice(-20)) < 0.01, `${sound} ends in silence`);
    }
    const lengths = new Set(SOUNDS.map((sound) => soundSamples(sound, RATE).length));
    assert.equal(lengths.size, SOUNDS.length, 'no two sounds are the same');
});

test('a sound takes as long at every sampling rate', () => {
    const seconds = (rate) => soundSamples('eject', rate).length / rate;
    assert.ok(Math.abs(seconds(48000) - seconds(RATE)) < 0.001);
});

test('volume 0 is silence and 100 is full, and what is beyond is cut off', () => {
    assert.deepEqual([-5, 0, 50, 100, 400].map(gainOf), [0, 0, 0.25, 1, 1]);
});
