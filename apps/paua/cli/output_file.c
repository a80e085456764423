/* output_file.c - writes output files by base/file: to a temporary file, which is renamed. */
#define _GNU_SOURCE

#include "cli/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common.h"

int output_file_complain(const char *path, paua_status status)
{
    return status == PAUA_ERROR_NO_MEMORY ? complain_memory() : complain_file(path);
}

int output_file_write(const char *path, const char *bytes, size_t length)
{
    paua_status status = file_replace(path, bytes, length);
    return status == PAUA_OK ? EXIT_DONE : output_file_complain(path, status);
}

/* Checks that a file can be written. Returns 0, or an exit code after an error line. */
static int check_output(const char *path, bool plain)
{
    struct stat before;

    if (stat(path, &before) == 0) {
        if (plain && !S_ISREG(before.st_mode) && !S_ISDIR(before.st_mode))
            return complain_with(EXIT_ENVIRONMENT, "%s: not a plain file", path);
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

int output_file_claim(struct file_claim *claim, const char *path, bool plain)
{
    *claim = (struct file_claim){.file = -1};
    int code = path ? check_output(path, plain) : EXIT_DONE;
    if (code != EXIT_DONE || !path)
        return code;
    paua_status status = file_claim(claim, path);
    return status == PAUA_OK ? EXIT_DONE : output_file_complain(path, status);
}

int output_buffer_open(struct memory_file *buffer)
{
    return memory_file_open(buffer) ? EXIT_DONE : complain_memory();
}

int output_buffer_close(struct memory_file *buffer, const char *path, int code)
{
    size_t length;
    char *bytes = memory_file_close(buffer, &length);

    if (!bytes && code == EXIT_DONE)
        code = complain_memory();
    if (code == EXIT_DONE && path)
        code = output_file_write(path, bytes, length);
    else if (code == EXIT_DONE)
        fwrite(bytes, 1, length, stdout);
    free(bytes);
    return code;
}

int output_stream_open(const char *path, struct output_stream *stream)
{
    *stream = (struct output_stream){.path = path, .to = stdout};
    if (!path)
        return EXIT_DONE;
    paua_status status = file_create(&stream->file, path);
    if (status != PAUA_OK)
        return output_file_complain(path, status);
    int copy = dup(stream->file.file); /* closed by fclose(); the writer closes the original */
    stream->to = copy >= 0 ? fdopen(copy, "w") : NULL;
    if (stream->to)
        return EXIT_DONE;
    int code = complain_file(path);
    if (copy >= 0)
        close(copy);
    file_finish(&stream->file, PAUA_ERROR_IO);
    return code;
}

int output_stream_close(struct output_stream *stream, int code)
{
    if (!stream->path)
        return code;
    bool failed = ferror(stream->to) != 0;
    failed |= fclose(stream->to) != 0;
    if (failed && code == EXIT_DONE)
        code = complain_file(stream->path);
    paua_status status =
        file_finish(&stream->file, code == EXIT_DONE ? PAUA_OK : PAUA_ERROR_CONFLICT);
    return code == EXIT_DONE && status != PAUA_OK ? output_file_complain(stream->path, status)
                                                  : code;
}
