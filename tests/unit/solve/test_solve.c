/* Solving: the two methods against each other and against the definition, known boards,
 * stopping, threads. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "board/shape.h"
#include "folder.h"

#include <pthread.h>

#include "solve/state.h"

static paua_solve *solved(const paua_board *board, paua_solve_options options)
{
    paua_solve *solve = NULL;
    if (!options.threads)
        options.threads = 1;
    assert_int_equal(paua_solve_new(board, &options, &solve), PAUA_OK);
    assert_int_equal(paua_solve_layers(solve), 0);
    assert_int_equal(paua_solve_run(solve, NULL, NULL), PAUA_OK);
    return solve;
}

/* Calls back for every way to put own and opp marbles on the board, Black to move. */
static void for_positions(const paua_board *board, int own, int opp,
                          void (*each)(const paua_board *, const paua_position *, void *),
                          void *context)
{
    paua_set all = paua_board_all(board);
    for (paua_set black = 0; black <= all; black++) {
        if (count_of(black) != own)
            continue;
        for (paua_set white = all & ~black, rest = white;; rest = (rest - 1) & white) {
            paua_position position;
            if (count_of(rest) == opp) {
                assert_int_equal(paua_position_setup(board, black, rest, PAUA_BLACK, &position),
                                 PAUA_OK);
                each(board, &position, context);
            }
            if (rest == 0)
                break;
        }
    }
}

struct both {
    paua_solve *a, *b;
    uint64_t seen;
    int longest[3]; /* by value */
};

static void same_value(const paua_board *board, const paua_position *position, void *context)
{
    struct both *both = context;
    paua_value a, b;
    int a_remoteness, b_remoteness;
    (void)board;
    assert_int_equal(paua_solve_probe(both->a, position, &a, &a_remoteness), PAUA_OK);
    assert_int_equal(paua_solve_probe(both->b, position, &b, &b_remoteness), PAUA_OK);
    assert_int_equal(a, b);
    assert_int_equal(a_remoteness, b_remoteness);
    both->longest[a] = a_remoteness > both->longest[a] ? a_remoteness : both->longest[a];
    both->seen++;
}

static void both_methods_agree(void **context)
{
    static const struct {
        int sides[3], marbles, win;
        bool stuck_loses;
    } cases[] = {
        {{2, 2, 2}, 2, 1, false}, {{2, 2, 2}, 2, 2, false}, {{2, 2, 2}, 3, 2, true},
        {{3, 2, 2}, 3, 1, false}, {{2, 2, 3}, 4, 2, true},  {{1, 3, 3}, 3, 2, false},
        {{2, 3, 2}, 3, 3, false}, {{1, 1, 7}, 3, 2, true},  {{2, 3, 3}, 3, 1, false},
    };
    (void)context;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_board *board = board_of(cases[i].sides[0], cases[i].sides[1], cases[i].sides[2]);
        paua_solve_options options = {
            .marbles = cases[i].marbles, .win = cases[i].win, .stuck_loses = cases[i].stuck_loses};
        struct both both = {.a = solved(board, options)};
        uint64_t bad;
        options.method = PAUA_SOLVE_SWEEP;
        both.b = solved(board, options);
        assert_int_equal(paua_solve_verify(both.a, NULL, NULL, &bad), PAUA_OK);
        assert_int_equal(bad, 0);
        for (int k = 0; k < paua_solve_layers(both.a); k++) {
            paua_layer_counts a = paua_solve_layer(both.a, k), b = paua_solve_layer(both.b, k);
            assert_int_equal(a.wins, b.wins);
            assert_int_equal(a.losses, b.losses);
            assert_int_equal(a.longest_win, b.longest_win);
            assert_int_equal(a.longest_loss, b.longest_loss);
            both.seen = 0;
            memset(both.longest, 0, sizeof both.longest);
            for_positions(board, a.own, a.opp, same_value, &both);
            assert_int_equal(a.longest_win, both.longest[PAUA_VALUE_WIN]);
            assert_int_equal(a.longest_loss, both.longest[PAUA_VALUE_LOSS]);
            assert_int_equal(both.seen, a.positions);
            assert_int_equal(a.wins + a.losses + a.draws, a.positions);
        }
        paua_solve_free(both.a);
        paua_solve_free(both.b);
        paua_board_free(board);
    }
}

