// useSettings: the reader's settings, kept in this browser.
import { useState } from 'preact/hooks';
import { applyAppearance } from './appearance';
import { loadSettings, saveSettings, type Settings } from '../api/storage';

export function useSettings() {
    const [settings, setSettings] = useState(loadSettings);
    const changeSettings = (changes: Partial<Settings>) => {
        const next = { ...settings, ...changes };
        setSettings(next);
        saveSettings(next);
        applyAppearance(next);
    };
    return { settings, changeSettings };
}
