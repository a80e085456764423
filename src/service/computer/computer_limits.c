/* computer_limits.c - counts the games and searches of the computer, of all clients and of each,
 * and refuses requests beyond the limits. */
#include "service/computer/computer_state.h"
#include "service/core/response.h"
#include "service/games/play/games.h"

int computer_client_alone(struct computer *computer, uint64_t client)
{
    int count = 0;

    pthread_mutex_lock(&computer->mutex);
    for (struct map_node *node = map_first(&computer->searches); node;
         node = map_next(&computer->searches, node)) {
        const struct computer_search *search = MAP_ENTRY(node, struct computer_search, node);

        count += search->alone && search->awaited && search->client == client;
    }
    pthread_mutex_unlock(&computer->mutex);
    return count;
}

/* How many searches wait in games that a person plays: those of a client, or (0) all. */
static int searches_waiting(struct computer *computer, uint64_t client)
{
    struct search_pool *pool = computer->pool;

    return search_pool_waiting(pool, SEARCH_MOVES, client) +
           search_pool_waiting(pool, SEARCH_QUICK_MOVES, client);
}

struct computer_counts computer_count(struct computer *computer)
{
    struct computer_counts counts = {.searches = atomic_load(&computer->searches_done),
                                     .awaited = searches_waiting(computer, 0)};

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
                          enum service_limit limit, const char *seconds, const char *message)
{
    env_count_limited(computer->games->env, limit);
    http_add_header(request, "Retry-After", seconds);
    respond_error(request, 429, "too_many", "%s", message);
    return false;
}

/* Whether the client is below its own limits. False: it has got 429. */
static bool client_admit(struct computer *computer, http_request *request, bool alone, bool slow,
                         bool begins)
{
    const service_limits *limits = &computer->games->env->limits;
    uint64_t client = http_client_key(request);

    if (client == 0)
        return true;
    if ((alone || slow) && !http_charge(request, alone ? ALONE_COST : SEARCH_COST)) {
        respond_error(request, 429, "too_many", "too many requests from this address");
        return false;
    }
    if (begins && alone &&
        limit_reached(computer_client_alone(computer, client), limits->client_alone))
        return refuse_client(computer, request, LIMIT_CLIENT_ALONE, "60",
                             "too many games of computers alone from this address; try again when "
                             "one is over");
    if (limit_reached(searches_waiting(computer, client), limits->client_searches))
        return refuse_client(computer, request, LIMIT_CLIENT_SEARCHES, "2",
                             "too many games of this address wait for the computer; try again in "
                             "2 seconds");
    return true;
}

bool computer_admit(struct computer *computer, http_request *request, const struct setup *setup,
                    bool begins)
{
    const service_limits *limits = &computer->games->env->limits;
    int computers = 0;
    bool slow = false;

    for (int side = 0; side < setup->start.players; side++) {
        bool is_computer = seat_is_computer(&setup->seats[side]);

        computers += is_computer;
        slow |= is_computer && !computer_seat_is_quick(&setup->seats[side]);
    }
    if (computers == 0)
        return true;

    const bool alone = computers == setup->start.players;
    if (begins && alone && limit_reached(computer_count(computer).alone, limits->alone))
        return refuse_all(computer, request, LIMIT_ALONE,
                          "too many games of computers alone; try again later");
    if (!alone && limit_reached(searches_waiting(computer, 0), limits->searches))
        return refuse_all(computer, request, LIMIT_SEARCHES,
                          "too many games wait for the computer");
    return client_admit(computer, request, alone, slow, begins);
}
