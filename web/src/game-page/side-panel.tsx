// The panel beside the board, or under it on a phone: status, invitations, proposals, result,
// analysis, moves, actions, chat.
import type { ComponentChildren } from 'preact';
import { SIGNED_OUT } from '../api/signed-in';
import { Actions } from './actions';
import { ChatCard } from './chat-card';
import { FirstMoveCard } from './first-move-card';
import type { OpenDialog } from './game-dialogs';
import {
    closingText,
    gameTitle,
    isComputerThinking,
    moveRefusal,
    ratedText,
    reasonText,
    resultText,
    statusText,
    unsentText,
    watchersText,
} from '../game/text';
import { Icon } from '../ui/icons';
import { freeSeats } from '../game/invitation';
import { InvitationCard } from './invitation-card';
import { lazyPart } from '../ui/lazy';
import { ChallengeCards, Uncounted } from '../people/lazy';
import { clockRulesText } from '../game/list-text';
import { MoveInput } from './move-input';
import { MoveList } from './move-list';
import type { PlanView } from '../correspondence/plan-view';
import { Proposals } from './proposals';
import type { Move } from '../rules/rules';
import { Problem } from '../ui/status';
import {
    isDeclined,
    isGone,
    isMoveUnsent,
    isOver,
    mayMove,
    proposalOf,
    type GameState,
    type RunRequest,
    type Session,
} from '../game/session';
import { storageKeeps, type Settings } from '../api/storage';
import { capital, countOf } from '../ui/text';
import { useAccountName } from '../api/use-account';
import type { AnalysisView } from '../analysis/use-analysis';
import { hideKey, type Replay } from '../game/use-game';

const AnalysisCard = lazyPart(
    () => import('../analysis/parts'),
    (module) => module.AnalysisCard,
    { styles: ['/analysis.css'], pressed: true },
);

const rareParts = () => import('./parts');
const ClaimCard = lazyPart(rareParts, (module) => module.ClaimCard);
const ShareCard = lazyPart(rareParts, (module) => module.ShareCard);
const StorageCard = lazyPart(rareParts, (module) => module.StorageCard);

const slowParts = () => import('../correspondence/parts');
const slowStyle = { styles: ['/planning.css'] };
const ConditionalCard = lazyPart(slowParts, (module) => module.ConditionalCard, slowStyle);
const FollowButton = lazyPart(slowParts, (module) => module.FollowButton, slowStyle);

interface SidePanelProps {
    session: Session;
    state: GameState;
    replay: Replay;
    analysis: AnalysisView;
    settings: Settings;
    changeSettings: (changes: Partial<Settings>) => void;
    plan: PlanView | null; // what is planned on the board
    onPlan: (plan: PlanView | null) => void;
    announce: (text: string) => void;
    onMove: (move: Move) => void; // to play, or to confirm first
    onOpenDialog: (dialog: OpenDialog) => void;
    runRequest: RunRequest;
    signs: readonly string[] | undefined; // behind each move, in the list
    children?: ComponentChildren;
}

export function SidePanel(props: SidePanelProps) {
    const { session, state, replay, analysis, plan } = props;
    const { game, seats, entries, notice } = state;
    const over = isOver(state);
    const clock = clockRulesText(game.rules);
    const account = useAccountName();
    return (
        <div class="side">
            <Status state={state} />
            <Problem>
                {notice || unsentText(state)}
                {notice === SIGNED_OUT && (
                    <a href={`/account#/g/${game.id}`} data-go>
                        {' '}
                        Sign in
                    </a>
                )}
            </Problem>
            <Seating {...props} />
            {!storageKeeps() && <StorageCard.View state={state} />}
            <Proposals {...props} />
            {isGone(state) && <ClaimCard.View key={entries.length} {...props} />}
            <FirstMoveCard state={state} />
            {game.status === 'paused' && seats.mine.length > 0 && (
                <div class="card ask" role="group" aria-label="Pause">
                    <span>Nobody can move until somebody resumes the game.</span>
                    <button
                        class="primary"
                        onClick={() => props.runRequest(() => session.resume())}
                    >
                        Resume
                    </button>
                </div>
            )}
            {over && <ResultCard {...props} />}
            {props.children}
            {analysis.open && (
                <AnalysisCard.View state={state} replay={replay} analysis={analysis} />
            )}
            <MoveList
                entries={entries}
                at={replay.at}
                review={analysis.review}
                signs={props.signs}
                unsent={isMoveUnsent(state)}
                onGoTo={(to) => {
                    plan?.leave();
                    replay.goTo(to);
                }}
            />
            {seats.mine.length > 0 && !over && (
                <>
                    <MoveInput
                        position={replay.entry}
                        refusal={plan ? '' : moveRefusal(state, replay.live)}
                        onMove={plan?.onText ?? ((text) => props.onMove(session.checkMove(text)))}
                    />
                    <Actions {...props} />
                </>
            )}
            {mayPlan(state) && <ConditionalCard.View {...props} />}
            {account && game.id !== '' && !over && seats.mine.length === 0 && (
                <FollowButton.View id={game.id} />
            )}
            {game.id !== '' && hasChat(state) && <ChatCard {...props} />}
            <p class="fine muted">
                {ratedText(game)}
                {gameTitle(game)}
                {game.board !== '5x5x5' && `, ${game.board.replace(/x/g, ' × ')}`}.{' '}
                {`The first to eject ${countOf(game.rules.win, 'marble')} wins.`}
                {clock && ` ${clock}.`}
            </p>
            <Notices state={state} />
        </div>
    );
}

