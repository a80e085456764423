// useMyGames: all games of this browser, with what the server says of those that are not over.
import { useEffect, useState } from 'preact/hooks';
import { ApiError, getGame, type Game } from './api';
import { summaryOf, type GameSummary } from './game-summary';
import { allGames, loadSeats, updateGame, type SeenGame } from './storage';

/** A game in the list; `summary` is null until the server has answered. */
export interface MyGame {
    seen: SeenGame;
    summary: GameSummary | null;
    problem: string;
}

const AT_ONCE = 4; // requests

function isKnown({ title, over }: SeenGame): boolean {
    return title !== '' && over !== '';
}

/** The game as the server has it; null: not now. */
async function fetchGame(id: string): Promise<Game | 'gone' | null> {
    try {
        return await getGame(id);
    } catch (error) {
        return error instanceof ApiError && error.status === 404 ? 'gone' : null;
    }
}

/** The game with what the server says of it. */
async function updated(known: MyGame): Promise<MyGame> {
    const { seen } = known;
    const game = await fetchGame(seen.id);
    if (game === 'gone') return { ...known, problem: 'no longer on this server' };
    if (!game) return { ...known, problem: 'the server does not answer' };
    const summary = summaryOf(game, loadSeats(seen.id));
    const { title, opponent, over } = summary;
    updateGame(seen.id, { title, opponent, over });
    return { seen: { ...seen, title, opponent, over }, summary, problem: '' };
}

export function useMyGames(): MyGame[] {
    const [games, setGames] = useState<MyGame[]>(() =>
        allGames().map((seen) => ({ seen, summary: null, problem: '' })),
    );
    useEffect(() => {
        let left = false;
        const waiting = games.filter(({ seen }) => !isKnown(seen));
        const work = async () => {
            for (let next = waiting.shift(); next && !left; next = waiting.shift()) {
                const done = await updated(next);
                const { id } = done.seen;
                setGames((all) => all.map((one) => (one.seen.id === id ? done : one)));
            }
        };
        for (let i = 0; i < AT_ONCE; i++) void work();
        return () => {
            left = true;
        };
    }, []);
    return games;
}
