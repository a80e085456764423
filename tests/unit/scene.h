/* scene.h - a game and an engine to try things on. */
#ifndef TESTS_SCENE_H
#define TESTS_SCENE_H

#include "unit.h"

static inline paua_game *game_of(const paua_board *board, const paua_rules *rules, const char *text)
{
    paua_game *game = NULL;
    paua_position start = position_of(board, text);
    assert_int_equal(paua_game_new(board, rules, &start, &game), PAUA_OK);
    return game;
}

/* With an evaluation that stays the same when the default changes. */
static inline paua_engine *engine_of(const paua_board *board)
{
    paua_engine *engine = NULL;
    assert_int_equal(paua_engine_new(board, 1 << 20, "abla-combined", &engine), PAUA_OK);
    return engine;
}

#endif
