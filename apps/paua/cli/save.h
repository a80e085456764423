/* save.h - games appended to a file of games. */
#ifndef PAUA_CLI_SAVE_H
#define PAUA_CLI_SAVE_H

#include <stdbool.h>

#include <paua/record.h>

struct save_file {
    char *path; /* owned */
    int fd;
    bool created; /* by save_open(): an empty file is removed again */
};

/* Opens the file for adding to it; path NULL: games.apgn in the user's data folder, which is made.
 * Returns 0, or an exit code after an error line. */
int save_open(const char *path, struct save_file *file);

/* Refuses to go on where another process has locked the file; without this, several may add to it
 * in turn. Returns as above. */
int save_lock(const struct save_file *file);

/* Adds one game and sees it on the disk. On failure the file is as it was. Returns as above. */
int save_game(struct save_file *file, const paua_game *game, const paua_tags *tags);

/* The same for any text, which `format` writes as snprintf would. */
typedef size_t save_format(char *text, size_t cap, const void *context);
int save_formatted(struct save_file *file, save_format *format, const void *context);

void save_close(struct save_file *file);

#endif
