// What a player can do besides moving. The buttons keep their places for the whole game, so that
// none comes under the pointer of a double click; those that can't be used now are disabled.
import { isTaken } from '../game/seat';
import type { OpenDialog } from './game-dialogs';
import { Icon } from '../ui/icons';
import {
    isDeclined,
    isOver,
    proposalOf,
    type GameState,
    type RunRequest,
    type Session,
} from '../game/session';

interface ActionsProps {
    session: Session;
    state: GameState;
    onOpenDialog: (dialog: OpenDialog) => void;
    runRequest: RunRequest;
}

export function Actions({ session, state, onOpenDialog, runRequest }: ActionsProps) {
    const { game, seats, entries, sending, resigning } = state;
    const { mine } = seats;
    const here = mine.length === game.seats.length; // all play in this browser
    const computers = game.seats.some((seat) => seat.kind === 'computer');
    const timed = Number(game.rules.turn) > 0 || Number(game.rules.game) > 0;
    const alone = game.seats.every(
        (seat) => seat.kind === 'computer' || mine.includes(seat.colour),
    );
    const begun = game.seats.every(isTaken) && !isOver(state) && resigning.length === 0;
    const moved = entries.some(({ mover }) => mover && mine.includes(mover));
    const free = (kind: 'draw' | 'takeback' | 'pause') =>
        begun && !proposalOf(state, kind) && !isDeclined(state, kind);
    const draw = () => (here ? onOpenDialog('draw') : runRequest(() => session.propose('draw')));
    return (
        <div class="actions">
            <button
                disabled={game.rated || !moved || sending || !free('takeback')}
                title={alone ? 'Take back your last move' : 'Ask to take back your last move'}
                onClick={() => runRequest(() => session.propose('takeback'))}
            >
                <Icon name="undo" /> Take back
            </button>
            {timed && (
                <button
                    disabled={!free('pause') || game.status === 'paused'}
                    onClick={() => runRequest(() => session.propose('pause'))}
                >
                    <Icon name="pause" /> Pause
                </button>
            )}
            {!computers && (
                <button disabled={!free('draw') || game.status === 'paused'} onClick={draw}>
                    <Icon name="draw" /> {here ? 'Agree to a draw' : 'Offer a draw'}
                </button>
            )}
            <button
                class="resign"
                disabled={mine.every((side) => resigning.includes(side))}
                onClick={() => onOpenDialog('resign')}
            >
                <Icon name="flag" /> Resign
            </button>
        </div>
    );
}
