/* Samples: what self-play writes, reads back, goes on with and refuses. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "folder.h"

#include <errno.h>

#include "train/samples.h"

#define A "a.samples"
#define B "b.samples"

static const paua_selfplay_options small = {.nodes = 30,
                                            .random = 5,
                                            .by_score = 50,
                                            .adjudicate = 3000,
                                            .play_out = 25,
                                            .seed = 7,
                                            .games = 12,
                                            .threads = 1};

static void play(const char *path, const paua_selfplay_options *options, paua_status wanted)
{
    paua_board *board = board_of(5, 5, 5);
    paua_error error = {.code = PAUA_OK};
    paua_status status = paua_selfplay_run(board, path, options, NULL, NULL, NULL, &error);
    if (status != wanted)
        fail_msg("%s: %s: %s", path, paua_status_name(status), error.message);
    paua_board_free(board);
}

static void fresh(const char *path, const paua_selfplay_options *options)
{
    unlink(path);
    play(path, options, PAUA_OK);
}

/* Reads a whole file; returns how it ended. */
static paua_status read_all(const char *path, uint64_t *games, uint64_t *positions,
                            paua_error *error)
{
    paua_samples *samples;
    const paua_sample *list;
    paua_samples_game game;
    int count;
    *games = *positions = 0;
    paua_status status = paua_samples_open(path, &samples, error);
    if (status != PAUA_OK)
        return status;
    while ((status = paua_samples_next(samples, &game, &list, &count, error)) == PAUA_OK) {
        assert_int_equal(game.number, *games);
        ++*games;
        *positions += (uint64_t)count;
    }
    paua_samples_close(samples);
    return status;
}

/* One bit for one cell, the first in the top left corner. */
static void order_of_texts(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_position position = position_of(board, "wb3/6/7/8/4b4/8/7/6/4w");
    struct samples_order order;
    samples_order(board, &order);
    uint64_t black = samples_to_text(&order, position.marbles[PAUA_BLACK]);
    uint64_t white = samples_to_text(&order, position.marbles[PAUA_WHITE]);
    assert_true(black == ((uint64_t)1 << 1 | (uint64_t)1 << 30));
    assert_true(white == ((uint64_t)1 << 0 | (uint64_t)1 << 60));
    assert_true(samples_to_board(&order, black) == position.marbles[PAUA_BLACK]);
    assert_true(samples_to_board(&order, white) == position.marbles[PAUA_WHITE]);
    paua_board_free(board);
}

/* A game goes from position to position by legal moves, and its flags and results are true. */
static void check_game(const paua_board *board, const struct samples_order *order,
                       const paua_sample *list, int count)
{
    for (int i = 0; i < count; i++) {
        paua_position position;
        paua_move_list moves;
        samples_position(board, order, &list[i], &position);
        assert_int_equal(paua_position_check(board, &position), PAUA_OK);
        paua_moves_generate(board, &position, &moves);
        assert_int_equal(!(list[i].flags & PAUA_SAMPLE_HANGING), !paua_move_ejects(moves.moves[0]));
        assert_int_equal(count_of(list[i].own) + list[i].ejected_by_other, 14);
        assert_int_equal(count_of(list[i].other) + list[i].ejected, 14);
        if (i + 1 == count)
            return;
        assert_int_equal(list[i].result, -list[i + 1].result);
        assert_int_equal(list[i].lead, -list[i + 1].lead);
        assert_int_equal(list[i].ply + 1, list[i + 1].ply);
        bool found = false;
        for (int k = 0; k < moves.count && !found; k++) {
            paua_position next = position;
            paua_undo undo;
            paua_position_make(board, &next, moves.moves[k], &undo);
            found = samples_to_text(order, next.marbles[1]) == list[i + 1].own &&
                    samples_to_text(order, next.marbles[0]) == list[i + 1].other &&
                    next.ejected[0] == list[i + 1].ejected_by_other;
        }
        assert_true(found);
    }
}

/* The limit of a game is one of self-play's, and at it the score decides or nothing does. Returns
 * whether the game was played to it. */
