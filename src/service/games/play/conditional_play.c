/* conditional_play.c - keeps the trees of conditional moves of a game up to date with its events.
 * The store keeps a tree as it was made (conditional.h). A removal that fails does no harm: the
 * tree ends again when the game is loaded and the same events prune it. */
#include "service/games/play/conditional_play.h"

#include <stdlib.h>

#include "service/games/model/conditional.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"
#include "service/games/play/timers.h"
#include "store/tables/correspondence.h"

static void on_removed(paua_status status, void *context)
{
    (void)status, (void)context;
}

void conditional_remove(struct games *games, struct game *game, int side)
{
    struct conditional *tree = game->conditionals[side];
    store_batch *batch = store_batch_new();

    batch_remove_conditional(batch, game->id, side, tree->id);
    store_commit(games->env->store, batch, on_removed, NULL);
    conditional_free(tree);
    game->conditionals[side] = NULL;
}

/* Drops the tree of a side, for want of memory; it is read from the store again. */
static void fall_behind(struct games *games, struct game *game, int side)
{
    conditional_free(game->conditionals[side]);
    game->conditionals[side] = NULL;
    game->live->conditional_behind = true;
    timers_retry(games->timers, game->id);
}

bool conditional_replace(struct games *games, struct game *game, int side, struct conditional *made)
{
    conditional_free(game->conditionals[side]);
    game->conditionals[side] = made;
    if (!made)
        return true;
    if (made->event > game->event_count) {
        conditional_free(made); /* it is read again after the event */
        game->conditionals[side] = NULL;
        game->live->conditional_behind = true;
        return true;
    }
    const enum conditional_state state =
        game_is_over(game) ? CONDITIONAL_ENDED : conditional_catch_up(made, game);
    if (state == CONDITIONAL_NO_MEMORY)
        fall_behind(games, game, side);
    else if (state == CONDITIONAL_ENDED)
        conditional_remove(games, game, side); /* whoever stored it did not know of an event */
    return state != CONDITIONAL_NO_MEMORY;
}

void conditional_prune(struct games *games, struct game *game, const struct event *event,
                       bool stored_here)
{
    for (int side = 0; side < game->setup.start.players; side++) {
        struct conditional *tree = game->conditionals[side];
        const bool over = game_is_over(game);
        const enum conditional_state state =
            tree && !over ? conditional_advance(tree, game->play, event) : CONDITIONAL_ENDED;

        if (!tree || state == CONDITIONAL_HOLDS)
            continue;
        if (state == CONDITIONAL_NO_MEMORY) {
            fall_behind(games, game, side);
        } else if (stored_here && !over) { /* a game that ends leaves none in the store */
            conditional_remove(games, game, side);
        } else {
            conditional_free(tree);
            game->conditionals[side] = NULL;
        }
    }
}

/* The answer that is due, and its side. NULL: none. */
static const char *find_due(const struct game *game, int *side)
{
    *side = paua_game_position(game->play)->to_move;
    return conditional_due(game->conditionals[*side], game);
}

struct action *conditional_action(struct games *games, struct game *game)
{
    int side;

    if (!find_due(game, &side))
        return NULL;
    struct action *action = calloc(1, sizeof *action);
    if (!action) {
        timers_retry(games->timers, game->id);
        return NULL;
    }
    *action =
        (struct action){.kind = ACTION_CONDITIONAL, .games = games, .game = game, .side = NOBODY};
    cache_hold(games->cache, game);
    return action;
}

bool conditional_check(struct action *action)
{
    struct game *game = action->game;
    struct event *event = &action->event;
    struct game_outcome unused;
    int side;
    const char *text = find_due(game, &side);

    if (!text)
        return false;
    action->side = event->side = side;
    event->type = EVENT_MOVE;
    event->ply = game_ply(game);
    event->spent_ms = 0;
    paua_status status = paua_move_parse(game->setup.board, paua_game_position(game->play), text,
                                         &event->move, NULL);
    if (status == PAUA_OK)
        status = game_dry_run(game, event, &unused);
    if (status == PAUA_OK)
        return true;
    if (status == PAUA_ERROR_NO_MEMORY)
        timers_retry(action->games->timers, game->id);
    else
        conditional_remove(action->games, game, side);
    return false;
}
