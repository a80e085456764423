/* api_actions.c - the calls that change a game: each reads its body and becomes an action. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "service/accounts/guest_name.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/idempotency_key.h"
#include "service/core/quota.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/model/game_seats.h"
#include "service/games/play/action.h"
#include "service/games/play/action_repeat.h"
#include "service/games/play/create.h"
#include "service/games/play/game_slots.h"
#include "service/ratings/ratings.h"

#define LAG_MAX_MS 10000 /* the largest "lag"; at most CLOCK_LAG_MAX_MS are compensated */

#define OWN_SLOTS_TAKEN "you play as many games at once as you have allowed"

/* Reads the body of an action. */
typedef bool (*action_reader)(json_t *body, struct action *action, struct api_error *error);

struct action_call {
    action_kind kind;
    proposal_kind proposal;
    const char *const *members;
    action_reader read; /* NULL: the body is empty */
};

/* "after": the last event that the client knows. What it was meant for may have gone since. */
static bool read_after(json_t *body, struct action *action, struct api_error *error)
{
    action->has_after = json_object_get(body, "after") != NULL;
    return json_read_int(body, "after", 0, EVENT_NUMBER_MAX, &action->after, error);
}

/* "ply" makes repeated requests harmless: a move is made once. The move is parsed later, in its
 * position. */
static bool read_move(json_t *body, struct action *action, struct api_error *error)
{
    json_t *ply = json_object_get(body, "ply");
    const char *move;

    if (!json_is_integer(ply) || json_integer_value(ply) < 1 ||
        json_integer_value(ply) > PLY_NUMBER_MAX)
        return api_error_set(error, 400, "bad_request", "ply: expected the number of the move");
    if (!json_require_text(body, "move", &move, error))
        return false;
    if (strlen(move) >= sizeof action->text)
        return api_error_set(error, 400, "bad_move", "move: expected a move as in a1b2 or a1a3b1");
    action->ply = (int)json_integer_value(ply);
    snprintf(action->text, sizeof action->text, "%s", move);
    return read_after(body, action, error) &&
           json_read_int(body, "lag", 0, LAG_MAX_MS, &action->lag_ms, error);
}

/* "action": offer, accept, ...; and "ply" for a takeback. */
static bool read_proposal(json_t *body, struct action *action, struct api_error *error)
{
    static const char *const wishes[] = {[WISH_OFFER] = "offer",
                                         [WISH_ACCEPT] = "accept",
                                         [WISH_DECLINE] = "decline",
                                         [WISH_WITHDRAW] = "withdraw"};
    json_t *wish = json_object_get(body, "action");
    const char *name = json_string_value(wish);

    action->wish = WISH_ANSWER;
    for (int i = WISH_OFFER; name && i <= WISH_WITHDRAW; i++) {
        if (strcmp(name, wishes[i]) == 0)
            action->wish = (proposal_wish)i;
    }
    if (wish && action->wish == WISH_ANSWER)
        return api_error_set(error, 400, "bad_request",
                             "action: expected offer, accept, decline or withdraw");
    return read_after(body, action, error) &&
           json_read_int(body, "ply", 1, PLY_NUMBER_MAX, &action->ply, error);
}

/* The setup of the rematch that an action offers or accepts. False: it does neither, or none can
 * follow the game. */
static bool rematch_of(const struct action *action, struct setup *out)
{
    struct game *game = action->game;

    if (action->wish == WISH_DECLINE || action->wish == WISH_WITHDRAW)
        return false;
    pthread_mutex_lock(&game->mutex);
    const bool may_follow = game_is_over(game) && !game->closed && !game->next[0];
    if (may_follow)
        game_rematch_setup(game, out);
    pthread_mutex_unlock(&game->mutex);
    return may_follow;
}

/* Whether a game slot is claimed for the account. */
static bool has_claimed(const struct action *action, const char *account)
{
    bool found = false;

    for (int i = 0; i < PAUA_PLAYERS_MAX; i++)
        found |= strcmp(action->slot_accounts[i], account) == 0;
    return found;
}

