/* api_games.c - the calls about games: create, read, follow. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "service/accounts/guest_name.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/idempotency_key.h"
#include "service/core/quota.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/model/game_json.h"
#include "service/games/model/game_seats.h"
#include "service/games/play/create.h"
#include "service/games/play/event_stream.h"
#include "service/games/play/game_sync.h"
#include "service/games/play/identity.h"
#include "store/tables/games.h"
#include "store/tables/strangers.h"
#include "json/json_text.h"

#define LISTING_RETRY_SECONDS    60
#define CHALLENGES_RETRY_SECONDS 3600
#define NO_USER                  "nobody is called %.20s here"

/* A request for a new game, until the game is committed. */
struct create_request {
    struct service *service;
    http_request *request;
    char keys[PAUA_PLAYERS_MAX][SEAT_KEY_SIZE + 1]; /* "" for the computer */
    char slot_account[ACCOUNT_ID_SIZE + 1];         /* whose game slot is claimed, or "" */
    struct creation_key key;
    struct setup setup;
};

/* The secrets of the seats of one kind, null for all others. */
static json_t *secrets_json(const struct create_request *create, enum seat_kind kind)
{
    json_t *json = json_array();

    for (int side = 0; side < create->setup.start.players; side++) {
        bool has = create->setup.seats[side].kind == kind;

        json_array_append_new(json, has ? json_string(create->keys[side]) : json_null());
    }
    return json;
}

/* Wipes the keys, frees the request. */
static void create_request_free(struct create_request *create)
{
    sodium_memzero(create, sizeof *create);
    free(create);
}

/* Lets the client wait for the new game: the lobby and the computer count it against him. Under the
 * game's lock. */
static void attach_client(const struct create_request *create, struct game *game)
{
    const http_client *client = http_request_client(create->request);

    lobby_set_client(create->service->lobby, game, client);
    computer_await(create->service->computer, game, client);
}

/* The new game as everybody sees it. NULL: out of memory. Under the game's lock. */
static json_t *new_game_json(const struct create_request *create, struct game *game)
{
    char *text = game_view_now(game, game_presence(game), NOBODY, NULL,
                               env_running_ms(&create->service->env));
    json_t *view = NULL;

    if (text)
        json_parse_text(text, strlen(text), 0, &view, NULL);
    free(text);
    return view;
}

/* Responds with the new game and its secrets. Takes over the view of the game. */
static void respond_created(const struct create_request *create, const char *id, json_t *view)
{
    char location[64];

    snprintf(location, sizeof location, "/api/1/games/%s", id);
    http_add_header(create->request, "Location", location);
    json_t *json =
        json_pack("{s:o,s:o,s:o}", "game", view, "keys", secrets_json(create, SEAT_PERSON),
                  "invitations", secrets_json(create, SEAT_OPEN));
    respond_committed_text(create->request, 201, json_write_text(json, JSON_COMPACT));
}

/* Makes the secrets of the seats: the keys of people, the invitations to open ones. */
static void make_secrets(struct create_request *create)
{
    for (int side = 0; side < create->setup.start.players; side++) {
        const struct seat *seat = &create->setup.seats[side];

        if (seat->kind == SEAT_PERSON || seat->kind == SEAT_OPEN)
            creation_key_seat(&create->key, side, create->keys[side]);
    }
}

/* Responds to the repeat of a request whose game is there, as the first time but with the game as
 * it is now; or where the store cannot be read. False: there is no such game. */
static bool respond_repeat(struct service *service, http_request *request,
                           const struct creation_key *key)
{
    struct create_request repeat = {.service = service, .request = request, .key = *key};
    struct api_error error;
    struct game *game;

    if (!key->id[0])
        return false;
    paua_status status = cache_get(service->games.cache, key->id, &game);
    if (status == PAUA_ERROR_NOT_FOUND)
        return false;
    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return true;
    }
    if (game->setup.request == key->content) {
        game_sync_for_request(&service->games, game);
        repeat.setup = game->setup;
        make_secrets(&repeat);
        pthread_mutex_lock(&game->mutex);
        json_t *view = new_game_json(&repeat, game);
        pthread_mutex_unlock(&game->mutex);
        respond_created(&repeat, game->id, view);
    } else {
        idempotency_key_refuse(&error);
        respond_api_error(request, &error);
    }
    cache_release(service->games.cache, game);
    sodium_memzero(&repeat, sizeof repeat);
    return true;
}

