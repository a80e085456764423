// useSettings: the settings of whoever uses this browser, kept in it for all its tabs.
import { useEffect, useState } from 'preact/hooks';
import { applyAppearance } from './appearance';
import {
    changeStoredSettings,
    loadSettings,
    onSettingsChange,
    type Settings,
} from '../api/storage';

/** The settings, and a call that changes some of them: stored, and shown at once. */
export function useSettings() {
    const [settings, setSettings] = useState(loadSettings);
    useEffect(() => onSettingsChange(() => setSettings(loadSettings())), []);
    const changeSettings = (changes: Partial<Settings>) => {
        const next = changeStoredSettings(changes);
        setSettings(next);
        applyAppearance(next);
    };
    return { settings, changeSettings };
}
