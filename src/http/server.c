/* server.c - starts and stops the server. libmicrohttpd speaks HTTP and calls the functions of
 * connection.h and dispatch.h; a timer thread watches connections and streams. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/cpu.h"
#include "http/connection.h"
#include "http/dispatch.h"
#include "http/listen.h"
#include "http/server.h"
#include "http/stream.h"

#define TICK_SECONDS 1

/* Threads. */
#define THREADS_MAX 8
#define STACK_BYTES (1024 * 1024) /* a handler's JSON parser may recurse 2048 times: 200 KiB */

/* Connections and open files. */
#define CONNECTION_MEMORY (16 * 1024) /* bytes for a request's line and headers */
#define CONNECTIONS_LEAST 8           /* needed to serve one browser */
#define THREAD_FILES      2           /* opened by libmicrohttpd for each thread */
#define SPARE_FILES       8           /* opened for short: the store's, /proc, interfaces */
#define OPEN_GUESS        32          /* open files, if /proc is not there */

/* Rate limits. */
#define BURST_SECONDS 4 /* a full bucket holds the tokens of this time */
#define DAY_SECONDS   86400.0

/* The timer thread: checks connections and streams every second. */
static void *timer_run(void *context)
{
    http_server *server = context;

    pthread_mutex_lock(&server->mutex);
    while (!atomic_load(&server->stopping)) {
        int64_t now = clock_now_ms();

        pthread_mutex_unlock(&server->mutex);
        connections_tick(server, now);
        http_streams_tick(server, now, false);
        pthread_mutex_lock(&server->mutex);
        if (!atomic_load(&server->stopping))
            condition_wait(&server->tick, &server->mutex,
                           clock_now_ns() + TICK_SECONDS * INT64_C(1000000000));
    }
    pthread_mutex_unlock(&server->mutex);
    return NULL;
}

/* The number of files that this process has open, or a few more. */
static rlim_t files_open(void)
{
    DIR *folder = opendir("/proc/self/fd");
    rlim_t count = 0;

    if (!folder)
        return OPEN_GUESS;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count; /* with "." and "..", and this folder */
}

/* The current limit of open files. */
static long files_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    return limit.rlim_cur > LONG_MAX ? LONG_MAX : (long)limit.rlim_cur;
}

/* Raises the limit of open files, as far as the system allows, to the files open now plus
 * `reserved` plus `connections`, so that accept() does not fail for want of a file. Returns how
 * many connections fit, 0 to `connections`. */
static int files_fit(int connections, int reserved)
{
    rlim_t others = files_open() + (rlim_t)reserved, wanted = others + (rlim_t)connections;
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return connections;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur >= wanted)
        return connections;
    return limit.rlim_cur > others ? (int)(limit.rlim_cur - others) : 0;
}

/* One thread for each processor, 2 to THREADS_MAX. */
static unsigned threads_count(void)
{
    const int processors = processors_count(THREADS_MAX);

    return processors < 2 ? 2 : (unsigned)processors;
}

/* Sets how many connections and streams fit into the limit of open files. */
static paua_status places_count(http_server *server, char message[HTTP_MESSAGE_MAX])
{
    const http_config *config = &server->config;
    int reserved = (int)threads_count() * THREAD_FILES + SPARE_FILES;

    server->places = files_fit(config->connections, reserved);
    if (server->places < CONNECTIONS_LEAST && server->places < config->connections) {
        long limit = files_limit();

        snprintf(message, HTTP_MESSAGE_MAX,
                 "%.80s: at most %ld files may be open, expected %ld or more (ulimit -n)",
                 config->listen, limit, limit + CONNECTIONS_LEAST - server->places);
        return PAUA_ERROR_IO;
    }
    server->stream_places = server->places - (server->places + 3) / 4;
    if (config->streams > 0 && config->streams < server->stream_places)
        server->stream_places = config->streams;
    return PAUA_OK;
}