/* Responds to a request that was in conflict with what was stored at the same moment: the same
 * request, the closing of an account that was to play, or other challenges. */
static void respond_conflict(const struct create_request *create)
{
    if (respond_repeat(create->service, create->request, &create->key))
        return;
    for (int side = 0; side < create->setup.start.players; side++) {
        const struct seat *seat = &create->setup.seats[side];
        char account[ACCOUNT_ID_SIZE + 1], name[ACCOUNT_NAME_SIZE];

        if (seat->kind == SEAT_USER && account_find(create->service->env.store, seat->name, account,
                                                    name) == PAUA_ERROR_NOT_FOUND) {
            respond_error(create->request, 400, "no_user", NO_USER, seat->name);
            return;
        }
    }
    respond_error(create->request, 409, "too_many_challenges",
                  "too many challenges wait for an answer");
}

/* On the store's thread. `game` is NULL if it could not be written. */
static void on_game_created(paua_status status, struct game *game, void *context)
{
    struct create_request *create = context;

    /* Before the response: whoever has it may begin his next game. */
    game_slots_release(&create->service->games, create->slot_account);
    if (game) {
        pthread_mutex_lock(&game->mutex);
        json_t *view = new_game_json(create, game);
        attach_client(create, game);
        pthread_mutex_unlock(&game->mutex);
        respond_created(create, game->id, view);
    } else if (status == PAUA_ERROR_CONFLICT) {
        respond_conflict(create);
    } else {
        respond_error(create->request, 503, "storage", "the store could not write the game");
    }
    create_request_free(create);
}

/* Makes the keys of people's seats and the invitations to open ones, puts their hashes into the
 * setup, and defers the request until the game is committed. */
static void create_game(struct service *service, http_request *request, const struct setup *setup,
                        const struct creation_key *key, const char *creator,
                        const char *slot_account)
{
    struct create_request *create = calloc(1, sizeof *create);
    char id[ID_SIZE + 1];

    if (!create) {
        game_slots_release(&service->games, slot_account);
        respond_no_memory(request);
        return;
    }

    snprintf(create->slot_account, sizeof create->slot_account, "%s", slot_account);
    create->service = service;
    create->request = request;
    create->setup = *setup;
    create->setup.request = key->content;
    create->key = *key;
    make_secrets(create);
    for (int side = 0; side < setup->start.players; side++) {
        if (create->keys[side][0])
            seat_key_hash(create->keys[side], create->setup.seats[side].key_hash);
    }
    if (key->id[0])
        memcpy(id, key->id, sizeof id);
    else
        id_make(id);

    http_defer(request);
    if (game_create(&service->games, &create->setup, creator, id, on_game_created, create) ==
        PAUA_OK)
        return;
    game_slots_release(&service->games, slot_account);
    respond_no_memory(request);
    create_request_free(create);
}

/* Whether the client may list a game with free seats. False: responded 429. */
static bool admit_listing(struct service *service, http_request *request, const struct setup *setup)
{
    bool has_seek = false;

    for (int side = 0; side < setup->start.players; side++)
        has_seek = has_seek || setup->seats[side].listed;
    if (!has_seek || lobby_admits(service->lobby, http_request_client(request)))
        return true;
    env_count_limited(&service->env, LIMIT_CLIENT_SEEKS);
    http_add_retry_after(request, LISTING_RETRY_SECONDS);
    respond_error(request, 429, "too_many",
                  "at most %d games with free seats from this address; try again when one is taken",
                  service->env.limits.client_seeks);
    return false;
}

