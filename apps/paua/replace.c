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

static int complain_file(const char *path)
{
    return complain(EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
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

/* `target` is the file itself, at the end of all links; errors name `path`. */
static int write_beside(const char *path, const char *target, mode_t mode, const char *bytes,
                        size_t length)
{
    char *beside;
    int fd, code = EXIT_DONE;

    if (asprintf(&beside, "%s.XXXXXX", target) < 0)
        return complain_memory();
    fd = mkostemp(beside, O_CLOEXEC);
    if (fd < 0) {
        code = complain_file(path);
    } else {
        bool written = write_all(fd, bytes, length) && fchmod(fd, mode) == 0 && fsync(fd) == 0;
        if (!written || rename(beside, target) != 0) {
            code = complain_file(path);
            unlink(beside);
        }
        close(fd);
    }
    free(beside);
    return code;
}

int replace_file(const char *path, const char *bytes, size_t length)
{
    struct stat before;
    char *target;
    int code;

    if (stat(path, &before) != 0)
        return errno == ENOENT ? write_beside(path, path, usual_mode(), bytes, length)
                               : complain_file(path);
    if (!S_ISREG(before.st_mode))
        return write_directly(path, bytes, length);
    if (access(path, W_OK) != 0)
        return complain_file(path);
    target = realpath(path, NULL);
    if (!target)
        return complain_file(path);
    code = write_beside(path, target, before.st_mode & 07777, bytes, length);
    free(target);
    return code;
}
