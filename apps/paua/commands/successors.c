/* successors.c - `paua successors`: reads NAME.input and writes NAME.board and NAME.move, the files
 * of "Project Abalone" (seed 002). successors/text.c converts the texts. */
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

/* The two output files of one input, and their texts. */
struct successors_task {
    struct successors texts;
    char *paths[2]; /* owned */
};

/* Reads a file, but at most `cap` bytes: one more than a position can have. */
static int read_input(const char *path, char *bytes, size_t cap, size_t *length)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    *length = 0;
    if (fd < 0)
        return complain_file(path);
    while (*length < cap) {
        ssize_t got = read(fd, bytes + *length, cap - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            int code = complain_file(path);
            close(fd);
            return code;
        }
        if (got == 0)
            break;
        *length += (size_t)got;
    }
    close(fd);
    return EXIT_DONE;
}

/* Makes the names of the output files: NAME.board and NAME.move for NAME.input. */
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

/* Reads one input and converts it; writes nothing. */
static int prepare_task(const char *path, struct successors_task *task)
{
    char bytes[PAUA_FORM_TEXT_MAX + 2] = ""; /* NUL-terminated for the message */
    size_t length = 0;
    paua_error error;
    int code = name_files(path, task);

    if (code == EXIT_DONE)
        code = read_input(path, bytes, sizeof bytes - 1, &length);
    if (code != EXIT_DONE)
        return code;
    paua_status status = successors_read(bytes, length, &task->texts, &error);
    if (status == PAUA_ERROR_NO_MEMORY)
        return complain_memory();
    if (status == PAUA_OK)
        return EXIT_DONE;
    char name[201];
    snprintf(name, sizeof name, "%s", path);
    return complain_text(name, bytes, &error);
}

/* Creates one of the two files, which must be a plain file or new, and writes its text. */
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

/* Replaces both files or neither. */
static int write_files(const struct successors_task *task)
{
    struct file_writer writers[2];
    int failed, code = write_file(task->paths[0], task->texts.boards, &writers[0]);

    if (code != EXIT_DONE)
        return code;
    code = write_file(task->paths[1], task->texts.moves, &writers[1]);
    if (code != EXIT_DONE) {
        file_finish(&writers[0], PAUA_ERROR_IO);
        return code;
    }
    paua_status status = file_finish_all(writers, 2, PAUA_OK, &failed);
    return status == PAUA_OK ? EXIT_DONE : output_file_complain(task->paths[failed], status);
}

/* Reads all inputs before it writes the first file, so that bad input changes nothing. */
static int run_tasks(char **paths, int count, struct successors_task *tasks)
{
    int code = EXIT_DONE;

    for (int i = 0; i < count && code == EXIT_DONE; i++)
        code = prepare_task(paths[i], &tasks[i]);
    interrupt_catch();
    int done = 0;
    for (; done < count && code == EXIT_DONE && !interrupt_seen(); done++)
        code = write_files(&tasks[done]);
    return code == EXIT_DONE && done < count
               ? complain_with(EXIT_ENVIRONMENT,
                               "interrupted after %d of %d inputs; another call begins again", done,
                               count)
               : code;
}

int command_successors(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "successors",
        .operands = "FILE...",
        .operands_least = 1,
        .operands_most = 1000000,
        .purpose =
            "List the successors of positions: for each NAME.input write NAME.board, the board "
            "after each legal move, and NAME.move, these moves, one a line in the same order.",
        .notes = "An input is the side to move and the marbles, as in \"b\" and, on the next line, "
                 "\"C5b,D5b,E4w\", or a position in any other form. Nothing is written if any "
                 "input is invalid.",
        .examples = {"paua successors Test1.input", "paua successors *.input"},
    };
    int operand, code = options_read(&usage, NULL, 0, argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    int count = argc - operand;
    struct successors_task *tasks = calloc((size_t)count, sizeof *tasks);
    if (!tasks)
        return complain_memory();
    code = run_tasks(argv + operand, count, tasks);
    for (int i = 0; i < count; i++) {
        successors_free(&tasks[i].texts);
        free(tasks[i].paths[0]);
        free(tasks[i].paths[1]);
    }
    free(tasks);
    return code;
}
