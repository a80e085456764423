/* played.h - reads the finished games of a server for a command, also while the server runs. */
#ifndef PAUA_CLI_PLAYED_H
#define PAUA_CLI_PLAYED_H

#include "service/games/play/game_load.h"
#include "store/tables/archive.h"

/* The sources of games: the option --from. */
struct game_sources {
    const char *text; /* as given; NULL: both */
    bool archive, played;
};

#define ROW_FROM(sources)                                                                          \
    {                                                                                              \
        "from", 0, OPTION_TEXT, &(sources).text, 0, 0, "WHERE",                                    \
            "the archive, the server's games, or both (default)"                                   \
    }

/* Reads "archive", "games" or "both". Returns 0, or an exit code after an error line. */
int game_sources_read(struct game_sources *sources);

/* The games of a store, by id. */
struct played_games {
    store *store; /* owned; NULL: there are none */
    struct boards *boards;
    char (*ids)[ID_SIZE + 1]; /* owned */
    size_t count, room;
    bool failed; /* out of memory */
};

/* Opens the store at an address; NULL means the default. Returns 0, or an exit code after an error
 * line. Close it in both cases. */
int played_open(const char *place, struct played_games *out);
void played_close(struct played_games *games);

/* Adds a game to the list, which is the context. A callback of store_finished() and
 * archive_uncounted(). */
bool played_add(const char *id, void *context);
/* Lists all finished games. Returns 0, or an exit code after an error line. */
int played_list(struct played_games *games);

/* Loads the listed games in turn, until `each` returns false. A game that cannot be read is skipped
 * with an error line. Returns the exit code. */
int played_each(struct played_games *games, bool (*each)(const struct game *game, void *context),
                void *context);

#endif
