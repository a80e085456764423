// The list of moves, with keys to step through the game.
import { useEffect, useRef } from 'preact/hooks';
import { GLYPHS, type Review } from '../analysis/analysis';
import type { Grade } from '../api/client';
import { MarbleIcon } from '../board/marble-shape';
import { roundsOf, type Entry } from '../game/state';

interface MoveListProps {
    entries: readonly Entry[];
    at: number; // the entry in view
    review: Review | null;
    signs: readonly string[] | undefined; // behind each move, where no review has one
    unsent: boolean; // the last move is not sent yet
    onGoTo: (to: number) => void;
}

export function MoveList({ entries, at, review, signs, unsent, onGoTo }: MoveListProps) {
    const last = entries.length - 1;
    const list = useScrolledToCurrent(at, last);
    const players = entries[0]!.position.ejected.length;
    const rows = roundsOf(entries, players);
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
    const cell = (index: number | null, column: number) => (
        <MoveButton
            key={column}
            entry={index === null ? null : entries[index]!}
            grade={index === null ? undefined : review?.moves[index - 1]?.grade}
            sign={index === null ? undefined : signs?.[index]}
            current={index === at}
            unsent={unsent && index === last}
            onPress={() => index !== null && onGoTo(index)}
        />
    );
    return (
        <section class="moves card" aria-label="Moves" onKeyDown={onKeyDown}>
            <div
                class="list"
                ref={list}
                tabindex={0}
                role="group"
                aria-label="Move list; step through it with the arrow keys"
            >
                {last === 0 && <p class="muted">No moves yet.</p>}
                <ol class={players > 2 ? 'many' : ''}>
                    {rows.map((row, i) => (
                        <li key={i}>
                            <span class="number" aria-hidden="true">
                                {i + 1}
                            </span>
                            {row.map(cell)}
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
    entry: Entry | null;
    grade: Grade | undefined;
    sign: string | undefined;
    current: boolean;
    unsent: boolean;
    onPress: () => void;
}

function MoveButton({ entry, grade, sign, current, unsent, onPress }: MoveButtonProps) {
    if (!entry?.move) return <span class="move" />;
    const { move, mover, position } = entry;
    const glyph = grade ? GLYPHS[grade] : sign;
    return (
        <button
            class={`move ${move.ejects ? 'ejects' : ''}`}
            aria-current={current ? 'step' : undefined}
            tabindex={-1}
            title={move.ejects ? 'ejects a marble' : undefined}
            onClick={onPress}
        >
            {position.ejected.length > 2 && mover && <MarbleIcon kind={mover} />}
            {move.text}
            {unsent && (
                <span class="glyph" role="img" aria-label="not sent yet" title="not sent yet">
                    &hellip;
                </span>
            )}
            {glyph && (
                <span class={`glyph ${grade ?? ''}`} title={grade}>
                    {glyph}
                </span>
            )}
        </button>
    );
}
