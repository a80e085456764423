// The panel beside the board, or under it on a phone: status, result, analysis, moves, actions.
import { AnalysisCard } from './analysis-card';
import type { OpenDialog } from './game-dialogs';
import { gameTitle, isComputerThinking, reasonText, resultText, statusText } from './game-text';
import { Icon } from './icons';
import { MoveInput } from './move-input';
import { MoveList } from './move-list';
import type { Move, Side } from './rules';
import { isOver, mayMove, type GameState, type Session } from './session';
import { ShareCard, type Invitation } from './share-card';
import { capital, colourName, countOf } from './text';
import type { AnalysisView } from './use-analysis';
import type { Replay } from './use-game';

interface SidePanelProps {
    session: Session;
    state: GameState;
    replay: Replay;
    analysis: AnalysisView;
    invitations: Invitation[]; // to the other seats
    onPlay: (move: Move) => void;
    onRematch: () => void;
    onOpenDialog: (dialog: OpenDialog) => void;
    /** Runs a request to the server and shows its failure. */
    onRequest: (request: () => Promise<void>) => void;
}

export function SidePanel(props: SidePanelProps) {
    const { session, state, replay, analysis, invitations } = props;
    const { game, seats, entries, drawOffer, notice } = state;
    const over = isOver(state);
    const inviting = invitations.length > 0 && replay.last < game.seats.length && !over;
    return (
        <div class="side">
            <Status state={state} />
            {notice && (
                <p class="problem" role="alert">
                    {notice}
                </p>
            )}
            {drawOffer && !over && (
                <DrawOffer
                    from={drawOffer}
                    mine={seats.mine}
                    onAccept={(side) => props.onRequest(() => session.draw(side))}
                />
            )}
            {over && (
                <ResultCard
                    reason={reasonText(state)}
                    onRematch={seats.mine.length ? props.onRematch : undefined}
                    reviewing={analysis.open}
                    onReview={analysis.offered ? () => analysis.setOpen(!analysis.open) : undefined}
                />
            )}
            {analysis.open && <AnalysisCard state={state} replay={replay} analysis={analysis} />}
            {inviting && <ShareCard id={game.id} invitations={invitations} />}
            <MoveList
                entries={entries}
                at={replay.at}
                review={analysis.review}
                onGoTo={replay.goTo}
            />
            {seats.mine.length > 0 && !over && (
                <>
                    <MoveInput
                        enabled={mayMove(state) && replay.live}
                        onMove={(text) => props.onPlay(session.checkMove(text))}
                    />
                    <Actions {...props} sharing={invitations.length > 0 && !inviting} />
                </>
            )}
            <p class="fine muted">
                {gameTitle(game)}
                {game.board !== '5x5x5' && `, ${game.board.replace(/x/g, ' × ')}`}.{' '}
                {`The first to eject ${countOf(game.rules.win, 'marble')} wins.`}
            </p>
        </div>
    );
}

function Status({ state }: { state: GameState }) {
    return (
        <p class={`status ${mayMove(state) ? 'mine' : ''}`}>
            {isComputerThinking(state) && <span class="dots" aria-hidden="true" />}
            {isOver(state) ? resultText(state) : statusText(state)}
        </p>
    );
}

interface DrawOfferProps {
    from: Side;
    mine: Side[];
    onAccept: (side: Side) => void;
}

function DrawOffer({ from, mine, onAccept }: DrawOfferProps) {
    const receiver = mine.find((side) => side !== from);
    const offers = `${colourName(from)} offers a draw.`;
    return (
        <div class="card ask" role="group" aria-label="Draw offer">
            {receiver ? (
                <>
                    <span>{offers} Play a move to decline.</span>
                    <button class="primary" onClick={() => onAccept(receiver)}>
                        Accept
                    </button>
                </>
            ) : (
                <span>{mine.length ? 'You offered a draw.' : offers}</span>
            )}
        </div>
    );
}

interface ResultCardProps {
    reason: string;
    reviewing: boolean;
    onRematch: (() => void) | undefined;
    onReview: (() => void) | undefined;
}

function ResultCard({ reason, reviewing, onRematch, onReview }: ResultCardProps) {
    return (
        <section class="card result" aria-label="Result">
            {reason && <p>{capital(reason)}.</p>}
            <div class="buttons">
                {onRematch && (
                    <button class="primary" onClick={onRematch}>
                        <Icon name="again" /> Play again
                    </button>
                )}
                {onReview && (
                    <button aria-pressed={reviewing} onClick={onReview}>
                        <Icon name="analyse" /> Review
                    </button>
                )}
                <a class="button" href="/" data-go>
                    New game
                </a>
            </div>
        </section>
    );
}

type ActionsProps = Pick<SidePanelProps, 'session' | 'state' | 'onOpenDialog' | 'onRequest'> & {
    sharing: boolean;
};

/** Resign has a place of its own at the end; no button disappears when it is pressed. */
function Actions({ session, state, sharing, onOpenDialog, onRequest }: ActionsProps) {
    const people = state.game.seats.every((seat) => seat.kind === 'person');
    const both = state.seats.mine.length === state.game.seats.length;
    const onDraw = () => (both ? onOpenDialog('draw') : onRequest(() => session.offerDraw()));
    return (
        <div class="actions">
            {sharing && (
                <button onClick={() => onOpenDialog('share')}>
                    <Icon name="link" /> Share
                </button>
            )}
            {people && (
                <button disabled={state.drawOffer !== ''} onClick={onDraw}>
                    <Icon name="draw" /> {both ? 'Agree to a draw' : 'Offer a draw'}
                </button>
            )}
            <button class="resign" onClick={() => onOpenDialog('resign')}>
                <Icon name="flag" /> Resign
            </button>
        </div>
    );
}
