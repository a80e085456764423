/* played.c - lists the finished games of a store, then loads them in turn. */
#include "cli/played.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/common.h"
#include "cli/store.h"

int game_sources_read(struct game_sources *sources)
{
    const char *text = sources->text ? sources->text : "both";
    bool both = strcmp(text, "both") == 0;

    sources->archive = both || strcmp(text, "archive") == 0;
    sources->played = both || strcmp(text, "games") == 0;
    if (sources->archive || sources->played)
        return EXIT_DONE;
    return complain_with(EXIT_USAGE, "--from: '%.40s' is unknown, expected archive, games or both",
                         text);
}

int played_open(const char *place, struct played_games *out)
{
    *out = (struct played_games){0};
    int code = cli_games_open(place, &out->store);
    if (code != EXIT_DONE)
        return code;
    out->boards = boards_new();
    return out->boards ? EXIT_DONE : complain_memory();
}

void played_close(struct played_games *games)
{
    store_close(games->store);
    boards_free(games->boards);
    free(games->ids);
}

bool played_add(const char *id, void *context)
{
    struct played_games *games = context;

    if (!ARRAY_RESERVE(games->ids, games->room, games->count + 1)) {
        games->failed = true;
        return false;
    }
    snprintf(games->ids[games->count++], sizeof games->ids[0], "%s", id);
    return true;
}

/* The exit code for a store that cannot be read, after an error line. */
static int complain_games(paua_status status)
{
    return status == PAUA_ERROR_NO_MEMORY
               ? complain_memory()
               : complain_with(EXIT_ENVIRONMENT, "store: %s", paua_status_text(status));
}

int played_list(struct played_games *games)
{
    paua_status status = games->store ? store_finished(games->store, played_add, games) : PAUA_OK;

    if (status == PAUA_OK && games->failed)
        status = PAUA_ERROR_NO_MEMORY;
    return status == PAUA_OK ? EXIT_DONE : complain_games(status);
}

int played_each(struct played_games *games, bool (*each)(const struct game *game, void *context),
                void *context)
{
    int code = games->failed ? complain_memory() : EXIT_DONE;
    bool more = code == EXIT_DONE;

    for (size_t i = 0; more && i < games->count; i++) {
        char message[GAME_LOAD_MESSAGE_MAX];
        struct game *game;
        paua_status status = game_load(games->boards, games->store, games->ids[i], &game, message);

        if (status == PAUA_ERROR_CORRUPT) {
            code = complain_with(EXIT_NO, "store: %s", *message ? message : games->ids[i]);
        } else if (status != PAUA_OK) {
            return complain_games(status);
        } else {
            more = each(game, context);
            game_free(game);
        }
    }
    return code;
}
