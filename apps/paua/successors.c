/* successors.c - `paua successors`: the files of "Project Abalone" (seed 002). */
#define _GNU_SOURCE /* asprintf, mkostemp */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <paua/notation.h>

#include "commands.h"
#include "common.h"
#include "options.h"
#include "successors_text.h"

/* One file that is to be replaced: its new bytes wait beside it, and its old ones stay in reach. */
struct staged {
    char *path;
    char *beside; /* the new bytes, or NULL */
    char *before; /* a second name of the old file, or NULL */
};

/* One input, and the two files that come of it. */
struct task {
    struct successors texts;
    struct staged files[2];
};

static int complain_file(const char *path)
{
    return complain(EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
}

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
    char bytes[PAUA_FORM_TEXT_MAX + 1];
    size_t length = 0;
    paua_error error;
    int code = name_files(path, task);

    if (code == EXIT_DONE)
        code = read_input(path, bytes, sizeof bytes, &length);
    if (code != EXIT_DONE)
        return code;
    paua_status status = successors_read(bytes, length, &task->texts, &error);
    if (status == PAUA_NO_MEMORY)
        return complain_memory();
    if (status != PAUA_OK)
        return complain(EXIT_USAGE, "%.200s: byte %zu: %s", path, error.at, error.message);
    return EXIT_DONE;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

/* The rights of the file that is replaced, or those that a new file gets. */
static mode_t mode_of(const char *path)
{
    struct stat before;
    mode_t mask = umask(0);

    umask(mask);
    return stat(path, &before) == 0 ? before.st_mode & 07777 : 0666 & ~mask;
}

/* Follows links, so that they stay. What is no plain file cannot be replaced. */
static int settle(struct staged *file)
{
    struct stat before;

    if (stat(file->path, &before) != 0)
        return errno == ENOENT ? EXIT_DONE : complain_file(file->path);
    if (!S_ISREG(before.st_mode))
        return complain(EXIT_ENVIRONMENT, "%s: not a plain file", file->path);
    if (access(file->path, W_OK) != 0)
        return complain_file(file->path);
    char *target = realpath(file->path, NULL);
    if (!target)
        return complain_file(file->path);
    free(file->path);
    file->path = target;
    return EXIT_DONE;
}

static int stage(struct staged *file, const char *text)
{
    char *beside;
    int fd, code = settle(file);

    if (code != EXIT_DONE)
        return code;
    if (asprintf(&beside, "%s.XXXXXX", file->path) < 0)
        return complain_memory();
    fd = mkostemp(beside, O_CLOEXEC);
    if (fd < 0) {
        code = complain_file(file->path);
        free(beside);
        return code;
    }
    file->beside = beside;
    if (!write_all(fd, text, strlen(text)) || fchmod(fd, mode_of(file->path)) != 0 ||
        fsync(fd) != 0)
        code = complain_file(file->path);
    close(fd);
    return code;
}

/* Removes what still waits beside the files. */
static void clear(struct task *task)
{
    for (int i = 0; i < 2; i++) {
        struct staged *file = &task->files[i];
        if (file->beside)
            unlink(file->beside);
        if (file->before)
            unlink(file->before);
        free(file->beside);
        free(file->before);
        file->beside = file->before = NULL;
    }
}

/* Puts both files in place; when the second one fails, the first gets its old bytes back. */
static int commit(struct task *task)
{
    struct staged *first = &task->files[0], *second = &task->files[1];

    if (asprintf(&first->before, "%s.old", first->beside) < 0) {
        first->before = NULL;
        return complain_memory();
    }
    bool existed = link(first->path, first->before) == 0;
    if (!existed && errno != ENOENT) /* a file system without second names */
        existed = rename(first->path, first->before) == 0;
    if (!existed && errno != ENOENT)
        return complain_file(first->path);
    if (rename(first->beside, first->path) != 0) {
        int code = complain_file(first->path);
        if (existed)
            rename(first->before, first->path);
        return code;
    }
    if (rename(second->beside, second->path) == 0)
        return EXIT_DONE;
    int code = complain_file(second->path);
    if (existed ? rename(first->before, first->path) != 0 : unlink(first->path) != 0)
        complain_file(first->path);
    return code;
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
        "List what every legal move leads to: for each NAME.input write NAME.board, one board a\n"
        "line, and NAME.move, one move a line in the same order.",
        "An input is the side to move and the marbles, as in \"b\" and, on the next line,\n"
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
