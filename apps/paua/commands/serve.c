/* serve.c - `paua serve`: opens the store, starts the service and the HTTP server, waits for a
 * signal to stop, and shuts all three down in order. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "service/core/background.h"
#include "service/server/service.h"

#include "cli/assets.h"
#include "cli/common.h"
#include "cli/options.h"
#include "cli/store.h"
#include "cli/tables.h"
#include "commands/commands.h"
#include "serve/limits.h"
#include "serve/log.h"
#include "serve/smtp.h"
#include "store/open.h"

enum {
    MOVE_WORKERS_MAX = 4,
    MOVE_TT_BYTES = 4 * 1024 * 1024,
    ANALYSIS_WORKERS = 2, /* so that an analysis need not wait for a review */
    ANALYSIS_TT_BYTES = 16 * 1024 * 1024,
    GAMES_KEPT = 512,
    BODY_MAX_BYTES = 16 * 1024,
    HEARTBEAT_SECONDS = 4, /* the page takes a stream for lost after 9 s (api/client.ts) */
    UNWATCHED_PAUSE_MS = 3000,
    VACATION_DAYS = 30,
    HANGING_STOP_MS = 5000, /* that a stop waits for a store that hangs */
    STOP_WATCH_MS = 100,
};

struct server_process {
    const char *listen, *socket;       /* --listen, --socket */
    const char *place, *table_path;    /* --store, --tables */
    struct option_list hosts, proxies; /* --host, --trusted-proxy */
    struct serve_limits limits;
    long long pause_ms, stop_delay_ms;
    long long vacation_days;
    const char *log_format, *log_level;
    struct serve_log log;
    struct smtp smtp; /* --mail-server, --mail-address */
    bool quiet, public_metrics;
    char default_place[STORE_PATH_BYTES];
    service_asset *assets;
    struct tables tables;
    store *store;
    struct service *service;
    http_server *server;
    http_route *routes; /* owned, used by the server */
};

/* Opens the store. Returns 0, or an exit code after an error line. */
static int start_store(struct server_process *process)
{
    char message[STORE_MESSAGE_MAX];
    paua_status status = store_open_shared(process->place, &process->store, message);

    /* At store_bytes no new games are made; an eighth more is left for existing games. */
    if (status == PAUA_OK && process->limits.store_bytes > 0)
        store_set_limit(process->store, process->limits.store_bytes / 8 * 9);
    if (status == PAUA_OK)
        return 0;
    return serve_log_fail(&process->log,
                          status == PAUA_ERROR_BAD_ARGUMENT ? EXIT_USAGE : EXIT_ENVIRONMENT,
                          "store", "store: %s", message);
}

/* Makes the service with the embedded files of the web page. Returns 0, or an exit code after an
 * error line. */
static int start_service(struct server_process *process)
{
    process->assets = calloc(assets_count + 1, sizeof *process->assets);
    if (!process->assets)
        return serve_log_fail(&process->log, EXIT_ENVIRONMENT, "memory", "out of memory");
    for (size_t i = 0; i < assets_count; i++)
        process->assets[i] = (service_asset){
            assets[i].path, assets[i].type,      assets[i].data,   assets[i].size,
            assets[i].gzip, assets[i].gzip_size, assets[i].brotli, assets[i].brotli_size,
        };
    service_config config = {
        .store = process->store,
        .place = process->place,
        .assets = process->assets,
        .asset_count = assets_count,
        .tables = (const paua_table *const *)process->tables.list,
        .table_count = process->tables.count,
        .move_workers = processors_count(MOVE_WORKERS_MAX),
        .move_tt_bytes = MOVE_TT_BYTES,
        .pause_ms = (int)process->pause_ms,
        .vacation_days = (int)process->vacation_days,
        .analysis_workers = ANALYSIS_WORKERS,
        .analysis_tt_bytes = ANALYSIS_TT_BYTES,
        .games_kept = GAMES_KEPT,
        .public_metrics = process->public_metrics,
        .log = serve_log_line,
        .log_context = &process->log,
    };
    serve_limits_service(&process->limits, &config.limits);
    smtp_service(&process->smtp, &config.mail);
    paua_status status = service_new(&config, &process->service);

    if (status == PAUA_OK)
        return 0;
    return serve_log_fail(&process->log, EXIT_ENVIRONMENT, "service", "service: %s",
                          paua_status_text(status));
}