static bool check_end(const paua_samples_game *game, const paua_sample *last)
{
    assert_in_range(game->plies, 150, 400);
    if (!game->score_decides)
        assert_int_equal(game->plies, 400);
    if (game->quiet)
        assert_in_range(game->quiet, 40, 200);
    if (last->ply < game->plies)
        return false;
    int ahead = (last->lead > 0) - (last->lead < 0);
    assert_int_equal(last->result, game->score_decides ? ahead : 0);
    return true;
}

static void games_are_games(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    struct samples_order order;
    paua_samples *samples;
    paua_error error;
    const paua_sample *list;
    paua_samples_game game;
    uint32_t games = 0;
    int count, drawn = 0, forced = 0, by_score = 0, with_quiet = 0, to_the_limit = 0;
    paua_selfplay_options options = small;
    options.adjudicate = 0; /* games end by themselves */
    options.games = 100;
    samples_order(board, &order);
    fresh(A, &options);
    assert_int_equal(paua_samples_open(A, &samples, &error), PAUA_OK);
    const paua_samples_info *info = paua_samples_about(samples);
    assert_int_equal(info->sides[0] * 100 + info->sides[1] * 10 + info->sides[2], 555);
    assert_int_equal(info->win, 6);
    assert_int_equal(info->seed, 7);
    assert_non_null(strstr(info->settings, "nodes 30"));
    while (paua_samples_next(samples, &game, &list, &count, &error) == PAUA_OK) {
        assert_int_equal(game.number, games++);
        assert_in_range(count, 10, 400);
        by_score += game.score_decides;
        with_quiet += game.quiet > 0;
        to_the_limit += check_end(&game, &list[count - 1]);
        check_game(board, &order, list, count);
        for (int i = 0; i < count; i++) {
            drawn += (list[i].flags & PAUA_SAMPLE_RANDOM) != 0;
            forced += list[i].score >= PAUA_SCORE_FORCED && list[i].result == 1;
        }
    }
    assert_int_equal(games, 100);
    assert_true(drawn > 0 && forced > 0);
    assert_in_range(by_score, 50, 95);
    assert_in_range(with_quiet, 45, 90);
    assert_true(to_the_limit > 0);
    assert_int_equal(paua_samples_cut(samples), 0);
    paua_samples_close(samples);
    paua_board_free(board);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    paua_selfplay_options options = small;
    fresh(A, &options);
    options.threads = 3;
    fresh(B, &options);
    assert_same_file(A, B);
    options.seed = 8;
    fresh(B, &options);
    uint8_t *x, *y;
    size_t a = read_whole(A, &x), b = read_whole(B, &y);
    assert_true(a != b || memcmp(x + SAMPLES_HEAD, y + SAMPLES_HEAD, a - SAMPLES_HEAD) != 0);
    free(x);
    free(y);
}

/* Wherever a writer is killed, the games before are read, and going on makes the file whole. */
static void cut_off(void **state)
{
    (void)state;
    paua_selfplay_options options = small;
    uint8_t *bytes;
    uint64_t games, positions;
    paua_error error;
    fresh(A, &options);
    size_t size = read_whole(A, &bytes);
    options.resume = true;
    for (size_t part = SAMPLES_HEAD; part < size; part += size / 7 + 5) {
        write_whole(B, bytes, part);
        assert_int_equal(read_all(B, &games, &positions, &error), PAUA_ERROR_NOT_FOUND);
        assert_true(games < small.games);
        assert_true(SAMPLES_HEAD + (games + positions) * SAMPLES_RECORD <= part);
        play(B, &options, PAUA_OK);
        assert_same_file(A, B);
    }
    play(B, &options, PAUA_OK); /* nothing left to do */
    assert_same_file(A, B);
    free(bytes);
}

static void stops_where_asked(void **state)
{
    (void)state;
    paua_selfplay_options options = small;
    uint64_t games, positions, all_games, all_positions;
    paua_error error;
    fresh(A, &options);
    read_all(A, &all_games, &all_positions, &error);
    options.games = 0;
    options.positions = all_positions / 2;
    fresh(B, &options);
    read_all(B, &games, &positions, &error);
    assert_true(games < all_games && positions >= all_positions / 2 && positions < all_positions);
}

