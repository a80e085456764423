// What a text says of the move in view: comments, glyphs, and what might have been played instead.
import { useEffect, useRef } from 'preact/hooks';
import type { GameRecord, Variation } from '../api/client';
import { roundsOf, type Entry } from '../game/state';

/** The signs of the numeric glyphs that have one. */
const SIGNS: Record<string, string> = {
    ...{ $1: '!', $2: '?', $3: '!!', $4: '??', $5: '!?', $6: '?!' },
    ...{ $10: '=', $13: '\u221E', $14: '\u2A72', $15: '\u2A71' },
    ...{ $16: '\u00B1', $17: '\u2213', $18: '+\u2212', $19: '\u2212+' },
};

/** The signs of glyphs behind a move: what praises or blames it directly, all else apart. */
function signsText(glyphs: (string | undefined)[]): string {
    return glyphs
        .map((glyph = '') => SIGNS[glyph] ?? glyph)
        .map((sign) => (/^[!?]*$/.test(sign) ? sign : ` ${sign}`))
        .join('');
}

/** A comment without what it holds for programs, such as [%clk 1:00:00]. */
function readable(comment: string): string {
    return comment.replace(/\[%[^\]]*\]/g, '').trim();
}

/** The signs behind each move, by the number of moves before them. */
export function signsOf({ moves, remarks }: GameRecord): string[] {
    const all = Array.from({ length: moves.length + 1 }, (): string[] => []);
    for (const { ply, glyph } of remarks) if (glyph) all[ply]?.push(glyph);
    return all.map(signsText);
}

/** When a move is played: `turn` counts the moves of all players from 0, as if nobody had left. */
interface Turn {
    turn: number;
    players: number;
}

/** The turn of a move of the game, by the number of moves up to it. */
function turnOf(entries: readonly Entry[], at: number): Turn {
    const players = entries[0]!.position.ejected.length;
    return { turn: roundsOf(entries, players).flat().indexOf(at), players };
}

/** "12. " or "12... ", as in the text of a game; on one line with the move. */
function numberText({ turn, players }: Turn): string {
    return `${Math.floor(turn / players) + 1}${turn % players === 0 ? '.' : '...'}\u00A0`;
}

/**
 * A variation, with those inside it in brackets. As in the text of a game a move has its number
 * where a round begins, and behind whatever is said in between.
 */
function Line({ items, turn, players }: Turn & { items: Variation }) {
    let next = turn;
    let numbered = false;
    const parts = items.map((item, i) => {
        const space = i > 0 && ' ';
        if ('glyph' in item) return <b key={i}>{signsText([item.glyph])}</b>;
        if ('move' in item) {
            const number =
                numbered && next % players !== 0 ? '' : numberText({ turn: next, players });
            next++;
            numbered = true;
            return (
                <span key={i}>
                    {space}
                    {number}
                    <b>{item.move}</b>
                </span>
            );
        }
        numbered = false;
        if ('variation' in item)
            return (
                <span key={i}>
                    {space}(<Line items={item.variation} turn={next - 1} players={players} />)
                </span>
            );
        const text = 'comment' in item ? readable(item.comment) : item.leaves;
        return <span key={i}>{text && `${space || ''}${text}`}</span>;
    });
    return <>{parts}</>;
}

interface RemarksCardProps {
    record: GameRecord;
    entries: readonly Entry[];
    at: number; // how many moves are played in the position in view
}

export function RemarksCard({ record: { moves, remarks }, entries, at }: RemarksCardProps) {
    const card = useRef<HTMLElement>(null);
    useEffect(() => card.current?.scrollTo(0, 0), [at]);
    const said = remarks.filter(({ leaves }) => !leaves);
    const here = said.filter(({ ply }) => ply === at);
    const signs = signsText(here.map(({ glyph }) => glyph));
    const turn = turnOf(entries, at);
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
                    {at > 0 && numberText(turn)}
                    <b>
                        {moves[at - 1]}
                        {signs}
                    </b>
                </p>
            )}
            {here.map(({ comment, variation }, i) => {
                if (comment && readable(comment)) return <p key={i}>{readable(comment)}</p>;
                return (
                    variation && (
                        <p key={i} class="variation">
                            Instead: <Line items={variation} {...turn} />
                        </p>
                    )
                );
            })}
        </section>
    );
}
