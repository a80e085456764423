/* The fitted evaluation: its features counted cell by cell, its weights, and the fit itself. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "folder.h"

#include <math.h>

#include <paua/lab/samples.h>
#include <paua/lab/train.h>

#include "eval/eval.h"
#include "eval/fitted_weights.h"
#include "random_positions.h"
#include "train/samples.h"

#define A "a.samples"

static bool has(paua_set set, int cell)
{
    return cell != PAUA_NO_CELL && (set & PAUA_SET(cell)) != 0;
}

static int next(const paua_board *board, int cell, int direction)
{
    return paua_board_neighbour(board, cell, (paua_direction)direction);
}

/* The distance of a cell from the edge. */
static int depth(const paua_board *board, int cell)
{
    int least = 99;
    for (paua_set left = paua_board_all(board); left; left &= left - 1) {
        int edge = __builtin_ctzll(left);
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
            if (next(board, edge, d) == PAUA_NO_CELL &&
                paua_board_distance(board, cell, edge) < least)
                least = paua_board_distance(board, cell, edge);
    }
    return least;
}

/* Rows that a side can push if it is its turn, from the move generator. */
static int rows(const paua_board *board, const paua_position *position, int side, bool ejects)
{
    bool seen[PAUA_DIRECTION_COUNT][64] = {{false}};
    paua_position turned = *position;
    paua_move_list list;
    int count = 0;
    turned.to_move = (uint8_t)side;
    paua_moves_generate(board, &turned, &list);
    for (int i = 0; i < list.count; i++) {
        paua_move move = list.moves[i];
        int cell = paua_move_cell(move), d = (int)paua_move_direction(move);
        if (!paua_move_pushed(move) || paua_move_ejects(move) != ejects)
            continue;
        for (int k = 1; k < paua_move_count(move) + paua_move_pushed(move); k++)
            cell = next(board, cell, d);
        count += !seen[d][cell];
        seen[d][cell] = true;
    }
    return count;
}

/* 3/7 of the mean of a side's marbles across an axis, rounded as the evaluation does. */
static double share_of_mean(const struct eval *eval, paua_set marbles, int axis)
{
    int n = count_of(marbles), sum = 0;
    for (paua_set left = marbles; left; left &= left - 1) {
        int cell = __builtin_ctzll(left);
        int across = eval->across[cell], along = eval->along[cell];
        sum += axis == 0 ? across : axis == 1 ? along : along - across;
    }
    return n ? sum * floor(3 * 65536.0 / (7 * n) + 0.5) / 65536 : 0;
}

static double far_from(const struct eval *eval, const double r[3], paua_set marbles)
{
    double sum = 0;
    for (paua_set left = marbles; left; left &= left - 1) {
        int cell = __builtin_ctzll(left);
        int across = eval->across[cell], along = eval->along[cell];
        sum += fabs(across - r[0]) + fabs(along - r[1]) + fabs(along - across - r[2]);
    }
    return sum / 4;
}

static void add_slowly(const paua_board *board, paua_set own, paua_set other, int sign,
                       int32_t *features)
{
    for (paua_set left = own; left; left &= left - 1) {
        int cell = __builtin_ctzll(left), friends = 0, ring = depth(board, cell);
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
            int ahead = next(board, cell, d), behind = next(board, cell, (d + 3) % 6);
            friends += has(own, ahead);
            features[FITTED_LIBERTIES] +=
                sign * (ahead != PAUA_NO_CELL && !has(own | other, ahead));
            if (d < 3) {
                features[FITTED_TRIPLES] += sign * (has(own, ahead) && has(own, behind));
                features[FITTED_SPLIT] += sign * (has(other, ahead) && has(other, behind));
                features[FITTED_PAIRS] += sign * has(own, ahead);
            }
        }
        features[FITTED_ALONE] += sign * (friends == 0);
        features[FITTED_MARBLES] += sign;
        if (ring < FITTED_RINGS)
            features[FITTED_RING_0 + ring] += sign;
    }
}

