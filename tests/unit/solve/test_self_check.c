/* The self-check before a solve: it finds nothing wrong with the game, and notices whatever is
 * broken. */
#include <paua/lab/solve.h>

#include "unit.h"

#include "solve/self_check.h"

struct fixture {
    paua_board *board;
    struct index_board base;
    struct index_layer layer;
};

static struct fixture *set_up(int a, int b, int c, int own, int opp)
{
    struct fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    f->board = board_of(a, b, c);
    assert_int_equal(index_board_init(&f->base, f->board), PAUA_OK);
    assert_int_equal(index_layer_init(&f->layer, &f->base, own, opp), PAUA_OK);
    return f;
}

static void tear_down(struct fixture *f)
{
    index_layer_free(&f->layer);
    paua_board_free(f->board);
    free(f);
}

extern const struct self_check_game self_check_game_any;

/* Every position of small boards of all kinds of symmetry, some of larger ones; both kinds of
 * processor. */
static void ours_passes(void **context)
{
    static const struct {
        int sides[3], own, opp;
    } cases[] = {{{2, 2, 2}, 2, 3}, {{2, 2, 3}, 3, 3}, {{1, 1, 7}, 3, 2}, {{1, 3, 3}, 3, 4},
                 {{1, 2, 4}, 3, 3}, {{2, 3, 4}, 4, 5}, {{3, 3, 3}, 5, 6}, {{3, 3, 4}, 7, 6},
                 {{3, 4, 4}, 4, 5}, {{1, 4, 8}, 4, 3}, {{2, 2, 8}, 4, 4}};
    (void)context;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const int *sides = cases[i].sides;
        struct fixture *f = set_up(sides[0], sides[1], sides[2], cases[i].own, cases[i].opp);
        for (int any = 0; any < 2; any++) {
            const struct self_check_game *game =
                any ? &self_check_game_any : self_check_game_for(f->board);
            bool all = f->layer.slots < 5000;
            uint64_t state = i;
            struct neighbour where;
            const char *fault = self_check_layer(game, &f->layer, 0, all ? f->layer.slots : 300,
                                                 all ? NULL : &state, &where);
            if (fault)
                fail_msg("%dx%dx%d: own %x opp %x %s", sides[0], sides[1], sides[2], where.own,
                         where.opp, fault);
        }
        tear_down(f);
    }
}

/* Broken games. Each is ours, from which one thing is taken away or to which one is added. */
static void forget(struct neighbours *neighbours)
{
    neighbours->count -= neighbours->count > 0;
}

static void moves_but_one(const struct index_board *base, uint32_t own, uint32_t opp,
                          struct neighbours *neighbours)
{
    self_check_game_any.moves(base, own, opp, neighbours);
    forget(neighbours);
}

static void moves_one_twice(const struct index_board *base, uint32_t own, uint32_t opp,
                            struct neighbours *neighbours)
{
    self_check_game_any.moves(base, own, opp, neighbours);
    if (neighbours->count > 1)
        neighbours->list[0] = neighbours->list[1];
}

static void moves_elsewhere(const struct index_board *base, uint32_t own, uint32_t opp,
                            struct neighbours *neighbours)
{
    self_check_game_any.moves(base, own, opp, neighbours);
    if (neighbours->count > 0) /* marbles of both sides have changed places */
        neighbours->list[0] = (struct neighbour){neighbours->list[0].opp, neighbours->list[0].own};
}

static void ejections_but_one(const struct index_board *base, uint32_t own, uint32_t opp,
                              struct neighbours *neighbours)
{
    self_check_game_any.ejections(base, own, opp, neighbours);
    forget(neighbours);
}

static void predecessors_but_one(const struct index_board *base, uint32_t own, uint32_t opp,
                                 struct neighbours *neighbours)
{
    self_check_game_any.predecessors(base, own, opp, neighbours);
    forget(neighbours);
}

static void predecessors_one_more(const struct index_board *base, uint32_t own, uint32_t opp,
                                  struct neighbours *neighbours)
{
    self_check_game_any.predecessors(base, own, opp, neighbours);
    neighbours->list[neighbours->count++] = (struct neighbour){own, opp};
}

/* Pushes are never taken back. */
static void predecessors_no_pushes(const struct index_board *base, uint32_t own, uint32_t opp,
                                   struct neighbours *neighbours)
{
    int kept = 0;
    self_check_game_any.predecessors(base, own, opp, neighbours);
    for (int i = 0; i < neighbours->count; i++)
        if (neighbours->list[i].opp == opp)
            neighbours->list[kept++] = neighbours->list[i];
    neighbours->count = kept;
}

/* Right for the least image alone. */
static void moves_without_symmetry(const struct index_board *base, uint32_t own, uint32_t opp,
                                   struct neighbours *neighbours)
{
    self_check_game_any.moves(base, own, opp, neighbours);
    for (int i = 0; i < base->symmetries; i++)
        if (index_image(base, i, own) < own) {
            forget(neighbours);
            return;
        }
}

static int count_one_more(const struct index_board *base, uint32_t own, uint32_t opp)
{
    return self_check_game_any.count(base, own, opp) + 1;
}