/* "Solving Abalone on Small Boards": 23 boards and Table 1, 555 boards of 2x2x3, the
 * conjectures. */
static void known_boards(void **context)
{
    static const struct {
        int sides[3], marbles, win;
        uint64_t constellations, up_to_negation;
        const char *layout;
        paua_class class;
    } cases[] = {
        {{2, 2, 2}, 2, 1, 23, 14, "b0", PAUA_CLASS_N},
        {{2, 2, 2}, 2, 1, 23, 14, "b1", PAUA_CLASS_D},
        {{3, 2, 2}, 3, 1, 1080, 555, "c0", PAUA_CLASS_D},
        {{2, 3, 3}, 5, 2, 63258, 31741, "d0", PAUA_CLASS_D},
    };
    (void)context;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_board *board = board_of(cases[i].sides[0], cases[i].sides[1], cases[i].sides[2]);
        paua_solve *solve =
            solved(board, (paua_solve_options){.marbles = cases[i].marbles, .win = cases[i].win});
        paua_position position = position_of(board, cases[i].layout);
        paua_class_counts classes;
        paua_value values[2];
        int remoteness;
        uint64_t all = 0;
        for (int side = 0; side < PAUA_SIDES; side++) {
            position.to_move = (uint8_t)side;
            assert_int_equal(paua_solve_probe(solve, &position, &values[side], &remoteness),
                             PAUA_OK);
        }
        assert_int_equal(paua_class_of(values[0], values[1]), cases[i].class);
        assert_int_equal(paua_solve_classes(solve, &classes), PAUA_OK);
        assert_int_equal(classes.constellations, cases[i].constellations);
        assert_int_equal(classes.up_to_negation, cases[i].up_to_negation);
        for (int k = 0; k < PAUA_CLASS_COUNT; k++)
            all += classes.count[k];
        assert_int_equal(all, classes.constellations);
        assert_int_equal(classes.count[PAUA_CLASS_L], classes.count[PAUA_CLASS_R]);
        assert_int_equal(classes.count[PAUA_CLASS_N_HAT], classes.count[PAUA_CLASS_N_CHECK]);
        assert_int_equal(classes.count[PAUA_CLASS_P_HAT], classes.count[PAUA_CLASS_P_CHECK]);
        paua_solve_free(solve);
        paua_board_free(board);
    }
}

static paua_board *middle_board(paua_solve_options *options)
{
    *options = (paua_solve_options){.marbles = 4, .win = 2, .threads = 1};
    return board_of(2, 3, 3);
}

static void tables_do_not_depend_on_threads_or_method(void **context)
{
    paua_solve_options options;
    paua_board *board = middle_board(&options);
    (void)context;
    for (int i = 0; i < (SANITIZED ? 2 : 4); i++) {
        options.threads = 1 + i;
        options.method = i == 3 ? PAUA_SOLVE_SWEEP : PAUA_SOLVE_RETROGRADE;
        paua_solve *solve = solved(board, options);
        assert_int_equal(paua_solve_write(solve, i ? "other" : "one"), PAUA_OK);
        if (i)
            assert_same_file("one", "other");
        paua_solve_free(solve);
    }
    paua_board_free(board);
}

/* Three threads read and update the same few slots: the tables are those of one thread, and
 * ThreadSanitizer finds no race. */
