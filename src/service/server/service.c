/* service.c - the table of routes, the refusals of the server, and the start and end of a
 * service. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <sodium.h>

#include "base/clock.h"
#include "service/accounts/admin_request.h"
#include "service/accounts/computer_account.h"
#include "service/api/api.h"
#include "service/computer/analysis_job.h"
#include "service/core/response.h"
#include "service/server/instance.h"
#include "service/server/sharing.h"
#include "json/json_text.h"

#define FAILURE_LOG_MS   10000
#define ANALYSIS_NICE    10 /* the computer's moves come before analyses, */
#define BACKGROUND_NICE  15 /* and these before what nobody waits for */
#define CREATE_COST      10 /* a new game counts as this many requests against the rate limit, */
#define CHAT_COST        5  /* a message as this many, */
#define CONDITIONAL_COST 5  /* conditional moves as this many, */
#define LIST_COST        5  /* a list of games as this many, */
#define ANALYSIS_COST    20 /* an analysis as this many, */
#define RECORD_COST      10 /* a game read from text as this many, */
#define PNG_COST         10 /* a picture in pixels as this many, */
#define OPENINGS_COST    4  /* a look at the openings as this many, */
#define TABLE_COST       4  /* a look at a tablebase as this many, */
#define PASSWORD_COST    10 /* and a password as this many */

#define WRONG_PASSWORD_MS ((int64_t)15 * 60 * 1000) /* how long wrong passwords count, */
#define SIGN_UP_MS        ((int64_t)60 * 60 * 1000) /* and new accounts of an address, */
#define MAILS_MS          ((int64_t)60 * 60 * 1000) /* and mails that somebody has asked for */

int64_t service_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t service_running_ms(const struct service *service)
{
    return store_running_ms(service->config.store);
}

void service_count_limited(struct service *service, enum service_limit limit)
{
    atomic_fetch_add(&service->limited[limit], 1);
}

void service_log(struct service *service, enum service_level level, const char *event,
                 const char *format, ...)
{
    static const char *const levels[] = {"error", "warning", "info"};
    char line[STORE_MESSAGE_MAX + 64];
    va_list values;

    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    recent_log_add(service->recent_log, service_now_ms(), levels[level], event, line);
    service->config.log(level, event, line, service->config.log_context);
}

bool service_log_is_due(struct service *service)
{
    int64_t now = clock_now_ms(), before = atomic_load(&service->failure_logged_ms);

    return (before == 0 || now - before >= FAILURE_LOG_MS) &&
           atomic_compare_exchange_strong(&service->failure_logged_ms, &before, now);
}

void service_log_store_failure(struct service *service)
{
    char why[STORE_MESSAGE_MAX];

    store_failure(service->config.store, why);
    if (*why && service_log_is_due(service))
        service_log(service, SERVICE_ERROR, "store", "store: cannot write: %s", why);
}

/* 404 as JSON for a path under /api without a route. */
static void on_unknown_path(http_request *request, void *context)
{
    (void)context;
    respond_no_path(request);
}

/* The web app is one page, which shows what the address says: /g/ID a game. */
static void on_page(http_request *request, void *context)
{
    struct service *service = context;

    static_files_respond(service->files, request, "/");
}

/* A file of the web app, or the description of the API. */
static void on_file(http_request *request, void *context)
{
    struct service *service = context;

    static_files_respond(service->files, request, http_path(request));
}

