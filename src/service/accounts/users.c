/* users.c - finds accounts by their names, and writes their public ratings. */
#include "service/accounts/users.h"

#include <limits.h>
#include <stdio.h>

#include "service/accounts/settings.h"
#include "service/core/date.h"
#include "service/core/env.h"
#include "service/core/response.h"
#include "service/ratings/ratings.h"
#include "json/json_text.h"

#define RATING_DIGITS 10 /* of each figure */

static void on_account(const store_account *account, void *context)
{
    struct user *out = context;

    snprintf(out->id, sizeof out->id, "%s", account->id);
    snprintf(out->name, sizeof out->name, "%s", account->name);
    out->created_ms = account->created_ms;
    out->closed_ms = account->closed_ms;
    out->bot = account_is_bot(account);
    out->computer = account_name_is_computer(account->name);
}

/* 404. Returns false. */
static bool refuse_name(http_request *request, const char *name)
{
    respond_error(request, 404, "not_found", "nobody is called %.20s here", name);
    return false;
}

bool user_find(store *db, http_request *request, struct user *out)
{
    const char *name = http_path_parameter(request, 0);
    char key[ACCOUNT_NAME_SIZE];

    if (!account_name_valid(name))
        return refuse_name(request, name);
    account_name_key(name, key);
    paua_status status = store_account_by_key(db, key, on_account, out);
    if (status == PAUA_ERROR_NOT_FOUND)
        return refuse_name(request, name);
    if (status == PAUA_OK)
        return true;
    respond_read_error(request, status);
    return false;
}

bool user_find_open(store *db, http_request *request, struct user *out)
{
    if (!user_find(db, request, out))
        return false;
    return !out->closed_ms || refuse_name(request, out->name);
}

bool user_find_reader(store *db, http_request *request, struct user *out)
{
    if (!user_find_open(db, request, out))
        return false;
    if (out->computer)
        respond_error(request, 409, "computer",
                      "%s is a computer of the server: nobody reads there", out->name);
    return !out->computer;
}

static bool add_rating(const store_rating *row, void *context)
{
    const struct rating rating = rating_of_row(row);
    json_t *json = json_pack("{s:s,s:f,s:f,s:b,s:i,s:i,s:i,s:i,s:o}", "category", row->category,
                             "rating", row->rating, "deviation", row->deviation, "provisional",
                             (int)rating_is_provisional(&rating, env_now_ms()), "games", row->games,
                             "wins", row->wins, "draws", row->draws, "losses", row->losses, "at",
                             date_json(row->at_ms));

    json_array_append_new(context, json);
    return true;
}

/* Hands over an array that was read, or frees it. Returns the status. */
static paua_status finish_array(paua_status status, json_t *array, json_t **out)
{
    *out = status == PAUA_OK ? array : NULL;
    if (status != PAUA_OK)
        json_decref(array);
    return status;
}

paua_status user_ratings_json(store *db, const char *account, json_t **out)
{
    json_t *json = json_array();

    return finish_array(store_ratings(db, account, add_rating, json), json, out);
}

static bool add_game(const store_rating *rating, void *context)
{
    json_t *game = json_pack("{s:i,s:o,s:f,s:f,s:f,s:s}", "number", rating->games, "at",
                             date_json(rating->at_ms), "rating", rating->rating, "deviation",
                             rating->deviation, "change", rating->change, "game", rating->game);

    json_array_append_new(context, game);
    return true;
}

paua_status user_curve_json(store *db, const char *account, const char *category, int before,
                            int most, json_t **out)
{
    json_t *games = json_array();
    paua_status status = store_rating_history(db, account, category, before, most, add_game, games);

    return finish_array(status, games, out);
}

paua_status user_rating_history_json(store *db, const char *account, json_t **out)
{
    json_t *ratings, *rating;
    paua_status status = user_ratings_json(db, account, &ratings);
    size_t i;

    json_array_foreach(ratings, i, rating)
    {
        const char *category = json_string_value(json_object_get(rating, "category"));
        json_t *games;

        status = user_curve_json(db, account, category, 0, INT_MAX, &games);
        if (status != PAUA_OK)
            break;
        json_object_set_new(rating, "history", games);
    }
    return finish_array(status, ratings, out);
}

void respond_ratings(http_request *request, paua_status status, json_t *json)
{
    if (status == PAUA_OK) {
        respond_tagged(request,
                       json_write_text(json, JSON_COMPACT | JSON_REAL_PRECISION(RATING_DIGITS)));
        return;
    }
    json_decref(json);
    respond_read_error(request, status);
}
