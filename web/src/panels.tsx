// What stands around the board.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Marble } from './board';
import { Icon } from './icons';
import { GLYPHS, type Review } from './insight';
import type { Side } from './rules';
import type { Entry } from './session';
import { colourName, errorSentence, other } from './words';

interface StripProps {
    side: Side;
    name: string;
    ejected: number; // marbles that this side has pushed off
    win: number;
    toMove: boolean;
    thinking: boolean;
    won: boolean;
}

export function PlayerStrip({ side, name, ejected, win, toMove, thinking, won }: StripProps) {
    const slots = Array.from({ length: Math.max(win, ejected) }, (_, i) => i < ejected);
    return (
        <section
            class={`strip ${toMove ? 'to-move' : ''} ${won ? 'won' : ''}`}
            aria-label={`${colourName(side)}: ${name}`}
        >
            <svg class="dot" viewBox="-.55 -.55 1.1 1.1" aria-hidden="true">
                <Marble side={side} />
            </svg>
            <span class="who">
                <b>{name}</b>
                {name !== colourName(side) && <span class="muted">{colourName(side)}</span>}
                {thinking && <span class="dots" aria-hidden="true" />}
            </span>
            <span class="tray" role="img" aria-label={`has pushed off ${ejected} of ${win}`}>
                {slots.map((full, i) => (
                    <svg
                        key={i}
                        class={full ? 'full' : 'free'}
                        viewBox="-.5 -.5 1 1"
                        aria-hidden="true"
                    >
                        {full ? (
                            <circle class={`body ${other(side)}`} r=".44" />
                        ) : (
                            <circle class="slot" r=".4" />
                        )}
                    </svg>
                ))}
            </span>
        </section>
    );
}

export function MoveList({
    entries,
    at,
    review,
    onStep,
}: {
    entries: Entry[];
    at: number;
    review: Review | null;
    onStep: (to: number) => void;
}) {
    const box = useRef<HTMLDivElement>(null);
    const last = entries.length - 1;
    const offset = entries[0]!.position.turn === 'w' ? 1 : 0; // White's first move leaves Black's place empty
    const rows = Math.ceil((last + offset) / 2);
    useEffect(() => {
        const list = box.current!;
        // at once, and again whenever the panels above leave it more or less room
        const resized = new ResizeObserver(() => {
            const on = list.querySelector<HTMLElement>('[aria-current]');
            if (on) list.scrollTop = on.offsetTop - list.clientHeight / 2 + on.offsetHeight / 2;
            else list.scrollTop = 0;
        });
        resized.observe(list);
        return () => resized.disconnect();
    }, [at, last]);
    const keys: Record<string, number> = {
        ArrowLeft: at - 1,
        ArrowUp: at - 1,
        ArrowRight: at + 1,
        ArrowDown: at + 1,
        Home: 0,
        End: last,
    };
    const onKeyDown = (event: KeyboardEvent) => {
        const to = keys[event.key];
        if (to === undefined) return;
        event.preventDefault();
        onStep(to);
    };
    const cell = (index: number) => {
        const move = entries[index]?.move;
        if (!move) return <span class="move" />;
        const grade = review?.moves[index - 1]?.grade;
        return (
            <button
                class={`move ${move.ejects ? 'ejects' : ''}`}
                aria-current={index === at ? 'step' : undefined}
                tabindex={-1}
                title={move.ejects ? 'pushes a marble off' : undefined}
                onClick={() => onStep(index)}
            >
                {move.text}
                {grade && GLYPHS[grade] && (
                    <span class={`glyph ${grade}`} title={grade}>
                        {GLYPHS[grade]}
                    </span>
                )}
            </button>
        );
    };
    return (
        <section class="moves card" aria-label="Moves" onKeyDown={onKeyDown}>
            <div class="steps">
                <button
                    aria-label="To the start"
                    title="To the start (Home)"
                    disabled={at === 0}
                    onClick={() => onStep(0)}
                >
                    <Icon name="first" />
                </button>
                <button
                    aria-label="One move back"
                    title="One move back"
                    disabled={at === 0}
                    onClick={() => onStep(at - 1)}
                >
                    <Icon name="back" />
                </button>
                <span class="count">
                    {at} of {last}
                </span>
                <button
                    aria-label="One move on"
                    title="One move on"
                    disabled={at === last}
                    onClick={() => onStep(at + 1)}
                >
                    <Icon name="next" />
                </button>
                <button
                    aria-label="To the newest move"
                    title="To the newest move (End)"
                    disabled={at === last}
                    onClick={() => onStep(last)}
                >
                    <Icon name="last" />
                </button>
            </div>
            <div
                class="list"
                ref={box}
                tabindex={0}
                role="group"
                aria-label="Move list; arrow keys step through it"
            >
                {last === 0 && <p class="muted">No move yet.</p>}
                <ol>
                    {Array.from({ length: rows }, (_, row) => (
                        <li key={row}>
                            <span class="number" aria-hidden="true">
                                {row + 1}
                            </span>
                            {cell(row * 2 + 1 - offset)}
                            {cell(row * 2 + 2 - offset)}
                        </li>
                    ))}
                </ol>
            </div>
        </section>
    );
}

export function TypedMove({
    enabled,
    onMove,
}: {
    enabled: boolean;
    onMove: (text: string) => void;
}) {
    const [text, setText] = useState('');
    const [problem, setProblem] = useState('');
    const submit = (event: Event) => {
        event.preventDefault();
        if (!text.trim()) return;
        if (!enabled) {
            setProblem('It is not your turn.');
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
            <label for="typed" class="unseen">
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
            <button aria-label="Play the typed move" title="Play the typed move">
                <Icon name="send" />
            </button>
            <p id="typed-problem" class="problem" role="alert">
                {problem}
            </p>
        </form>
    );
}

export function ShareCard({ id, keyText }: { id: string; keyText: string }) {
    const [copied, setCopied] = useState(false);
    const field = useRef<HTMLInputElement>(null);
    const link = `${location.origin}/g/${id}#${keyText}`;
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(link);
        } catch {
            // Without the right to the clipboard the old way may still work.
            field.current!.select();
            document.execCommand('copy');
        }
        setCopied(true);
        setTimeout(() => setCopied(false), 2500);
    };
    return (
        <section class="card share" aria-label="Invite a friend">
            <p>Send this link to your friend. Whoever opens it plays the other side.</p>
            <div class="row">
                <input
                    ref={field}
                    readOnly
                    value={link}
                    aria-label="Link for your friend"
                    onFocus={(e) => e.currentTarget.select()}
                />
                <button class="primary" onClick={copy}>
                    <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
                </button>
            </div>
        </section>
    );
}

export function ResultCard({
    reason,
    mine,
    onAgain,
    onReview,
}: {
    reason: string;
    mine: Side[];
    onAgain: () => void;
    onReview?: (() => void) | undefined;
}) {
    return (
        <section class="card result" aria-label="Result">
            {reason && <p>{reason[0]!.toUpperCase() + reason.slice(1)}.</p>}
            <div class="buttons">
                {mine.length > 0 && (
                    <button class="primary" onClick={onAgain}>
                        <Icon name="again" /> Play again
                    </button>
                )}
                {onReview && (
                    <button onClick={onReview}>
                        <Icon name="analyse" /> Review
                    </button>
                )}
                <a class="button" href="/" data-go>
                    New game
                </a>
            </div>
        </section>
    );
}
