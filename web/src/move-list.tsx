// The list of moves, with buttons and keys to step through the game.
import { useEffect, useRef } from 'preact/hooks';
import { GLYPHS, type Grade, type Review } from './analysis';
import { Icon } from './icons';
import type { Move } from './rules';
import type { Entry } from './session';

interface MoveListProps {
    entries: readonly Entry[];
    at: number; // the entry in view
    review: Review | null;
    onGoTo: (to: number) => void;
}

export function MoveList({ entries, at, review, onGoTo }: MoveListProps) {
    const last = entries.length - 1;
    const list = useScrolledToCurrent(at, last);
    // White's first move leaves Black's place empty.
    const offset = entries[0]!.position.turn === 'w' ? 1 : 0;
    const rows = Math.ceil((last + offset) / 2);
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
        onGoTo(to);
    };
    const cell = (index: number) => (
        <MoveButton
            move={entries[index]?.move ?? null}
            grade={review?.moves[index - 1]?.grade}
            current={index === at}
            onPress={() => onGoTo(index)}
        />
    );
    return (
        <section class="moves card" aria-label="Moves" onKeyDown={onKeyDown}>
            <StepButtons at={at} last={last} onGoTo={onGoTo} />
            <div
                class="list"
                ref={list}
                tabindex={0}
                role="group"
                aria-label="Move list; step through it with the arrow keys"
            >
                {last === 0 && <p class="muted">No moves yet.</p>}
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

/** Keeps the current move in the middle of the list, also when its height changes. */
function useScrolledToCurrent(at: number, last: number) {
    const ref = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const list = ref.current!;
        const observer = new ResizeObserver(() => {
            const on = list.querySelector<HTMLElement>('[aria-current]');
            if (on) list.scrollTop = on.offsetTop - list.clientHeight / 2 + on.offsetHeight / 2;
            else list.scrollTop = 0;
        });
        observer.observe(list);
        return () => observer.disconnect();
    }, [at, last]);
    return ref;
}

interface MoveButtonProps {
    move: Move | null;
    grade: Grade | undefined;
    current: boolean;
    onPress: () => void;
}

function MoveButton({ move, grade, current, onPress }: MoveButtonProps) {
    if (!move) return <span class="move" />;
    return (
        <button
            class={`move ${move.ejects ? 'ejects' : ''}`}
            aria-current={current ? 'step' : undefined}
            tabindex={-1}
            title={move.ejects ? 'ejects a marble' : undefined}
            onClick={onPress}
        >
            {move.text}
            {grade && GLYPHS[grade] && (
                <span class={`glyph ${grade}`} title={grade}>
                    {GLYPHS[grade]}
                </span>
            )}
        </button>
    );
}

interface StepButtonsProps {
    at: number;
    last: number;
    onGoTo: (to: number) => void;
}

function StepButtons({ at, last, onGoTo }: StepButtonsProps) {
    const button = (label: string, icon: 'first' | 'back' | 'next' | 'last', to: number) => (
        <button
            aria-label={label}
            title={label}
            disabled={Math.max(0, Math.min(last, to)) === at}
            onClick={() => onGoTo(to)}
        >
            <Icon name={icon} />
        </button>
    );
    return (
        <div class="steps">
            {button('First position', 'first', 0)}
            {button('Previous move', 'back', at - 1)}
            <span class="count">
                {at} of {last}
            </span>
            {button('Next move', 'next', at + 1)}
            {button('Latest move', 'last', last)}
        </div>
    );
}
