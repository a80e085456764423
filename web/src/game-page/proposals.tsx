// What players propose to one another - a draw, a takeback, a pause, a rematch - with the answers.
import type { Proposal } from '../api/client';
import { declinedText, missingText, proposalText } from '../game/text';
import type { GameState, RunRequest, Session } from '../game/session';

interface ProposalsProps {
    session: Session;
    state: GameState;
    runRequest: RunRequest;
}

export function Proposals(props: ProposalsProps) {
    const declined = declinedText(props.state);
    return (
        <>
            {declined && <p class="fine declined">{declined}</p>}
            {props.state.game.proposals.map((proposal) => (
                <ProposalCard key={proposal.kind} {...props} proposal={proposal} />
            ))}
        </>
    );
}

function ProposalCard(props: ProposalsProps & { proposal: Proposal }) {
    const { session, state, proposal, runRequest } = props;
    const { kind, colour: proposer, missing: pending } = proposal;
    const { mine: ownSides } = state.seats;
    const mustAnswer = pending.some((side) => ownSides.includes(side));
    const text = proposalText(state, proposal);
    return (
        <div class="card ask" role="group" aria-label={text}>
            <span>
                {text} {!mustAnswer && state.connected && missingText(state, proposal)}
            </span>
            {mustAnswer && (
                <div class="answers">
                    <button class="primary" onClick={() => runRequest(() => session.accept(kind))}>
                        Accept
                    </button>
                    <button onClick={() => runRequest(() => session.decline(kind))}>Decline</button>
                </div>
            )}
            {ownSides.includes(proposer) && (
                <button onClick={() => runRequest(() => session.withdraw(kind))}>Withdraw</button>
            )}
        </div>
    );
}