static void count_slowly(const paua_board *board, const struct eval *eval,
                         const paua_position *position, int32_t features[FITTED_FEATURES])
{
    int own = position->to_move, other = 1 - own;
    double r[3];
    for (int i = 0; i < FITTED_FEATURES; i++)
        features[i] = 0;
    add_slowly(board, position->marbles[own], position->marbles[other], 1, features);
    add_slowly(board, position->marbles[other], position->marbles[own], -1, features);
    for (int axis = 0; axis < 3; axis++)
        r[axis] = share_of_mean(eval, position->marbles[own], axis) +
                  share_of_mean(eval, position->marbles[other], axis);
    features[FITTED_DISTANCE] =
        (int32_t)(FITTED_STEP * (far_from(eval, r, position->marbles[own]) -
                                 far_from(eval, r, position->marbles[other])));
    for (int k = 1; k <= 3; k++)
        features[FITTED_NEED_1 + k - 1] =
            (eval->win - position->ejected[own] <= k) - (eval->win - position->ejected[other] <= k);
    features[FITTED_EJECT_OWN] = rows(board, position, own, true);
    features[FITTED_EJECT_OTHER] = rows(board, position, other, true);
    features[FITTED_PUSH_OWN] = rows(board, position, own, false);
    features[FITTED_PUSH_OTHER] = rows(board, position, other, false);
    features[FITTED_TEMPO] = 1;
}

static double weigh_slowly(const struct eval *eval, const paua_position *position,
                           const int32_t features[FITTED_FEATURES])
{
    double late = (position->ejected[0] + position->ejected[1]) / (2.0 * eval->win - 2), score = 0;
    late = late > 1 ? 1 : late;
    for (int i = 0; i < FITTED_FEATURES; i++)
        score += features[i] * ((1 - late) * fitted_weights[0][i] + late * fitted_weights[1][i]);
    return score / FITTED_ONE;
}

static void check_kernel(const struct fitted_kernel *kernel, const struct eval *eval,
                         const paua_position *position, const int32_t wanted[FITTED_FEATURES])
{
    int32_t features[FITTED_FEATURES];
    kernel->features(eval, position, features);
    for (int i = 0; i < FITTED_FEATURES; i++)
        if (abs(features[i] - wanted[i]) > (i == FITTED_DISTANCE))
            fail_msg("%s is %d, expected %d", fitted_feature_name(i), features[i], wanted[i]);
    double score = weigh_slowly(eval, position, features);
    if (fabs(kernel->score(eval, position) - score) >= 1.000001)
        fail_msg("%d, expected %f", kernel->score(eval, position), score);
    if (paua_board_cells(eval->board) == 61 && paua_board_side(eval->board, 0) == 5 &&
        paua_board_side(eval->board, 1) == 5)
        assert_int_equal(kernel->score_full(eval, position), kernel->score(eval, position));
}

static void as_counted_slowly(void **state)
{
    static const int usual[3] = {5, 5, 5};
    uint64_t seed = 11;
    (void)state;
    for (int i = 0; i < 3000; i++) {
        const int *sides =
            i % 2 ? usual : random_boards[random_below(&seed, LENGTH(random_boards))];
        paua_board *board = board_of(sides[0], sides[1], sides[2]);
        paua_position position = random_position(&seed, board, PAUA_SIDES);
        struct eval eval;
        int32_t wanted[FITTED_FEATURES];
        position.neutral = position.fixed = position.central = 0;
        position.crowned = 0;
        assert_int_equal(paua_position_complete(board, &position), PAUA_OK);
        assert_int_equal(eval_prepare(board, "fitted", &eval), PAUA_OK);
        eval.win = 1 + random_below(&seed, 8);
        if (eval.win == 1)
            eval.win = 6; /* one phase alone, checked below */
        count_slowly(board, &eval, &position, wanted);
        check_kernel(&fitted_kernel_any, &eval, &position, wanted);
#if defined(__x86_64__)
        if (fitted_kernel_for(&eval) != &fitted_kernel_any)
            check_kernel(&fitted_kernel_v3, &eval, &position, wanted);
#endif
        paua_board_free(board);
    }
}

