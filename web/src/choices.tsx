// One of a few, side by side.
interface ChoicesProps<T extends string> {
    legend: string;
    name: string;
    value: T;
    of: [T, string][];
    onPick: (value: T) => void;
}

export function Choices<T extends string>({ legend, name, value, of, onPick }: ChoicesProps<T>) {
    return (
        <fieldset class="choices">
            <legend>{legend}</legend>
            <div class="segments">
                {of.map(([key, text]) => (
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
