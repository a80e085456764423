// Creates games: where the answer does not come, the request is sent again, and the server makes no
// second game.
import { ApiError, createGame, type CreatedGame, type NewGame } from '../api/client';
import { makeKey } from '../api/storage';

/** Creates games, each once: also where the reader tries the same one again. */
export function gameCreator(post = createGame): (game: NewGame) => Promise<CreatedGame> {
    let content = '';
    let id = '';
    return async (game) => {
        const text = JSON.stringify(game);
        if (text !== content) id = makeKey();
        content = text;
        const created = await post(game, id).catch((error: unknown) => {
            if (error instanceof ApiError && error.status === 0) return post(game, id);
            throw error;
        });
        content = '';
        return created;
    };
}
