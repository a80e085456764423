/* Evaluations: values calculated by hand, and properties that hold everywhere. */
#include <math.h>

#include "random_positions.h"

static int score_of(const char *text, const char *eval)
{
    int sides[3], score = 0;
    paua_board *board;
    paua_position position;
    assert_int_equal(paua_position_shape(text, sides, NULL), PAUA_OK);
    assert_int_equal(paua_board_new(sides[0], sides[1], sides[2], &board), PAUA_OK);
    assert_int_equal(paua_position_parse(board, text, &position, NULL), PAUA_OK);
    assert_int_equal(paua_eval_score(board, eval, &position, &score), PAUA_OK);
    paua_board_free(board);
    return score;
}

static void values_by_hand(void **state)
{
    (void)state;
    /* one marble in the centre against one on the edge: four steps */
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5", "abla-single"), 400);
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5 w", "abla-single"), -400);
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5", "abla-combined"), 400);
    /* two neighbours, each the other's: e5 and e6 against e1 and e9 */
    assert_int_equal(score_of("5/6/7/8/w3bb2w/8/7/6/5", "abla-single"), 700);
    assert_int_equal(score_of("5/6/7/8/w3bb2w/8/7/6/5", "abla-combined"), 900);
    /* an ejected marble counts at the width of the board */
    assert_int_equal(score_of("5/6/7/8/4b4/8/7/6/5 b 1-0", "abla-single"), 800);
    assert_int_equal(score_of("5/6/7/8/4b4/8/7/6/5 b 0-2", "abla-single"), -1600);
    assert_int_equal(score_of("standard", "abla-combined"), 0);
    /* or at the distance in the name */
    assert_int_equal(score_of("5/6/7/8/4b4/8/7/6/5 b 0-2", "abla-single/5"), -1000);
    assert_int_equal(score_of("5/6/7/8/4b4/8/7/6/5 b 0-2", "abla-combined/0"), 0);
    assert_int_equal(score_of("w4/6/7/8/3bb4/8/7/6/5 b 0-1", "abla-combined/16"),
                     200 - 100 + 400 - 1600);
}

/* Free weights: combined and single are two points of them, all else is linear. */
static void abla_weights(void **state)
{
    static const char text[] = "w4/6/2w4/8/3bb4/3b4/7/6/5 b 2-1";
    int both = score_of(text, "abla-combined"), near = score_of(text, "abla-single");
    (void)state;
    assert_int_not_equal(both, near);
    assert_int_equal(score_of(text, "abla"), both);
    assert_int_equal(score_of(text, "abla/w1=-1/w2=0"), near);
    assert_int_equal(score_of(text, "abla:w1=0,w2=1"), both - near);
    assert_int_equal(score_of(text, "abla:w1=1,w2=0"), -near);
    assert_int_equal(score_of(text, "abla/w2=0.5"), near + (both - near) / 2);
    assert_int_equal(score_of(text, "abla/w1=-0.25/w2=-2.5"), near / 4 - 5 * (both - near) / 2);
    assert_int_equal(score_of(text, "abla/ejected=5"), score_of(text, "abla-combined/5"));
    assert_int_equal(score_of(text, "abla-single/ejected=5"), score_of(text, "abla-single/5"));
}

/* What the paper names among winning strategies: hexagons, and an army in few groups. */
static void abla_hexagons_and_groups(void **state)
{
    /* Black: a hexagon around e5 with a tail, and one marble apart; White: three groups. */
    static const char text[] = "w3w/6/7/3bb3/3bbbb2/3bb3/7/6/b3w b";
    (void)state;
    int near = score_of(text, "abla/w2=0");
    assert_int_equal(score_of(text, "abla/w2=0/w3=1"), near + 100);
    assert_int_equal(score_of(text, "abla/w2=0/w3=-2.5"), near - 250);
    assert_int_equal(score_of(text, "abla:w2=0,w4=1"), near + 100);
    assert_int_equal(score_of(text, "abla:w2=0,w3=1,w4=0.5"), near + 150);
    assert_int_equal(score_of("belgian-daisy", "abla/w1=0/w2=0/w3=1/w4=1"), 0);
    /* the edge of the board is not a neighbour: six around a1 cannot be */
    assert_int_equal(score_of("5/6/7/8/9/8/1bb4/bbb3/bb3", "abla/w1=0/w2=0/w3=1/ejected=0"), 100);
    assert_int_equal(score_of("5/6/7/8/9/8/7/bb4/bbb2", "abla/w1=0/w2=0/w3=1/ejected=0"), 0);
    /* a side without marbles has no group */
    assert_int_equal(score_of("5/6/7/8/9/8/7/bb4/bbb2", "abla/w1=0/w2=0/w4=1/ejected=0"), -100);
}

