/* api_tournaments.c - creates, lists and reads tournaments, and lets players join and leave. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/date.h"
#include "service/core/idempotency_key.h"
#include "service/core/quota.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/model/computer_account.h"
#include "service/games/model/game_clock.h"
#include "service/tournaments/tournaments.h"
#include "json/json_text.h"

#define TOURNAMENT_COST_GAMES 32 /* cost a change of their tournament one request more */

#define LIST_MAX 100
#define YEAR_MS  ((int64_t)366 * 24 * 60 * 60 * 1000)

/* Reads "name". */
static bool read_name(json_t *body, char name[4 * TOURNAMENT_NAME_MAX + 1], struct api_error *error)
{
    const char *text = json_string_value(json_object_get(body, "name"));

    if (!text || !text_is_plain(text, TOURNAMENT_NAME_MAX, TEXT_NAME))
        return api_error_set(error, 400, "bad_request",
                             "name: expected 1 to %d characters, none of them invisible",
                             TOURNAMENT_NAME_MAX);
    memcpy(name, text, strlen(text) + 1);
    return true;
}

/* Reads "system" and "rounds". */
static bool read_system(json_t *body, struct tournament *out, struct api_error *error)
{
    json_t *rounds = json_object_get(body, "rounds");
    int system = tournament_system_find(json_string_value(json_object_get(body, "system")));

    if (system < 0)
        return api_error_set(error, 400, "bad_request",
                             "system: expected swiss, round-robin or double-round-robin");
    out->system = (enum tournament_system)system;
    if (system == TOURNAMENT_SWISS && !rounds)
        return api_error_set(error, 400, "bad_request", "rounds: expected for a Swiss");
    if (system != TOURNAMENT_SWISS && rounds)
        return api_error_set(error, 400, "bad_request",
                             "rounds: expected for a Swiss only: a round robin has its own");
    return json_read_int(body, "rounds", 1, TOURNAMENT_ROUNDS_MAX, &out->rounds, error);
}

/* Reads "starts", a date within a year. */
static bool read_start(json_t *body, int64_t *starts_ms, struct api_error *error)
{
    json_t *starts = json_object_get(body, "starts");
    const char *text = json_string_value(starts);
    const int64_t now_ms = env_now_ms();

    if (!starts || json_is_null(starts))
        return true;
    return (text && date_parse(text, starts_ms) && *starts_ms > now_ms &&
            *starts_ms < now_ms + YEAR_MS) ||
           api_error_set(error, 400, "bad_request",
                         "starts: expected a time within a year, as 2026-11-23T12:48:36Z");
}

/* Reads the setup of the games: that of a public game between two accounts, as POST /games reads
 * it. The owner stands in for both until games are paired. */
static bool read_setup(struct service *service, json_t *body, const struct login *owner,
                       const struct creation_key *key, struct setup *out, struct api_error *error)
{
    static const char *const names[] = {"layout", "position", "rules", "chat", "rated"};
    json_t *game = json_pack("{s:[{s:s,s:s},{s:s,s:s}],s:b}", "seats", "kind", "user", "name",
                             owner->name, "kind", "user", "name", owner->name, "public", 1);

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        json_t *value = json_object_get(body, names[i]);

        if (value)
            json_object_set(game, names[i], value);
    }
    bool valid = setup_read_game(service->boards, game, out, error);
    json_decref(game);
    if (!valid)
        return false;
    if (out->start.players != PAUA_SIDES)
        return api_error_set(error, 400, "bad_request", "layout: expected one for two players");
    out->request = key->content;
    for (int side = 0; side < PAUA_SIDES; side++)
        memcpy(out->seats[side].account, owner->account, sizeof out->seats[side].account);
    /* Without a clock a player could keep a round from ending. */
    return rules_have_clock(&out->rules) ||
           api_error_set(error, 400, "bad_request", "rules: expected a clock: turn, days or game");
}

/* Makes a tournament of the owner's and reads its settings. `out` is all zero. */
static bool read_tournament(struct service *service, json_t *body, const struct login *owner,
                            const struct creation_key *key, struct tournament *out,
                            struct api_error *error)
{
    out->players_max = PAIRING_PLAYERS_MAX;
    out->bots = true;
    if (key->id[0])
        memcpy(out->id, key->id, sizeof out->id);
    else
        id_make(out->id);
    out->created_ms = env_now_ms();
    memcpy(out->owner, owner->account, sizeof out->owner);
    memcpy(out->owner_name, owner->name, sizeof out->owner_name);
    return read_name(body, out->name, error) && read_system(body, out, error) &&
           json_read_int(body, "players_max", 2, PAIRING_PLAYERS_MAX, &out->players_max, error) &&
           json_read_bool(body, "bots", &out->bots, error) &&
           read_start(body, &out->starts_ms, error) &&
           read_setup(service, body, owner, key, &out->setup, error);
}