/* A game to one ejection has one phase. */
static void one_phase(void **state)
{
    (void)state;
    paua_board *board = board_of(3, 3, 3);
    paua_position position = position_of(board, "wwb/1ww1/2b2/1bb1/bb1");
    struct eval eval;
    int32_t features[FITTED_FEATURES];
    double score = 0;
    assert_int_equal(eval_prepare(board, "fitted", &eval), PAUA_OK);
    eval.win = 1;
    fitted_kernel_any.features(&eval, &position, features);
    for (int i = 0; i < FITTED_FEATURES; i++)
        score += features[i] * (double)fitted_weights[0][i] / FITTED_ONE;
    assert_true(fabs(eval_score(&eval, &position) - score) < 1.000001);
    paua_board_free(board);
}

/* Positions whose sign is obvious. */
static void makes_sense(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_position level = position_of(board, "belgian-daisy");
    paua_position ahead =
        position_of(board, "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1w1 b 1-0");
    paua_position behind =
        position_of(board, "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/1b1ww b 0-1");
    paua_position centre = position_of(board, "wwwww/wwwwww/2www2/8/9/3bb3/2bbb2/2bbbb/bbbbb");
    int scores[4];
    paua_eval_score(board, "fitted", &level, &scores[0]);
    paua_eval_score(board, "fitted", &ahead, &scores[1]);
    paua_eval_score(board, "fitted", &behind, &scores[2]);
    paua_eval_score(board, "fitted", &centre, &scores[3]);
    assert_in_range(scores[0] + 300, 0, 600);
    assert_true(scores[1] > scores[0] + 300);
    assert_true(scores[2] < scores[0] - 300);
    assert_true(scores[3] > scores[0] + 300);
    paua_board_free(board);
}

/* Samples whose results are drawn with a known probability, from the value of a marble and of
 * nearness to R. */
static void make_samples(const paua_board *board, int win, int games)
{
    static struct samples_writer writer;
    paua_samples_info info = {.sides = {5, 5, 5}, .win = win, .seed = 3, .settings = "made up"};
    struct samples_order order;
    struct eval eval;
    uint64_t seed = 99;
    samples_order(board, &order);
    eval_prepare(board, "fitted", &eval);
    unlink(A);
    assert_int_equal(samples_create(&writer, A, &info), PAUA_OK);
    for (int game = 0; game < games; game++) {
        paua_sample list[20] = {0};
        for (int i = 0; i < 20; i++) {
            paua_position position = {.players = PAUA_SIDES};
            int32_t features[FITTED_FEATURES];
            for (int cell = 0; cell < 61; cell++) {
                int what = random_below(&seed, 5);
                if (what < PAUA_SIDES)
                    position.marbles[what] |= PAUA_SET(cell);
            }
            fitted_kernel_any.features(&eval, &position, features);
            double odds = 0.7 * features[FITTED_MARBLES] - 0.2 * features[FITTED_DISTANCE] / 256.0;
            double chance = 1 / (1 + exp(-odds));
            list[i] = (paua_sample){
                .own = samples_to_text(&order, position.marbles[0]),
                .other = samples_to_text(&order, position.marbles[1]),
                .score = (int16_t)(odds * 800),
                .result = random_below(&seed, 1 << 20) < chance * (1 << 20) ? 1 : -1,
                .ply = (uint16_t)(i + 1),
            };
        }
        assert_int_equal(
            samples_append(&writer, &(paua_samples_game){.number = (uint32_t)game}, list, 20),
            PAUA_OK);
    }
    assert_int_equal(samples_end(&writer), PAUA_OK);
}

static const paua_fit_group *group_of(const paua_fit *fit, const char *name)
{
    const paua_fit_group *group;
    for (int i = 0; (group = paua_fit_group_at(fit, i)); i++)
        if (strcmp(group->name, name) == 0)
            return group;
    fail_msg("no group %s", name);
    return NULL;
}

static void check_text(const paua_fit *fit)
{
    char *text = paua_fit_text(fit);
    char entry[64];
    assert_non_null(text);
    assert_non_null(strstr(text, "made up"));
    for (int i = 0; i < FITTED_FEATURES; i++) {
        snprintf(entry, sizeof entry, "[FITTED_%s] = ", fitted_feature_name(i));
        assert_non_null(strstr(text, entry));
    }
    const char *marbles = strstr(text, "[FITTED_MARBLES] = ");
    assert_true(fabs(atof(marbles + 19) / FITTED_ONE - 0.7 * 1000) < 80);
    free(text);
}

