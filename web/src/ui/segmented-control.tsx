// A segmented control: radio buttons side by side, for a choice of a few.
interface SegmentedControlProps<T extends string> {
    legend: string;
    name: string;
    value: T;
    options: [T, string][];
    onPick: (value: T) => void;
}

export function SegmentedControl<T extends string>({
    legend,
    name,
    value,
    options,
    onPick,
}: SegmentedControlProps<T>) {
    return (
        <fieldset class="choices">
            <legend>{legend}</legend>
            <div class="segments">
                {options.map(([key, text]) => (
                    <label key={key} class={key === value ? 'on' : ''}>
                        <input
                            type="radio"
                            name={name}
                            value={key}
                            checked={key === value}
                            onChange={() => onPick(key)}
                        />
                        <span>{text}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}
