/* seats.c - reads seats from requests, writes them for clients and for the store, restores them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "service/request_body.h"
#include "service/seats.h"

bool seat_is_computer(const struct seat *seat)
{
    return seat->level > 0 || seat->opponent.name;
}

/* "opponent": a name, perhaps with a number of plies. */
static bool read_opponent(json_t *json, int side, paua_opponent *out, struct api_error *error)
{
    const char *name = json_string_value(json);
    char what[32];
    paua_error why;

    snprintf(what, sizeof what, "seats[%d].opponent", side);
    if (!name)
        return api_error_set(error, 400, "bad_request", "%s: expected a string", what);
    if (paua_opponent_parse(name, out, &why) == PAUA_OK)
        return true;
    return api_error_set_parse(error, "bad_request", what, name, &why);
}

/* A seat of kind "computer" has either a level or an opponent. */
static bool read_computer(json_t *json, int side, struct seat *out, struct api_error *error)
{
    json_t *level = json_object_get(json, "level"), *name = json_object_get(json, "opponent");

    if (!level == !name)
        return api_error_set(error, 400, "bad_request",
                             "seats[%d]: expected either level, 1 to %d, or opponent", side,
                             PAUA_LEVELS);
    if (name)
        return read_opponent(name, side, &out->opponent, error);
    return json_read_int(json, "level", 1, PAUA_LEVELS, &out->level, error);
}

/* One seat; `side` is its index, for messages. */
static bool read_seat(json_t *json, int side, struct seat *out, struct api_error *error)
{
    static const char *const members[] = {"kind", "level", "opponent", NULL};
    const char *kind = json_string_value(json_object_get(json, "kind"));

    if (!json_is_object(json))
        return api_error_set(error, 400, "bad_request", "seats[%d]: expected an object", side);
    if (!json_check_members(json, "seat", members, error))
        return false;
    if (kind && strcmp(kind, "computer") == 0)
        return read_computer(json, side, out, error);
    if (!kind || strcmp(kind, "person") != 0)
        return api_error_set(error, 400, "bad_request",
                             "seats[%d].kind: expected person or computer", side);
    return json_object_size(json) == 1 ||
           api_error_set(error, 400, "bad_request",
                         "seats[%d]: a person takes neither level nor opponent", side);
}

bool seats_read(json_t *json, struct seat seats[PAUA_SIDES], struct api_error *error)
{
    if (!json_is_array(json) || json_array_size(json) != PAUA_SIDES)
        return api_error_set(error, 400, "bad_request",
                             "seats: expected an array of two seats, Black first");
    for (int side = 0; side < PAUA_SIDES; side++) {
        if (!read_seat(json_array_get(json, (size_t)side), side, &seats[side], error))
            return false;
    }
    return true;
}

/* Adds how the computer plays. */
static json_t *add_strength(json_t *json, const struct seat *seat)
{
    char name[PAUA_OPPONENT_TEXT_MAX];

    if (seat->level > 0)
        json_object_set_new(json, "level", json_integer(seat->level));
    else if (seat->opponent.name)
        json_object_set_new(json, "opponent",
                            json_string(paua_opponent_format(&seat->opponent, name, sizeof name)));
    return json;
}

json_t *seat_public_json(const struct seat *seat)
{
    return add_strength(json_pack("{s:s}", "kind", seat_is_computer(seat) ? "computer" : "person"),
                        seat);
}

json_t *seat_store(const struct seat *seat)
{
    char hex[2 * SEAT_KEY_HASH_SIZE + 1];

    if (seat_is_computer(seat))
        return add_strength(json_object(), seat);
    sodium_bin2hex(hex, sizeof hex, seat->key_hash, sizeof seat->key_hash);
    return json_pack("{s:s}", "key", hex);
}

bool seat_restore(json_t *json, struct seat *out)
{
    const char *key = json_string_value(json_object_get(json, "key"));
    const char *name = json_string_value(json_object_get(json, "opponent"));
    size_t size = 0;

    if (name)
        return paua_opponent_parse(name, &out->opponent, NULL) == PAUA_OK;
    out->level = (int)json_integer_value(json_object_get(json, "level"));
    if (out->level > 0)
        return out->level <= PAUA_LEVELS;
    return key &&
           sodium_hex2bin(out->key_hash, sizeof out->key_hash, key, strlen(key), NULL, &size,
                          NULL) == 0 &&
           size == sizeof out->key_hash;
}

/* One entry of GET /opponents. */
static json_t *opponent_json(const paua_opponent *opponent)
{
    return json_pack("{s:s,s:s,s:i,s:i}", "name", opponent->name, "about", opponent->about, "plies",
                     opponent->depth, "plies_max",
                     opponent->any_depth ? PAUA_OPPONENT_DEPTH_MAX : opponent->depth);
}

char *opponents_json(void)
{
    json_t *all = json_array(), *answer;
    char *text;

    for (int i = 0; i < paua_opponent_count(); i++)
        json_array_append_new(all, opponent_json(paua_opponent_at(i)));
    answer = json_pack("{s:o}", "opponents", all);
    text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    json_decref(answer);
    return text;
}
