// The icons of the page as PNG, drawn here: the mark, seven discs in a hexagon, on the page's
// colour.
import { deflateSync } from 'node:zlib';

const PAGE = [242, 241, 236];
const INK = [43, 58, 61];
// The shell of the middle disc, along its diagonal.
const SHELL = [
    [0, [25, 167, 156]],
    [0.45, [60, 127, 207]],
    [0.75, [138, 99, 201]],
    [1, [208, 105, 154]],
];
const RING = 0.265; // distance of the outer discs from the middle; the icon is 1 wide
const DISC = 0.115;
const MIDDLE = 0.128;
const SAMPLES = 3; // of each pixel, squared

const discs = [0, 1, 2, 3, 4, 5].map((i) => ({
    x: 0.5 + RING * Math.cos((i * Math.PI) / 3),
    y: 0.5 + RING * Math.sin((i * Math.PI) / 3),
}));

function shellAt(t) {
    const after = Math.max(
        1,
        SHELL.findIndex(([stop]) => stop >= t),
    );
    const [[from, a], [to, b]] = [SHELL[after - 1], SHELL[after]];
    const share = (t - from) / (to - from);
    return a.map((value, i) => value + share * (b[i] - value));
}

function colourAt(x, y) {
    const middle = Math.hypot(x - 0.5, y - 0.5);
    if (middle < MIDDLE) return shellAt(Math.min(1, Math.max(0, (x + y - 1) / (4 * MIDDLE) + 0.5)));
    return discs.some((disc) => Math.hypot(x - disc.x, y - disc.y) < DISC) ? INK : PAGE;
}

function pixelAt(column, row, size) {
    const sum = [0, 0, 0];
    for (let i = 0; i < SAMPLES * SAMPLES; i++) {
        const x = (column + ((i % SAMPLES) + 0.5) / SAMPLES) / size;
        const y = (row + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES) / size;
        colourAt(x, y).forEach((value, part) => (sum[part] += value));
    }
    return sum.map((value) => Math.round(value / (SAMPLES * SAMPLES)));
}

function chunk(type, data) {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(checksum(body), body.length + 4);
    return out;
}

/** CRC-32; that of node is newer than Debian's node. */
function checksum(bytes) {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
}

/** The icon as a PNG of size by size pixels. */
export function iconPng(size) {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(size, 0);
    head.writeUInt32BE(size, 4);
    head.set([8, 2, 0, 0, 0], 8); // 8 bits, red green blue
    const rows = [];
    for (let row = 0; row < size; row++) {
        const line = [0]; // no filter
        for (let column = 0; column < size; column++) line.push(...pixelAt(column, row, size));
        rows.push(Buffer.from(line));
    }
    return Buffer.concat([
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        chunk('IHDR', head),
        chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
        chunk('IEND', Buffer.alloc(0)),
    ]);
}
