// What the unit tests share: the compiled rules, and rules of a game.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { RulesModule } from '../../../web/src/rules/rules.ts';

export function loadRules() {
    assert.ok(process.env.PAUA_WASM, 'the variable PAUA_WASM must name paua.wasm');
    const headers = { 'Content-Type': 'application/wasm' };
    return RulesModule.load(new Response(readFileSync(process.env.PAUA_WASM), { headers }));
}

/** The usual options of a game. */
export const GAME_RULES = { text: 'classic,stuck=loss,quiet=0', win: 6 };

// Black can push two marbles by e2e3; Black can eject one by e5e6.
export const PUSHES = '5/6/7/8/1bbbww3/8/7/6/5 b';
export const EJECTION = '5/6/7/8/4bbbww/8/7/6/5 b';

// Four players; the layout standard-4, rows only.
export const FOUR = 'bbbb1/bbbb1w/5ww/g5ww/gg5ww/gg5w/gg5/g1rrrr/1rrrr';
