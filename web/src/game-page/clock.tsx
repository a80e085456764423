// A player's clock: what is left for the game and for the turn, counting down between two messages
// of the server, with tenths of a second under ten seconds.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Clocks } from '../api/client';
import { Icon } from '../ui/icons';
import type { GameRules, Side } from '../rules/rules';
import { countOf } from '../ui/text';

const TENTHS_BELOW_MS = 10_000;
const LOW_MS = 20_000; // or a fifth of the whole time, where that is less
const HOUR = 3600;
const DAY = 24 * HOUR;

/** "9.4", "0:59", "12:05", "1:00:00", "2 days 4 h". Never rounded up: 0.0 means that time is up. */
export function clockText(ms: number): string {
    const left = Math.max(0, ms);
    if (left < TENTHS_BELOW_MS) return (Math.floor(left / 100) / 10).toFixed(1);
    const seconds = Math.floor(left / 1000);
    if (seconds >= DAY) {
        const hours = Math.floor((seconds % DAY) / HOUR);
        return countOf(Math.floor(seconds / DAY), 'day') + (hours ? ` ${hours} h` : '');
    }
    const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
    const minutes = (seconds % HOUR) / 60;
    if (seconds < HOUR) return `${Math.floor(minutes)}:${two(seconds % 60)}`;
    return `${Math.floor(seconds / HOUR)}:${two(minutes)}:${two(seconds % 60)}`;
}

/** What a player's clock shows at a moment, in milliseconds. */
export interface ClockView {
    running: boolean;
    game: number | null; // null: no time for the whole game
    turn: number | null; // null: no time for each turn
    delay: number; // until the clock starts; 0: it runs, or stands
    low: boolean;
    up: boolean; // time is up
}

/** The clock of one player. `toMove`: it is this player's turn; `now` as performance.now(). */
export function clockView(
    clock: Clocks,
    rules: GameRules,
    index: number,
    side: Side,
    toMove: boolean,
    now: number,
): ClockView {
    const running = clock.runs === side;
    const counts = clock.runs ? running : toMove; // whose turn it is on the server
    const passed = running ? Math.max(0, now - (clock.at ?? now)) : 0;
    const delay = Math.max(0, (clock.delay ?? 0) - passed);
    const used = Math.max(0, passed - (clock.delay ?? 0));
    const wholeTurn = Number(rules.turn) * 1000;
    const wholeGame = Number(rules.game) * 1000;
    const left = clock.left?.[index];
    const game = left === undefined ? null : Math.max(0, left - used);
    const turnLeft = counts ? (clock.turn ?? 0) - used : wholeTurn;
    const turn = clock.turn === undefined ? null : Math.max(0, turnLeft);
    const isLow = (ms: number | null, whole: number) =>
        ms !== null && ms <= Math.min(LOW_MS, whole / 5);
    return {
        running,
        game,
        turn,
        delay: running ? delay : 0,
        low: isLow(game, wholeGame) || isLow(turn, wholeTurn),
        up: game === 0 || turn === 0,
    };
}

/** When a text changes next. */
function nextChange(ms: number | null): number {
    if (ms === null || ms <= 0) return Infinity;
    return (ms % (ms < TENTHS_BELOW_MS ? 100 : 1000)) + 1;
}

interface ClockFaceProps {
    clock: Clocks;
    known: boolean; // else it stands where it was when that was known last
    rules: GameRules;
    index: number; // in the order of play
    side: Side;
    toMove: boolean;
}

export function ClockFace({ clock, known, rules, index, side, toMove }: ClockFaceProps) {
    const [, setNow] = useState(0);
    const now = useRef(0);
    if (known) now.current = performance.now();
    const view = clockView(clock, rules, index, side, toMove, now.current);
    const { game, turn, delay, low, up } = view;
    const running = known && view.running;
    useEffect(() => {
        const wait = Math.min(nextChange(game), nextChange(turn), nextChange(delay));
        if (!running || wait === Infinity) return;
        const timer = setTimeout(() => setNow(performance.now()), wait);
        return () => clearTimeout(timer);
    });
    const main = game ?? turn ?? 0;
    const second = game !== null && turn !== null && toMove ? turn : null;
    return (
        <span
            class={`clock ${running ? 'running' : ''} ${low ? 'low' : ''}`}
            role="timer"
            aria-label={spokenClock(view, main) + (known ? '' : ', when last known')}
        >
            {up ? <Icon name="flag" /> : low && <span class="mark">!</span>}
            {clockText(main)}
            {second !== null && <small>{clockText(second)}</small>}
            {delay > 0 && <small>+{clockText(delay)}</small>}
        </span>
    );
}

function spokenClock({ low, up }: ClockView, main: number): string {
    if (up) return 'Time is up';
    return `${clockText(main)} left${low ? ', running low' : ''}`;
}
