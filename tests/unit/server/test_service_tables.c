/* The list of tables (store/tables/rows.h) against the schema and against what happens: every table
 * and column is listed, references to accounts and games are named, rows go when the list says so,
 * and rows of nobody are found. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/accounts/accounts.h"
#include "store/core/access.h"
#include "store/store_place.h"
#include "store/tables/games.h"
#include "store/tables/rows.h"

#define ANN "aaaaaaaa"
#define BOB "bbbbbbbb"

static const store_table *const end = store_tables + STORE_TABLES;

enum { QUERIES_MAX = 100, QUERY_BYTES = 120, SCRIPT_BYTES = 30000 };

struct world {
    struct store_place at;
    store *store;
    char queries[QUERIES_MAX][QUERY_BYTES]; /* a connection knows a statement by its address */
    int query_count;
    char script[SCRIPT_BYTES]; /* the rows to be added */
    size_t script_size;
    int values; /* that were made so far */
};

static int start(void **state)
{
    struct world *w = calloc(1, sizeof *w);

    store_place_make(&w->at);
    *state = w;
    store_place_reopen(&w->at, &w->store);
    return 0;
}

static int stop(void **state)
{
    struct world *w = *state;

    store_close(w->store);
    store_place_remove(&w->at);
    free(w);
    return 0;
}

/* Appends to what run_script() does. */
__attribute__((format(printf, 2, 3))) static void add_text(struct world *w, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    w->script_size += (size_t)vsnprintf(w->script + w->script_size, SCRIPT_BYTES - w->script_size,
                                        format, arguments);
    va_end(arguments);
    assert_in_range(w->script_size, 0, SCRIPT_BYTES - 1);
}

/* Changes the store while it is closed. */
static void run_script(struct world *w)
{
    store_close(w->store);
    w->store = NULL;
    store_place_change(&w->at, w->script);
    store_place_reopen(&w->at, &w->store);
}

static bool on_count(const struct sql_row *row, void *context)
{
    *(int64_t *)context = sql_row_integer(row, 0);
    return false;
}

/* How many rows of a table have this value in a column. */
static int64_t count_rows(struct world *w, const char *table, const char *column, const char *value)
{
    char *query = w->queries[w->query_count++];
    int64_t count = -1;

    assert_in_range(w->query_count, 1, QUERIES_MAX);
    snprintf(query, QUERY_BYTES, "SELECT count(*) FROM %s WHERE %s = %s", table, column, value);
    assert_int_equal(store_query(w->store, query, NULL, 0, on_count, &count), PAUA_OK);
    return count;
}

/* The column i of a table. */
static const char *column_name(const store_table *table, int i, char name[32])
{
    const char *at = table->columns;

    for (; i > 0 && *at; i--)
        at += strcspn(at, ",") + strspn(at + strcspn(at, ","), ", ");
    snprintf(name, 32, "%.*s", (int)strcspn(at, ","), at);
    return name;
}

static char column_type(const store_table *table, const char *column)
{
    char name[32];

    for (int i = 0; table->types[i]; i++)
        if (strcmp(column_name(table, i, name), column) == 0)
            return table->types[i];
    fail_msg("%s has no column %s", table->name, column);
    return '\0';
}

/* Adds a row that nobody reads: a column has this value, all others new ones. */
static void add_row(struct world *w, const store_table *table, const char *column,
                    const char *value)
{
    char name[32];

    add_text(w, "INSERT INTO %s (%s) VALUES (", table->name, table->columns);
    for (int i = 0; table->types[i]; i++) {
        const int n = 17 + w->values++;
        const char *comma = i ? ", " : "";

        if (strcmp(column_name(table, i, name), column) == 0)
            add_text(w, "%s%s", comma, value);
        else if (table->types[i] == 't')
            add_text(w, "%s't%d'", comma, n);
        else if (table->types[i] == 'b')
            add_text(w, "%s%s%04x'", comma, store_place_is_postgres() ? "'\\x" : "x'", (unsigned)n);
        else
            add_text(w, "%s%d", comma, n);
    }
    add_text(w, ");");
}

