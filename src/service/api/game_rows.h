/* game_rows.h - lists of games for an account, from the ids that the store lists. */
#ifndef SERVICE_GAME_ROWS_H
#define SERVICE_GAME_ROWS_H

#include <jansson.h>

#include "service/api/instance.h"
#include "service/games/play/identity.h"

#define GAME_ROWS_MAX 100

struct game_ids {
    char list[GAME_ROWS_MAX][ID_SIZE + 1];
    int count, most; /* at most GAME_ROWS_MAX */
};

/* Adds an id, for the lists of the store. False: the list is full. */
bool game_ids_add(const char *id, void *ids);

/* The rows of the games that the identity may see: it plays in them, is challenged, or they are
 * public. *created_ms becomes the time of the last game of the list. */
json_t *game_rows_json(struct service *service, const struct identity *identity,
                       const struct game_ids *ids, int64_t *created_ms);

#endif /* SERVICE_GAME_ROWS_H */