/* Whether the account may challenge another one. Counts into *strangers those of the same game.
 * False: the request has its response. What was created by the same request meanwhile, also at
 * another server, is no reason to refuse it. */
static bool admit_challenge(struct service *service, http_request *request,
                            const struct creation_key *key, const char *creator,
                            const struct seat *seat, int *strangers)
{
    const store_challenge challenge = challenge_now(creator, seat->account);
    store_challenge_counts counts;

    paua_status status = store_challenge_count(service->env.store, &challenge, &counts);
    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return false;
    }
    const bool waits = counts.waiting >= CHALLENGES_WAITING_MAX,
               often = counts.one >= CHALLENGES_ONE;
    if (!waits && !often &&
        (counts.known || counts.strangers + *strangers < CHALLENGES_STRANGERS)) {
        *strangers += !counts.known;
        return true;
    }
    if (respond_repeat(service, request, key))
        return false;
    if (waits) {
        respond_error(request, 409, "too_many_challenges",
                      "%.20s has not answered %d challenges of yours", seat->name,
                      (int)counts.waiting);
        return false;
    }
    http_add_retry_after(request, CHALLENGES_RETRY_SECONDS);
    respond_error(request, 429, "too_many",
                  often ? "too many challenges to somebody who has not accepted them"
                        : "too many challenges to people who have neither accepted nor written");
    return false;
}

/* The same with all challenges of a new game. */
static bool admit_challenges(struct service *service, http_request *request,
                             const struct creation_key *key, const char *creator,
                             const struct setup *setup)
{
    int strangers = 0;

    for (int side = 0; side < setup->start.players; side++) {
        const struct seat *seat = &setup->seats[side];

        if (seat->kind == SEAT_USER && seat->is_challenge &&
            !admit_challenge(service, request, key, creator, seat, &strangers))
            return false;
    }
    return true;
}

/* Finds the account of a seat of kind user. The creator plays at once; anybody else is
 * challenged. */
static bool resolve_user(struct service *service, const struct login *login, struct seat *seat,
                         struct api_error *error)
{
    char name[ACCOUNT_NAME_SIZE];
    paua_status status = account_find(service->env.store, seat->name, seat->account, name);

    if (status == PAUA_ERROR_NOT_FOUND)
        return api_error_set(error, 400, "no_user", NO_USER, seat->name);
    if (status != PAUA_OK)
        return api_error_from_status(error, status);
    snprintf(seat->name, sizeof seat->name, "%s", name);
    seat->is_challenge = strcmp(seat->account, login->account) != 0;
    return true;
}

/* Whether the account of this seat has no seat before it. */
static bool check_duplicate(const struct setup *setup, int side, struct api_error *error)
{
    const struct seat *seat = &setup->seats[side];

    for (int other = 0; other < side; other++) {
        if (strcmp(setup->seats[other].account, seat->account) == 0)
            return api_error_set(error, 400, "bad_request", "seats[%d]: %.20s has a seat", side,
                                 seat->name);
    }
    return true;
}

/* Claims the game slot of the creator, into `slot_account`. Of a challenged account only checks
 * that it has a free one: it claims it when it accepts. Also fails if one of the two has blocked
 * the other; a blocked player gets the same answer as for an account without a free slot. */
static bool claim_slot(struct service *service, const struct login *login, const struct seat *seat,
                       char slot_account[ACCOUNT_ID_SIZE + 1], struct api_error *error)
{
    bool has_slot, blocks, blocked;
    paua_status status = game_slots_claim(&service->games, seat->account, "", &has_slot);

    if (status != PAUA_OK)
        return api_error_from_status(error, status);
    if (has_slot && seat->is_challenge)
        game_slots_release(&service->games, seat->account);
    else if (has_slot)
        memcpy(slot_account, seat->account, ACCOUNT_ID_SIZE + 1);
    status =
        store_block_between(service->env.store, login->account, seat->account, &blocks, &blocked);
    if (status != PAUA_OK)
        return api_error_from_status(error, status);
    if (blocks)
        return api_error_set(error, 409, "blocked", "you have blocked %.20s", seat->name);
    return (has_slot && !blocked) ||
           api_error_set(error, 409, "too_many_games", GAME_SLOTS_TAKEN, seat->name);
}

