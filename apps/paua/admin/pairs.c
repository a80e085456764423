/* pairs.c - `paua admin pairs`: who plays rated games with whom, and how their ratings change.
 * Then what an administrator may want to look at: further games, short ones, one address, pauses,
 * claimed lag. */
#include <stdio.h>
#include <time.h>

#include <jansson.h>

#include "admin/admin_command.h"
#include "cli/common.h"
#include "service/core/date.h"
#include "store/tables/pair_games.h"

enum { PAIRS_MOST = 50 };

static bool add_pair(const store_pair *pair, void *context)
{
    json_t *rows = context;
    json_t *row =
        json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:f, s:f, s:o}", "name", pair->name, "other",
                  pair->other, "category", pair->category, "games", pair->games, "wins", pair->wins,
                  "draws", pair->draws, "losses", pair->losses, "change", pair->change,
                  "other_change", pair->other_change, "at", date_json(pair->at_ms));
    json_t *marks =
        json_pack("{s:i, s:i, s:i, s:I, s:I, s:I}", "not_counted", pair->not_counted, "short",
                  pair->short_games, "same_address", pair->same_address, "paused_ms",
                  (json_int_t)pair->paused_ms, "lag_ms", (json_int_t)pair->lag_ms, "other_lag_ms",
                  (json_int_t)pair->other_lag_ms);

    json_object_update(row, marks);
    json_decref(marks);
    json_array_append_new(rows, row);
    return true;
}

/* Prints a number of a row behind the others, where it is not 0. */
static void print_mark(const json_t *row, const char *member, const char *words)
{
    const json_int_t number = json_integer_value(json_object_get(row, member));

    if (number > 0)
        printf("  %lld %s", (long long)number, words);
}

/* The same for a time. */
static void print_time(const json_t *row, const char *member, const char *words)
{
    const json_int_t ms = json_integer_value(json_object_get(row, member));

    if (ms > 0)
        printf("  %.1f s %s", (double)ms / 1000, words);
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
    printf("%-*s  %-*s  %-7s %5d games %5d won %5d drawn %5d lost  %+6.0f %+6.0f  %s",
           ACCOUNT_NAME_MAX, name, ACCOUNT_NAME_MAX, other, category, games, wins, draws, losses,
           change, other_change, at);
    print_mark(row, "not_counted", "not counted");
    print_mark(row, "short", "short");
    print_mark(row, "same_address", "from one address");
    print_time(row, "paused_ms", "paused");
    print_time(row, "lag_ms", "lag");
    print_time(row, "other_lag_ms", "lag of the other");
    putchar('\n');
}

int admin_run_pairs(struct admin *admin)
{
    json_t *rows = json_array(), *row;
    size_t i;
    int code = admin_open_reading(admin);

    if (code == EXIT_DONE) {
        const int64_t after_ms = (int64_t)time(NULL) * 1000 - PAIR_GAME_KEPT_MS;
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
