// The last move is seen on every marble and board: contrasts computed from the palette and the theme.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import paletteText from '../../../src/draw/palette.h';
import boardCss from '../../../web/src/board/board.css';
import marblesCss from '../../../web/src/board/marbles.css';
import themeCss from '../../../web/src/ui/theme.css';

const ENOUGH = 3; // of WCAG 1.4.11

const palette = new Map(
    [...paletteText.matchAll(/^#define PALETTE_(\w+) +([0-9a-f]{6})$/gm)].map(([, name, value]) => [
        `--palette-${name.toLowerCase().replaceAll('_', '-')}`,
        value,
    ]),
);

/** The custom properties of the theme, as the rules that hold set them one after the other. */
function themeOf(theme, board) {
    const all = new Map(palette);
    for (const [, selector, body] of themeCss.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
        const conditions = [...selector.matchAll(/\[data-(\w+)='(\w+)'\]/g)];
        if (!conditions.every(([, key, value]) => value === { theme, board }[key])) continue;
        for (const [, name, value] of body.matchAll(/(--[\w-]+): ([^;]+);/g)) all.set(name, value);
    }
    const resolve = (value) => {
        const [, name] = /^var\((.+)\)$/.exec(value) ?? [];
        return name ? resolve(all.get(name)) : value.replace('#', '');
    };
    return resolve;
}

/** A declaration of a rule of the board or its marbles. */
function declared(selector, property) {
    const rules = (boardCss + marblesCss).split('}');
    const rule = rules.find((one) => one.split('{')[0].trim().endsWith(selector));
    return new RegExp(`\\n\\s*${property}: ([^;]+);`).exec(rule)[1];
}

function luminance(hex) {
    const [r, g, b] = [0, 2, 4].map((at) => {
        const part = parseInt(hex.slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
}

const THEMES = ['light', 'dark'].flatMap((theme) =>
    ['wood', 'slate', 'felt'].map((board) => [theme, board]),
);
const MARBLES = [...palette].filter(
    ([name]) => name === '--palette-red' || /^--palette-page-(?!mark)(?!.*-mark$)/.test(name),
);

test('the ring and the tail of the last move, or their outlines, on every marble and board', () => {
    assert.ok(MARBLES.length > 24);
    for (const [theme, board] of THEMES) {
        const resolve = themeOf(theme, board);
        const surfaces = ['field-0', 'field-1', 'hole-0', 'hole-1'].map((name) => [
            name,
            resolve(`var(--${name})`),
        ]);
        for (const [mark, edge] of [
            [declared('.last-move .reached', 'stroke'), declared('.last-move .edge', 'stroke')],
            [declared('.last-move .left', 'fill'), declared('.last-move .left', 'stroke')],
        ].map((pair) => pair.map(resolve))) {
            assert.ok(contrast(mark, edge) >= ENOUGH);
            for (const [name, colour] of [...MARBLES, ...surfaces]) {
                const seen = Math.max(contrast(mark, colour), contrast(edge, colour));
                assert.ok(seen >= ENOUGH, `${name} ${colour}, ${theme} ${board}: ${seen}`);
            }
        }
    }
});

test('marbles beside a board, or their edges, are seen on the page and on cards', () => {
    const [, edge] = /\.marble-icon\) \.body \{\n\s*stroke: ([^;]+);/.exec(marblesCss) ?? [];
    for (const theme of ['light', 'dark']) {
        const resolve = themeOf(theme, 'wood');
        for (const ground of ['page', 'surface', 'accent-soft'])
            for (const [name, colour] of MARBLES) {
                const back = resolve(`var(--${ground})`);
                const body = contrast(colour, back);
                const seen = Math.max(body, edge ? contrast(resolve(edge), back) : 0);
                assert.ok(seen >= ENOUGH, `${name}, ${theme} ${ground}: ${seen}`);
            }
    }
});

/** What a marble of a kind is drawn with, from its middle to its edge. */
function coloursOf(kind, name, marbles) {
    if (marbles === 'flat') return [declared(`.body.${kind}`, 'fill')];
    return [0, 1, 2].map((stop) => declared(`.${name}-${stop}`, 'stop-color'));
}

const KINDS = {
    ...{ b: 'black', w: 'white', r: 'red', g: 'green', y: 'yellow', p: 'purple' },
    ...{ n: 'neutral', c: 'central' },
};

test('every marble, or its edge, is seen on every board, in glass and in one colour', () => {
    let count = 0;
    for (const [theme, board] of THEMES) {
        const resolve = themeOf(theme, board);
        const fields = ['field-0', 'field-1'].map((name) => resolve(`var(--${name})`));
        const check = (what, colours, edge) => {
            for (const field of fields) {
                const body = Math.min(...colours.map((one) => contrast(resolve(one), field)));
                const seen = Math.max(body, contrast(resolve(edge), field));
                assert.ok(seen >= ENOUGH, `${what}, ${theme} ${board} ${field}: ${seen}`);
                count++;
            }
        };
        for (const marbles of ['glass', 'flat'])
            for (const [kind, name] of Object.entries(KINDS)) {
                const edge = declared('.body', 'stroke');
                check(`${name} in ${marbles}`, coloursOf(kind, name, marbles), edge);
            }
        check('a block', [declared('.body.x', 'fill')], declared('.body.x', 'stroke'));
    }
    assert.equal(count, 2 * 3 * 2 * (2 * 8 + 1));
    for (const selector of ['.body', '.marble .body', '.body.x'])
        assert.ok(Number(declared(selector, 'stroke-width')) >= 0.03, selector);
});