/* Each side's distances to its own centre of mass. */
static void abapro_own_centre(void **state)
{
    (void)state;
    /* two marbles four steps apart are two from their middle; a lone one is the middle */
    assert_int_equal(score_of("5/6/7/8/b3b4/8/7/6/4w", "abapro/centre=own"), -4 * 40);
    assert_int_equal(score_of("5/6/7/8/b3b4/8/7/6/4w w", "abapro/centre=own"), 4 * 40);
    /* wherever they stand: it is the side's own centre that counts */
    assert_int_equal(score_of("b3b/6/7/8/9/8/7/6/4w", "abapro/centre=own"), -4 * 40);
    assert_int_not_equal(score_of("b3b/6/7/8/9/8/7/6/4w", "abapro"),
                         score_of("5/6/7/8/b3b4/8/7/6/4w", "abapro"));
    /* an ejected marble: 100 steps, or as given */
    assert_int_equal(score_of("4b/6/7/8/9/8/7/6/4w b 2-1", "abapro/centre=own"), 100 * 40);
    assert_int_equal(score_of("4b/6/7/8/9/8/7/6/4w b 2-1", "abapro/centre=own/marble=7"), 7 * 40);
    assert_int_equal(score_of("4b/6/7/8/9/8/7/6/4w b 0-3", "abapro:centre=own,marble=0"), 0);
    assert_int_equal(score_of("4b/6/7/8/9/8/7/6/4w b 0-3", "abapro/centre=both"),
                     score_of("4b/6/7/8/9/8/7/6/4w b 0-3", "abapro"));
}

/* Each term alone. */
static void abapro_by_hand(void **state)
{
    (void)state;
    assert_int_equal(score_of("standard", "abapro"), 0);
    /* R is the mean of e5, i5 and, with a third of their weight, e5: 3/7 of the way from e5 to i5.
     * Black is 12/7 steps from it and white 16/7, in fortieths 68 and 91 */
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5", "abapro"), 91 - 68);
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5 w", "abapro"), 68 - 91);
    /* and black, who is winning, from a point 6/13 of the way: 24/13 steps, 73 */
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5 b 2-1", "abapro"), 4000 + 91 - 73);
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5 b 1-2", "abapro"),
                     -4000 + 4 * 40 * 7 / 13 - 68);
    /* nobody else: R is 3/7 of the way from the centre to e9, which is 16/7 steps from it */
    assert_int_equal(score_of("5/6/7/8/8b/8/7/6/5", "abapro"), -91);
    /* no score looks like a forced win */
    assert_int_equal(score_of("5/6/7/8/4b4/8/7/6/5 b 20-0", "abapro"), 28900);
    assert_int_equal(score_of("5/6/7/8/4b4/8/7/6/5 b 0-20", "abapro"), -28900);
}

static void chorus_by_hand(void **state)
{
    (void)state;
    assert_int_equal(score_of("standard", "chorus"), 0);
    /* 14 as in the standard layout have 54 neighbours and a sum of distances of 46; one in a corner
     * is worth nothing */
    assert_int_equal(score_of("wwwww/wwwwww/2www2/8/9/8/7/6/b4", "chorus"), -240);
    /* one of two: 56 is below 30 * 2 */
    assert_int_equal(score_of("wwwww/wwwwww/2www2/8/9/8/7/6/b4 b 0-1", "chorus"), 300 - 240 - 1000);
    /* a hexagon of 7 left of 14 has 24 neighbours and a sum of distances of 6 */
    assert_int_equal(score_of("w4/6/7/3bb3/3bbb3/3bb3/7/6/5 b 0-7", "chorus"), 400 - 7000);
    /* of 7 the neighbours are like 48 */
    assert_int_equal(score_of("w4/6/7/3bb3/3bbb3/3bb3/7/6/5", "chorus"), 400 + 160);
    /* one marble of one: the sums in proportion, 4 * 14 = 56 against none */
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5", "chorus"), 400);
    /* two against one: 2 of 2 * 14 / 2 neighbours are 14, a sum of distances of 1 * 7; white's of 2
     * * 14 is 28, and black has a push */
    assert_int_equal(score_of("5/6/7/8/4bbw2/8/7/6/5", "chorus"), 400 - 300 + 10);
    /* three against two: two marbles have one push, three have two */
    assert_int_equal(score_of("5/6/7/8/3bbbww1/8/7/6/5", "chorus"), 400 - 100 + 10);
    assert_int_equal(score_of("5/6/7/8/3bbbw2/8/7/6/5", "chorus"), 400 - 300 + 20);
}

