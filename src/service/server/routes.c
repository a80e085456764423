/* routes.c - joins the tables of routes. The first route that matches a request handles it. */
#include <stdlib.h>
#include <string.h>

#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/response.h"
#include "service/server/metrics.h"
#include "service/server/service.h"
#include "service/server/static_files.h"

/* 404 as JSON for a path under /api without a route. */
static void on_unknown_path(http_request *request, void *context)
{
    (void)context;
    respond_no_path(request);
}

/* A file of the web app, its page at one of the addresses that the build of the page has named, or
 * the description of the API. */
static void on_file(http_request *request, void *context)
{
    struct service *service = context;

    static_files_respond(service->files, request, http_path(request));
}

static const http_route description_routes[] = {
    {"GET", "/api/1/openapi.json", on_file, 1},
};

/* The routes for all other paths. */
static const http_route last_routes[] = {
    {"*", "/api/**", on_unknown_path, 1},
    {"GET", "/**", on_file, 1},
};

/* Searched from the top: what clients ask for most often comes first. The files of games precede
 * the games, whose route matches them as well. */
static const struct route_table description = ROUTE_TABLE(description_routes);
static const struct route_table last = ROUTE_TABLE(last_routes);
static const struct route_table *const tables[] = {
    &export_routes,         &games_routes,         &actions_routes,
    &lobby_routes,          &account_routes,       &users_routes,
    &account_events_routes, &settings_routes,      &address_routes,
    &admin_routes,          &analysis_routes,      &blocks_routes,
    &command_routes,        &conditional_routes,   &logins_routes,
    &mail_routes,           &messages_routes,      &ratings_routes,
    &records_routes,        &reminders_routes,     &server_routes,
    &mail_games_routes,     &subscriptions_routes, &tournaments_routes,
    &vacation_routes,       &guide_routes,         &unsubscribe_routes,
    &metrics_routes,        &description,          &last,
};

http_route *service_routes_new(size_t *count)
{
    const size_t table_count = sizeof tables / sizeof tables[0];

    *count = 0;
    for (size_t i = 0; i < table_count; i++)
        *count += tables[i]->count;
    http_route *routes = malloc(*count * sizeof *routes), *at = routes;
    for (size_t i = 0; routes && i < table_count; i++) {
        memcpy(at, tables[i]->routes, tables[i]->count * sizeof *at);
        at += tables[i]->count;
    }
    return routes;
}
