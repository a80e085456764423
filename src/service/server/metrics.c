/* metrics.c - GET /healthz, GET /readyz and GET /metrics (Prometheus text format 0.0.4). */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "service/api/instance.h"
#include "service/core/quota.h"
#include "service/core/response.h"
#include "service/server/metrics.h"

/* The interval in which GET /readyz tests a write, whose outcome is in a later response. */
#define READY_TOUCH_MS 5000
/* The search pool is stuck if no search has begun for this long: one takes two seconds. */
#define SEARCHERS_PATIENCE_MS 60000

static void api_read_health(http_request *request, void *context)
{
    struct service *service = context;

    if (store_check(service->env.store) == PAUA_OK)
        http_respond_static(request, 200, "text/plain; charset=utf-8", "ok\n", 3);
    else
        respond_error(request, 503, "storage", "the store cannot be read or written");
}

static void api_read_readiness(http_request *request, void *context)
{
    struct service *service = context;
    int64_t now_ms = clock_now_ms(), before_ms = atomic_load(&service->ready_touched_ms);

    if (now_ms - before_ms >= READY_TOUCH_MS &&
        atomic_compare_exchange_strong(&service->ready_touched_ms, &before_ms, now_ms))
        store_touch(service->env.store);
    http_add_header(request, "Cache-Control", "no-store");
    if (atomic_load(&service->env.stopping))
        respond_error(request, 503, "stopping", "the server is about to stop");
    else if (store_check(service->env.store) != PAUA_OK) {
        env_log_store_failure(&service->env);
        respond_error(request, 503, "storage", "the store cannot be read or written");
    } else if (!search_pool_makes_progress(service->pool, SEARCHERS_PATIENCE_MS))
        respond_error(request, 503, "searchers", "the computer does not search");
    else
        http_respond_static(request, 200, "text/plain; charset=utf-8", "ready\n", 6);
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

/* Responses by class of status, requests, connections, streams. */
static void write_http_metrics(FILE *to, const http_counts *http)
{
    fputs("# HELP paua_http_answers_total HTTP responses by class of status.\n"
          "# TYPE paua_http_answers_total counter\n",
          to);
    for (int class = 1; class < 6; class ++)
        fprintf(to, "paua_http_answers_total{status=\"%dxx\"} %llu\n", class,
                (unsigned long long)http->responses[class]);
    write_metric(to, "http_requests_total", "counter", "HTTP requests received.", http->requests);
    write_metric(to, "http_units_total", "counter",
                 "What the requests cost against --rate and --bot-rate.", http->units);
    write_metric(to, "http_connections", "gauge", "Open connections.", (uint64_t)http->connections);
    write_metric(to, "http_streams", "gauge", "Open streams.", (uint64_t)http->streams);
}

/* A limit: the option of `paua serve` that sets it, its value (0: none), and its refusals. */
struct limit_row {
    const char *option;
    uint64_t limit, limited;
};

/* Writes one family of metrics with the option as label: the limits, or their refusals. */
static void write_limit_family(FILE *to, const char *name, const char *type, const char *help,
                               const struct limit_row *rows, size_t count)
{
    bool counts = strcmp(type, "counter") == 0;

    fprintf(to, "# HELP paua_%s %s\n# TYPE paua_%s %s\n", name, help, name, type);
    for (size_t i = 0; i < count; i++)
        fprintf(to, "paua_%s{option=\"%s\"} %llu\n", name, rows[i].option,
                (unsigned long long)(counts ? rows[i].limited : rows[i].limit));
}

/* Every limit of `paua serve`. Limits of a client apply only if the rate of addresses is
 * limited. */
static void write_limits(FILE *to, struct service *service, const http_config *config,
                         const http_counts *http)
{
    const service_limits *own = &service->env.limits;
    const uint64_t *met = http->limited;
    uint64_t clients = config->rate > 0, here[SERVICE_LIMITS];

    for (int i = 0; i < SERVICE_LIMITS; i++)
        here[i] = atomic_load(&service->env.counters.limited[i]);
#define CLIENT(number) (clients * (uint64_t)(number))
    const struct limit_row rows[] = {
        {"rate", (uint64_t)config->rate, met[HTTP_LIMIT_RATE]},
        {"bot-rate", CLIENT(config->own_budget_rate), met[HTTP_LIMIT_OWN_BUDGET_RATE]},
        {"client-connections", CLIENT(config->client_connections),
         met[HTTP_LIMIT_CLIENT_CONNECTIONS]},
        {"client-streams", CLIENT(config->client_streams), met[HTTP_LIMIT_CLIENT_STREAMS]},
        {"connections", (uint64_t)http->connections_max, met[HTTP_LIMIT_CONNECTIONS]},
        {"streams", (uint64_t)http->streams_max, met[HTTP_LIMIT_STREAMS]},
        {"request-time", (uint64_t)config->request_seconds, met[HTTP_LIMIT_REQUEST_SECONDS]},
        {"send-rate", (uint64_t)config->send_bytes, met[HTTP_LIMIT_SEND_BYTES]},
        {"client-games", CLIENT(config->day_quotas[QUOTA_GAMES]),
         met[HTTP_LIMIT_DAY_QUOTA + QUOTA_GAMES]},
        {"client-bytes", CLIENT(config->day_quotas[QUOTA_BYTES]),
         met[HTTP_LIMIT_DAY_QUOTA + QUOTA_BYTES]},
        {"client-seeks", CLIENT(own->client_seeks), here[LIMIT_CLIENT_SEEKS]},
        {"client-accounts", CLIENT(own->client_accounts), here[LIMIT_CLIENT_ACCOUNTS]},
        {"client-searches", CLIENT(own->client_searches), here[LIMIT_CLIENT_SEARCHES]},
        {"searches", (uint64_t)own->searches, here[LIMIT_SEARCHES]},
        {"client-alone", CLIENT(own->client_alone), here[LIMIT_CLIENT_ALONE]},
        {"alone", (uint64_t)own->alone, here[LIMIT_ALONE]},
        {"client-analyses", CLIENT(own->client_analyses), here[LIMIT_CLIENT_ANALYSES]},
        {"analyses", (uint64_t)own->analyses, here[LIMIT_ANALYSES]},
        {"store-max", (uint64_t)own->store_bytes, here[LIMIT_STORE_BYTES]},
        {"keep-unplayed", (uint64_t)own->unplayed_ms / 1000, here[LIMIT_UNPLAYED]},
    };
#undef CLIENT
    const size_t count = sizeof rows / sizeof rows[0];

    write_limit_family(to, "limit", "gauge",
                       "Limits in the units of their options, times in seconds; 0: none.", rows,
                       count);
    write_limit_family(to, "limited_total", "counter",
                       "What was refused, closed, removed or made to wait by a limit.", rows,
                       count);
}

/* Games created and in memory; events stored, and events that could not be. */
static void write_game_metrics(FILE *to, struct service *service)
{
    write_metric(to, "games_created_total", "counter", "Games created.",
                 atomic_load(&service->env.counters.games_created));
    write_metric(to, "events_stored_total", "counter", "Moves and other events stored.",
                 atomic_load(&service->env.counters.events_stored));
    write_metric(to, "events_failed_total", "counter", "Events that could not be stored.",
                 atomic_load(&service->env.counters.events_failed));
    write_metric(to, "store_bytes", "gauge", "Bytes of the store in use.",
                 (uint64_t)quota_store_bytes(&service->env));
    write_metric(to, "games_in_memory", "gauge", "Games in memory.",
                 (uint64_t)cache_count(service->games.cache));
}

/* Sign-ins, the queue of passwords, and mails. */
static void write_account_metrics(FILE *to, struct service *service)
{
    write_metric(to, "sign_ins_total", "counter", "Right passwords of sign-ins.",
                 atomic_load(&service->env.counters.sign_ins));
    write_metric(to, "wrong_passwords_total", "counter", "Wrong names or passwords.",
                 atomic_load(&service->env.counters.sign_ins_failed));
    write_metric(to, "passwords_waiting", "gauge", "Passwords that wait for their hash.",
                 (uint64_t)passwords_waiting(service->passwords));
    write_metric(to, "mails_sent_total", "counter", "Mails that the mail server has accepted.",
                 mailer_sent(service->mailer));
    write_metric(to, "mails_waiting", "gauge", "Mails that wait for the mail server.",
                 (uint64_t)mailer_waiting(service->mailer));
}

/* The jobs of a class that wait for a worker. */
static uint64_t jobs_waiting(struct service *service, enum search_class job_class)
{
    return (uint64_t)search_pool_waiting(service->pool, job_class);
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
    write_metric(to, "searches_waiting", "gauge", "Games whose computer move waits for a worker.",
                 quick + normal + background);
    write_metric(to, "searches_awaited", "gauge", "Of these, games in which a person waits.",
                 (uint64_t)computer.awaited);
    write_metric(to, "searches_waiting_quick", "gauge",
                 "Of these, games in which a person waits for a low level.", quick);
    write_metric(to, "searches_waiting_background", "gauge",
                 "Of these, games of computers alone and games that nobody has come back to.",
                 background);
    write_metric(to, "games_alone", "gauge", "Unfinished games of computers alone, in play.",
                 (uint64_t)computer.alone);
    write_metric(to, "analyses_total", "counter", "Analyses and reviews that have ended.",
                 atomic_load(&service->env.counters.analyses_done));
    write_metric(to, "analyses", "gauge", "Analyses and reviews that run or wait.",
                 (uint64_t)search_pool_jobs(service->pool, SEARCH_ANALYSES));
    write_metric(to, "analyses_waiting", "gauge", "Analyses and reviews that wait for a worker.",
                 jobs_waiting(service, SEARCH_ANALYSES));
    write_metric(to, "exports_waiting", "gauge",
                 "Pictures, files of games, exports and cross tables that are made or wait.",
                 (uint64_t)work_pool_jobs(service->work));
}

static void api_read_metrics(http_request *request, void *context)
{
    struct service *service = context;

    if (!service->config.public_metrics && !http_is_local(request)) {
        respond_error(request, 403, "not_local",
                      "metrics are for this machine; --public-metrics opens them to all");
        return;
    }
    http_server *server = atomic_load(&service->server);
    store_counts writes = store_count(service->env.store);
    struct memory_file file;
    size_t size;

    if (!memory_file_open(&file)) {
        respond_no_memory(request);
        return;
    }
    FILE *to = file.to;
    if (server) {
        http_counts http = http_server_counts(server);

        write_http_metrics(to, &http);
        write_limits(to, service, http_server_config(server), &http);
    }
    write_game_metrics(to, service);
    write_account_metrics(to, service);
    write_search_metrics(to, service);
    write_metric(to, "store_writes_total", "counter", "Writes queued for the store and done.",
                 writes.writes);
    write_metric(to, "store_commits_total", "counter", "Transactions committed.", writes.commits);
    write_metric(to, "resident_memory_bytes", "gauge", "Resident memory.", resident_bytes());
    char *text = memory_file_close(&file, &size);
    if (text)
        http_respond(request, 200, "text/plain; version=0.0.4; charset=utf-8", text, size);
    else
        respond_no_memory(request);
}

static const http_route routes[] = {
    {"GET", "/healthz", api_read_health, 1},
    {"GET", "/readyz", api_read_readiness, 1},
    {"GET", "/metrics", api_read_metrics, 1},
};

const struct route_table metrics_routes = ROUTE_TABLE(routes);
