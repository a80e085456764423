/* setup.c - reads the setup of a game from requests, writes it for the store and restores it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/rules_setting.h>

#include "service/core/request.h"
#include "service/games/model/game_clock.h"
#include "service/games/model/rated.h"
#include "service/games/model/setup.h"
#include "json/json_text.h"

#define RULES_WRITTEN_MAX 512 /* bytes of a rules object written as text */

char *setup_board_text(const paua_board *board, char text[16])
{
    snprintf(text, 16, "%dx%dx%d", paua_board_side(board, 0), paua_board_side(board, 1),
             paua_board_side(board, 2));
    return text;
}

/* Appends a setting of a rules object as "name=value"; false: its value has no such text. */
static bool append_setting(const char *name, json_t *value, char *text, size_t cap)
{
    size_t used = strlen(text);
    const char *word =
        json_is_boolean(value) ? (json_is_true(value) ? "yes" : "no") : json_string_value(value);
    int length = -1;

    if (strspn(name, "abcdefghijklmnopqrstuvwxyz") != strlen(name))
        return false;
    if (json_is_integer(value))
        length = snprintf(text + used, cap - used, ",%s=%lld", name,
                          (long long)json_integer_value(value));
    else if (json_is_real(value))
        length = snprintf(text + used, cap - used, ",%s=%.3f", name, json_real_value(value));
    else if (word && strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789.") == strlen(word))
        length = snprintf(text + used, cap - used, ",%s=%s", name, word);
    return length > 0 && (size_t)length < cap - used;
}

/* Writes a rules object as text: first its "text", as in a game object, or its preset. */
static bool rules_object_text(json_t *json, char text[RULES_WRITTEN_MAX], struct api_error *error)
{
    json_t *all = json_object_get(json, "text"), *preset = json_object_get(json, "preset"), *value;
    json_t *first = all ? all : preset;
    const char *name;

    if (first && (!json_is_string(first) || json_string_length(first) > PAUA_RULES_TEXT_MAX / 2))
        return api_error_set(error, 400, "bad_request", "rules.%s: expected a text of rules",
                             all ? "text" : "preset");
    snprintf(text, RULES_WRITTEN_MAX, "%s", first ? json_string_value(first) : "classic");
    json_object_foreach(json, name, value)
    {
        if (value == preset || value == all)
            continue;
        if (!append_setting(name, value, text, RULES_WRITTEN_MAX))
            return api_error_set(error, 400, "bad_request",
                                 "rules.%.30s: expected a number, a word, true or false", name);
    }
    return true;
}

/* A new clock has time. An object with "text" comes from a game, with the settings that are off. */
static bool check_clock_settings(json_t *json, const paua_rules *rules, struct api_error *error)
{
    const struct {
        const char *name;
        uint32_t time;
    } clocks[] = {{"turn", rules->turn_ms},
                  {"days", rules->turn_ms},
                  {"game", rules->game_ms},
                  {"bank", rules->game_ms}};

    if (json_object_get(json, "text"))
        return true;
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        if (json_object_get(json, clocks[i].name) && clocks[i].time == 0)
            return api_error_set(error, 400, "bad_request",
                                 "rules.%s: expected a time above 0; leave it out for no clock",
                                 clocks[i].name);
    }
    return true;
}

/* Reads "rules"; without it *rules stays as it is. */
static bool read_rules(const paua_board *board, json_t *json, paua_rules *rules,
                       struct api_error *error)
{
    char written[RULES_WRITTEN_MAX];
    const char *text = json_string_value(json);
    paua_error why;

    if (json_is_object(json)) {
        if (!rules_object_text(json, written, error))
            return false;
        text = written;
    } else if (json && !text) {
        return api_error_set(error, 400, "bad_request", "rules: expected a text or an object");
    }
    if (text && paua_rules_parse(board, text, rules, &why) != PAUA_OK)
        return api_error_set(error, 400, "bad_request", "rules: %s", why.message);
    if (!check_clock_settings(json, rules, error))
        return false;
    if (rules->plies > GAME_PLIES_MAX)
        return api_error_set(error, 400, "bad_request", "rules: plies: expected 0 to %d",
                             GAME_PLIES_MAX);
    if (rules->plies == 0)
        rules->plies = GAME_PLIES_MAX;
    return true;
}

