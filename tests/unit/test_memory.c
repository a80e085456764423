/* test_memory.c - what happens when there is no memory left. The sources are compiled here a second
 * time, with an allocator that fails when it is told to. */
#include "unit.h"

static int allocations_left;

static void *failing_calloc(size_t count, size_t size)
{
    return allocations_left-- > 0 ? calloc(count, size) : NULL;
}

static void *failing_realloc(void *old, size_t size)
{
    return allocations_left-- > 0 ? realloc(old, size) : NULL;
}

#define calloc  failing_calloc
#define realloc failing_realloc
#include "base/array.c"
#include "board/board.c"
#include "rules/game.c"
#undef calloc
#undef realloc

#define ALWAYS 1000000

static void boards_and_games_ask_for_memory(void **state)
{
    paua_board *board = NULL;
    paua_game *game = NULL;
    paua_position start;

    (void)state;
    allocations_left = 0;
    assert_int_equal(paua_board_new(5, 5, 5, &board), PAUA_NO_MEMORY);
    assert_null(board);
    allocations_left = ALWAYS;
    board = board_of(5, 5, 5);
    start = position_of(board, "standard");
    paua_rules rules = paua_rules_default(board);
    allocations_left = 0;
    assert_int_equal(paua_game_new(board, &rules, &start, &game), PAUA_NO_MEMORY);
    assert_null(game);
    paua_board_free(board);
}

/* Each allocation fails once in turn, at the first move and where the arrays grow. */
static void games_go_on_when_memory_comes_back(void **state)
{
    static const char *const dance[] = {"a1b1", "i9h9", "b1a1", "h9i9"};
    const paua_rules rules = {.win = 6};
    paua_game *game = NULL;
    int refused = 0;

    (void)state;
    allocations_left = ALWAYS;
    paua_board *board = board_of(5, 5, 5);
    paua_position start = position_of(board, "4w/6/7/8/9/8/7/6/b4");
    assert_int_equal(paua_game_new(board, &rules, &start, &game), PAUA_OK);
    for (int i = 0; i < 200; i++) {
        paua_position before = *paua_game_position(game);
        paua_move next = move_of(board, &before, dance[i % 4]);
        for (int allowed = 0;; allowed++) {
            allocations_left = allowed;
            paua_status status = paua_game_play(game, next);
            if (status == PAUA_OK)
                break;
            assert_int_equal(status, PAUA_NO_MEMORY);
            assert_int_equal(paua_game_moves(game), i);
            assert_memory_equal(paua_game_position(game), &before, sizeof before);
            refused++;
        }
        assert_int_equal(paua_game_moves(game), i + 1);
        assert_int_equal(paua_game_move(game, i), next);
    }
    for (int i = 4; i < 200; i++)
        assert_int_equal(paua_game_move(game, i), paua_game_move(game, i - 4));
    assert_true(refused >= 9); /* three arrays that grew three times */
    paua_game_free(game);
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_and_games_ask_for_memory),
        cmocka_unit_test(games_go_on_when_memory_comes_back),
    };

    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
