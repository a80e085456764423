/* Studying a solved board: against brute force, against the solve's own counts, and for
 * consistency. */
#define _XOPEN_SOURCE 700 /* mkstemp */
#include "unit.h"

#include <unistd.h>

#include <paua/lab/solve.h>
#include <paua/lab/study.h>

struct bitboards {
    paua_board *board;
    paua_solve *solve;
    paua_oracle oracle;
    int marbles;
};

static struct bitboards bitboards_of(int a, int b, int c, int marbles, int win, bool stuck_loses)
{
    const paua_solve_options options = {
        .marbles = marbles, .win = win, .stuck_loses = stuck_loses, .threads = 1};
    struct bitboards scene = {.board = board_of(a, b, c), .marbles = marbles};
    assert_int_equal(paua_solve_new(scene.board, &options, &scene.solve), PAUA_OK);
    assert_int_equal(paua_solve_run(scene.solve, NULL, NULL), PAUA_OK);
    scene.oracle = paua_solve_oracle(scene.solve);
    return scene;
}

static void close_scene(struct bitboards *scene)
{
    paua_solve_free(scene->solve);
    paua_board_free(scene->board);
}

static bool same(paua_constellation a, paua_constellation b)
{
    return a.black == b.black && a.white == b.white;
}

/* Every constellation, canonical or not. */
static void for_constellations(const paua_board *board, int black, int white,
                               paua_constellation_callback each, void *context)
{
    paua_set all = paua_board_all(board);
    for (paua_set b = 0; b <= all; b++)
        for (paua_set w = 0; count_of(b) == black && w <= all; w++)
            if (!(b & w) && count_of(w) == white)
                assert_true(each((paua_constellation){b, w}, context));
}

enum { LIST_MAX = 2000 };

struct list {
    const struct bitboards *scene;
    int count, limit;
    paua_constellation items[LIST_MAX];
    int per_class[PAUA_CLASS_COUNT];
};

static bool add(paua_constellation constellation, void *context)
{
    struct list *list = context;
    paua_verdict verdict;
    assert_true(list->count < LIST_MAX);
    if (list->scene) {
        assert_int_equal(paua_study_verdict(&list->scene->oracle, constellation, &verdict),
                         PAUA_OK);
        list->per_class[verdict.class_]++;
    }
    list->items[list->count++] = constellation;
    return list->count != list->limit;
}

struct search {
    const paua_board *board;
    const struct list *list;
    int seen[LIST_MAX];
};

/* Its canonical form is an image of it, the least one, and in the list. */
static bool is_listed(paua_constellation constellation, void *context)
{
    struct search *search = context;
    paua_constellation least = paua_constellation_canonical(search->board, constellation);
    bool image_found = false;
    for (int s = 0; s < paua_board_symmetries(search->board); s++) {
        paua_constellation image = {paua_board_map(search->board, s, constellation.black),
                                    paua_board_map(search->board, s, constellation.white)};
        assert_true(least.black < image.black ||
                    (least.black == image.black && least.white <= image.white));
        image_found = image_found || same(image, least);
        assert_true(paua_constellation_isomorphic(search->board, image, constellation));
    }
    assert_true(image_found);
    for (int i = 0; i < search->list->count; i++)
        if (same(search->list->items[i], least)) {
            search->seen[i]++;
            return true;
        }
    return false;
}

static void constellations_are_all_listed_once(void **context)
{
    static const struct {
        int sides[3], black, white, count;
    } cases[] = {{{2, 2, 2}, 2, 2, 23}, {{2, 2, 3}, 3, 3, 1080}, {{3, 2, 2}, 3, 2, 0},
                 {{2, 2, 2}, 0, 3, 0},  {{1, 2, 3}, 2, 1, 0},    {{2, 2, 2}, 4, 3, 0}};
    static struct list list;
    static struct search search;
    (void)context;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_board *board = board_of(cases[i].sides[0], cases[i].sides[1], cases[i].sides[2]);
        list = (struct list){0};
        search = (struct search){.board = board, .list = &list};
        assert_int_equal(
            paua_constellations_each(board, cases[i].black, cases[i].white, add, &list), PAUA_OK);
        if (cases[i].count)
            assert_int_equal(list.count, cases[i].count);
        for (int k = 1; k < list.count; k++)
            assert_true(list.items[k - 1].black < list.items[k].black ||
                        (list.items[k - 1].black == list.items[k].black &&
                         list.items[k - 1].white < list.items[k].white));
        for_constellations(board, cases[i].black, cases[i].white, is_listed, &search);
        for (int k = 0; k < list.count; k++)
            assert_int_not_equal(search.seen[k], 0);
        paua_board_free(board);
    }
}

