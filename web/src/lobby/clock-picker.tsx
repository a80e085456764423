// Choosing a clock for a new game: none, for each turn, for the whole game, or days for a turn
// or for the game.
import { SegmentedControl } from '../ui/segmented-control';
import { countOf } from '../ui/text';

export interface ClockChoice {
    kind: 'none' | 'turn' | 'game' | 'days' | 'bank';
    turn: number; // seconds
    minutes: number;
    bonus: 'gain' | 'delay';
    seconds: number; // of the bonus
    days: number;
    bank: number; // days
    gain: number; // hours for each move, up to twice the bank
}

export const DEFAULT_CLOCK: ClockChoice = {
    kind: 'none',
    turn: 15,
    minutes: 10,
    bonus: 'gain',
    seconds: 5,
    days: 3,
    bank: 10,
    gain: 24,
};

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The settings of the rules for a choice; null: there is no clock. */
export function clockRules(choice: ClockChoice): Record<string, number> | null {
    const { kind, turn, minutes, bonus, seconds, days, bank, gain } = choice;
    if (kind === 'turn') return { turn };
    if (kind === 'days') return { days };
    if (kind === 'bank') return { bank, ...(gain && { gain: gain * HOUR, cap: 2 * bank * DAY }) };
    if (kind === 'game') return { game: minutes * 60, ...(seconds && { [bonus]: seconds }) };
    return null;
}

const KINDS: [ClockChoice['kind'], string][] = [
    ['none', 'None'],
    ['turn', 'Move'],
    ['game', 'Game'],
    ['days', 'Days'],
    ['bank', 'Bank'],
];
const BONUSES: [ClockChoice['bonus'], string][] = [
    ['gain', 'Added after a move'],
    ['delay', 'Free in each move'],
];
const TURNS = [3, 5, 10, 15, 20, 30, 45, 60, 90, 120];
const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90];
const SECONDS = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30];
const DAYS = [1, 2, 3, 5, 7, 14, 21];
const BANKS = [2, 3, 5, 7, 10, 14, 20];
const GAINS = [0, 6, 12, 24, 48, 72];

/** Whether the picker can show this choice, also what it keeps for the other kinds of clock. */
export function isClockOffered(choice: ClockChoice): boolean {
    const { kind, turn, minutes, bonus, seconds, days, bank, gain } = choice;
    const isOf = <Value,>(options: [Value, string][], value: Value) =>
        options.some(([one]) => one === value);
    return (
        isOf(KINDS, kind) &&
        isOf(BONUSES, bonus) &&
        TURNS.includes(turn) &&
        MINUTES.includes(minutes) &&
        SECONDS.includes(seconds) &&
        DAYS.includes(days) &&
        BANKS.includes(bank) &&
        GAINS.includes(gain)
    );
}

interface ClockPickerProps {
    clock: ClockChoice;
    onChange: (changes: Partial<ClockChoice>) => void;
}

export function ClockPicker({ clock, onChange }: ClockPickerProps) {
    const { kind, turn, minutes, bonus, seconds, days, bank, gain } = clock;
    return (
        <>
            <SegmentedControl
                legend="Clock"
                name="clock"
                value={kind}
                options={KINDS}
                onPick={(value) => onChange({ kind: value })}
            />
            {kind === 'turn' && (
                <Steps
                    label="For each move"
                    value={turn}
                    values={TURNS}
                    unit="second"
                    onChange={(value) => onChange({ turn: value })}
                />
            )}
            {kind === 'days' && (
                <Steps
                    label="For each move"
                    value={days}
                    values={DAYS}
                    unit="day"
                    onChange={(value) => onChange({ days: value })}
                />
            )}
            {kind === 'bank' && (
                <>
                    <Steps
                        label="For all moves"
                        value={bank}
                        values={BANKS}
                        unit="day"
                        onChange={(value) => onChange({ bank: value })}
                    />
                    <Steps
                        label="More after a move"
                        value={gain}
                        values={GAINS}
                        unit="hour"
                        onChange={(value) => onChange({ gain: value })}
                    />
                    {gain > 0 && <p class="fine muted">It never grows over {2 * bank} days.</p>}
                </>
            )}
            {kind === 'game' && (
                <>
                    <Steps
                        label="For each player"
                        value={minutes}
                        values={MINUTES}
                        unit="minute"
                        onChange={(value) => onChange({ minutes: value })}
                    />
                    <SegmentedControl
                        legend="Extra time"
                        name="bonus"
                        value={bonus}
                        options={BONUSES}
                        onPick={(value) => onChange({ bonus: value })}
                    />
                    <Steps
                        label="Extra time for a move"
                        value={seconds}
                        values={SECONDS}
                        unit="second"
                        onChange={(value) => onChange({ seconds: value })}
                    />
                </>
            )}
        </>
    );
}

interface StepsProps {
    label: string;
    value: number;
    values: number[];
    unit: string;
    onChange: (value: number) => void;
}

/** A slider over a few values. */
function Steps({ label, value, values, unit, onChange }: StepsProps) {
    const id = `clock-${label.replace(/ /g, '-').toLowerCase()}`;
    return (
        <div class="level">
            <label for={id}>
                {label} <output>{countOf(value, unit)}</output>
            </label>
            <input
                id={id}
                type="range"
                min="0"
                max={values.length - 1}
                value={values.indexOf(value)}
                aria-valuetext={countOf(value, unit)}
                onInput={(e) => onChange(values[Number(e.currentTarget.value)]!)}
            />
        </div>
    );
}
