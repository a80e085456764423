// A field to type a move into.
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../ui/icons';
import { errorSentence } from '../api/error-text';

interface MoveInputProps {
    position: object; // in which the move is played
    refusal: string; // why no move can be played now, '' if one can
    onMove: (text: string) => void; // throws an error to show
}

export function MoveInput({ position, refusal, onMove }: MoveInputProps) {
    const [text, setText] = useState('');
    const [problem, setProblem] = useState('');
    // What was wrong was so in another position, or before the turn came.
    useEffect(() => setProblem(''), [position, refusal]);
    const submit = (event: Event) => {
        event.preventDefault();
        if (!text.trim()) return;
        if (refusal) {
            setProblem(refusal);
            return;
        }
        try {
            onMove(text.trim());
            setText('');
            setProblem('');
        } catch (error) {
            setProblem(errorSentence(error));
        }
    };
    return (
        <form class="typed" onSubmit={submit}>
            <label for="typed" class="visually-hidden">
                Type a move
            </label>
            <input
                id="typed"
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck={false}
                placeholder="Type a move, such as a1b2"
                value={text}
                aria-invalid={problem ? true : undefined}
                aria-describedby="typed-problem"
                onInput={(event) => {
                    setText(event.currentTarget.value);
                    setProblem('');
                }}
            />
            <button aria-label="Play move" title="Play move">
                <Icon name="send" />
            </button>
            <p id="typed-problem" class="problem" role="alert">
                {problem}
            </p>
        </form>
    );
}
