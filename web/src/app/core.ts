// What every page needs, in one file of the built app: each part that is loaded on its own imports
// it, too (web/build.mjs).
import '../api/client';
import '../board/geometry';
import '../game/invitation';
import '../game/list-text';
import '../board/marble-shape';
import '../game/nickname';
import '../people/page-header';
import '../ui/page';
import '../rules/context';
import '../ui/segmented-control';
import '../game/sound';
import '../ui/text';
import '../rules/text';
import '../api/error-text';
import '../api/limits';
import '../api/pending';
import '../game/player-text';
import '../game/use-settings';
import '../api/retry';
import '../ui/wait';
