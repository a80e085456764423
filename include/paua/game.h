/* game.h - one game from its start position to its end: the moves and the history that the
 * rules of repetition need (R13).
 *
 * A game is not thread-safe; different games are independent.
 */
#ifndef PAUA_GAME_H
#define PAUA_GAME_H

#include <paua/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paua_game paua_game;

/* Starts a game. The board is borrowed and must outlive the game; rules and start are copied.
 * Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (rules->win is 0), PAUA_ERROR_BAD_POSITION or
 * PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_game_new(const paua_board *board, const paua_rules *rules,
                                   const paua_position *start, paua_game **out);
PAUA_API void paua_game_free(paua_game *game); /* NULL is allowed */

PAUA_API const paua_board *paua_game_board(const paua_game *game);
PAUA_API const paua_rules *paua_game_rules(const paua_game *game);
PAUA_API const paua_position *paua_game_start(const paua_game *game);
PAUA_API const paua_position *paua_game_position(const paua_game *game); /* the current one */

/* Moves played so far, and the i-th of them, 0 .. count-1. */
PAUA_API int paua_game_moves(const paua_game *game);
PAUA_API paua_move paua_game_move(const paua_game *game, int i);

/* Keys of the positions before each move played, oldest first; as many as paua_game_moves().
 * Valid until the next play or take-back. */
PAUA_API const uint64_t *paua_game_keys(const paua_game *game);

/* Every move that may be played now: the legal moves; none when the game is over; under the ko rule
 * (R16) only moves that lead to a new position. */
PAUA_API void paua_game_generate(const paua_game *game, paua_move_list *list);

/* Whether paua_game_generate() would list this move. `move` may be any 16 bits. */
PAUA_API bool paua_game_legal(const paua_game *game, paua_move move);

/* Plays one move. Returns PAUA_OK, PAUA_ERROR_ILLEGAL_MOVE (also when the game is over), or
 * PAUA_ERROR_NO_MEMORY; on failure nothing has changed. */
PAUA_API paua_status paua_game_play(paua_game *game, paua_move move);

/* Takes back the last move, and with it an agreement and the departures since that move.
 * PAUA_ERROR_NOT_FOUND if there is none. */
PAUA_API paua_status paua_game_takeback(paua_game *game);

/* A player resigns, or has exceeded the time (R15). In a game for two the other side wins; with
 * more players this one is passed over from then on, and the last player or team left wins.
 * PAUA_ERROR_CONFLICT if the game is over or the player has left already; PAUA_ERROR_BAD_ARGUMENT:
 * no such player. */
PAUA_API paua_status paua_game_resign(paua_game *game, paua_side side);
PAUA_API paua_status paua_game_forfeit(paua_game *game, paua_side side);

/* The players who left before the end of the game (R11), in the order of leaving: `i` is
 * 0 .. count-1; *move becomes the number of moves played by then, *reason
 * PAUA_REASON_RESIGNATION or PAUA_REASON_TIME. */
PAUA_API int paua_game_departures(const paua_game *game);
PAUA_API paua_side paua_game_departure(const paua_game *game, int i, int *move,
                                       paua_reason *reason);

/* Ends the game as a draw by agreement; PAUA_ERROR_CONFLICT if it is over already. */
PAUA_API paua_status paua_game_agree_draw(paua_game *game);

PAUA_API paua_outcome paua_game_outcome(const paua_game *game);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_GAME_H */