/* ---- the schema ---- */

struct schema_columns {
    const store_table *table; /* of the last row */
    int column, tables;
};

static const store_table *table_named(const char *name)
{
    for (const store_table *table = store_tables; table < end; table++)
        if (table->name && strcmp(table->name, name) == 0)
            return table;
    fail_msg("the table %s is not in rows.c", name);
    return NULL;
}

/* Whether columns of this name have ids of accounts. */
static bool names_account(const char *column)
{
    static const char *const names[] = {"account", "owner",   "sender",    "reporter", "peer",
                                        "other",   "blocked", "recipient", "accused"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], column) == 0)
            return true;
    return false;
}

static bool is_named(const char *member, const char *column)
{
    return member && strcmp(member, column) == 0;
}

static bool on_column(const struct sql_row *row, void *context)
{
    struct schema_columns *columns = context;
    const char *table = sql_row_text(row, 0), *column = sql_row_text(row, 1);
    const bool is_address = strcmp(table, "mail") == 0 && strcmp(column, "recipient") == 0;
    char name[32];

    if (!columns->table || strcmp(columns->table->name, table) != 0) {
        columns->table = table_named(table);
        columns->column = 0;
        columns->tables++;
    }
    assert_string_equal(column_name(columns->table, columns->column++, name), column);
    if (names_account(column) && !is_address && !is_named(columns->table->owner, column) &&
        !is_named(columns->table->peer, column) && strcmp(table, "account") != 0 &&
        strcmp(table, "game") != 0)
        fail_msg("%s.%s: neither owner nor peer of the table", table, column);
    if (strcmp(column, "game") == 0 && !is_named(columns->table->game, column))
        fail_msg("%s.%s: not the game of the table", table, column);
    return true;
}

/* Each table with each of its columns, in their order; every reference is named. */
static void test_every_table_is_listed(void **state)
{
    static const char sqlite[] = "SELECT t.name, c.name FROM sqlite_schema AS t"
                                 " JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'"
                                 " ORDER BY t.name, c.cid";
    /* Those two are of the version and of those who write. */
    static const char postgres[] =
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns"
        " WHERE table_schema = 'paua' AND table_name NOT IN ('store', 'writer')"
        " ORDER BY table_name, ordinal_position";
    struct schema_columns columns = {.tables = 0};
    struct world *w = *state;

    assert_int_equal(store_query(w->store, store_place_is_postgres() ? postgres : sqlite, NULL, 0,
                                 on_column, &columns),
                     PAUA_OK);
    assert_int_equal(columns.tables, STORE_TABLES);
}

