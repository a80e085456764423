/* Winning shapes: every number against counting one by one, planted shapes, what the paper
 * conjectures. */
#include <paua/lab/families.h>
#include <paua/lab/solve.h>
#include <paua/lab/study.h>

#include "unit.h"

struct solved {
    paua_board *board;
    paua_solve *solve;
    paua_oracle oracle;
    paua_families *families;
};

static struct solved solved_of(int a, int b, int c, int marbles, int win)
{
    const paua_solve_options options = {.marbles = marbles, .win = win, .threads = 1};
    struct solved solved = {.board = board_of(a, b, c)};
    assert_int_equal(paua_solve_new(solved.board, &options, &solved.solve), PAUA_OK);
    assert_int_equal(paua_solve_run(solved.solve, NULL, NULL), PAUA_OK);
    solved.oracle = paua_solve_oracle(solved.solve);
    assert_int_equal(paua_families_new(&solved.oracle, NULL, NULL, &solved.families), PAUA_OK);
    return solved;
}

static void free_solved(struct solved *solved)
{
    paua_families_free(solved->families);
    paua_solve_free(solved->solve);
    paua_board_free(solved->board);
}

/* Every arrangement before symmetry, with its class. */
struct arrangement {
    paua_constellation at;
    paua_class class_;
};

struct arrangements {
    struct arrangement *list; /* owned */
    size_t count;
};

static paua_class class_at(const struct solved *solved, paua_set black, paua_set white)
{
    paua_value value[PAUA_SIDES];
    for (int side = 0; side < PAUA_SIDES; side++) {
        paua_position position;
        int remoteness;
        assert_int_equal(
            paua_position_setup(solved->board, black, white, (paua_side)side, &position), PAUA_OK);
        assert_int_equal(paua_solve_probe(solved->solve, &position, &value[side], &remoteness),
                         PAUA_OK);
    }
    return paua_class_of(value[PAUA_BLACK], value[PAUA_WHITE]);
}

static struct arrangements arrange(const struct solved *solved)
{
    struct arrangements all = {calloc(300000, sizeof *all.list), 0};
    paua_set cells = paua_board_all(solved->board);
    int marbles = solved->oracle.marbles;
    for (paua_set black = 0; black <= cells; black++) {
        paua_set white = cells & ~black;
        for (; count_of(black) == marbles && white; white = (white - 1) & cells & ~black)
            if (count_of(white) == marbles)
                all.list[all.count++] =
                    (struct arrangement){{black, white}, class_at(solved, black, white)};
    }
    assert_in_range(all.count, 1, 300000);
    return all;
}

/* The same constellations, each once for all that are isomorphic. */
static struct arrangements up_to_symmetry(const struct solved *solved,
                                          const struct arrangements *all)
{
    struct arrangements once = {calloc(all->count, sizeof *once.list), 0};
    for (size_t i = 0; i < all->count; i++) {
        paua_constellation least = paua_constellation_canonical(solved->board, all->list[i].at);
        if (least.black == all->list[i].at.black && least.white == all->list[i].at.white)
            once.list[once.count++] = all->list[i];
    }
    return once;
}

static bool has_image(const paua_board *board, paua_set shape, paua_set set)
{
    for (int symmetry = 0; symmetry < paua_board_symmetries(board); symmetry++)
        if ((paua_board_map(board, symmetry, shape) & ~set) == 0)
            return true;
    return false;
}

static void check_shape(const struct solved *solved, paua_set cells, const struct arrangements *all,
                        const struct arrangements *once)
{
    paua_shape shape;
    uint64_t placed = 0, wrong = 0, classes[PAUA_CLASS_COUNT] = {0}, family = 0;
    for (size_t i = 0; i < all->count; i++) {
        bool here = (cells & ~all->list[i].at.black) == 0;
        placed += here;
        wrong += here && all->list[i].class_ != PAUA_CLASS_L;
    }
    for (size_t i = 0; i < once->count; i++) {
        bool here = has_image(solved->board, cells, once->list[i].at.black);
        family += here;
        classes[once->list[i].class_] += here;
    }
    assert_int_equal(paua_families_shape(solved->families, cells, &shape), PAUA_OK);
    assert_int_equal(shape.size, count_of(cells));
    assert_true(has_image(solved->board, shape.cells, cells) && shape.cells <= cells);
    assert_int_equal(shape.placed, placed);
    assert_int_equal(shape.placed_exceptions, wrong);
    assert_int_equal(shape.family, family);
    assert_int_equal(shape.exceptions, family - classes[PAUA_CLASS_L]);
    assert_memory_equal(shape.classes, classes, sizeof classes);
}