/* Reads the text of a position, or the name of a layout, and finds its board. */
static bool read_position(struct boards *boards, const char *text, struct setup *out,
                          struct api_error *error)
{
    paua_error why;
    int sides[3];

    if (paua_position_shape(text, sides, &why) != PAUA_OK)
        return api_error_set_parse(error, "bad_position", "position", text, &why);
    out->board = boards_get(boards, sides);
    if (!out->board)
        return api_error_no_memory(error);
    if (paua_position_parse(out->board, text, &out->start, &why) != PAUA_OK)
        return api_error_set_parse(error, "bad_position", "position", text, &why);
    return true;
}

/* Finds "layout", for "players" if that is given. NULL: *error says why. */
static const paua_layout *find_layout(json_t *layout, int players, struct api_error *error)
{
    const char *name = json_string_value(layout);
    const paua_layout *found = NULL;
    paua_error why;

    if (name)
        found = players ? paua_layout_find_for(name, players) : paua_layout_find(name);
    if (found)
        return found;
    if (!name)
        api_error_set(error, 400, "bad_request",
                      "layout: expected a name that GET /api/1/layouts lists");
    else if (players && paua_layout_find(name))
        api_error_set(error, 400, "bad_request", "players: layout '%.30s' is not for %d", name,
                      players);
    else
        api_error_set(
            error, 400, "bad_request", "layout: %s%s",
            (paua_layout_unknown(name, &why), why.message),
            paua_layout_nearest(name) ? "" : ", expected a name that GET /api/1/layouts lists");
    return NULL;
}

/* Makes the facing pairs of the layout teams (R19), if "teams" is true. */
static bool read_teams(json_t *teams, const paua_layout *layout, struct setup *out,
                       struct api_error *error)
{
    if (teams && !json_is_boolean(teams))
        return api_error_set(error, 400, "bad_request", "teams: expected true or false");
    if (!json_is_true(teams))
        return true;
    if (layout->facing == PAUA_TEAMS_NONE)
        return api_error_set(error, 400, "bad_request",
                             "teams: layout '%s' has no facing pairs, expected one for four or six "
                             "players",
                             layout->name);
    out->start.teams = (uint8_t)layout->facing;
    return paua_position_complete(out->board, &out->start) == PAUA_OK;
}

/* Reads "layout" with its "players" and "teams". */
static bool read_layout(struct boards *boards, json_t *body, struct setup *out,
                        struct api_error *error)
{
    int players = 0;

    if (!json_read_int(body, "players", PAUA_SIDES, PAUA_PLAYERS_MAX, &players, error))
        return false;
    const paua_layout *layout = find_layout(json_object_get(body, "layout"), players, error);
    if (!layout)
        return false;
    snprintf(out->layout, sizeof out->layout, "%s", layout->name);
    return read_position(boards, out->layout, out, error) &&
           read_teams(json_object_get(body, "teams"), layout, out, error);
}

/* Either "layout" or "position". */
static bool read_start(struct boards *boards, json_t *body, struct setup *out,
                       struct api_error *error)
{
    json_t *layout = json_object_get(body, "layout"), *position = json_object_get(body, "position");
    const char *text;

    if (!layout == !position)
        return api_error_set(error, 400, "bad_request", "body: expected either layout or position");
    if (layout)
        return read_layout(boards, body, out, error);
    if (!json_require_text(body, "position", &text, error))
        return false;
    if (json_object_get(body, "teams") || json_object_get(body, "players"))
        return api_error_set(error, 400, "bad_request",
                             "%s: expected with a layout; a position has its own, as in br-wg at "
                             "its end",
                             json_object_get(body, "teams") ? "teams" : "players");
    return read_position(boards, text, out, error);
}

