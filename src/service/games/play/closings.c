/* closings.c - a queue of closed accounts, and the thread that takes each out of its games. */
#define _GNU_SOURCE
#include "service/games/play/closings.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "service/core/background.h"
#include "service/core/keys.h"
#include "service/games/model/game_seats.h"
#include "service/games/play/action.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"
#include "service/games/play/vacation.h"
#include "store/tables/accounts.h"

#define GAMES_MAX 4096 /* open games of an account, challenges included */

struct closings {
    struct games *games;
    struct background background; /* guards what follows */
    struct id_list waiting;       /* accounts */
    bool recheck;                 /* look in the store for more of them */
};

/* What the account does in a game at this side: it declines before the game begins, and resigns
 * from then on. False: nothing. Under the game's lock. */
static bool choose_action(const struct game *game, int side, const char *account, action_kind *out)
{
    const struct seated_player *player = &game->players[side];
    const struct seat *seat = &game->setup.seats[side];
    const bool is_own = player->seated
                            ? strcmp(player->account, account) == 0
                            : seat->kind == SEAT_USER && strcmp(seat->account, account) == 0;

    *out = game_is_full(game) ? ACTION_RESIGN : ACTION_DECLINE;
    return is_own && !seat_is_computer(seat) && game_side_plays(game, side);
}

/* Submits the actions of the account in a game. */
static void leave_game(struct games *games, const char *id, const char *account)
{
    action_kind kinds[PAUA_PLAYERS_MAX];
    bool leaves[PAUA_PLAYERS_MAX];
    struct game *game;

    if (cache_get(games->cache, id, &game) != PAUA_OK)
        return;
    const int players = game->setup.start.players;
    pthread_mutex_lock(&game->mutex);
    for (int side = 0; side < players; side++)
        leaves[side] = choose_action(game, side, account, &kinds[side]);
    pthread_mutex_unlock(&game->mutex);

    for (int side = 0; side < players; side++) {
        struct action *action = leaves[side] ? calloc(1, sizeof *action) : NULL;

        if (!action)
            continue;
        cache_hold(games->cache, game);
        *action = (struct action){.kind = kinds[side], .games = games, .game = game, .side = side};
        action_submit(action);
    }
    cache_release(games->cache, game);
}

/* Without any lock. */
static void leave_games(struct games *games, const char *account)
{
    struct id_list list = {.count = 0};

    vacations_refresh(games->vacations, account);
    /* First, so that no tournament pairs the account again when its game ends. */
    listeners_account_closed(&games->listeners, account);
    store_account_games(games->env->store, account, true, NULL, GAMES_MAX, id_list_add, &list);
    for (size_t i = 0; i < list.count; i++)
        leave_game(games, list.ids[i], account);
    id_list_clear(&list);
}

/* Takes all waiting accounts, those of the store included if that is due. Waits while there are
 * none. Under the lock. */
static struct id_list take_waiting(struct closings *self)
{
    while (!self->background.halted && !self->recheck && self->waiting.count == 0)
        pthread_cond_wait(&self->background.changed, &self->background.mutex);

    struct id_list taken = self->waiting;
    const bool recheck = self->recheck;
    self->waiting = (struct id_list){.count = 0};
    self->recheck = false;
    if (recheck && !self->background.halted) {
        pthread_mutex_unlock(&self->background.mutex);
        store_closed_players(self->games->env->store, id_list_add, &taken);
        pthread_mutex_lock(&self->background.mutex);
    }
    return taken;
}

/* The thread. */
static void *closings_run(void *context)
{
    struct closings *self = context;

    pthread_mutex_lock(&self->background.mutex);
    while (!self->background.halted) {
        struct id_list taken = take_waiting(self);

        for (size_t i = 0; i < taken.count && !self->background.halted; i++) {
            pthread_mutex_unlock(&self->background.mutex);
            leave_games(self->games, taken.ids[i]);
            pthread_mutex_lock(&self->background.mutex);
        }
        id_list_clear(&taken);
    }
    pthread_mutex_unlock(&self->background.mutex);
    return NULL;
}

struct closings *closings_new(struct games *games)
{
    struct closings *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    self->games = games;
    self->recheck = true;
    background_init(&self->background);
    return self;
}

paua_status closings_start(struct closings *self)
{
    return background_start(&self->background, closings_run, self) ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
}

void closings_halt(struct closings *self)
{
    if (self)
        background_halt(&self->background);
}

void closings_free(struct closings *self)
{
    if (!self)
        return;
    id_list_clear(&self->waiting);
    background_destroy(&self->background);
    free(self);
}

void closings_add(struct closings *self, const char *account)
{
    pthread_mutex_lock(&self->background.mutex);
    id_list_add(account, &self->waiting);
    pthread_cond_signal(&self->background.changed);
    pthread_mutex_unlock(&self->background.mutex);
}

void closings_recheck(struct closings *self)
{
    pthread_mutex_lock(&self->background.mutex);
    self->recheck = true;
    pthread_cond_signal(&self->background.changed);
    pthread_mutex_unlock(&self->background.mutex);
}