static void papadopoulos_by_hand(void **state)
{
    (void)state;
    assert_int_equal(score_of("standard", "papadopoulos"), 0);
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5", "papadopoulos"), 4 * 4 * 8);
    assert_int_equal(score_of("5/6/7/8/4b4/8/7/6/5 b 2-1", "papadopoulos"), 4 * 800);
    /* e5 between e4 and e6, steps 0 against 2 */
    assert_int_equal(score_of("5/6/7/8/3wbw3/8/7/6/5", "papadopoulos"), 4 * (10 + 2 * 8));
    /* e1 in danger: steps 4 against 5, neighbours 0 against 2 */
    assert_int_equal(score_of("5/6/7/8/wbb6/8/7/6/5", "papadopoulos"), 4 * (-8 + 6 + 30));
    /* e1 and e9: steps 8 against 8 with e4, neighbours 0 against 6: e2 e3, e7 e8 */
    assert_int_equal(score_of("5/6/7/8/wbb3bbw/8/7/6/5", "papadopoulos"),
                     4 * ((8 - 10) * 8 + 4 * 3 + 50));
}

/* Against slow models that use the move generator and count cell by cell. */
static bool has(paua_set set, int cell)
{
    return cell != PAUA_NO_CELL && (set & PAUA_SET(cell)) != 0;
}

static int half_steps(const paua_board *board, paua_set marbles, int *widest)
{
    int sum = 0;
    *widest = 0;
    for (paua_set left = paua_board_all(board); left; left &= left - 1) {
        int cell = __builtin_ctzll(left), distance = paua_board_eccentricity(board, cell);
        if (has(marbles, cell))
            sum += distance;
        if (distance > *widest)
            *widest = distance;
    }
    return sum;
}

static int neighbours(const paua_board *board, paua_set marbles)
{
    int sum = 0;
    for (paua_set left = marbles; left; left &= left - 1)
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
            sum +=
                has(marbles, paua_board_neighbour(board, __builtin_ctzll(left), (paua_direction)d));
    return sum;
}

/* The pushes of a side if it were its turn; *out are the marbles they eject. */
static int pushes(const paua_board *board, const paua_position *position, int side, paua_set *out)
{
    paua_position turned = *position;
    paua_move_list list;
    int count = 0;
    turned.to_move = (uint8_t)side;
    *out = 0;
    paua_moves_generate(board, &turned, &list);
    for (int i = 0; i < list.count; i++) {
        int cell = paua_move_cell(list.moves[i]);
        int steps = paua_move_count(list.moves[i]) - 1 + paua_move_pushed(list.moves[i]);
        count += paua_move_pushed(list.moves[i]) > 0;
        for (int step = 0; paua_move_ejects(list.moves[i]) && step < steps; step++)
            cell = paua_board_neighbour(board, cell, paua_move_direction(list.moves[i]));
        if (paua_move_ejects(list.moves[i]))
            *out |= PAUA_SET(cell);
    }
    return count;
}

static int slow_chorus(const paua_board *board, const paua_position *position, int side)
{
    static const double below[] = {24, 30, 35, 40}, above[] = {55, 50, 45, 40};
    paua_set marbles = position->marbles[side], out;
    int lost = position->ejected[1 - side], widest, sum = half_steps(board, marbles, &widest);
    int score = 10 * pushes(board, position, side, &out) - 1000 * lost, step;
    double share = (count_of(marbles) + lost) / 14.0;
    for (step = 0; step < 4 && !(sum / 2.0 < below[step] * share * widest / 8.0 - 1e-9); step++)
        ;
    score += 100 * (4 - step);
    for (step = 0; step < 4 && !(neighbours(board, marbles) > above[step] * share + 1e-9); step++)
        ;
    return score + 80 * (4 - step);
}

