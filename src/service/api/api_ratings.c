/* api_ratings.c - reads ratings: the standings of a category, and the history of an account. */
#include "service/accounts/settings.h"
#include "service/accounts/users.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/date.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/ratings/ratings.h"

#define STANDINGS_MAX  200       /* accounts in a response */
#define STANDINGS_FROM 100000    /* the largest "from" */
#define CURVE_MAX      1000      /* games in a response */
#define CURVE_BEFORE   100000000 /* the largest "before" */

/* Reads ?category=. */
static const char *query_category(const http_request *request, struct api_error *error)
{
    const char *category = http_query(request, "category");

    if (category && rating_category_valid(category))
        return category;
    api_error_set(error, 400, "bad_request",
                  "category: expected 2 to 6 players and fast, rapid, slow or mail, as in 2-rapid");
    return NULL;
}

struct standings_page {
    json_t *rows;
    int rank, last; /* rank of the next row, and of the last one */
    bool more;      /* whether there are further rows */
};

static bool add_standing(const store_account *account, const store_rating *rating, void *context)
{
    struct standings_page *standings = context;

    standings->more = standings->rank > standings->last;
    if (standings->more)
        return false;
    json_t *row =
        json_pack("{s:i,s:s,s:f,s:f,s:i,s:i,s:i,s:i,s:o}", "rank", standings->rank++, "name",
                  account->name, "rating", rating->rating, "deviation", rating->deviation, "games",
                  rating->games, "wins", rating->wins, "draws", rating->draws, "losses",
                  rating->losses, "at", date_json(rating->at_ms));
    if (account_is_bot(account))
        json_object_set_new(row, "bot", json_true());
    json_array_append_new(standings->rows, row);
    return true;
}

static void api_list_standings(http_request *request, void *context)
{
    struct service *service = context;
    const store_certainty sure = rating_certainty(env_now_ms());
    struct standings_page standings = {.rank = 1};
    struct api_error error;
    int most = 50, bots = 1;
    const char *category = query_category(request, &error);

    if (!category || !query_read_int(request, "bots", 0, 1, &bots, &error) ||
        !query_read_int(request, "from", 1, STANDINGS_FROM, &standings.rank, &error) ||
        !query_read_int(request, "most", 1, STANDINGS_MAX, &most, &error)) {
        respond_api_error(request, &error);
        return;
    }

    int from = standings.rank;
    standings.last = from + most - 1;
    standings.rows = json_array();
    paua_status status = store_standings(service->env.store, category, &sure, bots == 1, from - 1,
                                         most + 1, add_standing, &standings);
    respond_ratings(request, status,
                    json_pack("{s:s,s:i,s:o,s:b}", "category", category, "from", from, "standings",
                              standings.rows, "more", (int)standings.more));
}

static void api_list_user_ratings(http_request *request, void *context)
{
    struct service *service = context;
    struct api_error error;
    struct user user;
    int most = CURVE_MAX, before = 0;
    const char *category = query_category(request, &error);

    if (!category || !query_read_int(request, "before", 1, CURVE_BEFORE, &before, &error) ||
        !query_read_int(request, "most", 1, CURVE_MAX, &most, &error)) {
        respond_api_error(request, &error);
        return;
    }
    if (!user_find_open(service->env.store, request, &user))
        return;
    json_t *games;
    paua_status status =
        user_curve_json(service->env.store, user.id, category, before, most, &games);
    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return;
    }
    respond_ratings(
        request, PAUA_OK,
        json_pack("{s:s,s:s,s:o}", "name", user.name, "category", category, "games", games));
}

static const http_route routes[] = {
    {"GET", "/api/1/users/*/ratings", api_list_user_ratings, LIST_COST},
    {"GET", "/api/1/standings", api_list_standings, LIST_COST},
};

const struct route_table ratings_routes = ROUTE_TABLE(routes);