/* Whether the repair copies rows one by one, or those of a rating with its history. */
static bool is_copied_otherwise(const char *name)
{
    static const char *const names[] = {"game", "event", "archive_text", "running", "rating"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* What the members of a table say fits together. */
static void test_members_fit(void **state)
{
    bool announced[STORE_CHANGE_KINDS + 1] = {[STORE_CHANGE_REMOVED] = true, /* of a game */
                                              [STORE_CHANGE_PRESENCE] = true /* not stored */};

    (void)state;
    for (const store_table *table = store_tables; table < end; table++) {
        assert_non_null(table->name);
        const bool has_key = table->game && column_type(table, table->game) == 'i';

        assert_in_range(strlen(table->types), 1, STORE_COLUMNS_MAX);
        if (!table->announced)
            fail_msg("%s: neither announced nor STORE_NOT_ANNOUNCED", table->name);
        if (table->owner)
            assert_int_equal(column_type(table, table->owner), 't');
        if (table->owner && !table->exported)
            fail_msg("%s: rows of an account that are not exported", table->name);
        if (!table->owner && table->with_account != STORE_KEPT)
            fail_msg("%s: goes with an account that it does not have", table->name);
        /* The key of a game is given again, its id is not. */
        if (has_key != (table->with_game == STORE_REMOVED) ||
            has_key != (table->remove_with_game != NULL))
            fail_msg("%s: rows with the key of a game go with it", table->name);
        if ((table->with_account == STORE_REMOVED) != (table->remove_with_account != NULL))
            fail_msg("%s: rows go with their account by a statement", table->name);
        if (table->repair == STORE_MADE_ANEW && (table->owner || table->game))
            fail_msg("%s: a repair loses rows of accounts or games", table->name);
        if (!table->rows && table->repair != STORE_MADE_ANEW && !is_copied_otherwise(table->name))
            fail_msg("%s: a repair cannot say that rows are lost", table->name);
        if (has_key != (table->repair == STORE_COPIED_WITH_GAME))
            fail_msg("%s: rows with the key of a game are copied with it", table->name);
        if (table->repair == STORE_COPIED_WITH_ACCOUNT && !table->owner)
            fail_msg("%s: copied with an account that it does not have", table->name);
        if (!table->check && (table->owner || has_key) && strcmp(table->name, "account") != 0)
            fail_msg("%s: neither checked nor STORE_NOT_CHECKED", table->name);
        announced[table->announced] = true;
    }
    for (int kind = STORE_CHANGE_GAME; kind < STORE_CHANGE_KINDS; kind++)
        if (!announced[kind])
            fail_msg("no table is announced by changes of kind %d", kind);
}

/* ---- what happens ---- */

static void add_game(struct world *w, const char *id, const char *reason)
{
    store_batch *batch = store_batch_new();
    const store_game game = {.id = id, .setup = "{}", .state = {.result = "*", .reason = reason}};

    batch_create_game(batch, &game, NULL);
    assert_int_equal(store_commit_durably(w->store, batch), PAUA_OK);
}

static void on_removed(paua_status status, void *context)
{
    *(paua_status *)context = status;
}

/* The rows of a removed game are gone where the list says so, those of another one stay. */
static void test_removed_games(void **state)
{
    struct world *w = *state;
    paua_status status = PAUA_ERROR_IO;
    int removed = 0;

    add_game(w, "gone____", "declined");
    add_game(w, "stays___", "");
    for (const store_table *table = store_tables; table < end; table++) {
        if (!table->game)
            continue;
        const bool key = column_type(table, table->game) == 'i';
        add_row(w, table, table->game, key ? "1" : "'gone____'");
        add_row(w, table, table->game, key ? "2" : "'stays___'");
    }
    run_script(w);
    assert_int_equal(store_remove(w->store, "gone____", on_removed, &status), PAUA_OK);
    store_place_reopen(&w->at, &w->store);
    assert_int_equal(status, PAUA_OK);
    for (const store_table *table = store_tables; table < end; table++) {
        if (!table->game)
            continue;
        const bool key = column_type(table, table->game) == 'i';
        const bool gone = table->with_game == STORE_REMOVED;

        removed += gone;
        if (count_rows(w, table->name, table->game, key ? "1" : "'gone____'") != !gone ||
            count_rows(w, table->name, table->game, key ? "2" : "'stays___'") != 1)
            fail_msg("%s: other rows than rows.c says", table->name);
    }
    assert_int_equal(removed, 4);
}

/* The same of the rows of a closed account. */
static void test_closed_accounts(void **state)
{
    const store_account ann = {.id = ANN, .name = "Ann", .key = "ann"};
    struct world *w = *state;
    store_batch *batch = store_batch_new();
    int removed = 0;

    batch_add_account(batch, &ann);
    assert_int_equal(store_commit_durably(w->store, batch), PAUA_OK);
    for (const store_table *table = store_tables; table < end; table++) {
        if (!table->owner || strcmp(table->name, "account") == 0)
            continue;
        add_row(w, table, table->owner, "'" ANN "'");
        add_row(w, table, table->owner, "'" BOB "'");
    }
    run_script(w);
    batch = store_batch_new();
    batch_close_account(batch, &ann, 5);
    assert_int_equal(store_commit_durably(w->store, batch), PAUA_OK);
    for (const store_table *table = store_tables; table < end; table++) {
        if (!table->owner || strcmp(table->name, "account") == 0)
            continue;
        const bool gone = table->with_account == STORE_REMOVED;

        removed += gone;
        if (count_rows(w, table->name, table->owner, "'" ANN "'") != !gone ||
            count_rows(w, table->name, table->owner, "'" BOB "'") != 1)
            fail_msg("%s: other rows than rows.c says", table->name);
    }
    assert_int_equal(removed, 10);
}

/* Adds a row for each column that refers to an account or to the key of a game: that one refers to
 * nobody, all others to what is there. Returns how many. */
static int add_rows_of_nobody(struct world *w, const store_table *table)
{
    const bool has_key = table->game && column_type(table, table->game) == 'i';
    const char *columns[] = {table->owner, table->peer, has_key ? table->game : NULL};
    static const char *const nobody[] = {"'nobody__'", "'nobody__'", "99"};
    static const char *const there[] = {"'" ANN "'", "'" ANN "'", "1"};
    int added = 0;

    for (int i = 0; i < 3; i++) {
        if (!columns[i])
            continue;
        add_row(w, table, columns[i], nobody[i]);
        for (int j = 0; j < 3; j++)
            if (j != i && columns[j])
                add_text(w, "UPDATE %s SET %s = %s WHERE %s = %s;", table->name, columns[j],
                         there[j], columns[i], nobody[i]);
        added++;
    }
    return added;
}

/* How many rows belong to nobody, as the checks have found them. */
struct findings {
    long counts[STORE_TABLES];
    int count;
};

static bool on_problem(const char *problem, void *context)
{
    struct findings *found = context;

    if (strstr(problem, "belong to no")) {
        assert_in_range(found->count, 0, STORE_TABLES - 1);
        found->counts[found->count++] = strtol(problem, NULL, 10);
    }
    return true;
}

/* The check of each table that has one finds each such row, in the order of the list. */
static void test_rows_of_nobody(void **state)
{
    const store_account ann = {.id = ANN, .name = "Ann", .key = "ann"};
    struct world *w = *state;
    store_batch *batch = store_batch_new();
    char message[STORE_MESSAGE_MAX];
    struct findings found = {.count = 0};
    int next = 0, expected[STORE_TABLES] = {0};

    batch_add_account(batch, &ann);
    assert_int_equal(store_commit_durably(w->store, batch), PAUA_OK);
    add_game(w, "stays___", "");
    for (const store_table *table = store_tables; table < end; table++) {
        const store_table *first = store_tables;

        if (!table->check || !*table->check)
            continue;
        while (first->check != table->check)
            first++;
        expected[first - store_tables] += add_rows_of_nobody(w, table);
    }
    run_script(w);
    store_close(w->store);
    assert_int_equal(store_open_reading(w->at.place, &w->store, message), PAUA_OK);
    assert_int_equal(store_check_consistency(w->store, on_problem, &found), PAUA_OK);
    for (int i = 0; i < STORE_TABLES; i++)
        if (expected[i] && (next == found.count || found.counts[next++] != expected[i]))
            fail_msg("%s: its check does not find every row of nobody", store_tables[i].name);
    assert_int_equal(next, found.count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_table_is_listed, start, stop),
        cmocka_unit_test(test_members_fit),
        cmocka_unit_test_setup_teardown(test_removed_games, start, stop),
        cmocka_unit_test_setup_teardown(test_closed_accounts, start, stop),
        cmocka_unit_test_setup_teardown(test_rows_of_nobody, start, stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