static const http_route routes[] = {
    {"GET", "/", on_page, 1},
    {"GET", "/g/*", on_page, 1},
    {"GET", "/games", on_page, 1},
    {"GET", "/record", on_page, 1},
    {"GET", "/account", on_page, 1},
    {"GET", "/user/*", on_page, 1},
    {"GET", "/standings", on_page, 1},
    {"GET", "/tournaments", on_page, 1},
    {"GET", "/tournaments/*", on_page, 1},
    {"GET", "/messages", on_page, 1},
    {"GET", "/messages/*", on_page, 1},
    {"POST", "/api/1/games", api_create, CREATE_COST},
    {"GET", "/api/1/games", api_games, LIST_COST},
    {"GET", "/api/1/seeks", api_seeks, 1},
    {"GET", "/api/1/games/*.apgn", api_game_apgn, 1},
    {"GET", "/api/1/games/*.json", api_game_json, 1},
    {"GET", "/api/1/games/*.svg", api_game_svg, 1},
    {"GET", "/api/1/games/*.png", api_game_png, PNG_COST},
    {"GET", "/api/1/games/*", api_get, 1},
    {"POST", "/api/1/games/*/moves", api_move, 1},
    {"POST", "/api/1/games/*/resign", api_resign, 1},
    {"POST", "/api/1/games/*/decline", api_decline, 1},
    {"POST", "/api/1/games/*/claim", api_claim, 1},
    {"POST", "/api/1/games/*/draw", api_draw, 1},
    {"POST", "/api/1/games/*/takeback", api_takeback, 1},
    {"POST", "/api/1/games/*/pause", api_pause, 1},
    {"POST", "/api/1/games/*/resume", api_resume, 1},
    {"POST", "/api/1/games/*/rematch", api_rematch, 1},
    {"POST", "/api/1/games/*/join", api_join, 1},
    {"POST", "/api/1/games/*/chat", api_chat, CHAT_COST},
    {"POST", "/api/1/games/*/account", api_take_along, 1},
    {"GET", "/api/1/games/*/conditional", api_conditional, 1},
    {"POST", "/api/1/games/*/conditional", api_set_conditional, CONDITIONAL_COST},
    {"DELETE", "/api/1/games/*/conditional", api_remove_conditional, 1},
    {HTTP_GET_ONLY, "/api/1/games/*/events", api_events, 1},
    {HTTP_GET_ONLY, "/api/1/games/*/review", api_review, ANALYSIS_COST},
    {"POST", "/api/1/account", api_sign_up, PASSWORD_COST},
    {"GET", "/api/1/account", api_account, 1},
    {"PATCH", "/api/1/account", api_change_account, PASSWORD_COST},
    {"DELETE", "/api/1/account", api_close_account, PASSWORD_COST},
    {"GET", "/api/1/account/games", api_account_games, LIST_COST},
    {"GET", "/api/1/account/export", api_export_account, LIST_COST},
    {"POST", "/api/1/account/tokens", api_create_token, 1},
    {"DELETE", "/api/1/account/tokens/*", api_end_token, 1},
    {"DELETE", "/api/1/account/sessions", api_end_sessions, 1},
    {"DELETE", "/api/1/account/sessions/*", api_end_session, 1},
    {"PUT", "/api/1/account/address", api_set_address, PASSWORD_COST},
    {"POST", "/api/1/account/address", api_confirm_address, 1},
    {"DELETE", "/api/1/account/address", api_remove_address, 1},
    {"GET", "/api/1/session", api_session, 1},
    {"POST", "/api/1/session", api_sign_in, PASSWORD_COST},
    {"DELETE", "/api/1/session", api_sign_out, 1},
    {"POST", "/api/1/session/forgotten", api_forgotten, PASSWORD_COST},
    {"POST", "/api/1/session/reset", api_reset_password, PASSWORD_COST},
    {"GET", "/api/1/account/settings", api_settings, 1},
    {"PATCH", "/api/1/account/settings", api_change_settings, 1},
    {"GET", "/api/1/account/messages", api_messages, LIST_COST},
    {"GET", "/api/1/account/messages/*", api_conversation, 1},
    {"DELETE", "/api/1/account/messages/*", api_remove_messages, 1},
    {"POST", "/api/1/account/messages/*/read", api_mark_messages, 1},
    {"DELETE", "/api/1/account/messages/*/*", api_remove_message, 1},
    {"GET", "/api/1/account/blocks", api_blocks, 1},
    {"PUT", "/api/1/account/blocks/*", api_block, 1},
    {"DELETE", "/api/1/account/blocks/*", api_unblock, 1},
    {"POST", "/api/1/account/reports", api_report, CHAT_COST},
    {"GET", "/api/1/account/subscriptions", api_subscriptions, LIST_COST},
    {"PUT", "/api/1/account/subscriptions/*", api_subscribe, 1},
    {"DELETE", "/api/1/account/subscriptions/*", api_unsubscribe, 1},
    {HTTP_GET_ONLY, "/api/1/account/events", api_account_events, LIST_COST},
    {"POST", "/api/1/users/*/messages", api_write_message, CHAT_COST},
    {"GET", "/api/1/account/reminders", api_reminders, LIST_COST},
    {"POST", "/api/1/account/reminders", api_mark_reminders, LIST_COST},
    {"GET", "/api/1/account/vacation", api_vacation, 1},
    {"POST", "/api/1/account/vacation", api_set_vacation, 1},
    {"DELETE", "/api/1/account/vacation", api_end_vacation, 1},
    {"GET", "/api/1/users/*/ratings", api_user_ratings, LIST_COST},
    {"GET", "/api/1/users/*/games", api_user_games, LIST_COST},
    {"GET", "/api/1/users/*", api_user, 1},
    {"GET", "/api/1/standings", api_standings, LIST_COST},
    {"GET", "/api/1/tournaments", api_tournaments, LIST_COST},
    {"POST", "/api/1/tournaments", api_create_tournament, CREATE_COST},
    {"GET", "/api/1/tournaments/*", api_tournament, LIST_COST},
    {"DELETE", "/api/1/tournaments/*", api_cancel_tournament, 1},
    {"POST", "/api/1/tournaments/*/join", api_join_tournament, 1},
    {"POST", "/api/1/tournaments/*/leave", api_leave_tournament, 1},
    {"POST", "/api/1/tournaments/*/start", api_start_tournament, 1},
    {"POST", "/api/1/command", api_command, 1},
    {"POST", "/api/1/mail", api_mail, 1},
    {"POST", "/api/1/mail/answer", api_mail_answer, 1},
    {"POST", "/api/1/admin", api_admin, 1},
    {"POST", "/api/1/analysis", api_analysis, ANALYSIS_COST},
    {"GET", "/api/1/layouts", api_layouts, 1},
    {"GET", "/api/1/opponents", api_opponents, 1},
    {"GET", "/api/1/openings", api_openings, OPENINGS_COST},
    {"GET", "/api/1/table", api_table, TABLE_COST},
    {"POST", "/api/1/records", api_records, RECORD_COST},
    {"GET", "/api/1/server", api_server, 1},
    {"GET", "/api/1/openapi.json", on_file, 1},
    {"GET", "/healthz", api_health, 1},
    {"GET", "/readyz", api_ready, 1},
    {"GET", "/metrics", api_metrics, 1},
    {"*", "/api/**", on_unknown_path, 1},
    {"GET", "/**", on_file, 1},
};

