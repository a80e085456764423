/* migrate.c - `paua store migrate`: takes a store to another version, and says what is lost. */
#define _GNU_SOURCE
#include "store/open.h"
#include "store/store_command.h"

/* What would be lost, or was: a member for each kind of rows. */
struct lost_rows {
    json_t *rows; /* NULL: out of memory */
    bool printed; /* a line for each, too */
};

static void on_loss(const char *what, int64_t rows, void *context)
{
    struct lost_rows *losses = context;

    if (losses->printed)
        printf("%s %lld\n", what, (long long)rows);
    json_object_set_new(losses->rows, what, json_integer((json_int_t)rows));
}

int store_migrate_to(const char *place, int version, bool lose, bool as_json)
{
    struct lost_rows losses = {.rows = json_object(), .printed = !as_json};
    store_migration wanted = {.to = version, .lose = lose, .each = on_loss, .context = &losses};
    char message[STORE_MESSAGE_MAX];

    paua_status status = store_migrate(place, &wanted, message);
    if (status != PAUA_OK || !losses.rows) {
        json_decref(losses.rows);
        return status == PAUA_OK ? complain_memory() : store_complain(status, message);
    }
    const bool refused = wanted.lost > 0 && !lose;
    int code = EXIT_DONE;
    if (as_json)
        code = output_json(json_pack("{s:i, s:i, s:b, s:I, s:o}", "from", wanted.from, "to",
                                     version, "migrated", !refused, "lost", (json_int_t)wanted.lost,
                                     "rows", losses.rows));
    else if (!refused)
        printf("version %d to %d lost %lld\n", wanted.from, version, (long long)wanted.lost);
    if (!as_json)
        json_decref(losses.rows);
    if (!refused || code != EXIT_DONE)
        return code;
    return complain_with(EXIT_NO,
                         "version %d has no place for %lld rows: nothing was changed; --lose lets "
                         "them go",
                         version, (long long)wanted.lost);
}
