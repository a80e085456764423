/* faults.c - looks for rows that do not fit together, each kind with one query. */
#include "store/core/faults.h"

#include <stdio.h>
#include <string.h>

#include "store/core/archive.h"

static const char list_games[] = "SELECT id FROM game ORDER BY key";
static const char list_texts[] = "SELECT number, identity, text FROM archive_text ORDER BY number";

/* Each returns one text, which is empty where all is well. */
static const char *const checks[] = {
    "SELECT CASE count(*) WHEN 0 THEN '' ELSE count(*) || ' events belong to no game' END"
    " FROM event WHERE NOT EXISTS (SELECT 1 FROM game WHERE game.key = event.game)",
    "SELECT CASE WHEN count(*) = 1 AND max(ms) > 0 THEN ''"
    " ELSE 'the running time is missing' END FROM running",
    "SELECT CASE count(*) WHEN 0 THEN '' ELSE count(*) || ' sessions or tokens belong to no"
    " account' END FROM login WHERE account NOT IN (SELECT id FROM account)",
    "SELECT CASE count(*) WHEN 0 THEN '' ELSE count(*) || ' seats belong to no game or account'"
    " END FROM seat WHERE account NOT IN (SELECT id FROM account)"
    " OR game NOT IN (SELECT key FROM game)",
    "SELECT CASE count(*) WHEN 0 THEN '' ELSE count(*) || ' ratings belong to no account or are"
    " not what the last game left' END FROM rating AS r"
    " WHERE account NOT IN (SELECT id FROM account) OR NOT EXISTS (SELECT 1 FROM"
    " rating_history AS h WHERE h.account = r.account AND h.category = r.category"
    " AND h.games = r.games AND h.rating = r.rating AND h.deviation = r.deviation)",
    "SELECT CASE count(*) WHEN 0 THEN '' ELSE count(*) || ' messages, blocks or subscriptions"
    " belong to no account' END FROM (SELECT owner AS one, peer AS other FROM message"
    " UNION ALL SELECT account, blocked FROM block"
    " UNION ALL SELECT account, account FROM subscription) AS pair"
    " WHERE one NOT IN (SELECT id FROM account) OR other NOT IN (SELECT id FROM account)",
    "SELECT CASE count(*) WHEN 0 THEN '' ELSE count(*) || ' conditional moves belong to no"
    " game' END FROM conditional WHERE game NOT IN (SELECT key FROM game)",
    "SELECT CASE count(*) WHEN 0 THEN '' ELSE count(*) || ' reminders belong to no game or"
    " account' END FROM reminder WHERE account NOT IN (SELECT id FROM account)"
    " OR game NOT IN (SELECT key FROM game)",
    "SELECT CASE count(*) WHEN 0 THEN '' ELSE count(*) || ' vacations belong to no account' END"
    " FROM vacation WHERE account NOT IN (SELECT id FROM account)",
    "SELECT CASE count(*) WHEN 0 THEN '' ELSE count(*) || ' mails or addresses belong to no"
    " account' END FROM (SELECT account FROM mail WHERE account <> ''"
    " UNION ALL SELECT account FROM address) AS owned"
    " WHERE account NOT IN (SELECT id FROM account)",
};

/* Who wants faults, texts or ids. */
struct fault_reading {
    bool (*each)(const char *fault, void *context);
    bool (*each_text)(const char *text, size_t length, void *context);
    void *context;
    bool more;
};

static bool on_id(const struct sql_row *row, void *context)
{
    struct fault_reading *reading = context;

    return reading->each(sql_row_text(row, 0), reading->context);
}

paua_status faults_list_games(struct sql *sql, bool (*each)(const char *id, void *context),
                              void *context)
{
    struct fault_reading reading = {.each = each, .context = context};

    return sql_run(sql, list_games, NULL, 0, on_id, &reading);
}

static bool on_check(const struct sql_row *row, void *context)
{
    struct fault_reading *reading = context;
    const char *fault = sql_row_text(row, 0);

    if (*fault)
        reading->more = reading->each(fault, reading->context);
    return false;
}

/* An imported game: it has its identity, or that is a fault. */
static bool on_text(const struct sql_row *row, void *context)
{
    struct fault_reading *reading = context;
    uint8_t identity[ARCHIVE_IDENTITY_BYTES], stored[ARCHIVE_IDENTITY_BYTES];
    char fault[80];
    size_t length;
    const char *text = sql_row_text_size(row, 2, &length);

    archive_identify(text, length, identity);
    bool whole =
        sql_row_blob(row, 1, stored, sizeof stored) && memcmp(stored, identity, sizeof stored) == 0;
    if (whole && reading->each_text)
        reading->more = reading->each_text(text, length, reading->context);
    if (!whole && reading->each) {
        snprintf(fault, sizeof fault, "imported game %lld is not what its identity says",
                 (long long)sql_row_integer(row, 0));
        reading->more = reading->each(fault, reading->context);
    }
    return reading->more;
}

paua_status faults_find(struct sql *sql, bool (*each)(const char *fault, void *context),
                        void *context, bool *more)
{
    struct fault_reading reading = {.each = each, .context = context, .more = true};
    paua_status status = PAUA_OK;

    for (size_t i = 0; reading.more && i < sizeof checks / sizeof *checks; i++) {
        status = sql_run(sql, checks[i], NULL, 0, on_check, &reading);
        if (status == PAUA_IO)
            return status;
        if (status != PAUA_OK)
            reading.more = each(sql_failure(sql), context);
    }
    if (reading.more) {
        status = sql_run(sql, list_texts, NULL, 0, on_text, &reading);
        if (status != PAUA_OK && status != PAUA_IO && reading.more)
            reading.more = each("not all imported games can be read", context);
    }
    *more = reading.more;
    return status == PAUA_IO ? status : PAUA_OK;
}

paua_status faults_list_texts(struct sql *sql,
                              bool (*each)(const char *text, size_t length, void *context),
                              void *context)
{
    struct fault_reading reading = {.each_text = each, .context = context, .more = true};

    return sql_run(sql, list_texts, NULL, 0, on_text, &reading) == PAUA_IO ? PAUA_IO : PAUA_OK;
}
