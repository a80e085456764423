#define _GNU_SOURCE /* asprintf, mkostemp, open_memstream */

#include "cli/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common.h"

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

/* A new file beside the target; *fd is open for writing. Returns 0, or an exit code after an error line. */
static int open_beside(const char *path, struct replacement *file, mode_t *mode, int *fd)
{
    char *beside;

    *file = (struct replacement){0};
    int code = find_target(path, file, mode);
    if (code != EXIT_DONE)
        return code;
    if (asprintf(&beside, "%s.XXXXXX", file->target) < 0)
        return complain_memory();
    *fd = mkostemp(beside, O_CLOEXEC);
    if (*fd < 0) {
        code = complain_file(path);
        free(beside);
        return code;
    }
    file->beside = beside;
    return EXIT_DONE;
}

int replacement_write(const char *path, const char *bytes, size_t length, struct replacement *file)
{
    mode_t mode = 0;
    int fd = -1;
    int code = open_beside(path, file, &mode, &fd);

    if (code != EXIT_DONE)
        return code;
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

int replace_check(const char *path, bool plain)
{
    struct stat before;

    if (stat(path, &before) == 0) {
        if (plain && !S_ISREG(before.st_mode) && !S_ISDIR(before.st_mode))
            return complain(EXIT_ENVIRONMENT, "%s: not a plain file", path);
        errno = EISDIR;
        return S_ISDIR(before.st_mode) || access(path, W_OK) != 0 ? complain_file(path) : EXIT_DONE;
    }
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    if (!folder)
        return complain_memory();
    int code = access(folder, W_OK | X_OK) == 0 ? EXIT_DONE : complain_file(path);
    free(folder);
    return code;
}

int gathered_open(struct gathered *gathered)
{
    *gathered = (struct gathered){0};
    gathered->to = open_memstream(&gathered->bytes, &gathered->length);
    return gathered->to ? EXIT_DONE : complain_memory();
}

int gathered_close(struct gathered *gathered, const char *path, int code)
{
    if ((ferror(gathered->to) | fclose(gathered->to)) != 0 && code == EXIT_DONE)
        code = complain_memory();
    if (code == EXIT_DONE && path)
        code = replace_file(path, gathered->bytes, gathered->length);
    else if (code == EXIT_DONE)
        fwrite(gathered->bytes, 1, gathered->length, stdout);
    free(gathered->bytes);
    return code;
}

int stream_open(const char *path, struct stream *stream)
{
    struct stat before;
    mode_t mode = 0;
    int fd = -1, code = EXIT_DONE;

    *stream = (struct stream){.path = path, .to = stdout};
    if (!path)
        return EXIT_DONE;
    stream->to = NULL;
    if (stat(path, &before) == 0 && !S_ISREG(before.st_mode)) {
        fd = open(path, O_WRONLY | O_CLOEXEC);
        if (fd < 0)
            code = complain_file(path);
    } else {
        code = open_beside(path, &stream->file, &mode, &fd);
        if (code == EXIT_DONE && fchmod(fd, mode) != 0)
            code = complain_file(path);
    }
    stream->to = code == EXIT_DONE ? fdopen(fd, "w") : NULL;
    if (stream->to)
        return EXIT_DONE;
    if (code == EXIT_DONE)
        code = complain_memory();
    if (fd >= 0)
        close(fd);
    replacement_free(&stream->file);
    return code;
}

int stream_close(struct stream *stream, int code)
{
    if (!stream->path)
        return code;
    bool kept = code == EXIT_DONE && stream->file.beside;
    if ((ferror(stream->to) | fflush(stream->to)) != 0 || (kept && fsync(fileno(stream->to)) != 0))
        code = code == EXIT_DONE ? complain_file(stream->path) : code;
    fclose(stream->to);
    if (code == EXIT_DONE && stream->file.beside)
        code = replacement_commit(stream->path, &stream->file);
    replacement_free(&stream->file);
    return code;
}