static void numbers_are_those_of_counting(void **context)
{
    static const int boards[][5] = {{2, 2, 2, 2, 1}, {2, 2, 3, 3, 1}, {1, 3, 3, 3, 2}};
    (void)context;
    for (size_t i = 0; i < LENGTH(boards); i++) {
        struct solved solved =
            solved_of(boards[i][0], boards[i][1], boards[i][2], boards[i][3], boards[i][4]);
        struct arrangements all = arrange(&solved), once = up_to_symmetry(&solved, &all);
        assert_int_equal(paua_families_constellations(solved.families), once.count);
        for (paua_set cells = 1; cells <= paua_board_all(solved.board); cells++)
            if (count_of(cells) <= solved.oracle.marbles)
                check_shape(&solved, cells, &all, &once);
        free(all.list);
        free(once.list);
        free_solved(&solved);
    }
}

struct shapes {
    paua_shape list[256];
    int count;
};

static bool keep(const paua_shape *shape, void *context)
{
    struct shapes *shapes = context;
    assert_in_range(shapes->count, 0, 255);
    shapes->list[shapes->count++] = *shape;
    return true;
}

static bool holds(const struct solved *solved, const struct shapes *shapes, paua_set set,
                  bool winning)
{
    for (int i = 0; i < shapes->count; i++)
        if ((shapes->list[i].exceptions == 0) == winning &&
            has_image(solved->board, shapes->list[i].cells, set))
            return true;
    return false;
}

/* Exceptions of every set of black marbles, before symmetry, by the set as a number. */
static uint32_t *exceptions_by_black(const struct arrangements *all, paua_set cells)
{
    uint32_t *exceptions = calloc(cells + 1, sizeof *exceptions);
    for (size_t i = 0; i < all->count; i++)
        exceptions[all->list[i].at.black] += all->list[i].class_ != PAUA_CLASS_L;
    return exceptions;
}

static bool wins(const uint32_t *exceptions, paua_set all, paua_set cells)
{
    for (paua_set black = 0; black <= all; black++)
        if ((cells & ~black) == 0 && exceptions[black])
            return false;
    return true;
}

/* All winning shapes of a board by the definition alone: what the search finds and what contains
 * it. */
static void check_search(struct solved *solved, int share)
{
    const paua_families_options options = {.cells = solved->oracle.marbles, .share = share};
    struct shapes found = {.count = 0};
    struct arrangements all = arrange(solved);
    paua_set cells = paua_board_all(solved->board);
    uint32_t *exceptions = exceptions_by_black(&all, cells);
    assert_int_equal(paua_families_search(solved->families, &options, keep, &found), PAUA_OK);
    for (paua_set set = 1; set <= cells; set++) {
        paua_shape shape;
        if (count_of(set) > options.cells)
            continue;
        bool winning = wins(exceptions, cells, set);
        assert_int_equal(winning, holds(solved, &found, set, true));
        assert_int_equal(paua_families_shape(solved->families, set, &shape), PAUA_OK);
        assert_int_equal(winning, shape.exceptions == 0);
        if (!winning && shape.exceptions * 10000 <= shape.family * (uint64_t)share)
            assert_true(holds(solved, &found, set, false));
    }
    for (int i = 0; i < found.count; i++) { /* none contains another one of its kind */
        const paua_shape *shape = &found.list[i];
        for (paua_set rest = shape->cells; rest; rest &= rest - 1)
            assert_false(
                holds(solved, &found, shape->cells & ~(rest & -rest), shape->exceptions == 0));
        assert_true(shape->exceptions * 10000 <= shape->family * (uint64_t)share);
        if (i)
            assert_true(shape->size >= shape[-1].size);
    }
    free(exceptions);
    free(all.list);
}

