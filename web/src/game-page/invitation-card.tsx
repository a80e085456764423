// The invitation of the link that was opened: take the seat under a nickname, or watch.
import { useState } from 'preact/hooks';
import { isTaken } from '../game/seat';
import { MarbleIcon } from '../board/marble-shape';
import { gameTerms } from '../game/list-text';
import { NameField } from '../game/nickname';
import type { GameState, RunRequest, Session } from '../game/session';
import { loadNickname, saveNickname } from '../api/storage';
import { colourName } from '../rules/text';
import { useAccountName } from '../api/use-account';

/** "Ann invites you to play White." */
function invitationText({ game, invited }: GameState): string {
    const people = game.seats.filter((seat) => seat.kind !== 'computer' && isTaken(seat));
    const inviter = people.find(({ name }) => name)?.name;
    const colour = invited?.side ? ` ${colourName(invited.side)}` : '';
    if (invited?.listed)
        return `A seat is free for anybody${colour && `: you would play${colour}`}.`;
    return `${inviter ? `${inviter} invites you` : 'You are invited'} to play${colour}.`;
}

interface InvitationCardProps {
    session: Session;
    state: GameState;
    onAnswered: () => void;
    runRequest: RunRequest;
}

export function InvitationCard({ session, state, onAnswered, runRequest }: InvitationCardProps) {
    const [name, setName] = useState(loadNickname);
    const account = useAccountName();
    const side = state.invited?.side;
    const take = (event: Event) => {
        event.preventDefault();
        if (!account) saveNickname(name.trim());
        runRequest(async () => {
            await session.join(name.trim());
            onAnswered();
        });
    };
    const watch = () => {
        session.leaveInvitation();
        onAnswered();
    };
    return (
        <form class="card invitation" aria-label="Invitation" onSubmit={take}>
            <p>
                {side && <MarbleIcon kind={side} />} {invitationText(state)}
            </p>
            <p class="fine">{gameTerms(state.game)}</p>
            {account ? (
                <span class="fine">You play as {account}.</span>
            ) : (
                <NameField name={name} onName={setName} />
            )}
            <div class="buttons">
                <button class="primary">Take the seat</button>
                <button type="button" onClick={watch}>
                    Watch
                </button>
            </div>
        </form>
    );
}
