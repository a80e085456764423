// The card of the engine: how deep it is, its lines with their scores, what threatens and hangs.
import { Facts } from '../analysis/analysis-card';
import { forcedWinner, movesToEnd } from '../analysis/figures';
import type { Position } from '../rules/rules';
import { colourName } from '../rules/text';
import type { EngineLine, Found } from './use-engine';

export const LINES_MAX = 5;
const LINE_MOVES = 8; // shown of each

/** 1234567 as "1.2 M", 12345 as "12 k". */
export function countText(count: number): string {
    if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
    return count >= 1e3 ? `${Math.round(count / 1e3)} k` : String(count);
}

/** The score of a line: "+0.35" (of two players from Black's view), or a forced "White in 3". */
export function scoreText({ score }: EngineLine, { turn, ejected }: Position): string {
    const players = ejected.length;
    if ('cp' in score) {
        const value = (players === 2 && turn !== 'b' ? -score.cp : score.cp) / 1000;
        return `${value < 0 ? '\u2212' : '+'}${Math.abs(value).toFixed(2)}`;
    }
    const side = forcedWinner(score, turn, players);
    const moves = movesToEnd(score, players);
    return side ? `${colourName(side)} in ${moves}` : `Lost in ${moves}`;
}

interface EngineCardProps {
    found: Found | null;
    position: Position;
    on: boolean;
    lines: number;
    onSwitch: (on: boolean) => void;
    onLines: (lines: number) => void;
    onPlay: (moves: string[]) => void;
}

export function EngineCard(props: EngineCardProps) {
    const { found, position, on, lines, onSwitch, onLines, onPlay } = props;
    const ended = position.result !== '*';
    return (
        <section class="card engine" aria-label="Engine">
            <header>
                <label class="switch">
                    <input
                        type="checkbox"
                        checked={on}
                        onChange={(event) => onSwitch(event.currentTarget.checked)}
                    />
                    <h2>Engine</h2>
                </label>
                <label>
                    <span class="visually-hidden">Lines</span>
                    <select
                        value={lines}
                        title="Lines"
                        onChange={(event) => onLines(Number(event.currentTarget.value))}
                    >
                        {Array.from({ length: LINES_MAX }, (_, i) => (
                            <option key={i} value={i + 1}>
                                {i ? `${i + 1} lines` : '1 line'}
                            </option>
                        ))}
                    </select>
                </label>
            </header>
            {on && !ended && <p class="muted progress">{progressText(found)}</p>}
            {found?.problem && <p class="problem">{found.problem}</p>}
            {on && ended && <p class="muted">The game is over here.</p>}
            {found && (
                <ol class="lines">
                    {found.lines.map((line) => (
                        <Line key={line.multipv} line={line} position={position} onPlay={onPlay} />
                    ))}
                </ol>
            )}
            {found?.analysis && (
                <Facts analysis={found.analysis} position={position} best={false} />
            )}
        </section>
    );
}

function progressText(found: Found | null): string {
    const line = found?.lines[0];
    if (!line) return 'searching';
    const { depth, nodes, nps } = line;
    return `depth ${depth}, ${countText(nodes)} nodes, ${countText(nps)}/s`;
}

interface LineProps {
    line: EngineLine;
    position: Position;
    onPlay: (moves: string[]) => void;
}

/** A line: a press on a move plays up to it. */
function Line({ line, position, onPlay }: LineProps) {
    return (
        <li>
            <b class="score">{scoreText(line, position)}</b>{' '}
            {line.pv.slice(0, LINE_MOVES).map((move, i) => (
                <button
                    key={i}
                    class="move"
                    onClick={() => onPlay(line.pv.slice(0, i + 1))}
                    title={i ? 'Play up to here' : 'Play'}
                >
                    {move}
                </button>
            ))}
        </li>
    );
}
