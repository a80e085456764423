// The settings: what the board shows, how the page looks, sounds, and the pace of the computer.
import { Dialog } from '../ui/dialog';
import { SegmentedControl } from '../ui/segmented-control';
import { playSound } from './sound';
import type { Settings } from '../api/storage';

interface SettingsDialogProps {
    settings: Settings;
    changeSettings: (changes: Partial<Settings>) => void;
    onClose: () => void;
}

export function SettingsDialog({ settings, changeSettings, onClose }: SettingsDialogProps) {
    const shared = { settings, changeSettings };
    return (
        <Dialog title="Settings" onClose={onClose}>
            <div class="settings">
                <div class="boxes">
                    <Box {...shared} name="coordinates" text="Show coordinates" />
                    <Box {...shared} name="hints" text="Show arrows for possible moves" />
                    <Box {...shared} name="confirm" text="Confirm each move" />
                </div>
                <Looks {...shared} />
                <Sounds {...shared} />
                <Pace {...shared} />
            </div>
            <div class="buttons">
                <button class="primary" onClick={onClose}>
                    Done
                </button>
            </div>
        </Dialog>
    );
}

type PartProps = Omit<SettingsDialogProps, 'onClose'>;

type BoxName = 'coordinates' | 'hints' | 'confirm' | 'sound';

function Box({
    settings,
    changeSettings,
    name,
    text,
}: PartProps & { name: BoxName; text: string }) {
    return (
        <label class="check">
            <input
                type="checkbox"
                checked={settings[name]}
                onChange={(e) => changeSettings({ [name]: e.currentTarget.checked })}
            />
            <span>{text}</span>
        </label>
    );
}

const THEMES: [Settings['theme'], string][] = [
    ['system', 'System'],
    ['light', 'Light'],
    ['dark', 'Dark'],
];

const BOARDS: [Settings['board'], string][] = [
    ['wood', 'Wood'],
    ['slate', 'Slate'],
    ['felt', 'Felt'],
];

const MARBLES: [Settings['marbles'], string][] = [
    ['glass', 'Glass'],
    ['flat', 'Flat'],
];

function Looks({ settings, changeSettings }: PartProps) {
    return (
        <>
            <SegmentedControl
                legend="Theme"
                name="theme"
                value={settings.theme}
                options={THEMES}
                onPick={(theme) => changeSettings({ theme })}
            />
            <SegmentedControl
                legend="Board"
                name="board-style"
                value={settings.board}
                options={BOARDS}
                onPick={(board) => changeSettings({ board })}
            />
            <SegmentedControl
                legend="Marbles"
                name="marble-style"
                value={settings.marbles}
                options={MARBLES}
                onPick={(marbles) => changeSettings({ marbles })}
            />
        </>
    );
}

function Sounds({ settings, changeSettings }: PartProps) {
    const { sound, volume } = settings;
    return (
        <>
            <Box settings={settings} changeSettings={changeSettings} name="sound" text="Sounds" />
            <div class="level">
                <label for="volume">
                    Volume <output>{volume}%</output>
                </label>
                <input
                    id="volume"
                    type="range"
                    min="5"
                    max="100"
                    step="5"
                    value={volume}
                    disabled={!sound}
                    onInput={(e) => changeSettings({ volume: Number(e.currentTarget.value) })}
                    onChange={(e) => playSound('push', Number(e.currentTarget.value))}
                />
            </div>
        </>
    );
}

/** "off", "0.6 s". */
function paceText(pace: number): string {
    return pace === 0 ? 'off' : `${(pace / 1000).toFixed(1)} s`;
}

function Pace({ settings, changeSettings }: PartProps) {
    const { pace } = settings;
    return (
        <div class="level wide">
            <label for="pace">
                Pause before the computer's move <output>{paceText(pace)}</output>
            </label>
            <input
                id="pace"
                type="range"
                min="0"
                max="3000"
                step="200"
                value={pace}
                aria-valuetext={paceText(pace)}
                onInput={(e) => changeSettings({ pace: Number(e.currentTarget.value) })}
            />
        </div>
    );
}
