/* game_load.h - reads a game from a store: its setup, then its events, replayed. */
#ifndef SERVICE_GAME_LOAD_H
#define SERVICE_GAME_LOAD_H

#include "service/games/model/game.h"
#include "store/core/store.h"
#include "store/tables/games.h"

#define GAME_LOAD_MESSAGE_MAX STORE_MESSAGE_MAX

/* The caller owns the game. Returns PAUA_OK, PAUA_ERROR_NOT_FOUND, PAUA_ERROR_IO,
 * PAUA_ERROR_CORRUPT or PAUA_ERROR_NO_MEMORY. After PAUA_ERROR_IO and PAUA_ERROR_CORRUPT the
 * message says why; otherwise it is empty. It is safe for a terminal. Thread-safe. */
paua_status game_load(struct boards *boards, store *db, const char *id, struct game **out,
                      char message[GAME_LOAD_MESSAGE_MAX]);

/* As game_load(), without the events after number `until`. */
paua_status game_load_until(struct boards *boards, store *db, const char *id, int64_t until,
                            struct game **out, char message[GAME_LOAD_MESSAGE_MAX]);

/* Parses an event of the store and applies it (game_apply). Under the game's lock, unless nobody
 * else knows the game. */
paua_status game_apply_row(struct game *game, const store_event *row);

#endif /* SERVICE_GAME_LOAD_H */
