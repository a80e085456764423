// The board with the bars of its players: one at the bottom of the board, the others above it.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { marksOf } from '../analysis/analysis';
import type { Seat } from '../api/client';
import { BoardView } from '../board/board';
import {
    isComputerThinking,
    isOtherGuest,
    ratingText,
    refusalText,
    seatOf,
    playerNameOf,
    statusText,
    winnersOf,
} from '../game/text';
import { turnToBottom } from '../board/geometry';
import { ejectedMarble, moveMarbles } from '../board/movement';
import type { PlanView } from '../correspondence/plan-view';
import { PlayerStrip } from './player-strip';
import type { Move, Side } from '../rules/rules';
import {
    confirmedTurn,
    isClockKnown,
    isOver,
    mayMove,
    type Entry,
    type GameState,
    type Session,
} from '../game/session';
import type { Settings } from '../api/storage';
import { errorSentence } from '../api/error-text';
import { scoreOf } from '../board/trays';
import type { AnalysisView } from '../analysis/use-analysis';
import type { Replay } from '../game/use-game';
import { useWheelSteps } from '../game/use-stepping';

interface BoardColumnProps {
    session: Session;
    state: GameState;
    replay: Replay; // of the plan, if there is one
    plan: PlanView | null; // what is planned on the board
    analysis: AnalysisView;
    settings: Settings;
    bottom: Side; // the player at the bottom
    pendingMove: Move | null;
    onMove: (move: Move) => void;
    onPlay: (move: Move) => void; // of the pending move
    onCancelMove: () => void;
    onRefuse: () => void;
    announce: (text: string) => void;
}

export function BoardColumn(props: BoardColumnProps) {
    const { session, state, replay, plan, analysis, settings, bottom, announce } = props;
    const { entry, live } = replay;
    const pending = live && !plan ? props.pendingMove : null;
    const before = pending ? entry : (plan ?? state).entries[replay.at - 1];
    const lastMove = pending ?? entry.move;
    const status = statusText(state);
    const { why, refuse, hint } = useWhy(announce, props.onRefuse, entry);
    const wheel = useWheelSteps(replay);
    const turn = useTurn(state, bottom);
    const players = state.game.seats.map((seat) => seat.colour);
    const first = players.indexOf(bottom);
    const others = [...players.slice(first + 1), ...players.slice(0, first)];
    return (
        <div class={`table ${players.length > 2 ? 'crowd' : ''} ${plan ? 'planning' : ''}`}>
            {plan?.head}
            <div class="strips">
                {others.map((side) => (
                    <SeatStrip key={side} side={side} state={state} replay={replay} />
                ))}
            </div>
            <div class="board-frame" ref={wheel}>
                <BoardView
                    board={state.board}
                    marbles={pending ? moveMarbles(entry.marbles, pending) : entry.marbles}
                    turn={turn}
                    coordinates={settings.coordinates}
                    hints={settings.hints}
                    lastMove={lastMove}
                    ejected={
                        (before && lastMove && ejectedMarble(before.marbles, lastMove)?.kind) ||
                        null
                    }
                    marks={pending || plan ? null : marksOf(analysis.analysis)}
                    legal={
                        plan ? plan.legal : mayMove(state) && live && !pending ? state.legal : null
                    }
                    label={plan?.label ?? `Board, ${status}`}
                    onMove={(plan ?? props).onMove}
                    whyNotPick={(cell) => {
                        if (pending) return 'Confirm or cancel your move first.';
                        const marble = entry.marbles.find((one) => one.cell === cell);
                        if (!marble) return '';
                        return (
                            plan?.whyNotPick(marble.kind) ?? refusalText(state, marble.kind, live)
                        );
                    }}
                    whyNotMove={(text) =>
                        whyNotMove(() => plan?.check(text) ?? session.checkMove(text))
                    }
                    onRefuse={refuse}
                    onHint={hint}
                    announce={announce}
                />
                {why && (
                    <p class="why over-board" aria-hidden="true">
                        {why}
                    </p>
                )}
                {pending && (
                    <ConfirmMove
                        move={pending}
                        onPlay={props.onPlay}
                        onCancel={props.onCancelMove}
                    />
                )}
            </div>
            <div class="strips own">
                <SeatStrip side={bottom} state={state} replay={replay} />
            </div>
        </div>
    );
}

