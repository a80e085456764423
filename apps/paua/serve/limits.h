/* limits.h - the limits of `paua serve`, with their options and defaults. */
#ifndef PAUA_SERVE_LIMITS_H
#define PAUA_SERVE_LIMITS_H

#include "service/server/service.h"

#include "cli/options.h"

/* The limits as given by options: times in milliseconds. */
struct serve_limits {
    long long rate, bot_rate;
    long long client_connections, client_streams, client_games, client_bytes, client_seeks;
    long long client_accounts;
    long long client_searches, client_alone, client_analyses;
    long long connections, streams, searches, alone, analyses;
    long long request_ms, send_bytes, send_ms;
    long long store_bytes, unplayed_ms;
};

enum { SERVE_LIMIT_ROWS = 21 };

/* Sets the default limits, and makes the rows of the options that change them. */
void serve_limits_init(struct serve_limits *limits, struct option_row rows[SERVE_LIMIT_ROWS]);

/* Copy the limits into a config. */
void serve_limits_http(const struct serve_limits *limits, http_config *config);
void serve_limits_service(const struct serve_limits *limits, service_limits *out);

#endif