/* Finds the accounts of all seats of kind user. An account has at most one seat; without one of his
 * own the creator cannot challenge anybody. */
static bool resolve_users(struct service *service, const struct login *login, struct setup *setup,
                          char slot_account[ACCOUNT_ID_SIZE + 1], struct api_error *error)
{
    bool challenges = false, has_seat = false;

    for (int side = 0; side < setup->start.players; side++) {
        struct seat *seat = &setup->seats[side];

        if (seat->kind != SEAT_USER)
            continue;
        if (!login->account[0])
            return api_error_set(error, 401, "not_signed_in",
                                 "seats[%d]: to play with a user, sign in", side);
        if (!resolve_user(service, login, seat, error) || !check_duplicate(setup, side, error) ||
            !claim_slot(service, login, seat, slot_account, error))
            return false;
        challenges |= seat->is_challenge;
        has_seat |= !seat->is_challenge;
    }
    return !challenges || has_seat ||
           api_error_set(error, 400, "bad_request",
                         "seats: whoever challenges others has a seat of his own account");
}

/* Whether no nickname of the setup is somebody else's name. */
static bool check_nicknames(struct service *service, const struct setup *setup,
                            struct api_error *error)
{
    char what[32];

    for (int side = 0; side < setup->start.players; side++) {
        const struct seat *seat = &setup->seats[side];

        snprintf(what, sizeof what, "seats[%d].name", side);
        if (seat->kind == SEAT_PERSON && seat->name[0] &&
            !guest_name_check(service->env.store, seat->name, what, error))
            return false;
    }
    return true;
}

/* Identifies the creator, and what is created by the request's key. */
static bool read_creator(struct service *service, http_request *request, const json_t *body,
                         struct login *login, struct creation_key *key, struct api_error *error)
{
    struct identity identity;
    paua_status status = request_identify(&service->games, request, &identity);

    if (status != PAUA_OK)
        return api_error_from_status(error, status);
    *login = identity.login;
    if (!login_may_play(login))
        return api_error_set(error, 403, "no_scope", "this token does not allow to play");
    return creation_key_read(request, CREATED_GAME, login->account, body, service->creation_secret,
                             key, error);
}

/* Reads the body. The caller releases the game slot, also on failure. */
static bool read_create_request(struct service *service, const struct login *login, json_t *body,
                                struct setup *setup, char slot_account[ACCOUNT_ID_SIZE + 1],
                                struct api_error *error)
{
    if (!setup_read_game(service->boards, body, setup, error))
        return false;
    if (setup->rated && !login->account[0])
        return api_error_set(error, 401, "not_signed_in", "rated: sign in, or send a token");
    return check_nicknames(service, setup, error) &&
           resolve_users(service, login, setup, slot_account, error);
}

static void api_create_game(http_request *request, void *context)
{
    static const char *const members[] = {"layout", "position", "players", "teams",
                                          "seats",  "rules",    "slow",    "public",
                                          "chat",   "rated",    NULL};
    struct service *service = context;
    struct api_error error;
    struct setup setup;
    struct login login = {.account = ""};
    struct creation_key key = {.id = ""};
    char slot_account[ACCOUNT_ID_SIZE + 1] = "";
    json_t *body = request_body_object(request, members, &error);
    bool valid = body && read_creator(service, request, body, &login, &key, &error);

    if (valid && respond_repeat(service, request, &key)) {
        json_decref(body);
        return;
    }
    valid = valid && read_create_request(service, &login, body, &setup, slot_account, &error);
    json_decref(body);
    if (valid && admit_challenges(service, request, &key, login.account, &setup) &&
        admit_listing(service, request, &setup) &&
        computer_admit_game(service->computer, request, &setup) &&
        quota_admit_game(&service->env, request)) {
        create_game(service, request, &setup, &key, login.account, slot_account);
        return;
    }
    game_slots_release(&service->games, slot_account);
    if (!valid && !respond_repeat(service, request, &key))
        respond_api_error(request, &error);
}