bool setup_read_position(struct boards *boards, json_t *body, struct setup *out,
                         struct api_error *error)
{
    memset(out, 0, sizeof *out); /* padding included: setups are compared */
    if (!read_start(boards, body, out, error))
        return false;
    out->rules = paua_rules_default(out->board);
    return read_rules(out->board, json_object_get(body, "rules"), &out->rules, error);
}

/* Refuses a gain or a delay of a clock that there is not. */
static bool check_clock_rules(const paua_rules *rules, struct api_error *error)
{
    if (rules->gain_ms && !rules->game_ms)
        return api_error_set(error, 400, "bad_request",
                             "rules: gain: expected 'game' or 'bank' as well, which gains it");
    if (rules->cap_ms && !rules->gain_ms)
        return api_error_set(error, 400, "bad_request",
                             "rules: cap: expected 'gain' as well, which it bounds");
    if (rules->cap_ms && rules->cap_ms < rules->game_ms)
        return api_error_set(error, 400, "bad_request",
                             "rules: cap: expected at least the time for the game");
    if (rules->delay_ms && !rules_have_clock(rules))
        return api_error_set(error, 400, "bad_request",
                             "rules: delay: expected 'turn', 'days' or 'game' as well");
    return true;
}

/* Reads "slow": a correspondence game, which gets a clock if none is named. */
static bool read_correspondence(json_t *body, paua_rules *rules, struct api_error *error)
{
    json_t *slow = json_object_get(body, "slow");

    if (slow && !json_is_boolean(slow))
        return api_error_set(error, 400, "bad_request", "slow: expected true or false");
    if (!json_is_true(slow))
        return true;
    if (!rules_have_clock(rules))
        rules->turn_ms = (uint32_t)CLOCK_CORRESPONDENCE_TURN;
    return rules_are_correspondence(rules) ||
           api_error_set(error, 400, "bad_request", "slow: expected a clock of days, or none");
}

/* Ratings go by the speed of the clock. */
static bool check_ranges(const struct setup *setup, struct api_error *error)
{
    for (int side = 0; side < setup->start.players; side++) {
        if (seat_has_range(&setup->seats[side]) && !rules_have_clock(&setup->rules))
            return api_error_set(error, 400, "bad_request",
                                 "seats[%d].rating: expected rules with a clock: ratings go by "
                                 "speed",
                                 side);
    }
    return true;
}

/* Reads "public", "chat" and "rated". */
static bool read_kind(json_t *body, struct setup *out, struct api_error *error)
{
    static const char *const names[] = {"public", "chat", "rated"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        json_t *value = json_object_get(body, names[i]);

        if (value && !json_is_boolean(value))
            return api_error_set(error, 400, "bad_request", "%s: expected true or false", names[i]);
    }
    out->is_public = json_is_true(json_object_get(body, "public"));
    out->chat_off = json_is_false(json_object_get(body, "chat"));
    out->rated = json_is_true(json_object_get(body, "rated"));
    return !out->rated || rated_check_setup(out, error);
}

bool setup_is_public(const struct setup *setup)
{
    for (int side = 0; side < setup->start.players; side++) {
        if (setup->seats[side].listed)
            return true;
    }
    return setup->is_public || setup->rated;
}

bool setup_is_remote(const struct setup *setup)
{
    for (int side = 0; side < setup->start.players; side++) {
        if (setup->seats[side].kind == SEAT_OPEN || setup->seats[side].is_challenge)
            return true;
    }
    return setup->remote;
}

bool setup_read_game(struct boards *boards, json_t *body, struct setup *out,
                     struct api_error *error)
{
    if (!setup_read_position(boards, body, out, error) ||
        !seats_read(json_object_get(body, "seats"), out->start.players, out->seats, error) ||
        !read_correspondence(body, &out->rules, error) || !check_clock_rules(&out->rules, error) ||
        !check_ranges(out, error) || !read_kind(body, out, error))
        return false;
    paua_outcome outcome;
    outcome = paua_position_outcome(out->board, &out->rules, &out->start);
    if (outcome.result != PAUA_RESULT_ONGOING)
        return api_error_set(error, 400, "bad_position", "position: the game is already over, %s",
                             paua_reason_text(outcome.reason));
    return true;
}

