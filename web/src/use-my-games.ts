// useMyGames: all games of this browser, with what the server says of those that are not over.
import { useEffect, useState } from 'preact/hooks';
import { getListedGames, LISTED_MAX, type ListedGame } from './api';
import { summaryOf, type GameSummary } from './game-summary';
import { allGames, loadSeats, updateGame, type SeenGame } from './storage';

/** A game in the list; `summary` is null until the server has answered, or where it is over. */
export interface MyGame {
    seen: SeenGame;
    summary: GameSummary | null;
    problem: string;
}

function isOver({ title, over }: SeenGame): boolean {
    return title !== '' && over !== '';
}

/** What the server says of a game, undefined where it does not know it. */
function updated(known: MyGame, game: ListedGame | undefined): MyGame {
    const { seen } = known;
    if (!game) return { ...known, problem: 'no longer on this server' };
    const summary = summaryOf(game, loadSeats(seen.id));
    const { title, opponent, over } = summary;
    updateGame(seen.id, { title, opponent, over });
    return { seen: { ...seen, title, opponent, over }, summary, problem: '' };
}

/** The games after asking the server for those that are not over, a hundred at a time. */
async function askServer(all: MyGame[], onGames: (games: MyGame[]) => void): Promise<void> {
    let games = all;
    const open = all.filter(({ seen }) => !isOver(seen)).map(({ seen }) => seen.id);
    for (let i = 0; i < open.length; i += LISTED_MAX) {
        const ids = open.slice(i, i + LISTED_MAX);
        const asked = (one: MyGame) => ids.includes(one.seen.id);
        try {
            const answer = (await getListedGames(ids)).games;
            const find = (id: string) => answer.find((game) => game.id === id);
            games = games.map((one) => (asked(one) ? updated(one, find(one.seen.id)) : one));
        } catch {
            const problem = 'the server does not answer';
            games = games.map((one) => (asked(one) ? { ...one, problem } : one));
        }
        onGames(games);
    }
}

export function useMyGames(): MyGame[] {
    const [games, setGames] = useState<MyGame[]>(() =>
        allGames().map((seen) => ({ seen, summary: null, problem: '' })),
    );
    useEffect(() => {
        let left = false;
        void askServer(games, (asked) => {
            if (!left) setGames(asked);
        });
        return () => {
            left = true;
        };
    }, []);
    return games;
}
