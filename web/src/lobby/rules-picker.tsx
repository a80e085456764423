// Choosing the rules: a preset, and under it every setting (docs/rules.md). Closed until asked for.
import { useMemo } from 'preact/hooks';
import { clockOf, PRESETS, rulesText, startOf, type GameForm } from './new-game';
import { RulesError, type GameRules, type RulesSetting } from '../rules/rules';
import { useRules } from '../rules/context';
import { capital } from '../ui/text';

const PLIES_MAX = 10000; // no game on a server is longer

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
                <b>More rules</b> <span class="muted">{changed ? `${title}, changed` : title}</span>
            </summary>
            <label class="setting">
                <span>Kind of game</span>
                <select value={preset} onChange={(event) => pick(event.currentTarget.value)}>
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
    const shown = rules.settings.filter(
        ({ forTwo, needs }) => (two || !forTwo) && (!needs || valueOf(needs) !== '0'),
    );
    // The end of the game comes last of the numbers: the box below it says what happens then.
    const isLimit = ({ name, needs }: RulesSetting) => name === 'plies' || needs === 'plies';
    const numbers = shown.filter((setting) => setting.most && !isLimit(setting));
    const boxes = shown.filter((setting) => setting.choices && !isLimit(setting));
    return (
        <>
            {[...numbers, ...shown.filter(isLimit), ...boxes].map((setting) => (
                <Setting
                    key={setting.name}
                    setting={setting}
                    value={valueOf(setting.name)}
                    onChange={(value) => set(setting.name, value)}
                />
            ))}
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

interface SettingProps {
    setting: RulesSetting;
    value: string;
    onChange: (value: string) => void;
}

function Setting(props: SettingProps) {
    const { setting, value, onChange } = props;
    if (!setting.choices) return <NumberField {...props} />;
    const [off, on] = setting.choices;
    return (
        <Box
            text={setting.text}
            on={value === on}
            onChange={(checked) => onChange(checked ? on : off)}
        />
    );
}

function NumberField({ setting, value, onChange }: SettingProps) {
    const { name, text, least, most } = setting;
    const off = least === 0;
    return (
        <label class="setting">
            <span>{text}</span>
            <input
                type="number"
                inputMode="numeric"
                min={least}
                max={name === 'plies' ? PLIES_MAX : most}
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