/* Listens, and attaches the service. Returns 0, or an exit code after an error line. */
static int start_server(struct server_process *process)
{
    char message[HTTP_MESSAGE_MAX] = "out of memory";
    http_config config = {
        .listen = process->listen,
        .socket = process->socket,
        .context = process->service,
        .refuse = service_refuse,
        .has_own_budget = service_has_own_budget,
        .untrusted_proxy = service_report_proxy,
        .served = serve_log_request,
        .served_context = &process->log,
        .body_max = BODY_MAX_BYTES,
        .large_path = SERVICE_RECORDS_PATH,
        .large_body_max = SERVICE_RECORD_BODY_MAX,
        .form_path = SERVICE_FORM_PATH,
        .heartbeat_seconds = HEARTBEAT_SECONDS,
        .hosts = process->hosts.texts,
        .host_count = (size_t)process->hosts.count,
        .proxies = process->proxies.texts,
        .proxy_count = (size_t)process->proxies.count,
    };

    serve_limits_http(&process->limits, &config);
    process->routes = service_routes_new(&config.route_count);
    config.routes = process->routes;
    paua_status status = config.routes ? http_server_start(&config, &process->server, message)
                                       : PAUA_ERROR_NO_MEMORY;

    if (status == PAUA_OK) {
        service_attach(process->service, process->server);
        return 0;
    }
    return serve_log_fail(&process->log,
                          status == PAUA_ERROR_BAD_SYNTAX ? EXIT_USAGE : EXIT_ENVIRONMENT, "listen",
                          "listen: %s", message);
}

/* Watches a stop. One that waits for a store that hangs ends the process: everything that was
 * acknowledged is stored, and the outcome of a commit that was begun is not known anyway. */
struct stop_watch {
    struct server_process *process;
    struct background background;
};

static void *stop_watch_run(void *context)
{
    struct stop_watch *watch = context;
    const int64_t until_ms = clock_now_ms() + HANGING_STOP_MS;

    pthread_mutex_lock(&watch->background.mutex);
    while (!watch->background.halted) {
        if (clock_now_ms() >= until_ms && store_hangs(watch->process->store)) {
            serve_log_line(SERVICE_ERROR, "stop", "stops without the store, which does not answer",
                           &watch->process->log);
            _exit(EXIT_ENVIRONMENT);
        }
        background_wait(&watch->background, clock_now_ns() + STOP_WATCH_MS * INT64_C(1000000));
    }
    pthread_mutex_unlock(&watch->background.mutex);
    return NULL;
}

/* Stops everything, in the order required by service.h. */
static void stop_all(struct server_process *process)
{
    struct stop_watch watch = {.process = process};

    background_init(&watch.background);
    if (process->service) {
        background_start(&watch.background, stop_watch_run, &watch);
        service_halt_work(process->service);
    }
    http_server_stop(process->server);
    if (process->service)
        service_halt(process->service);
    store_drain(process->store);
    background_halt(&watch.background);
    background_destroy(&watch.background);
    store_close(process->store);
    service_free(process->service);
    smtp_end(&process->smtp);
    tables_close(&process->tables);
    free(process->routes);
    free(process->assets);
}

/* Whether SIGHUP means that the terminal is gone. A server without one gets it from log rotation by
 * habit, and one that nohup has started is to stay. */
static bool hangup_stops(void)
{
    int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);

    if (terminal < 0)
        return false;
    close(terminal);
    struct sigaction action;
    return sigaction(SIGHUP, NULL, &action) == 0 && action.sa_handler != SIG_IGN;
}

/* Blocks the signals that stop the server, before any thread starts: all threads inherit the mask,
 * and only this one waits for the signals. A write that meets a limit or a closed connection fails
 * like any other and does not end the process; nor does a signal without a meaning here. */
static void block_signals(sigset_t *stop_signals)
{
    static const int ignored[] = {SIGPIPE, SIGXFSZ, SIGALRM, SIGUSR1, SIGUSR2};

    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    sigemptyset(stop_signals);
    sigaddset(stop_signals, SIGINT);
    sigaddset(stop_signals, SIGTERM);
    sigaddset(stop_signals, SIGQUIT);
    if (hangup_stops())
        sigaddset(stop_signals, SIGHUP);
    else
        signal(SIGHUP, SIG_IGN);
    pthread_sigmask(SIG_BLOCK, stop_signals, NULL);
}

