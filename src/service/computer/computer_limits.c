/* computer_limits.c - counts the games and searches of the computer, of all clients and of each,
 * and refuses requests beyond the limits. */
#include "service/computer/computer_state.h"
#include "service/core/response.h"
#include "service/games/play/games.h"

int computer_alone_excess(struct computer *computer, const http_client *client)
{
    const service_limits *limits = &computer->games->env->limits;
    http_tally tally = {{0}};

    pthread_mutex_lock(&computer->mutex);
    for (struct map_node *node = map_first(&computer->searches); node;
         node = map_next(&computer->searches, node)) {
        const struct computer_search *search = MAP_ENTRY(node, struct computer_search, node);

        if (search->alone && search->awaited)
            http_tally_add(&tally, client, &search->client);
    }
    pthread_mutex_unlock(&computer->mutex);
    return http_tally_excess(&tally, limits->client_alone, limits->alone);
}

/* How many searches wait in games that a person plays. */
static int searches_waiting(struct computer *computer)
{
    struct search_pool *pool = computer->pool;

    return search_pool_waiting(pool, SEARCH_MOVES) + search_pool_waiting(pool, SEARCH_QUICK_MOVES);
}

/* Whether the client or a network of it has as many of these as it may. */
static bool client_searches_full(struct computer *computer, const http_client *client)
{
    const service_limits *limits = &computer->games->env->limits;
    http_tally tally = {{0}};

    search_pool_tally_waiting(computer->pool, SEARCH_MOVES, client, &tally);
    search_pool_tally_waiting(computer->pool, SEARCH_QUICK_MOVES, client, &tally);
    return http_tally_excess(&tally, limits->client_searches, limits->searches) > 0;
}

struct computer_counts computer_count(struct computer *computer)
{
    struct computer_counts counts = {.searches = atomic_load(&computer->searches_done),
                                     .awaited = searches_waiting(computer)};

    pthread_mutex_lock(&computer->mutex);
    counts.scheduled = (int)computer->searches.count;
    counts.alone = computer->alone;
    pthread_mutex_unlock(&computer->mutex);
    return counts;
}

/* Whether a number has reached its limit; 0: there is none. */
static bool limit_reached(int number, int most)
{
    return most > 0 && number >= most;
}

/* Responds 503: a limit of all clients is reached. Returns false. */
static bool refuse_all(struct computer *computer, http_request *request, enum service_limit limit,
                       const char *message)
{
    env_count_limited(computer->games->env, limit);
    respond_error(request, 503, "busy", "%s", message);
    return false;
}

/* Responds 429: a limit of the client is reached. Returns false. */
static bool refuse_client(struct computer *computer, http_request *request,
                          enum service_limit limit, int retry_seconds, const char *message)
{
    env_count_limited(computer->games->env, limit);
    http_add_retry_after(request, retry_seconds);
    respond_error(request, 429, "too_many", "%s", message);
    return false;
}

/* What a request asks of the computer. */
struct demand {
    bool begins; /* a new game; else a move */
    bool alone;  /* computers play alone */
    bool costly; /* a computer searches longer than a quick one: computer_seat_is_quick() */
};

/* Whether the client is below its own limits. Charges the demand to its rate limit. False: it has
 * got 429. */
static bool client_admit(struct computer *computer, http_request *request,
                         const struct demand *demand)
{
    const http_client *client = http_request_client(request);

    if (client->keys[0] == 0)
        return true;
    if ((demand->alone || demand->costly) &&
        !request_charge(request, demand->alone ? ALONE_COST : SEARCH_COST))
        return false;
    if (demand->begins && demand->alone && computer_alone_excess(computer, client) > 0)
        return refuse_client(computer, request, LIMIT_CLIENT_ALONE, 60,
                             "too many games of computers alone from this address; try again when "
                             "one is over");
    if (client_searches_full(computer, client))
        return refuse_client(computer, request, LIMIT_CLIENT_SEARCHES, 2,
                             "too many games of this address wait for the computer; try again in "
                             "2 seconds");
    return true;
}

/* Whether the limits of all clients and of this one allow the demand, which is completed from the
 * setup. False: the client has got 429 or 503. */
static bool admit_demand(struct computer *computer, http_request *request,
                         const struct setup *setup, struct demand demand)
{
    const service_limits *limits = &computer->games->env->limits;
    int computers = 0;

    for (int side = 0; side < setup->start.players; side++) {
        bool is_computer = seat_is_computer(&setup->seats[side]);

        computers += is_computer;
        demand.costly |= is_computer && !computer_seat_is_quick(&setup->seats[side]);
    }
    if (computers == 0)
        return true;

    demand.alone = computers == setup->start.players;
    if (demand.begins && demand.alone &&
        limit_reached(computer_count(computer).alone, limits->alone))
        return refuse_all(computer, request, LIMIT_ALONE,
                          "too many games of computers alone; try again later");
    if (!demand.alone && limit_reached(searches_waiting(computer), limits->searches))
        return refuse_all(computer, request, LIMIT_SEARCHES,
                          "too many games wait for the computer");
    return client_admit(computer, request, &demand);
}

bool computer_admit_game(struct computer *computer, http_request *request,
                         const struct setup *setup)
{
    return admit_demand(computer, request, setup, (struct demand){.begins = true});
}

bool computer_admit_move(struct computer *computer, http_request *request,
                         const struct setup *setup)
{
    return admit_demand(computer, request, setup, (struct demand){.begins = false});
}