const http_route *service_routes(size_t *count)
{
    *count = sizeof routes / sizeof routes[0];
    return routes;
}

void service_refuse(http_request *request, int status, void *context)
{
    const char *why = http_refusal(request);

    (void)context;
    switch (status) {
    case 400:
    case 417:
    case 501:
        respond_error(request, status, "bad_request", "%s", why);
        break;
    case 403:
        respond_error(request, 403, "cross_site",
                      "pages of other sites may not ask this (Origin '%.60s')",
                      http_header(request, "Origin") ? http_header(request, "Origin") : "");
        break;
    case 404:
        respond_no_path(request);
        break;
    case 405:
        respond_error(request, 405, "bad_method", "method %.20s is not allowed here",
                      http_method(request));
        break;
    case 414:
        respond_error(request, 414, "too_large",
                      "request target: expected at most 8192 bytes and 64 arguments");
        break;
    case 413:
        respond_error(request, 413, "too_large", "body: expected at most 16 KiB");
        break;
    case 415:
        respond_error(request, 415, "bad_type", "Content-Type: expected application/json");
        break;
    case 421:
        respond_error(request, 421, "bad_host",
                      "Host '%.40s': expected localhost, the address of this server, or a name "
                      "given with --host",
                      http_header(request, "Host") ? http_header(request, "Host") : "");
        break;
    case 429:
        if (!static_files_respond_limited(request))
            respond_error(request, 429, "too_many", "%s",
                          *why ? why : "too many requests from this address");
        break;
    case 503:
        respond_error(request, 503, *why ? "busy" : "storage", "%s",
                      *why ? why : "the server is shutting down");
        break;
    default:
        respond_error(request, 500, "internal", "the server could not handle this request");
        break;
    }
}

void service_attach(struct service *service, http_server *server)
{
    atomic_store(&service->server, server);
}

/* Starts the search pool. Only analyses are limited in number here; computer moves always queue,
 * and computer_admit() limits how many can. One worker is enough for moves that take a moment. */
static struct search_pool *start_pool(const service_config *config)
{
    const struct search_class_config classes[SEARCH_CLASSES] = {
        [SEARCH_QUICK_MOVES] = {.workers = 1, .tt_bytes = config->move_tt_bytes},
        [SEARCH_MOVES] = {.workers = config->move_workers, .tt_bytes = config->move_tt_bytes},
        [SEARCH_BACKGROUND_MOVES] = {.workers = config->move_workers,
                                     .nice = BACKGROUND_NICE,
                                     .tt_bytes = config->move_tt_bytes},
        [SEARCH_ANALYSES] = {.workers = config->analysis_workers,
                             .nice = ANALYSIS_NICE,
                             .tt_bytes = config->analysis_tt_bytes,
                             .jobs_max = config->limits.analyses,
                             .client_jobs_max = config->limits.client_analyses},
    };

