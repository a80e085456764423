// The dialogs of a game page: help, settings, sharing and saving, resigning, agreeing to a draw.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../ui/dialog';
import { seatOf } from '../game/text';
import { HelpDialog, SettingsDialog } from '../game/dialogs';
import type { Side } from '../rules/rules';
import { SaveDialog } from './save-dialog';
import { sideToMove, type GameState, type RunRequest, type Session } from '../game/session';
import type { Settings } from '../api/storage';
import { colourName } from '../rules/text';
import type { Replay } from '../game/use-game';

export type OpenDialog = '' | 'help' | 'settings' | 'save' | 'resign' | 'draw';

interface GameDialogsProps {
    dialog: OpenDialog;
    session: Session;
    state: GameState;
    replay: Replay;
    bottom: Side; // the player at the bottom of the board
    settings: Settings;
    changeSettings: (changes: Partial<Settings>) => void;
    onClose: () => void;
    runRequest: RunRequest;
}

export function GameDialogs(props: GameDialogsProps) {
    const { dialog, session, state, onClose, runRequest } = props;
    const { mine } = state.seats;
    const mover = sideToMove(state);
    const playing = mine.filter(
        (side) => !seatOf(state, side).left && !state.resigning.includes(side),
    );
    const resigning = playing.includes(mover) ? mover : playing[0];
    const many = state.game.seats.length > 2;
    const moved = state.entries.some(({ mover }) => mover === resigning);
    if (dialog === 'help') return <HelpDialog onClose={onClose} />;
    if (dialog === 'settings')
        return (
            <SettingsDialog
                settings={props.settings}
                changeSettings={props.changeSettings}
                onClose={onClose}
            />
        );
    if (dialog === 'save') {
        const turned = state.game.seats.length === 2 && props.bottom === 'w';
        const { at } = props.replay;
        return <SaveDialog game={state.game} at={at} turned={turned} onClose={onClose} />;
    }
    if (dialog === 'draw') {
        return (
            <ConfirmDialog
                title="Agree to a draw?"
                text="The game ends at once, for all."
                action="Draw"
                kind="primary"
                onConfirm={() => runRequest(() => session.propose('draw'))}
                onClose={onClose}
            />
        );
    }
    if (dialog === 'resign' && resigning && state.game.status === 'waiting') {
        return (
            <ConfirmDialog
                title="Decline to play?"
                text={`The game has no result${many ? NEXT : ''}.`}
                action="Decline"
                kind="danger"
                onConfirm={() => runRequest(() => session.declineGame(resigning))}
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
                text={resignText(many, moved)}
                action="Resign"
                kind="danger"
                onConfirm={() => runRequest(() => session.resign(resigning))}
                onClose={onClose}
            >
                {!moved && (
                    <button onClick={() => runRequest(() => session.declineGame(resigning))}>
                        Decline to play
                    </button>
                )}
            </ConfirmDialog>
        );
    }
    return null;
}

const NEXT = ', and a new one begins for the others';

/** What resigning does, and declining, as long as one has not moved. */
function resignText(many: boolean, moved: boolean): string {
    const resign = many ? 'You are out; the others play on.' : 'The game ends at once.';
    if (moved) return resign;
    const next = many ? NEXT : '';
    return `${resign} Before your first move you may decline instead: then it has no result${next}.`;
}

interface ConfirmDialogProps {
    title: string;
    text: string;
    action: string;
    kind: 'primary' | 'danger';
    onConfirm: () => void;
    onClose: () => void;
    children?: ComponentChildren; // another choice
}

const CONFIRM_AFTER_MS = 500; // a double click that opened the dialog confirms nothing

function ConfirmDialog(props: ConfirmDialogProps) {
    const { title, text, action, kind, onConfirm, onClose } = props;
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
                {props.children}
                <button class={kind} disabled={!ready} onClick={onConfirm}>
                    {action}
                </button>
            </div>
        </Dialog>
    );
}