static bool at_once(const paua_selfplay_progress *now, void *context)
{
    (void)now;
    ++*(int *)context;
    return false;
}

static void stops_when_told(void **state)
{
    (void)state;
    paua_selfplay_options options = small;
    paua_selfplay_progress total;
    paua_board *board = board_of(5, 5, 5);
    paua_error error;
    int calls = 0;
    options.games = 1000000;
    options.threads = 2;
    unlink(A);
    assert_int_equal(paua_selfplay_run(board, A, &options, at_once, &calls, &total, &error),
                     PAUA_OK);
    assert_int_equal(calls, 1);
    uint64_t games, positions;
    assert_int_equal(read_all(A, &games, &positions, &error), PAUA_ERROR_NOT_FOUND);
    assert_int_equal(games, total.games);
    assert_int_equal(positions, total.positions);
    paua_board_free(board);
}

static void refused(void **state)
{
    (void)state;
    paua_selfplay_options options = small, wrong = small;
    fresh(A, &options);
    play(A, &options, PAUA_ERROR_CONFLICT); /* there is one */
    options.resume = true;
    options.seed = 8;
    play(A, &options, PAUA_ERROR_CONFLICT); /* of another seed */
    options.seed = 7;
    options.nodes = 31;
    play(A, &options, PAUA_ERROR_CONFLICT);
    wrong.eval = "nonsense";
    unlink(B);
    play(B, &wrong, PAUA_ERROR_NOT_FOUND);
    wrong = small;
    wrong.nodes = 0;
    play(B, &wrong, PAUA_ERROR_BAD_ARGUMENT);
    wrong = small;
    wrong.threads = 0;
    play(B, &wrong, PAUA_ERROR_BAD_ARGUMENT);
    play("no/such/folder", &small, PAUA_ERROR_IO);
    paua_board *board = board_of(4, 4, 4);
    paua_error error;
    unlink(B);
    assert_int_equal(paua_selfplay_run(board, B, &small, NULL, NULL, NULL, &error),
                     PAUA_ERROR_UNSUPPORTED);
    paua_board_free(board);
}

/* Every byte counts: whichever is altered, the file is refused, and the game is named. */
static void damaged(void **state)
{
    (void)state;
    paua_selfplay_options options = small;
    uint8_t *bytes;
    uint64_t games, positions;
    paua_error error;
    options.games = 2;
    fresh(A, &options);
    size_t size = read_whole(A, &bytes);
    for (size_t i = 0; i < size; i += i < SAMPLES_HEAD + 48 ? 1 : 31) {
        bytes[i] ^= 0x40;
        write_whole(B, bytes, size);
        error = (paua_error){0};
        paua_status status = read_all(B, &games, &positions, &error);
        /* a count of positions that the file has not is a file cut off */
        if (i >= SAMPLES_HEAD + 8 && i < SAMPLES_HEAD + 12)
            assert_true(status == PAUA_ERROR_NOT_FOUND || status == PAUA_ERROR_CORRUPT);
        else
            assert_int_equal(status, PAUA_ERROR_CORRUPT);
        if (status == PAUA_ERROR_CORRUPT)
            assert_true(strlen(error.message) > 0);
        bytes[i] ^= 0x40;
    }
    for (size_t part = 0; part < SAMPLES_HEAD; part += 17) {
        write_whole(B, bytes, part);
        assert_int_equal(read_all(B, &games, &positions, &error), PAUA_ERROR_CORRUPT);
    }
    free(bytes);
    assert_int_equal(read_all("nowhere", &games, &positions, &error), PAUA_ERROR_IO);
    assert_int_equal(errno, ENOENT);
}

static int leave(void **state)
{
    static const char *const names[] = {A, B};
    (void)state;
    return leave_folder(names, LENGTH(names));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_texts),
        cmocka_unit_test(games_are_games),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(cut_off),
        cmocka_unit_test(stops_where_asked),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(refused),
        cmocka_unit_test(damaged),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave);
}
