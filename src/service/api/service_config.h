/* service_config.h - what a server is started with. */
#ifndef SERVICE_SERVICE_CONFIG_H
#define SERVICE_SERVICE_CONFIG_H

#include <paua/table.h>

#include "service/core/env.h"
#include "service/mail/mail_config.h"

/* A file of the web app. */
typedef struct service_asset {
    const char *path; /* "/app.js"; "/" is the page itself */
    const char *type; /* for Content-Type */
    const unsigned char *data;
    size_t size;
    const unsigned char *gzip; /* the same compressed, or NULL */
    size_t gzip_size;
} service_asset;

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
    service_logger log;
    void *log_context;
} service_config;

#endif
