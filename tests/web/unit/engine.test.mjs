// The engine's module in one thread: it finds what the command finds, to the node.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EngineInstance, newMemory } from '../../../web/src/engine/instance.ts';

const MODULE = new WebAssembly.Module(readFileSync(process.env.ENGINE_WASM));
const NO_LIMITS = { depth: 0, nodes: 0, time: 0, lines: 1 };

function analyse(engine, position, limits, more = {}) {
    const lines = [];
    const task = { position, rules: '', moves: [], afresh: true, ...more };
    engine.analyse(
        { ...task, limits: { ...NO_LIMITS, ...limits } },
        { onLine: (line) => lines.push(line), isWanted: () => true },
    );
    return lines;
}

function command(...args) {
    return execFileSync(process.env.PAUA, args, { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(JSON.parse);
}

/** The start position of a layout. */
function layout(name, ...options) {
    return command('show', '--json', '--layout', name, ...options)[0].position;
}

/** What `paua analyze` prints for each depth, and its best move. */
function native(position, ...options) {
    const lines = command('analyze', '--json', '--hash', '16', '--position', position, ...options);
    return {
        depths: lines.filter((line) => line.depth).map(untimed),
        best: lines.at(-1).bestmove,
    };
}

function untimed(line) {
    const { nps, time, type, ...rest } = line;
    return rest;
}

test('each depth is that of the command: two to six players, small boards, marbles of nobody', () => {
    const engine = new EngineInstance(MODULE, newMemory(false), 1);
    for (const position of [
        'standard',
        'belgian-daisy',
        '3bb/wwb1bb/2wwwbb/4www1/3bbww2/3bbw2/2bb1w1/6/5 b 2-1 21 31',
        '5/2w3/2ww3/1bbwb3/2wwbb3/1bwwww2/1bb1wb1/2bb2/5 b 3-3 37 91',
        'e0-balanced',
        'pillar',
        'third-colour',
        'central-marble',
        layout('standard', '--players', '3'),
        layout('standard', '--players', '4', '--teams'),
        layout('standard', '--players', '6'),
    ]) {
        const found = analyse(engine, position, { depth: 4 });
        const { depths, best } = native(position, '--depth', '4');
        const end = found.pop();
        assert.deepEqual(found.map(untimed), depths, position);
        assert.ok(depths.length > 1, position);
        assert.equal(end.type, 'end', position);
        assert.equal(end.best, best, position);
    }
});

test('several lines, a limit of nodes, moves of a game, and a task that is none', () => {
    const engine = new EngineInstance(MODULE, newMemory(false), 1);
    const lines = analyse(engine, 'standard', { depth: 3, lines: 3 }).slice(0, -1);
    assert.deepEqual(
        lines.map(untimed),
        native('standard', '--depth', '3', '--multipv', '3').depths,
    );
    const moves = ['a1b2', 'i9h8'];
    const played = analyse(engine, 'standard', { nodes: 2000 }, { moves }).slice(0, -1);
    const options = ['--nodes', '2000', '--moves', moves.join(' ')];
    assert.deepEqual(played.map(untimed), native('standard', ...options).depths);
    const refused = (position, more, message) =>
        assert.throws(() => analyse(engine, position, { depth: 2 }, more), {
            message,
        });
    refused('no layout', {}, /neither a layout nor a position/);
    refused('standard', { moves: ['a1b2', 'e5e6'] }, /no marble/);
    refused('standard', { rules: 'win=99' }, /win/);
    assert.equal(analyse(engine, 'standard', { depth: 2 }).length, 3);
});

test('what is not wanted any more ends with the search', () => {
    const engine = new EngineInstance(MODULE, newMemory(false), 1);
    const lines = [];
    const limits = { ...NO_LIMITS, depth: 3 };
    let asked = 0;
    engine.analyse(
        { position: 'standard', rules: '', moves: [], limits, afresh: true },
        { onLine: (line) => lines.push(line), isWanted: () => ++asked === 1 },
    );
    assert.deepEqual(
        lines.map(({ type }) => type),
        ['depth', 'depth', 'depth'],
    );
});
