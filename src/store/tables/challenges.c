/* challenges.c - counts challenges. They are rows of games and seats, without a table of their
 * own. */
#include "store/tables/challenges.h"

#include "store/core/access.h"
#include "store/core/change.h"
#include "store/tables/challenge_sql.h"

/* How many of the newest games of a sender are searched. */
#define RECENT_GAMES "1000"

#define WAITS                                                                                      \
    CHALLENGE_IS_OF("target")                                                                      \
    " AND NOT (" CHALLENGE_IS_OF("sender") ") AND NOT " CHALLENGE_IS_ACCEPTED("target")
#define WAITING                                                                                    \
    "(SELECT count(*) FROM seat JOIN game ON game.key = seat.game"                                 \
    " JOIN seat AS own ON own.game = game.key AND own.account = ?1"                                \
    " JOIN account AS sender ON sender.id = own.account"                                           \
    " JOIN account AS target ON target.id = seat.account"                                          \
    " WHERE seat.account = ?2 AND game.result = '*' AND game.reason = '' AND " WAITS ")"
#define STRANGERS                                                                                  \
    "(SELECT count(*) FROM (SELECT game, account FROM seat WHERE account = ?1"                     \
    " ORDER BY game DESC LIMIT " RECENT_GAMES ") AS own JOIN game ON game.key = own.game"          \
    " JOIN account AS sender ON sender.id = own.account"                                           \
    " JOIN seat ON seat.game = game.key AND seat.account <> own.account"                           \
    " JOIN account AS target ON target.id = seat.account"                                          \
    " WHERE game.created > ?3 AND " WAITS                                                          \
    " AND NOT EXISTS (SELECT 1 FROM message WHERE message.owner = own.account"                     \
    " AND message.peer = target.id AND message.sent = 0))"
#define KNOWN "(SELECT count(*) FROM message WHERE owner = ?1 AND peer = ?2 AND sent = 0)"

/* Those to strangers are not counted for somebody who is none: that reads many games. */
static const char count_challenges[] =
    "SELECT " WAITING ", CASE WHEN " KNOWN " > 0 THEN 0 ELSE " STRANGERS " END, " KNOWN;
static const char expect_challenges[] =
    "SELECT 1 AS free WHERE " WAITING " < ?4 AND (" KNOWN " > 0 OR " STRANGERS " < ?5)";

struct challenge_change {
    struct store_change base;
    store_challenge challenge;
    int waiting_max, strangers_max;
};

static bool on_counts(const struct sql_row *row, void *context)
{
    store_challenge_counts *out = context;

    out->waiting = sql_row_integer(row, 0);
    out->strangers = sql_row_integer(row, 1);
    out->known = sql_row_integer(row, 2);
    return false;
}

paua_status store_challenge_count(store *self, const store_challenge *challenge,
                                  store_challenge_counts *out)
{
    const sql_value values[] = {sql_text(challenge->sender), sql_text(challenge->target),
                                sql_integer(challenge->since_ms)};

    *out = (store_challenge_counts){.waiting = 0};
    return store_query(self, count_challenges, values, 3, on_counts, out);
}

static paua_status perform_expectation(struct sql *sql, const struct store_change *base)
{
    const struct challenge_change *change = (const struct challenge_change *)base;
    const store_challenge *challenge = &change->challenge;

    return sql_change(sql, expect_challenges,
                      (sql_value[]){sql_text(challenge->sender), sql_text(challenge->target),
                                    sql_integer(challenge->since_ms),
                                    sql_integer(change->waiting_max),
                                    sql_integer(change->strangers_max)},
                      5);
}

bool batch_expect_challenges(store_batch *batch, const store_challenge *challenge, int waiting_max,
                             int strangers_max)
{
    static const size_t texts[] = {offsetof(struct challenge_change, challenge.sender),
                                   offsetof(struct challenge_change, challenge.target)};
    static const struct change_type type =
        CHANGE_TYPE(challenge_change, texts, perform_expectation, NULL);
    struct challenge_change change = {.base.type = &type,
                                      .challenge = *challenge,
                                      .waiting_max = waiting_max,
                                      .strangers_max = strangers_max};

    return batch_add(batch, &change.base);
}
