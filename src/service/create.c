/* create.c - stores a new game, then adds it to the cache. */
#include <stdlib.h>
#include <string.h>

#include "service/create.h"
#include "service/instance.h"

/* A game that is being stored. */
struct game_creation {
    struct service *service;
    struct game *game;
    game_created done;
    void *context;
};

/* On the store's thread: the game is on disk, or could not be written. */
static void on_game_stored(paua_status status, void *context)
{
    struct game_creation *creation = context;
    struct service *service = creation->service;
    struct game *game = creation->game;

    if (status == PAUA_OK) {
        atomic_fetch_add(&service->games_created, 1);
        cache_add(service->cache, game);
        pthread_mutex_lock(&game->mutex);
        computer_schedule_move(service->computer, game);
        pthread_mutex_unlock(&game->mutex);
    } else {
        game_free(game);
        service_log_store_failure(service);
    }
    if (creation->done)
        creation->done(status == PAUA_OK ? game : NULL, creation->context);
    if (status == PAUA_OK)
        cache_release(service->cache, game);
    free(creation);
}

/* Queues the game for the store. */
static paua_status store_game_row(struct game_creation *creation)
{
    struct game *game = creation->game;
    char *text = setup_store(&game->setup);
    store_game row = {.id = game->id,
                      .created_ms = game->created_ms,
                      .setup = text,
                      .state = {"*", "", game_computer_to_move(game) != NULL}};
    paua_status status = PAUA_NO_MEMORY;

    if (text)
        status = store_create(creation->service->config.store, &row, on_game_stored, creation);
    free(text);
    return status;
}

paua_status game_create(struct service *service, const struct setup *setup,
                        char id[GAME_ID_SIZE + 1], game_created done, void *context)
{
    struct game_creation *creation = malloc(sizeof *creation);

    if (!creation)
        return PAUA_NO_MEMORY;
    game_id_make(id);
    *creation =
        (struct game_creation){service, game_new(id, service_now_ms(), setup), done, context};
    if (creation->game && store_game_row(creation) == PAUA_OK)
        return PAUA_OK;
    game_free(creation->game);
    free(creation);
    return PAUA_NO_MEMORY;
}

void game_rematch_setup(const struct game *game, struct setup *out)
{
    int players = game->setup.start.players;

    *out = game->setup;
    for (int side = 0; side < players; side++) {
        struct seat *seat = &out->seats[(side + 1) % players];
        const struct seated_player *player = &game->players[side];

        *seat = game->setup.seats[side];
        if (seat_is_computer(seat))
            continue;
        seat->kind = SEAT_PERSON;
        seat->listed = false;
        memcpy(seat->name, player->name, sizeof seat->name);
        memcpy(seat->key_hash, player->key_hash, sizeof seat->key_hash);
    }
}
