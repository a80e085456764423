/* service.c - the service's life, its routes, health and figures. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "base/clock.h"
#include "service/analysis.h"

#define COMPLAIN_MS 10000
#define CREATE_COST 10 /* a new game weighs as much as this many requests */
#define THINK_COST  20 /* and an analysis */

int64_t service_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void service_log(struct service *service, const char *format, ...)
{
    char line[STORE_MESSAGE_MAX + 64];
    va_list values;

    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    service->config.log(line, service->config.log_context);
}

void service_complain(struct service *service)
{
    char why[STORE_MESSAGE_MAX];
    int64_t now = clock_now_ms(), before = atomic_load(&service->complained_ms);

    if (before != 0 && now - before < COMPLAIN_MS)
        return;
    if (!atomic_compare_exchange_strong(&service->complained_ms, &before, now))
        return;
    store_failure(service->config.store, why);
    service_log(service, "store: cannot write: %s", why);
}

static void on_healthz(http_request *request, void *context)
{
    struct service *service = context;

    if (store_check(service->config.store) == PAUA_OK)
        http_respond_static(request, 200, "text/plain; charset=utf-8", "ok\n", 3);
    else
        reply_error(request, 503, "storage", "the store cannot be read");
}

static long resident_bytes(void)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    if (!file)
        return 0;
    if (fscanf(file, "%ld %ld", &pages, &resident) != 2)
        resident = 0;
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE);
}

static void figure(FILE *to, const char *name, const char *kind, const char *help, uint64_t value)
{
    fprintf(to, "# HELP paua_%s %s\n# TYPE paua_%s %s\npaua_%s %llu\n", name, help, name, kind,
            name, (unsigned long long)value);
}

static void write_http_metrics(FILE *to, http_server *server)
{
    http_counts http = http_server_counts(server);

    fputs("# HELP paua_http_answers_total HTTP answers by class of status.\n"
          "# TYPE paua_http_answers_total counter\n",
          to);
    for (int class = 1; class < 6; class ++)
        fprintf(to, "paua_http_answers_total{status=\"%dxx\"} %llu\n", class,
                (unsigned long long)http.answers[class]);
    figure(to, "http_requests_total", "counter", "HTTP requests read.", http.requests);
    figure(to, "http_limited_total", "counter", "Requests answered 429.", http.limited);
    figure(to, "http_connections", "gauge", "Open connections.", (uint64_t)http.connections);
    figure(to, "http_streams", "gauge", "Open event streams.", (uint64_t)http.streams);
}

static void on_metrics(http_request *request, void *context)
{
    struct service *service = context;
    http_server *server = atomic_load(&service->server);
    store_counts writes = store_count(service->config.store);
    uint64_t searched, analysed;
    int waiting, unanalysed;
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);

    if (!to) {
        reply_error(request, 500, "internal", "out of memory");
        return;
    }
    searchers_count(service->searchers, &searched, &waiting);
    analysts_count(service->analysts, &analysed, &unanalysed);
    if (server)
        write_http_metrics(to, server);
    figure(to, "games_created_total", "counter", "Games created.",
           atomic_load(&service->games_created));
    figure(to, "events_stored_total", "counter", "Moves and other events stored.",
           atomic_load(&service->events_stored));
    figure(to, "events_failed_total", "counter", "Events that could not be stored.",
           atomic_load(&service->events_failed));
    figure(to, "games_in_memory", "gauge", "Games held in memory.",
           (uint64_t)cache_count(service->cache));
    figure(to, "searches_total", "counter", "Searches for the computer's moves.", searched);
    figure(to, "searches_waiting", "gauge", "Games waiting for a searcher.", (uint64_t)waiting);
    figure(to, "analyses_total", "counter", "Analyses and reviews done.", analysed);
    figure(to, "analyses_waiting", "gauge", "Analyses and reviews that wait.",
           (uint64_t)unanalysed);
    figure(to, "store_writes_total", "counter", "Writes handed to the store.", writes.writes);
    figure(to, "store_commits_total", "counter", "Transactions committed.", writes.commits);
    figure(to, "resident_memory_bytes", "gauge", "Resident memory.", (uint64_t)resident_bytes());
    fclose(to);
    http_respond(request, 200, "text/plain; version=0.0.4; charset=utf-8", text, size);
}

