// The dialogs that the start page and the game page share, which are loaded together.
export { HelpDialog } from './help-dialog';
export { SettingsDialog } from './settings-dialog';
