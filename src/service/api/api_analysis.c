/* api_analysis.c - what the engine, the tablebases and the archive say of positions and games. */
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/computer/analysis.h"
#include "service/computer/review.h"

void api_analysis(http_request *request, void *context)
{
    struct service *service = context;

    analysis_respond(&service->games, service->pool, request);
}

void api_review(http_request *request, void *context)
{
    struct service *service = context;
    struct game *game = request_game(service, request);

    if (game)
        review_respond(service->reviews, request, game);
}

void api_openings(http_request *request, void *context)
{
    struct service *service = context;

    openings_respond(service->openings, request);
}

void api_table(http_request *request, void *context)
{
    struct service *service = context;

    table_probes_respond(service->tables, request);
}
