// The start page: a new game, or back to a recent one.
import { useState } from 'preact/hooks';
import { Icon } from '../ui/icons';
import { lazyPart } from '../ui/lazy';
import { WaitingGames } from '../people/lazy';
import { LobbySection } from './lobby-section';
import { NewGameForm } from './new-game-form';
import type { PageProps } from '../ui/page';
import { PageHeader } from '../people/page-header';
import { RecentGames } from './recent-games';
import { RecordForm } from './record-form';
import { StorageWarning } from '../game/storage-warning';
import { useAccountName } from '../api/use-account';
import type { MyGame } from '../people/use-my-games';
import { useSettings } from '../game/use-settings';

const dialogs = () => import('../game/dialogs');
const pressed = true;
const HelpDialog = lazyPart(dialogs, (module) => module.HelpDialog, { pressed });
const SettingsDialog = lazyPart(dialogs, (module) => module.SettingsDialog, { pressed });

/** The hash may name a player to challenge: /#challenge=Ann. */
export function StartPage({ hash, go }: PageProps) {
    const challenged = /^challenge=([\w.-]+)$/.exec(hash)?.[1] ?? '';
    const [dialog, setDialog] = useState<'' | 'help' | 'settings'>('');
    const { settings, changeSettings } = useSettings();
    const account = useAccountName();
    const [waiting, setWaiting] = useState<MyGame[]>([]);
    const onClose = () => setDialog('');
    return (
        <div class="start">
            <StartHeader go={go} onOpen={setDialog} />
            <main class="columns">
                <div class="hero">
                    <h1>Play Abalone</h1>
                    <p>Against the computer, friends online, or people next to you.</p>
                </div>
                <StorageWarning />
                {account && (
                    <WaitingGames.View key={account} account={account} onGames={setWaiting} />
                )}
                <NewGameForm key={challenged} challenged={challenged} go={go} />
                <RecentGames key={account} account={account} waiting={account ? waiting : []} />
                <LobbySection go={go} />
                <RecordForm go={go} />
            </main>
            {dialog === 'help' && <HelpDialog.View onClose={onClose} />}
            {dialog === 'settings' && (
                <SettingsDialog.View
                    settings={settings}
                    changeSettings={changeSettings}
                    onClose={onClose}
                />
            )}
        </div>
    );
}

interface StartHeaderProps {
    go: (path: string) => void;
    onOpen: (dialog: 'help' | 'settings') => void;
}

function StartHeader({ go, onOpen }: StartHeaderProps) {
    const button = (label: string, dialog: 'help' | 'settings') => (
        <button class="icon-button" aria-label={label} title={label} onClick={() => onOpen(dialog)}>
            <Icon name={dialog} />
        </button>
    );
    return (
        <PageHeader go={go}>
            <a class="button" href="/analysis" data-go>
                Analysis
            </a>
            {button('Settings', 'settings')}
            {button('How to play', 'help')}
        </PageHeader>
    );
}
