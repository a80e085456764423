/* game.c - one game in memory: applies events to it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "service/game.h"

struct game *game_new(const char *id, int64_t created_ms, const struct setup *setup)
{
    struct game *game = calloc(1, sizeof *game);

    if (!game)
        return NULL;
    if (paua_game_new(setup->board, &setup->rules, &setup->start, &game->play) != PAUA_OK) {
        free(game);
        return NULL;
    }
    snprintf(game->id, sizeof game->id, "%s", id);
    game->setup = *setup;
    game->created_ms = created_ms;
    game->offer = NOBODY;
    game->last_action = &game->first_action;
    pthread_mutex_init(&game->mutex, NULL);
    return game;
}

/* Frees the cached JSON, which each event makes stale. */
static void game_drop_views(struct game *game)
{
    for (size_t i = 0; i < sizeof game->views / sizeof game->views[0]; i++) {
        free(game->views[i]);
        game->views[i] = NULL;
    }
}

void game_free(struct game *game)
{
    if (!game)
        return;
    game_drop_views(game);
    paua_game_free(game->play);
    free(game->events);
    free(game->review);
    pthread_mutex_destroy(&game->mutex);
    free(game);
}

bool game_reserve(struct game *game)
{
    return ARRAY_RESERVE(game->events, game->event_capacity, game->event_count + 1);
}

/* Does in the rules' view of the game what the event says. */
static bool play_event(struct game *game, event_type type, paua_side side, paua_move move)
{
    switch (type) {
    case EVENT_MOVE:
        return side == (paua_side)paua_game_position(game->play)->to_move &&
               paua_game_play(game->play, move) == PAUA_OK;
    case EVENT_OFFER:
        return !game_is_over(game);
    case EVENT_RESIGN:
        return paua_game_resign(game->play, side) == PAUA_OK;
    case EVENT_AGREE:
        return paua_game_agree_draw(game->play) == PAUA_OK;
    }
    return false;
}

bool game_apply(struct game *game, event_type type, paua_side side, paua_move move)
{
    if (!game_reserve(game) || !play_event(game, type, side, move))
        return false;
    /* An offer stands until the other side moves, or the game is over. */
    if (type == EVENT_OFFER)
        game->offer = (int)side;
    else if (type != EVENT_MOVE || game->offer != (int)side)
        game->offer = NOBODY;
    if (game_is_over(game))
        game->offer = NOBODY;
    game->events[game->event_count++] = (struct event){(unsigned char)type, (unsigned char)side};
    game_drop_views(game);
    return true;
}

/* Playing a move and taking it back also leaves room for it in `play`, so that game_apply() does
 * not fail afterwards. */
paua_outcome game_outcome_after(struct game *game, event_type type, paua_side side, paua_move move)
{
    paua_outcome outcome = {PAUA_ONGOING, PAUA_BY_NONE};

    assert(!game_is_over(game));
    if (type == EVENT_RESIGN)
        return (paua_outcome){side == PAUA_BLACK ? PAUA_WHITE_WINS : PAUA_BLACK_WINS,
                              PAUA_BY_RESIGNATION};
    if (type == EVENT_AGREE)
        return (paua_outcome){PAUA_DRAW, PAUA_BY_AGREEMENT};
    if (type == EVENT_MOVE && paua_game_play(game->play, move) == PAUA_OK) {
        outcome = paua_game_outcome(game->play);
        paua_game_takeback(game->play);
    }
    return outcome;
}

bool game_is_over(const struct game *game)
{
    return paua_game_outcome(game->play).result != PAUA_ONGOING;
}

int game_ply(const struct game *game)
{
    return game->setup.start.ply + paua_game_moves(game->play);
}

const struct seat *game_computer_to_move(const struct game *game)
{
    const struct seat *seat = &game->setup.seats[paua_game_position(game->play)->to_move];

    return !game_is_over(game) && seat_is_computer(seat) ? seat : NULL;
}

int game_move_event(const struct game *game, int i)
{
    int number = 0;

    assert(i >= 0 && i < paua_game_moves(game->play));
    for (; number < game->event_count; number++) {
        if (game->events[number].type == EVENT_MOVE && i-- == 0)
            break;
    }
    return number + 1;
}

paua_game *game_copy(const struct game *game)
{
    paua_game *copy = NULL;

    if (paua_game_new(game->setup.board, &game->setup.rules, &game->setup.start, &copy) != PAUA_OK)
        return NULL;
    for (int i = 0; i < paua_game_moves(game->play); i++) {
        if (paua_game_play(copy, paua_game_move(game->play, i)) != PAUA_OK) {
            paua_game_free(copy);
            return NULL;
        }
    }
    return copy;
}
