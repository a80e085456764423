/* reminders.c - makes the digest of an account from its open games: what is due follows from their
 * clocks, and the store keeps of which turns somebody was reminded. */
#include "service/mail/reminders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "service/api/api.h"
#include "service/core/date.h"
#include "service/core/request_body.h"
#include "service/core/response.h"
#include "service/core/stored.h"
#include "service/server/instance.h"
#include "store/tables/slow.h"
#include "json/json_text.h"

#define LISTED_MAX      4096               /* open games that are looked at */
#define MARKED_MAX      100                /* games that are marked at once */
#define FIRST_REMIND_MS (7 * CLOCK_DAY_MS) /* where the clock stands, in the first round */

/* A game of the account, and of which turn it was reminded. */
struct digest_game {
    char id[GAME_ID_SIZE + 1];
    int64_t reminded; /* the event with which that turn began; 0: of none */
};

struct digest {
    struct digest_game *games;
    int count, room;
    bool failed; /* memory is out */
};

static bool add_game(const char *id, void *context)
{
    struct digest *digest = context;

    digest->failed = !ARRAY_RESERVE(digest->games, digest->room, digest->count + 1);
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
            digest->games[i].reminded = reminder->event;
    }
    return true;
}

/* The number of the event with which the turn began: a move, somebody's leaving, a takeback, or the
 * player's return from a vacation; 0: the game began with it. */
static int turn_event(const struct game *game, int turn)
{
    for (int number = game->event_count; number > 0; number--) {
        const struct event *event = &game->events[number - 1];

        if (event->type == EVENT_MOVE || event->type == EVENT_RESIGN || event->type == EVENT_TIME ||
            event->type == EVENT_JOIN || (event->type == EVENT_BACK && event->side == turn) ||
            (event->done && event->proposal == PROPOSE_TAKEBACK))
            return number;
    }
    return 0;
}

/* The game as an entry of the digest. NULL: it does not wait for the account. Under its lock. */
static json_t *entry_json(const struct game *game, const char *account, int64_t running_ms,
                          int64_t reminded, bool *due)
{
    const struct game_clock *clock = &game->clock;
    const int turn = clock->turn;
    const struct seated_player *player = &game->players[turn];
    const int64_t now_ms = service_now_ms(), used_ms = game_clock_used(clock, running_ms);

    if (!rules_are_slow(&game->setup.rules) || game_is_over(game) || !game_is_full(game) ||
        game->paused || strcmp(player->account, account) != 0 || player->away_until_ms)
        return NULL;
    int event = turn_event(game, turn);
    int64_t since_ms = event ? game->events[event - 1].at_ms : game->created_ms;
    bool is_back = event && game->events[event - 1].type == EVENT_BACK;
    int64_t due_ms = is_back       ? since_ms
                     : clock->runs ? now_ms + game_clock_remind(clock, &game->setup.rules) - used_ms
                                   : since_ms + FIRST_REMIND_MS;
    int64_t forfeit_ms =
        clock->runs ? now_ms + game_clock_limit(clock, &game->setup.rules) - used_ms : 0;
    char colour[2] = {side_letter(turn), '\0'};

    /* A turn is told by the event after which it began, from 1 on. */
    *due = due_ms <= now_ms && reminded != event + 1;
    return json_pack("{s:s,s:I,s:s,s:i,s:i,s:o,s:o,s:o,s:b,s:b}", "id", game->id, "number",
                     (json_int_t)game->number, "colour", colour, "ply", game_ply(game), "turn",
                     event + 1, "since", date_json(since_ms), "due", date_json(due_ms), "forfeit",
                     date_json(forfeit_ms), "remind", (int)*due, "reminded",
                     (int)(reminded == event + 1));
}

/* Reads the games that the store has listed. */
static json_t *digest_json(struct service *service, const char *account,
                           const struct digest *digest)
{
    json_t *games = json_array();
    int due_count = 0;

    for (int i = 0; i < digest->count; i++) {
        struct game *game;
        bool due = false;

        if (cache_get(service->cache, digest->games[i].id, &game) != PAUA_OK)
            continue; /* removed meanwhile, or damaged */
        pthread_mutex_lock(&game->mutex);
        json_t *entry =
            entry_json(game, account, service_running_ms(service), digest->games[i].reminded, &due);
        pthread_mutex_unlock(&game->mutex);
        cache_release(service->cache, game);
        if (entry)
            json_array_append_new(games, entry);
        due_count += due;
    }
    return json_pack("{s:o,s:i}", "games", games, "due", due_count);
}

paua_status reminders_json(struct service *service, const char *account, json_t **out)
{
    store *disk = service->config.store;
    struct digest digest = {.count = 0};

    paua_status status = store_account_games(disk, account, true, 0, LISTED_MAX, add_game, &digest);
    if (status == PAUA_OK)
        status = store_reminders(disk, account, add_reminder, &digest);
    if (status == PAUA_OK && digest.failed)
        status = PAUA_NO_MEMORY;
    if (status == PAUA_OK && !(*out = digest_json(service, account, &digest)))
        status = PAUA_NO_MEMORY;
    free(digest.games);
    return status;
}

/* Responds with the digest, or why there is none. */
void api_reminders(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;
    json_t *json = NULL;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    paua_status status = reminders_json(service, login.account, &json);
    if (status == PAUA_OK || status == PAUA_NO_MEMORY)
        respond_json(request, 200, json);
    else
        respond_error(request, 503, "storage", "the store cannot be read");
}

/* Adds the reminders of "games" to a batch. False: *error says what is wrong with them. */
static bool add_marks(json_t *games, const char *account, store_batch *batch,
                      struct api_error *error)
{
    static const char *const members[] = {"id", "turn", NULL};
    json_t *one;
    size_t i;

    if (!json_is_array(games) || json_array_size(games) < 1 || json_array_size(games) > MARKED_MAX)
        return api_error_set(error, 400, "bad_request", "games: expected 1 to %d games",
                             MARKED_MAX);
    json_array_foreach(games, i, one)
    {
        const char *id = json_string_value(json_object_get(one, "id"));
        json_t *turn = json_object_get(one, "turn");

        if (!json_is_object(one) || !id || !game_id_valid(id) || !json_is_integer(turn) ||
            json_integer_value(turn) < 1 || json_integer_value(turn) > 1000000000)
            return api_error_set(error, 400, "bad_request",
                                 "games: expected {\"id\": ..., \"turn\": N} of the digest");
        if (!json_check_members(one, "games", members, error))
            return false;
        batch_set_reminder(
            batch,
            &(store_reminder){.account = account, .game = id, .event = json_integer_value(turn)});
    }
    return true;
}

/* The account was reminded of these turns, and is not again. */
void api_mark_reminders(http_request *request, void *context)
{
    static const char *const members[] = {"games", NULL};
    struct service *service = context;
    struct api_error error;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_PLAY, &login))
        return;
    json_t *body = request_body_object(request, members, &error);
    store_batch *batch = store_batch_new();
    bool valid = body && add_marks(json_object_get(body, "games"), login.account, batch, &error);
    json_decref(body);
    if (!valid) {
        store_batch_free(batch);
        respond_api_error(request, &error);
        return;
    }
    stored_respond(service, request, batch,
                   &(struct stored_answer){.status = 204,
                                           .conflict_code = "no_game",
                                           .conflict = "there is no such game"});
}
