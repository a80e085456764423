// The dialogs of a game page: help, settings, invitation, resigning, agreeing to a draw.
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from './dialog';
import { HelpDialog } from './help-dialog';
import { sideToMove, type GameState, type Session } from './session';
import { SettingsDialog } from './settings-dialog';
import { ShareCard, type Invitation } from './share-card';
import type { Settings } from './storage';
import { colourName } from './text';

export type OpenDialog = '' | 'help' | 'settings' | 'resign' | 'draw' | 'share';

interface GameDialogsProps {
    dialog: OpenDialog;
    session: Session;
    state: GameState;
    invitations: Invitation[]; // to the other seats
    settings: Settings;
    changeSettings: (changes: Partial<Settings>) => void;
    onClose: () => void;
    onRequest: (request: () => Promise<void>) => void;
}

export function GameDialogs(props: GameDialogsProps) {
    const { dialog, session, state, invitations, onClose, onRequest } = props;
    const { mine } = state.seats;
    const resigning = mine.length > 1 ? sideToMove(state) : mine[0];
    if (dialog === 'help') return <HelpDialog onClose={onClose} />;
    if (dialog === 'settings')
        return (
            <SettingsDialog
                settings={props.settings}
                changeSettings={props.changeSettings}
                onClose={onClose}
            />
        );
    if (dialog === 'share' && invitations.length) {
        return (
            <Dialog title="Invite a friend" onClose={onClose}>
                <ShareCard id={state.game.id} invitations={invitations} />
                <div class="buttons">
                    <button onClick={onClose}>Close</button>
                </div>
            </Dialog>
        );
    }
    if (dialog === 'draw') {
        return (
            <ConfirmDialog
                title="Agree to a draw?"
                text="The game ends at once, for all."
                action="Draw"
                kind="primary"
                onConfirm={() => onRequest(() => session.offerDraw())}
                onClose={onClose}
            />
        );
    }
    if (dialog === 'resign' && resigning) {
        return (
            <ConfirmDialog
                title={
                    mine.length > 1 ? `Resign as ${colourName(resigning)}?` : 'Resign this game?'
                }
                text="The game ends at once."
                action="Resign"
                kind="danger"
                onConfirm={() => onRequest(() => session.resign(resigning))}
                onClose={onClose}
            />
        );
    }
    return null;
}

interface ConfirmDialogProps {
    title: string;
    text: string;
    action: string;
    kind: 'primary' | 'danger';
    onConfirm: () => void;
    onClose: () => void;
}

const CONFIRM_AFTER_MS = 500; // a double click that opened the dialog confirms nothing

function ConfirmDialog({ title, text, action, kind, onConfirm, onClose }: ConfirmDialogProps) {
    const [ready, setReady] = useState(false);
    useEffect(() => {
        const timer = setTimeout(() => setReady(true), CONFIRM_AFTER_MS);
        return () => clearTimeout(timer);
    }, []);
    return (
        <Dialog title={title} onClose={onClose}>
            <p>{text}</p>
            <div class="buttons">
                <button onClick={onClose}>Keep playing</button>
                <button class={kind} disabled={!ready} onClick={onConfirm}>
                    {action}
                </button>
            </div>
        </Dialog>
    );
}
