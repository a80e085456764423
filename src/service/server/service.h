/* service.h - games over HTTP: the API of docs/http-api.md, and the computer's moves.
 *
 * The service joins http and store. The order of calls: store_open(), service_new(),
 * http_server_start() with service_routes_new(), service_attach(); and at the end
 * service_prepare_stop(), http_server_stop(), service_halt(), store_close(), service_free().
 */
#ifndef SERVICE_SERVICE_H
#define SERVICE_SERVICE_H

#include "http/http.h"
#include "service/api/service_config.h"

struct service;

/* Starts the service: its threads begin to search for the moves that the computer owes in stored
 * games. Returns PAUA_OK, PAUA_NO_MEMORY, or PAUA_IO (the store cannot be read). */
paua_status service_new(const service_config *config, struct service **out);

/* All routes, for http_server_start(), with the service as their context; free() them after the
 * server. NULL: out of memory. */
http_route *service_routes_new(size_t *count);
/* The server's own refusals, as errors of the API: http_config.refuse. */
void service_refuse(http_request *request, int status, void *context);

/* Whether a bot asks: http_config.has_own_budget. */
bool service_asks_bot(const http_request *request, void *context);

/* Names the server, for the metrics. */
void service_attach(struct service *service, http_server *server);

/* The server is about to stop: from now on GET /readyz says so. Everything else goes on. */
void service_prepare_stop(struct service *service);

/* Stops all searches. Games in which the computer is to move are resumed by the next start. */
void service_halt(struct service *service);

/* NULL is allowed. */
void service_free(struct service *service);

#endif /* SERVICE_SERVICE_H */
