/* tournament_json.c - the JSON of tournaments for the store and for clients. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "service/core/date.h"
#include "service/tournaments/tournament.h"
#include "json/json_text.h"

#define STATUSES 3
static const char *const statuses[STATUSES] = {"open", "running", "over"};

static json_t *store_players(const struct tournament *self)
{
    json_t *json = json_array();

    for (int i = 0; i < self->player_count; i++) {
        const struct contestant *one = &self->players[i];

        json_array_append_new(json,
                              json_pack("{s:s,s:s,s:b,s:b}", "account", one->account, "name",
                                        one->name, "bot", (int)one->bot, "left", (int)one->left));
    }
    return json;
}

static json_t *store_games(const struct tournament *self)
{
    json_t *json = json_array();

    for (int i = 0; i < self->game_count; i++) {
        const struct paired_game *one = &self->games[i];

        json_array_append_new(json, json_pack("[i,i,i,i,i,b,s]", one->round, one->black, one->white,
                                              one->black_points, one->white_points,
                                              (int)one->played, self->game_ids[i]));
    }
    return json;
}

/* The games are most of it. They stand last: see tournament_restore_head(). */
char *tournament_store(const struct tournament *self)
{
    char *setup = setup_store(&self->setup);
    json_t *json =
        setup
            ? json_pack("{s:s,s:s,s:s,s:s,s:i,s:i,s:i,s:i,s:b,s:I,s:s,s:o,s:o}", "name", self->name,
                        "owner", self->owner, "owner_name", self->owner_name, "system",
                        tournament_system_name(self->system), "status", (int)self->status, "rounds",
                        self->rounds, "round", self->round, "players_max", self->players_max,
                        "bots", (int)self->bots, "starts", (json_int_t)self->starts_ms, "setup",
                        setup, "players", store_players(self), "games", store_games(self))
            : NULL;

    free(setup);
    return json_write_text(json, JSON_COMPACT);
}

/* Copies a text that must fit. */
static bool restore_text(json_t *json, const char *name, char *to, size_t size)
{
    const char *text = json_string_value(json_object_get(json, name));

    if (!text || strlen(text) >= size)
        return false;
    memcpy(to, text, strlen(text) + 1);
    return true;
}

/* Reads a number that must be min .. max. */
static bool restore_number(json_t *json, const char *name, int min, int max, int *out)
{
    json_t *value = json_object_get(json, name);

    *out = (int)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= min &&
           json_integer_value(value) <= max;
}

static bool restore_players(json_t *json, struct tournament *out)
{
    size_t i;
    json_t *one;

    if (!json_is_array(json) || json_array_size(json) > PAIRING_PLAYERS_MAX)
        return false;
    json_array_foreach(json, i, one)
    {
        struct contestant *player = &out->players[i];

        if (!restore_text(one, "account", player->account, sizeof player->account) ||
            !restore_text(one, "name", player->name, sizeof player->name))
            return false;
        player->bot = json_is_true(json_object_get(one, "bot"));
        player->left = json_is_true(json_object_get(one, "left"));
    }
    out->player_count = (int)json_array_size(json);
    return true;
}

/* Reads one game, of which every number must be one that there can be. */
static bool restore_game(json_t *json, struct tournament *out)
{
    struct paired_game *game = &out->games[out->game_count];
    const char *id = NULL;
    int played = 0;

    if (json_unpack(json, "[i,i,i,i,i,b,s]", &game->round, &game->black, &game->white,
                    &game->black_points, &game->white_points, &played, &id) != 0)
        return false;
    game->played = played;
    snprintf(out->game_ids[out->game_count++], ID_SIZE + 1, "%s", id);
    return (!*id || id_valid(id)) && game->round >= 1 && game->round <= PAIRING_ROUNDS_MAX &&
           game->black >= 0 && game->black < out->player_count && game->white >= PAIRING_NOBODY &&
           game->white < out->player_count && game->black_points >= PAIRING_PENDING &&
           game->black_points <= 2 && game->white_points >= PAIRING_PENDING &&
           game->white_points <= 2;
}

