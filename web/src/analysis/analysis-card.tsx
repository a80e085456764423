// The analysis card: the evaluation of the position in view, and the review of a finished game.
import { Fragment } from 'preact';
import { addressOf } from './address';
import type { Analysis } from './analysis';
import { forcedWinner, hangingBySide, movesToEnd } from './figures';
import { Icon } from '../ui/icons';
import { MarbleIcon } from '../board/marble-shape';
import { lineAround } from './requests';
import { ReviewSummary } from './review-summary';
import { SIDES, type Position, type Side } from '../rules/rules';
import { isOver, type GameState } from '../game/session';
import { colourName, winner } from '../rules/text';
import { countOf, listOf, percent } from '../ui/text';
import type { AnalysisView } from './use-analysis';
import type { Replay } from '../game/use-game';

const LINE_MOVES = 6; // shown of the principal variation

interface AnalysisCardProps {
    state: GameState;
    replay: Replay;
    analysis: AnalysisView;
}

export function AnalysisCard({ state, replay, analysis }: AnalysisCardProps) {
    const { review } = analysis;
    const title = isOver(state) ? 'Review' : 'Analysis';
    return (
        <section class="analysis card" aria-label={title}>
            <header>
                <h2>{title}</h2>
                <a
                    class="button board-link"
                    href={addressOfGame(state, replay.at)}
                    title="Variations, and more lines of the engine"
                    data-go
                >
                    Analysis board
                </a>
                <button
                    class="icon-button"
                    aria-label="Close analysis"
                    title="Close analysis"
                    onClick={() => analysis.setOpen(false)}
                >
                    <Icon name="close" />
                </button>
            </header>
            {review && <ReviewSummary review={review} state={state} replay={replay} />}
            <PositionAnalysis {...analysis} replay={replay} />
        </section>
    );
}

/** The address of the analysis board with the moves of a game, at the position in view. */
function addressOfGame(state: GameState, at: number): string {
    const { entries, game } = state;
    const { from, to } = lineAround(entries, at);
    return addressOf({
        start: entries[from]!.position.text,
        rules: game.rules.text,
        moves: entries.slice(from + 1, to + 1).map((entry) => entry.move!.text),
        at: at - from,
    });
}

type PositionAnalysisProps = Pick<AnalysisView, 'analysis' | 'ended' | 'problem'> & {
    replay: Replay;
};

function PositionAnalysis({ analysis, ended, problem, replay }: PositionAnalysisProps) {
    const { position } = replay.entry;
    if (problem) return <p class="problem">{problem}</p>;
    if (ended) {
        const winners = winningTeam(position);
        const who = listOf(winners.map(colourName));
        return <p class="muted">{who ? `${who} won.` : 'Draw.'}</p>;
    }
    return (
        <>
            <Evaluation shares={analysis?.shares ?? null} players={position.ejected.length} />
            {analysis ? (
                <Facts analysis={analysis} position={position} />
            ) : (
                <p class="muted">Analysing</p>
            )}
        </>
    );
}

interface EvaluationProps {
    shares: number[] | null; // null while unknown
    players: number;
}

/** The winner of a position and the partner; nobody of a draw. */
function winningTeam({ result, teams }: Position): Side[] {
    const side = winner(result);
    return side ? ([...(teams.find((team) => team.includes(side)) ?? side)] as Side[]) : [];
}

/** The least share of the bar with room for a number. */
const LABEL_SHARE = 0.16;

/** What each player can expect: of two as a bar, of more a bar each. */
export function Evaluation(props: EvaluationProps) {
    return props.players === 2 ? <EvaluationBar {...props} /> : <EvaluationRows {...props} />;
}

/** Black's and White's expectation as a bar. */
function EvaluationBar({ shares }: EvaluationProps) {
    const [black, white] = shares ?? [0.5, 0.5];
    const label = (value: number) => shares && value >= LABEL_SHARE && percent(value);
    return (
        <div
            class={`evaluation ${shares ? '' : 'unknown'}`}
            role="img"
            aria-label={shares ? `Black ${percent(black!)}, White ${percent(white!)}` : 'unknown'}
        >
            <span class="b" style={{ width: `${black! * 100}%` }} />
            <span class="text b" aria-hidden="true">
                {label(black!)}
            </span>
            <span class="text w" aria-hidden="true">
                {label(white!)}
            </span>
        </div>
    );
}

/** What each of more than two players can expect, a bar for each. */
function EvaluationRows({ shares, players }: EvaluationProps) {
    return (
        <ul class={`expectations ${shares ? '' : 'unknown'}`} aria-label="Expectation">
            {SIDES.slice(0, players).map((side, i) => (
                <li key={side}>
                    <MarbleIcon kind={side} />
                    <span class="visually-hidden">{colourName(side)}</span>
                    <span class="gauge" aria-hidden="true">
                        <span style={{ width: percent(shares?.[i] ?? 1 / players) }} />
                    </span>
                    <span>{shares && percent(shares[i]!)}</span>
                </li>
            ))}
        </ul>
    );
}

interface FactsProps {
    analysis: Analysis;
    position: Position;
    best?: boolean; // with the best line
}

export function Facts({ analysis, position, best = true }: FactsProps) {
    const { score, line, depth } = analysis;
    const { turn, ejected } = position;
    const winning = forcedWinner(score, turn, ejected.length);
    return (
        <dl class="facts">
            {winning && (
                <>
                    <dt>Forced</dt>
                    <dd>
                        {`${colourName(winning)} wins in `}
                        {countOf(movesToEnd(score, ejected.length), 'move')}
                    </dd>
                </>
            )}
            {best && (
                <>
                    <dt class="is-best">Best</dt>
                    <dd>
                        <b>{line[0]}</b>{' '}
                        <span
                            class="muted"
                            title={`search depth ${countOf(depth, 'ply', 'plies')}`}
                        >
                            {line.slice(1, LINE_MOVES).join(' ')}
                        </span>
                    </dd>
                </>
            )}
            <Threats analysis={analysis} players={ejected.length} />
            {hangingBySide(analysis, turn).map(([side, cells]) => (
                <Fragment key={side}>
                    <dt class="is-hanging">Hanging</dt>
                    <dd>{`${colourName(side)}'s ${cells.join(', ')}`}</dd>
                </Fragment>
            ))}
        </dl>
    );
}

function Threats({ analysis, players }: { analysis: Analysis; players: number }) {
    const { complete, threats } = analysis;
    if (threats.length === 0)
        return (
            <>
                <dt class="is-threat">Threat</dt>
                <dd class="muted">{complete ? 'none' : 'searching'}</dd>
            </>
        );
    return (
        <>
            {threats.map(({ side, move, ejects }) => (
                <Fragment key={side}>
                    <dt class="is-threat">Threat</dt>
                    <dd>
                        {players > 2 && `${colourName(side)}: `}
                        <b>{move}</b>
                        {ejects && ' ejects a marble'}
                    </dd>
                </Fragment>
            ))}
        </>
    );
}
