// Choosing a clock for a new game: none, for each turn, for the whole game, or days for a turn.
import { SegmentedControl } from './segmented-control';
import { countOf } from './text';

export interface ClockChoice {
    kind: 'none' | 'turn' | 'game' | 'days';
    turn: number; // seconds
    minutes: number;
    bonus: 'gain' | 'delay';
    seconds: number; // of the bonus
    days: number;
}

export const DEFAULT_CLOCK: ClockChoice = {
    kind: 'none',
    turn: 15,
    minutes: 10,
    bonus: 'gain',
    seconds: 5,
    days: 3,
};

/** The settings of the rules for a choice; null: there is no clock. */
export function clockRules(choice: ClockChoice): Record<string, number> | null {
    const { kind, turn, minutes, bonus, seconds, days } = choice;
    if (kind === 'turn') return { turn };
    if (kind === 'days') return { days };
    if (kind === 'game') return { game: minutes * 60, ...(seconds && { [bonus]: seconds }) };
    return null;
}

const KINDS: [ClockChoice['kind'], string][] = [
    ['none', 'None'],
    ['turn', 'Move'],
    ['game', 'Game'],
    ['days', 'Days'],
];
const BONUSES: [ClockChoice['bonus'], string][] = [
    ['gain', 'Added after a move'],
    ['delay', 'Free in each move'],
];
const TURNS = [3, 5, 10, 15, 20, 30, 45, 60, 90, 120];
const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90];
const SECONDS = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30];
const DAYS = [1, 2, 3, 5, 7, 14];

interface ClockPickerProps {
    clock: ClockChoice;
    onChange: (changes: Partial<ClockChoice>) => void;
}

export function ClockPicker({ clock, onChange }: ClockPickerProps) {
    const { kind, turn, minutes, bonus, seconds, days } = clock;
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
