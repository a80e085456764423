/* metrics.c - GET /healthz and GET /metrics (Prometheus text format 0.0.4). */
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

#include "service/api.h"
#include "service/instance.h"
#include "service/quota.h"
#include "service/response.h"

void api_health(http_request *request, void *context)
{
    struct service *service = context;

    if (store_check(service->config.store) == PAUA_OK)
        http_respond_static(request, 200, "text/plain; charset=utf-8", "ok\n", 3);
    else
        respond_error(request, 503, "storage", "the store cannot be read or written");
}

/* Resident set size of this process (proc(5), statm); 0 where it cannot be read. */
static uint64_t resident_bytes(void)
{
    unsigned long pages, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    if (!file)
        return 0;
    if (fscanf(file, "%lu %lu", &pages, &resident) != 2)
        resident = 0;
    fclose(file);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Writes one metric without labels, with the HELP and TYPE lines of the format. */
static void write_metric(FILE *to, const char *name, const char *type, const char *help,
                         uint64_t value)
{
    fprintf(to, "# HELP paua_%s %s\n# TYPE paua_%s %s\npaua_%s %llu\n", name, help, name, type,
            name, (unsigned long long)value);
}

/* Responses by class of status, requests, 429 responses, connections, streams. */
static void write_http_metrics(FILE *to, http_server *server)
{
    http_counts http = http_server_counts(server);

    fputs("# HELP paua_http_answers_total HTTP responses by class of status.\n"
          "# TYPE paua_http_answers_total counter\n",
          to);
    for (int class = 1; class < 6; class ++)
        fprintf(to, "paua_http_answers_total{status=\"%dxx\"} %llu\n", class,
                (unsigned long long)http.responses[class]);
    write_metric(to, "http_requests_total", "counter", "HTTP requests received.", http.requests);
    write_metric(to, "http_limited_total", "counter", "Requests over the rate limit, answered 429.",
                 http.limited);
    write_metric(to, "http_connections", "gauge", "Open connections.", (uint64_t)http.connections);
    write_metric(to, "http_connections_max", "gauge", "Connections that there is room for.",
                 (uint64_t)http.connections_max);
    write_metric(to, "http_connections_refused_total", "counter",
                 "Connections over the limit of one client, closed at once.", http.turned_away);
    write_metric(to, "http_slow_total", "counter",
                 "Connections closed because the client took its answer too slowly.", http.cut_off);
    write_metric(to, "http_streams", "gauge", "Open event streams.", (uint64_t)http.streams);
    write_metric(to, "http_streams_max", "gauge", "Event streams that there is room for.",
                 (uint64_t)http.streams_max);
    write_metric(to, "http_streams_refused_total", "counter",
                 "Event streams over a limit, answered 429 or 503.", http.refused_streams);
}

/* Games created and in memory; events stored, and events that could not be. */
static void write_game_metrics(FILE *to, struct service *service)
{
    write_metric(to, "games_created_total", "counter", "Games created.",
                 atomic_load(&service->games_created));
    write_metric(to, "events_stored_total", "counter", "Moves and other events stored.",
                 atomic_load(&service->events_stored));
    write_metric(to, "events_failed_total", "counter", "Events that could not be stored.",
                 atomic_load(&service->events_failed));
    write_metric(to, "games_removed_total", "counter",
                 "Games removed because nobody made a move in them.",
                 atomic_load(&service->games_removed));
    write_metric(to, "quota_refused_total", "counter",
                 "Games and events over what a client or the store may keep, answered 429 or 507.",
                 atomic_load(&service->quota_refused));
    write_metric(to, "store_bytes", "gauge", "Bytes of the store in use.",
                 (uint64_t)quota_store_bytes(service));
    write_metric(to, "store_bytes_max", "gauge",
                 "Bytes at which there are no more new games; 0: any.",
                 (uint64_t)service->config.limits.store_bytes);
    write_metric(to, "games_in_memory", "gauge", "Games in memory.",
                 (uint64_t)cache_count(service->cache));
}

/* The jobs of this class, of all clients, that wait for a worker. */
static uint64_t jobs_waiting(struct service *service, enum search_class job_class)
{
    return (uint64_t)search_pool_waiting(service->pool, job_class, 0);
}

/* Searches and analyses: how many have ended, how many wait for a worker. */
static void write_search_metrics(FILE *to, struct service *service)
{
    struct computer_counts computer = computer_count(service->computer);
    uint64_t quick = jobs_waiting(service, SEARCH_QUICK_MOVES);
    uint64_t normal = jobs_waiting(service, SEARCH_MOVES);
    uint64_t background = jobs_waiting(service, SEARCH_BACKGROUND_MOVES);

    write_metric(to, "searches_total", "counter", "Searches for the computer's moves.",
                 computer.searches);
    write_metric(to, "searches_refused_total", "counter",
                 "Games and moves over the limits of one address, answered 429.", computer.refused);
    write_metric(to, "searches_waiting", "gauge", "Games whose computer move waits for a worker.",
                 quick + normal + background);
    write_metric(to, "searches_waiting_quick", "gauge",
                 "Of these, games in which a person waits for a low level.", quick);
    write_metric(to, "searches_waiting_background", "gauge",
                 "Of these, games of computers alone and games that nobody has come back to.",
                 background);
    write_metric(to, "games_alone", "gauge", "Unfinished games of computers alone, in play.",
                 (uint64_t)computer.alone);
    write_metric(to, "analyses_total", "counter", "Analyses and reviews that have ended.",
                 atomic_load(&service->analyses_done));
    write_metric(to, "analyses_waiting", "gauge", "Analyses and reviews that wait for a worker.",
                 jobs_waiting(service, SEARCH_ANALYSES));
}

void api_metrics(http_request *request, void *context)
{
    struct service *service = context;

    if (!service->config.public_metrics && !http_is_local(request)) {
        respond_error(request, 403, "not_local",
                      "metrics are for this machine; --public-metrics opens them to all");
        return;
    }
    http_server *server = atomic_load(&service->server);
    store_counts writes = store_count(service->config.store);
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);

    if (!to) {
        respond_no_memory(request);
        return;
    }
    if (server)
        write_http_metrics(to, server);
    write_game_metrics(to, service);
    write_search_metrics(to, service);
    write_metric(to, "store_writes_total", "counter", "Writes queued for the store and done.",
                 writes.writes);
    write_metric(to, "store_commits_total", "counter", "Transactions committed.", writes.commits);
    write_metric(to, "resident_memory_bytes", "gauge", "Resident memory.", resident_bytes());
    fclose(to);
    http_respond(request, 200, "text/plain; version=0.0.4; charset=utf-8", text, size);
}
