/* seats.c - reads seats from requests, writes them for clients and for the store, restores them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/unicode.h"
#include "service/core/keys.h"
#include "service/core/request.h"
#include "service/games/model/computer_account.h"
#include "service/games/model/seats.h"
#include "json/json_text.h"

bool seat_is_computer(const struct seat *seat)
{
    return seat->kind == SEAT_COMPUTER;
}

bool seat_has_range(const struct seat *seat)
{
    return seat->rating_max > 0;
}

/* "opponent": a name, perhaps with a number of plies, a level and settings. */
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
    if (name && !read_opponent(name, side, &out->opponent, error))
        return false;
    if (!name && (!json_is_integer(level) || json_integer_value(level) < 1 ||
                  json_integer_value(level) > PAUA_LEVELS))
        return api_error_set(error, 400, "bad_request",
                             "seats[%d].level: expected a whole number from 1 to %d", side,
                             PAUA_LEVELS);
    out->level = (int)json_integer_value(level);
    computer_account_set(out);
    return true;
}

bool seat_name_read(json_t *json, const char *what, char name[SEAT_NAME_SIZE],
                    struct api_error *error)
{
    const char *text = json_string_value(json);

    if (!text || !text_is_plain(text, SEAT_NAME_MAX, TEXT_NAME))
        return api_error_set(error, 400, "bad_request",
                             "%s: expected 1 to %d characters, none of them invisible", what,
                             SEAT_NAME_MAX);
    text += strspn(text, " ");
    int length = snprintf(name, SEAT_NAME_SIZE, "%s", text);
    while (length > 0 && name[length - 1] == ' ')
        name[--length] = '\0';
    return true;
}

/* "rating": the range in which that of the player of an open seat must be. */
static bool read_range(json_t *json, int side, struct seat *out, struct api_error *error)
{
    const json_int_t min = json_integer_value(json_array_get(json, 0)),
                     max = json_integer_value(json_array_get(json, 1));

    if (!json)
        return true;
    if (out->kind != SEAT_OPEN || json_array_size(json) != 2 ||
        !json_is_integer(json_array_get(json, 0)) || !json_is_integer(json_array_get(json, 1)) ||
        min < 0 || max > SEAT_RATING_MAX || min > max || max == 0)
        return api_error_set(error, 400, "bad_request",
                             "seats[%d].rating: expected two whole numbers up to %d, as in "
                             "[1400,1600], for an open seat",
                             side, SEAT_RATING_MAX);
    out->rating_min = (int)min;
    out->rating_max = (int)max;
    return true;
}

/* A seat for a person: the creator's to give away, or open to whoever takes it. */
static bool read_person(json_t *json, int side, struct seat *out, struct api_error *error)
{
    json_t *name = json_object_get(json, "name"), *listed = json_object_get(json, "listed");
    char what[32];

    snprintf(what, sizeof what, "seats[%d].name", side);
    if (json_object_get(json, "level") || json_object_get(json, "opponent"))
        return api_error_set(error, 400, "bad_request",
                             "seats[%d]: only a computer takes level or opponent", side);
    if (listed && (out->kind != SEAT_OPEN || !json_is_boolean(listed)))
        return api_error_set(error, 400, "bad_request",
                             "seats[%d].listed: expected true or false, for an open seat", side);
    if (name && out->kind == SEAT_OPEN)
        return api_error_set(error, 400, "bad_request",
                             "%s: whoever takes an open seat brings the name", what);
    out->listed = out->kind == SEAT_OPEN && (!listed || json_is_true(listed));
    return read_range(json_object_get(json, "rating"), side, out, error) &&
           (!name || seat_name_read(name, what, out->name, error));
}

/* A seat for an account, which is named. */
static bool read_user(json_t *json, int side, struct seat *out, struct api_error *error)
{
    char what[32], name[ACCOUNT_NAME_SIZE];

    snprintf(what, sizeof what, "seats[%d].name", side);
    if (json_object_get(json, "level") || json_object_get(json, "opponent") ||
        json_object_get(json, "listed") || json_object_get(json, "rating"))
        return api_error_set(error, 400, "bad_request", "seats[%d]: a user has a name alone", side);
    if (!account_name_read(json_object_get(json, "name"), what, name, error))
        return false;
    if (!computer_account_find(name, out))
        snprintf(out->name, sizeof out->name, "%s", name);
    return true;
}

static const char *const kinds[] = {[SEAT_PERSON] = "person",
                                    [SEAT_OPEN] = "open",
                                    [SEAT_COMPUTER] = "computer",
                                    [SEAT_USER] = "user"};

/* The kind of a seat by its name in requests; -1: there is none. */
static int find_kind(const char *name)
{
    for (int kind = SEAT_PERSON; name && kind <= SEAT_USER; kind++) {
        if (strcmp(name, kinds[kind]) == 0)
            return kind;
    }
    return -1;
}

/* One seat; `side` is its index, for messages. */
static bool read_seat(json_t *json, int side, struct seat *out, struct api_error *error)
{
    static const char *const members[] = {"kind",   "level",  "opponent", "name",
                                          "listed", "rating", NULL};
    int kind = find_kind(json_string_value(json_object_get(json, "kind")));

    if (!json_is_object(json))
        return api_error_set(error, 400, "bad_request", "seats[%d]: expected an object", side);
    if (!json_check_members(json, "seat", members, error))
        return false;
    if (kind < 0)
        return api_error_set(error, 400, "bad_request",
                             "seats[%d].kind: expected person, open, user or computer", side);
    out->kind = (enum seat_kind)kind;
    if (kind == SEAT_USER)
        return read_user(json, side, out, error);
    if (kind != SEAT_COMPUTER)
        return read_person(json, side, out, error);
    if (json_object_get(json, "name") || json_object_get(json, "listed") ||
        json_object_get(json, "rating"))
        return api_error_set(error, 400, "bad_request",
                             "seats[%d]: a computer takes neither name nor listed nor rating",
                             side);
    return read_computer(json, side, out, error);
}

