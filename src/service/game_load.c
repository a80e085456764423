/* game_load.c - makes a game from its row and its events in the store. */
#include <stdio.h>
#include <string.h>

#include "service/api_error.h"
#include "service/game_load.h"

/* A game that is being loaded. */
struct game_loader {
    struct boards *boards;
    struct game *game;
    int64_t events; /* what the game's row promises: the number of the newest event */
    char result[8]; /* and the result */
    char *message;
    paua_status status;
};

/* The store has read the row of the game. */
static bool on_game_row(const store_game *row, void *context)
{
    struct game_loader *loader = context;
    struct setup setup;

    loader->status = PAUA_CORRUPT;
    if (!setup_restore(loader->boards, row->setup, &setup)) {
        snprintf(loader->message, GAME_LOAD_MESSAGE_MAX, "game %.32s: its setup cannot be read",
                 row->id);
        return false;
    }
    loader->events = row->events;
    snprintf(loader->result, sizeof loader->result, "%s", row->state.result);
    loader->status = PAUA_NO_MEMORY;
    loader->game = game_new(row->id, row->created_ms, row->clock_ms, &setup);
    if (loader->game)
        loader->status = PAUA_OK;
    if (loader->game)
        loader->game->closes_ms = row->state.closes_ms;
    return loader->game != NULL;
}

/* The store has read the next event of the game. */
static bool on_event_row(const store_event *row, void *context)
{
    struct game_loader *loader = context;
    struct game *game = loader->game;
    struct event event;
    bool fits = event_parse(row->type, row->text, game->setup.board, paua_game_position(game->play),
                            &event) &&
                row->number == game->event_count + 1;

    event.at_ms = row->at_ms;
    event.clock_ms = row->clock_ms;
    event.spent_ms = row->spent_ms;
    fits = fits && game_apply(game, &event);
    loader->status = fits ? PAUA_OK : PAUA_CORRUPT;
    if (fits)
        return true;
    event_clear(&event);
    snprintf(loader->message, GAME_LOAD_MESSAGE_MAX,
             "game %s: event %lld '%.20s %.40s' does not fit the game so far", game->id,
             (long long)row->number, row->type, row->text);
    return false;
}

/* Whether the events are all there and end as the row of the game says. */
static bool check_row(const struct game_loader *loader)
{
    const struct game *game = loader->game;
    const char *result = paua_result_text(paua_game_outcome(game->play).result);

    if (game->event_count != loader->events)
        snprintf(loader->message, GAME_LOAD_MESSAGE_MAX, "game %s: %d events instead of %lld",
                 game->id, game->event_count, (long long)loader->events);
    else if (strcmp(result, loader->result) != 0)
        snprintf(loader->message, GAME_LOAD_MESSAGE_MAX,
                 "game %s: its events end with the result %s instead of %.7s", game->id, result,
                 loader->result);
    return !loader->message[0];
}

paua_status game_load(struct boards *boards, store *games, const char *id, struct game **out,
                      char message[GAME_LOAD_MESSAGE_MAX])
{
    static const store_reader reader = {on_game_row, on_event_row};
    struct game_loader loader = {.boards = boards, .message = message};
    message[0] = '\0';
    paua_status status = store_load(games, id, &reader, &loader);

    if (status == PAUA_CONFLICT)
        status = loader.status;
    if (status == PAUA_OK && !check_row(&loader))
        status = PAUA_CORRUPT;
    make_printable(message);
    if (status == PAUA_OK)
        *out = loader.game;
    else
        game_free(loader.game);
    return status;
}