/* The same, and claims a game slot for each account of the rematch. */
static bool read_rematch(json_t *body, struct action *action, struct api_error *error)
{
    struct setup setup;

    if (!read_proposal(body, action, error))
        return false;
    const bool follows = rematch_of(action, &setup);
    for (int side = 0; follows && side < setup.start.players; side++) {
        const struct seat *seat = &setup.seats[side];
        const bool own = strcmp(seat->account, action->identity.login.account) == 0;
        bool has_slot;

        if (seat->kind != SEAT_USER || has_claimed(action, seat->account))
            continue;
        paua_status status = game_slots_claim(action->games, seat->account, "", &has_slot);
        if (status != PAUA_OK)
            return api_error_from_status(error, status);
        if (!has_slot && own)
            return api_error_set(error, 409, "too_many_games", OWN_SLOTS_TAKEN);
        if (!has_slot)
            return api_error_set(error, 409, "too_many_games", GAME_SLOTS_TAKEN, seat->name);
        memcpy(action->slot_accounts[side], seat->account, sizeof action->slot_accounts[side]);
    }
    return true;
}

/* The accounts that play a game, "" for a side without one. */
struct game_accounts {
    int count;
    char accounts[PAUA_PLAYERS_MAX][ACCOUNT_ID_SIZE + 1];
};

static void copy_accounts(struct game *game, struct game_accounts *out)
{
    pthread_mutex_lock(&game->mutex);
    out->count = game->setup.start.players;
    for (int side = 0; side < out->count; side++)
        memcpy(out->accounts[side], game->players[side].account, sizeof out->accounts[side]);
    pthread_mutex_unlock(&game->mutex);
}

/* Whether no player of the game has blocked the author of a message. */
static bool check_blocks(struct action *action, struct api_error *error)
{
    struct game_accounts players;
    bool blocked = false;

    copy_accounts(action->game, &players);
    const char *own = players.accounts[action->side];
    for (int side = 0; side < players.count && own[0] && !blocked; side++) {
        const char *other = players.accounts[side];

        if (!other[0] || strcmp(other, own) == 0)
            continue;
        paua_status status = store_is_blocked(action->games->env->store, other, own, &blocked);
        if (status != PAUA_OK)
            return api_error_from_status(error, status);
    }
    return !blocked || api_error_set(error, 409, "chat_off", "messages are off in this game");
}

/* Whether a message was stored before, and this is its repeat. */
static bool is_stored_chat(const struct action *action)
{
    pthread_mutex_lock(&action->game->mutex);
    bool found = action_find_chat(action) != NULL;
    pthread_mutex_unlock(&action->game->mutex);
    return found;
}

/* "text": a message of at most CHAT_MAX characters. */
static bool read_chat(json_t *body, struct action *action, struct api_error *error)
{
    const char *text = json_string_value(json_object_get(body, "text"));

    if (!text || !text_is_plain(text, CHAT_MAX, TEXT_ONE_LINE))
        return api_error_set(error, 400, "bad_request",
                             "text: expected 1 to %d characters, none of them invisible", CHAT_MAX);
    if (!request_idempotency_key(action->request, &action->event.key, error) ||
        (!is_stored_chat(action) && !check_blocks(action, error)))
        return false;
    action->event.text = strdup(text);
    return action->event.text || api_error_no_memory(error);
}

/* Sets the player who takes a seat: a new key made by the client, or the account. `named`: the body
 * has a name, which an account must not send. */
static bool set_player(struct action *action, bool named, struct api_error *error)
{
    const struct identity *identity = &action->identity;

    if (identity->has_key) {
        action->event.key_hash = malloc(SEAT_KEY_HASH_SIZE);
        if (!action->event.key_hash)
            return api_error_no_memory(error);
        memcpy(action->event.key_hash, identity->key_hash, SEAT_KEY_HASH_SIZE);
        return true;
    }
    if (!identity->login.account[0])
        return api_error_set(error, 403, "no_key",
                             "Authorization: expected 'Bearer KEY' with a key of %d URL-safe "
                             "characters that you make up; it plays the seat from now on",
                             SEAT_KEY_SIZE);
    if (named)
        return api_error_set(error, 400, "bad_request", "name: an account plays under its own");
    memcpy(action->event.account, identity->login.account, sizeof action->event.account);
    return true;
}

/* Reads the rating of an account that takes a seat, and claims a game slot for it. */
static bool check_player(struct action *action, struct api_error *error)
{
    struct games *games = action->games;
    const struct setup *setup = &action->game->setup;
    const char *account = action->event.account;
    char category[RATING_CATEGORY_SIZE];
    struct rating rating = {.games = 0};
    bool has_slot = true;

    if (!account[0] || action->side != NOBODY)
        return true;
    paua_status status = PAUA_OK;
    if (rating_category_of(setup->start.players, &setup->rules, category))
        status = rating_read(games->env->store, account, category, INT64_MAX, &rating);
    if (status == PAUA_OK)
        status = game_slots_claim(games, account, action->game->id, &has_slot);
    if (status == PAUA_OK && has_slot)
        snprintf(action->slot_accounts[0], sizeof action->slot_accounts[0], "%s", account);
    action->rating = rating.glicko.rating;
    if (status != PAUA_OK)
        return api_error_from_status(error, status);
    return has_slot || api_error_set(error, 409, "too_many_games", OWN_SLOTS_TAKEN);
}