bool seats_read(json_t *json, int players, struct seat seats[PAUA_PLAYERS_MAX],
                struct api_error *error)
{
    static const char *const numbers[] = {"two", "three", "four", "five", "six"};

    if (!json_is_array(json) || json_array_size(json) != (size_t)players)
        return api_error_set(error, 400, "bad_request",
                             "seats: expected an array of %s seats, Black first",
                             numbers[players - PAUA_SIDES]);
    for (int side = 0; side < players; side++) {
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
    return add_strength(json_pack("{s:s}", "kind", kinds[seat->kind]), seat);
}

json_t *seat_range_json(const struct seat *seat)
{
    return json_pack("[i,i]", seat->rating_min, seat->rating_max);
}

json_t *seat_store(const struct seat *seat)
{
    if (seat_is_computer(seat))
        return add_strength(json_object(), seat);
    if (seat->kind == SEAT_USER) {
        /* In this order: queries about challenges look for it (store/tables/game_sql.h). */
        json_t *user = json_pack("{s:s,s:s}", "account", seat->account, "name", seat->name);
        if (seat->is_challenge)
            json_object_set_new(user, "waits", json_true());
        return user;
    }
    char hex[2 * SEAT_KEY_HASH_SIZE + 1];
    sodium_bin2hex(hex, sizeof hex, seat->key_hash, sizeof seat->key_hash);
    json_t *json = json_pack("{s:s}", seat->kind == SEAT_OPEN ? "invitation" : "key", hex);
    if (seat->name[0])
        json_object_set_new(json, "name", json_string(seat->name));
    if (seat->listed)
        json_object_set_new(json, "listed", json_true());
    if (seat_has_range(seat))
        json_object_set_new(json, "rating", seat_range_json(seat));
    return json;
}

/* Reads the hash of a key or an invitation. */
static bool restore_hash(json_t *json, struct seat *out)
{
    const char *hex = json_string_value(json);
    size_t size = 0;

    return hex &&
           sodium_hex2bin(out->key_hash, sizeof out->key_hash, hex, strlen(hex), NULL, &size,
                          NULL) == 0 &&
           size == sizeof out->key_hash;
}

/* Reads a stored name. Earlier versions accepted some that are refused now. */
static bool restore_name(json_t *json, char name[SEAT_NAME_SIZE])
{
    const char *text = json_string_value(json);

    return text && *text && snprintf(name, SEAT_NAME_SIZE, "%s", text) < SEAT_NAME_SIZE;
}

/* A seat of an account. */
static bool restore_user(json_t *json, struct seat *out)
{
    const char *account = json_string_value(json_object_get(json, "account"));

    out->kind = SEAT_USER;
    out->is_challenge = json_is_true(json_object_get(json, "waits"));
    if (!account || !id_valid(account))
        return false;
    snprintf(out->account, sizeof out->account, "%s", account);
    return restore_name(json_object_get(json, "name"), out->name);
}

bool seat_restore(json_t *json, struct seat *out)
{
    json_t *name = json_object_get(json, "name"), *open = json_object_get(json, "invitation");
    const char *opponent = json_string_value(json_object_get(json, "opponent"));
    struct api_error unused;

    if (json_object_get(json, "account"))
        return restore_user(json, out);
    out->kind = SEAT_COMPUTER;
    if (opponent && paua_opponent_parse(opponent, &out->opponent, NULL) != PAUA_OK)
        return false;
    json_int_t level = json_integer_value(json_object_get(json, "level"));
    if (!opponent && level > PAUA_LEVELS)
        return false;
    if (opponent || level > 0) {
        out->level = opponent ? 0 : (int)level;
        computer_account_set(out);
        return true;
    }
    out->kind = open ? SEAT_OPEN : SEAT_PERSON;
    out->listed = open && json_is_true(json_object_get(json, "listed"));
    return read_range(json_object_get(json, "rating"), 0, out, &unused) &&
           (!name || restore_name(name, out->name)) &&
           restore_hash(open ? open : json_object_get(json, "key"), out);
}

/* One entry of GET /opponents. */
static json_t *opponent_json(const paua_opponent *opponent)
{
    json_t *levels = json_array(), *plies = json_array();

    for (int i = 0; i < PAUA_OPPONENT_LEVELS_MAX && opponent->levels[i].name; i++) {
        json_array_append_new(levels, json_string(opponent->levels[i].name));
        json_array_append_new(plies, json_integer(opponent->levels[i].depth));
    }
    return json_pack("{s:s,s:s,s:b,s:i,s:i,s:o,s:o}", "name", opponent->name, "about",
                     opponent->about, "stand_in", (int)opponent->stand_in, "plies", opponent->depth,
                     "plies_max", opponent->any_depth ? PAUA_OPPONENT_DEPTH_MAX : opponent->depth,
                     "levels", levels, "level_plies", plies);
}

char *opponents_json(void)
{
    json_t *all = json_array();

    for (int i = 0; i < paua_opponent_count(); i++)
        json_array_append_new(all, opponent_json(paua_opponent_at(i)));
    return json_write_text(json_pack("{s:o}", "opponents", all), JSON_COMPACT);
}