static paua_status restore_games(json_t *json, struct tournament *out)
{
    const size_t count = json_array_size(json);

    if (!json_is_array(json))
        return PAUA_ERROR_CORRUPT;
    out->games = calloc(count + 1, sizeof *out->games);
    out->game_ids = calloc(count + 1, sizeof *out->game_ids);
    if (!out->games || !out->game_ids)
        return PAUA_ERROR_NO_MEMORY;
    out->game_capacity = (int)count + 1;
    for (size_t i = 0; i < count; i++) {
        if (!restore_game(json_array_get(json, i), out))
            return PAUA_ERROR_CORRUPT;
    }
    return PAUA_OK;
}

/* Reads what tournament_store() wrote, but for the setup and the games. */
static bool restore_head(json_t *json, struct tournament *out)
{
    int system = tournament_system_find(json_string_value(json_object_get(json, "system"))),
        status = 0;

    if (system < 0 || !restore_text(json, "name", out->name, sizeof out->name) ||
        !restore_text(json, "owner", out->owner, sizeof out->owner) ||
        !restore_text(json, "owner_name", out->owner_name, sizeof out->owner_name) ||
        !restore_number(json, "status", 0, STATUSES - 1, &status) ||
        !restore_number(json, "rounds", 0, PAIRING_ROUNDS_MAX, &out->rounds) ||
        !restore_number(json, "round", 0, PAIRING_ROUNDS_MAX, &out->round) ||
        !restore_number(json, "players_max", 2, PAIRING_PLAYERS_MAX, &out->players_max) ||
        !restore_players(json_object_get(json, "players"), out))
        return false;
    out->system = (enum tournament_system)system;
    out->status = (enum tournament_status)status;
    out->bots = json_is_true(json_object_get(json, "bots"));
    out->starts_ms = json_integer_value(json_object_get(json, "starts"));
    return true;
}

/* Reads the setup and the games. */
static paua_status restore_rest(struct boards *boards, json_t *json, struct tournament *out)
{
    const char *setup = json_string_value(json_object_get(json, "setup"));

    if (!setup)
        return PAUA_ERROR_CORRUPT;
    paua_status restored = setup_restore(boards, setup, &out->setup);
    if (restored == PAUA_OK && out->setup.start.players != PAUA_SIDES)
        return PAUA_ERROR_CORRUPT;
    return restored == PAUA_OK ? restore_games(json_object_get(json, "games"), out) : restored;
}

/* Reads a tournament from the text of its row, or its head from a part of that: no boards. */
static paua_status restore_text_of(const store_tournament *row, const char *text,
                                   struct boards *boards, struct tournament **out)
{
    struct tournament *self = calloc(1, sizeof *self);
    json_t *json = NULL;

    if (!self)
        return PAUA_ERROR_NO_MEMORY;
    snprintf(self->id, sizeof self->id, "%s", row->id);
    self->revision = row->revision;
    self->created_ms = row->created_ms;
    paua_status status = json_parse_text(text, strlen(text), JSON_REJECT_DUPLICATES, &json, NULL);
    if (status == PAUA_OK && !restore_head(json, self))
        status = PAUA_ERROR_CORRUPT;
    if (status == PAUA_OK && boards)
        status = restore_rest(boards, json, self);
    json_decref(json);
    if (status == PAUA_OK) {
        *out = self;
        return PAUA_OK;
    }
    tournament_free(self);
    return status == PAUA_ERROR_NO_MEMORY ? status : PAUA_ERROR_CORRUPT;
}

paua_status tournament_restore(struct boards *boards, const store_tournament *row,
                               struct tournament **out)
{
    return restore_text_of(row, row->text, boards, out);
}

paua_status tournament_restore_head(const store_tournament *row, struct tournament **out)
{
    const char *games = strstr(row->text, ",\"games\":"); /* within a string it would be escaped */
    char *head;

    if (!games)
        return PAUA_ERROR_CORRUPT;
    if (asprintf(&head, "%.*s}", (int)(games - row->text), row->text) < 0)
        return PAUA_ERROR_NO_MEMORY;
    paua_status status = restore_text_of(row, head, NULL, out);
    free(head);
    return status;
}

