// What a game asks or shows in front of the board.
import { Dialog, HelpDialog } from './dialog';
import { ShareCard } from './panels';
import { offerDraw } from './side';
import type { Settings } from './store';
import type { View } from './view';
import { colourName } from './words';

export function GameDialogs({ view }: { view: View }) {
    const { session, game, mine, invite, act } = view;
    const close = () => view.setOpen('');
    const resigning = mine.length === 2 ? session.turn : mine[0];
    if (view.open === 'help') return <HelpDialog onClose={close} />;
    if (view.open === 'settings') {
        return <SettingsDialog settings={view.settings} change={view.change} onClose={close} />;
    }
    if (view.open === 'share' && invite) {
        return (
            <Dialog title="Invite a friend" onClose={close}>
                <ShareCard id={game.id} keyText={invite} />
                <div class="buttons">
                    <button onClick={close}>Close</button>
                </div>
            </Dialog>
        );
    }
    if (view.open === 'draw') {
        return (
            <Dialog title="Agree on a draw?" onClose={close}>
                <p>The game ends at once, for both sides.</p>
                <div class="buttons">
                    <button class="primary" onClick={() => act(() => offerDraw(session))}>
                        Draw
                    </button>
                    <button onClick={close}>Play on</button>
                </div>
            </Dialog>
        );
    }
    if (view.open === 'resign' && resigning) {
        const title = `Resign as ${colourName(resigning)}?`;
        return (
            <Dialog title={mine.length === 2 ? title : 'Resign this game?'} onClose={close}>
                <p>The game ends at once.</p>
                <div class="buttons">
                    <button class="danger" onClick={() => act(() => session.resign(resigning))}>
                        Resign
                    </button>
                    <button onClick={close}>Play on</button>
                </div>
            </Dialog>
        );
    }
    return null;
}

interface SettingsProps {
    settings: Settings;
    change: (next: Partial<Settings>) => void;
    onClose: () => void;
}

function SettingsDialog({ settings, change, onClose }: SettingsProps) {
    const boxes: [keyof Settings, string][] = [
        ['coordinates', 'Letters and numbers at the edge'],
        ['hints', 'Arrows where picked marbles can go'],
        ['confirm', 'Ask before a move is played'],
    ];
    return (
        <Dialog title="Settings" onClose={onClose}>
            {boxes.map(([name, text]) => (
                <label class="check" key={name}>
                    <input
                        type="checkbox"
                        checked={settings[name]}
                        onChange={(e) => change({ [name]: e.currentTarget.checked })}
                    />
                    <span>{text}</span>
                </label>
            ))}
            <div class="buttons">
                <button class="primary" onClick={onClose}>
                    Done
                </button>
            </div>
        </Dialog>
    );
}
