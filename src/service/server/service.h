/* service.h - the game server: the API of docs/http-api.md over HTTP, and the computer's moves.
 *
 * The service joins http and store. The order of calls: store_open(), service_new(),
 * http_server_start() with service_routes_new(), service_attach(); and at the end
 * service_prepare_stop(), service_halt_work(), http_server_stop(), service_halt(), store_close(),
 * service_free().
 */
#ifndef SERVICE_SERVICE_H
#define SERVICE_SERVICE_H

#include "http/http.h"
#include "service/api/service_config.h"

struct service;

/* Starts the service, which resumes stored games in which the computer is to move. Returns PAUA_OK,
 * PAUA_ERROR_NO_MEMORY, or PAUA_ERROR_IO (the store cannot be read). */
paua_status service_new(const service_config *config, struct service **out);

/* All routes for http_server_start(), with the service as their context; free() them after the
 * server has stopped. NULL: out of memory. */
http_route *service_routes_new(size_t *count);
/* http_config.refuse: responds to refused requests with errors of the API. */
void service_refuse(http_request *request, int status, void *context);

/* http_config.has_own_budget: whether the sender is a bot. */
bool service_has_own_budget(const http_request *request, void *context);

/* http_config.untrusted_proxy: logs a warning for the administrator. */
void service_report_proxy(const char *address, void *context);

/* Names the server, for the metrics. */
void service_attach(struct service *service, http_server *server);

/* Announces the stop in GET /readyz. Everything else continues. */
void service_prepare_stop(struct service *service);

/* Refuses the pictures and exports that wait for a thread, and further ones, so that
 * http_server_stop() need not wait for them. */
void service_halt_work(struct service *service);

/* Stops all searches. Games in which the computer is to move are resumed by the next start. */
void service_halt(struct service *service);

/* NULL is allowed. */
void service_free(struct service *service);

#endif /* SERVICE_SERVICE_H */
