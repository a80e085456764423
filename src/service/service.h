/* service.h - games over HTTP: the API of docs/http-api.md, and the computer's moves.
 *
 * The service joins http and store. Life: open a store, make the service, start a http server with its
 * routes; then http_server_stop(), service_halt(), store_close(), service_free(), in this order.
 */
#ifndef SERVICE_SERVICE_H
#define SERVICE_SERVICE_H

#include "http/http.h"
#include "store/store.h"

struct service;

typedef struct service_asset {
    const char *path; /* "/app.js"; "/" is the page itself */
    const char *type;
    const unsigned char *data;
    size_t size;
    const unsigned char *gzip; /* the same packed, or NULL */
    size_t gzip_size;
} service_asset;

typedef struct service_config {
    store *store;                /* borrowed */
    const service_asset *assets; /* borrowed, as all they point to */
    size_t asset_count;
    int searchers;   /* threads that play the computer's moves */
    size_t tt_bytes; /* memory of each one's transposition table */
    int analysts;    /* threads that analyse for whoever asks */
    size_t analyst_tt_bytes;
    int games_kept; /* games held in memory though nobody looks at them */
    void (*log)(const char *line, void *context); /* from any thread; no newline at the end */
    void *log_context;
} service_config;

/* Returns PAUA_OK, PAUA_NO_MEMORY, or PAUA_IO (the store cannot be read). */
paua_status service_new(const service_config *config, struct service **out);

/* The routes for http_server_start(), whose context must be the service. */
const http_route *service_routes(size_t *count);
void service_refuse(http_request *request, int status, void *context);

/* Says which server serves it, for the metrics. */
void service_attach(struct service *service, http_server *server);

/* Ends the computer's thinking and all analyses; games in which it is to move go on after the next start. */
void service_halt(struct service *service);

/* NULL is allowed. */
void service_free(struct service *service);

#endif /* SERVICE_SERVICE_H */