function whyNotMove(check: () => void): string {
    try {
        check();
        return '';
    } catch (error) {
        return errorSentence(error);
    }
}

const WHY_MS = 5000;

/** Why the last pick came to nothing: shown on the board for a while, or until the next one. */
function useWhy(announce: (text: string) => void, onRefuse: () => void, entry: Entry) {
    const [shown, setShown] = useState<{ why: string; entry: Entry } | null>(null);
    useEffect(() => {
        if (!shown) return;
        const timer = setTimeout(() => setShown(null), WHY_MS);
        return () => clearTimeout(timer);
    }, [shown]);
    const hint = (why: string) => setShown(why ? { why, entry } : null);
    const refuse = (why: string) => {
        hint(why);
        announce(why);
        onRefuse();
    };
    return { why: shown?.entry === entry ? shown.why : '', refuse, hint };
}

interface ConfirmMoveProps {
    move: Move;
    onPlay: (move: Move) => void;
    onCancel: () => void;
}

/** Asks for a move's confirmation below the board, where nothing moves away for it. */
function ConfirmMove({ move, onPlay, onCancel }: ConfirmMoveProps) {
    return (
        <div class="card ask over-board" role="group" aria-label="Confirm the move">
            <span>
                Play <b>{move.text}</b>?
            </span>
            <button class="primary" onClick={() => onPlay(move)}>
                Play
            </button>
            <button onClick={onCancel}>Cancel</button>
        </div>
    );
}

/**
 * How often the board is turned by 60 degrees, so that this player is at the bottom. In a game of
 * two that is half a turn for White, wherever the marbles began.
 */
function useTurn({ board, entries, game }: GameState, bottom: Side): number {
    const { marbles } = entries[0]!.position;
    const players = game.seats.length;
    return useMemo(() => {
        if (players === 2) return bottom === 'w' ? 3 : 0;
        return turnToBottom(board, marbles[bottom] ?? []);
    }, [board, bottom, marbles, players]);
}

/** Whether another person follows the game; null: not a person, or this one, or it is not known. */
export function presenceOf(
    state: GameState,
    { kind, taken, colour }: Seat,
): 'here' | 'away' | null {
    if (!state.connected || state.game.id === '') return null; // '': read from text
    const { game, seats } = state;
    const isPerson = kind !== 'computer' && taken !== false;
    if (!isPerson || seats.mine.includes(colour) || isOver(state)) return null;
    return game.here.includes(colour) ? 'here' : 'away';
}

interface SeatStripProps {
    side: Side;
    state: GameState;
    replay: Replay;
}

function SeatStrip({ side, state, replay }: SeatStripProps) {
    const { entry, live } = replay;
    const seat = seatOf(state, side);
    const turn = confirmedTurn(state);
    return (
        <PlayerStrip
            side={side}
            name={playerNameOf(state, side)}
            guest={isOtherGuest(state, seat)}
            user={seat.user ?? ''}
            vacationUntil={seat.away ?? ''}
            rating={ratingText(seat)}
            tray={entry.trays[side] ?? []}
            score={scoreOf(entry.position, side)}
            rules={state.game.rules}
            clock={state.game.clock ?? null}
            clockKnown={isClockKnown(state, side)}
            index={state.game.seats.indexOf(seat)}
            presence={presenceOf(state, seat)}
            turn={turn === side}
            toMove={!isOver(state) && live && turn === side}
            thinking={isComputerThinking(state) && turn === side}
            won={live && winnersOf(state).includes(side)}
        />
    );
}
