/* service.c - starts and stops the parts of a service, and refuses requests in the name of http. */
#define _GNU_SOURCE
#include <stdlib.h>

#include <sodium.h>

#include "service/accounts/admin_request.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/computer/computer_accounts.h"
#include "service/computer/review.h"
#include "service/core/keys.h"
#include "service/core/response.h"
#include "service/games/play/action.h"
#include "service/games/play/networks.h"
#include "service/mail/mail_login.h"
#include "service/server/cluster.h"
#include "service/server/housekeeping.h"
#include "service/server/service.h"
#include "service/server/static_files.h"
#include "json/json_text.h"

/* A database that does not answer for so long hangs: then requests that need it get 503. One that
 * reads and writes waits twice. */
#define STORE_DEADLINE_MS 700

/* Nice values: moves that people wait for are searched at 0. */
#define ANALYSIS_NICE   10
#define BACKGROUND_NICE 15
#define WORK_NICE       5

/* How long attempts count. */
#define WRONG_PASSWORD_MS ((int64_t)15 * 60 * 1000)
#define SIGN_IN_MS        ((int64_t)15 * 60 * 1000)
#define SIGN_UP_MS        ((int64_t)60 * 60 * 1000) /* new accounts of an address */
#define MAILS_MS          ((int64_t)60 * 60 * 1000) /* requested mails */

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
        respond_error(request, 413, "too_large", "body: expected at most %zu KiB",
                      http_body_max(request) / 1024);
        break;
    case 415:
        respond_error(request, 415, "bad_type", "%s",
                      *why ? why : "Content-Type: expected application/json");
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

bool service_has_own_budget(const http_request *request, void *context)
{
    const struct service *service = context;

    return accounts_knows_bot(service->accounts, request);
}

void service_report_proxy(const char *address, void *context)
{
    struct service *service = context;

    env_log(&service->env, SERVICE_WARNING, "proxy",
            "proxy: requests come through %s, which is not trusted: its clients count as one for "
            "limits and ratings; if that is your proxy, start with --trusted-proxy %s",
            address, address);
}

void service_attach(struct service *service, http_server *server)
{
    atomic_store(&service->server, server);
}

/* Starts the search pool. Only analyses are limited in number here; computer moves always queue,
 * and computer_admit_move() limits how many can. One worker is enough for moves that take a
 * moment. */
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

    return search_pool_new(classes, config->tables, config->table_count);
}

/* Creates what the parts share. */
static bool init_shared(struct service *service)
{
    const service_config *config = &service->config;

    if (sodium_init() < 0 ||
        !env_init(&service->env, config->store, &config->limits, config->log, config->log_context))
        return false;
    service->boards = boards_new();
    service->accounts = accounts_new(&service->env);
    service->games = (struct games){
        .env = &service->env, .accounts = service->accounts, .boards = service->boards};
    return service->boards && service->accounts;
}

/* Creates the parts that play games. */
static bool init_games(struct service *service)
{
    struct games *games = &service->games;

    games->cache = cache_new(games, service->config.games_kept);
    games->timers = timers_new(games);
    games->vacations = vacations_new(games, service->config.vacation_days);
    games->closings = closings_new(games);
    games->slots = game_slots_new();
    games->networks = networks_new();
    return games->cache && games->timers && games->vacations && games->closings && games->slots &&
           games->networks;
}

/* Creates the listeners of games, in the order in which they are notified. */
static bool init_listeners(struct service *service)
{
    const service_config *config = &service->config;
    struct games *games = &service->games;

    return (service->presence_feed = presence_feed_new(games)) &&
           (service->lobby = lobby_new(games)) &&
           (service->messages = messages_new(&service->env)) &&
           (service->notices = notices_new(games, service->messages)) &&
           (service->tournaments = tournaments_new(games, service->notices)) &&
           (service->pool = start_pool(config)) &&
           (service->computer = computer_new(games, service->pool, config->pause_ms)) &&
           (service->reviews = reviews_new(games, service->pool));
}

/* Creates the parts that no game uses. */
static bool init_other_parts(struct service *service)
{
    const service_config *config = &service->config;

    return (service->files = static_files_new(config->assets, config->asset_count)) &&
           (service->tables = table_probes_new(&service->env, service->boards, config->tables,
                                               config->table_count)) &&
           (service->openings = openings_new(&service->env, service->boards, config->place)) &&
           (service->passwords = passwords_new()) &&
           (service->work = work_pool_new(&(struct work_pool_config){
                .workers = 1, .nice = WORK_NICE, .jobs_max = 256, .client_jobs_max = 16})) &&
           (service->wrong_passwords = attempts_new(WRONG_PASSWORD_MS)) &&
           (service->sign_ins = attempts_new(SIGN_IN_MS)) &&
           (service->sign_ups = attempts_new(SIGN_UP_MS)) &&
           (service->mails = attempts_new(MAILS_MS)) &&
           (service->layouts_json = layouts_json(service->boards)) &&
           (service->opponents_json = opponents_json()) && (service->guide = guide_answers_new());
}

