/* game_slots.c - counts the open games of an account and the slots that are claimed. */
#include "service/games/play/game_slots.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "service/accounts/settings.h"
#include "service/games/model/game.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"

#define LISTED_MAX 4096 /* open games, challenges included, among which those played are counted */

/* The slots that are claimed for an account. */
struct slot_claim {
    char account[ACCOUNT_ID_SIZE + 1];
    int count;
};

struct game_slots {
    pthread_mutex_t mutex; /* guards what follows */
    struct slot_claim *claims;
    size_t count, capacity;
};

struct game_slots *game_slots_new(void)
{
    struct game_slots *self = calloc(1, sizeof *self);

    if (self)
        pthread_mutex_init(&self->mutex, NULL);
    return self;
}

void game_slots_free(struct game_slots *self)
{
    if (!self)
        return;
    pthread_mutex_destroy(&self->mutex);
    free(self->claims);
    free(self);
}

/* The claims of an account, or NULL. Under the lock. */
static struct slot_claim *find_claim(struct game_slots *self, const char *account)
{
    for (size_t i = 0; i < self->count; i++) {
        if (strcmp(self->claims[i].account, account) == 0)
            return &self->claims[i];
    }
    return NULL;
}

/* Adds a claim. Returns how many the account has now; 0: out of memory. */
static int add_claim(struct game_slots *self, const char *account)
{
    pthread_mutex_lock(&self->mutex);
    struct slot_claim *claim = find_claim(self, account);
    if (!claim && ARRAY_RESERVE(self->claims, self->capacity, self->count + 1)) {
        claim = &self->claims[self->count++];
        *claim = (struct slot_claim){.count = 0};
        snprintf(claim->account, sizeof claim->account, "%s", account);
    }
    const int count = claim ? ++claim->count : 0;
    pthread_mutex_unlock(&self->mutex);
    return count;
}

void game_slots_release(struct games *games, const char *account)
{
    struct game_slots *self = games->slots;

    if (!account[0])
        return;
    pthread_mutex_lock(&self->mutex);
    struct slot_claim *claim = find_claim(self, account);
    if (claim && --claim->count == 0)
        *claim = self->claims[--self->count];
    pthread_mutex_unlock(&self->mutex);
}

/* Ids of games that the store lists. */
struct open_games {
    char (*ids)[ID_SIZE + 1];
    int count, capacity;
    bool failed; /* out of memory */
};

static bool list_game(const char *id, void *context)
{
    struct open_games *list = context;

    list->failed = !ARRAY_RESERVE(list->ids, list->capacity, list->count + 1);
    if (list->failed)
        return false;
    snprintf(list->ids[list->count++], ID_SIZE + 1, "%s", id);
    return true;
}

/* Whether the account has taken a seat of the game, which is not over. */
static bool plays_game(struct games *games, const char *id, const char *account)
{
    struct game *game;
    bool plays = false;

    if (cache_get(games->cache, id, &game) != PAUA_OK)
        return false;
    pthread_mutex_lock(&game->mutex);
    for (int side = 0; side < game->setup.start.players; side++) {
        const struct seated_player *player = &game->players[side];

        plays |=
            player->seated && strcmp(player->account, account) == 0 && game_side_plays(game, side);
    }
    pthread_mutex_unlock(&game->mutex);
    cache_release(games->cache, game);
    return plays;
}

/* Counts the games that an account plays, up to `most`. */
static paua_status count_games(struct games *games, const char *account, const char *except,
                               int most, int *out)
{
    struct open_games list = {.count = 0};
    paua_status status =
        store_account_games(games->env->store, account, true, NULL, LISTED_MAX, list_game, &list);

    *out = 0;
    for (int i = 0; i < list.count && *out < most; i++)
        *out += strcmp(list.ids[i], except) != 0 && plays_game(games, list.ids[i], account);
    free(list.ids);
    return list.failed ? PAUA_ERROR_NO_MEMORY : status;
}

/* The claims are counted before the games: a game that is stored in between counts twice rather
 * than not at all. */
paua_status game_slots_claim(struct games *games, const char *account, const char *except,
                             bool *out)
{
    const int claims = add_claim(games->slots, account);
    struct settings settings;
    int played = 0;

    *out = false;
    if (claims == 0)
        return PAUA_ERROR_NO_MEMORY;
    paua_status status = settings_read(games->env->store, account, &settings);
    if (status == PAUA_OK && settings.games_max > 0)
        status = count_games(games, account, except, settings.games_max, &played);
    *out = status == PAUA_OK && (settings.games_max == 0 || played + claims <= settings.games_max);
    if (!*out)
        game_slots_release(games, account);
    return status;
}
