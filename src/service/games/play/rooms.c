/* rooms.c - counts the games that an account plays, and the places that are held meanwhile. */
#include "service/games/play/rooms.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "service/accounts/settings.h"
#include "service/server/instance.h"

#define LISTED_MAX 4096 /* open games, challenges included, among which those played are counted */

/* The places that are held for an account. */
struct room_hold {
    char account[ACCOUNT_ID_SIZE + 1];
    int count;
};

struct rooms {
    pthread_mutex_t mutex; /* guards what follows */
    struct room_hold *holds;
    size_t count, capacity;
};

struct rooms *rooms_new(void)
{
    struct rooms *self = calloc(1, sizeof *self);

    if (self)
        pthread_mutex_init(&self->mutex, NULL);
    return self;
}

void rooms_free(struct rooms *self)
{
    if (!self)
        return;
    pthread_mutex_destroy(&self->mutex);
    free(self->holds);
    free(self);
}

/* The places held for an account, or NULL. Under the lock. */
static struct room_hold *find_hold(struct rooms *self, const char *account)
{
    for (size_t i = 0; i < self->count; i++) {
        if (strcmp(self->holds[i].account, account) == 0)
            return &self->holds[i];
    }
    return NULL;
}

/* Holds one more place. Returns how many are held now, or 0: out of memory. */
static int hold_place(struct rooms *self, const char *account)
{
    pthread_mutex_lock(&self->mutex);
    struct room_hold *hold = find_hold(self, account);
    if (!hold && ARRAY_RESERVE(self->holds, self->capacity, self->count + 1)) {
        hold = &self->holds[self->count++];
        *hold = (struct room_hold){.count = 0};
        snprintf(hold->account, sizeof hold->account, "%s", account);
    }
    const int count = hold ? ++hold->count : 0;
    pthread_mutex_unlock(&self->mutex);
    return count;
}

void rooms_give_back(struct service *service, const char *account)
{
    struct rooms *self = service->rooms;

    if (!account[0])
        return;
    pthread_mutex_lock(&self->mutex);
    struct room_hold *hold = find_hold(self, account);
    if (hold && --hold->count == 0)
        *hold = self->holds[--self->count];
    pthread_mutex_unlock(&self->mutex);
}

/* Ids of games that the store lists. */
struct game_list {
    char (*ids)[GAME_ID_SIZE + 1];
    int count, capacity;
    bool failed; /* memory is out */
};

static bool list_game(const char *id, void *context)
{
    struct game_list *list = context;

    list->failed = !ARRAY_RESERVE(list->ids, list->capacity, list->count + 1);
    if (list->failed)
        return false;
    snprintf(list->ids[list->count++], GAME_ID_SIZE + 1, "%s", id);
    return true;
}

/* Whether the account has taken a seat of the game, which is not over. */
static bool plays_game(struct service *service, const char *id, const char *account)
{
    struct game *game;
    bool plays = false;

    if (cache_get(service->cache, id, &game) != PAUA_OK)
        return false;
    pthread_mutex_lock(&game->mutex);
    for (int side = 0; side < game->setup.start.players; side++) {
        const struct seated_player *player = &game->players[side];

        plays |=
            player->seated && strcmp(player->account, account) == 0 && game_side_plays(game, side);
    }
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->cache, game);
    return plays;
}

/* Counts the games that an account plays, up to `most`. */
static paua_status count_games(struct service *service, const char *account, const char *except,
                               int most, int *out)
{
    struct game_list list = {.count = 0};
    paua_status status =
        store_account_games(service->config.store, account, true, 0, LISTED_MAX, list_game, &list);

    *out = 0;
    for (int i = 0; i < list.count && *out < most; i++)
        *out += strcmp(list.ids[i], except) != 0 && plays_game(service, list.ids[i], account);
    free(list.ids);
    return list.failed ? PAUA_NO_MEMORY : status;
}

/* The places are counted before the games: a game that is stored in between counts twice rather
 * than not at all. */
paua_status rooms_take(struct service *service, const char *account, const char *except, bool *out)
{
    const int held = hold_place(service->rooms, account);
    struct settings settings;
    int played = 0;

    *out = false;
    if (held == 0)
        return PAUA_NO_MEMORY;
    paua_status status = settings_read(service, account, &settings);
    if (status == PAUA_OK && settings.games_max > 0)
        status = count_games(service, account, except, settings.games_max, &played);
    *out = status == PAUA_OK && (settings.games_max == 0 || played + held <= settings.games_max);
    if (!*out)
        rooms_give_back(service, account);
    return status;
}
