/* pairs.c - `paua admin pairs`: who plays rated games with whom, and how their ratings change. */
#include <stdio.h>
#include <time.h>

#include <jansson.h>

#include "admin/admin_command.h"
#include "cli/common.h"
#include "service/core/date.h"
#include "store/tables/ratings.h"

enum { PAIRS_MOST = 50, PAIRS_DAYS = 30 };

static bool add_pair(const store_pair *pair, void *context)
{
    json_t *rows = context;

    json_array_append_new(rows,
                          json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:f, s:f, s:o}", "name",
                                    pair->name, "other", pair->other, "category", pair->category,
                                    "games", pair->games, "wins", pair->wins, "draws", pair->draws,
                                    "losses", pair->losses, "change", pair->change, "other_change",
                                    pair->other_change, "at", date_json(pair->at_ms)));
    return true;
}

static void print_pair(const json_t *row)
{
    const char *name = "", *other = "", *category = "", *at = "";
    int games = 0, wins = 0, draws = 0, losses = 0;
    double change = 0, other_change = 0;

    json_unpack((json_t *)row, "{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:f, s:f, s:s}", "name", &name,
                "other", &other, "category", &category, "games", &games, "wins", &wins, "draws",
                &draws, "losses", &losses, "change", &change, "other_change", &other_change, "at",
                &at);
    printf("%-*s  %-*s  %-7s %5d games %5d won %5d drawn %5d lost  %+6.0f %+6.0f  %s\n",
           ACCOUNT_NAME_MAX, name, ACCOUNT_NAME_MAX, other, category, games, wins, draws, losses,
           change, other_change, at);
}

int admin_run_pairs(struct admin *admin)
{
    json_t *rows = json_array(), *row;
    size_t i;
    int code = admin_open_reading(admin);

    if (code == EXIT_DONE) {
        const int64_t after_ms = ((int64_t)time(NULL) - (int64_t)PAIRS_DAYS * 24 * 60 * 60) * 1000;
        paua_status status = store_pairs(admin->store, after_ms, PAIRS_MOST, add_pair, rows);

        if (status != PAUA_OK)
            code = admin_complain_store(status, "the ratings cannot be read");
    }
    admin_close_store(admin); /* before printing, which may block */
    if (code == EXIT_DONE && admin->json)
        return output_json(json_pack("{s:o}", "pairs", rows));
    json_array_foreach(rows, i, row)
    {
        if (code == EXIT_DONE)
            print_pair(row);
    }
    json_decref(rows);
    return code;
}