json_t *tournament_row_json(const struct tournament *self)
{
    char rules[PAUA_RULES_TEXT_MAX];

    paua_rules_format(self->setup.board, &self->setup.rules, rules, sizeof rules);
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:i,s:i,s:i,s:i,s:s,s:s,s:b,s:b,s:o,s:o}", "id",
                     self->id, "name", self->name, "owner", self->owner_name, "system",
                     tournament_system_name(self->system), "status", statuses[self->status],
                     "rounds", self->rounds, "round", self->round, "players", self->player_count,
                     "players_max", self->players_max, "layout", self->setup.layout, "rules", rules,
                     "rated", (int)self->setup.rated, "bots", (int)self->bots, "starts",
                     date_json(self->starts_ms), "created", date_json(self->created_ms));
}

/* Half points as points; null of a game that is not over. */
static json_t *points_json(int halves)
{
    return halves == PAIRING_PENDING ? json_null() : json_real(halves / 2.0);
}

/* A round of a player, for the cross table. */
static json_t *cell_json(const struct tournament *self, int i, int player)
{
    const struct paired_game *game = &self->games[i];
    bool black = game->black == player;
    int other = black ? game->white : game->black;
    json_t *json = json_pack("{s:i,s:o,s:o,s:b}", "round", game->round, "opponent",
                             other == PAIRING_NOBODY ? json_null() : json_integer(other + 1),
                             "points", points_json(black ? game->black_points : game->white_points),
                             "played", (int)game->played);

    if (self->game_ids[i][0]) {
        json_object_set_new(json, "colour", json_string(black ? "b" : "w"));
        json_object_set_new(json, "game", json_string(self->game_ids[i]));
    }
    return json;
}

static json_t *standing_json(const struct tournament *self, const struct player_standing *standing)
{
    const struct contestant *player = &self->players[standing->player];
    json_t *cells = json_array();

    for (int i = 0; i < self->game_count; i++) {
        if (self->games[i].black == standing->player || self->games[i].white == standing->player)
            json_array_append_new(cells, cell_json(self, i, standing->player));
    }
    json_t *json = json_pack("{s:i,s:i,s:s,s:f,s:f,s:f,s:f,s:i,s:o}", "rank", standing->rank,
                             "number", standing->player + 1, "name", player->name, "points",
                             standing->points / 2.0, "buchholz", standing->buchholz / 2.0,
                             "sonneborn_berger", standing->sonneborn_berger / 4.0, "direct",
                             standing->direct / 2.0, "wins", standing->wins, "rounds", cells);
    if (player->bot)
        json_object_set_new(json, "bot", json_true());
    if (player->left)
        json_object_set_new(json, "left", json_true());
    return json;
}

static json_t *pairing_json(const struct tournament *self, int i)
{
    const struct paired_game *game = &self->games[i];
    const bool bye = game->white == PAIRING_NOBODY;
    json_t *json =
        json_pack("{s:i,s:i,s:o,s:o,s:o,s:b}", "round", game->round, "black", game->black + 1,
                  "white", bye ? json_null() : json_integer(game->white + 1), "black_points",
                  points_json(game->black_points), "white_points",
                  bye ? json_null() : points_json(game->white_points), "played", (int)game->played);

    if (self->game_ids[i][0])
        json_object_set_new(json, "game", json_string(self->game_ids[i]));
    return json;
}

json_t *tournament_json(const struct tournament *self)
{
    struct player_standing standings[PAIRING_PLAYERS_MAX];
    json_t *json = tournament_row_json(self), *rows = json_array(), *games = json_array();

    pairing_standings(self->player_count, self->games, self->game_count, standings);
    for (int i = 0; i < self->player_count; i++)
        json_array_append_new(rows, standing_json(self, &standings[i]));
    for (int i = 0; i < self->game_count; i++)
        json_array_append_new(games, pairing_json(self, i));
    json_object_set_new(json, "standings", rows);
    json_object_set_new(json, "pairings", games);
    return json;
}
