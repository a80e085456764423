/* serve.c - `paua serve`: joins store, service and http, and runs until it is told to stop. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "service/service.h"

#include "cli/assets.h"
#include "cli/common.h"
#include "cli/options.h"
#include "cli/place.h"
#include "cli/processors.h"
#include "commands/commands.h"

enum {
    MOVE_WORKERS_MAX = 4,
    MOVE_TT_BYTES = 4 * 1024 * 1024,
    ANALYSIS_WORKERS = 2, /* so that a position need not wait for a review */
    ANALYSIS_TT_BYTES = 16 * 1024 * 1024,
    GAMES_KEPT = 512,
    BODY_MAX_BYTES = 16 * 1024,
    CONNECTIONS_MAX = 4096,
    REQUEST_SECONDS = 20,
    HEARTBEAT_SECONDS = 15,
};

struct serving {
    const char *listen, *place;
    long long rate;
    bool quiet;
    char default_place[PLACE_BYTES];
    service_asset *assets;
    store *store;
    struct service *service;
    http_server *server;
};

static void on_log(const char *line, void *context)
{
    (void)context;
    fprintf(stderr, "paua serve: %s\n", line);
}

static int start_store(struct serving *serving)
{
    char message[STORE_MESSAGE_MAX];
    paua_status status = store_open(serving->place, &serving->store, message);

    if (status == PAUA_OK)
        return 0;
    return complain(status == PAUA_BAD_ARGUMENT ? EXIT_USAGE : EXIT_ENVIRONMENT, "store: %s",
                    message);
}

static int start_service(struct serving *serving)
{
    serving->assets = calloc(assets_count + 1, sizeof *serving->assets);
    if (!serving->assets)
        return complain_memory();
    for (size_t i = 0; i < assets_count; i++)
        serving->assets[i] = (service_asset){assets[i].path, assets[i].type, assets[i].data,
                                             assets[i].size, assets[i].gzip, assets[i].gzip_size};
    service_config config = {
        .store = serving->store,
        .assets = serving->assets,
        .asset_count = assets_count,
        .move_workers = processors_count(MOVE_WORKERS_MAX),
        .move_tt_bytes = MOVE_TT_BYTES,
        .analysis_workers = ANALYSIS_WORKERS,
        .analysis_tt_bytes = ANALYSIS_TT_BYTES,
        .games_kept = GAMES_KEPT,
        .log = on_log,
    };
    paua_status status = service_new(&config, &serving->service);

    if (status == PAUA_OK)
        return 0;
    return complain(EXIT_ENVIRONMENT, "service: %s", paua_status_text(status));
}

static int start_server(struct serving *serving)
{
    char message[HTTP_MESSAGE_MAX];
    http_config config = {
        .listen = serving->listen,
        .context = serving->service,
        .refuse = service_refuse,
        .body_max = BODY_MAX_BYTES,
        .rate = (int)serving->rate,
        .connections = CONNECTIONS_MAX,
        .request_seconds = REQUEST_SECONDS,
        .heartbeat_seconds = HEARTBEAT_SECONDS,
    };

    config.routes = service_routes(&config.route_count);
    paua_status status = http_server_start(&config, &serving->server, message);

    if (status == PAUA_OK) {
        service_attach(serving->service, serving->server);
        return 0;
    }
    return complain(status == PAUA_BAD_SYNTAX ? EXIT_USAGE : EXIT_ENVIRONMENT, "listen: %s",
                    message);
}

/* In the order that service.h asks for. */
static void stop(struct serving *serving)
{
    http_server_stop(serving->server);
    if (serving->service)
        service_halt(serving->service);
    store_close(serving->store);
    service_free(serving->service);
    free(serving->assets);
}

/* Every thread inherits the mask, so that only this one is told to stop. A write that meets a limit or
 * a closed connection shall fail like any other, not end the server. */
static void catch_signals(sigset_t *stops)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    sigemptyset(stops);
    sigaddset(stops, SIGINT);
    sigaddset(stops, SIGTERM);
    pthread_sigmask(SIG_BLOCK, stops, NULL);
}

static int serve(struct serving *serving)
{
    sigset_t stops;
    int code = serving->place ? 0 : place_default(serving->default_place, true), received = 0;

    if (!serving->place)
        serving->place = serving->default_place;

    catch_signals(&stops);
    if (code == 0)
        code = start_store(serving);
    if (code == 0)
        code = start_service(serving);
    if (code == 0)
        code = start_server(serving);
    if (code == 0) {
        if (!serving->quiet)
            printf("paua serve: %s\n", http_server_url(serving->server));
        if (output_flush())
            sigwait(&stops, &received);
    }
    stop(serving);
    return code;
}

int command_serve(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "serve",
        .operands = "",
        .purpose =
            "Serves the web app and the HTTP API until it is told to stop (Ctrl-C, SIGTERM).",
        .notes = "Without --store the games are kept in paua/paua.db under $XDG_DATA_HOME or "
                 "~/.local/share. Behind a proxy that limits clients itself use --rate 0.",
        .examples = {"paua serve", "paua serve --listen 0.0.0.0:8080 --store sqlite:games.db"},
    };
    struct serving serving = {.listen = "127.0.0.1:8080", .rate = 100};
    const struct option_row rows[] = {
        {"listen", 0, OPTION_TEXT, &serving.listen, 0, 0, "ADDR:PORT",
         "where to listen (127.0.0.1:8080); port 0 is any free one"},
        ROW_STORE(serving.place),
        {"rate", 0, OPTION_NUMBER, &serving.rate, 0, 1000000, "N",
         "requests a second from one address (100); 0: no limit"},
        {"quiet", 'q', OPTION_FLAG, &serving.quiet, 0, 0, NULL, "do not print the address"},
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    return code == OPTIONS_GO ? serve(&serving) : code;
}