static void on_unknown(http_request *request, void *context)
{
    (void)context;
    reply_error(request, 404, "not_found", "nothing at %.80s", http_path(request));
}

static void on_page(http_request *request, void *context)
{
    struct service *service = context;

    page_answer(service->page, request, "/");
}

static void on_file(http_request *request, void *context)
{
    struct service *service = context;

    page_answer(service->page, request, http_path(request));
}

static const http_route routes[] = {
    {"GET", "/", on_page, 1},
    {"GET", "/g/*", on_page, 1},
    {"POST", "/api/1/games", api_create, CREATE_COST},
    {"GET", "/api/1/games/*", api_get, 1},
    {"POST", "/api/1/games/*/moves", api_move, 1},
    {"POST", "/api/1/games/*/resign", api_resign, 1},
    {"POST", "/api/1/games/*/draw", api_draw, 1},
    {"GET", "/api/1/games/*/events", api_events, 1},
    {"GET", "/api/1/games/*/review", api_review, THINK_COST},
    {"POST", "/api/1/analysis", api_analysis, THINK_COST},
    {"GET", "/api/1/layouts", api_layouts, 1},
    {"GET", "/api/1/opponents", api_opponents, 1},
    {"GET", "/healthz", on_healthz, 1},
    {"GET", "/metrics", on_metrics, 1},
    {"*", "/api/**", on_unknown, 1},
    {"GET", "/**", on_file, 1},
};

const http_route *service_routes(size_t *count)
{
    *count = sizeof routes / sizeof routes[0];
    return routes;
}

void service_refuse(http_request *request, int status, void *context)
{
    (void)context;
    switch (status) {
    case 404:
        reply_error(request, 404, "not_found", "nothing at %.80s", http_path(request));
        break;
    case 405:
        reply_error(request, 405, "bad_method", "%.20s is not what this path takes",
                    http_method(request));
        break;
    case 413:
        reply_error(request, 413, "too_large", "body: expected at most 16 KiB");
        break;
    case 429:
        reply_error(request, 429, "too_many", "too many requests from this address");
        break;
    case 503:
        reply_error(request, 503, "storage", "the server is stopping");
        break;
    default:
        reply_error(request, 500, "internal", "the server failed");
        break;
    }
}

void service_attach(struct service *service, http_server *server)
{
    atomic_store(&service->server, server);
}

paua_status service_new(const service_config *config, struct service **out)
{
    struct service *s = calloc(1, sizeof *s);
    paua_status status = PAUA_NO_MEMORY;

    if (!s)
        return PAUA_NO_MEMORY;
    s->config = *config;
    if (sodium_init() >= 0 && (s->boards = boards_new()) &&
        (s->cache = cache_new(s, config->games_kept)) &&
        (s->page = page_new(config->assets, config->asset_count)) &&
        (s->layouts = layouts_json(s->boards)) && (s->opponents = opponents_json()) &&
        (s->searchers = searchers_new(s, config->searchers, config->tt_bytes)) &&
        (s->analysts = analysts_new(s, config->analysts, config->analyst_tt_bytes))) {
        status = searchers_start(s->searchers);
        if (status == PAUA_OK)
            status = analysts_start(s->analysts);
    }
    if (status != PAUA_OK) {
        if (s->analysts)
            analysts_halt(s->analysts);
        if (s->searchers)
            searchers_halt(s->searchers);
        service_free(s);
        return status;
    }
    *out = s;
    return PAUA_OK;
}

void service_halt(struct service *s)
{
    searchers_halt(s->searchers);
    analysts_halt(s->analysts);
}

void service_free(struct service *s)
{
    if (!s)
        return;
    searchers_free(s->searchers);
    analysts_free(s->analysts);
    cache_free(s->cache);
    page_free(s->page);
    boards_free(s->boards);
    free(s->layouts);
    free(s->opponents);
    free(s);
}
