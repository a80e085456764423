/* api_analysis.c - analyses of positions and games by the engine, the tablebases and the
 * archive. */
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/computer/analysis.h"
#include "service/computer/review.h"

static void api_stream_analysis(http_request *request, void *context)
{
    struct service *service = context;

    analysis_respond(&service->games, service->pool, request);
}

static void api_stream_review(http_request *request, void *context)
{
    struct service *service = context;
    struct game *game = request_game(service, request);

    if (game)
        review_respond(service->reviews, request, game);
}

static void api_read_openings(http_request *request, void *context)
{
    struct service *service = context;

    openings_respond(service->openings, request);
}

static void api_read_table(http_request *request, void *context)
{
    struct service *service = context;

    table_probes_respond(service->tables, request);
}

static const http_route routes[] = {
    {HTTP_GET_ONLY, "/api/1/games/*/review", api_stream_review, ANALYSIS_COST},
    {"POST", "/api/1/analysis", api_stream_analysis, ANALYSIS_COST},
    {"GET", "/api/1/openings", api_read_openings, OPENINGS_COST},
    {"GET", "/api/1/table", api_read_table, TABLE_COST},
};

const struct route_table analysis_routes = ROUTE_TABLE(routes);
