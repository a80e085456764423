// Choosing the rules: a preset, and under it every setting (docs/rules.md). Closed until asked for.
import { useMemo } from 'preact/hooks';
import { clockOf, rulesText, startOf, type GameForm } from './new-game';
import { RulesError, type GameRules } from './rules';
import { useRules } from './rules-context';
import { capital } from './text';

/** The presets with what each is for. */
const PRESETS: [string, string][] = [
    [
        'classic',
        'The usual game. The third time of a position is a draw, and so are 200 moves without an ejection.',
    ],
    [
        'tournament',
        'Clocks of 20 minutes. If nobody has ejected after 15 turns, who is nearer to the centre wins.',
    ],
    ['course', '5 seconds a turn. After 80 moves the score decides.'],
    ['arena', 'After 400 moves the score decides.'],
    ['ko', 'No earlier position may come again.'],
    ['solver', 'Nothing but ejections ends the game.'],
];

interface NumberSetting {
    name: string;
    text: string;
    max: number;
    off: boolean; // 0 turns it off
}

const UNTOUCHED = 'Without an ejection by this turn,';

const NUMBERS: NumberSetting[] = [
    { name: 'win', text: 'Marbles to eject', max: 61, off: false },
    { name: 'repetition', text: 'Repetitions of a position for a draw', max: 255, off: true },
    { name: 'quiet', text: 'Moves without an ejection for a draw', max: 65535, off: true },
    { name: 'centre', text: `${UNTOUCHED} whoever is nearer to the centre wins`, max: 65535, off: true },
    { name: 'line', text: `${UNTOUCHED} whoever is nearer to the middle row wins`, max: 65535, off: true },
    { name: 'passive', text: 'Passive moves in a row that lose the game', max: 65535, off: true },
    { name: 'plies', text: 'Moves after which the game ends', max: 10000, off: true },
];

interface RulesPickerProps {
    form: GameForm;
    onChange: (changes: Pick<GameForm, 'rules' | 'clock'>) => void;
}

export function RulesPicker({ form, onChange }: RulesPickerProps) {
    const { preset, changes } = form.rules;
    const rules = useRules();
    const title = capital(preset);
    const pick = (name: string) =>
        onChange({
            rules: { preset: name, changes: {} },
            clock: clockOf(rules.describeRules(startOf(form, rules), name)),
        });
    const changed = Object.keys(changes).length > 0;
    return (
        <details class="rules">
            <summary>
                <b>More rules</b>{' '}
                <span class="muted">{changed ? `${title}, changed` : title}</span>
            </summary>
            <label class="field">
                <span>Kind of game</span>
                <select
                    value={preset}
                    onChange={(event) => pick(event.currentTarget.value)}
                >
                    {PRESETS.map(([name]) => (
                        <option key={name} value={name}>
                            {capital(name)}
                        </option>
                    ))}
                </select>
            </label>
            <p class="fine muted">{PRESETS.find(([name]) => name === preset)![1]}</p>
            <Settings form={form} onChange={onChange} />
        </details>
    );
}

function Settings({ form, onChange }: RulesPickerProps) {
    const rules = useRules();
    const { preset, changes } = form.rules;
    const two = form.seats.length === 2; // with more, the line is the centre, and nobody is too passive (R14)
    const start = startOf(form, rules);
    const usual = useMemo(() => rules.describeRules(start, preset), [rules, start, preset]);
    const problem = useProblem(form);
    const set = (name: string, value: string) => {
        const { [name]: _, ...rest } = changes;
        const changed = value !== textOf(usual, name);
        const next = changed ? { ...rest, [name]: value } : rest;
        onChange({ rules: { preset, changes: next }, clock: form.clock });
    };
    const valueOf = (name: string) => changes[name] ?? textOf(usual, name);
    return (
        <>
            {NUMBERS.filter(({ name }) => two || (name !== 'line' && name !== 'passive')).map((setting) => (
                <NumberField
                    key={setting.name}
                    setting={setting}
                    value={valueOf(setting.name)}
                    onChange={(value) => set(setting.name, value)}
                />
            ))}
            {valueOf('plies') !== '0' && (
                <Box
                    text="then who has ejected more wins"
                    on={valueOf('limit') === 'score'}
                    onChange={(on) => set('limit', on ? 'score' : 'draw')}
                />
            )}
            {two && (
                <Box
                    text="Who has no legal move loses"
                    on={valueOf('stuck') === 'loss'}
                    onChange={(on) => set('stuck', on ? 'loss' : 'draw')}
                />
            )}
            <Box
                text="Ko: no earlier position may come again"
                on={valueOf('ko') === 'yes'}
                onChange={(on) => set('ko', on ? 'yes' : 'no')}
            />
            <p class="problem" role="status">
                {problem}
            </p>
        </>
    );
}

/** The value of a setting as rules are written. */
function textOf(rules: GameRules, name: string): string {
    const value = rules[name];
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return String(value);
}

/** What is wrong with the rules, '' if nothing is. */
function useProblem(form: GameForm): string {
    const rules = useRules();
    const start = startOf(form, rules);
    const text = rulesText(form);
    return useMemo(() => {
        try {
            rules.describeRules(start, text);
            return '';
        } catch (error) {
            return error instanceof RulesError ? `${capital(error.message)}.` : String(error);
        }
    }, [rules, start, text]);
}

interface NumberFieldProps {
    setting: NumberSetting;
    value: string;
    onChange: (value: string) => void;
}

function NumberField({ setting, value, onChange }: NumberFieldProps) {
    const { text, max, off } = setting;
    return (
        <label class="field">
            <span>{text}</span>
            <input
                type="number"
                inputMode="numeric"
                min={off ? 0 : 1}
                max={max}
                placeholder={off ? 'off' : ''}
                value={off && value === '0' ? '' : value}
                onInput={(event) => onChange(event.currentTarget.value || '0')}
            />
        </label>
    );
}

interface BoxProps {
    text: string;
    on: boolean;
    onChange: (on: boolean) => void;
}

function Box({ text, on, onChange }: BoxProps) {
    return (
        <label class="check">
            <input
                type="checkbox"
                checked={on}
                onChange={(event) => onChange(event.currentTarget.checked)}
            />
            <span>{text}</span>
        </label>
    );
}
