// The invitation of the link that was opened: take the seat under a nickname, or watch.
import { useState } from 'preact/hooks';
import { MarbleIcon } from './marble-shape';
import { NameField } from './nickname';
import type { GameState, Session } from './session';
import { loadNickname, saveNickname } from './storage';
import { colourName } from './text';

/** "Ann invites you to play White." */
function invitationText({ game, invited }: GameState): string {
    const inviter = game.seats.find((seat) => seat.kind === 'person' && seat.name)?.name;
    const colour = invited?.side ? ` ${colourName(invited.side)}` : '';
    if (invited?.listed)
        return `A seat is free for anybody${colour && `: you would play${colour}`}.`;
    return `${inviter ? `${inviter} invites you` : 'You are invited'} to play${colour}.`;
}

interface InvitationCardProps {
    session: Session;
    state: GameState;
    onAnswered: () => void;
    /** Runs a request to the server and shows its failure. */
    onRequest: (request: () => Promise<void>) => void;
}

export function InvitationCard({ session, state, onAnswered, onRequest }: InvitationCardProps) {
    const [name, setName] = useState(loadNickname);
    const side = state.invited?.side;
    const take = (event: Event) => {
        event.preventDefault();
        saveNickname(name.trim());
        onRequest(async () => {
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
            <NameField name={name} onName={setName} />
            <div class="buttons">
                <button class="primary">Take the seat</button>
                <button type="button" onClick={watch}>
                    Watch
                </button>
            </div>
        </form>
    );
}