static void copy_id(const char *id, void *context)
{
    snprintf(context, ID_SIZE + 1, "%s", id);
}

/* Whether the number of a game suffices to open it: for everybody if it is public, else for its
 * players and challenged accounts. PAUA_OK, PAUA_ERROR_NOT_FOUND (it does not), or why the store
 * cannot be read. */
static paua_status check_opens_by_number(struct service *service, http_request *request,
                                         struct game *game)
{
    struct identity identity;

    if (setup_is_public(&game->setup))
        return PAUA_OK;
    paua_status status = request_identify(&service->games, request, &identity);
    if (status != PAUA_OK)
        return status;
    pthread_mutex_lock(&game->mutex);
    const bool plays = game_seat_of(game, &identity) != NOBODY ||
                       game_seat_reserved_for(game, identity.login.account) != NOBODY;
    pthread_mutex_unlock(&game->mutex);
    return plays ? PAUA_OK : PAUA_ERROR_NOT_FOUND;
}

/* Finds a game by its number. PAUA_ERROR_NOT_FOUND also if the number does not suffice to open
 * it. */
static paua_status find_numbered(struct service *service, http_request *request, const char *text,
                                 struct game **out)
{
    char id[ID_SIZE + 1];
    paua_status status = store_find_number(service->env.store, atoll(text), copy_id, id);

    if (status == PAUA_OK)
        status = cache_get(service->games.cache, id, out);
    if (status != PAUA_OK)
        return status;
    status = check_opens_by_number(service, request, *out);
    if (status != PAUA_OK)
        cache_release(service->games.cache, *out);
    return status;
}

struct game *request_game(struct service *service, http_request *request)
{
    const char *id = http_path_parameter(request, 0);
    /* An id may consist of digits as well, but a number has fewer than an id has characters. */
    const bool numbered = *id && strlen(id) < ID_SIZE && strspn(id, "0123456789") == strlen(id);
    struct game *game = NULL;
    paua_status status = numbered ? find_numbered(service, request, id, &game)
                                  : cache_get(service->games.cache, id, &game);

    if (status == PAUA_OK) {
        game_sync_for_request(&service->games, game);
        return game;
    }
    respond_load_error(request, status, id);
    return NULL;
}

static void api_read_game(http_request *request, void *context)
{
    struct service *service = context;
    struct game *game = request_game(service, request);

    if (!game)
        return;
    int side = request_seat(&service->games, request, game);
    pthread_mutex_lock(&game->mutex);
    char *view = game_view_now(game, game_presence(game), side, http_query(request, "invitation"),
                               env_running_ms(&service->env));
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->games.cache, game);
    respond_text(request, 200, view);
}

static void api_stream_game_events(http_request *request, void *context)
{
    struct service *service = context;
    struct game *game = request_game(service, request);

    if (game)
        event_stream_open(&service->games, game, request,
                          request_seat(&service->games, request, game));
}

/* Responds with a list that never changes while the server runs. */
static void respond_constant(http_request *request, const char *json)
{
    http_add_header(request, "Cache-Control", "no-cache");
    http_respond_static(request, 200, "application/json", json, strlen(json));
}

static void api_list_layouts(http_request *request, void *context)
{
    struct service *service = context;

    respond_constant(request, service->layouts_json);
}

static void api_list_opponents(http_request *request, void *context)
{
    struct service *service = context;

    respond_constant(request, service->opponents_json);
}

static const http_route routes[] = {
    {"POST", "/api/1/games", api_create_game, CREATE_COST},
    {"GET", "/api/1/games/*", api_read_game, 1},
    {HTTP_GET_ONLY, "/api/1/games/*/events", api_stream_game_events, 1},
    {"GET", "/api/1/layouts", api_list_layouts, 1},
    {"GET", "/api/1/opponents", api_list_opponents, 1},
};

const struct route_table games_routes = ROUTE_TABLE(routes);