/* A time in seconds. */
static json_t *seconds_json(uint32_t ms)
{
    return ms % 1000 ? json_real(ms / 1000.0) : json_integer(ms / 1000);
}

static json_t *setting_json(const paua_rules_setting *setting, const paua_rules *rules)
{
    int64_t value = paua_rules_setting_get(setting, rules);

    switch (setting->kind) {
    case PAUA_SETTING_CHOICE:
        return json_string(setting->choices[value != 0]);
    case PAUA_SETTING_FLAG:
        return json_boolean(value != 0);
    case PAUA_SETTING_TIME:
        return seconds_json((uint32_t)value);
    default:
        return json_integer(value);
    }
}

json_t *setup_rules_json(const paua_board *board, const paua_rules *rules)
{
    char text[PAUA_RULES_TEXT_MAX];

    paua_rules_format(board, rules, text, sizeof text);
    json_t *json = json_pack("{s:s}", "text", text);
    const paua_rules_setting *list[PAUA_RULES_SETTINGS_MAX];
    const int count = paua_rules_settings_list(list);
    for (int i = 0; i < count; i++) {
        if (list[i]->kind != PAUA_SETTING_DAYS &&
            json_object_set_new(json, list[i]->name, setting_json(list[i], rules)) != 0) {
            json_decref(json);
            return NULL;
        }
    }
    return json;
}

char *setup_store(const struct setup *setup)
{
    char board[16], start[PAUA_POSITION_TEXT_MAX], rules[PAUA_RULES_TEXT_MAX];
    json_t *seats = json_array();

    setup_board_text(setup->board, board);
    paua_position_format(setup->board, &setup->start, start, sizeof start);
    paua_rules_format(setup->board, &setup->rules, rules, sizeof rules);
    for (int side = 0; side < setup->start.players; side++)
        json_array_append_new(seats, seat_store(&setup->seats[side]));
    json_t *json = json_pack("{s:s,s:s,s:s,s:s,s:o}", "board", board, "layout", setup->layout,
                             "start", start, "rules", rules, "seats", seats);
    if (json && setup->is_public)
        json_object_set_new(json, "public", json_true());
    if (json && setup->chat_off)
        json_object_set_new(json, "chat", json_false());
    if (json && setup->rated)
        json_object_set_new(json, "rated", json_true());
    if (json && setup->remote)
        json_object_set_new(json, "remote", json_true());
    if (json && setup->request)
        json_object_set_new(json, "request", json_integer(setup->request));
    if (json && setup->tournament[0])
        json_object_set_new(json, "tournament", json_string(setup->tournament));
    return json_write_text(json, JSON_COMPACT);
}

/* Rules as versions before 0.2 stored them: an object with the member stuck_loses. */
static bool restore_old_rules(json_t *json, paua_rules *rules)
{
    rules->win = (uint8_t)json_integer_value(json_object_get(json, "win"));
    rules->repetition = (uint8_t)json_integer_value(json_object_get(json, "repetition"));
    rules->stuck_loses = json_is_true(json_object_get(json, "stuck_loses"));
    rules->quiet = (uint16_t)json_integer_value(json_object_get(json, "quiet"));
    rules->plies = (uint16_t)json_integer_value(json_object_get(json, "plies"));
    return rules->win >= 1 && rules->win <= PAUA_CELLS_MAX && rules->plies >= 1 &&
           rules->plies <= GAME_PLIES_MAX;
}

/* Reads the rules that setup_store() wrote. */
static bool restore_rules(json_t *json, struct setup *out)
{
    struct api_error unused;

    out->rules = paua_rules_default(out->board);
    if (json_is_object(json))
        return restore_old_rules(json, &out->rules);
    return json_is_string(json) && read_rules(out->board, json, &out->rules, &unused);
}

