// The page of one game: the board with both players, the side panel, the dialogs.
import { useState } from 'preact/hooks';
import { marksOf } from './analysis';
import { createGame } from './api';
import { BoardView } from './board';
import { GameDialogs, type OpenDialog } from './game-dialogs';
import { gameTitle, isComputerThinking, playerNameOf, statusText } from './game-text';
import { Icon, Logo } from './icons';
import { moveMarbles } from './movement';
import { PlayerStrip } from './player-strip';
import type { Move, Side } from './rules';
import { isOver, mayMove, sideToMove, type GameState, type Session } from './session';
import { SidePanel } from './side-panel';
import { saveSeats, type Settings } from './storage';
import { errorSentence, other, winner } from './text';
import { useAnalysis, type AnalysisView } from './use-analysis';
import {
    useAnnouncer,
    useGame,
    useGameUpdates,
    usePendingMove,
    useReplay,
    type OpenGame,
    type Replay,
} from './use-game';
import { useSettings } from './use-settings';

interface GamePageProps {
    id: string;
    linkKey: string;
    go: (path: string) => void;
}

export function GamePage({ id, linkKey, go }: GamePageProps) {
    const { game, problem } = useGame(id, linkKey);
    if (problem) return <Problem text={problem} />;
    if (!game)
        return <main class="plain waiting" aria-busy="true" aria-label="Loading the game" />;
    return <GameTable {...game} go={go} />;
}

function Problem({ text }: { text: string }) {
    return (
        <main class="plain">
            <Logo />
            <h1>{text}</h1>
            <p class="buttons">
                <button class="primary" onClick={() => location.reload()}>
                    Try again
                </button>
                <a class="button" href="/" data-go>
                    New game
                </a>
            </p>
        </main>
    );
}

function GameTable({ session, state, go }: OpenGame & { go: (path: string) => void }) {
    const { game, seats, entries } = state;
    const { mine } = seats;
    const { announcement, announce } = useAnnouncer();
    const { settings, changeSettings } = useSettings();
    const [flipped, setFlipped] = useState(mine.length === 1 && mine[0] === 'w');
    const { dialog, setDialog, request } = useDialogs(session);
    const replay = useReplay(entries, announce);
    const { pendingMove, setPendingMove } = usePendingMove(entries, announce);
    const analysis = useAnalysis(state, replay.at);
    useGameUpdates(state, announce);

    const play = (move: Move) => {
        setPendingMove(null);
        void session.play(move.text);
    };
    const invitation = mine.length === 1 ? seats.keys[other(mine[0]!)] : undefined;
    const shared = { session, state, replay, analysis, pendingMove, invitation };
    return (
        <div class="game">
            <GameHeader
                connected={state.connected}
                onFlip={() => setFlipped(!flipped)}
                onOpenDialog={setDialog}
            />
            <main>
                <h1 class="unseen">
                    {gameTitle(game)}, {playerNameOf(state, 'b')} against {playerNameOf(state, 'w')}
                </h1>
                <BoardColumn
                    {...shared}
                    settings={settings}
                    flipped={flipped}
                    onMove={settings.confirm ? setPendingMove : play}
                    announce={announce}
                />
                <SidePanel
                    {...shared}
                    onPlay={play}
                    onCancelMove={() => setPendingMove(null)}
                    onRematch={() => request(() => startRematch(state, go))}
                    onOpenDialog={setDialog}
                    onRequest={request}
                />
            </main>
            <div class="unseen" aria-live="polite" role="status" data-announcement>
                {announcement}
            </div>
            <GameDialogs
                {...shared}
                dialog={dialog}
                settings={settings}
                changeSettings={changeSettings}
                onClose={() => setDialog('')}
                onRequest={request}
            />
        </div>
    );
}

/** The open dialog, and requests to the server, which close it and show what failed. */
function useDialogs(session: Session) {
    const [dialog, setDialog] = useState<OpenDialog>('');
    const request = async (run: () => Promise<void>) => {
        setDialog('');
        session.showNotice('');
        try {
            await run();
        } catch (error) {
            session.showNotice(errorSentence(error));
        }
    };
    return { dialog, setDialog, request };
}

/** Starts a new game of the same kind, with colours exchanged. */
async function startRematch({ game, seats }: GameState, go: (path: string) => void): Promise<void> {
    const swap = seats.mine.length === 1;
    const order = swap ? [...game.seats].reverse() : game.seats;
    const made = await createGame({
        ...(game.layout ? { layout: game.layout } : { position: game.start }),
        rules: game.rules,
        seats: order.map(({ kind, level, opponent }) => ({ kind, level, opponent })),
    });
    const [b, w] = made.keys;
    const mine = swap ? seats.mine.map(other) : seats.mine;
    saveSeats(made.game.id, { keys: { ...(b && { b }), ...(w && { w }) }, mine });
    go(`/g/${made.game.id}`);
}

interface GameHeaderProps {
    connected: boolean;
    onFlip: () => void;
    onOpenDialog: (dialog: OpenDialog) => void;
}

function GameHeader({ connected, onFlip, onOpenDialog }: GameHeaderProps) {
    const button = (label: string, icon: 'flip' | 'settings' | 'help', onClick: () => void) => (
        <button class="icon-button" aria-label={label} title={label} onClick={onClick}>
            <Icon name={icon} />
        </button>
    );
    return (
        <header class="bar">
            <a class="brand" href="/" data-go>
                <Logo /> Paua
            </a>
            <span class="spring" />
            {!connected && (
                <span class="reconnecting" role="status">
                    Reconnecting
                </span>
            )}
            {button('Flip board', 'flip', onFlip)}
            {button('Settings', 'settings', () => onOpenDialog('settings'))}
            {button('How to play', 'help', () => onOpenDialog('help'))}
        </header>
    );
}

interface BoardColumnProps {
    state: GameState;
    replay: Replay;
    analysis: AnalysisView;
    settings: Settings;
    flipped: boolean;
    pendingMove: Move | null;
    onMove: (move: Move) => void;
    announce: (text: string) => void;
}

function BoardColumn(props: BoardColumnProps) {
    const { state, replay, analysis, settings, flipped, onMove, announce } = props;
    const { entry, live } = replay;
    const pending = live ? props.pendingMove : null;
    const status = statusText(state);
    const top: Side = flipped ? 'b' : 'w';
    const strip = (side: Side) => (
        <PlayerStrip
            side={side}
            name={playerNameOf(state, side)}
            ejected={entry.position.ejected[side === 'b' ? 0 : 1]}
            win={state.game.rules.win}
            toMove={!isOver(state) && live && sideToMove(state) === side}
            thinking={isComputerThinking(state) && sideToMove(state) === side}
            won={live && winner(state.result) === side}
        />
    );
    return (
        <div class="table">
            {strip(top)}
            <div class="board-frame">
                <BoardView
                    board={state.board}
                    marbles={pending ? moveMarbles(entry.marbles, pending) : entry.marbles}
                    turned={flipped}
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
            {strip(other(top))}
        </div>
    );
}
