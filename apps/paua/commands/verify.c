/* verify.c - `paua verify`: checks every record of a table against the definition. */
#include <stdio.h>

#include <paua/lab/solve.h>

#include "base/cpu.h"
#include "cli/common.h"
#include "cli/options.h"
#include "cli/solve_monitor.h"
#include "cli/tables.h"
#include "commands/commands.h"
#include "solve/solve_command.h"

/* Loads a table and verifies it. Returns an exit code. */
static int check_table(const char *path, paua_table *table, int threads, bool quiet, bool json)
{
    struct solve_monitor monitor = {0};
    uint64_t bad = 0, positions = paua_table_about(table)->positions;
    paua_status status = paua_solve_load(table, threads, &monitor.solve);

    if (status != PAUA_OK)
        return tables_complain_read(path, status, EXIT_NO);
    interrupt_catch();
    progress_begin(&monitor.progress, quiet);
    status = paua_solve_verify(monitor.solve, solve_monitor_update, &monitor, &bad);
    progress_clear(&monitor.progress);
    for (int i = 0; i < paua_solve_faults(monitor.solve) && !json; i++)
        solve_print_fault(paua_solve_board(monitor.solve), paua_solve_fault_at(monitor.solve, i));
    paua_solve_free(monitor.solve);
    if (status != PAUA_OK)
        return complain_with(EXIT_ENVIRONMENT, "interrupted; another call begins again");
    if (json)
        output_json(
            json_pack("{s:I, s:I}", "positions", (json_int_t)positions, "wrong", (json_int_t)bad));
    else
        printf("positions %llu wrong %llu\n", (unsigned long long)positions,
               (unsigned long long)bad);
    return bad ? EXIT_NO : EXIT_DONE;
}

int command_verify(int argc, char **argv)
{
    long long threads = processors_count(PAUA_SOLVE_THREADS_MAX);
    bool json = false, quiet = false;
    const struct option_row rows[] = {
        {"threads", 'j', OPTION_NUMBER, &threads, 1, PAUA_SOLVE_THREADS_MAX, "N",
         "check on N threads (as many as processors)"},
        ROW_JSON(json),
        ROW_QUIET(quiet),
    };
    static const struct usage usage = {
        .command = "verify",
        .operands = "FILE",
        .operands_least = 1,
        .operands_most = 1,
        .purpose =
            "Check every record of a table that 'paua solve' has written against the definition.",
        .notes = "Exit code 1 when a record is wrong or a block is damaged.",
        .examples = {"paua verify 3x3x3.paua", "paua verify 3x3x3.paua --threads 2 --json"},
    };
    paua_table *table;
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    code = tables_open_one(argv[operand], &table);
    if (code != EXIT_DONE)
        return code;
    code = check_table(argv[operand], table, (int)threads, quiet, json);
    paua_table_close(table);
    return code;
}
