// The start page: a new game, or back to a recent one.
import { useEffect, useState } from 'preact/hooks';
import { HelpDialog } from './help-dialog';
import { Icon } from './icons';
import { LobbySection } from './lobby-section';
import { NewGameForm } from './new-game-form';
import { PageHeader } from './page-header';
import { RecentGames } from './recent-games';
import { RecordForm } from './record-form';
import { SettingsDialog } from './settings-dialog';
import { StorageWarning } from './storage-warning';
import { useSettings } from './use-settings';

export function StartPage({ go }: { go: (path: string, state?: object) => void }) {
    const [dialog, setDialog] = useState<'' | 'help' | 'settings'>('');
    const { settings, changeSettings } = useSettings();
    const onClose = () => setDialog('');
    useEffect(() => {
        document.title = 'Paua';
    }, []);
    return (
        <div class="start">
            <StartHeader onOpen={setDialog} />
            <main class="columns">
                <div class="hero">
                    <h1>Play Abalone</h1>
                    <p>Against the computer, friends online, or people next to you.</p>
                </div>
                <StorageWarning />
                <NewGameForm go={go} />
                <RecentGames />
                <LobbySection go={go} />
                <RecordForm go={go} />
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
    const button = (label: string, dialog: 'help' | 'settings') => (
        <button
            class="icon-button"
            aria-label={label}
            title={label}
            onClick={() => onOpen(dialog)}
        >
            <Icon name={dialog} />
        </button>
    );
    return (
        <PageHeader>
            {button('Settings', 'settings')}
            {button('How to play', 'help')}
        </PageHeader>
    );
}
