/* strangers.c - counts messages, challenges and reports. They are rows of sendings.c; challenges
 * that wait are rows of games and seats, and reports of messages.c, which an index has by
 * reporter. */
#include "store/tables/strangers.h"

#include "store/core/access.h"
#include "store/core/change.h"
#include "store/tables/game_sql.h"

/* Not 0: the second account has written to the first. */
#define KNOWN "(SELECT count(*) FROM message WHERE owner = ?1 AND peer = ?2 AND sent = 0)"

/* ---- messages ---- */

#define OF_WRITER "(SELECT count(*) FROM sending WHERE sender = ?1 AND kind = 0 AND at <= ?4"
#define TO_READER OF_WRITER " AND at > ?3 AND recipient = ?2)"
#define TO_STRANGERS                                                                               \
    OF_WRITER " AND at > ?3 AND NOT EXISTS (SELECT 1 FROM message AS answer"                       \
              " WHERE answer.owner = ?1 AND answer.peer = recipient AND answer.sent = 0))"
#define TO_ANYBODY OF_WRITER " AND at > ?5)"

static const char count_writing[] =
    "SELECT " KNOWN ", " TO_READER ", " TO_STRANGERS ", " TO_ANYBODY;
static const char expect_writing[] = "SELECT 1 AS free WHERE " TO_ANYBODY " < ?6 AND (" KNOWN
                                     " > 0 OR (" TO_READER " < ?7 AND " TO_STRANGERS " < ?8))";

struct writing_change {
    struct store_change base;
    store_writing writing;
    store_writing_limits most;
};

static bool on_writing_counts(const struct sql_row *row, void *context)
{
    store_writing_counts *out = context;

    out->known = sql_row_integer(row, 0) > 0;
    out->one = sql_row_integer(row, 1);
    out->all = sql_row_integer(row, 2);
    out->recent = sql_row_integer(row, 3);
    return false;
}

paua_status store_writing_count(store *self, const store_writing *writing,
                                store_writing_counts *out)
{
    const sql_value values[] = {sql_text(writing->writer), sql_text(writing->reader),
                                sql_integer(writing->since_ms), sql_integer(writing->until_ms),
                                sql_integer(writing->recent_ms)};

    *out = (store_writing_counts){.known = false};
    return store_query(self, count_writing, values, 5, on_writing_counts, out);
}

static paua_status perform_writing(struct sql *sql, const struct store_change *base)
{
    const struct writing_change *change = (const struct writing_change *)base;
    const store_writing *writing = &change->writing;
    const store_writing_limits *most = &change->most;

    return sql_change(sql, expect_writing,
                      (sql_value[]){sql_text(writing->writer), sql_text(writing->reader),
                                    sql_integer(writing->since_ms), sql_integer(writing->until_ms),
                                    sql_integer(writing->recent_ms), sql_integer(most->recent),
                                    sql_integer(most->one), sql_integer(most->all)},
                      8);
}

bool batch_expect_writing(store_batch *batch, const store_writing *writing,
                          const store_writing_limits *most)
{
    static const size_t texts[] = {offsetof(struct writing_change, writing.writer),
                                   offsetof(struct writing_change, writing.reader)};
    static const struct change_type type =
        CHANGE_TYPE(writing_change, texts, perform_writing, NULL);
    struct writing_change change = {.base.type = &type, .writing = *writing, .most = *most};

    return batch_add(batch, &change.base);
}

/* ---- challenges ---- */

#define WAITS                                                                                      \
    CHALLENGE_IS_OF("target")                                                                      \
    " AND NOT (" CHALLENGE_IS_OF("sender") ") AND NOT " CHALLENGE_IS_ACCEPTED("target")
#define WAITING                                                                                    \
    "(SELECT count(*) FROM seat JOIN game ON game.key = seat.game"                                 \
    " JOIN seat AS own ON own.game = game.key AND own.account = ?1"                                \
    " JOIN account AS sender ON sender.id = own.account"                                           \
    " JOIN account AS target ON target.id = seat.account"                                          \
    " WHERE seat.account = ?2 AND " GAME_IS_OPEN " AND " WAITS ")"
#define NOT_ACCEPTED                                                                               \
    "NOT EXISTS (SELECT 1 FROM game JOIN account AS target ON target.id = recipient"               \
    " WHERE game.id = sending.id AND " CHALLENGE_IS_ACCEPTED("target") ")"
#define TO_TARGET                                                                                  \
    "(SELECT count(*) FROM sending WHERE sender = ?1 AND kind = 1 AND at > ?4 AND at <= ?5"        \
    " AND recipient = ?2 AND " NOT_ACCEPTED ")"