/* "invitation" for a seat that is not listed; "name" for a player without an account. */
static bool read_join(json_t *body, struct action *action, struct api_error *error)
{
    json_t *invitation = json_object_get(body, "invitation"), *name = json_object_get(body, "name");
    char shown[SEAT_NAME_SIZE] = "";

    if (invitation && json_string_length(invitation) != SEAT_KEY_SIZE)
        return api_error_set(error, 400, "bad_request", "invitation: expected %d characters",
                             SEAT_KEY_SIZE);
    if (name && (!seat_name_read(name, "name", shown, error) ||
                 !guest_name_check(action->games->env->store, shown, "name", error)))
        return false;
    action->invited = invitation != NULL;
    if (invitation)
        seat_key_hash(json_string_value(invitation), action->invitation);
    if (!set_player(action, name != NULL, error) || !check_player(action, error))
        return false;
    action->event.text = strdup(action->event.account[0] ? action->identity.login.name : shown);
    return action->event.text || api_error_no_memory(error);
}

/* "key" of the seat that is linked to the account. */
static bool read_link_account(json_t *body, struct action *action, struct api_error *error)
{
    const char *key = json_string_value(json_object_get(body, "key"));
    const struct login *login = &action->identity.login;

    if (!login->account[0])
        return api_error_set(error, 401, "not_signed_in", "sign in, or send a token");
    if (!key || !seat_key_valid(key))
        return api_error_set(error, 400, "bad_request", "key: expected the key of a seat");
    seat_key_hash(key, action->invitation);
    memcpy(action->event.account, login->account, sizeof action->event.account);
    action->event.text = strdup(login->name);
    return action->event.text || api_error_no_memory(error);
}

/* Finds the seat that acts. A challenged account may decline before it has the seat. */
static bool find_seat(const struct action_call *call, struct action *action,
                      struct api_error *error)
{
    struct game *game = action->game;
    const struct identity *identity = &action->identity;
    const struct login *login = &identity->login;
    paua_status status = request_identify(action->games, action->request, &action->identity);

    if (status != PAUA_OK)
        return api_error_from_status(error, status);
    if (!login_may_play(login))
        return api_error_set(error, 403, "no_scope", "this token does not allow to play");
    pthread_mutex_lock(&game->mutex);
    action->side = game_seat_of(game, identity);
    if (action->side == NOBODY && call->kind == ACTION_DECLINE)
        action->side = game_seat_reserved_for(game, login->account);
    pthread_mutex_unlock(&game->mutex);
    if (action->side != NOBODY || call->kind == ACTION_JOIN || call->kind == ACTION_LINK_ACCOUNT)
        return true;
    return api_error_set(error, 403, "not_your_seat", "%s",
                         login->account[0] ? "your account has no seat in this game"
                         : http_header(action->request, "Authorization")
                             ? "this is not the key of a seat of this game"
                             : "the key of a seat is missing");
}

/* Finds the seat and reads the body. */
static bool read_action(const struct action_call *call, struct action *action,
                        struct api_error *error)
{
    if (!find_seat(call, action, error))
        return false;
    json_t *body = call->read == read_move
                       ? request_body_object(action->request, call->members, error)
                       : request_body_optional(action->request, call->members, error);
    bool valid = body && (!call->read || call->read(body, action, error));
    json_decref(body);
    return valid;
}

