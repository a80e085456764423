/* game_load.c - makes a game from its row and its events in the store. */
#include <stdio.h>
#include <string.h>

#include "base/unicode.h"
#include "service/games/model/conditional.h"
#include "service/games/play/game_load.h"
#include "service/games/play/game_players.h"
#include "store/tables/correspondence.h"
#include "json/json_text.h"

/* A game that is being loaded. */
struct game_loader {
    struct boards *boards;
    struct game *game;
    char result[sizeof "0-0-0-0-0-1"]; /* as the game's row says */
    int64_t until;                     /* the last event that is applied */
    char *message;
    paua_status status;
};

/* The store has read the row of the game. */
static bool on_game_row(const store_game *row, void *context)
{
    struct game_loader *loader = context;
    struct setup setup;

    loader->status = setup_restore(loader->boards, row->setup, &setup);
    if (loader->status == PAUA_ERROR_CORRUPT)
        snprintf(loader->message, GAME_LOAD_MESSAGE_MAX, "game %.32s: its setup cannot be read",
                 row->id);
    if (loader->status != PAUA_OK)
        return false;
    snprintf(loader->result, sizeof loader->result, "%s", row->state.result);
    loader->status = PAUA_ERROR_NO_MEMORY;
    loader->game = game_new(row->id, row->created_ms, row->clock_ms, &setup);
    if (loader->game)
        loader->status = PAUA_OK;
    if (loader->game) {
        loader->game->number = row->number;
        loader->game->stored_deadline_ms = row->state.deadline_ms;
        loader->game->closes_ms = row->state.closes_ms;
        loader->game->loaded_elsewhere = row->state.elsewhere;
    }
    return loader->game != NULL;
}

paua_status game_apply_row(struct game *game, const store_event *row)
{
    struct event event;
    paua_status status = event_parse(row->type, row->text, game->setup.board,
                                     paua_game_position(game->play), &event);

    event.at_ms = row->at_ms;
    event.clock_ms = row->clock_ms;
    if (event.type == EVENT_CHAT)
        event.key = row->spent_ms;
    else
        event.spent_ms = row->spent_ms;
    if (status == PAUA_OK)
        status = game_apply(game, &event);
    if (status != PAUA_OK)
        event_clear(&event);
    return status;
}

/* The store has read the next event of the game. */
static bool on_event_row(const store_event *row, void *context)
{
    struct game_loader *loader = context;
    struct game *game = loader->game;

    if (row->number > loader->until)
        return true;
    paua_status status = game_apply_row(game, row);
    if (status == PAUA_OK)
        return true;
    loader->status = status == PAUA_ERROR_NO_MEMORY ? status : PAUA_ERROR_CORRUPT;
    if (status == PAUA_ERROR_NO_MEMORY)
        return false;
    snprintf(loader->message, GAME_LOAD_MESSAGE_MAX,
             "game %s: event %lld '%.20s %.40s' does not fit the game so far", game->id,
             (long long)row->number, row->type, row->text);
    return false;
}

/* The store has read the conditional moves of a seat: prunes them to the events of the game. False:
 * out of memory. */
static bool on_conditional_row(const store_conditional *row, void *context)
{
    struct game_loader *loader = context;
    struct game *game = loader->game;
    struct conditional *made = NULL;

    if (row->side < 0 || row->side >= game->setup.start.players)
        return true;
    const bool good = conditional_restore(row->id, row->side, row->event, row->text, &made);
    const enum conditional_state state =
        made ? conditional_catch_up(made, game) : CONDITIONAL_ENDED;
    if (state == CONDITIONAL_HOLDS)
        game->conditionals[row->side] = made;
    else
        conditional_free(made);
    if (!good || state == CONDITIONAL_NO_MEMORY)
        loader->status = PAUA_ERROR_NO_MEMORY;
    return loader->status == PAUA_OK;
}

/* The deadline in the row of the game counts: its wait for a first move may have begun later than
 * the event before says, because an older version had no such limit (cache.c). */
static void apply_deadline(struct game *game)
{
    if (game->stored_deadline_ms && game_deadline(game))
        game_set_deadline(game, game->stored_deadline_ms);
}

/* Whether the events lead to the result in the row of the game. */
static bool check_result(const struct game_loader *loader)
{
    const struct game *game = loader->game;
    const char *result = paua_result_text(paua_game_outcome(game->play).result);

    if (strcmp(result, loader->result) == 0)
        return true;
    snprintf(loader->message, GAME_LOAD_MESSAGE_MAX,
             "game %s: its events end with the result %s instead of %.7s", game->id, result,
             loader->result);
    return false;
}

paua_status game_load_until(struct boards *boards, store *db, const char *id, int64_t until,
                            struct game **out, char message[GAME_LOAD_MESSAGE_MAX])
{
    static const store_reader reader = {on_game_row, on_event_row};
    struct game_loader loader = {.boards = boards, .until = until, .message = message};
    paua_status status = store_load(db, id, &reader, &loader, message);

    if (status == PAUA_ERROR_CONFLICT)
        status = loader.status;
    if (status == PAUA_OK && until == INT64_MAX && !check_result(&loader))
        status = PAUA_ERROR_CORRUPT;
    unicode_make_line(message);
    if (status == PAUA_OK && until == INT64_MAX)
        apply_deadline(loader.game);
    if (status == PAUA_OK) {
        game_ratings_refresh(db, loader.game);
        game_bots_refresh(db, loader.game);
    }
    if (status == PAUA_OK && !game_is_over(loader.game))
        status = store_conditionals(db, id, on_conditional_row, &loader);
    if (status == PAUA_OK)
        status = loader.status;
    if (status == PAUA_OK)
        loader.game->loaded_events = loader.game->event_count;
    if (status == PAUA_OK)
        *out = loader.game;
    else
        game_free(loader.game);
    return status;
}

paua_status game_load(struct boards *boards, store *db, const char *id, struct game **out,
                      char message[GAME_LOAD_MESSAGE_MAX])
{
    return game_load_until(boards, db, id, INT64_MAX, out, message);
}
