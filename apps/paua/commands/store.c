/* store.c - `paua store`: checks, repairs, backs up, restores and migrates the store of a server.
 */
#include <string.h>
#include <sys/stat.h>

#include "cli/options.h"
#include "cli/store.h"
#include "commands/commands.h"
#include "store/open.h"
#include "store/store_command.h"

/* What the command line says. */
struct store_options {
    const char *out; /* --out */
    long long to;    /* --to; 0: not given */
    bool lose, json, quiet;
    char place[STORE_PATH_BYTES], out_place[STORE_PATH_BYTES];
};

/* Prints the end of a report. Returns an exit code. */
static int print_report(const struct store_options *options, struct check_report *report,
                        const char *last_name, long long last)
{
    if (options->json)
        return output_json(
            json_pack("{s:I, s:I, s:I, s:I, s:O}", "games", (json_int_t)report->games, "damaged",
                      (json_int_t)report->damaged, "file_faults", (json_int_t)report->problems,
                      last_name, (json_int_t)last, "faults", report->problem_list));
    printf("games %lld damaged %lld file faults %lld %s %lld\n", report->games, report->damaged,
           report->problems, last_name, last);
    return EXIT_DONE;
}

/* `paua store check STORE` */
static int check_store(struct store_options *options, struct check_report *report)
{
    struct store_games games;
    int code = store_games_open(options->place, &games);

    if (code == EXIT_DONE)
        code = store_examine(&games, report);
    if (code == EXIT_DONE)
        code = print_report(options, report, "checksums", 1);
    store_games_close(&games);
    return code == EXIT_DONE && report->damaged + report->problems > 0 ? EXIT_NO : code;
}

/* `paua store repair STORE --out NEW` */
static int repair_store(struct store_options *options, struct check_report *report)
{
    long long kept = 0;
    int code = store_repair(options->place, options->out_place, report, &kept);

    if (code == EXIT_DONE)
        code = print_report(options, report, "kept", kept);
    return code == EXIT_DONE && report->damaged + report->problems > 0 ? EXIT_NO : code;
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
    if (status == PAUA_ERROR_UNSUPPORTED)
        return complain_with(EXIT_USAGE, "--out: %s; only a backup is replaced", message);
    return EXIT_DONE;
}

/* `paua store backup STORE --out FILE` and `paua store restore FILE --out STORE` */
static int copy_store(struct store_options *options, struct check_report *report, bool restores)
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

/* `paua store migrate STORE --to VERSION` */
static int migrate_store(struct store_options *options, struct check_report *report)
{
    (void)report;
    return store_migrate_to(options->place, (int)options->to, options->lose, options->json);
}

/* `paua store backup STORE --out FILE` */
static int backup_store(struct store_options *options, struct check_report *report)
{
    return copy_store(options, report, false);
}

/* `paua store restore FILE --out STORE` */
static int restore_store(struct store_options *options, struct check_report *report)
{
    return copy_store(options, report, true);
}

static const struct store_action {
    const char *name;
    bool writes_out, migrates; /* it wants --out; --to */
    int (*run)(struct store_options *options, struct check_report *report);
} actions[] = {
    {"check", false, false, check_store},    {"repair", true, false, repair_store},
    {"backup", true, false, backup_store},   {"restore", true, false, restore_store},
    {"migrate", false, true, migrate_store},
};

/* Checks that the options are those of the action. Returns 0, or an exit code after an error line.
 */
static int check_options(const struct store_action *action, const struct store_options *options)
{
    if (options->out && !action->writes_out)
        return complain_with(EXIT_USAGE,
                             "%s writes no file: --out goes with repair, backup and restore",
                             action->name);
    if (!options->out && action->writes_out)
        return complain_with(EXIT_USAGE, "--out is missing, expected a file to write");
    if ((options->to || options->lose) && !action->migrates)
        return complain_with(EXIT_USAGE, "%s goes nowhere: --to and --lose go with migrate",
                             action->name);
    if (!options->to && action->migrates)
        return complain_with(EXIT_USAGE, "--to is missing, expected a version of the store");
    return EXIT_DONE;
}

/* Does what the first operand says. Returns an exit code. */
static int run_action(const char *name, struct store_options *options)
{
    struct check_report report = {.to = options->json ? NULL : stdout};
    const struct store_action *action = NULL;

    for (int i = 0; i < ROWS(actions); i++) {
        if (strcmp(actions[i].name, name) == 0)
            action = &actions[i];
    }
    if (!action)
        return complain_with(EXIT_USAGE,
                             "'%.40s' is unknown, expected check, repair, backup, restore or "
                             "migrate",
                             name);
    int code = check_options(action, options);
    if (code != EXIT_DONE)
        return code;
    if (options->json && !(report.problem_list = json_array()))
        return complain_memory();
    interrupt_catch();
    progress_begin(&report.progress, options->quiet);
    code = action->run(options, &report);
    json_decref(report.problem_list);
    return code;
}

/* Reads the places of the store, an operand or --store, and of --out. Returns 0, or an exit code
 * after an error line. */
static int read_places(struct store_options *options, const char *operand, const char *named)
{
    if (!operand && !named)
        return complain_with(EXIT_USAGE, "STORE is missing, expected a file or --store");
    if (operand && named)
        return complain_with(EXIT_USAGE, "--store: the store is named twice");
    int code = store_place_read(operand ? operand : named, options->place);
    if (code == EXIT_DONE && options->out)
        code = store_place_read(options->out, options->out_place);
    return code;
}

int command_store(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "store",
        .operands = "check|repair|backup|restore|migrate [STORE]",
        .operands_least = 1,
        .operands_most = 2,
        .purpose =
            "Check, repair, back up, restore or migrate the store of a server. 'check' reads every "
            "game as the server would and the whole file, and lists what is damaged. "
            "'repair' writes a new store of all games that are whole and lists the others. "
            "'backup' copies a store, also while a server uses it; 'restore' makes a store "
            "of a backup. 'migrate' takes a store to the version that an earlier paua knows, "
            "or forward again.",
        .notes =
            "STORE is sqlite:FILE, FILE or postgresql://..., as for 'serve'; --store gives it as "
            "well. "
            "'migrate' alone "
            "changes "
            "it: no server may be running, and all of it happens, or nothing. A server brings a "
            "store "
            "of an earlier version up to date by itself; one of a newer version it refuses, and "
            "says "
            "which version it expects: go back to this one with the newer paua. What the earlier "
            "version has no place for is listed, and stays unless --lose lets it go. "
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
    const char *named = NULL;
    const struct option_row rows[] = {
        ROW_STORE(named),
        {"out", 0, OPTION_TEXT, &options.out, 0, 0, "FILE",
         "what to write: the new store, or the backup"},
        {"to", 0, OPTION_NUMBER, &options.to, 1, 9999, "VERSION",
         "the version of the store to migrate to"},
        {"lose", 0, OPTION_FLAG, &options.lose, 0, 0, NULL, "migrate also where rows are lost"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    code = read_places(&options, operand + 1 < argc ? argv[operand + 1] : NULL, named);
    return code == EXIT_DONE ? run_action(argv[operand], &options) : code;
}
