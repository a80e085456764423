// What a text says of the move in view: comments, glyphs, and what might have been played instead.
import { useEffect, useRef } from 'preact/hooks';
import type { GameRecord, Variation } from '../api/client';

/** The signs of the numeric glyphs that have one. */
const SIGNS: Record<string, string> = {
    ...{ $1: '!', $2: '?', $3: '!!', $4: '??', $5: '!?', $6: '?!' },
    ...{ $10: '=', $13: '\u221E', $14: '\u2A72', $15: '\u2A71' },
    ...{ $16: '\u00B1', $17: '\u2213', $18: '+\u2212', $19: '\u2212+' },
};

function signOf(glyph: string): string {
    return SIGNS[glyph] ?? glyph;
}

/** A comment without what it holds for programs, such as [%clk 1:00:00]. */
function readable(comment: string): string {
    return comment.replace(/\[%[^\]]*\]/g, '').trim();
}

/** The signs behind each move, by the number of moves before them. */
export function signsOf({ moves, remarks }: GameRecord): string[] {
    const signs = Array<string>(moves.length + 1).fill('');
    for (const { ply, glyph } of remarks) if (glyph) signs[ply] += signOf(glyph);
    return signs;
}

/** A variation, with those inside it in brackets. */
function Line({ items }: { items: Variation }) {
    return (
        <>
            {items.map((item, i) => {
                const space = i > 0 && ' ';
                if ('glyph' in item) return <b key={i}>{signOf(item.glyph)}</b>;
                if ('move' in item)
                    return (
                        <b key={i}>
                            {space}
                            {item.move}
                        </b>
                    );
                if ('variation' in item)
                    return (
                        <span key={i}>
                            {space}(<Line items={item.variation} />)
                        </span>
                    );
                const text = 'comment' in item ? readable(item.comment) : item.leaves;
                return <span key={i}>{text && `${space || ''}${text}`}</span>;
            })}
        </>
    );
}

interface RemarksCardProps {
    record: GameRecord;
    at: number; // how many moves are played in the position in view
}

export function RemarksCard({ record: { moves, remarks }, at }: RemarksCardProps) {
    const card = useRef<HTMLElement>(null);
    useEffect(() => card.current?.scrollTo(0, 0), [at]);
    const said = remarks.filter(({ leaves }) => !leaves);
    const here = said.filter(({ ply }) => ply === at);
    const signs = here.map(({ glyph }) => (glyph ? signOf(glyph) : '')).join('');
    if (said.length === 0) return null;
    return (
        <section
            class="card record remarks"
            ref={card}
            tabindex={0}
            aria-label="Comments"
            aria-live="polite"
        >
            {here.length === 0 && <p class="muted">No comment here.</p>}
            {signs && (
                <p>
                    <b>
                        {moves[at - 1]} {signs}
                    </b>
                </p>
            )}
            {here.map(({ comment, variation }, i) => {
                if (comment && readable(comment)) return <p key={i}>{readable(comment)}</p>;
                return (
                    variation && (
                        <p key={i} class="variation">
                            Instead: <Line items={variation} />
                        </p>
                    )
                );
            })}
        </section>
    );
}