/* Reads what setup_store() wrote. As setup_restore(). */
static paua_status setup_restore_json(struct boards *boards, json_t *json, struct setup *out)
{
    const char *board = json_string_value(json_object_get(json, "board"));
    const char *layout = json_string_value(json_object_get(json, "layout"));
    const char *start = json_string_value(json_object_get(json, "start"));
    json_t *seats = json_object_get(json, "seats");
    int sides[3];

    if (!board || !layout || !start || paua_board_parse(board, sides, NULL) != PAUA_OK)
        return PAUA_ERROR_CORRUPT;
    out->board = boards_get(boards, sides);
    if (!out->board)
        return PAUA_ERROR_NO_MEMORY;
    if (paua_position_parse(out->board, start, &out->start, NULL) != PAUA_OK ||
        json_array_size(seats) != out->start.players)
        return PAUA_ERROR_CORRUPT;
    snprintf(out->layout, sizeof out->layout, "%s", layout);
    for (int side = 0; side < out->start.players; side++) {
        if (!seat_restore(json_array_get(seats, (size_t)side), &out->seats[side]))
            return PAUA_ERROR_CORRUPT;
    }
    out->is_public = json_is_true(json_object_get(json, "public"));
    out->chat_off = json_is_false(json_object_get(json, "chat"));
    out->rated = json_is_true(json_object_get(json, "rated"));
    out->remote = json_is_true(json_object_get(json, "remote"));
    out->request = json_integer_value(json_object_get(json, "request"));
    json_t *tournament = json_object_get(json, "tournament");
    if (tournament && json_string_length(tournament) == sizeof out->tournament - 1)
        memcpy(out->tournament, json_string_value(tournament), sizeof out->tournament);
    return restore_rules(json_object_get(json, "rules"), out) ? PAUA_OK : PAUA_ERROR_CORRUPT;
}

paua_status setup_restore(struct boards *boards, const char *text, struct setup *out)
{
    json_t *json;

    memset(out, 0, sizeof *out);
    paua_status status = json_parse_text(text, strlen(text), JSON_REJECT_DUPLICATES, &json, NULL);
    if (status != PAUA_OK)
        return status == PAUA_ERROR_NO_MEMORY ? status : PAUA_ERROR_CORRUPT;
    status = setup_restore_json(boards, json, out);
    json_decref(json);
    return status;
}

/* One entry of GET /layouts. */
static json_t *layout_json(struct boards *boards, const paua_layout *layout)
{
    const paua_board *board = boards_get(boards, layout->sides);
    char sides[16], text[PAUA_POSITION_TEXT_MAX];
    paua_position position;

    if (!board || paua_position_parse(board, layout->name, &position, NULL) != PAUA_OK)
        return NULL;
    paua_position_format(board, &position, text, sizeof text);
    return json_pack("{s:s,s:s,s:s,s:i,s:b}", "name", layout->name, "board",
                     setup_board_text(board, sides), "position", text, "players", layout->players,
                     "teams", (int)(layout->facing != PAUA_TEAMS_NONE));
}

char *layouts_json(struct boards *boards)
{
    json_t *all = json_array();

    for (int i = 0; i < paua_layout_count(); i++) {
        if (json_array_append_new(all, layout_json(boards, paua_layout_at(i))) != 0) {
            json_decref(all);
            return NULL;
        }
    }
    return json_write_text(json_pack("{s:o}", "layouts", all), JSON_COMPACT);
}

bool setup_query_position(struct boards *boards, const http_request *request, struct setup *out,
                          struct api_error *error)
{
    return setup_parse_position(boards, http_query(request, "position"), out, error);
}

bool setup_parse_position(struct boards *boards, const char *text, struct setup *out,
                          struct api_error *error)
{
    if (!text)
        return api_error_set(error, 400, "bad_request",
                             "position: expected ?position= with a position or a layout's name");
    json_t *body = json_pack("{s:s}", "position", text);
    if (!body)
        return api_error_set(error, 400, "bad_position", "position: expected UTF-8");
    bool valid = setup_read_position(boards, body, out, error);
    json_decref(body);
    return valid;
}