/** Whether answers may be planned. */
function mayPlan({ game, seats }: GameState): boolean {
    return game.slow === true && game.status === 'playing' && seats.mine.length === 1;
}

/** Whether there is another person in the game to talk to. */
function hasChat({ game, seats }: GameState): boolean {
    const people = game.seats.filter((seat) => seat.kind !== 'computer');
    return people.length > 1 && people.some((seat) => !seats.mine.includes(seat.colour));
}

/** The invitation or challenge to this browser, or the links by which it invites others. */
function Seating(props: SidePanelProps) {
    const { game, seats, invited } = props.state;
    const free = freeSeats(game, seats);
    const account = useAccountName();
    const asks = game.seats.some(({ kind, taken }) => kind === 'user' && !taken);
    if (invited?.secret || invited?.listed)
        return <InvitationCard {...props} onAnswered={() => hideKey(game.id)} />;
    if (isOver(props.state)) return null;
    return (
        <>
            {free.length > 0 && (
                <ShareCard.View game={game} free={free} seats={seats} own={invited?.own ?? false} />
            )}
            {asks && <ChallengeCards.View {...props} account={account} />}
        </>
    );
}

/** Who else is there, and when the game closes by itself; keeps its line while there is nothing. */
function Notices({ state }: { state: GameState }) {
    if (isOver(state) || state.game.id === '') return null;
    const texts = [watchersText(state), closingText(state.game, Date.now())];
    return <p class="notices fine muted">{texts.filter((text) => text).join(' ')}</p>;
}

function Status({ state }: { state: GameState }) {
    return (
        <p class={`status ${mayMove(state) ? 'mine' : ''} ${isMoveUnsent(state) ? 'unsent' : ''}`}>
            {isComputerThinking(state) && <span class="dots" aria-hidden="true" />}
            {isOver(state) && !state.sending ? resultText(state) : statusText(state)}
        </p>
    );
}

function ResultCard({ session, state, analysis, runRequest }: SidePanelProps) {
    const { game, seats } = state;
    const reason = reasonText(state);
    const again = seats.mine.length > 0 && state.result !== '*';
    const rematchProposed =
        proposalOf(state, 'rematch') !== undefined || isDeclined(state, 'rematch');
    return (
        <section class="card result" aria-label="Result">
            {reason && <p>{capital(reason)}.</p>}
            {game.uncounted && <Uncounted.View why={game.uncounted} />}
            <div class="buttons">
                {game.next ? (
                    <a class="button primary" href={`/g/${game.next}`} data-go>
                        Next game
                    </a>
                ) : (
                    again && (
                        <button
                            class="primary"
                            disabled={rematchProposed}
                            title="Colours rotate"
                            onClick={() => runRequest(() => session.propose('rematch'))}
                        >
                            <Icon name="again" /> Play again
                        </button>
                    )
                )}
                <button
                    aria-pressed={analysis.open}
                    onClick={() => analysis.setOpen(!analysis.open)}
                >
                    <Icon name="analyse" /> Review
                </button>
                <a class="button" href="/" data-go>
                    New game
                </a>
            </div>
        </section>
    );
}
