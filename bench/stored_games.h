/* stored_games.h - fills a store with copies of a game that it has, as its server would write them:
 * through store.h, a hundred games in a transaction.
 */
#ifndef BENCH_STORED_GAMES_H
#define BENCH_STORED_GAMES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/core/batch.h"
#include "store/open.h"
#include "store/tables/games.h"

enum {
    STORED_EVENTS_MAX = 512, /* of the game */
    STORED_BATCH = 100,      /* games in a transaction */
    STORED_QUEUE = 20,       /* transactions that wait */
    STORED_ID_SIZE = 8
};

/* The game that is copied; its texts are never freed. */
struct stored_game {
    store_game game;
    store_event events[STORED_EVENTS_MAX];
    int count;
};

static _Atomic int stored_waiting, stored_failed;

static bool stored_on_game(const store_game *game, void *context)
{
    struct stored_game *copy = context;

    copy->game = *game;
    copy->game.setup = strdup(game->setup);
    copy->game.state.result = strdup(game->state.result);
    copy->game.state.reason = strdup(game->state.reason);
    return true;
}

static bool stored_on_event(const store_event *event, void *context)
{
    struct stored_game *copy = context;

    if (copy->count == STORED_EVENTS_MAX)
        return false;
    copy->events[copy->count] = *event;
    copy->events[copy->count].type = strdup(event->type);
    copy->events[copy->count++].text = strdup(event->text);
    return true;
}

static void stored_on_done(paua_status status, void *context)
{
    (void)context;
    stored_failed += status != PAUA_OK;
    stored_waiting--;
}

/* Writes a number with the letters of an id. */
static void stored_write_id(unsigned long number, char id[STORED_ID_SIZE + 1])
{
    static const char letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz";
    const unsigned long base = sizeof letters - 1;

    /* Spread over all ids, as random ones are; 56 to the eighth and this prime have no divisor in
     * common. */
    unsigned long spread = number * 4294967291UL % 96717311574016UL;
    for (int i = 0; i < STORED_ID_SIZE; i++, spread /= base)
        id[i] = letters[spread % base];
    id[STORED_ID_SIZE] = '\0';
}

/* Adds a copy of the game to a batch: with its events, and its end at the last one. */
static bool stored_add(store_batch *batch, const struct stored_game *game, const char *id)
{
    const store_state open = {.result = "*", .reason = ""};
    store_game row = game->game;

    row.id = id;
    row.events = 0;
    row.state = open;
    bool good = batch_create_game(batch, &row, NULL);
    for (int i = 0; i < game->count; i++)
        good &= batch_append_event(batch, id, &game->events[i],
                                   i == game->count - 1 ? &game->game.state : &open);
    return good;
}

/* Adds `count` copies of the game `id` to the store. False: it failed, with a line on stderr. */
static inline bool stored_fill(const char *place, const char *id, long count)
{
    static struct stored_game game;
    const store_reader reader = {stored_on_game, stored_on_event};
    const struct timespec pause = {.tv_nsec = 1000000};
    char message[STORE_MESSAGE_MAX] = "", name[STORED_ID_SIZE + 1];
    store *to = NULL;
    bool good = store_open(place, &to, message) == PAUA_OK &&
                store_load(to, id, &reader, &game, message) == PAUA_OK;

    for (long made = 0; good && made < count;) {
        store_batch *batch = store_batch_new();

        for (int i = 0; good && i < STORED_BATCH && made < count; i++, made++) {
            stored_write_id((unsigned long)made + 1, name);
            good = stored_add(batch, &game, name);
        }
        while (stored_waiting >= STORED_QUEUE)
            nanosleep(&pause, NULL);
        stored_waiting++;
        good = good && store_commit(to, batch, stored_on_done, NULL) == PAUA_OK;
    }
    store_close(to);
    good = good && stored_failed == 0;
    if (!good)
        fprintf(stderr, "the games could not be stored: %s\n", message);
    return good;
}

#endif /* BENCH_STORED_GAMES_H */
