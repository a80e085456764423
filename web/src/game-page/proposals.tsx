// What players propose to one another - a draw, a takeback, a pause, a rematch - with the answers.
import type { Proposal } from '../api/client';
import { missingText, proposalText } from '../game/text';
import type { GameState, Session } from '../game/session';

interface ProposalsProps {
    session: Session;
    state: GameState;
    /** Runs a request to the server and shows its failure. */
    onRequest: (request: () => Promise<void>) => void;
}

export function Proposals(props: ProposalsProps) {
    return (
        <>
            {props.state.game.proposals.map((proposal) => (
                <ProposalCard key={proposal.kind} {...props} proposal={proposal} />
            ))}
        </>
    );
}

function ProposalCard(props: ProposalsProps & { proposal: Proposal }) {
    const { session, state, proposal, onRequest } = props;
    const { kind, colour, missing } = proposal;
    const { mine } = state.seats;
    const asked = missing.some((side) => mine.includes(side));
    const text = proposalText(state, proposal);
    return (
        <div class="card ask" role="group" aria-label={text}>
            <span>
                {text} {!asked && missingText(state, proposal)}
            </span>
            {asked && (
                <div class="answers">
                    <button class="primary" onClick={() => onRequest(() => session.accept(kind))}>
                        Accept
                    </button>
                    <button onClick={() => onRequest(() => session.decline(kind))}>Decline</button>
                </div>
            )}
            {mine.includes(colour) && (
                <button onClick={() => onRequest(() => session.withdraw(kind))}>Withdraw</button>
            )}
        </div>
    );
}
