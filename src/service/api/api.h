/* api.h - the calls of docs/http-api.md. Each file of this folder has the handlers of one resource
 * and the table of their routes; server/routes.c joins the tables. The context of a handler is the
 * service. */
#ifndef SERVICE_API_H
#define SERVICE_API_H

#include "service/games/model/game.h"

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
    ANALYSIS_COST = 20
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
extern const struct route_table lobby_routes;
extern const struct route_table logins_routes;
extern const struct route_table mail_routes;
extern const struct route_table messages_routes;
extern const struct route_table ratings_routes;
extern const struct route_table records_routes;
extern const struct route_table reminders_routes;
extern const struct route_table server_routes;
extern const struct route_table settings_routes;
extern const struct route_table subscriptions_routes;
extern const struct route_table tournaments_routes;
extern const struct route_table users_routes;
extern const struct route_table vacation_routes;

/* Whether the server sends mail, and whether it sends more for this client. False: the request has
 * its response. */
bool address_require_mail(struct service *service, http_request *request);
bool address_admit_client(struct service *service, http_request *request);

/* The game that the path names: by its id, or by its number if it is public or the sender plays in
 * it. Held for the caller; loads it from the store, or brings it up to date with other servers, but
 * changes nothing in the store. NULL: the request has its response. */
struct game *request_game(struct service *service, http_request *request);

#endif /* SERVICE_API_H */
