// The games that this browser opened last, on the start page, behind those in which the account is
// to act.
import { useEffect, useState } from 'preact/hooks';
import { GameRow } from '../game/game-row';
import { allGames, findSeen, onSeenChange, type SeenGame } from '../api/storage';
import type { MyGame } from '../people/use-my-games';

const SHOWN = 6;

/** `waiting`: the games in which the account is to act. */
export function RecentGames({ account, waiting }: { account: string; waiting: MyGame[] }) {
    const seen = useSeenGames();
    const known = new Set(waiting.map(({ seen: { id } }) => id));
    const others = seen.filter(({ id }) => !known.has(id));
    const all = waiting.length + others.length;
    if (all === 0 && !account) return null;
    return (
        <section class="recent card">
            <h2>Your games</h2>
            {all === 0 && <p class="muted">There are none in this browser yet.</p>}
            <ul hidden={all === 0}>
                {waiting.slice(0, SHOWN).map(({ seen: game, summary }) => (
                    <GameRow
                        key={game.id}
                        game={game}
                        state={{ text: summary!.state, running: true }}
                    />
                ))}
                {others.slice(0, Math.max(0, SHOWN - waiting.length)).map((game) => (
                    <GameRow key={game.id} game={game} state={stateOf(game)} />
                ))}
            </ul>
            <a class="all-games" href="/games" data-go>
                {all > SHOWN && !account ? `All ${all} games` : 'My games'}
            </a>
        </section>
    );
}

function stateOf({ over, waits }: SeenGame) {
    if (over) return { text: over, running: false };
    if (waits === 'players') return { text: 'waiting for players', running: false };
    return { text: waits === 'me' ? 'has begun' : 'in progress', running: true };
}

/** The list as it was when the page was opened, with what has become of its games since. */
function useSeenGames(): SeenGame[] {
    const [seen, setSeen] = useState(allGames);
    useEffect(
        () => onSeenChange(() => setSeen((all) => all.map((one) => findSeen(one.id) ?? one))),
        [],
    );
    return seen;
}
