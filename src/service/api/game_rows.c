/* game_rows.c - writes the rows of listed games as JSON. */
#include "service/api/game_rows.h"

#include <string.h>

#include "service/games/model/game_json.h"
#include "service/games/model/game_seats.h"
#include "service/games/play/cache.h"

bool game_ids_add(const char *id, void *context)
{
    struct game_ids *ids = context;

    if (strlen(id) == ID_SIZE)
        memcpy(ids->list[ids->count++], id, ID_SIZE + 1);
    return ids->count < ids->most;
}

json_t *game_rows_json(struct service *service, const struct identity *identity,
                       const struct game_ids *ids, int64_t *created_ms)
{
    json_t *rows = json_array();

    for (int i = 0; i < ids->count; i++) {
        struct game *game;

        if (cache_get(service->games.cache, ids->list[i], &game) != PAUA_OK)
            continue; /* removed meanwhile, or damaged */
        pthread_mutex_lock(&game->mutex);
        *created_ms = game->created_ms;
        int side = game_seat_of(game, identity);
        if (side != NOBODY || setup_is_public(&game->setup) ||
            game_seat_reserved_for(game, identity->login.account) != NOBODY)
            json_array_append_new(rows, game_row_json(game, game_presence(game), side));
        pthread_mutex_unlock(&game->mutex);
        cache_release(service->games.cache, game);
    }
    return rows;
}
