/* api.h - the calls of docs/http-api.md. Each file of this folder has the handlers of one resource
 * and the table of their routes; server/routes.c joins the tables. The context of a handler is the
 * service. */
#ifndef SERVICE_API_H
#define SERVICE_API_H

#include <jansson.h>

#include "service/games/model/game.h"

struct guide_answers;
struct identity;
struct service;

/* The cost of a call against the rate limit of its client, in requests. */
enum route_cost {
    TABLE_COST = 4,
    OPENINGS_COST = 4,
    COMMAND_COST = 2, /* and what its calls cost, and more by what they respond */
    SIGN_OUT_COST = 2,
    LIST_COST = 5,
    TOURNAMENT_COST = 5, /* and more by its games */
    FINISHED_COST = 10,  /* besides LIST_COST */
    CHAT_COST = 5,
    CONDITIONAL_COST = 5,
    CREATE_COST = 10,
    RECORD_COST = 10,
    PNG_COST = 10,      /* and more by its size */
    PASSWORD_COST = 10, /* checked or hashed */
    ANALYSIS_COST = 20,
    EXPORT_COST = 300 /* all that an account has, with a hundred large tournaments */
};

/* The routes of one resource. */
struct route_table {
    const http_route *routes;
    size_t count;
};
#define ROUTE_TABLE(routes)                                                                        \
    {                                                                                              \
        (routes), sizeof(routes) / sizeof *(routes)                                                \
    }

extern const struct route_table account_events_routes;
extern const struct route_table account_routes;
extern const struct route_table actions_routes;
extern const struct route_table address_routes;
extern const struct route_table admin_routes;
extern const struct route_table analysis_routes;
extern const struct route_table blocks_routes;
extern const struct route_table command_routes;
extern const struct route_table conditional_routes;
extern const struct route_table export_routes;
extern const struct route_table games_routes;
extern const struct route_table guide_routes;
extern const struct route_table lobby_routes;
extern const struct route_table logins_routes;
extern const struct route_table mail_routes;
extern const struct route_table messages_routes;
extern const struct route_table ratings_routes;
extern const struct route_table records_routes;
extern const struct route_table reminders_routes;
extern const struct route_table server_routes;
extern const struct route_table settings_routes;
extern const struct route_table mail_games_routes;
extern const struct route_table subscriptions_routes;
extern const struct route_table tournaments_routes;
extern const struct route_table unsubscribe_routes;
extern const struct route_table users_routes;
extern const struct route_table vacation_routes;

/* The answers of GET /guide; NULL: out of memory. */
struct guide_answers *guide_answers_new(void);
void guide_answers_free(struct guide_answers *answers); /* NULL is allowed */

#define GAME_ROWS_MAX 100

/* Games of an account, as the store lists them. */
struct game_ids {
    char list[GAME_ROWS_MAX][ID_SIZE + 1];
    int count, most; /* at most GAME_ROWS_MAX */
};

/* Adds an id, for the lists of the store. False: the list is full. */
bool game_ids_add(const char *id, void *ids);

/* The rows of the games that the identity may see: it plays in them, is challenged, or they are
 * public. */
json_t *game_rows_json(struct service *service, const struct identity *identity,
                       const struct game_ids *ids);

/* Whether the server sends mail. False: the request has its response. */
bool address_require_mail(struct service *service, http_request *request);

/* The game that the path names: by its id, or by its number if it is public or the sender plays in
 * it. Held for the caller; loads it from the store, or brings it up to date with other servers, but
 * changes nothing in the store. NULL: the request has its response. */
struct game *request_game(struct service *service, http_request *request);

#endif /* SERVICE_API_H */
