#define _GNU_SOURCE /* asprintf, mkostemp */

#include "replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"

static int write_directly(const char *path, const char *bytes, size_t length)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return complain_file(path);
    bool written = write_all(fd, bytes, length);
    int code = written ? EXIT_DONE : complain_file(path);
    close(fd);
    return code;
}

/* The rights that a new file gets. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

/* Follows links, so that they stay. */
static int find_target(const char *path, struct replacement *file, mode_t *mode)
{
    struct stat before;
    bool exists = stat(path, &before) == 0;

    if (!exists && errno != ENOENT)
        return complain_file(path);
    if (exists && !S_ISREG(before.st_mode))
        return complain(EXIT_ENVIRONMENT, "%s: not a plain file", path);
    if (exists && access(path, W_OK) != 0)
        return complain_file(path);
    *mode = exists ? before.st_mode & 07777 : usual_mode();
    file->target = exists ? realpath(path, NULL) : strdup(path);
    return file->target ? EXIT_DONE : complain_file(path);
}

int replacement_write(const char *path, const char *bytes, size_t length, struct replacement *file)
{
    mode_t mode = 0;
    char *beside;
    int fd, code;

    *file = (struct replacement){0};
    code = find_target(path, file, &mode);
    if (code != EXIT_DONE)
        return code;
    if (asprintf(&beside, "%s.XXXXXX", file->target) < 0)
        return complain_memory();
    fd = mkostemp(beside, O_CLOEXEC);
    if (fd < 0) {
        code = complain_file(path);
        free(beside);
        return code;
    }
    file->beside = beside;
    if (!write_all(fd, bytes, length) || fchmod(fd, mode) != 0 || fsync(fd) != 0)
        code = complain_file(path);
    close(fd);
    return code;
}

int replacement_commit(const char *path, struct replacement *file)
{
    if (rename(file->beside, file->target) != 0)
        return complain_file(path);
    free(file->beside);
    file->beside = NULL;
    return EXIT_DONE;
}

void replacement_free(struct replacement *file)
{
    if (file->beside)
        unlink(file->beside);
    free(file->beside);
    free(file->target);
    *file = (struct replacement){0};
}

int replace_file(const char *path, const char *bytes, size_t length)
{
    struct stat before;
    struct replacement file;
    int code;

    if (stat(path, &before) == 0 && !S_ISREG(before.st_mode))
        return write_directly(path, bytes, length);
    code = replacement_write(path, bytes, length, &file);
    if (code == EXIT_DONE)
        code = replacement_commit(path, &file);
    replacement_free(&file);
    return code;
}
