/* successors.c - `paua successors`: the files of "Project Abalone" (seed 002). */
#define _GNU_SOURCE /* asprintf */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <paua/notation.h>

#include "cli/common.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "commands/commands.h"
#include "successors/text.h"

/* One input, and the two files that come of it. */
struct successors_task {
    struct successors texts;
    char *paths[2]; /* owned */
};

/* Reads as much of a file as a position can have, and one byte more. */
static int read_input(const char *path, char *bytes, size_t cap, size_t *length)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), code = EXIT_DONE;
    ssize_t got = 1;

    if (fd < 0)
        return complain_file(path);
    *length = 0;
    while (got > 0 && *length < cap) {
        got = read(fd, bytes + *length, cap - *length);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got < 0)
            code = complain_file(path);
        else
            *length += (size_t)got;
    }
    close(fd);
    return code;
}

/* NAME.input -> NAME.board and NAME.move. */
static int name_files(const char *path, struct successors_task *task)
{
    static const char *const endings[2] = {".board", ".move"};
    const char *ending = strrchr(path, '.'), *name = strrchr(path, '/');

    name = name ? name + 1 : path;
    if (!ending || ending <= name || strcmp(ending, ".input") != 0)
        return complain_with(EXIT_USAGE, "'%.100s' is not named NAME.input", path);
    for (int i = 0; i < 2; i++)
        if (asprintf(&task->paths[i], "%.*s%s", (int)(ending - path), path, endings[i]) < 0) {
            task->paths[i] = NULL;
            return complain_memory();
        }
    return EXIT_DONE;
}

static int prepare(const char *path, struct successors_task *task)
{
    char bytes[PAUA_FORM_TEXT_MAX + 2] = ""; /* ends with a NUL, for messages */
    size_t length = 0;
    paua_error error;
    int code = name_files(path, task);

    if (code == EXIT_DONE)
        code = read_input(path, bytes, sizeof bytes - 1, &length);
    if (code != EXIT_DONE)
        return code;
    paua_status status = successors_read(bytes, length, &task->texts, &error);
    if (status == PAUA_NO_MEMORY)
        return complain_memory();
    if (status == PAUA_OK)
        return EXIT_DONE;
    char name[201];
    snprintf(name, sizeof name, "%s", path);
    return complain_text(name, bytes, &error);
}

/* Opens one of the two files, which must be plain or new, and writes its text. */
static int write_file(const char *path, const char *text, struct file_writer *writer)
{
    struct stat before;
    if (stat(path, &before) == 0 && !S_ISREG(before.st_mode))
        return complain_with(EXIT_ENVIRONMENT, "%s: not a plain file", path);
    paua_status status = file_create(writer, path);
    if (status != PAUA_OK)
        return output_file_complain(path, status);
    file_put(writer, text, strlen(text));
    return EXIT_DONE;
}

/* Replaces both files or none. */
static int write_files(const struct successors_task *task)
{
    struct file_writer writers[2];
    int failed, code = write_file(task->paths[0], task->texts.boards, &writers[0]);
    if (code != EXIT_DONE)
        return code;
    code = write_file(task->paths[1], task->texts.moves, &writers[1]);
    if (code != EXIT_DONE) {
        file_finish(&writers[0], PAUA_IO);
        return code;
    }
    paua_status status = file_finish_all(writers, 2, PAUA_OK, &failed);
    return status == PAUA_OK ? EXIT_DONE : output_file_complain(task->paths[failed], status);
}

/* All inputs are read before the first file is written. */
static int run(char **paths, int count, struct successors_task *tasks)
{
    int code = EXIT_DONE;

    for (int i = 0; i < count && code == EXIT_DONE; i++)
        code = prepare(paths[i], &tasks[i]);
    interrupt_catch();
    for (int i = 0; i < count && code == EXIT_DONE && !interrupt_seen(); i++)
        code = write_files(&tasks[i]);
    return code == EXIT_DONE && interrupt_seen() ? EXIT_NO : code;
}

int command_successors(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "successors",
        .operands = "FILE...",
        .operands_least = 1,
        .operands_most = 1000000,
        .purpose = "List what every legal move leads to: for each NAME.input write NAME.board, one "
                   "board a line, and NAME.move, one move a line in the same order.",
        .notes =
            "An input is the side to move and the marbles, as in \"b\" and, on the next line, "
            "\"C5b,D5b,E4w\", or a position in any other form. Nothing is written if one is wrong.",
        .examples = {"paua successors Test1.input", "paua successors *.input"},
    };
    int operand, code = options_read(&usage, NULL, 0, argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    int count = argc - operand;
    struct successors_task *tasks = calloc((size_t)count, sizeof *tasks);
    if (!tasks)
        return complain_memory();
    code = run(argv + operand, count, tasks);
    for (int i = 0; i < count; i++) {
        successors_free(&tasks[i].texts);
        free(tasks[i].paths[0]);
        free(tasks[i].paths[1]);
    }
    free(tasks);
    return code;
}