static void threads_share_small_layers(void **context)
{
    static const int sides[][3] = {{2, 2, 2}, {1, 2, 4}, {1, 3, 3}, {2, 2, 3}};
    (void)context;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        paua_board *board = board_of(sides[i][0], sides[i][1], sides[i][2]);
        for (int win = 1; win <= 3; win++) {
            paua_solve_options options = {.marbles = 3, .win = win, .threads = 1};
            paua_solve *one = solved(board, options);
            options.threads = 3;
            paua_solve *three = solved(board, options);
            assert_int_equal(paua_solve_write(one, "one"), PAUA_OK);
            assert_int_equal(paua_solve_write(three, "other"), PAUA_OK);
            assert_same_file("one", "other");
            paua_solve_free(one);
            paua_solve_free(three);
        }
        paua_board_free(board);
    }
}

/* A solve whose bytes hold so little that most values stand in the overflow table. */
static paua_solve *solve_of_little_bytes(const paua_board *board, const paua_solve_options *options,
                                         int value_max)
{
    paua_solve *solve = NULL;
    assert_int_equal(paua_solve_new(board, options, &solve), PAUA_OK);
    for (int i = 0; i < solve->count; i++)
        state_layer(solve, i)->value_max = value_max;
    return solve;
}

static void same_as_solved(const paua_board *board, const paua_position *position, void *context)
{
    const paua_solve *const *both = context;
    paua_value values[2];
    int plies[2];
    (void)board;
    for (int i = 0; i < 2; i++)
        assert_int_equal(paua_solve_probe(both[i], position, &values[i], &plies[i]), PAUA_OK);
    assert_int_equal(values[0], values[1]);
    assert_int_equal(plies[0], plies[1]);
}

static void assert_same_results(const paua_board *board, const paua_solve *a, const paua_solve *b)
{
    const paua_solve *both[] = {a, b};
    for (int i = 0; i < paua_solve_layers(a); i++) {
        paua_layer_counts x = paua_solve_layer(a, i), y = paua_solve_layer(b, i);
        assert_int_equal(x.wins, y.wins);
        assert_int_equal(x.losses, y.losses);
        assert_int_equal(x.longest_win, y.longest_win);
        assert_int_equal(x.longest_loss, y.longest_loss);
        for_positions(board, x.own, x.opp, same_as_solved, both);
    }
}

struct interruption {
    paua_solve *solve;
    int calls, at;
    /* 0, or only what comes behind this value and the draws in the end are counted */
    int value_max;
    int reached; /* the longest remoteness so far */
};

/* The code for any processor solves as the one for this processor does. */
static void tables_do_not_depend_on_the_processor(void **context)
{
    paua_solve_options options;
    paua_board *board = middle_board(&options);
    (void)context;
    for (int i = 0; i < 2; i++) {
        uint64_t bad = 1;
        board->cpu_v3 &= i == 0;
        paua_solve *solve = solved(board, options);
        assert_int_equal(paua_solve_verify(solve, NULL, NULL, &bad), PAUA_OK);
        assert_int_equal(bad, 0);
        assert_int_equal(paua_solve_write(solve, i ? "other" : "one"), PAUA_OK);
        paua_solve_free(solve);
    }
    assert_same_file("one", "other");
    paua_board_free(board);
}

static void interrupt(const paua_solve_progress *progress, void *context)
{
    struct interruption *interruption = context;
    bool propagating = strcmp(progress->phase, "draws") != 0;
    if (propagating && progress->remoteness > interruption->reached)
        interruption->reached = progress->remoteness;
    if (propagating && interruption->value_max &&
        progress->remoteness + 2 <= interruption->value_max)
        return;
    if (++interruption->calls == interruption->at)
        paua_solve_stop(interruption->solve);
}

/* Stopped again and again and continued by a new solve each time, it ends with the same table. */
struct runner {
    const paua_board *board;
    paua_solve_options options;
    const char *path;
};