/* The name of a signal that stops the server, for the log. */
static const char *signal_name(int number)
{
    return number == SIGINT    ? "SIGINT"
           : number == SIGQUIT ? "SIGQUIT"
           : number == SIGHUP  ? "SIGHUP"
                               : "SIGTERM";
}

/* Starts everything. Returns 0, or an exit code after an error line. */
static int start_all(struct server_process *process)
{
    int code = tables_read(process->table_path, &process->tables);
    if (code == 0)
        code = start_store(process);
    if (code == 0)
        code = start_service(process);
    return code == 0 ? start_server(process) : code;
}

/* Checks --trusted-proxy. Returns 0, or an exit code after an error line. */
static int check_proxies(const struct option_list *proxies)
{
    for (int i = 0; i < proxies->count; i++) {
        if (!http_proxy_valid(proxies->texts[i]))
            return complain_with(EXIT_USAGE,
                                 "--trusted-proxy '%.60s': expected ADDRESS or ADDRESS/BITS, as in "
                                 "127.0.0.1 or 10.0.0.0/8, or unix: or unix:UID",
                                 proxies->texts[i]);
    }
    return 0;
}

/* Checks --host. Returns 0, or an exit code after an error line. */
static int check_hosts(const struct option_list *hosts)
{
    for (int i = 0; i < hosts->count; i++) {
        if (!http_host_valid(hosts->texts[i]))
            return complain_with(
                EXIT_USAGE,
                "--host '%.60s': expected a name without a port, as in paua.example.org",
                hosts->texts[i]);
    }
    return 0;
}

/* Checks the options and begins the log. Returns 0, or an exit code after an error line. */
static int check_options(struct server_process *process)
{
    int code = check_hosts(&process->hosts);

    if (code == 0)
        code = check_proxies(&process->proxies);
    return code == 0 ? serve_log_init(&process->log, process->log_format, process->log_level)
                     : code;
}

/* Prints the addresses of the server: for this machine first, then for others. */
static void print_addresses(const http_server *server)
{
    const char *url = http_server_url(server), *path = http_server_config(server)->socket;
    http_addresses others;

    http_server_addresses(server, &others);
    printf("paua serve: %s\n", url);
    if (path)
        printf("paua serve: %s for programs of this machine\n", path);
    for (int i = 0; i < others.count; i++) {
        if (strcmp(others.urls[i], url) != 0)
            printf("paua serve: %s for other devices\n", others.urls[i]);
    }
    if (others.loopback)
        printf("paua serve: for this machine only; to play from others, start it with "
               "--listen 0.0.0.0:%s\n",
               strrchr(url, ':') + 1);
    else if (others.count == 0)
        puts("paua serve: this machine has no address that others could open");
}

/* Waits for a signal to stop. Then GET /readyz reports that the server stops, and serving continues
 * for --stop-delay, so that a proxy can notice, or until the next signal. */
static void await_stop(struct server_process *process, const sigset_t *stop_signals)
{
    struct timespec delay = {.tv_sec = process->stop_delay_ms / 1000,
                             .tv_nsec = process->stop_delay_ms % 1000 * 1000000};
    char message[HTTP_URL_MAX + PATH_MAX];
    int received = 0;

    snprintf(message, sizeof message, "serving %s%s%s", http_server_url(process->server),
             process->socket ? " and " : "", process->socket ? process->socket : "");
    serve_log_line(SERVICE_INFO, "start", message, &process->log);
    sigwait(stop_signals, &received);
    service_prepare_stop(process->service);
    serve_log_line(SERVICE_INFO, "stop", signal_name(received), &process->log);
    if (process->stop_delay_ms > 0)
        sigtimedwait(stop_signals, NULL, &delay);
}

/* Runs the server until it is stopped. Returns the exit code. */
static int run_server(struct server_process *process)
{
    int code = smtp_check(&process->smtp);

    if (code != 0)
        return code;
    if (!process->place) {
        code = store_path_default(process->default_place, true);
        if (code != 0)
            return code;
        process->place = process->default_place;
    }
    sigset_t stop_signals;
    block_signals(&stop_signals);
    code = start_all(process);
    if (code == 0) {
        if (!process->quiet)
            print_addresses(process->server);
        if (output_flush())
            await_stop(process, &stop_signals);
    }
    stop_all(process);
    return code;
}

