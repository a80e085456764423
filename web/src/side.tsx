// The column beside the board, or under it: state, moves, what can be done.
import { mayAnalyse } from './insight';
import { Icon } from './icons';
import { InsightCard } from './insight-card';
import { MoveList, ResultCard, ShareCard, TypedMove } from './panels';
import type { Side } from './rules';
import type { Session } from './session';
import type { View } from './view';
import { colourName, resultReason, resultTitle } from './words';

export function SideColumn({ view, notice }: { view: View; notice: string }) {
    const { session, game, mine, invite } = view;
    const { over } = session;
    const why = resultReason(session.result, session.reason, mine, game.rules.win);
    const fresh = invite !== undefined && view.last < 2 && !over;
    return (
        <div class="side">
            <p class={`status ${session.mayMove ? 'mine' : ''}`}>
                {view.thinking && <span class="dots" aria-hidden="true" />}
                {over ? resultTitle(session.result, mine) : view.status}
            </p>
            {notice && (
                <p class="problem" role="alert">
                    {notice}
                </p>
            )}
            {view.asked && <Confirm view={view} />}
            {session.drawOffer && !over && <DrawOffer view={view} from={session.drawOffer} />}
            {over && (
                <ResultCard
                    reason={why}
                    mine={mine}
                    onAgain={view.again}
                    onReview={view.analysed ? undefined : () => view.setAnalysing(true)}
                />
            )}
            {view.analysed && <InsightCard view={view} />}
            {fresh && <ShareCard id={game.id} keyText={invite} />}
            <MoveList
                entries={session.entries}
                at={view.at}
                review={view.review}
                onStep={view.step}
            />
            {mine.length > 0 && !over && (
                <>
                    <TypedMove
                        enabled={session.mayMove && view.live}
                        onMove={(text) => view.play(session.checkMove(text))}
                    />
                    <Actions view={view} sharing={invite !== undefined && !fresh} />
                </>
            )}
            <p class="fine muted">
                {view.title}
                {game.board !== '5x5x5' && `, ${game.board.replace(/x/g, ' × ')}`}.{' '}
                {`The first to push ${game.rules.win} ${game.rules.win === 1 ? 'marble' : 'marbles'} off the board wins.`}
            </p>
        </div>
    );
}

function Confirm({ view }: { view: View }) {
    const move = view.asked!;
    return (
        <div class="card ask" role="group" aria-label="Confirm the move">
            <span>
                Play <b>{move.text}</b>?
            </span>
            <button class="primary" onClick={() => view.play(move)}>
                Play
            </button>
            <button onClick={() => view.setAsked(null)}>Cancel</button>
        </div>
    );
}

function DrawOffer({ view, from }: { view: View; from: Side }) {
    const { session, mine, act } = view;
    const answer = mine.find((side) => side !== from);
    const offers = `${colourName(from)} offers a draw.`;
    return (
        <div class="card ask" role="group" aria-label="Draw offer">
            {answer ? (
                <>
                    <span>{offers} A move declines.</span>
                    <button class="primary" onClick={() => act(() => session.draw(answer))}>
                        Accept
                    </button>
                </>
            ) : (
                <span>{mine.length ? 'You offered a draw.' : offers}</span>
            )}
        </div>
    );
}

/** Offers a draw; where one browser plays both sides, that agrees on it. */
export async function offerDraw(session: Session): Promise<void> {
    for (const side of session.seats.mine) await session.draw(side);
}

function Actions({ view, sharing }: { view: View; sharing: boolean }) {
    const { session, game, mine, setOpen, act } = view;
    const people = game.seats.every((seat) => seat.kind === 'person');
    const both = mine.length === 2;
    return (
        <div class="actions">
            {sharing && (
                <button onClick={() => setOpen('share')}>
                    <Icon name="link" /> Share
                </button>
            )}
            {people && !session.drawOffer && (
                <button onClick={() => (both ? setOpen('draw') : act(() => offerDraw(session)))}>
                    <Icon name="draw" /> {both ? 'Agree on a draw' : 'Offer a draw'}
                </button>
            )}
            {mayAnalyse(session) && !view.analysed && (
                <button onClick={() => view.setAnalysing(true)}>
                    <Icon name="analyse" /> Analyse
                </button>
            )}
            <button onClick={() => setOpen('resign')}>
                <Icon name="flag" /> Resign
            </button>
        </div>
    );
}
