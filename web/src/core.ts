// What every page needs, in one file of the built app: each part that is loaded on its own imports it,
// too (web/build.mjs).
import './api';
import './dialog';
import './game-summary';
import './geometry';
import './invitation';
import './lobby-text';
import './marble-shape';
import './nickname';
import './page-header';
import './rules-context';
import './segmented-control';
import './sound';
import './text';
import './use-settings';
import './wait';