/* Responds to the repeat of a request whose tournament is there, or where the store cannot be read.
 * False: there is no such tournament. */
static bool respond_repeat(struct service *service, http_request *request,
                           const struct creation_key *key)
{
    struct api_error error;
    char *json = NULL;

    if (!key->id[0])
        return false;
    paua_status status =
        tournaments_read_repeat(service->tournaments, key->id, key->content, &json);
    if (status == PAUA_ERROR_NOT_FOUND)
        return false;
    if (status == PAUA_OK) {
        respond_text(request, 201, json);
    } else if (status == PAUA_ERROR_CONFLICT) {
        idempotency_key_refuse(&error);
        respond_api_error(request, &error);
    } else {
        respond_read_error(request, status);
    }
    return true;
}

static void api_create_tournament(http_request *request, void *context)
{
    static const char *const members[] = {"name",  "system", "rounds", "players_max",
                                          "bots",  "starts", "layout", "position",
                                          "rules", "chat",   "rated",  NULL};
    struct service *service = context;
    struct api_error error;
    struct login login;
    struct creation_key key;

    if (!accounts_require(service->accounts, request, SCOPE_PLAY, &login))
        return;
    json_t *body = request_body_object(request, members, &error);
    if (!body || !creation_key_read(request, CREATED_TOURNAMENT, login.account, body,
                                    service->creation_secret, &key, &error)) {
        json_decref(body);
        respond_api_error(request, &error);
        return;
    }
    if (respond_repeat(service, request, &key)) {
        json_decref(body);
        return;
    }
    struct tournament *created = calloc(1, sizeof *created);
    bool valid = created && read_tournament(service, body, &login, &key, created, &error);
    json_decref(body);
    if (valid && quota_admit_game(&service->env, request)) {
        tournaments_change(service->tournaments, request, TOURNAMENT_CREATE, &login, NULL, created,
                           NULL);
        return;
    }
    if (!created)
        respond_no_memory(request);
    else if (!valid)
        respond_api_error(request, &error);
    tournament_free(created);
}

/* Reads "computer", the player who joins or leaves; by default the account itself. */
static bool read_contestant(json_t *body, const struct login *login, struct contestant *out,
                            struct api_error *error)
{
    json_t *computer = json_object_get(body, "computer");
    struct seat seat;

    *out = (struct contestant){.bot = login->bot};
    memcpy(out->account, login->account, sizeof out->account);
    memcpy(out->name, login->name, sizeof out->name);
    if (!computer)
        return true;
    if (!json_is_string(computer) || !computer_account_find(json_string_value(computer), &seat))
        return api_error_set(error, 400, "bad_request",
                             "computer: expected the name of one, as paua.5 or paua.chorus");
    out->bot = true;
    memcpy(out->account, seat.account, sizeof out->account);
    memcpy(out->name, seat.name, sizeof out->name);
    return true;
}

/* Whether somebody joins or leaves by the change. */
static bool changes_players(enum tournament_change change)
{
    return change == TOURNAMENT_JOIN || change == TOURNAMENT_LEAVE;
}

/* Reads the body: of JOIN and LEAVE the player; that of START has no members, and CANCEL has no
 * body. False: the request has its response. */
static bool read_change(http_request *request, enum tournament_change change,
                        const struct login *login, struct contestant *out)
{
    static const char *const player_members[] = {"computer", NULL};
    static const char *const no_members[] = {NULL};
    struct api_error error;

    if (change == TOURNAMENT_CANCEL)
        return true;
    const bool has_player = changes_players(change);
    json_t *body = request_body_optional(request, has_player ? player_members : no_members, &error);
    bool valid = body && (!has_player || read_contestant(body, login, out, &error));
    if (!valid)
        respond_api_error(request, &error);
    json_decref(body);
    return valid;
}

/* Changes the tournament that the path names. */
static void change_tournament(http_request *request, struct service *service,
                              enum tournament_change change)
{
    const char *id = http_path_parameter(request, 0);
    struct contestant player;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_PLAY, &login) ||
        !read_change(request, change, &login, &player))
        return;
    if (!id_valid(id))
        respond_error(request, 404, "not_found", "no such tournament: %.32s", id);
    else if (request_charge(request, tournaments_count_games(service->tournaments, id) /
                                         TOURNAMENT_COST_GAMES) &&
             quota_admit_event(request))
        tournaments_change(service->tournaments, request, change, &login,
                           changes_players(change) ? &player : NULL, NULL, id);
}

