/* Migrations of tables that a test has made up: versions 3 to 6, and no way back to 3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include <sqlite3.h>

#include "store/core/migration.h"
#include "store/sqlite/sqlite_sql.h"

static const char *const create_tables[] = {"CREATE TABLE one (a);", "CREATE TABLE two (a);", NULL};

static const struct migration *const list[] = {
    &(const struct migration){.up = "ALTER TABLE one ADD COLUMN b DEFAULT 7;", .down = NULL},
    &(const struct migration){.up = "CREATE TABLE three (a);",
                              .down = "DROP TABLE three;",
                              .losses = {MIGRATION_TABLE("three")}},
    &(const struct migration){.up = "CREATE TABLE four (a); CREATE TABLE five (a);",
                              .down = "DROP TABLE five; DROP TABLE four;",
                              .losses = {MIGRATION_TABLE("four"),
                                         {"large five", "SELECT count(*) FROM five WHERE a > 9"}}},
};
static const struct migration_steps steps = {list, 3};

static sqlite3 *connection;
static struct sqlite_sql sql;
static char losses[200];

static paua_status execute(struct sql *base, const char *statements)
{
    (void)base;
    return sqlite3_exec(connection, statements, NULL, NULL, NULL) == SQLITE_OK ? PAUA_OK
                                                                               : PAUA_ERROR_IO;
}

static const struct schema schema = {.oldest = 3,
                                     .create = create_tables,
                                     .steps = &steps,
                                     .mark = "PRAGMA user_version = ",
                                     .execute = execute};

static int64_t number(const char *query)
{
    int64_t found = -1;

    assert_int_equal(sql_number(&sql.base, query, NULL, 0, &found), PAUA_OK);
    return found;
}

static const char version[] = "PRAGMA user_version";
static const char tables[] = "SELECT count(*) FROM sqlite_schema WHERE type = 'table'";

static int start(void **state)
{
    (void)state;
    losses[0] = '\0';
    if (sqlite3_open(":memory:", &connection) != SQLITE_OK)
        return -1;
    sqlite_sql_init(&sql, connection);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    sqlite_sql_clear(&sql);
    return sqlite3_close(connection) == SQLITE_OK ? 0 : -1;
}

static void test_a_new_store(void **state)
{
    (void)state;
    assert_int_equal(schema_version(&schema), 6);
    assert_int_equal(migration_run(&schema, &sql.base, 0, 6), PAUA_OK);
    assert_int_equal(number(version), 6);
    assert_int_equal(number(tables), 5);
}

static void test_up_and_down(void **state)
{
    (void)state;
    assert_int_equal(migration_run(&schema, &sql.base, 0, 3), PAUA_OK);
    assert_int_equal(execute(&sql.base, "INSERT INTO one VALUES (1);"), PAUA_OK);
    assert_int_equal(number(tables), 2);
    for (int at = 4; at <= 6; at++) {
        assert_int_equal(migration_run(&schema, &sql.base, at - 1, at), PAUA_OK);
        assert_int_equal(number(version), at);
    }
    assert_int_equal(number(tables), 5);
    assert_int_equal(migration_run(&schema, &sql.base, 6, 4), PAUA_OK);
    assert_int_equal(number(version), 4);
    assert_int_equal(number(tables), 2);
    assert_int_equal(number("SELECT b FROM one"), 7);
}

static void add_loss(const char *what, int64_t rows, void *context)
{
    (void)context;
    snprintf(losses + strlen(losses), sizeof losses - strlen(losses), "%s %lld;", what,
             (long long)rows);
}

/* What a way back loses is counted, and nothing is lost by that. */
static void test_losses(void **state)
{
    store_migration wanted = {.to = 4, .each = add_loss};

    (void)state;
    assert_int_equal(migration_run(&schema, &sql.base, 0, 6), PAUA_OK);
    assert_int_equal(migration_plan(&schema, &sql.base, 6, &wanted), PAUA_OK);
    assert_int_equal(wanted.lost, 0);
    execute(&sql.base, "INSERT INTO three VALUES (1), (2); INSERT INTO four VALUES (1);"
                       "INSERT INTO five VALUES (1), (10);");
    assert_int_equal(migration_plan(&schema, &sql.base, 6, &wanted), PAUA_OK);
    assert_int_equal(wanted.from, 6);
    assert_int_equal(wanted.lost, 4);
    assert_string_equal(losses, "four 1;large five 1;three 2;");
    assert_int_equal(number(tables), 5);
}

/* No version before one that cannot be gone back to, and none after the newest. */
static void test_no_way(void **state)
{
    static const char *const expected[] = {
        [3] = "has version 6; there is no way to 3, expected 4 to 6",
        [7] = "has version 6; there is no way to 7, expected 4 to 6",
    };

    (void)state;
    assert_int_equal(migration_run(&schema, &sql.base, 0, 6), PAUA_OK);
    for (int to = 3; to <= 7; to++) {
        store_migration wanted = {.to = to};
        paua_status status = migration_plan(&schema, &sql.base, 6, &wanted);

        assert_int_equal(status, expected[to] ? PAUA_ERROR_BAD_ARGUMENT : PAUA_OK);
        if (expected[to])
            assert_string_equal(sql_failure(&sql.base), expected[to]);
    }
}

/* A step that fails ends the way without a mark: the transaction around it is rolled back. */
static void test_a_step_fails(void **state)
{
    (void)state;
    assert_int_equal(migration_run(&schema, &sql.base, 0, 4), PAUA_OK);
    assert_int_equal(execute(&sql.base, "CREATE TABLE five (a); BEGIN;"), PAUA_OK);
    assert_int_equal(migration_run(&schema, &sql.base, 4, 6), PAUA_ERROR_IO);
    assert_int_equal(execute(&sql.base, "ROLLBACK;"), PAUA_OK);
    assert_int_equal(number(version), 4);
    assert_int_equal(number(tables), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_new_store, start, stop),
        cmocka_unit_test_setup_teardown(test_up_and_down, start, stop),
        cmocka_unit_test_setup_teardown(test_losses, start, stop),
        cmocka_unit_test_setup_teardown(test_no_way, start, stop),
        cmocka_unit_test_setup_teardown(test_a_step_fails, start, stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
