/* limits.c - the limits of `paua serve`, each with its option, default and help.
 * docs/operations.md explains them. */
#include "serve/limits.h"

#include <string.h>

#include "service/core/quota.h"

#define MANY      1000000
#define TEN_YEARS 315360000000 /* milliseconds */
#define HUGE_SIZE (1LL << 50)

/* The limits without options. */
static const struct serve_limits defaults = {
    .rate = 100,
    .bot_rate = 50,
    .client_connections = 256,
    .client_streams = 128,
    .client_games = 1000,
    .client_bytes = 16 << 20,
    .client_seeks = 20,
    .client_accounts = 5,
    .client_searches = 64,
    .client_alone = 8,
    .client_analyses = 4,
    .connections = 16384,
    .searches = 1024,
    .alone = 1000,
    .analyses = 16,
    .request_ms = 20000,
    .send_bytes = 500,
    .send_ms = 30000,
    .store_bytes = 10LL << 30,
    .unplayed_ms = 7LL * 24 * 3600 * 1000,
};

void serve_limits_init(struct serve_limits *limits, struct option_row rows[SERVE_LIMIT_ROWS])
{
    const struct option_row made[] = {
        {"rate", 0, OPTION_NUMBER, &limits->rate, 0, MANY, "N",
         "requests a second of one client (100); 0: no limits for single clients"},
        {"bot-rate", 0, OPTION_NUMBER, &limits->bot_rate, 0, MANY, "N",
         "requests a second of the bots of one client (50); 0: any"},
        {"client-connections", 0, OPTION_NUMBER, &limits->client_connections, 0, MANY, "N",
         "open connections of one client (256); 0: any, and so below"},
        {"client-streams", 0, OPTION_NUMBER, &limits->client_streams, 0, MANY, "N",
         "open streams of one client (128)"},
        {"client-games", 0, OPTION_NUMBER, &limits->client_games, 0, MANY, "N",
         "games that one client may make in a day (1000)"},
        {"client-bytes", 0, OPTION_BYTES, &limits->client_bytes, 0, HUGE_SIZE, "SIZE",
         "what one client may have stored in a day (16M)"},
        {"client-seeks", 0, OPTION_NUMBER, &limits->client_seeks, 0, MANY, "N",
         "games with free listed seats of one client (20)"},
        {"client-accounts", 0, OPTION_NUMBER, &limits->client_accounts, 0, MANY, "N",
         "new accounts of one client in an hour (5); more for a class or a club"},
        {"client-searches", 0, OPTION_NUMBER, &limits->client_searches, 0, MANY, "N",
         "games of one client that wait for the computer (64)"},
        {"client-alone", 0, OPTION_NUMBER, &limits->client_alone, 0, MANY, "N",
         "unfinished games of computers alone of one client (8)"},
        {"client-analyses", 0, OPTION_NUMBER, &limits->client_analyses, 1, MANY, "N",
         "analyses and reviews of one client at a time (4)"},
        {"connections", 0, OPTION_NUMBER, &limits->connections, 8, MANY, "N",
         "open connections in all (16384), fewer where fewer files may be open"},
        {"streams", 0, OPTION_NUMBER, &limits->streams, 0, MANY, "N",
         "open streams in all; without it three quarters of the connections, also the most"},
        {"searches", 0, OPTION_NUMBER, &limits->searches, 0, MANY, "N",
         "games in all that wait for the computer (1024)"},
        {"alone", 0, OPTION_NUMBER, &limits->alone, 0, MANY, "N",
         "unfinished games of computers alone in all (1000)"},
        {"analyses", 0, OPTION_NUMBER, &limits->analyses, 1, MANY, "N",
         "analyses and reviews in all at a time (16)"},
        {"request-time", 0, OPTION_SECONDS, &limits->request_ms, 1000, 3600000, "TIME",
         "for a client to send a request (20s)"},
        {"send-rate", 0, OPTION_NUMBER, &limits->send_bytes, 0, MANY, "N",
         "bytes a second that a client must take of its answers (500)"},
        {"send-time", 0, OPTION_SECONDS, &limits->send_ms, 1000, 3600000, "TIME",
         "over which --send-rate is measured (30s)"},
        {"store-max", 0, OPTION_BYTES, &limits->store_bytes, 0, HUGE_SIZE, "SIZE",
         "size of the store at which no more games are made (10G)"},
        {"keep-unplayed", 0, OPTION_SECONDS, &limits->unplayed_ms, 0, TEN_YEARS, "TIME",
         "after which a game is removed that closed without a move (168h)"},
    };

    _Static_assert(sizeof made == SERVE_LIMIT_ROWS * sizeof *rows, "a row for each limit");
    memcpy(rows, made, sizeof made);
    *limits = defaults;
}

void serve_limits_http(const struct serve_limits *limits, http_config *config)
{
    config->rate = (int)limits->rate;
    config->own_budget_rate = (int)limits->bot_rate;
    config->client_connections = (int)limits->client_connections;
    config->client_streams = (int)limits->client_streams;
    config->day_quotas[QUOTA_GAMES] = (double)limits->client_games;
    config->day_quotas[QUOTA_BYTES] = (double)limits->client_bytes;
    config->connections = (int)limits->connections;
    config->streams = (int)limits->streams;
    config->request_seconds = (int)(limits->request_ms / 1000);
    config->send_bytes = (int)limits->send_bytes;
    config->send_seconds = (int)(limits->send_ms / 1000);
}

void serve_limits_service(const struct serve_limits *limits, service_limits *out)
{
    *out = (service_limits){
        .client_searches = (int)limits->client_searches,
        .searches = (int)limits->searches,
        .client_alone = (int)limits->client_alone,
        .alone = (int)limits->alone,
        .client_analyses = (int)limits->client_analyses,
        .analyses = (int)limits->analyses,
        .client_seeks = (int)limits->client_seeks,
        .client_accounts = (int)limits->client_accounts,
        .store_bytes = limits->store_bytes,
        .unplayed_ms = limits->unplayed_ms,
    };
}