static uint64_t slot_by_own_alone(const struct index_layer *layer, uint32_t own, uint32_t opp,
                                  int *order)
{
    uint64_t slot = self_check_game_any.slot(layer, own, opp, order);
    return slot - slot % layer->opp_sets;
}

static uint64_t slot_beyond(const struct index_layer *layer, uint32_t own, uint32_t opp, int *order)
{
    return self_check_game_any.slot(layer, own, opp, order) + layer->slots;
}

/* As if no symmetry kept the own marbles: images get different slots. */
static uint64_t slot_not_least(const struct index_layer *layer, uint32_t own, uint32_t opp,
                               int *order)
{
    uint64_t slot = self_check_game_any.slot(layer, own, opp, order);
    return slot + (own > opp && slot + 1 < layer->slots);
}

static uint64_t order_always_one(const struct index_layer *layer, uint32_t own, uint32_t opp,
                                 int *order)
{
    uint64_t slot = self_check_game_any.slot(layer, own, opp, order);
    *order = 1;
    return slot;
}

static void faults_are_noticed(void **context)
{
    static const struct {
        struct self_check_game broken; /* what is NULL is ours */
        const char *fault;
    } cases[] = {
        {{.moves = moves_but_one}, "has other moves than the rules give"},
        {{.moves = moves_one_twice}, "has other moves than the rules give"},
        {{.moves = moves_elsewhere}, "has other moves than the rules give"},
        {{.count = count_one_more}, "has another number of moves than the rules give"},
        {{.ejections = ejections_but_one}, "has other ejections than the rules give"},
        {{.predecessors = predecessors_but_one},
         "is missing among the predecessors after one of its moves"},
        {{.predecessors = predecessors_no_pushes},
         "is missing among the predecessors after one of its moves"},
        {{.predecessors = predecessors_one_more}, "has a predecessor without a move to it"},
        {{.slot = slot_not_least}, "has a mirror image with another slot"},
        {{.slot = order_always_one}, "has a symmetry group of another order"},
        {{.slot = slot_by_own_alone}, "has the slot of another position"},
        {{.slot = slot_beyond}, "has a slot beyond the last one"},
    };
    struct fixture *f = set_up(2, 2, 3, 3, 3);
    (void)context;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct self_check_game game = cases[i].broken;
        struct neighbour where;
        game.moves = game.moves ? game.moves : self_check_game_any.moves;
        game.ejections = game.ejections ? game.ejections : self_check_game_any.ejections;
        game.predecessors =
            game.predecessors ? game.predecessors : self_check_game_any.predecessors;
        game.count = game.count ? game.count : self_check_game_any.count;
        game.slot = game.slot ? game.slot : self_check_game_any.slot;
        const char *fault = self_check_layer(&game, &f->layer, 0, f->layer.slots, NULL, &where);
        if (!fault || strcmp(fault, cases[i].fault) != 0)
            fail_msg("case %zu: %s", i, fault ? fault : "nothing was noticed");
        /* and again there, by itself */
        fault = self_check_position(&game, &f->layer, where.own, where.opp);
        assert_string_equal(fault, cases[i].fault);
        assert_null(self_check_position(&self_check_game_any, &f->layer, where.own, where.opp));
    }
    tear_down(f);
}

/* Moves that are right where a position is met but not where its image is. */
static void images_are_looked_at(void **context)
{
    struct fixture *f = set_up(2, 2, 3, 3, 3);
    struct self_check_game game = self_check_game_any;
    uint32_t own = f->layer.representative[1];
    uint32_t opp = index_expand(f->layer.subsets[2], f->base.all ^ own);
    (void)context;
    game.moves = moves_without_symmetry;
    assert_string_equal(self_check_position(&game, &f->layer, own, opp),
                        "has a mirror image with other moves");
    tear_down(f);
}

static void stop(const paua_solve_progress *progress, void *context)
{
    assert_string_equal(progress->phase, "self-check");
    paua_solve_stop(context);
}

static void solves_are_tried(void **context)
{
    paua_solve_options options = {.marbles = 4, .win = 2, .threads = 1};
    paua_board *board = board_of(2, 3, 3);
    paua_solve *solve;
    paua_self_check check;
    (void)context;
    assert_int_equal(paua_solve_new(board, &options, &solve), PAUA_OK);
    assert_int_equal(paua_solve_self_check(solve, 1000, 1, stop, solve, &check),
                     PAUA_ERROR_CONFLICT);
    assert_int_equal(paua_solve_self_check(solve, 1001, 1, NULL, NULL, &check), PAUA_OK);
    assert_null(check.fault);
    assert_int_equal(check.positions, 4 * 251);
    assert_int_equal(paua_solve_self_check(solve, 0, 1, NULL, NULL, &check), PAUA_OK);
    assert_int_equal(check.positions, 0);
    assert_int_equal(paua_solve_run(solve, NULL, NULL), PAUA_OK);
    assert_int_equal(paua_solve_self_check(solve, 100, 1, NULL, NULL, &check), PAUA_OK);
    assert_null(check.fault);
    paua_solve_free(solve);
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ours_passes),
        cmocka_unit_test(faults_are_noticed),
        cmocka_unit_test(images_are_looked_at),
        cmocka_unit_test(solves_are_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