/* Lets the parts read the store, and starts the threads. */
static paua_status start_parts(struct service *service)
{
    paua_status status = env_read_date(&service->env);

    if (status == PAUA_OK)
        status = computer_accounts_add(service->env.store);
    if (status == PAUA_OK)
        status = lobby_restore(service->lobby);
    if (status == PAUA_OK)
        status = server_secret_make(service->env.store, ADMIN_SECRET_NAME, service->admin_secret);
    if (status == PAUA_OK)
        status = server_secret_make(service->env.store, "creation", service->creation_secret);
    if (status == PAUA_OK)
        status = mailer_new(&service->games, &service->config.mail, &service->mailer);
    if (status != PAUA_OK)
        return status;
    service->mail_events = mail_events_new(&service->games, service->mailer, service->mails);
    if (!service->mail_events)
        return PAUA_ERROR_NO_MEMORY;

    accounts_accept_mail(service->accounts, mail_identify, service->mailer);
    service->housekeeping = housekeeping_new(service);
    if (!service->housekeeping)
        return PAUA_ERROR_NO_MEMORY;

    status = computer_resume_games(service->computer);
    if (status == PAUA_OK)
        status = vacations_load(service->games.vacations);
    if (status == PAUA_OK)
        status = timers_start(service->games.timers);
    if (status == PAUA_OK)
        status = vacations_start(service->games.vacations);
    if (status == PAUA_OK)
        status = tournaments_load(service->tournaments);
    if (status == PAUA_OK)
        status = closings_start(service->games.closings);
    if (status == PAUA_OK &&
        (!mailer_start(service->mailer) || !mail_events_start(service->mail_events)))
        status = PAUA_ERROR_NO_MEMORY;
    return status == PAUA_OK ? cluster_start(service) : status;
}

/* Refuses what waits behind a write that hangs, without being in the store's own queue. */
static void refuse_waiting(struct service *service)
{
    struct id_list cached = {0};

    if (!store_write_hangs(service->env.store))
        return;
    cache_list(service->games.cache, id_list_add, &cached);
    for (size_t i = 0; i < cached.count; i++)
        actions_refuse_waiting(&service->games, cached.ids[i]);
    id_list_clear(&cached);
    tournaments_refuse_waiting(service->tournaments);
}

/* The store hangs, or answers again. */
static void on_store_hangs(bool hangs, void *context)
{
    struct service *service = context;

    if (hangs && !service->store_hung)
        env_log(&service->env, SERVICE_ERROR, "store",
                "store: the database has not answered for %d ms: what needs it gets 503",
                STORE_DEADLINE_MS);
    if (!hangs)
        env_log(&service->env, SERVICE_WARNING, "store", "store: the database answers again");
    service->store_hung = hangs;
    if (hangs)
        refuse_waiting(service);
}

/* On failure the caller frees the parts that were created. */
static paua_status service_init(struct service *service)
{
    if (!init_shared(service) || !init_games(service) || !init_listeners(service) ||
        !init_other_parts(service))
        return PAUA_ERROR_NO_MEMORY;
    paua_status status = start_parts(service);
    return status == PAUA_OK
               ? store_watch(service->env.store, STORE_DEADLINE_MS, on_store_hangs, service)
               : status;
}

paua_status service_new(const service_config *config, struct service **out)
{
    struct service *service = calloc(1, sizeof *service);

    if (!service)
        return PAUA_ERROR_NO_MEMORY;
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
    atomic_store(&service->env.stopping, true);
}

void service_halt_work(struct service *service)
{
    work_pool_halt(service->work);
}

void service_halt(struct service *service)
{
    cluster_stop(service);
    if (service->housekeeping)
        housekeeping_stop(service->housekeeping);
    passwords_free(service->passwords);
    service->passwords = NULL;
    work_pool_free(service->work);
    service->work = NULL;
    mail_events_halt(service->mail_events);
    mailer_halt(service->mailer);
    closings_halt(service->games.closings);
    vacations_halt(service->games.vacations);
    timers_halt(service->games.timers);
    tournaments_halt(service->tournaments);
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
    timers_free(service->games.timers);
    vacations_free(service->games.vacations);
    closings_free(service->games.closings);
    tournaments_free(service->tournaments);
    cache_free(service->games.cache);
    static_files_free(service->files);
    table_probes_free(service->tables);
    accounts_free(service->accounts);
    attempts_free(service->wrong_passwords);
    attempts_free(service->sign_ins);
    attempts_free(service->sign_ups);
    attempts_free(service->mails);
    mail_events_free(service->mail_events);
    mailer_free(service->mailer);
    messages_free(service->messages);
    notices_free(service->notices);
    game_slots_free(service->games.slots);
    networks_free(service->games.networks);
    presence_feed_free(service->presence_feed);
    openings_free(service->openings);
    reviews_free(service->reviews);
    boards_free(service->boards);
    free(service->layouts_json);
    free(service->opponents_json);
    guide_answers_free(service->guide);
    env_destroy(&service->env);
    free(service);
}
