// Quiet sounds of wood and glass, computed sample by sample: no file is loaded. A sound is a few
// damped sine waves behind a short knock of noise.

export type Sound = 'move' | 'push' | 'eject' | 'refuse' | 'end' | 'join';

/** One knock: when, how loud, its partial tones and how fast they fade. */
interface Knock {
    at: number; // seconds
    gain: number;
    tones: number[]; // hertz
    fade: number; // seconds until a tone has lost two thirds
}

const KNOCKS: Record<Sound, Knock[]> = {
    move: [{ at: 0, gain: 0.5, tones: [620, 1490], fade: 0.022 }],
    push: [
        { at: 0, gain: 0.5, tones: [620, 1490], fade: 0.022 },
        { at: 0.07, gain: 0.42, tones: [2350, 3710], fade: 0.016 },
    ],
    eject: [
        { at: 0, gain: 0.45, tones: [2350, 3710], fade: 0.016 },
        { at: 0.12, gain: 0.6, tones: [240, 530], fade: 0.05 },
        { at: 0.24, gain: 0.3, tones: [260, 570], fade: 0.035 },
        { at: 0.32, gain: 0.15, tones: [270, 590], fade: 0.025 },
    ],
    refuse: [{ at: 0, gain: 0.4, tones: [150, 310], fade: 0.03 }],
    join: [
        { at: 0, gain: 0.4, tones: [587, 1174], fade: 0.12 },
        { at: 0.14, gain: 0.4, tones: [880, 1760], fade: 0.2 },
    ],
    end: [
        { at: 0, gain: 0.4, tones: [392, 784], fade: 0.16 },
        { at: 0.16, gain: 0.4, tones: [523, 1046], fade: 0.22 },
    ],
};

const ATTACK = 0.002; // seconds
const NOISE = 0.25; // share of noise at the very beginning
const NOISE_FADE = 0.004;
const SILENCE = 6; // a tone has ended after this many fades

/** A repeatable noise between -1 and 1. */
function noiseAt(sample: number): number {
    const value = Math.sin(sample * 12.9898) * 43758.5453;
    return 2 * (value - Math.floor(value)) - 1;
}

/** The samples of a sound, between -1 and 1. */
export function soundSamples(sound: Sound, rate: number): Float32Array {
    const knocks = KNOCKS[sound];
    const length = Math.max(...knocks.map(({ at, fade }) => at + SILENCE * fade));
    const samples = new Float32Array(Math.ceil(length * rate));
    for (const { at, gain, tones, fade } of knocks) {
        const start = Math.round(at * rate);
        for (let i = start; i < samples.length; i++) {
            const t = (i - start) / rate;
            const attack = Math.min(1, t / ATTACK);
            const tone = tones.reduce((sum, f) => sum + Math.sin(2 * Math.PI * f * t), 0);
            const noise = NOISE * noiseAt(i) * Math.exp(-t / NOISE_FADE);
            samples[i]! += gain * attack * ((Math.exp(-t / fade) * tone) / tones.length + noise);
        }
    }
    return samples;
}

/** The gain of samples at a volume from 0 to 100; loudness is perceived in powers. */
export function gainOf(volume: number): number {
    return (Math.max(0, Math.min(100, volume)) / 100) ** 2;
}

const REST_MS = 3000; // of silence; to start again delays a sound a little

let audio: AudioContext | null = null;
let restTimer: ReturnType<typeof setTimeout> | undefined;

/** Stops the audio after a while without a sound: running, it costs power in silence, too. */
function restAfter(ms: number): void {
    clearTimeout(restTimer);
    restTimer = setTimeout(() => void audio?.suspend(), ms);
}

/** Browsers allow sound after the reader's first press or key: only then there is an audio. */
export function allowSound(): void {
    const begin = () => {
        removeEventListener('pointerup', begin);
        removeEventListener('keydown', begin);
        audio ??= new AudioContext();
        restAfter(1000);
    };
    addEventListener('pointerup', begin);
    addEventListener('keydown', begin);
}

/** Plays a sound, if the reader has pressed anything yet. */
export function playSound(sound: Sound, volume: number): void {
    if (!audio || volume === 0) return;
    void audio.resume(); // its state may not say yet that it was suspended
    restAfter(REST_MS);
    const samples = soundSamples(sound, audio.sampleRate);
    const buffer = audio.createBuffer(1, samples.length, audio.sampleRate);
    buffer.getChannelData(0).set(samples);
    const source = new AudioBufferSourceNode(audio, { buffer });
    source.connect(new GainNode(audio, { gain: gainOf(volume) })).connect(audio.destination);
    source.start();
}
