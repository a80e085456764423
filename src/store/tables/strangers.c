/* strangers.c - counts messages to strangers. They are rows of messages, without a table of their
 * own. */
#include "store/tables/strangers.h"

#include "store/core/access.h"
#include "store/core/change.h"

#define KNOWN "(SELECT count(*) FROM message WHERE owner = ?1 AND peer = ?2 AND sent = 0)"
#define IN_BOX_OF_READER                                                                           \
    "(SELECT count(*) FROM message WHERE owner = ?2 AND peer = ?1 AND sent = 0 AND at > ?3 AND "   \
    "at <= ?4)"
/* One that is blocked writes to its own box alone. */
#define IN_BOX_OF_WRITER                                                                           \
    "(SELECT count(*) FROM message WHERE owner = ?1 AND peer = ?2 AND sent <> 0 AND at > ?3 AND "  \
    "at <= ?4)"
#define TO_STRANGERS                                                                               \
    " FROM message WHERE owner = ?1 AND sent <> 0 AND at > ?3 AND at <= ?4 AND NOT EXISTS "        \
    "(SELECT 1"                                                                                    \
    " FROM message AS answer WHERE answer.owner = ?1 AND answer.peer = message.peer"               \
    " AND answer.sent = 0)"

static const char count_writing[] = "SELECT " KNOWN ", " IN_BOX_OF_READER ", " IN_BOX_OF_WRITER
                                    ", (SELECT count(*)" TO_STRANGERS ")";
static const char expect_writing[] =
    "SELECT 1 AS free WHERE " KNOWN " > 0 OR (" IN_BOX_OF_READER " < ?5 AND " IN_BOX_OF_WRITER
    " < ?5 AND (SELECT count(*)" TO_STRANGERS ") < ?6)";

struct writing_change {
    struct store_change base;
    store_writing writing;
    int one_max, all_max;
};

static bool on_counts(const struct sql_row *row, void *context)
{
    store_writing_counts *out = context;
    const int64_t of_reader = sql_row_integer(row, 1), of_writer = sql_row_integer(row, 2);

    out->known = sql_row_integer(row, 0) > 0;
    out->one = of_reader > of_writer ? of_reader : of_writer;
    out->all = sql_row_integer(row, 3);
    return false;
}

paua_status store_writing_count(store *self, const store_writing *writing,
                                store_writing_counts *out)
{
    const sql_value values[] = {sql_text(writing->writer), sql_text(writing->reader),
                                sql_integer(writing->since_ms), sql_integer(writing->until_ms)};

    *out = (store_writing_counts){.known = false};
    return store_query(self, count_writing, values, 4, on_counts, out);
}

static paua_status perform_expectation(struct sql *sql, const struct store_change *base)
{
    const struct writing_change *change = (const struct writing_change *)base;
    const store_writing *writing = &change->writing;

    return sql_change(sql, expect_writing,
                      (sql_value[]){sql_text(writing->writer), sql_text(writing->reader),
                                    sql_integer(writing->since_ms), sql_integer(writing->until_ms),
                                    sql_integer(change->one_max), sql_integer(change->all_max)},
                      6);
}

bool batch_expect_writing(store_batch *batch, const store_writing *writing, int one_max,
                          int all_max)
{
    static const size_t texts[] = {offsetof(struct writing_change, writing.writer),
                                   offsetof(struct writing_change, writing.reader)};
    static const struct change_type type =
        CHANGE_TYPE(writing_change, texts, perform_expectation, NULL);
    struct writing_change change = {
        .base.type = &type, .writing = *writing, .one_max = one_max, .all_max = all_max};

    return batch_add(batch, &change.base);
}
