// Looking at a game from elsewhere: its text is pasted, or its file chosen or dropped on the page.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { postRecord } from '../api/client';
import type { RecordState } from '../game/record';
import { awaitAnswer } from '../ui/late';
import { Problem } from '../ui/status';
import { errorSentence } from '../api/error-text';

const TEXT_MAX = 1_000_000; // bytes; the server takes some more, in JSON
const TOO_LONG = 'This is too long. Paste one game of at most 1,000,000 characters.';
const NO_READER = "Part of the page couldn't be loaded. Please reload it.";

/** Checks that the server reads the text, then shows the game. */
async function showRecord(text: string, go: (path: string, state: RecordState) => void) {
    if (new Blob([text]).size > TEXT_MAX) return TOO_LONG;
    try {
        await postRecord(text, 1);
        go('/record', { record: text });
        return '';
    } catch (error) {
        return errorSentence(error);
    }
}

/** Takes a file that is dropped anywhere on the page; a text drops where the browser lets it. */
function useDrop(onFile: (file: File) => Promise<void>) {
    useEffect(() => {
        const onOver = (event: DragEvent) => {
            if (event.dataTransfer!.types.includes('Files')) event.preventDefault();
        };
        const onDrop = (event: DragEvent) => {
            const [file] = event.dataTransfer!.files;
            if (!file) return;
            event.preventDefault();
            void onFile(file);
        };
        addEventListener('dragover', onOver);
        addEventListener('drop', onDrop);
        return () => {
            removeEventListener('dragover', onOver);
            removeEventListener('drop', onDrop);
        };
    }, [onFile]);
}

export function RecordForm({ go }: { go: (path: string, state: RecordState) => void }) {
    const [text, setText] = useState('');
    const [problem, setProblem] = useState('');
    const file = useRef<HTMLInputElement>(null);
    const show = useCallback(
        async (wanted: string) => {
            setText(wanted);
            setProblem(wanted.trim() ? await showRecord(wanted, go) : 'Paste the moves of a game.');
        },
        [go],
    );
    const showFile = useCallback(
        async (chosen: File) => {
            const settle = awaitAnswer();
            const reader = await import('./file-text').catch(() => null);
            settle(reader ? 'came' : 'lost');
            if (!reader) return setProblem(NO_READER);
            const read = await reader.readText(chosen, TEXT_MAX, TOO_LONG);
            if (read.problem) setProblem(read.problem);
            else await show(read.text);
        },
        [show],
    );
    useDrop(showFile);
    const onFile = async () => {
        const input = file.current!; // gone once the game is shown
        const [chosen] = input.files ?? [];
        if (chosen) await showFile(chosen);
        input.value = '';
    };
    const onSubmit = (event: Event) => {
        event.preventDefault();
        void show(text);
    };
    return (
        <section class="card record-form" aria-label="Look at a game">
            <h2>Look at a game</h2>
            <form onSubmit={onSubmit}>
                <label>
                    <span>
                        Paste its moves, or drop its file here: APGN, PGN, or a list of moves.
                    </span>
                    <textarea
                        rows={3}
                        spellcheck={false}
                        placeholder="1. a1b2 i5h5 2. b2c3"
                        value={text}
                        onInput={(event) => setText(event.currentTarget.value)}
                    />
                </label>
                <Problem>{problem}</Problem>
                <div class="buttons">
                    <button>Show the game</button>
                    <button type="button" onClick={() => file.current!.click()}>
                        Choose a file
                    </button>
                    <input ref={file} type="file" hidden onChange={onFile} />
                </div>
            </form>
        </section>
    );
}