static void impossible_lists_are_refused(void **context)
{
    static struct list list;
    paua_board *small = board_of(2, 2, 2), *full = board_of(5, 5, 5);
    (void)context;
    list = (struct list){.limit = 7};
    assert_int_equal(paua_constellations_each(small, 4, 4, add, &list), PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_constellations_each(small, -1, 4, add, &list), PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_constellations_each(full, 2, 2, add, &list), PAUA_ERROR_UNSUPPORTED);
    assert_int_equal(list.count, 0);
    assert_int_equal(paua_constellations_each(small, 2, 2, add, &list), PAUA_OK);
    assert_int_equal(list.count, 7); /* the callback has ended it */
    paua_board_free(small);
    paua_board_free(full);
}

/* Verdicts counted one by one are those that the solve counts; so are the self-negative ones. */
static void verdicts_add_up(void **context)
{
    static struct list list;
    (void)context;
    for (int i = 0; i < 2; i++) {
        struct bitboards scene = bitboards_of(2, 2, 2 + i, 2 + i, 1, false);
        paua_class_counts classes;
        uint64_t self_negative = 0;
        list = (struct list){.scene = &scene};
        assert_int_equal(
            paua_constellations_each(scene.board, scene.marbles, scene.marbles, add, &list),
            PAUA_OK);
        assert_int_equal(paua_solve_classes(scene.solve, &classes), PAUA_OK);
        assert_int_equal(list.count, classes.constellations);
        for (int k = 0; k < PAUA_CLASS_COUNT; k++)
            assert_int_equal(list.per_class[k], classes.count[k]);
        for (int k = 0; k < list.count; k++)
            self_negative += paua_constellation_self_negative(scene.board, list.items[k]);
        assert_int_equal(self_negative + classes.constellations, 2 * classes.up_to_negation);
        close_scene(&scene);
    }
}

/* What a move gives, by the rules and the answer of the solve alone. */
static void check_move(const struct bitboards *scene, const paua_position *position, paua_move move,
                       const paua_choice *choice)
{
    const paua_rules rules = {.win = (uint8_t)scene->oracle.win};
    paua_position after = *position;
    paua_undo undo;
    paua_value value;
    int remoteness;
    paua_position_make(scene->board, &after, move, &undo);
    paua_outcome outcome = paua_position_outcome(scene->board, &rules, &after);
    assert_int_equal(choice->ends, outcome.reason == PAUA_REASON_EJECTIONS);
    if (choice->ends) {
        assert_int_equal(choice->value, PAUA_VALUE_WIN);
        assert_int_equal(choice->remoteness, 1);
        return;
    }
    assert_int_equal(paua_solve_probe(scene->solve, &after, &value, &remoteness), PAUA_OK);
    assert_int_equal(choice->value == PAUA_VALUE_WIN, value == PAUA_VALUE_LOSS);
    assert_int_equal(choice->value == PAUA_VALUE_LOSS, value == PAUA_VALUE_WIN);
    assert_int_equal(choice->remoteness, value == PAUA_VALUE_DRAW ? 0 : remoteness + 1);
}

static int rank_of(const paua_choice *choice)
{
    return choice->value == PAUA_VALUE_WIN    ? choice->remoteness
           : choice->value == PAUA_VALUE_DRAW ? 1000
                                              : 2000 - choice->remoteness;
}