/* Reads the command line by these rows and those of the limits. Returns as options_read(). */
static int read_rows(struct server_process *process, const struct usage *usage,
                     const struct option_row *own, int own_count, int argc, char **argv)
{
    struct option_row rows[OPTIONS_MAX];
    const int count = own_count + SERVE_LIMIT_ROWS;

    assert(count <= OPTIONS_MAX);
    memcpy(rows, own, (size_t)own_count * sizeof *own);
    serve_limits_init(&process->limits, rows + own_count);
    return options_read(usage, rows, count, argc, argv, NULL);
}

int command_serve(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "serve",
        .operands = "",
        .purpose = "Runs the server of the web app and the HTTP API until Ctrl-C or SIGTERM.",
        .notes =
            "Without --store the games are kept in paua/paua.db under $XDG_DATA_HOME or "
            "~/.local/share. Limits are for each client: an IPv4 address, a user of this machine "
            "at the socket, or a /64 of IPv6, whose "
            "/56 and /48 have 4 and 16 times as much. Behind a proxy name it with --trusted-proxy, "
            "so that they are for its clients. With --rate 0 there are none for single clients.",
        .examples = {"paua serve", "paua serve --listen 0.0.0.0:8080 --store sqlite:games.db"},
    };
    struct server_process process = {
        .listen = "127.0.0.1:8080",
        .pause_ms = UNWATCHED_PAUSE_MS,
        .vacation_days = VACATION_DAYS,
    };
    const struct option_row own[] = {
        {"listen", 0, OPTION_TEXT, &process.listen, 0, 0, "ADDR:PORT",
         "where to listen (127.0.0.1:8080); port 0 is any free one"},
        {"socket", 0, OPTION_TEXT, &process.socket, 0, 0, "PATH",
         "listen also on this socket, for programs of this machine, in a directory where only you "
         "may write; the address of its clients is unix:"},
        {"host", 0, OPTION_LIST, &process.hosts, 0, 0, "NAME",
         "a name that browsers reach this server by, besides localhost and its addresses; may be "
         "repeated"},
        ROW_STORE(process.place),
        {"tables", 0, OPTION_TEXT, &process.table_path, 0, 0, "PATH",
         "solved boards for GET /table, analyses and computers: files and folders, separated by "
         "':'"},
        {"trusted-proxy", 0, OPTION_LIST, &process.proxies, 0, 0, "ADDRESS[/BITS]",
         "a proxy: for its requests the client is the last address in Forwarded or "
         "X-Forwarded-For that is no such proxy; where the header is malformed, or both are there, "
         "the answer is 400; may be repeated"},
        {"pause", 0, OPTION_SECONDS, &process.pause_ms, 0, 3600000, "TIME",
         "pause between the moves of computers that nobody watches (3s)"},
        {"vacation-days", 0, OPTION_NUMBER, &process.vacation_days, 0, 366, "N",
         "days of vacation that an account may have in a year (30)"},
        {"public-metrics", 0, OPTION_FLAG, &process.public_metrics, 0, 0, NULL,
         "answer GET /metrics to other machines and clients of a proxy, too"},
        ROWS_MAIL(process.smtp),
        {"log-format", 0, OPTION_TEXT, &process.log_format, 0, 0, "FORMAT",
         "of the log on standard error: text, or json, an object a line"},
        {"log-level", 0, OPTION_TEXT, &process.log_level, 0, 0, "LEVEL",
         "what is logged: error, warning (text), or info (json), which has each request"},
        {"stop-delay", 0, OPTION_SECONDS, &process.stop_delay_ms, 0, 3600000, "TIME",
         "to go on after SIGTERM, while GET /readyz says that the server stops (0s)"},
        {"quiet", 'q', OPTION_FLAG, &process.quiet, 0, 0, NULL, "do not print the address"},
    };
    int code = read_rows(&process, &usage, own, ROWS(own), argc, argv);

    if (code != OPTIONS_GO)
        return code;
    code = check_options(&process);
    return code == 0 ? run_server(&process) : code;
}
