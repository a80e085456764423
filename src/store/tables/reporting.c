/* reporting.c - counts the reports of an account: rows of the table of reports (messages.c), which
 * an index has by reporter. */
#include "store/tables/reporting.h"

#include "store/core/access.h"
#include "store/core/change.h"

static const char expect_few[] = "SELECT 1 AS free WHERE (SELECT count(*) FROM report WHERE"
                                 " reporter = ?1 AND at > ?2 AND at <= ?3) < ?4";

struct reporting_change {
    struct store_change base;
    store_reporting reporting;
};

enum { VALUES = 4 };

static void list_values(const store_reporting *reporting, sql_value out[VALUES])
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
    sql_value values[VALUES];

    *out = false;
    list_values(reporting, values);
    return store_query(self, expect_few, values, VALUES, on_few, out);
}

static paua_status perform_expectation(struct sql *sql, const struct store_change *base)
{
    sql_value values[VALUES];

    list_values(&((const struct reporting_change *)base)->reporting, values);
    return sql_change(sql, expect_few, values, VALUES);
}

bool batch_expect_few_reports(store_batch *batch, const store_reporting *reporting)
{
    static const size_t texts[] = {offsetof(struct reporting_change, reporting.reporter)};
    static const struct change_type type =
        CHANGE_TYPE(reporting_change, texts, perform_expectation, NULL);
    struct reporting_change change = {.base.type = &type, .reporting = *reporting};

    return batch_add(batch, &change.base);
}