static void check_choices(const struct bitboards *scene, paua_constellation constellation,
                          paua_side side)
{
    paua_choice choices[PAUA_MOVES_MAX];
    int made[PAUA_MOVES_MAX] = {0}, count;
    paua_position position;
    paua_move_list list;
    paua_value value;
    int remoteness;
    assert_int_equal(paua_study_position(&scene->oracle, constellation, side, &position), PAUA_OK);
    assert_int_equal(paua_position_check(scene->board, &position), PAUA_OK);
    assert_int_equal(paua_study_choices(&scene->oracle, constellation, side, choices, &count),
                     PAUA_OK);
    paua_moves_generate(scene->board, &position, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position after = position;
        paua_undo undo;
        int k = 0;
        paua_position_make(scene->board, &after, list.moves[i], &undo);
        paua_constellation to = paua_constellation_canonical(
            scene->board, (paua_constellation){after.marbles[0], after.marbles[1]});
        while (k < count && !same(choices[k].to, to))
            k++;
        assert_true(k < count);
        if (!made[k]++)
            assert_int_equal(choices[k].move, list.moves[i]);
        check_move(scene, &position, list.moves[i], &choices[k]);
    }
    assert_int_equal(paua_solve_probe(scene->solve, &position, &value, &remoteness), PAUA_OK);
    for (int k = 0; k < count; k++) {
        assert_int_equal(choices[k].moves, made[k]);
        assert_int_equal(choices[k].safe, choices[k].value == value);
        assert_int_equal(choices[k].best,
                         choices[k].value == value && choices[k].remoteness == remoteness);
        if (k == 0)
            continue;
        int by = rank_of(&choices[k]) - rank_of(&choices[k - 1]);
        assert_true(by > 0 || (by == 0 && (choices[k - 1].to.black < choices[k].to.black ||
                                           (choices[k - 1].to.black == choices[k].to.black &&
                                            choices[k - 1].to.white < choices[k].to.white))));
    }
}

static bool check_both_sides(paua_constellation constellation, void *context)
{
    check_choices(context, constellation, PAUA_BLACK);
    check_choices(context, constellation, PAUA_WHITE);
    return true;
}

static void choices_are_what_each_move_gives(void **context)
{
    (void)context;
    for (int i = 0; i < 3; i++) {
        struct bitboards scene =
            i == 2 ? bitboards_of(2, 2, 2, 3, 2, true) : bitboards_of(2, 2, 2 + i, 2 + i, 1, false);
        for (int layer = 0; layer < paua_solve_layers(scene.solve); layer++) {
            paua_layer_counts counts = paua_solve_layer(scene.solve, layer);
            assert_int_equal(paua_constellations_each(scene.board, counts.own, counts.opp,
                                                      check_both_sides, &scene),
                             PAUA_OK);
        }
        close_scene(&scene);
    }
}

static paua_constellation layout_of(const struct bitboards *scene, const char *name)
{
    paua_position position = position_of(scene->board, name);
    return (paua_constellation){position.marbles[0], position.marbles[1]};
}

/* Every node's edges are exactly its choices of the kind, each leads to the node it names, and
 * every node but the first is met by an edge from one that is a ply nearer. */
static void check_graph(const struct bitboards *scene, const paua_graph *graph, paua_play play)
{
    int nodes = paua_graph_nodes(graph), next = 0;
    for (int i = 0; i < nodes; i++) {
        const paua_node *node = paua_graph_node(graph, i);
        paua_choice choices[PAUA_MOVES_MAX];
        int count, edge = node->first;
        assert_int_equal(node->first, next);
        next += node->edges;
        assert_int_equal(paua_study_choices(&scene->oracle, node->at, node->side, choices, &count),
                         PAUA_OK);
        for (int k = 0; k < count; k++) {
            if (play == PAUA_PLAY_SAFE ? !choices[k].safe
                                       : play == PAUA_PLAY_BEST && !choices[k].best)
                continue;
            const paua_edge *found = paua_graph_edge(graph, edge++);
            assert_int_equal(found->choice.move, choices[k].move);
            assert_int_equal(found->to == -1, choices[k].ends);
            if (found->to < 0)
                continue;
            const paua_node *there = paua_graph_node(graph, found->to);
            assert_true(same(there->at, choices[k].to));
            assert_int_equal(there->side, PAUA_OTHER(node->side));
            assert_true(there->depth <= node->depth + 1);
        }
        assert_int_equal(edge, next);
        for (int k = 0; k < i; k++)
            assert_true(paua_graph_node(graph, k)->side != node->side ||
                        !same(paua_graph_node(graph, k)->at, node->at));
        if (i)
            assert_in_range(node->depth - paua_graph_node(graph, i - 1)->depth, 0, 1);
    }
    assert_int_equal(next, paua_graph_edges(graph));
}

