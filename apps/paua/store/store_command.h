/* store_command.h - the parts of `paua store`. */
#ifndef PAUA_STORE_STORE_COMMAND_H
#define PAUA_STORE_STORE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include "cli/common.h"
#include "cli/store.h"
#include "service/games/play/game_load.h"
#include "store/maintenance.h"

/* What was found in a store. */
struct check_report {
    FILE *to;             /* where problems are printed, a line each; NULL: nowhere */
    json_t *problem_list; /* the same as an array of texts, or NULL */
    long long games, damaged, problems;
    struct progress progress;
};

/* An open store and the ids of its games. */
struct store_games {
    store *store;
    struct boards *boards;
    char (*ids)[ID_SIZE + 1]; /* owned */
    size_t count, room;
    bool failed; /* out of memory */
};

/* Writes the address of a store that is given as an address or as FILE. Returns 0, or an exit code
 * after an error line. */
int store_place_read(const char *text, char place[STORE_PATH_BYTES]);
/* Whether it is sqlite:FILE; and the file. */
bool store_place_is_file(const char *place);
const char *store_place_path(const char *place);

/* Opens a store for reading and lists its games. Returns 0, or an exit code after an error line: 1
 * where the store is damaged. Close it in both cases. */
int store_games_open(const char *place, struct store_games *games);
void store_games_close(struct store_games *games);

/* Reports what is damaged, a line. */
void check_report_add(struct check_report *report, const char *problem);

/* Looks for problems besides games: the file, imported games. Returns 0 (also where there are
 * problems), or an exit code after an error line. */
int store_examine_rest(struct store_games *games, struct check_report *report);

/* Reads every game as a server would, then looks for other problems. Returns 0 (also where there
 * are problems), or an exit code after an error line. */
int store_examine(struct store_games *games, struct check_report *report);

/* The exit code for a failed reading, after an error line. */
int store_complain(paua_status status, const char *message);

/* The exit code after an interrupt, after a line that says how to go on. */
int store_complain_interrupted(void);

/* Refuses a new store at a path where something is. Returns 0, or an exit code after an error
 * line. */
int store_check_absent(const char *path);
/* The same for an address: a database gets a store only where it has none. */
int store_check_new(const char *place);
/* Removes an unfinished new store, with the log that a full disk leaves beside it. */
void store_remove_files(const char *path);

/* `paua store backup` and `restore`: copies a store to a file, which is put in its place when all
 * of it has been read and is whole. Returns an exit code. */
int store_copy_checked(const char *from, const char *to, struct check_report *report);

/* `paua store migrate`: takes the store to another version and prints which rows are lost. Returns
 * an exit code: 1 where rows would be lost and `lose` does not say so. */
int store_migrate_to(const char *place, int version, bool lose, bool as_json);

/* `paua store repair`: makes a new store of what is whole. *kept counts its games. Returns an exit
 * code. */
int store_repair(const char *from, const char *to, struct check_report *report, long long *kept);

/* Writes the whole store as a text to a file (NULL: standard output). Returns an exit code. */
int store_export_dump(const char *place, const char *path);
/* Makes a new store of such a text ("-": standard input). Returns an exit code. */
int store_import_dump(const char *name, const char *place);

#endif