static void searches_find_all_and_the_least(void **context)
{
    (void)context;
    struct solved solved = solved_of(2, 2, 3, 3, 1);
    check_search(&solved, 0);
    check_search(&solved, 700); /* both middle cells (Lemma 3.1) are a near-miss then */
    free_solved(&solved);
    solved = solved_of(2, 3, 3, 5, 2);
    check_search(&solved, 200);
    free_solved(&solved);
}

static paua_set set_of(const paua_board *board, const char *names)
{
    paua_set set = 0;
    for (; *names; names += 2)
        set |= PAUA_SET(cell_of(board, names));
    return set;
}

/* Conjecture 4.3 of the paper, by hand: whoever fills up the rest, Black wins. */
static void the_conjectured_families_win(void **context)
{
    static const char *const names[] = {"b2c2c3d3", "c2c3d2d3d4"}; /* Diamond, Trapezoid */
    struct solved solved = solved_of(2, 3, 3, 5, 2);
    const paua_families_options options = {.cells = 5};
    struct shapes found = {.count = 0};
    struct arrangements all = arrange(&solved);
    (void)context;
    assert_int_equal(paua_families_search(solved.families, &options, keep, &found), PAUA_OK);
    for (size_t i = 0; i < LENGTH(names); i++) {
        paua_set shape = set_of(solved.board, names[i]);
        size_t family = 0;
        bool listed = false;
        for (size_t k = 0; k < all.count; k++)
            if (has_image(solved.board, shape, all.list[k].at.black)) {
                assert_int_equal(all.list[k].class_, PAUA_CLASS_L);
                family++;
            }
        assert_true(family > 100);
        for (int k = 0; k < found.count && !listed; k++)
            listed = found.list[k].size == count_of(shape) &&
                     has_image(solved.board, found.list[k].cells, shape);
        assert_true(listed);
    }
    free(all.list);
    free_solved(&solved);
}

/* An oracle that makes Black win just where one shape is, and has all else drawn. */
struct planted {
    const paua_board *board;
    paua_set shape;
};

static paua_status ask_planted(const paua_position *position, paua_value *value, int *remoteness,
                               void *context)
{
    const struct planted *planted = context;
    bool black = has_image(planted->board, planted->shape, position->marbles[PAUA_BLACK]);
    *value = !black                            ? PAUA_VALUE_DRAW
             : position->to_move == PAUA_BLACK ? PAUA_VALUE_WIN
                                               : PAUA_VALUE_LOSS;
    *remoteness = black ? 1 + (position->to_move != PAUA_BLACK) : 0;
    return PAUA_OK;
}

static void planted_shapes_are_found(void **context)
{
    static const struct {
        int sides[3], marbles;
        const char *shape;
    } cases[] = {
        {{2, 3, 3}, 5, "b2c2c3d3"}, {{2, 3, 3}, 4, "a1c3"},   {{3, 3, 3}, 4, "b2c3d4"},
        {{3, 3, 3}, 3, "c3"},       {{2, 2, 4}, 4, "a1b2b3"}, {{2, 3, 4}, 3, "b1c1d2"},
    };
    (void)context;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const int *sides = cases[i].sides;
        paua_board *board = board_of(sides[0], sides[1], sides[2]);
        struct planted planted = {board, set_of(board, cases[i].shape)};
        const paua_oracle oracle = {board, cases[i].marbles, 1, false, ask_planted, &planted};
        const paua_families_options options = {.cells = cases[i].marbles};
        struct shapes found = {.count = 0};
        paua_families *families;
        assert_int_equal(paua_families_new(&oracle, NULL, NULL, &families), PAUA_OK);
        assert_int_equal(paua_families_search(families, &options, keep, &found), PAUA_OK);
        assert_int_equal(found.count, 1);
        assert_int_equal(found.list[0].size, count_of(planted.shape));
        assert_true(has_image(board, found.list[0].cells, planted.shape));
        assert_int_equal(found.list[0].family, paua_families_classes(families)[PAUA_CLASS_L]);
        paua_families_free(families);
        paua_board_free(board);
    }
}

