/* game_load.c - makes a game from its row and its events in the store. */
#include <stdio.h>
#include <string.h>

#include "service/game_load.h"

/* A game that is being loaded. */
struct game_loader {
    struct boards *boards;
    struct game *game;
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
    loader->status = PAUA_NO_MEMORY;
    loader->game = game_new(row->id, row->created_ms, &setup);
    if (loader->game)
        loader->status = PAUA_OK;
    return loader->game != NULL;
}

/* Plays a stored move. False: it is not legal in the position, so the store is corrupt. */
static bool replay_move(struct game *game, const char *text)
{
    const paua_position *now = paua_game_position(game->play);
    paua_move move;

    return paua_move_parse(game->setup.board, now, text, &move, NULL) == PAUA_OK &&
           game_apply(game, EVENT_MOVE, (paua_side)now->to_move, move);
}

/* The store has read the next event of the game. */
static bool on_event_row(const store_event *event, void *context)
{
    static const struct {
        const char *name;
        event_type type;
    } kinds[] = {{"draw", EVENT_OFFER}, {"resign", EVENT_RESIGN}, {"agree", EVENT_AGREE}};
    struct game_loader *loader = context;
    paua_side side = event->text[0] == 'w' ? PAUA_WHITE : PAUA_BLACK;
    bool fits = false;

    if (strcmp(event->type, "move") == 0)
        fits = replay_move(loader->game, event->text);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(event->type, kinds[i].name) == 0)
            fits = game_apply(loader->game, kinds[i].type, side, PAUA_NO_MOVE);
    }
    if (!fits)
        snprintf(loader->message, GAME_LOAD_MESSAGE_MAX,
                 "game %s: event %lld '%.20s %.40s' does not fit the game so far", loader->game->id,
                 (long long)event->number, event->type, event->text);
    loader->status = fits ? PAUA_OK : PAUA_CORRUPT;
    return fits;
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
    if (status == PAUA_OK)
        *out = loader.game;
    else
        game_free(loader.game);
    return status;
}
