/* save.h - appends games to a file. */
#ifndef PAUA_CLI_SAVE_H
#define PAUA_CLI_SAVE_H

#include <stdbool.h>

#include <paua/record.h>

struct save_file {
    char *path; /* owned */
    int fd;
    bool created; /* by save_open(): an empty file is removed again */
};

/* Opens a file for appending. NULL: games.apgn in the user's data folder, which is created. Returns
 * 0, or an exit code after an error line. */
int save_open(const char *path, struct save_file *file);

/* Locks the file; fails if another process has locked it. Without a lock, several processes may
 * append to it in turn. Returns as above. */
int save_lock(const struct save_file *file);

/* Appends a game and syncs it to disk. On failure the file is unchanged. Returns as above. */
int save_game(struct save_file *file, const paua_game *game, const paua_tags *tags);

/* The same for any text, which `format` writes like snprintf(). */
typedef size_t save_format(char *text, size_t cap, const void *context);
int save_formatted(struct save_file *file, save_format *format, const void *context);

/* Closes the file; removes it if it is new and empty. */
void save_close(struct save_file *file);

#endif