/* Starts the threads of libmicrohttpd, which get connections from the acceptor. NULL, with errno:
 * failed. */
static struct MHD_Daemon *daemon_start(http_server *server)
{
    unsigned threads = threads_count();
    /* Divided among the threads, so that any of them may get all connections. The acceptor enforces
     * server->places. */
    unsigned limit = threads * (unsigned)(server->places + 1);

    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0,
        NULL, NULL, dispatch_request, server, MHD_OPTION_THREAD_POOL_SIZE, threads,
        MHD_OPTION_CONNECTION_LIMIT, limit, MHD_OPTION_CONNECTION_TIMEOUT,
        /* A second line of defence: connections_tick() ends them sooner. */
        (unsigned)(server->config.request_seconds + server->config.send_seconds + TICK_SECONDS),
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_THREAD_STACK_SIZE,
        (size_t)STACK_BYTES, MHD_OPTION_NOTIFY_COMPLETED, dispatch_completed, server,
        MHD_OPTION_NOTIFY_CONNECTION, connection_notify, server, MHD_OPTION_URI_LOG_CALLBACK,
        dispatch_target, server,
        /* message.h does these checks, with better responses. */
        MHD_OPTION_STRICT_FOR_CLIENT, 0, MHD_OPTION_END);
}

/* Frees a server whose threads have ended. */
static void server_free(http_server *server)
{
    if (server->socket >= 0)
        close(server->socket);
    local_socket_close(&server->local);
    rate_limiter_free(server->limiter);
    rate_limiter_free(server->own_budget_limiter);
    for (int i = 0; i < HTTP_QUOTAS; i++)
        rate_limiter_free(server->quotas[i]);
    client_counts_free(server->clients);
    free(server->proxies);
    pthread_cond_destroy(&server->tick);
    pthread_mutex_destroy(&server->mutex);
    free(server);
}

/* Initializes a zeroed server, without starting it. The timer waits on the monotonic clock. */
static void server_init(http_server *server, const http_config *config)
{
    server->config = *config;
    server->socket = -1;
    server->local.fd = -1;
    pthread_mutex_init(&server->mutex, NULL);
    condition_init(&server->tick);
    if (getrandom(&server->seed, sizeof server->seed, GRND_NONBLOCK) < 0)
        server->seed = (uint64_t)(uintptr_t)server;
}

bool http_proxy_valid(const char *text)
{
    struct network network;

    return network_parse(text, &network);
}

/* Parses the networks of the proxies. */
static paua_status proxies_read(http_server *server, char message[HTTP_MESSAGE_MAX])
{
    const http_config *config = &server->config;

    server->proxies = calloc(config->proxy_count + 1, sizeof *server->proxies);
    if (!server->proxies)
        return PAUA_ERROR_NO_MEMORY;
    for (size_t i = 0; i < config->proxy_count; i++) {
        if (!network_parse(config->proxies[i], &server->proxies[i])) {
            snprintf(message, HTTP_MESSAGE_MAX,
                     "proxy '%.60s': expected ADDRESS, ADDRESS/BITS, " NETWORK_UNIX
                     " or " NETWORK_UNIX "UID",
                     config->proxies[i]);
            return PAUA_ERROR_BAD_SYNTAX;
        }
    }
    server->proxy_count = config->proxy_count;
    return PAUA_OK;
}

/* Makes the limiters for single clients. */
static paua_status limits_make(http_server *server)
{
    const http_config *config = &server->config;

    if (config->rate <= 0)
        return PAUA_OK;
    server->limiter = rate_limiter_new(config->rate, (double)config->rate * BURST_SECONDS);
    server->clients = client_counts_new();
    if (!server->limiter || !server->clients)
        return PAUA_ERROR_NO_MEMORY;
    if (config->has_own_budget && config->own_budget_rate > 0) {
        server->own_budget_limiter = rate_limiter_new(
            config->own_budget_rate, (double)config->own_budget_rate * BURST_SECONDS);
        if (!server->own_budget_limiter)
            return PAUA_ERROR_NO_MEMORY;
    }
    for (int i = 0; i < HTTP_QUOTAS; i++) {
        double quota = config->day_quotas[i];

        if (quota > 0 && !(server->quotas[i] = rate_limiter_new(quota / DAY_SECONDS, quota)))
            return PAUA_ERROR_NO_MEMORY;
    }
    return PAUA_OK;
}