static void *solve_and_write(void *argument)
{
    const struct runner *runner = argument;
    paua_solve *solve = NULL;
    paua_status status = paua_solve_new(runner->board, &runner->options, &solve);
    if (status == PAUA_OK)
        status = paua_solve_run(solve, NULL, NULL);
    if (status == PAUA_OK)
        status = paua_solve_write(solve, runner->path);
    paua_solve_free(solve);
    return status == PAUA_OK ? argument : NULL;
}

/* Two solves in one process, on one board: first alone, then at once. */
static void solves_run_beside_each_other(void **context)
{
    static const char *const names[2][2] = {{"one", "other"}, {"table", "checkpoint"}};
    pthread_t threads[2];
    struct runner runners[2];
    paua_board *board = middle_board(&runners[0].options);
    (void)context;
    runners[0].board = board;
    runners[0].options.threads = 2;
    runners[1] = runners[0];
    runners[1].options.win = 1;
    for (int i = 0; i < 2; i++) {
        runners[i].path = names[0][i];
        assert_non_null(solve_and_write(&runners[i]));
    }
    for (int i = 0; i < 2; i++) {
        runners[i].path = names[1][i];
        assert_int_equal(pthread_create(&threads[i], NULL, solve_and_write, &runners[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        void *done;
        pthread_join(threads[i], &done);
        assert_non_null(done);
    }
    for (int i = 0; i < 2; i++)
        assert_same_file(names[0][i], names[1][i]);
    assert_int_equal(unlink("checkpoint"), 0);
    paua_board_free(board);
}

static void stop_and_go_on(const paua_board *board, paua_solve_options options, int value_max)
{
    int runs = 0;
    paua_status status = PAUA_ERROR_CONFLICT;
    paua_solve *right = solve_of_little_bytes(board, &options, value_max), *solve;
    assert_int_equal(paua_solve_run(right, NULL, NULL), PAUA_OK);
    assert_int_equal(paua_solve_write(right, "one"), PAUA_OK);
    options.checkpoint = "checkpoint";
    options.checkpoint_ms = 3600000; /* only when it is stopped */
    while (status == PAUA_ERROR_CONFLICT) {
        struct interruption interruption = {.at = 300 + 37 * runs};
        solve = solve_of_little_bytes(board, &options, value_max);
        assert_int_equal(paua_solve_resume(solve, options.checkpoint),
                         runs++ ? PAUA_OK : PAUA_ERROR_NOT_FOUND);
        interruption.solve = solve;
        status = paua_solve_run(solve, interrupt, &interruption);
        if (status == PAUA_OK)
            assert_int_equal(paua_solve_write(solve, "other"), PAUA_OK);
        for (int i = 0; status == PAUA_OK && i < paua_solve_layers(solve); i++)
            assert_int_equal(paua_solve_layer(solve, i).longest_loss,
                             paua_solve_layer(right, i).longest_loss);
        paua_solve_free(solve);
    }
    assert_int_equal(status, PAUA_OK);
    assert_true(runs > 10);
    assert_same_file("one", "other");
    paua_solve_free(right);
    assert_int_equal(remove(options.checkpoint), 0);
}

static void stopped_solves_go_on(void **context)
{
    paua_solve_options options;
    paua_board *board = middle_board(&options);
    (void)context;
    stop_and_go_on(board, options, LAYER_VALUE_MAX);
    stop_and_go_on(board, options, 12);
    paua_board_free(board);
}

/* The same between overflow values and while draws are made, one solve from beginning to end. */
static void solves_stop_late(void **context)
{
    paua_solve_options options;
    paua_board *board = middle_board(&options);
    int runs = 0, longest = 0;
    paua_status status = PAUA_ERROR_CONFLICT;
    (void)context;
    paua_solve *right = solved(board, options), *solve = solve_of_little_bytes(board, &options, 4);
    struct interruption interruption = {.solve = solve, .value_max = 4};
    while (status == PAUA_ERROR_CONFLICT) {
        interruption.calls = 0;
        interruption.at = 1 + 5 * runs++;
        status = paua_solve_run(solve, interrupt, &interruption);
    }
    assert_int_equal(status, PAUA_OK);
    assert_true(runs > 10);
    assert_same_results(board, right, solve);
    for (int i = 0; i < paua_solve_layers(solve); i++)
        if (paua_solve_layer(solve, i).longest_win > longest)
            longest = paua_solve_layer(solve, i).longest_win;
    assert_true(interruption.reached >= longest);
    paua_solve_free(right);
    paua_solve_free(solve);
    paua_board_free(board);
}

/* A stop while classes are counted, records verified or the table written: each says so, and
 * what is solved is kept. */
static void what_follows_a_solve_stops(void **context)
{
    paua_solve_options options;
    paua_board *board = middle_board(&options);
    paua_class_counts counts;
    uint64_t bad;
    (void)context;
    options.checkpoint = "checkpoint";
    options.checkpoint_ms = 3600000; /* only when it is stopped */
    paua_solve *solve = solved(board, options);
    for (int call = 0; call < 3; call++) {
        assert_int_equal(access(options.checkpoint, F_OK), -1);
        paua_solve_stop(solve);
        assert_int_equal(call == 0   ? paua_solve_classes(solve, &counts)
                         : call == 1 ? paua_solve_verify(solve, NULL, NULL, &bad)
                                     : paua_solve_write(solve, "other"),
                         PAUA_ERROR_CONFLICT);
        paua_solve *again = NULL;
        assert_int_equal(paua_solve_new(board, &options, &again), PAUA_OK);
        assert_int_equal(paua_solve_resume(again, options.checkpoint), PAUA_OK);
        assert_int_equal(paua_solve_run(again, NULL, NULL), PAUA_OK);
        assert_same_results(board, solve, again);
        paua_solve_free(again);
        assert_int_equal(unlink(options.checkpoint), 0);
    }
    paua_solve_free(solve);
    paua_board_free(board);
}

static void foreign_checkpoints_are_refused(void **context)
{
    paua_solve_options options;
    paua_board *board = middle_board(&options), *other = board_of(3, 3, 2);
    struct interruption interruption = {.at = 500};
    const char *path = "checkpoint";
    paua_solve *solve;
    uint8_t *bytes;
    (void)context;
    options.checkpoint = path;
    assert_int_equal(paua_solve_new(board, &options, &solve), PAUA_OK);
    interruption.solve = solve;
    assert_int_equal(paua_solve_run(solve, interrupt, &interruption), PAUA_ERROR_CONFLICT);
    paua_solve_free(solve);

    assert_int_equal(paua_solve_new(other, &options, &solve), PAUA_OK);
    assert_int_equal(paua_solve_resume(solve, path), PAUA_ERROR_CONFLICT);
    paua_solve_free(solve);
    options.win = 1;
    assert_int_equal(paua_solve_new(board, &options, &solve), PAUA_OK);
    assert_int_equal(paua_solve_resume(solve, path), PAUA_ERROR_CONFLICT);
    paua_solve_free(solve);
    options.win = 2;
    size_t size = read_whole(path, &bytes);
    for (int i = 0; i < 3; i++) {
        size_t cut = i == 0 ? size - 1 : i == 1 ? size / 2 : size;
        bytes[size / 3] ^= i == 2;
        write_whole(path, bytes, cut);
        assert_int_equal(paua_solve_new(board, &options, &solve), PAUA_OK);
        assert_int_equal(paua_solve_resume(solve, path), PAUA_ERROR_CORRUPT);
        paua_solve_free(solve);
    }
    free(bytes);
    paua_board_free(board);
    paua_board_free(other);
}

struct probing {
    paua_solve *solve;
    paua_probe *probe;
    uint64_t seen;
    uint64_t tally[3]; /* by value */
};

static void tally(const paua_board *board, const paua_position *position, void *context)
{
    struct probing *probing = context;
    paua_value value;
    int remoteness;
    assert_int_equal(paua_probe_position(probing->probe, board, position, &value, &remoteness),
                     PAUA_OK);
    probing->tally[value]++;
}

static void same_in_table(const paua_board *board, const paua_position *position, void *context)
{
    struct probing *probing = context;
    paua_value a, b;
    int a_remoteness, b_remoteness;
    assert_int_equal(paua_solve_probe(probing->solve, position, &a, &a_remoteness), PAUA_OK);
    assert_int_equal(paua_probe_position(probing->probe, board, position, &b, &b_remoteness),
                     PAUA_OK);
    assert_int_equal(a, b);
    assert_int_equal(a_remoteness, b_remoteness);
    probing->seen++;
}

static void tables_tell_what_was_solved(void **context)
{
    paua_solve_options options;
    paua_board *board = middle_board(&options), *turned = board_of(3, 3, 2);
    struct probing probing = {.solve = solved(board, options)};
    paua_solve *loaded;
    paua_table *table;
    uint64_t bad;
    paua_value value;
    int remoteness;
    (void)context;
    assert_int_equal(paua_solve_write(probing.solve, "table"), PAUA_OK);
    assert_int_equal(paua_table_open("table", &table, NULL), PAUA_OK);
    probing.probe = paua_probe_new(table);
    assert_non_null(probing.probe);
    assert_int_equal(paua_table_about(table)->layers, paua_solve_layers(probing.solve));
    for (int i = 0; i < paua_table_about(table)->layers; i++) {
        paua_layer_counts counts = paua_table_layer(table, i);
        probing.seen = 0;
        for_positions(board, counts.own, counts.opp, same_in_table, &probing);
        assert_int_equal(probing.seen, counts.positions);
        assert_int_equal(counts.wins, paua_solve_layer(probing.solve, i).wins);
        assert_int_equal(counts.longest_win, paua_solve_layer(probing.solve, i).longest_win);
        assert_int_equal(counts.longest_loss, -1);
    }
    /* the same board turned: as many wins and losses */
    for_positions(turned, 3, 3, tally, &probing);
    paua_layer_counts lowest = paua_table_layer(table, paua_table_about(table)->layers - 1);
    assert_int_equal(probing.tally[PAUA_VALUE_WIN], lowest.wins);
    assert_int_equal(probing.tally[PAUA_VALUE_LOSS], lowest.losses);
    assert_int_equal(probing.tally[PAUA_VALUE_DRAW], lowest.draws);
    paua_position here = position_of(board, "ww/ww1/4/1bb/bb");
    here.marbles[0] &= here.marbles[0] - 1;
    here.marbles[0] &= here.marbles[0] - 1;
    assert_int_equal(paua_probe_position(probing.probe, board, &here, &value, &remoteness),
                     PAUA_ERROR_NOT_FOUND);
    assert_int_equal(paua_solve_load(table, 2, &loaded), PAUA_OK);
    assert_int_equal(paua_solve_verify(loaded, NULL, NULL, &bad), PAUA_OK);
    assert_int_equal(bad, 0);
    paua_solve_free(loaded);
    paua_probe_free(probing.probe);
    paua_table_close(table);
    paua_solve_free(probing.solve);
    paua_board_free(board);
    paua_board_free(turned);
}

/* The largest values of these boards fit a byte; here only those up to `value_max` do. */
static void long_distances_are_kept(void **context)
{
    paua_solve_options options;
    paua_board *board = middle_board(&options);
    paua_solve *right = solved(board, options);
    (void)context;
    for (int i = SANITIZED ? 3 : 0; i < (SANITIZED ? 4 : 5); i++) {
        uint64_t bad = 1;
        paua_table *table;
        paua_solve *loaded;
        options.threads = 1 + i % 3;
        options.method = i == 4 ? PAUA_SOLVE_SWEEP : PAUA_SOLVE_RETROGRADE;
        paua_solve *solve = solve_of_little_bytes(board, &options, 1 + i * 3);
        assert_int_equal(paua_solve_run(solve, NULL, NULL), PAUA_OK);
        assert_true(state_layer(solve, solve->count - 1)->overflow.count > 0);
        assert_int_equal(paua_solve_verify(solve, NULL, NULL, &bad), PAUA_OK);
        assert_int_equal(bad, 0);
        assert_same_results(board, right, solve);
        assert_int_equal(paua_solve_write(solve, "other"), PAUA_OK);
        paua_solve_free(solve);
        assert_int_equal(paua_table_open("other", &table, NULL), PAUA_OK);
        assert_int_equal(paua_solve_load(table, 1, &loaded), PAUA_OK);
        assert_same_results(board, right, loaded);
        struct probing probing = {.solve = right, .probe = paua_probe_new(table)};
        for_positions(board, 4, 4, same_in_table, &probing);
        for (int k = 0; k < paua_table_about(table)->layers; k++) {
            paua_position longest;
            paua_value value;
            int remoteness;
            assert_int_equal(paua_probe_longest(probing.probe, k, &longest), PAUA_OK);
            assert_int_equal(paua_solve_probe(right, &longest, &value, &remoteness), PAUA_OK);
            assert_int_equal(value, PAUA_VALUE_WIN);
            assert_int_equal(remoteness, paua_solve_layer(right, k).longest_win);
        }
        paua_position none;
        assert_int_equal(paua_probe_longest(probing.probe, 99, &none), PAUA_ERROR_NOT_FOUND);
        paua_probe_free(probing.probe);
        paua_solve_free(loaded);
        paua_table_close(table);
    }
    paua_solve_free(right);
    paua_board_free(board);
}

/* A record that is wrong is found, and those that lead to it are only where that follows. */
static void wrong_records_are_found(void **context)
{
    paua_solve_options options;
    paua_board *board = middle_board(&options);
    paua_solve *solve = solved(board, options);
    struct layer *layer = &solve->layers[4][4];
    uint64_t bad;
    (void)context;
    for (uint64_t slot = 100; slot < layer->index.slots; slot += 9973) {
        uint8_t right = layer->values[slot];
        layer->values[slot] = (uint8_t)(right + 2);
        assert_int_equal(paua_solve_verify(solve, NULL, NULL, &bad), PAUA_OK);
        assert_true(bad > 0);
        assert_in_range(paua_solve_faults(solve), 1, 10);
        for (int i = 0; i < paua_solve_faults(solve); i++)
            assert_int_equal(paua_position_check(board, &paua_solve_fault_at(solve, i)->position),
                             PAUA_OK);
        layer->values[slot] = right;
    }
    assert_int_equal(paua_solve_verify(solve, NULL, NULL, &bad), PAUA_OK);
    assert_int_equal(bad, 0);
    assert_int_equal(paua_solve_faults(solve), 0);
    paua_solve_free(solve);
    paua_board_free(board);
}

struct damage {
    paua_solve *solve;
    paua_probe *probe;
    uint64_t refused;
};

static void right_or_refused(const paua_board *board, const paua_position *position, void *context)
{
    struct damage *damage = context;
    paua_value a, b;
    int a_remoteness, b_remoteness;
    assert_int_equal(paua_solve_probe(damage->solve, position, &a, &a_remoteness), PAUA_OK);
    paua_status status = paua_probe_position(damage->probe, board, position, &b, &b_remoteness);
    if (status == PAUA_OK) {
        assert_int_equal(a, b);
        assert_int_equal(a_remoteness, b_remoteness);
        return;
    }
    assert_int_equal(status, PAUA_ERROR_CORRUPT);
    damage->refused++;
}

/* Whatever byte of a table is altered, it is refused when it is opened or when it is asked. */
static void damaged_tables_are_refused(void **context)
{
    paua_error error;
    paua_board *board = board_of(2, 2, 2);
    struct damage damage = {.solve = solved(board, (paua_solve_options){.marbles = 2, .win = 1})};
    paua_table *table;
    uint8_t *bytes;
    (void)context;
    assert_int_equal(paua_solve_write(damage.solve, "table"), PAUA_OK);
    size_t size = read_whole("table", &bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 0x41;
        write_whole("table", bytes, size);
        bytes[i] ^= 0x41;
        paua_status status = paua_table_open("table", &table, &error);
        if (status != PAUA_OK) {
            assert_true(status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_UNSUPPORTED);
            assert_int_not_equal(error.message[0], '\0');
            assert_int_equal(error.code, status);
            continue;
        }
        damage.probe = paua_probe_new(table);
        damage.refused = 0;
        for_positions(board, 2, 2, right_or_refused, &damage);
        assert_true(damage.refused > 0);
        paua_probe_free(damage.probe);
        paua_table_close(table);
    }
    for (size_t cut = 0; cut < size; cut += 7) {
        write_whole("table", bytes, cut);
        assert_int_equal(paua_table_open("table", &table, NULL), PAUA_ERROR_CORRUPT);
    }
    assert_int_equal(paua_table_open("none", &table, NULL), PAUA_ERROR_IO);
    free(bytes);
    paua_solve_free(damage.solve);
    paua_board_free(board);
}

static void impossible_solves_are_refused(void **context)
{
    static const paua_solve_options wrong[] = {
        {.marbles = 0, .win = 1, .threads = 1},
        {.marbles = 2, .win = 0, .threads = 1},
        {.marbles = 2, .win = 3, .threads = 1},
        {.marbles = 4, .win = 1, .threads = 1},
        {.marbles = 2, .win = 1, .threads = 0},
        {.marbles = 2, .win = 1, .threads = 257},
        {.marbles = 2, .win = 1, .threads = 1, .method = 2},
        {.marbles = -1, .win = -1, .threads = 1},
    };
    paua_board *board = board_of(2, 2, 2), *full = board_of(5, 5, 5), *small = board_of(3, 3, 3);
    paua_solve_options options = {.marbles = 6, .win = 2, .threads = 1};
    paua_solve *solve = NULL;
    (void)context;
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        assert_int_equal(paua_solve_new(board, &wrong[i], &solve), PAUA_ERROR_BAD_ARGUMENT);
        assert_int_equal(paua_solve_bytes(board, &wrong[i], NULL), 0);
    }
    assert_int_equal(paua_solve_new(full, &options, &solve), PAUA_ERROR_UNSUPPORTED);
    options.memory_bytes = 12 << 20; /* it takes 13 million */
    assert_int_equal(paua_solve_new(small, &options, &solve), PAUA_ERROR_NO_MEMORY);
    assert_null(solve);
    paua_solve_free(NULL);
    paua_board_free(board);
    paua_board_free(full);
    paua_board_free(small);
}

static int remove_folder(void **context)
{
    static const char *const names[] = {"one", "other", "checkpoint", "table"};
    (void)context;
    return leave_folder(names, LENGTH(names));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_methods_agree),
        cmocka_unit_test(known_boards),
        cmocka_unit_test(tables_do_not_depend_on_threads_or_method),
        cmocka_unit_test(threads_share_small_layers),
        cmocka_unit_test(tables_do_not_depend_on_the_processor),
        cmocka_unit_test(long_distances_are_kept),
        cmocka_unit_test(solves_run_beside_each_other),
        cmocka_unit_test(stopped_solves_go_on),
        cmocka_unit_test(solves_stop_late),
        cmocka_unit_test(what_follows_a_solve_stops),
        cmocka_unit_test(foreign_checkpoints_are_refused),
        cmocka_unit_test(tables_tell_what_was_solved),
        cmocka_unit_test(wrong_records_are_found),
        cmocka_unit_test(damaged_tables_are_refused),
        cmocka_unit_test(impossible_solves_are_refused),
    };
    return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
