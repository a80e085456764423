// What every page but the start page needs besides core.ts, in one file of the built app
// (web/build.mjs).
import '../game/result-text';
import '../game/share-link';
import '../game/summary';
import '../ui/dialog';
import '../ui/use-effect-event';
