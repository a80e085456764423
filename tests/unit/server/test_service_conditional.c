/* Trees of conditional moves that are pruned where memory is out: every allocation fails once, and
 * no tree is taken for one that has ended. The linker leads the allocations here (--wrap). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "base/array.h"
#include "service/games/model/conditional.h"
#include "service/games/model/game.h"

/* The allocation that fails, counted from 1 since it was set; 0: none. */
static long allocations, failing;

/* NOLINTBEGIN(bugprone-reserved-identifier): the names that --wrap asks for */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    return ++allocations == failing ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return ++allocations == failing ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return ++allocations == failing ? NULL : __real_realloc(old, size);
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* What the tree is made of, after three moves: one of White's is any. */
static const char *const moves[] = {"a1b1", "i5h5", "b1c1"};
static const char tree_text[] =
    "[{\"move\":\"a1b1\",\"then\":[{\"move\":\"i5h5\",\"then\":[{\"move\":\"*\",\"then\":["
    "{\"move\":\"h5g5\",\"then\":[{\"move\":\"c1d1\",\"then\":[{\"move\":\"g5f5\"}]}]}]}]}]}]";
static const char rest_text[] =
    "[{\"move\":\"h5g5\",\"then\":[{\"move\":\"c1d1\",\"then\":[{\"move\":\"g5f5\"}]}]}]";

static struct game *make_game(struct boards *boards)
{
    struct setup setup;

    assert_int_equal(setup_restore(boards,
                                   "{\"board\":\"5x5x5\",\"layout\":\"belgian-daisy\",\"start\":"
                                   "\"belgian-daisy\",\"rules\":\"classic\",\"seats\":[{\"level\":"
                                   "1},{\"level\":1}]}",
                                   &setup),
                     PAUA_OK);
    struct game *game = game_new("abcdefgh", 0, 1, &setup);
    assert_non_null(game);
    for (size_t i = 0; i < ARRAY_COUNT(moves); i++) {
        const paua_position *now = paua_game_position(game->play);
        struct event event = {.type = EVENT_MOVE, .side = now->to_move, .ply = game_ply(game)};

        assert_int_equal(paua_move_parse(setup.board, now, moves[i], &event.move, NULL), PAUA_OK);
        assert_int_equal(game_apply(game, &event), PAUA_OK);
    }
    return game;
}

/* Catches up with the game while this allocation fails. Returns whether there was one. */
static bool check_catching_up(struct game *game, long number)
{
    struct conditional *made;

    failing = 0;
    assert_true(conditional_restore("abcdefgh", 1, 0, tree_text, &made));
    assert_non_null(made);
    allocations = 0;
    failing = number;
    const enum conditional_state state = conditional_catch_up(made, game);
    const bool reached = allocations >= number;
    failing = 0;

    assert_int_equal(state, reached ? CONDITIONAL_NO_MEMORY : CONDITIONAL_HOLDS);
    if (state == CONDITIONAL_HOLDS) {
        json_t *rest = json_loads(rest_text, 0, NULL);

        assert_true(json_equal(made->tree, rest));
        json_decref(rest);
    }
    conditional_free(made);
    return reached;
}

static void test_catching_up_without_memory(void **state)
{
    struct boards *boards = boards_new();
    struct game *game = make_game(boards);
    long number = 1;

    (void)state;
    while (check_catching_up(game, number))
        number++;
    assert_in_range(number, 20, 2000);
    game_free(game);
    boards_free(boards);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_catching_up_without_memory),
    };

    json_set_alloc_funcs(malloc, free);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
