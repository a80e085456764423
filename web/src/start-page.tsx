// The start page: a new game, or back to a recent one.
import { useEffect, useState } from 'preact/hooks';
import { HelpDialog } from './help-dialog';
import { Icon, Logo } from './icons';
import { LobbySection } from './lobby-section';
import { NewGameForm } from './new-game-form';
import { RecentGames } from './recent-games';
import { SettingsDialog } from './settings-dialog';
import { useSettings } from './use-settings';

export function StartPage({ go }: { go: (path: string) => void }) {
    const [dialog, setDialog] = useState<'' | 'help' | 'settings'>('');
    const { settings, changeSettings } = useSettings();
    const onClose = () => setDialog('');
    useEffect(() => {
        document.title = 'Paua';
    }, []);
    return (
        <div class="start">
            <StartHeader onOpen={setDialog} />
            <main>
                <div class="hero">
                    <h1>Play Abalone</h1>
                    <p>Against the computer, friends online, or people next to you.</p>
                </div>
                <NewGameForm go={go} />
                <RecentGames />
                <LobbySection go={go} />
            </main>
            {dialog === 'help' && <HelpDialog onClose={onClose} />}
            {dialog === 'settings' && (
                <SettingsDialog
                    settings={settings}
                    changeSettings={changeSettings}
                    onClose={onClose}
                />
            )}
        </div>
    );
}

function StartHeader({ onOpen }: { onOpen: (dialog: 'help' | 'settings') => void }) {
    return (
        <header class="bar">
            <a class="brand" href="/" data-go>
                <Logo /> Paua
            </a>
            <span class="spring" />
            <button
                class="icon-button"
                aria-label="Settings"
                title="Settings"
                onClick={() => onOpen('settings')}
            >
                <Icon name="settings" />
            </button>
            <button
                class="icon-button"
                aria-label="How to play"
                title="How to play"
                onClick={() => onOpen('help')}
            >
                <Icon name="help" />
            </button>
        </header>
    );
}
