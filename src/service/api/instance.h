/* instance.h - the parts of a server. Only api/ and server/ include it; every part borrows the
 * environment (env.h), the games (games.h) and the other parts that it needs.
 *
 * Locks, in the order in which a thread may take them:
 *
 *   1. a load lock of the cache     while a game is read from the store
 *   2. a game's lock                for work on one game; nobody waits under it, except that the
 *                                   ratings of its players are read (game_players.h)
 *   3. the lock of tournaments, under which their players are notified
 *   4. the lock of an analysis job, or of notices: lines to be sent
 *   5. the locks of accounts, passwords, attempts, cache, lobby, housekeeping, search pool, timers,
 *      vacations, presence feed, mailer, mail events, store and http: short, and no two at a time,
 *      but that the store's lock for reading is held while a game is restored, which may take that
 *      of the boards, and the cache calls listeners under its lock when a game leaves it
 */
#ifndef SERVICE_INSTANCE_H
#define SERVICE_INSTANCE_H

#include <stdatomic.h>

#include "service/accounts/accounts.h"
#include "service/accounts/password.h"
#include "service/api/service_config.h"
#include "service/computer/computer.h"
#include "service/computer/openings.h"
#include "service/computer/search_pool.h"
#include "service/computer/table.h"
#include "service/core/attempts.h"
#include "service/core/env.h"
#include "service/core/keys.h"
#include "service/core/work_pool.h"
#include "service/games/play/cache.h"
#include "service/games/play/closings.h"
#include "service/games/play/game_slots.h"
#include "service/games/play/games.h"
#include "service/games/play/timers.h"
#include "service/games/play/vacation.h"
#include "service/mail/mail_events.h"
#include "service/mail/mailer.h"
#include "service/people/lobby.h"
#include "service/people/messages.h"
#include "service/people/notices.h"
#include "service/people/presence_feed.h"
#include "service/tournaments/tournaments.h"

struct housekeeping;
struct static_files;

struct service {
    service_config config;
    struct env env;
    struct games games;
    struct boards *boards;
    struct search_pool *pool;
    struct computer *computer;
    struct lobby *lobby;
    struct housekeeping *housekeeping;
    struct static_files *files;
    struct table_probes *tables;
    struct reviews *reviews;
    struct accounts *accounts;
    struct passwords *passwords;
    struct work_pool *work; /* pictures, exports, cross tables */
    struct attempts *wrong_passwords, *sign_ins, *sign_ups, *mails;
    struct mailer *mailer;
    struct mail_events *mail_events;
    struct messages *messages;
    struct notices *notices;
    struct presence_feed *presence_feed;
    struct openings *openings;
    struct tournaments *tournaments;
    unsigned char admin_secret[SERVER_SECRET_SIZE];
    unsigned char creation_secret[SERVER_SECRET_SIZE]; /* idempotency_key.h */
    char *layouts_json, *opponents_json;               /* responses that never change */
    struct guide_answers *guide;                       /* others, of api_guide.c */
    _Atomic(http_server *) server;
    bool store_hung; /* when the store's thread last said so: on that thread alone */
    _Atomic int64_t ready_touched_ms; /* when GET /readyz made the store write */
};

#endif /* SERVICE_INSTANCE_H */
