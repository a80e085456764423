/* store.c - `paua store`: checks, repairs, backs up and restores the store of a server. */
#include <string.h>
#include <sys/stat.h>

#include "cli/options.h"
#include "commands/commands.h"
#include "store/store_command.h"

/* What the command line says. */
struct store_options {
    const char *out; /* --out */
    bool json, quiet;
    char place[STORE_PATH_BYTES], out_place[STORE_PATH_BYTES];
};

/* Prints the end of a report. Returns an exit code. */
static int print_report(const struct store_options *options, struct store_report *report,
                        const char *last_name, long long last)
{
    if (options->json)
        return output_json(
            json_pack("{s:I, s:I, s:I, s:I, s:O}", "games", (json_int_t)report->games, "damaged",
                      (json_int_t)report->damaged, "file_faults", (json_int_t)report->faults,
                      last_name, (json_int_t)last, "faults", report->fault_list));
    printf("games %lld damaged %lld file faults %lld %s %lld\n", report->games, report->damaged,
           report->faults, last_name, last);
    return EXIT_DONE;
}

/* `paua store check STORE` */
static int check_store(struct store_options *options, struct store_report *report)
{
    struct store_games games;
    int code = store_games_open(options->place, &games);

    if (code == EXIT_DONE)
        code = store_examine(&games, report);
    if (code == EXIT_DONE)
        code = print_report(options, report, "checksums", store_has_sums(games.store));
    store_games_close(&games);
    return code == EXIT_DONE && report->damaged + report->faults > 0 ? EXIT_NO : code;
}

/* `paua store repair STORE --out NEW` */
static int repair_store(struct store_options *options, struct store_report *report)
{
    long long kept = 0;
    int code = store_repair(options->place, options->out_place, report, &kept);

    if (code == EXIT_DONE)
        code = print_report(options, report, "kept", kept);
    return code == EXIT_DONE && report->damaged + report->faults > 0 ? EXIT_NO : code;
}

/* Refuses to replace anything but an older backup. Returns 0, or an exit code after an error
 * line. */
static int check_backup(const struct store_options *options)
{
    const char *path = store_place_path(options->out_place);
    char name[STORE_PATH_BYTES + 8], message[STORE_MESSAGE_MAX];
    struct stat from, to;
    store *old = NULL;

    if (stat(path, &to) != 0)
        return EXIT_DONE;
    if (stat(store_place_path(options->place), &from) == 0 && from.st_dev == to.st_dev &&
        from.st_ino == to.st_ino)
        return complain_with(EXIT_USAGE, "--out: %s is the store itself", path);
    snprintf(name, sizeof name, "%s-wal", path);
    if (stat(name, &to) == 0)
        return complain_with(EXIT_USAGE, "--out: %s is a store that is in use", path);
    paua_status status = store_open_reading(options->out_place, &old, message);
    store_close(old);
    if (status == PAUA_UNSUPPORTED)
        return complain_with(EXIT_USAGE, "--out: %s; only a backup is replaced", message);
    return EXIT_DONE;
}

/* `paua store backup STORE --out FILE` and `paua store restore FILE --out STORE` */
static int copy_store(struct store_options *options, struct store_report *report, bool restores)
{
    if (!store_place_is_file(options->place) || !store_place_is_file(options->out_place))
        return complain_with(EXIT_USAGE,
                             "a PostgreSQL database is copied by pg_dump --schema=paua and "
                             "pg_restore, or by 'paua store repair' to a file");
    const char *path = store_place_path(options->out_place);
    int code = restores ? store_check_absent(path) : check_backup(options);

    /* stdout has the summary alone. */
    report->to = options->json ? NULL : stderr;
    if (code == EXIT_DONE)
        code = store_copy_checked(options->place, path, report);
    return code == EXIT_DONE ? print_report(options, report, "copied", 1) : code;
}

/* Does what the first operand says. Returns an exit code. */
static int run_action(const char *action, struct store_options *options)
{
    struct store_report report = {.to = options->json ? NULL : stdout};
    bool checks = strcmp(action, "check") == 0, repairs = strcmp(action, "repair") == 0;
    bool backs_up = strcmp(action, "backup") == 0, restores = strcmp(action, "restore") == 0;
    int code;

    if (!checks && !repairs && !backs_up && !restores)
        return complain_with(
            EXIT_USAGE, "'%.40s' is unknown, expected check, repair, backup or restore", action);
    if (checks == (options->out != NULL))
        return complain_with(EXIT_USAGE, checks ? "check writes nothing: --out goes with repair, "
                                                  "backup and restore"
                                                : "--out is missing, expected a file to write");
    if (options->json && !(report.fault_list = json_array()))
        return complain_memory();
    interrupt_catch();
    progress_begin(&report.progress, options->quiet);
    if (checks)
        code = check_store(options, &report);
    else if (repairs)
        code = repair_store(options, &report);
    else
        code = copy_store(options, &report, restores);
    json_decref(report.fault_list);
    return code;
}

int command_store(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "store",
        .operands = "check|repair|backup|restore STORE",
        .operands_least = 2,
        .operands_most = 2,
        .purpose = "Check, repair, back up or restore the store of a server. 'check' reads every "
                   "game as the server would and the whole file, and lists what is damaged. "
                   "'repair' writes a new store of all games that are whole and lists the others. "
                   "'backup' copies a store, also while a server uses it; 'restore' makes a store "
                   "of a backup.",
        .notes =
            "STORE is sqlite:FILE, FILE or postgresql://..., as for 'serve'. It is never changed. "
            "'check' reads both kinds; 'repair' reads and writes both, and so takes a store from "
            "one "
            "to the other; PostgreSQL has pg_dump instead of 'backup' and 'restore'. A damaged "
            "game is left out by "
            "'repair' as a whole, with the number of its events that can be read. 'backup' and "
            "'restore' check the copy, and write nothing where it is damaged; 'backup' replaces an "
            "older backup, 'repair' and 'restore' replace nothing. Exit codes: 0 all is whole, 1 "
            "something is damaged, 2 wrong usage or not a store, 3 a file cannot be read or "
            "written.",
        .examples = {"paua store check sqlite:games.db",
                     "paua store backup games.db --out games-monday.db"},
    };
    struct store_options options = {0};
    const struct option_row rows[] = {
        {"out", 0, OPTION_TEXT, &options.out, 0, 0, "FILE",
         "what to write: the new store, or the backup"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    code = store_place_read(argv[operand + 1], options.place);
    if (code == EXIT_DONE && options.out)
        code = store_place_read(options.out, options.out_place);
    return code == EXIT_DONE ? run_action(argv[operand], &options) : code;
}
