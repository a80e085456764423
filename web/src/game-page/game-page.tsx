// The page of one game: the board with both players, the side panel, the dialogs.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { accountName } from '../api/signed-in';
import { ApiError } from '../api/client';
import { BoardColumn } from './board-column';
import type { OpenDialog } from './game-dialogs';
import { gameTitle, playersText } from '../game/text';
import { Icon, Logo, type IconName } from '../ui/icons';
import { challengeTo } from '../game/invitation';
import { lazyPart } from '../ui/lazy';
import { QrCode } from '../ui/lazy-qr';
import { AccountLink } from '../people/page-header';
import type { PageProps } from '../ui/page';
import type { PlanView } from '../correspondence/plan-view';
import { PlainPage, StartLink, WaitingPage } from '../ui/plain-page';
import type { Move, Side } from '../rules/rules';
import { isOver, type Session } from '../game/session';
import { SidePanel } from './side-panel';
import { StepBar } from './step-bar';
import { errorSentence, retryText } from '../api/error-text';
import { useAnalysis } from '../analysis/use-analysis';
import {
    useAnnouncer,
    useGame,
    useGameUpdates,
    useNextGame,
    usePendingMove,
    useReplay,
    type OpenGame,
} from '../game/use-game';
import { useSettings } from '../game/use-settings';
import { useSound } from '../game/use-sound';
import { useStepKeys } from '../game/use-stepping';

const GameDialogs = lazyPart(
    () => import('./game-dialogs'),
    (module) => module.GameDialogs,
    { pressed: true },
);

const PRELOAD_MS = 1500; // after the game stands

/** Loads what a running game may need, so that it opens without a connection, too. */
function usePreloading(running: boolean): void {
    useEffect(() => {
        if (!running) return;
        const left = new AbortController();
        const timer = setTimeout(() => {
            void GameDialogs.loadPersistently(left.signal);
            void QrCode.loadPersistently(left.signal);
        }, PRELOAD_MS);
        return () => {
            clearTimeout(timer);
            left.abort();
        };
    }, [running]);
}

export function GamePage({ param: id, hash, go }: PageProps) {
    const { game, error } = useGame(id, hash);
    if (error) return <Problem error={error} />;
    if (!game) return <WaitingPage text="Loading the game" />;
    return <GameTable {...game} go={go} />;
}

/** Why there is no game yet, or never. */
function Problem({ error }: { error: unknown }) {
    if (error instanceof ApiError && error.status === 404)
        return (
            <PlainPage
                title="Game not found"
                text="The link may be incomplete, or the game is no longer on this server."
            >
                <StartLink />
            </PlainPage>
        );
    const trying = retryText(error);
    if (trying) return <PlainPage title={errorSentence(error)} text={trying} />;
    return (
        <PlainPage title={errorSentence(error)}>
            <button class="primary" onClick={() => location.reload()}>
                Try again
            </button>
            <a class="button" href="/" data-go>
                New game
            </a>
        </PlainPage>
    );
}

type GameTableProps = OpenGame & {
    go: (path: string) => void;
    signs?: readonly string[]; // behind each move, in the list
    children?: (at: number) => ComponentChildren; // for the panel, at the position in view
};

export function GameTable({ session, state, go, signs, children }: GameTableProps) {
    const { game, seats, entries } = state;
    const { mine } = seats;
    const { announcement, announce } = useAnnouncer();
    const { settings, changeSettings } = useSettings();
    const players = game.seats.map((seat) => seat.colour);
    const [chosenBottom, setBottom] = useState<Side | null>(null);
    const own = mine.length < players.length ? mine[0] : undefined;
    const challenged = challengeTo(game, accountName())?.colour;
    const bottom = chosenBottom ?? own ?? challenged ?? players[0]!;
    const { dialog, setDialog, runRequest } = useDialogs(session, isOver(state));
    const replay = useReplay(entries, announce);
    const { pendingMove, setPendingMove } = usePendingMove(state, announce);
    const analysis = useAnalysis(state, replay.at);
    useGameUpdates(state, announce);
    useNextGame(state, go);
    usePreloading(game.id !== '' && game.status !== 'over');
    const sound = useSound(state, settings);
    const [plan, onPlan] = useState<PlanView | null>(null);
    const shown = plan?.replay ?? replay;
    useStepKeys(shown);

    const play = (move: Move) => {
        setPendingMove(null);
        void session.play(move.text);
    };
    const onMove = settings.confirm ? setPendingMove : play;
    const shared = { session, state, replay, analysis, pendingMove, settings };
    return (
        <div class="game">
            <GameHeader
                connected={state.connected}
                saved={game.id !== ''}
                turnLabel={players.length === 2 ? 'Flip board' : 'Turn board'}
                onTurn={() => setBottom(players[(players.indexOf(bottom) + 1) % players.length]!)}
                onOpenDialog={setDialog}
            >
                {game.id && <AccountLink go={go} back={`/g/${game.id}`} />}
            </GameHeader>
            <main>
                <h1 class="visually-hidden">
                    {gameTitle(game)}, {playersText(state)}
                </h1>
                <BoardColumn
                    {...shared}
                    replay={shown}
                    plan={plan}
                    bottom={bottom}
                    onMove={onMove}
                    onPlay={play}
                    onCancelMove={() => setPendingMove(null)}
                    onRefuse={() => sound('refuse')}
                    announce={announce}
                />
                <StepBar replay={shown} analysis={analysis} />
                <SidePanel
                    {...shared}
                    plan={plan}
                    onPlan={onPlan}
                    announce={announce}
                    onMove={onMove}
                    changeSettings={changeSettings}
                    onOpenDialog={setDialog}
                    runRequest={runRequest}
                    signs={signs}
                >
                    {children?.(replay.at)}
                </SidePanel>
            </main>
            <div class="visually-hidden" aria-live="polite" role="status" data-announcement>
                {announcement}
            </div>
            {dialog && (
                <GameDialogs.View
                    {...shared}
                    dialog={dialog}
                    bottom={bottom}
                    changeSettings={changeSettings}
                    onClose={() => setDialog('')}
                    runRequest={runRequest}
                />
            )}
        </div>
    );
}

/**
 * The open dialog, which asks nothing about a game that is over; and requests to the server, which
 * close it and show what failed.
 */
function useDialogs(session: Session, over: boolean) {
    const [opened, setDialog] = useState<OpenDialog>('');
    const dialog = over && (opened === 'resign' || opened === 'draw') ? '' : opened;
    const runRequest = async (request: () => Promise<void>) => {
        setDialog('');
        session.showNotice('');
        try {
            await request();
        } catch (error) {
            session.showNotice(errorSentence(error));
        }
    };
    return { dialog, setDialog, runRequest };
}

interface GameHeaderProps {
    connected: boolean;
    saved: boolean; // the server has the game
    turnLabel: string;
    onTurn: () => void;
    onOpenDialog: (dialog: OpenDialog) => void;
    children: ComponentChildren;
}

function GameHeader(props: GameHeaderProps) {
    const { connected, saved, turnLabel, onTurn, onOpenDialog, children } = props;
    const button = (label: string, icon: IconName, onClick: () => void) => (
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
            {saved && button('Share or save', 'share', () => onOpenDialog('save'))}
            {button(turnLabel, 'flip', onTurn)}
            {button('Settings', 'settings', () => onOpenDialog('settings'))}
            {button('How to play', 'help', () => onOpenDialog('help'))}
            {children}
        </header>
    );
}