/* The fit recovers these values. */
static void finds_the_truth(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    const paua_fit_options options = {.lambda = 0, .validate = 20};
    paua_fit *fit;
    paua_error error;
    make_samples(board, 6, 1500);
    assert_int_equal(paua_fit_new(board, &options, &fit), PAUA_OK);
    assert_int_equal(paua_fit_add(fit, A, &error), PAUA_OK);
    assert_int_equal(paua_fit_run(fit, NULL, NULL), PAUA_OK);
    const paua_fit_report *report = paua_fit_about(fit);
    assert_int_equal(report->positions, 24000);
    assert_int_equal(report->held_out, 6000);
    assert_true(fabs(report->score_scale - 800) < 40);
    assert_true(report->loss < report->loss_score + 0.005); /* nothing can beat the score here */
    assert_true(report->loss > report->loss_score - 0.005);
    assert_true(group_of(fit, "distance")->loss_without > report->loss + 0.003);
    assert_true(group_of(fit, "tempo")->loss_without < report->loss + 0.001);
    paua_position position = position_of(board, "belgian-daisy");
    assert_true(fabs(paua_fit_probability(fit, &position) - 0.5) < 0.1);
    check_text(fit);
    paua_fit_free(fit);
    paua_board_free(board);
}

/* Of so few games that none is held out by its number, the last are. */
static void holds_out_of_few_games(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    const paua_fit_options options = {.lambda = 0, .validate = 20};
    paua_fit *fit;
    paua_error error;
    make_samples(board, 6, 70);
    assert_int_equal(paua_fit_new(board, &options, &fit), PAUA_OK);
    assert_int_equal(paua_fit_add(fit, A, &error), PAUA_OK);
    assert_int_equal(paua_fit_run(fit, NULL, NULL), PAUA_OK);
    assert_int_equal(paua_fit_about(fit)->positions, 56 * 20);
    assert_int_equal(paua_fit_about(fit)->held_out, 14 * 20);
    paua_fit_free(fit);
    paua_board_free(board);
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

static void fit_refuses(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5), *small = board_of(4, 4, 4);
    paua_fit_options options = {.lambda = 2, .validate = 20};
    paua_fit *fit;
    paua_error error;
    assert_int_equal(paua_fit_new(board, &options, &fit), PAUA_ERROR_BAD_ARGUMENT);
    options = (paua_fit_options){.lambda = 0.5, .validate = 51};
    assert_int_equal(paua_fit_new(board, &options, &fit), PAUA_ERROR_BAD_ARGUMENT);
    options.validate = 10;
    assert_int_equal(paua_fit_new(board, &options, &fit), PAUA_OK);
    assert_int_equal(paua_fit_run(fit, NULL, NULL), PAUA_ERROR_BAD_ARGUMENT); /* no samples */
    assert_int_equal(paua_fit_add(fit, "none", &error), PAUA_ERROR_IO);
    make_samples(board, 6, 100);
    assert_int_equal(paua_fit_add(fit, A, &error), PAUA_OK);
    assert_int_equal(paua_fit_run(fit, at_once, NULL), PAUA_ERROR_CONFLICT);
    make_samples(board, 5, 100);
    assert_int_equal(paua_fit_add(fit, A, &error), PAUA_ERROR_UNSUPPORTED);
    paua_fit_free(fit);
    assert_int_equal(paua_fit_new(small, &options, &fit), PAUA_OK);
    assert_int_equal(paua_fit_add(fit, A, &error), PAUA_ERROR_UNSUPPORTED);
    paua_fit_free(fit);
    write_whole(A, (const uint8_t *)"hello", 5);
    assert_int_equal(paua_fit_new(board, &options, &fit), PAUA_OK);
    assert_int_equal(paua_fit_add(fit, A, &error), PAUA_ERROR_CORRUPT);
    paua_fit_free(fit);
    paua_board_free(board);
    paua_board_free(small);
}

static int leave(void **state)
{
    static const char *const names[] = {A};
    (void)state;
    return leave_folder(names, LENGTH(names));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_counted_slowly),
        cmocka_unit_test(one_phase),
        cmocka_unit_test(makes_sense),
        cmocka_unit_test(finds_the_truth),
        cmocka_unit_test(holds_out_of_few_games),
        cmocka_unit_test(fit_refuses),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave);
}
