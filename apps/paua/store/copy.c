/* copy.c - `paua store backup` and `restore`: copies a store, reads the copy, and puts it in its
 * place if it is whole. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "store/open.h"
#include "store/store_command.h"

/* What a store's file and those beside it are named. */
static const char *const file_ends[] = {"", "-wal", "-shm", "-journal"};
#define FILE_ENDS (sizeof file_ends / sizeof file_ends[0])

int store_check_absent(const char *path)
{
    char name[STORE_PATH_BYTES + 16];
    struct stat about;

    for (size_t i = 0; i < FILE_ENDS; i++) {
        snprintf(name, sizeof name, "%s%s", path, file_ends[i]);
        if (lstat(name, &about) == 0)
            return complain_with(EXIT_ENVIRONMENT,
                                 "%s: exists already, expected the name of a new store", name);
        if (errno != ENOENT)
            return complain_file(name);
    }
    return EXIT_DONE;
}

void store_remove_files(const char *path)
{
    char name[STORE_PATH_BYTES + 16];

    for (size_t i = 0; i < FILE_ENDS; i++) {
        snprintf(name, sizeof name, "%s%s", path, file_ends[i]);
        unlink(name);
    }
}

/* Copies the store to the file that is being written. Returns 0, or an exit code after an error
 * line. */
static int copy_store(const char *from, const char *part)
{
    char message[STORE_MESSAGE_MAX];
    store *source = NULL;
    paua_status status = store_open_reading(from, &source, message);

    if (status == PAUA_OK)
        status = store_copy(source, part, message);
    store_close(source);
    return status == PAUA_OK ? EXIT_DONE : store_complain(status, message);
}

/* Reads the copy. Returns 0, or an exit code after an error line. */
static int check_copy(const char *part, struct check_report *report)
{
    char place[STORE_PATH_BYTES + 16];
    struct store_games games;

    snprintf(place, sizeof place, "sqlite:%s", part);
    int code = store_games_open(place, &games);
    if (code == EXIT_DONE)
        code = store_examine(&games, report);
    store_games_close(&games);
    if (code == EXIT_DONE && report->damaged + report->problems > 0)
        code = complain_with(EXIT_NO, "the store is damaged: nothing was written; see 'paua store "
                                      "check' and 'paua store repair'");
    return code;
}

int store_copy_checked(const char *from, const char *to, struct check_report *report)
{
    struct file_writer writer;

    if (file_create(&writer, to) != PAUA_OK)
        return complain_file(to);
    int code = EXIT_ENVIRONMENT;
    if (!writer.part)
        complain_with(code, "%s: expected a file or the name of a new one", to);
    else if (fchmod(writer.file, 0600) != 0)
        complain_file(to);
    else
        code = copy_store(from, writer.part);
    if (code == EXIT_DONE)
        code = check_copy(writer.part, report);
    /* PAUA_ERROR_CONFLICT stands for the failure that was reported. */
    paua_status status = file_finish(&writer, code == EXIT_DONE ? PAUA_OK : PAUA_ERROR_CONFLICT);
    return code == EXIT_DONE && status != PAUA_OK ? complain_file(to) : code;
}
