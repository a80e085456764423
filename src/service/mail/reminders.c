/* reminders.c - makes the digest of an account from its open games. Their clocks determine when a
 * reminder is due; the store keeps the turns that were reminded. */
#include "service/mail/reminders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "service/core/date.h"
#include "service/core/response.h"
#include "service/core/time_control.h"
#include "service/games/model/event.h"
#include "service/games/model/game.h"
#include "service/games/model/game_clock.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"
#include "store/tables/accounts.h"
#include "store/tables/correspondence.h"
#include "json/json_text.h"

#define LISTED_MAX      4096               /* open games of an account */
#define FIRST_REMIND_MS (7 * CLOCK_DAY_MS) /* in the first round, while the clock stands */

/* A game of the account. */
struct digest_game {
    char id[ID_SIZE + 1];
    int64_t reminded; /* the turn that was reminded of (store_reminder); 0: none */
};

struct digest {
    struct digest_game *games;
    int count, capacity;
    bool failed; /* out of memory */
};

static bool add_game(const char *id, void *context)
{
    struct digest *digest = context;

    digest->failed = !ARRAY_RESERVE(digest->games, digest->capacity, digest->count + 1);
    if (digest->failed)
        return false;
    struct digest_game *game = &digest->games[digest->count++];
    *game = (struct digest_game){.reminded = 0};
    snprintf(game->id, sizeof game->id, "%s", id);
    return true;
}

static bool add_reminder(const store_reminder *reminder, void *context)
{
    struct digest *digest = context;

    for (int i = 0; i < digest->count; i++) {
        if (strcmp(digest->games[i].id, reminder->game) == 0)
            digest->games[i].reminded = reminder->turn;
    }
    return true;
}

/* The number of the event that began the turn: a move, the departure of the player to move, a
 * takeback, or the player's return from a vacation; 0: it is the first turn. */
static int turn_event(const struct game *game, int turn)
{
    for (int number = game->event_count; number > 0; number--) {
        const struct event *event = &game->events[number - 1];

        if (event->type == EVENT_MOVE || event->type == EVENT_JOIN ||
            (event->type == EVENT_VACATION_END && event->side == turn) ||
            (event->done && event->proposal == PROPOSE_TAKEBACK) ||
            game_departure_passes_turn(game, number))
            return number;
    }
    return 0;
}

/* The game as an entry of the digest. NULL: it is not the turn of the account. Under its lock. */
static json_t *entry_json(const struct game *game, const char *account, int64_t running_ms,
                          int64_t reminded, bool *due)
{
    const struct game_clock *clock = &game->clock;
    const int turn = clock->turn;
    const struct seated_player *player = &game->players[turn];
    const int64_t now_ms = env_now_ms(), used_ms = game_clock_used(clock, running_ms);

    if (!rules_are_correspondence(&game->setup.rules) || game_is_over(game) ||
        !game_is_full(game) || game->paused || strcmp(player->account, account) != 0 ||
        player->vacation_until_ms)
        return NULL;
    int event = turn_event(game, turn);
    int64_t since_ms = event ? game->events[event - 1].at_ms : game->created_ms;
    bool has_returned = event && game->events[event - 1].type == EVENT_VACATION_END;
    int64_t due_ms = has_returned  ? since_ms
                     : clock->runs ? now_ms + game_clock_remind(clock, &game->setup.rules) - used_ms
                                   : since_ms + FIRST_REMIND_MS;
    int64_t forfeit_ms =
        clock->runs ? now_ms + game_clock_limit(clock, &game->setup.rules) - used_ms : 0;
    char colour[2] = {side_letter(turn), '\0'};

    /* Clients number a turn by the event that began it, from 1 on. */
    *due = due_ms <= now_ms && reminded != event + 1;
    return json_pack("{s:s,s:I,s:s,s:i,s:i,s:o,s:o,s:o,s:b,s:b}", "id", game->id, "number",
                     (json_int_t)game->number, "colour", colour, "ply", game_ply(game), "turn",
                     event + 1, "since", date_json(since_ms), "due", date_json(due_ms), "forfeit",
                     date_json(forfeit_ms), "remind", (int)*due, "reminded",
                     (int)(reminded == event + 1));
}

/* The digest of the games in the list. */
static json_t *digest_json(struct games *games, const char *account, const struct digest *digest)
{
    json_t *rows = json_array();
    int due_count = 0;

    for (int i = 0; i < digest->count; i++) {
        struct game *game;
        bool due = false;

        if (cache_get(games->cache, digest->games[i].id, &game) != PAUA_OK)
            continue; /* removed meanwhile, or damaged */
        pthread_mutex_lock(&game->mutex);
        json_t *entry =
            entry_json(game, account, env_running_ms(games->env), digest->games[i].reminded, &due);
        pthread_mutex_unlock(&game->mutex);
        cache_release(games->cache, game);
        if (entry)
            json_array_append_new(rows, entry);
        due_count += due;
    }
    return json_pack("{s:o,s:i}", "games", rows, "due", due_count);
}

paua_status reminders_json(struct games *games, const char *account, json_t **out)
{
    store *db = games->env->store;
    struct digest digest = {.count = 0};

    paua_status status =
        store_account_games(db, account, true, NULL, LISTED_MAX, add_game, &digest);
    if (status == PAUA_OK)
        status = store_reminders(db, account, add_reminder, &digest);
    if (status == PAUA_OK && digest.failed)
        status = PAUA_ERROR_NO_MEMORY;
    if (status == PAUA_OK && !(*out = digest_json(games, account, &digest)))
        status = PAUA_ERROR_NO_MEMORY;
    free(digest.games);
    return status;
}
