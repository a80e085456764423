// How the page looks: sets theme, board and marbles of the settings on the root element, for the
// style sheets, and follows the system's theme.
import { loadSettings, onSettingsChange, type Settings } from '../api/storage';

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const PAGE_COLOURS = { light: '#f2f1ec', dark: '#12191b' };

export function applyAppearance({ theme, board, marbles }: Settings): void {
    const system = systemDark.matches ? 'dark' : 'light';
    const shown = theme === 'system' ? system : theme;
    Object.assign(document.documentElement.dataset, { theme: shown, board, marbles });
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
        meta.content = PAGE_COLOURS[shown];
}

/** Applies the settings now, and again when they or the system's theme change. */
export function followAppearance(): void {
    const apply = () => applyAppearance(loadSettings());
    apply();
    systemDark.addEventListener('change', apply);
    onSettingsChange(apply);
}