static int slow_papadopoulos(const paua_board *board, const paua_position *position, int side)
{
    paua_set own = position->marbles[side], other = position->marbles[1 - side], out;
    int widest, broken = 0, danger;
    for (paua_set left = own; left; left &= left - 1)
        for (int d = 0; d < 3; d++)
            broken +=
                has(other, paua_board_neighbour(board, __builtin_ctzll(left), (paua_direction)d)) &&
                has(other,
                    paua_board_neighbour(board, __builtin_ctzll(left), (paua_direction)(d + 3)));
    pushes(board, position, 1 - side, &out);
    danger = count_of(out) == 0 ? 0 : count_of(out) == 1 ? 30 : 50;
    return 4 * (3 * neighbours(board, own) + 10 * broken - danger -
                800 * position->ejected[1 - side]) -
           4 * 8 * half_steps(board, own, &widest) / 2;
}

/* The mean row or column of a side's marbles, or of the board if it has none. */
static double mean(const paua_board *board, paua_set marbles, int (*place)(const paua_board *, int))
{
    double sum = 0;
    if (!marbles)
        marbles = paua_board_all(board);
    for (paua_set left = marbles; left; left &= left - 1)
        sum += place(board, __builtin_ctzll(left));
    return sum / count_of(marbles);
}

static double slow_abapro(const paua_board *board, const paua_position *position, int side)
{
    paua_set own = position->marbles[side], other = position->marbles[1 - side];
    int ahead = position->ejected[side] - position->ejected[1 - side];
    double centre = ahead > 0 ? 0.5 : 1, sum = 0, at[2];
    int (*const place[2])(const paua_board *, int) = {paua_board_row, paua_board_column};
    for (int i = 0; i < 2; i++)
        at[i] = (3 * mean(board, own, place[i]) + 3 * mean(board, other, place[i]) +
                 centre * mean(board, 0, place[i])) /
                (6 + centre);
    for (paua_set left = own; left; left &= left - 1) {
        double up = paua_board_row(board, __builtin_ctzll(left)) - at[0];
        double along = paua_board_column(board, __builtin_ctzll(left)) - at[1];
        sum += (fabs(up) + fabs(along) + fabs(along - up)) / 2;
    }
    return -40 * sum - 4000 * position->ejected[1 - side];
}

static int clamped(int score)
{
    return score > 28900 ? 28900 : score < -28900 ? -28900 : score;
}

static void as_slow_ones(void **state)
{
    uint64_t seed = 20020415;
    (void)state;
    for (int i = 0; i < 4000; i++) {
        const int *sides = random_boards[random_below(&seed, LENGTH(random_boards))];
        paua_board *board = board_of(sides[0], sides[1], sides[2]);
        paua_position position = random_position(&seed, board, PAUA_SIDES);
        int own = position.to_move, other = 1 - own, score;
        position.neutral = position.fixed = position.central = 0;
        position.crowned = 0;
        assert_int_equal(paua_position_complete(board, &position), PAUA_OK);
        assert_int_equal(paua_eval_score(board, "chorus", &position, &score), PAUA_OK);
        assert_int_equal(score, clamped(slow_chorus(board, &position, own) -
                                        slow_chorus(board, &position, other)));
        assert_int_equal(paua_eval_score(board, "papadopoulos", &position, &score), PAUA_OK);
        assert_int_equal(score, clamped(slow_papadopoulos(board, &position, own) -
                                        slow_papadopoulos(board, &position, other)));
        assert_int_equal(paua_eval_score(board, "abapro", &position, &score), PAUA_OK);
        /* each side is rounded down */
        double exact = slow_abapro(board, &position, own) - slow_abapro(board, &position, other);
        if (fabs(exact) < 28900 && fabs(score - exact) >= 1.000001)
            fail_msg("abapro %d, expected %f", score, exact);
        paua_board_free(board);
    }
}

