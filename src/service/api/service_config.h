/* service_config.h - the configuration of a server. */
#ifndef SERVICE_SERVICE_CONFIG_H
#define SERVICE_SERVICE_CONFIG_H

#include <paua/record.h>
#include <paua/table.h>

#include "service/core/env.h"
#include "service/mail/mail_config.h"

/* POST /records takes the longest game that the server can write: GAME_PLIES_MAX plies of about 50
 * bytes each with their clocks, of 81 when they have been reviewed, and as everywhere at most
 * PAUA_RECORD_MAX_BYTES. The rest is for what JSON adds. */
#define SERVICE_RECORDS_PATH    "/api/1/records"
#define SERVICE_RECORD_BODY_MAX (PAUA_RECORD_MAX_BYTES + PAUA_RECORD_MAX_BYTES / 8)

/* POST /mail/unsubscribe takes a form. */
#define SERVICE_FORM_PATH UNSUBSCRIBE_PATH

/* A file of the web app. */
typedef struct service_asset {
    const char *path; /* "/app.js"; "/" is the page itself */
    const char *type; /* for Content-Type */
    const unsigned char *data;
    size_t size;
    const unsigned char *gzip; /* the same compressed, or NULL */
    size_t gzip_size;
    const unsigned char *brotli; /* likewise */
    size_t brotli_size;
} service_asset;

typedef struct service_config {
    store *store;                /* borrowed */
    const char *place;           /* borrowed: the address of the store */
    const service_asset *assets; /* borrowed, with all their data */
    size_t asset_count;
    const paua_table *const *tables; /* borrowed: the solved boards of GET /table */
    int table_count;
    int move_workers;     /* threads that search for moves; as many more do in the background */
    size_t move_tt_bytes; /* of the transposition table of each thread */
    int analysis_workers; /* threads for analyses and reviews */
    size_t analysis_tt_bytes;
    int pause_ms;      /* between the moves of computers in a game that nobody watches */
    int vacation_days; /* of an account in a year */
    service_limits limits;
    service_mail mail;
    int games_kept;      /* unused games kept in memory */
    bool public_metrics; /* GET /metrics also from other machines */
    service_logger log;
    void *log_context;
} service_config;

#endif