static void graphs_are_closed(void **context)
{
    static const paua_play plays[] = {PAUA_PLAY_ALL, PAUA_PLAY_SAFE, PAUA_PLAY_BEST};
    struct bitboards scene = bitboards_of(3, 2, 2, 3, 1, false);
    int nodes[3];
    (void)context;
    for (size_t i = 0; i < LENGTH(plays); i++) {
        paua_graph *graph = NULL;
        assert_int_equal(paua_graph_new(&scene.oracle, layout_of(&scene, "c0"), PAUA_BLACK,
                                        plays[i], 10000, &graph),
                         PAUA_OK);
        nodes[i] = paua_graph_nodes(graph);
        check_graph(&scene, graph, plays[i]);
        paua_graph_free(graph);
        graph = NULL;
        assert_int_equal(paua_graph_new(&scene.oracle, layout_of(&scene, "c0"), PAUA_BLACK,
                                        plays[i], nodes[i] - 1, &graph),
                         PAUA_ERROR_UNSUPPORTED);
        assert_null(graph);
    }
    assert_true(nodes[0] > nodes[1]);
    assert_int_equal(nodes[1], nodes[2]); /* a draw: every safe choice is as good */
    paua_graph_free(NULL);
    close_scene(&scene);
}

struct lines {
    const struct bitboards *scene;
    int drawn, ended;
};

enum { LINE_MAX = 200 };

/* A line plays legal moves, and from a decided position it lasts as long as it should and gives
 * who wins the win. */
static bool check_line(paua_constellation constellation, void *context)
{
    struct lines *lines = context;
    const struct bitboards *scene = lines->scene;
    const paua_rules rules = {.win = (uint8_t)scene->oracle.win,
                              .stuck_loses = scene->oracle.stuck_loses};
    paua_position position;
    paua_move moves[LINE_MAX];
    paua_value value;
    int count, remoteness;
    bool ended;
    assert_int_equal(paua_study_position(&scene->oracle, constellation, PAUA_WHITE, &position),
                     PAUA_OK);
    assert_int_equal(paua_solve_probe(scene->solve, &position, &value, &remoteness), PAUA_OK);
    assert_int_equal(paua_study_line(&scene->oracle, &position, moves, LINE_MAX, &count, &ended),
                     PAUA_OK);
    for (int i = 0; i < count; i++) {
        paua_undo undo;
        assert_int_equal(paua_position_outcome(scene->board, &rules, &position).result,
                         PAUA_RESULT_ONGOING);
        assert_true(paua_move_legal(scene->board, &position, moves[i]));
        paua_position_make(scene->board, &position, moves[i], &undo);
    }
    paua_outcome outcome = paua_position_outcome(scene->board, &rules, &position);
    assert_int_equal(ended, outcome.result != PAUA_RESULT_ONGOING);
    if (value == PAUA_VALUE_DRAW) {
        assert_true(outcome.result == PAUA_RESULT_ONGOING || outcome.result == PAUA_RESULT_DRAW);
        assert_true(count < LINE_MAX);
        lines->drawn++;
        return true;
    }
    assert_int_equal(count, remoteness);
    assert_int_equal(outcome.result,
                     value == PAUA_VALUE_WIN ? PAUA_RESULT_WHITE_WINS : PAUA_RESULT_BLACK_WINS);
    lines->ended++;
    return true;
}

static void lines_last_as_long_as_they_should(void **context)
{
    (void)context;
    for (int i = 0; i < 3; i++) {
        struct bitboards scene =
            i == 2 ? bitboards_of(2, 2, 2, 3, 2, true) : bitboards_of(2, 2, 2 + i, 2 + i, 1, false);
        struct lines lines = {.scene = &scene};
        assert_int_equal(
            paua_constellations_each(scene.board, scene.marbles, scene.marbles, check_line, &lines),
            PAUA_OK);
        assert_true(lines.ended > 0);
        assert_true(i == 2 || lines.drawn > 0);
        close_scene(&scene);
    }
}