static void names(void **state)
{
    (void)state;
    int score = 17;
    paua_board *board;
    paua_position position;
    assert_string_equal(paua_eval_name(paua_net_embedded() ? 1 : 0), "fitted");
    assert_null(paua_eval_name(-1));
    assert_null(paua_eval_name(paua_eval_count()));
    for (int i = 0; i < paua_eval_count(); i++)
        for (int j = 0; j < i; j++)
            assert_string_not_equal(paua_eval_name(i), paua_eval_name(j));
    assert_int_equal(paua_board_new(2, 2, 2, &board), PAUA_OK);
    assert_int_equal(paua_position_parse(board, "b0", &position, NULL), PAUA_OK);
    static const char *const wrong[] = {
        "nonsense",
        "",
        "/",
        "/5",
        "abl",
        "abla-combined/",
        "abla-combined/-1",
        "abla-combined/05",
        "abla-combined/100",
        "abla-combined/5 ",
        "abla-single//5",
        "abapro/5",
        "abla/w1",
        "abla/w1=",
        "abla/w1=-",
        "abla/w1=1.",
        "abla/w1=1.255",
        "abla/w1=3.01",
        "abla/w1=01",
        "abla/w1=1/w1=1",
        "abla/w5=1",
        "abla/w4=3.5",
        "abla-combined/w3=1",
        "abla/w1=1,",
        "abla-single/w1=1",
        "abapro/centre=mine",
        "abapro/marble=101",
        "fitted/5",
        "chorus/",
    };
    for (size_t i = 0; i < LENGTH(wrong); i++)
        assert_int_equal(paua_eval_score(board, wrong[i], &position, &score), PAUA_ERROR_NOT_FOUND);
    assert_int_equal(score, 17);
    paua_board_free(board);
}

static int score_for(const paua_board *board, const char *eval, const paua_position *position,
                     int side)
{
    paua_position turned = *position;
    int score;
    turned.to_move = (uint8_t)side;
    assert_int_equal(paua_eval_score(board, eval, &turned, &score), PAUA_OK);
    return score;
}

/* Scores are invariant under the symmetries of the board and antisymmetric between sides, and
 * swapping colours swaps them. */
static void check_symmetric(const paua_board *board, const char *eval,
                            const paua_position *position)
{
    paua_position image = *position;
    int sum = 0, players = position->players;
    for (int side = 0; side < players; side++)
        sum += score_for(board, eval, position, side);
    /* means of three and more are rounded; "fitted" counts the turn */
    if (players > PAUA_SIDES || strcmp(eval, "fitted") != 0)
        assert_in_range(sum + 10, players == PAUA_SIDES ? 10 : 10 - players,
                        players == PAUA_SIDES ? 10 : 10 + players);
    for (int s = 0; s < paua_board_symmetries(board); s++) {
        for (int side = 0; side < players; side++)
            image.marbles[side] = paua_board_map(board, s, position->marbles[side]);
        image.neutral = paua_board_map(board, s, position->neutral);
        image.central = paua_board_map(board, s, position->central);
        image.fixed = paua_board_map(board, s, position->fixed);
        assert_int_equal(paua_position_complete(board, &image), PAUA_OK);
        for (int side = 0; side < players; side++)
            assert_int_equal(score_for(board, eval, &image, side),
                             score_for(board, eval, position, side));
    }
    if (players > PAUA_SIDES)
        return;
    image = *position;
    for (int side = 0; side < PAUA_SIDES; side++) {
        image.marbles[side] = position->marbles[1 - side];
        image.ejected[side] = position->ejected[1 - side];
    }
    assert_int_equal(score_for(board, eval, &image, 0), score_for(board, eval, position, 1));
}

/* A net is symmetric only as far as it has learned to be, and covers one board. */
static bool is_learned(const char *eval)
{
    return strcmp(eval, "net") == 0;
}

static void check_all_symmetric(const paua_board *board, const paua_position *position)
{
    for (int e = 0; e < paua_eval_count(); e++)
        if (!is_learned(paua_eval_name(e)))
            check_symmetric(board, paua_eval_name(e), position);
}

static void symmetric(void **state)
{
    uint64_t seed = 7;
    (void)state;
    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
        paua_board *board = board_of(layout->sides[0], layout->sides[1], layout->sides[2]);
        paua_position position = position_of(board, layout->name);
        check_all_symmetric(board, &position);
        paua_board_free(board);
    }
    for (int i = 0; i < 1000; i++) {
        const int *sides = random_boards[random_below(&seed, LENGTH(random_boards))];
        paua_board *board = board_of(sides[0], sides[1], sides[2]);
        paua_position position = random_position(&seed, board, PAUA_SIDES);
        check_all_symmetric(board, &position);
        paua_board_free(board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abla_hexagons_and_groups),
        cmocka_unit_test(abla_weights),
        cmocka_unit_test(abapro_own_centre),
        cmocka_unit_test(values_by_hand),
        cmocka_unit_test(abapro_by_hand),
        cmocka_unit_test(chorus_by_hand),
        cmocka_unit_test(papadopoulos_by_hand),
        cmocka_unit_test(as_slow_ones),
        cmocka_unit_test(names),
        cmocka_unit_test(symmetric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