/* Submits an action of a seat: step 1 of the life of a move, see action.c. */
static void submit_request(struct service *service, http_request *request,
                           const struct action_call *call)
{
    struct game *game = request_game(service, request);
    struct api_error error;

    if (!game)
        return;
    if (!quota_admit_event(request) ||
        (call->kind == ACTION_MOVE &&
         !computer_admit_move(service->computer, request, &game->setup))) {
        cache_release(service->games.cache, game);
        return;
    }

    struct action *action = calloc(1, sizeof *action);
    if (!action) {
        cache_release(service->games.cache, game);
        respond_no_memory(request);
        return;
    }

    *action = (struct action){
        .kind = call->kind, .games = &service->games, .game = game, .request = request};
    action->event.proposal = call->proposal;
    if (read_action(call, action, &error)) {
        pthread_mutex_lock(&game->mutex);
        computer_await(service->computer, game, http_request_client(request));
        pthread_mutex_unlock(&game->mutex);
        http_defer(request);
        action_submit(action);
        return;
    }

    action_release_slots(action);
    event_clear(&action->event);
    free(action);
    cache_release(service->games.cache, game);
    respond_api_error(request, &error);
}

static const char *const no_members[] = {NULL};
static const char *const after_members[] = {"after", NULL};
static const char *const proposal_members[] = {"action", "after", NULL};

static void api_play_move(http_request *request, void *context)
{
    static const char *const members[] = {"ply", "move", "after", "lag", NULL};
    static const struct action_call call = {ACTION_MOVE, 0, members, read_move};

    submit_request(context, request, &call);
}

static void api_resign_game(http_request *request, void *context)
{
    static const struct action_call call = {ACTION_RESIGN, 0, after_members, read_after};

    submit_request(context, request, &call);
}

static void api_decline_game(http_request *request, void *context)
{
    static const struct action_call call = {ACTION_DECLINE, 0, no_members, NULL};

    submit_request(context, request, &call);
}

static void api_claim_game(http_request *request, void *context)
{
    static const struct action_call call = {ACTION_CLAIM, 0, after_members, read_after};

    submit_request(context, request, &call);
}

static void api_propose_draw(http_request *request, void *context)
{
    static const struct action_call call = {ACTION_PROPOSAL, PROPOSE_DRAW, proposal_members,
                                            read_proposal};

    submit_request(context, request, &call);
}

static void api_propose_takeback(http_request *request, void *context)
{
    static const char *const members[] = {"action", "ply", "after", NULL};
    static const struct action_call call = {ACTION_PROPOSAL, PROPOSE_TAKEBACK, members,
                                            read_proposal};

    submit_request(context, request, &call);
}

static void api_propose_pause(http_request *request, void *context)
{
    static const struct action_call call = {ACTION_PROPOSAL, PROPOSE_PAUSE, proposal_members,
                                            read_proposal};

    submit_request(context, request, &call);
}

static void api_propose_rematch(http_request *request, void *context)
{
    static const struct action_call call = {ACTION_PROPOSAL, PROPOSE_REMATCH, proposal_members,
                                            read_rematch};

    submit_request(context, request, &call);
}

static void api_resume_game(http_request *request, void *context)
{
    static const struct action_call call = {ACTION_RESUME, 0, after_members, read_after};

    submit_request(context, request, &call);
}

static void api_join_game(http_request *request, void *context)
{
    static const char *const members[] = {"invitation", "name", NULL};
    static const struct action_call call = {ACTION_JOIN, 0, members, read_join};

    submit_request(context, request, &call);
}

static void api_link_account(http_request *request, void *context)
{
    static const char *const members[] = {"key", NULL};
    static const struct action_call call = {ACTION_LINK_ACCOUNT, 0, members, read_link_account};

    submit_request(context, request, &call);
}

static void api_write_chat(http_request *request, void *context)
{
    static const char *const members[] = {"text", NULL};
    static const struct action_call call = {ACTION_CHAT, 0, members, read_chat};

    submit_request(context, request, &call);
}

static const http_route routes[] = {
    {"POST", "/api/1/games/*/moves", api_play_move, 1},
    {"POST", "/api/1/games/*/resign", api_resign_game, 1},
    {"POST", "/api/1/games/*/decline", api_decline_game, 1},
    {"POST", "/api/1/games/*/claim", api_claim_game, 1},
    {"POST", "/api/1/games/*/draw", api_propose_draw, 1},
    {"POST", "/api/1/games/*/takeback", api_propose_takeback, 1},
    {"POST", "/api/1/games/*/pause", api_propose_pause, 1},
    {"POST", "/api/1/games/*/resume", api_resume_game, 1},
    {"POST", "/api/1/games/*/rematch", api_propose_rematch, 1},
    {"POST", "/api/1/games/*/join", api_join_game, 1},
    {"POST", "/api/1/games/*/chat", api_write_chat, CHAT_COST},
    {"POST", "/api/1/games/*/account", api_link_account, 1},
};

const struct route_table actions_routes = ROUTE_TABLE(routes);
