/* api_export.c - GET /games/ID.json, .apgn, .svg and .png: a game as a file. JSON is cached with
 * the game and sent at once; the others are made on the work pool, by the handlers make_... */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/model/game_export.h"
#include "service/games/model/game_json.h"

/* Pixels of the longer side of a PNG, usually and at most. */
#define PNG_SIZE     600
#define PNG_SIZE_MAX 1200
/* For this many pixels of a PNG one more request is charged, on top of PNG_COST. */
#define PNG_COST_PIXELS (24 * 1024)

/* Adds the headers of a file, and responds 304 to a client that has it: true. The ETag changes with
 * the number of events; ply, size and so on are in the address. */
static bool respond_not_modified(http_request *request, const struct game *game, int event_count,
                                 const char *extension, bool is_attachment)
{
    char tag[64], name[96];

    snprintf(tag, sizeof tag, "\"%s-%d-%s\"", game->id, event_count, extension);
    snprintf(name, sizeof name, "%s; filename=\"paua-%s.%s\"",
             is_attachment ? "attachment" : "inline", game->id, extension);
    http_add_header(request, "ETag", tag);
    http_add_header(request, "Cache-Control", "no-cache");
    if (request_has_version(request, tag)) {
        http_respond_static(request, 304, NULL, "", 0);
        return true;
    }
    http_add_header(request, "Content-Disposition", name);
    http_add_header(request, "Content-Security-Policy", "default-src 'none'");
    return false;
}

/* Responds with a text as an attachment, and takes it over. NULL: out of memory. */
static void respond_file(http_request *request, const struct game *game, int event_count,
                         const char *extension, const char *type, char *text, size_t length)
{
    if (!text)
        respond_no_memory(request);
    else if (respond_not_modified(request, game, event_count, extension, true))
        free(text);
    else
        http_respond(request, 200, type, text, length);
}

static void make_apgn(http_request *request, void *context)
{
    struct service *service = context;
    struct game *game = request_game(service, request);
    size_t length = 0;

    if (!game)
        return;
    pthread_mutex_lock(&game->mutex);
    char *text = game_export_apgn(game, &length);
    int event_count = game->event_count;
    pthread_mutex_unlock(&game->mutex);
    respond_file(request, game, event_count, "apgn", "text/plain; charset=utf-8", text, length);
    cache_release(service->games.cache, game);
}

/* Responds with the game object that spectators get. */
static void api_read_game_json(http_request *request, void *context)
{
    struct service *service = context;
    struct game *game = request_game(service, request);

    if (!game)
        return;
    pthread_mutex_lock(&game->mutex);
    const char *view = game_view(game, NOBODY);
    char *text = view ? strdup(view) : NULL;
    int event_count = game->event_count;
    pthread_mutex_unlock(&game->mutex);
    respond_file(request, game, event_count, "json", "application/json", text,
                 text ? strlen(text) : 0);
    cache_release(service->games.cache, game);
}

/* Reads ?ply= (absent: the newest position) and ?turned=, and describes the picture; *event_count
 * is the version of the game in it. False: the request has its response. */
static bool request_picture(http_request *request, struct game *game, struct game_picture *out,
                            int *event_count)
{
    struct api_error error;
    int turned = 0, ply = -1;

    if (!query_read_int(request, "ply", 0, GAME_PLIES_MAX, &ply, &error) ||
        !query_read_int(request, "turned", 0, 1, &turned, &error)) {
        respond_api_error(request, &error);
        return false;
    }
    pthread_mutex_lock(&game->mutex);
    int newest = paua_game_moves(game->play);
    paua_status status = game_export_picture(game, ply < 0 ? newest : ply, out);
    *event_count = game->event_count;
    pthread_mutex_unlock(&game->mutex);
    if (status == PAUA_ERROR_NOT_FOUND)
        respond_error(request, 404, "not_found", "ply %d: the game has %d moves", ply, newest);
    else if (status != PAUA_OK)
        respond_no_memory(request);
    else
        out->drawing.turned = turned;
    return status == PAUA_OK;
}

/* Responds with a picture: PNG of `png_size` pixels, or SVG where that is 0. */
static void respond_picture(http_request *request, struct service *service, int png_size)
{
    struct game *game = request_game(service, request);
    struct game_picture picture;
    int event_count;
    size_t length;

    if (!game)
        return;
    if (request_picture(request, game, &picture, &event_count) &&
        !respond_not_modified(request, game, event_count, png_size ? "png" : "svg", false)) {
        char *data = png_size ? game_picture_png(&picture, png_size, &length)
                              : game_picture_svg(&picture, &length);
        if (data)
            http_respond(request, 200, png_size ? "image/png" : "image/svg+xml", data, length);
        else
            respond_no_memory(request);
    }
    cache_release(service->games.cache, game);
}

static void make_svg(http_request *request, void *context)
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

static void make_png(http_request *request, void *context)
{
    int size;

    /* Read again, as the pool passes on nothing but the request. */
    if (request_png_size(request, &size))
        respond_picture(request, context, size);
}

static void api_read_game_png(http_request *request, void *context)
{
    struct service *service = context;
    int size;

    if (!request_png_size(request, &size))
        return;
    if (request_charge(request, size * size / PNG_COST_PIXELS))
        work_pool_handle(service->work, request, make_png, context);
}

static void api_read_game_svg(http_request *request, void *context)
{
    struct service *service = context;

    work_pool_handle(service->work, request, make_svg, context);
}

static void api_read_game_apgn(http_request *request, void *context)
{
    struct service *service = context;

    work_pool_handle(service->work, request, make_apgn, context);
}

static const http_route routes[] = {
    {"GET", "/api/1/games/*.apgn", api_read_game_apgn, 1},
    {"GET", "/api/1/games/*.json", api_read_game_json, 1},
    {"GET", "/api/1/games/*.svg", api_read_game_svg, 1},
    {"GET", "/api/1/games/*.png", api_read_game_png, PNG_COST},
};

const struct route_table export_routes = ROUTE_TABLE(routes);
