// The board with the bars of its players: one at the bottom of the board, the others above it.
import { useMemo } from 'preact/hooks';
import { marksOf } from './analysis';
import { BoardView } from './board';
import { isComputerThinking, playerNameOf, seatOf, statusText, winnersOf } from './game-text';
import { turnToBottom } from './geometry';
import { moveMarbles } from './movement';
import { PlayerStrip } from './player-strip';
import type { Move, Side } from './rules';
import { isOver, mayMove, sideToMove, type GameState } from './session';
import type { Settings } from './storage';
import { scoreOf } from './tray';
import type { AnalysisView } from './use-analysis';
import type { Replay } from './use-game';

interface BoardColumnProps {
    state: GameState;
    replay: Replay;
    analysis: AnalysisView;
    settings: Settings;
    bottom: Side; // the player at the bottom
    pendingMove: Move | null;
    onMove: (move: Move) => void;
    announce: (text: string) => void;
}

export function BoardColumn(props: BoardColumnProps) {
    const { state, replay, analysis, settings, bottom, onMove, announce } = props;
    const { entry, live } = replay;
    const pending = live ? props.pendingMove : null;
    const status = statusText(state);
    const turn = useTurn(state, bottom);
    const players = state.game.seats.map((seat) => seat.colour);
    const first = players.indexOf(bottom);
    const others = [...players.slice(first + 1), ...players.slice(0, first)];
    return (
        <div class={`table ${players.length > 2 ? 'crowd' : ''}`}>
            <div class="strips">
                {others.map((side) => (
                    <SeatStrip key={side} side={side} state={state} replay={replay} />
                ))}
            </div>
            <div class="board-frame">
                <BoardView
                    board={state.board}
                    marbles={pending ? moveMarbles(entry.marbles, pending) : entry.marbles}
                    turn={turn}
                    coordinates={settings.coordinates}
                    hints={settings.hints}
                    lastMove={pending ?? entry.move}
                    marks={pending ? null : marksOf(analysis.analysis)}
                    legal={mayMove(state) && live && !pending ? state.legal : null}
                    label={`Board, ${status}`}
                    onMove={onMove}
                    onBlocked={() => announce(live ? status : 'This is an earlier position.')}
                    announce={announce}
                />
            </div>
            <div class="strips own">
                <SeatStrip side={bottom} state={state} replay={replay} />
            </div>
        </div>
    );
}

/** How often the board is turned by 60 degrees, so that this player's marbles began at the bottom. */
function useTurn({ board, entries, game }: GameState, bottom: Side): number {
    const { marbles } = entries[0]!.position;
    return useMemo(() => {
        const opposite = game.seats.length === 2 && bottom === 'w' ? 3 : 0;
        return turnToBottom(board, marbles[bottom] ?? [], opposite);
    }, [board, bottom]);
}

interface SeatStripProps {
    side: Side;
    state: GameState;
    replay: Replay;
}

function SeatStrip({ side, state, replay }: SeatStripProps) {
    const { entry, live } = replay;
    const seat = seatOf(state, side);
    return (
        <PlayerStrip
            side={side}
            name={playerNameOf(state, side)}
            tray={entry.trays[side] ?? []}
            score={scoreOf(entry.position, side)}
            win={state.game.rules.win}
            clock={seat.clock ?? null}
            presence={seat.presence ?? null}
            toMove={!isOver(state) && live && sideToMove(state) === side}
            thinking={isComputerThinking(state) && sideToMove(state) === side}
            won={live && winnersOf(state).includes(side)}
        />
    );
}