    return search_pool_new(classes);
}

/* Makes the parts; those that are there when one fails are freed by the caller. */
static paua_status service_init(struct service *service)
{
    const service_config *config = &service->config;

    if (sodium_init() < 0 || !(service->recent_log = recent_log_new()) ||
        !(service->boards = boards_new()) ||
        !(service->cache = cache_new(service, config->games_kept)) ||
        !(service->files = static_files_new(config->assets, config->asset_count)) ||
        !(service->tables = table_probes_new(config->tables, config->table_count)) ||
        !(service->accounts = accounts_new(service)) || !(service->passwords = passwords_new()) ||
        !(service->wrong_passwords = tries_new(WRONG_PASSWORD_MS)) ||
        !(service->sign_ups = tries_new(SIGN_UP_MS)) || !(service->mails = tries_new(MAILS_MS)) ||
        !(service->messages = messages_new()) || !(service->notices = notices_new(service)) ||
        !(service->rooms = rooms_new()) || !(service->presence_news = presence_news_new()) ||
        !(service->layouts = layouts_json(service->boards)) ||
        !(service->opponents = opponents_json()) || !(service->computer = computer_new(service)) ||
        !(service->timers = timers_new(service)) ||
        !(service->vacations = vacations_new(service)) ||
        !(service->tournaments = tournaments_new(service)) ||
        !(service->openings = openings_new(service)) || !(service->lobby = lobby_new(service)) ||
        !(service->pool = start_pool(config)))
        return PAUA_NO_MEMORY;
    paua_status status = computer_accounts_add(config->store);
    if (status == PAUA_OK)
        status = lobby_restore(service->lobby);
    if (status == PAUA_OK)
        status = server_secret_make(config->store, ADMIN_SECRET_NAME, service->admin_secret);
    if (status == PAUA_OK)
        status = mailer_new(service, &service->mailer);
    if (status != PAUA_OK)
        return status;
    if (!(service->housekeeping = housekeeping_new(service)))
        return PAUA_NO_MEMORY;
    status = computer_resume_games(service->computer);
    if (status == PAUA_OK)
        status = vacations_load(service->vacations);
    if (status == PAUA_OK)
        status = timers_start(service->timers);
    if (status == PAUA_OK)
        status = vacations_start(service->vacations);
    if (status == PAUA_OK)
        status = tournaments_load(service->tournaments);
    if (status == PAUA_OK && !mailer_start(service->mailer))
        status = PAUA_NO_MEMORY;
    return status == PAUA_OK ? sharing_start(service) : status;
}

paua_status service_new(const service_config *config, struct service **out)
{
    struct service *service = calloc(1, sizeof *service);

    if (!service)
        return PAUA_NO_MEMORY;
    service->config = *config;
    json_watch_memory();
    paua_status status = service_init(service);
    if (status != PAUA_OK) {
        service_halt(service);
        service_free(service);
        return status;
    }
    *out = service;
    return PAUA_OK;
}

void service_prepare_stop(struct service *service)
{
    atomic_store(&service->stopping, true);
}

void service_halt(struct service *service)
{
    sharing_stop(service);
    if (service->housekeeping)
        housekeeping_stop(service->housekeeping);
    passwords_free(service->passwords);
    service->passwords = NULL;
    mailer_halt(service->mailer);
    vacations_halt(service->vacations);
    timers_halt(service->timers);
    if (service->pool)
        search_pool_halt(service->pool);
    if (service->openings)
        openings_halt(service->openings);
}

void service_free(struct service *service)
{
    if (!service)
        return;
    search_pool_free(service->pool);
    computer_free(service->computer);
    housekeeping_free(service->housekeeping);
    lobby_free(service->lobby);
    timers_free(service->timers);
    vacations_free(service->vacations);
    tournaments_free(service->tournaments);
    cache_free(service->cache);
    static_files_free(service->files);
    table_probes_free(service->tables);
    accounts_free(service->accounts);
    tries_free(service->wrong_passwords);
    tries_free(service->sign_ups);
    tries_free(service->mails);
    mailer_free(service->mailer);
    messages_free(service->messages);
    notices_free(service->notices);
    rooms_free(service->rooms);
    presence_news_free(service->presence_news);
    recent_log_free(service->recent_log);
    openings_free(service->openings);
    boards_free(service->boards);
    free(service->layouts);
    free(service->opponents);
    free(service);
}