#define STRANGERS                                                                                  \
    "(SELECT count(*) FROM sending WHERE sender = ?1 AND kind = 1 AND at > ?3 AND at <= ?5"        \
    " AND NOT EXISTS (SELECT 1 FROM message WHERE message.owner = ?1"                              \
    " AND message.peer = recipient AND message.sent = 0) AND " NOT_ACCEPTED ")"

static const char count_challenges[] = "SELECT " WAITING ", " TO_TARGET ", " STRANGERS ", " KNOWN;
static const char expect_challenges[] = "SELECT 1 AS free WHERE " WAITING " < ?6 AND " TO_TARGET
                                        " < ?7 AND (" KNOWN " > 0 OR " STRANGERS " < ?8)";

struct challenge_change {
    struct store_change base;
    store_challenge challenge;
    store_challenge_limits most;
};

static bool on_challenge_counts(const struct sql_row *row, void *context)
{
    store_challenge_counts *out = context;

    out->waiting = sql_row_integer(row, 0);
    out->one = sql_row_integer(row, 1);
    out->strangers = sql_row_integer(row, 2);
    out->known = sql_row_integer(row, 3);
    return false;
}

/* The values of both statements. */
enum { CHALLENGE_VALUES = 5 };

static void list_challenge(const store_challenge *challenge, sql_value *out)
{
    out[0] = sql_text(challenge->sender);
    out[1] = sql_text(challenge->target);
    out[2] = sql_integer(challenge->since_ms);
    out[3] = sql_integer(challenge->recent_ms);
    out[4] = sql_integer(challenge->until_ms);
}

paua_status store_challenge_count(store *self, const store_challenge *challenge,
                                  store_challenge_counts *out)
{
    sql_value values[CHALLENGE_VALUES];

    *out = (store_challenge_counts){.waiting = 0};
    list_challenge(challenge, values);
    return store_query(self, count_challenges, values, CHALLENGE_VALUES, on_challenge_counts, out);
}

static paua_status perform_challenges(struct sql *sql, const struct store_change *base)
{
    const struct challenge_change *change = (const struct challenge_change *)base;
    sql_value values[CHALLENGE_VALUES + 3];

    list_challenge(&change->challenge, values);
    values[CHALLENGE_VALUES] = sql_integer(change->most.waiting);
    values[CHALLENGE_VALUES + 1] = sql_integer(change->most.one);
    values[CHALLENGE_VALUES + 2] = sql_integer(change->most.strangers);
    return sql_change(sql, expect_challenges, values, CHALLENGE_VALUES + 3);
}

bool batch_expect_challenges(store_batch *batch, const store_challenge *challenge,
                             const store_challenge_limits *most)
{
    static const size_t texts[] = {offsetof(struct challenge_change, challenge.sender),
                                   offsetof(struct challenge_change, challenge.target)};
    static const struct change_type type =
        CHANGE_TYPE(challenge_change, texts, perform_challenges, NULL);
    struct challenge_change change = {.base.type = &type, .challenge = *challenge, .most = *most};

    return batch_add(batch, &change.base);
}

/* ---- reports ---- */

static const char expect_few_reports[] = "SELECT 1 AS free WHERE (SELECT count(*) FROM report WHERE"
                                         " reporter = ?1 AND at > ?2 AND at <= ?3) < ?4";

struct reporting_change {
    struct store_change base;
    store_reporting reporting;
};

enum { REPORTING_VALUES = 4 };

static void list_reporting(const store_reporting *reporting, sql_value out[REPORTING_VALUES])
{
    out[0] = sql_text(reporting->reporter);
    out[1] = sql_integer(reporting->since_ms);
    out[2] = sql_integer(reporting->until_ms);
    out[3] = sql_integer(reporting->most);
}

static bool on_few(const struct sql_row *row, void *context)
{
    bool *few = context;

    (void)row;
    *few = true;
    return false;
}

paua_status store_reports_are_few(store *self, const store_reporting *reporting, bool *out)
{
    sql_value values[REPORTING_VALUES];

    *out = false;
    list_reporting(reporting, values);
    return store_query(self, expect_few_reports, values, REPORTING_VALUES, on_few, out);
}

static paua_status perform_reporting(struct sql *sql, const struct store_change *base)
{
    sql_value values[REPORTING_VALUES];

    list_reporting(&((const struct reporting_change *)base)->reporting, values);
    return sql_change(sql, expect_few_reports, values, REPORTING_VALUES);
}

bool batch_expect_few_reports(store_batch *batch, const store_reporting *reporting)
{
    static const size_t texts[] = {offsetof(struct reporting_change, reporting.reporter)};
    static const struct change_type type =
        CHANGE_TYPE(reporting_change, texts, perform_reporting, NULL);
    struct reporting_change change = {.base.type = &type, .reporting = *reporting};

    return batch_add(batch, &change.base);
}
