/* successors.c - `paua successors`: the files of "Project Abalone" (seed 002). */
#define _GNU_SOURCE /* asprintf */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <paua/notation.h>

#include "cli/common.h"
#include "cli/options.h"
#include "cli/replace.h"
#include "commands/commands.h"
#include "successors/text.h"

/* One file that is to be replaced: its new bytes wait beside it, and its old ones stay in reach. */
struct staged {
    char *path;
    struct replacement new;
    char *before; /* a second name of the old file, or NULL */
};

/* One input, and the two files that come of it. */
struct task {
    struct successors texts;
    struct staged files[2];
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
static int name_files(const char *path, struct task *task)
{
    static const char *const endings[2] = {".board", ".move"};
    const char *ending = strrchr(path, '.'), *name = strrchr(path, '/');

    name = name ? name + 1 : path;
    if (!ending || ending <= name || strcmp(ending, ".input") != 0)
        return complain(EXIT_USAGE, "'%.100s' is not named NAME.input", path);
    for (int i = 0; i < 2; i++)
        if (asprintf(&task->files[i].path, "%.*s%s", (int)(ending - path), path, endings[i]) < 0) {
            task->files[i].path = NULL;
            return complain_memory();
        }
    return EXIT_DONE;
}

static int prepare(const char *path, struct task *task)
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

/* Removes what still waits beside the files. */
static void clear(struct task *task)
{
    for (int i = 0; i < 2; i++) {
        struct staged *file = &task->files[i];
        replacement_free(&file->new);
        if (file->before)
            unlink(file->before);
        free(file->before);
        file->before = NULL;
    }
}

/* Puts both files in place; when the second one fails, the first gets its old bytes back. */
static int commit(struct task *task)
{
    struct staged *first = &task->files[0], *second = &task->files[1];
    char *target = first->new.target;

    if (asprintf(&first->before, "%s.old", first->new.beside) < 0) {
        first->before = NULL;
        return complain_memory();
    }
    bool existed = link(target, first->before) == 0;
    if (!existed && errno != ENOENT) /* a file system without second names */
        existed = rename(target, first->before) == 0;
    if (!existed && errno != ENOENT)
        return complain_file(first->path);
    int code = replacement_commit(first->path, &first->new);
    if (code != EXIT_DONE) {
        if (existed)
            rename(first->before, target);
        return code;
    }
    code = replacement_commit(second->path, &second->new);
    if (code != EXIT_DONE && (existed ? rename(first->before, target) : unlink(target)) != 0)
        complain_file(first->path);
    return code;
}

static int stage(struct staged *file, const char *text)
{
    return replacement_write(file->path, text, strlen(text), &file->new);
}

static int write_files(struct task *task)
{
    int code = stage(&task->files[0], task->texts.boards);

    if (code == EXIT_DONE)
        code = stage(&task->files[1], task->texts.moves);
    if (code == EXIT_DONE)
        code = commit(task);
    clear(task);
    return code;
}

/* All inputs are read before the first file is written. */
static int run(char **paths, int count, struct task *tasks)
{
    int code = EXIT_DONE;

    for (int i = 0; i < count && code == EXIT_DONE; i++)
        code = prepare(paths[i], &tasks[i]);
    interrupt_catch();
    for (int i = 0; i < count && code == EXIT_DONE && !interrupted(); i++)
        code = write_files(&tasks[i]);
    return code == EXIT_DONE && interrupted() ? EXIT_NO : code;
}

int command_successors(int argc, char **argv)
{
    const struct usage usage = {
        "successors",
        "FILE...",
        1,
        1000000,
        "List what every legal move leads to: for each NAME.input write NAME.board, one board a "
        "line, and NAME.move, one move a line in the same order.",
        "An input is the side to move and the marbles, as in \"b\" and, on the next line, "
        "\"C5b,D5b,E4w\", or a position in any other form. Nothing is written if one is wrong."};
    int operand, code = options_read(&usage, NULL, 0, argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    int count = argc - operand;
    struct task *tasks = calloc((size_t)count, sizeof *tasks);
    if (!tasks)
        return complain_memory();
    code = run(argv + operand, count, tasks);
    for (int i = 0; i < count; i++) {
        successors_free(&tasks[i].texts);
        free(tasks[i].files[0].path);
        free(tasks[i].files[1].path);
    }
    free(tasks);
    return code;
}
