// The card that sets up another position: a layout, or any text that the rules read as one.
import { useState } from 'preact/hooks';
import { errorSentence } from '../api/error-text';
import { useRules } from '../rules/context';
import { layoutTitle } from '../rules/text';

interface SetupCardProps {
    start: string;
    position: string; // in view, as text
    onSetUp: (start: string) => void;
}

export function SetupCard({ start, position, onSetUp }: SetupCardProps) {
    const rules = useRules();
    const [text, setText] = useState('');
    const [problem, setProblem] = useState('');
    const layouts = rules.layouts();
    const setUp = (chosen: string) => {
        try {
            rules.describePosition(chosen);
            onSetUp(chosen);
        } catch (error) {
            setProblem(errorSentence(error));
        }
    };
    return (
        <details class="card set-up">
            <summary>Position</summary>
            <label>
                Layout
                <select
                    value={layouts.some(({ name }) => name === start) ? start : ''}
                    onChange={(event) => setUp(event.currentTarget.value)}
                >
                    <option value="" disabled>
                        none
                    </option>
                    {layouts.map(({ name }) => (
                        <option key={name} value={name}>
                            {layoutTitle(name)}
                        </option>
                    ))}
                </select>
            </label>
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    setUp(text.trim());
                }}
            >
                <label for="set-up">Text of a position</label>
                <textarea
                    id="set-up"
                    rows={3}
                    value={text}
                    placeholder={position}
                    onInput={(event) => {
                        setText(event.currentTarget.value);
                        setProblem('');
                    }}
                />
                {problem && <p class="problem">{problem}</p>}
                <button disabled={!text.trim()}>Set up</button>
            </form>
        </details>
    );
}
