/* instance.h - the parts of a service. They find each other here; each has a header of its own.
 *
 * Locks, in the order in which a thread may take them:
 *
 *   1. a load lock of the cache     while a game is read from the store
 *   2. a game's lock                for work on one game; nothing is waited for under it, but the
 *                                   ratings of its players are read (game_rating.h)
 *   3. the lock of tournaments, under which ratings are read and their players are told
 *   4. the lock of an analysis job, or of notices: lines to be sent
 *   5. the locks of accounts, passwords, tries, cache, lobby, housekeeping, search pool, timers,
 *      vacations, presence news, mailer, store and http: short, and no two at a time; only the
 *      store's lock for reading is held while a game is restored, which may take that of the boards
 */
#ifndef SERVICE_INSTANCE_H
#define SERVICE_INSTANCE_H

#include <stdatomic.h>

#include "service/accounts/accounts.h"
#include "service/accounts/password.h"
#include "service/computer/openings.h"
#include "service/computer/search_pool.h"
#include "service/computer/table.h"
#include "service/core/server_secret.h"
#include "service/core/tries.h"
#include "service/games/play/cache.h"
#include "service/games/play/rooms.h"
#include "service/games/play/timers.h"
#include "service/games/play/vacation.h"
#include "service/mail/mailer.h"
#include "service/people/lobby.h"
#include "service/people/messages.h"
#include "service/people/notices.h"
#include "service/people/presence_news.h"
#include "service/server/housekeeping.h"
#include "service/server/recent_log.h"
#include "service/server/service.h"
#include "service/server/static_files.h"
#include "service/tournaments/tournaments.h"

/* The limits of service_limits. */
enum service_limit {
    LIMIT_CLIENT_SEARCHES,
    LIMIT_SEARCHES,
    LIMIT_CLIENT_ALONE,
    LIMIT_ALONE,
    LIMIT_CLIENT_ANALYSES,
    LIMIT_ANALYSES,
    LIMIT_CLIENT_SEEKS,
    LIMIT_STORE_BYTES,
    LIMIT_UNPLAYED,
    SERVICE_LIMITS
};

struct service {
    service_config config;
    struct boards *boards;
    struct cache *cache;
    struct search_pool *pool;
    struct computer *computer;
    struct lobby *lobby;
    struct housekeeping *housekeeping;
    struct timers *timers;
    struct vacations *vacations;
    struct static_files *files;
    struct table_probes *tables;
    struct accounts *accounts;
    struct passwords *passwords;
    struct tries *wrong_passwords, *sign_ups, *mails;
    struct mailer *mailer;
    struct messages *messages;
    struct notices *notices;
    struct rooms *rooms;
    struct presence_news *presence_news;
    struct openings *openings;
    struct tournaments *tournaments;
    struct recent_log *recent_log;
    unsigned char admin_secret[SERVER_SECRET_SIZE];
    char *layouts, *opponents; /* responses that never change: JSON */
    _Atomic(http_server *) server;
    _Atomic bool stopping; /* service_prepare_stop() */
    _Atomic uint64_t games_created, events_stored, events_failed, analyses_done;
    _Atomic uint64_t sign_ins, sign_ins_failed;
    _Atomic uint64_t limited[SERVICE_LIMITS];    /* refused; of LIMIT_UNPLAYED removed */
    _Atomic int64_t store_asked_ms, store_bytes; /* when the store was asked for its size, and it */
    _Atomic int64_t failure_logged_ms;
    _Atomic int64_t ready_touched_ms; /* when GET /readyz made the store write */
};

int64_t service_now_ms(void); /* since 1970 */
/* The time that the server has been running in all (store.h): what clocks run on. */
int64_t service_running_ms(const struct service *service);

/* Counts what a limit has refused. */
void service_count_limited(struct service *service, enum service_limit limit);

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void service_log(struct service *service, enum service_level level, const char *event,
                 const char *format, ...);

/* Whether a failure of the disk is to be logged: true at most once in ten seconds. */
bool service_log_is_due(struct service *service);
/* Logs why the store could not write, if it could not and that is due. */
void service_log_store_failure(struct service *service);

#endif /* SERVICE_INSTANCE_H */