/* A line of a draw stops at the first constellation that comes again, or where there is no room. */
static void lines_of_draws_stop(void **context)
{
    struct bitboards scene = bitboards_of(2, 2, 2, 2, 1, false);
    paua_position position, start = position_of(scene.board, "b1");
    paua_move moves[LINE_MAX], few[2];
    int count;
    bool ended;
    (void)context;
    assert_int_equal(paua_study_line(&scene.oracle, &start, moves, LINE_MAX, &count, &ended),
                     PAUA_OK);
    assert_false(ended);
    assert_in_range(count, 3, 22 * 2);
    position = start;
    for (int i = 0; i < count; i++) {
        paua_undo undo;
        paua_position_make(scene.board, &position, moves[i], &undo);
    }
    /* played again up to each earlier point: the last one has come before, and only it */
    paua_position earlier = start;
    int met = 0;
    for (int i = 0; i < count; i++) {
        paua_undo undo;
        met += earlier.to_move == position.to_move &&
               paua_constellation_isomorphic(
                   scene.board, (paua_constellation){earlier.marbles[0], earlier.marbles[1]},
                   (paua_constellation){position.marbles[0], position.marbles[1]});
        paua_position_make(scene.board, &earlier, moves[i], &undo);
    }
    assert_int_equal(met, 1);
    assert_int_equal(paua_study_line(&scene.oracle, &start, few, 2, &count, &ended), PAUA_OK);
    assert_int_equal(count, 2);
    assert_false(ended);
    assert_memory_equal(few, moves, sizeof few);
    assert_int_equal(paua_study_line(&scene.oracle, &start, few, 0, &count, &ended), PAUA_OK);
    assert_int_equal(count, 0);
    close_scene(&scene);
}

/* An oracle of a table says what that of the solve says, and both say no to what they do not
 * know. */
static void tables_are_oracles_too(void **context)
{
    char path[] = "/tmp/paua-study-XXXXXX";
    struct bitboards scene = bitboards_of(2, 2, 3, 3, 2, true);
    static struct list list, again;
    paua_table *table;
    paua_verdict verdict;
    (void)context;
    close(mkstemp(path));
    assert_int_equal(paua_solve_write(scene.solve, path), PAUA_OK);
    assert_int_equal(paua_table_open(path, &table, NULL), PAUA_OK);
    paua_probe *probe = paua_probe_new(table);
    struct bitboards other = {.oracle = paua_probe_oracle(probe)};
    assert_ptr_equal(paua_probe_table(probe), table);
    assert_ptr_equal(other.oracle.board, paua_table_board(table));
    assert_int_equal(other.oracle.marbles, 3);
    assert_int_equal(other.oracle.win, 2);
    assert_true(other.oracle.stuck_loses);
    list = (struct list){.scene = &scene};
    again = (struct list){.scene = &other};
    assert_int_equal(paua_constellations_each(scene.board, 3, 3, add, &list), PAUA_OK);
    assert_int_equal(paua_constellations_each(scene.board, 3, 3, add, &again), PAUA_OK);
    assert_memory_equal(list.per_class, again.per_class, sizeof list.per_class);
    for (int i = 0; i < 2; i++) {
        const paua_oracle *oracle = i ? &other.oracle : &scene.oracle;
        assert_int_equal(paua_study_verdict(oracle, (paua_constellation){0xf, 0x30}, &verdict),
                         PAUA_ERROR_NOT_FOUND); /* four marbles */
        assert_int_equal(paua_study_verdict(oracle, (paua_constellation){0x1, 0x30}, &verdict),
                         PAUA_ERROR_NOT_FOUND); /* Black has lost */
        assert_int_equal(paua_study_verdict(oracle, (paua_constellation){0x7, 0x34}, &verdict),
                         PAUA_ERROR_BAD_POSITION);
    }
    paua_probe_free(probe);
    paua_table_close(table);
    close_scene(&scene);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constellations_are_all_listed_once),
        cmocka_unit_test(impossible_lists_are_refused),
        cmocka_unit_test(verdicts_add_up),
        cmocka_unit_test(choices_are_what_each_move_gives),
        cmocka_unit_test(graphs_are_closed),
        cmocka_unit_test(lines_last_as_long_as_they_should),
        cmocka_unit_test(lines_of_draws_stop),
        cmocka_unit_test(tables_are_oracles_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