/* Does everything that needs no thread yet. */
static paua_status server_prepare(http_server *server, char message[HTTP_MESSAGE_MAX])
{
    paua_status status = proxies_read(server, message);

    if (status == PAUA_OK)
        status = limits_make(server);
    if (status == PAUA_OK)
        status = http_listen(server->config.listen, &server->socket, server->url,
                             sizeof server->url, message);
    if (status == PAUA_OK && server->config.socket)
        status = local_socket_open(server->config.socket, &server->local, message);
    return status == PAUA_OK ? places_count(server, message) : status;
}

paua_status http_server_start(const http_config *config, http_server **out,
                              char message[HTTP_MESSAGE_MAX])
{
    http_server *server = calloc(1, sizeof *server);

    snprintf(message, HTTP_MESSAGE_MAX, "%s", paua_status_text(PAUA_ERROR_NO_MEMORY));
    if (!server)
        return PAUA_ERROR_NO_MEMORY;
    server_init(server, config);
    paua_status status = server_prepare(server, message);
    if (status != PAUA_OK) {
        server_free(server);
        return status;
    }
    server->timer_runs = pthread_create(&server->timer, NULL, timer_run, server) == 0;
    server->daemon = server->timer_runs ? daemon_start(server) : NULL;
    if (!server->daemon || !acceptor_start(server)) {
        snprintf(message, HTTP_MESSAGE_MAX, "%.80s: cannot start serving: %s", config->listen,
                 strerror(errno));
        http_server_stop(server);
        return PAUA_ERROR_IO;
    }
    *out = server;
    return PAUA_OK;
}

/* Sleeps for less than a second. */
static void sleep_ms(long ms)
{
    struct timespec pause = {.tv_nsec = ms * 1000000L};

    nanosleep(&pause, NULL);
}

void http_server_stop(http_server *server)
{
    if (!server)
        return;
    pthread_mutex_lock(&server->mutex);
    atomic_store(&server->stopping, true);
    pthread_cond_signal(&server->tick);
    pthread_mutex_unlock(&server->mutex);
    if (server->timer_runs)
        pthread_join(server->timer, NULL);
    acceptor_stop(server);
    if (server->daemon) {
        /* Deferred requests may still add to the streams: wait for them first. */
        while (atomic_load(&server->owed) > 0)
            sleep_ms(2);
        atomic_store(&server->streams_end, true);
        http_streams_tick(server, 0, true);
        /* Give clients that read a second to receive the rest of their streams, then cut the others
         * off. */
        for (int i = 0; i < 250 && atomic_load(&server->unsent) > 0; i++)
            sleep_ms(4);
        MHD_stop_daemon(server->daemon);
    }
    server_free(server);
}

const char *http_server_url(const http_server *server)
{
    return server->url;
}

const http_config *http_server_config(const http_server *server)
{
    return &server->config;
}

http_counts http_server_counts(http_server *server)
{
    http_counts counts = {
        .requests = atomic_load(&server->requests),
        .units = atomic_load(&server->units),
        .deferred = atomic_load(&server->deferrals),
        .connections = atomic_load(&server->connection_count),
        .streams = atomic_load(&server->stream_count),
        .connections_max = server->places,
        .streams_max = server->stream_places,
    };

    for (int i = 0; i < 6; i++)
        counts.responses[i] = atomic_load(&server->responses[i]);
    for (int i = 0; i < HTTP_LIMITS; i++)
        counts.limited[i] = atomic_load(&server->limited[i]);
    return counts;
}