struct exceptions {
    const struct solved *solved;
    const struct shapes *shapes;
    uint64_t seen[256];
    paua_constellation last[256];
};

static bool check_exception(int i, paua_constellation at, const paua_verdict *verdict,
                            void *context)
{
    struct exceptions *exceptions = context;
    const struct solved *solved = exceptions->solved;
    paua_constellation least = paua_constellation_canonical(solved->board, at);
    paua_constellation *last = &exceptions->last[i];
    assert_int_equal(exceptions->shapes->list[i].cells & ~at.black, 0);
    assert_int_not_equal(verdict->class_, PAUA_CLASS_L);
    assert_int_equal(verdict->class_, class_at(solved, at.black, at.white));
    assert_true(least.black > last->black ||
                (least.black == last->black && least.white > last->white));
    *last = least;
    exceptions->seen[i]++;
    return true;
}

static void exceptions_are_listed(void **context)
{
    struct solved solved = solved_of(2, 3, 3, 5, 2);
    const paua_families_options options = {.cells = 4, .share = 1000, .exceptions = 60};
    struct shapes found = {.count = 0};
    struct exceptions *exceptions = calloc(1, sizeof *exceptions);
    int near = 0;
    (void)context;
    assert_int_equal(paua_families_search(solved.families, &options, keep, &found), PAUA_OK);
    exceptions->solved = &solved;
    exceptions->shapes = &found;
    assert_int_equal(paua_families_exceptions(solved.families, found.list, found.count,
                                              check_exception, exceptions),
                     PAUA_OK);
    for (int i = 0; i < found.count; i++) {
        assert_int_equal(exceptions->seen[i], found.list[i].exceptions);
        near += found.list[i].exceptions > 0;
    }
    assert_true(near > 0 && near < found.count);
    free(exceptions);
    free_solved(&solved);
}

static bool end_at_once(uint64_t constellations, void *context)
{
    (void)constellations;
    (void)context;
    return false;
}

static bool enough(const paua_shape *shape, void *context)
{
    (void)shape;
    ++*(int *)context;
    return false;
}

static paua_status ask_nobody(const paua_position *position, paua_value *value, int *remoteness,
                              void *context)
{
    (void)position, (void)value, (void)remoteness, (void)context;
    return PAUA_ERROR_CORRUPT;
}

static void wrong_questions_are_refused(void **context)
{
    struct solved solved = solved_of(2, 3, 3, 5, 2);
    paua_families *families = NULL;
    paua_shape shape;
    int calls = 0;
    (void)context;
    static const paua_families_options wrong[] = {
        {.cells = 0}, {.cells = 6}, {.cells = 3, .share = -1}, {.cells = 3, .share = 10001}};
    for (size_t i = 0; i < LENGTH(wrong); i++)
        assert_int_equal(paua_families_search(solved.families, &wrong[i], enough, &calls),
                         PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(calls, 0);
    const paua_families_options right = {.cells = 5, .share = 10000};
    assert_int_equal(paua_families_search(solved.families, &right, enough, &calls), PAUA_OK);
    assert_int_equal(calls, 1);
    assert_int_equal(paua_families_shape(solved.families, 0, &shape), PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_families_shape(solved.families, 63, &shape), PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_families_shape(solved.families, PAUA_SET(14), &shape),
                     PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_families_new(&solved.oracle, end_at_once, NULL, &families),
                     PAUA_ERROR_CONFLICT);
    paua_oracle mute = solved.oracle;
    mute.ask = ask_nobody;
    assert_int_equal(paua_families_new(&mute, NULL, NULL, &families), PAUA_ERROR_CORRUPT);
    assert_null(families);
    paua_families_free(NULL);
    free_solved(&solved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_counting),
        cmocka_unit_test(searches_find_all_and_the_least),
        cmocka_unit_test(the_conjectured_families_win),
        cmocka_unit_test(planted_shapes_are_found),
        cmocka_unit_test(exceptions_are_listed),
        cmocka_unit_test(wrong_questions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
