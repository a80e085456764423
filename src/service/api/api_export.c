/* api_export.c - GET /games/ID.json, .apgn, .svg and .png: a game as a file. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/query.h"
#include "service/core/response.h"
#include "service/games/model/game_export.h"
#include "service/games/model/game_json.h"

#define PNG_SIZE        600 /* pixels, the longer side of a picture; the default */
#define PNG_SIZE_MAX    1200
#define PNG_COST_PIXELS (24 * 1024) /* cost one request more */

/* Adds the headers of a file, whose ETag changes with each event of the game. True: responded 304,
 * as the client has this version. */
static bool respond_cached(http_request *request, const struct game *game, int events,
                           const char *ending, bool attached)
{
    const char *cached = http_header(request, "If-None-Match");
    char tag[64], name[96];

    snprintf(tag, sizeof tag, "\"%s-%d-%s\"", game->id, events, ending);
    snprintf(name, sizeof name, "%s; filename=\"paua-%s.%s\"", attached ? "attachment" : "inline",
             game->id, ending);
    http_add_header(request, "ETag", tag);
    http_add_header(request, "Cache-Control", "no-cache");
    if (cached && strstr(cached, tag)) {
        http_respond_static(request, 304, NULL, "", 0);
        return true;
    }
    http_add_header(request, "Content-Disposition", name);
    http_add_header(request, "Content-Security-Policy", "default-src 'none'");
    return false;
}

/* Responds with a text as an attachment. NULL: out of memory. */
static void respond_file(http_request *request, const struct game *game, int events,
                         const char *ending, const char *type, char *text, size_t length)
{
    if (!text)
        respond_no_memory(request);
    else if (respond_cached(request, game, events, ending, true))
        free(text);
    else
        http_respond(request, 200, type, text, length);
}

static void write_game_apgn(http_request *request, void *context)
{
    struct service *service = context;
    struct game *game = request_game(service, request);
    size_t length = 0;

    if (!game)
        return;
    pthread_mutex_lock(&game->mutex);
    char *text = game_export_apgn(game, &length);
    int events = game->event_count;
    pthread_mutex_unlock(&game->mutex);
    respond_file(request, game, events, "apgn", "text/plain; charset=utf-8", text, length);
    cache_release(service->games.cache, game);
}

/* The public game object. */
static void api_read_game_json(http_request *request, void *context)
{
    struct service *service = context;
    struct game *game = request_game(service, request);

    if (!game)
        return;
    pthread_mutex_lock(&game->mutex);
    const char *view = game_view(game, NOBODY);
    char *text = view ? strdup(view) : NULL;
    int events = game->event_count;
    pthread_mutex_unlock(&game->mutex);
    respond_file(request, game, events, "json", "application/json", text, text ? strlen(text) : 0);
    cache_release(service->games.cache, game);
}

/* Reads ?ply= and ?turned=, and makes the picture. False: the request has its response. */
static bool request_picture(http_request *request, struct game *game, struct game_picture *out,
                            int *events)
{
    struct api_error error;
    int turned = 0, moves = -1;

    if (!query_read_int(request, "ply", 0, GAME_PLIES_MAX, &moves, &error) ||
        !query_read_int(request, "turned", 0, 1, &turned, &error)) {
        respond_api_error(request, &error);
        return false;
    }
    pthread_mutex_lock(&game->mutex);
    int all = paua_game_moves(game->play);
    paua_status status = game_export_picture(game, moves < 0 ? all : moves, out);
    *events = game->event_count;
    pthread_mutex_unlock(&game->mutex);
    out->drawing.turned = turned;
    if (status == PAUA_ERROR_NOT_FOUND)
        respond_error(request, 404, "not_found", "ply %d: the game has %d moves", moves, all);
    else if (status != PAUA_OK)
        respond_no_memory(request);
    return status == PAUA_OK;
}

/* Responds with a picture: PNG of this size, or with size 0 SVG. */
static void respond_picture(http_request *request, struct service *service, int size)
{
    struct game *game = request_game(service, request);
    struct game_picture picture;
    int events;
    size_t length;

    if (!game)
        return;
    if (request_picture(request, game, &picture, &events) &&
        !respond_cached(request, game, events, size ? "png" : "svg", false)) {
        char *data =
            size ? game_picture_png(&picture, size, &length) : game_picture_svg(&picture, &length);
        if (data)
            http_respond(request, 200, size ? "image/png" : "image/svg+xml", data, length);
        else
            respond_no_memory(request);
    }
    cache_release(service->games.cache, game);
}

static void draw_game_svg(http_request *request, void *context)
{
    respond_picture(request, context, 0);
}

/* Reads ?size=. False: the request has its response. */
static bool request_png_size(http_request *request, int *size)
{
    struct api_error error;

    *size = PNG_SIZE;
    if (query_read_int(request, "size", PAUA_PNG_MIN, PNG_SIZE_MAX, size, &error))
        return true;
    respond_api_error(request, &error);
    return false;
}

static void draw_game_png(http_request *request, void *context)
{
    int size;

    if (request_png_size(request, &size))
        respond_picture(request, context, size);
}

static void api_read_game_png(http_request *request, void *context)
{
    struct service *service = context;
    int size;

    if (!request_png_size(request, &size))
        return;
    if (http_charge(request, size * size / PNG_COST_PIXELS))
        work_pool_handle(service->work, request, draw_game_png, context);
    else
        respond_error(request, 429, "too_many", "too many requests from this address");
}

static void api_read_game_svg(http_request *request, void *context)
{
    struct service *service = context;

    work_pool_handle(service->work, request, draw_game_svg, context);
}

static void api_read_game_apgn(http_request *request, void *context)
{
    struct service *service = context;

    work_pool_handle(service->work, request, write_game_apgn, context);
}

static const http_route routes[] = {
    {"GET", "/api/1/games/*.apgn", api_read_game_apgn, 1},
    {"GET", "/api/1/games/*.json", api_read_game_json, 1},
    {"GET", "/api/1/games/*.svg", api_read_game_svg, 1},
    {"GET", "/api/1/games/*.png", api_read_game_png, PNG_COST},
};

const struct route_table export_routes = ROUTE_TABLE(routes);
