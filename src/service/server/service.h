/* service.h - games over HTTP: the API of docs/http-api.md, and the computer's moves.
 *
 * The service joins http and store. The order of calls: store_open(), service_new(),
 * http_server_start() with service_routes(), service_attach(); and at the end
 * service_prepare_stop(), http_server_stop(), service_halt(), store_close(), service_free().
 */
#ifndef SERVICE_SERVICE_H
#define SERVICE_SERVICE_H

#include <paua/table.h>

#include "http/http.h"
#include "store/core/store.h"

struct service;

/* What a line of the log needs: somebody to act, somebody to know, nobody. */
enum service_level { SERVICE_ERROR, SERVICE_WARNING, SERVICE_INFO };

/* A file of the web app. */
typedef struct service_asset {
    const char *path; /* "/app.js"; "/" is the page itself */
    const char *type; /* for Content-Type */
    const unsigned char *data;
    size_t size;
    const unsigned char *gzip; /* the same compressed, or NULL */
    size_t gzip_size;
} service_asset;

/* Limits; 0 is none. Those of a client hold where addresses are limited at all (http.h). */
typedef struct service_limits {
    int client_searches, searches; /* waiting, of games that persons play */
    int client_alone, alone;       /* unfinished games of computers alone */
    int client_analyses, analyses; /* running and waiting, reviews included */
    int client_seeks;              /* games with free listed seats */
    int64_t store_bytes;           /* in use; beyond it there are no new games */
    int64_t unplayed_ms;           /* after which a game is removed that closed without a move */
} service_limits;

/* How the host's mail server has taken a mail. */
enum service_delivery {
    SERVICE_SENT,
    SERVICE_AGAIN,  /* not now */
    SERVICE_REFUSED /* never */
};

#define SERVICE_WHY_SIZE 200 /* bytes, with the NUL */

/* How the server sends mail. */
typedef struct service_mail {
    const char *from; /* borrowed: its address, which takes extensions behind a + */
    /* Hands a whole mail over, on a thread that may wait; says why it could not. NULL: the server
     * sends no mail. */
    enum service_delivery (*deliver)(const char *from, const char *to, const char *text,
                                     size_t size, char why[SERVICE_WHY_SIZE], void *context);
    void (*stop)(void *context); /* from any thread: no deliver() takes long any more */
    void *context;
} service_mail;

typedef struct service_config {
    store *store;                /* borrowed */
    const char *place;           /* borrowed: the address that the store was opened with */
    const service_asset *assets; /* borrowed, with all that they point to */
    size_t asset_count;
    const paua_table *const *tables; /* borrowed: the solved boards of GET /table */
    int table_count;
    int move_workers;     /* threads that search for the computer's moves; and as many more that
                           * do so in the background */
    size_t move_tt_bytes; /* memory of each one's transposition table */
    int analysis_workers; /* threads that analyse positions and review games for clients */
    size_t analysis_tt_bytes;
    int pause_ms;      /* between the moves of a game of computers alone that nobody watches */
    int vacation_days; /* that an account may have in a year */
    service_limits limits;
    service_mail mail;
    int games_kept;      /* games kept in memory while nobody uses them */
    bool public_metrics; /* GET /metrics from other machines, too */
    /* From any thread; the line has no newline. `event` says in a word what it is about. */
    void (*log)(enum service_level level, const char *event, const char *line, void *context);
    void *log_context;
} service_config;

/* Starts the service: its threads begin to search for the moves that the computer owes in stored
 * games. Returns PAUA_OK, PAUA_NO_MEMORY, or PAUA_IO (the store cannot be read). */
paua_status service_new(const service_config *config, struct service **out);

/* The routes for http_server_start(), with the service as their context. */
const http_route *service_routes(size_t *count);
/* The server's own refusals, as errors of the API: http_config.refuse. */
void service_refuse(http_request *request, int status, void *context);

/* Whether a bot asks: http_config.apart. */
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
