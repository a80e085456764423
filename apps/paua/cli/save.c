/* save.c - appends games to a file, each in one write that is synced to disk. A failed write is
 * undone. */
#define _GNU_SOURCE /* asprintf */

#include "cli/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/common.h"

/* The path $XDG_DATA_HOME/paua/games.apgn, or its default in ~/.local/share. NULL: out of
 * memory. */
static char *default_path(void)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char *path = NULL;
    int length;

    if (data && *data == '/')
        length = asprintf(&path, "%s/paua/games.apgn", data);
    else
        length = asprintf(&path, "%s/.local/share/paua/games.apgn", home && *home ? home : ".");
    return length < 0 ? NULL : path;
}

/* Creates the folders above the file. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

int save_open(const char *path, struct save_file *file)
{
    file->path = path ? strdup(path) : default_path();
    if (!file->path)
        return complain_memory();
    if (path || make_folders(file->path)) {
        int flags = O_WRONLY | O_APPEND | O_CLOEXEC;
        file->fd = open(file->path, flags | O_CREAT | O_EXCL, 0666);
        file->created = file->fd >= 0;
        if (file->fd < 0 && errno == EEXIST)
            file->fd = open(file->path, flags);
        if (file->fd >= 0 && (!file->created || file_sync_folder(file->path)))
            return EXIT_DONE;
        if (file->fd >= 0)
            close(file->fd);
    }
    int code = complain_file(file->path);
    free(file->path);
    return code;
}

int save_lock(const struct save_file *file)
{
    return file_lock(file->fd) ? EXIT_DONE : complain_file(file->path);
}

/* Appends text[0 .. length-1] in one write. The text begins with the newline that separates
 * games; the first game of a file goes without it. */
static int append_game_text(const struct save_file *file, const char *text, size_t length)
{
    struct stat before;

    if (fstat(file->fd, &before) != 0)
        return complain_file(file->path);
    bool first = before.st_size == 0;
    if (file_write(file->fd, text + first, length - first) && file_sync(file->fd))
        return EXIT_DONE;
    int why = errno;
    bool undone = !S_ISREG(before.st_mode) || ftruncate(file->fd, before.st_size) == 0;
    errno = why;
    return undone ? complain_file(file->path)
                  : complain_with(EXIT_ENVIRONMENT, "%s: %s; its last game may be unfinished",
                                  file->path, file_error_text(why));
}

int save_formatted(struct save_file *file, save_format *format, const void *context)
{
    size_t length = format(NULL, 0, context);
    char *text = malloc(length + 2);

    if (!text)
        return complain_memory();
    text[0] = '\n';
    format(text + 1, length + 1, context);
    int code = append_game_text(file, text, length + 1);
    free(text);
    return code;
}

struct tagged_game {
    const paua_game *game;
    const paua_tags *tags;
};

/* The formatter of save_formatted() for a game with tags. */
static size_t format_tagged(char *text, size_t cap, const void *context)
{
    const struct tagged_game *tagged = context;

    return paua_apgn_format(tagged->game, tagged->tags, text, cap);
}

int save_game(struct save_file *file, const paua_game *game, const paua_tags *tags)
{
    const struct tagged_game tagged = {game, tags};

    return save_formatted(file, format_tagged, &tagged);
}

void save_close(struct save_file *file)
{
    struct stat now;

    if (file->created && fstat(file->fd, &now) == 0 && now.st_size == 0)
        unlink(file->path);
    close(file->fd);
    free(file->path);
}
