/* setup.c - reads the setup of a game from requests, writes it for the store and restores it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/request_body.h"
#include "service/setup.h"

#define QUIET_MAX GAME_PLIES_MAX

char *setup_board_text(const paua_board *board, char text[16])
{
    snprintf(text, 16, "%dx%dx%d", paua_board_side(board, 0), paua_board_side(board, 1),
             paua_board_side(board, 2));
    return text;
}

/* Reads "rules"; members that are left out keep their values in *rules. */
static bool read_rules(json_t *json, paua_rules *rules, struct api_error *error)
{
    static const char *const members[] = {"win",   "stuck_loses", "repetition",
                                          "quiet", "plies",       NULL};
    json_t *stuck = json_object_get(json, "stuck_loses");
    int win = rules->win, repetition = rules->repetition, quiet = rules->quiet,
        plies = rules->plies;

    if (json && !json_is_object(json))
        return api_error_set(error, 400, "bad_request", "rules: expected an object");
    if (json && !json_check_members(json, "rules", members, error))
        return false;
    if (stuck && !json_is_boolean(stuck))
        return api_error_set(error, 400, "bad_request", "stuck_loses: expected true or false");
    if (!json_read_int(json, "win", 1, PAUA_CELLS_MAX, &win, error) ||
        !json_read_int(json, "repetition", 0, 3, &repetition, error) ||
        !json_read_int(json, "quiet", 0, QUIET_MAX, &quiet, error) ||
        !json_read_int(json, "plies", 0, GAME_PLIES_MAX, &plies, error))
        return false;
    if (repetition == 1 || repetition == 2)
        return api_error_set(error, 400, "bad_request", "repetition: expected 0 or 3");
    *rules = (paua_rules){.win = (uint8_t)win,
                          .repetition = (uint8_t)repetition,
                          .stuck_loses = stuck ? json_is_true(stuck) : rules->stuck_loses,
                          .quiet = (uint16_t)quiet,
                          .plies = (uint16_t)(plies ? plies : GAME_PLIES_MAX)};
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
        return api_error_set(error, 500, "internal", "out of memory");
    if (paua_position_parse(out->board, text, &out->start, &why) != PAUA_OK)
        return api_error_set_parse(error, "bad_position", "position", text, &why);
    if (out->start.players != PAUA_SIDES || out->start.neutral || out->start.fixed)
        return api_error_set(error, 400, "bad_position",
                             "position: expected two players and only their marbles");
    return true;
}

/* Either "layout" or "position". */
static bool read_start(struct boards *boards, json_t *body, struct setup *out,
                       struct api_error *error)
{
    json_t *layout = json_object_get(body, "layout"), *position = json_object_get(body, "position");
    char why[160];

    if (!layout == !position)
        return api_error_set(error, 400, "bad_request", "body: expected either layout or position");
    if (position) {
        if (!json_is_string(position))
            return api_error_set(error, 400, "bad_request", "position: expected a string");
        return read_position(boards, json_string_value(position), out, error);
    }
    if (!json_is_string(layout))
        return api_error_set(error, 400, "bad_request",
                             "layout: expected a name that GET /api/1/layouts lists");
    const paua_layout *found = paua_layout_find(json_string_value(layout));
    if (!found) {
        paua_layout_unknown(json_string_value(layout), why, sizeof why);
        return api_error_set(error, 400, "bad_request", "layout: %s%s", why,
                             paua_layout_nearest(json_string_value(layout))
                                 ? ""
                                 : ", expected a name that GET /api/1/layouts lists");
    }
    snprintf(out->layout, sizeof out->layout, "%s", found->name);
    return read_position(boards, out->layout, out, error);
}

bool setup_read_position(struct boards *boards, json_t *body, struct setup *out,
                         struct api_error *error)
{
    memset(out, 0, sizeof *out); /* padding included: setups are compared */
    if (!read_start(boards, body, out, error))
        return false;
    out->rules = paua_rules_default(out->board);
    return read_rules(json_object_get(body, "rules"), &out->rules, error);
}

bool setup_read_game(struct boards *boards, json_t *body, struct setup *out,
                     struct api_error *error)
{
    paua_outcome outcome;

    if (!setup_read_position(boards, body, out, error) ||
        !seats_read(json_object_get(body, "seats"), out->seats, error))
        return false;
    outcome = paua_position_outcome(out->board, &out->rules, &out->start);
    if (outcome.result != PAUA_ONGOING)
        return api_error_set(error, 400, "bad_position", "position: the game is already over, %s",
                             paua_reason_text(outcome.reason));
    return true;
}

json_t *setup_rules_json(const paua_rules *rules)
{
    return json_pack("{s:i,s:b,s:i,s:i,s:i}", "win", rules->win, "stuck_loses",
                     (int)rules->stuck_loses, "repetition", rules->repetition, "quiet",
                     rules->quiet, "plies", rules->plies);
}

char *setup_store(const struct setup *setup)
{
    char board[16], start[PAUA_POSITION_TEXT_MAX];
    json_t *json;
    char *text;

    setup_board_text(setup->board, board);
    paua_position_format(setup->board, &setup->start, start, sizeof start);
    json = json_pack("{s:s,s:s,s:s,s:o,s:[o,o]}", "board", board, "layout", setup->layout, "start",
                     start, "rules", setup_rules_json(&setup->rules), "seats",
                     seat_store(&setup->seats[PAUA_BLACK]), seat_store(&setup->seats[PAUA_WHITE]));
    text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}

/* Reads what setup_store() wrote. False: it is malformed, so the store is corrupt. */
static bool setup_restore_json(struct boards *boards, json_t *json, struct setup *out)
{
    const char *board = json_string_value(json_object_get(json, "board"));
    const char *layout = json_string_value(json_object_get(json, "layout"));
    const char *start = json_string_value(json_object_get(json, "start"));
    json_t *seats = json_object_get(json, "seats");
    struct api_error unused;
    int sides[3];

    if (!board || !layout || !start || paua_board_parse(board, sides, NULL) != PAUA_OK)
        return false;
    out->board = boards_get(boards, sides);
    if (!out->board || paua_position_parse(out->board, start, &out->start, NULL) != PAUA_OK)
        return false;
    snprintf(out->layout, sizeof out->layout, "%s", layout);
    out->rules = paua_rules_default(out->board);
    return read_rules(json_object_get(json, "rules"), &out->rules, &unused) &&
           seat_restore(json_array_get(seats, 0), &out->seats[PAUA_BLACK]) &&
           seat_restore(json_array_get(seats, 1), &out->seats[PAUA_WHITE]);
}

bool setup_restore(struct boards *boards, const char *text, struct setup *out)
{
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    bool good;

    memset(out, 0, sizeof *out);
    good = setup_restore_json(boards, json, out);
    json_decref(json);
    return good;
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
    return json_pack("{s:s,s:s,s:s}", "name", layout->name, "board", setup_board_text(board, sides),
                     "position", text);
}

char *layouts_json(struct boards *boards)
{
    json_t *all = json_array(), *answer;
    char *text;

    for (int i = 0; i < paua_layout_count(); i++) {
        if (paua_layout_at(i)->players != PAUA_SIDES)
            continue; /* games of the service have two seats */
        if (json_array_append_new(all, layout_json(boards, paua_layout_at(i))) != 0) {
            json_decref(all);
            return NULL;
        }
    }
    answer = json_pack("{s:o}", "layouts", all);
    text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    json_decref(answer);
    return text;
}