static void api_join_tournament(http_request *request, void *context)
{
    change_tournament(request, context, TOURNAMENT_JOIN);
}

static void api_leave_tournament(http_request *request, void *context)
{
    change_tournament(request, context, TOURNAMENT_LEAVE);
}

static void api_start_tournament(http_request *request, void *context)
{
    change_tournament(request, context, TOURNAMENT_START);
}

static void api_cancel_tournament(http_request *request, void *context)
{
    change_tournament(request, context, TOURNAMENT_CANCEL);
}

static void write_tournament(http_request *request, void *context)
{
    struct service *service = context;
    const char *id = http_path_parameter(request, 0);
    char *json = NULL;
    paua_status status =
        id_valid(id) ? tournaments_read(service->tournaments, id, &json) : PAUA_ERROR_NOT_FOUND;

    if (status == PAUA_OK)
        respond_tagged(request, json);
    else if (status == PAUA_ERROR_NOT_FOUND)
        respond_error(request, 404, "not_found", "no such tournament: %.32s", id);
    else
        respond_read_error(request, status);
}

/* Responds with a list of tournaments, of which the JSON is taken over, and the moment before which
 * the next page was created; 0: there is none. */
static void respond_list(http_request *request, char *rows, int64_t next_ms)
{
    char before[24] = "null", *json = NULL;

    if (next_ms)
        snprintf(before, sizeof before, "%lld", (long long)next_ms);
    if (rows && asprintf(&json, "{\"tournaments\":%s,\"before\":%s}", rows, before) < 0)
        json = NULL;
    free(rows);
    respond_tagged(request, json);
}

/* A page of the tournaments that are over. */
static void list_finished(http_request *request, struct service *service, int64_t before_ms)
{
    char *rows;
    int64_t next_ms;
    paua_status status =
        tournaments_finished(service->tournaments, before_ms, LIST_MAX, &next_ms, &rows);

    if (status == PAUA_OK)
        respond_list(request, rows, next_ms);
    else
        respond_read_error(request, status);
}

static void list_tournaments(http_request *request, void *context)
{
    struct service *service = context;
    const char *status = http_query(request, "status");
    enum tournament_status wanted = TOURNAMENT_OPEN;
    int64_t before_ms = 0;
    struct api_error error;

    if (!query_read_number(request, "before", &before_ms, &error)) {
        respond_api_error(request, &error);
        return;
    }

    if (status && strcmp(status, "over") == 0) {
        list_finished(request, service, before_ms);
        return;
    }
    if (status && strcmp(status, "running") == 0) {
        wanted = TOURNAMENT_RUNNING;
    } else if (status && strcmp(status, "open") != 0) {
        respond_error(request, 400, "bad_request", "status: expected open, running or over");
        return;
    }
    respond_list(request,
                 json_write_text(tournaments_list(service->tournaments, wanted), JSON_COMPACT), 0);
}

/* Finished tournaments are read from the store, which takes milliseconds. */
static void api_list_tournaments(http_request *request, void *context)
{
    struct service *service = context;
    const char *status = http_query(request, "status");

    if (!status || strcmp(status, "over") != 0)
        list_tournaments(request, context);
    else if (request_charge(request, FINISHED_COST))
        work_pool_handle(service->work, request, list_tournaments, context);
}

static void api_read_tournament(http_request *request, void *context)
{
    struct service *service = context;

    work_pool_handle(service->work, request, write_tournament, context);
}

static const http_route routes[] = {
    {"GET", "/api/1/tournaments", api_list_tournaments, LIST_COST},
    {"POST", "/api/1/tournaments", api_create_tournament, CREATE_COST},
    {"GET", "/api/1/tournaments/*", api_read_tournament, LIST_COST},
    {"DELETE", "/api/1/tournaments/*", api_cancel_tournament, TOURNAMENT_COST},
    {"POST", "/api/1/tournaments/*/join", api_join_tournament, TOURNAMENT_COST},
    {"POST", "/api/1/tournaments/*/leave", api_leave_tournament, TOURNAMENT_COST},
    {"POST", "/api/1/tournaments/*/start", api_start_tournament, TOURNAMENT_COST},
};

const struct route_table tournaments_routes = ROUTE_TABLE(routes);
