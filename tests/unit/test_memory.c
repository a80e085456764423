/* test_memory.c - what happens when there is no memory left: every allocation of the library fails
 * once, in turn, and the call either does its work or returns PAUA_ERROR_NO_MEMORY. The linker leads the
 * library's allocations here (--wrap); the sanitizer build finds what a failure leaks. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <errno.h>
#include <stdatomic.h>

#include <paua/lab/families.h>
#include <paua/lab/figure.h>
#include <paua/lab/match.h>
#include <paua/lab/peers.h>
#include <paua/lab/samples.h>
#include <paua/lab/solve.h>
#include <paua/lab/study.h>
#include <paua/lab/train.h>
#include <paua/lab/tune.h>

#include "folder.h"

/* The allocation that fails, counted from 1 since it was set; 0: none. */
static atomic_long allocations, failing;

static bool allocation_fails(void)
{
    long number = atomic_fetch_add(&allocations, 1) + 1;

    if (number != atomic_load(&failing))
        return false;
    errno = ENOMEM;
    return true;
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the names that --wrap asks for */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);

void *__wrap_malloc(size_t size)
{
    return allocation_fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return allocation_fails() ? NULL : __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return allocation_fails() ? NULL : __real_aligned_alloc(alignment, size);
}

char *__wrap_strdup(const char *text)
{
    return allocation_fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t size)
{
    return allocation_fails() ? NULL : __real_strndup(text, size);
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* What a piece of work found, to compare it with another run. */
struct findings {
    uint64_t digest; /* FNV-1a */
};

static void add_bytes(struct findings *findings, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < size; i++)
        findings->digest = (findings->digest ^ at[i]) * 0x100000001b3U;
}

static void add_number(struct findings *findings, uint64_t number)
{
    add_bytes(findings, &number, sizeof number);
}

static void add_text(struct findings *findings, const char *text)
{
    add_bytes(findings, text, strlen(text));
}

/* A piece of work: from nothing to findings, with all it made freed again. */
typedef paua_status (*work)(struct findings *findings);

/* Lets every allocation of the work fail once. The work succeeds with the same findings or ends with
 * PAUA_ERROR_NO_MEMORY. */
static void check_work(work run)
{
    struct findings wanted = {0};
    long failed = 0;

    atomic_store(&failing, 0);
    atomic_store(&allocations, 0);
    assert_int_equal(run(&wanted), PAUA_OK);
    long last = atomic_load(&allocations);
    assert_true(last > 0);
    for (long number = 1; number <= last; number++) {
        struct findings found = {0};

        atomic_store(&allocations, 0);
        atomic_store(&failing, number);
        paua_status status = run(&found);
        atomic_store(&failing, 0);
        if (status == PAUA_OK && found.digest != wanted.digest)
            fail_msg("allocation %ld of %ld failed: another result", number, last);
        if (status != PAUA_OK && status != PAUA_ERROR_NO_MEMORY)
            fail_msg("allocation %ld of %ld failed: %s", number, last, paua_status_name(status));
        failed += status != PAUA_OK;
    }
    assert_true(failed > 0);
    print_message("%ld allocations, %ld of the failures ended the work\n", last, failed);
}

/* A game of 60 moves, back and forth, of which some are taken back. */
static paua_status play_game(struct findings *findings)
{
    static const char *const dance[] = {"a1b1", "i9h9", "b1a1", "h9i9"};
    const paua_rules rules = {.win = 6};
    paua_board *board = NULL;
    paua_game *game = NULL;
    paua_position start;

    paua_status status = paua_board_new(5, 5, 5, &board);
    if (status == PAUA_OK)
        status = paua_position_parse(board, "4w/6/7/8/9/8/7/6/b4", &start, NULL);
    if (status == PAUA_OK)
        status = paua_game_new(board, &rules, &start, &game);
    for (int i = 0; i < 60 && status == PAUA_OK; i++) {
        paua_position before = *paua_game_position(game);
        status = paua_game_play(game, move_of(board, &before, dance[i % 4]));
        if (status == PAUA_ERROR_NO_MEMORY) { /* nothing has changed, and it goes on afterwards */
            assert_memory_equal(paua_game_position(game), &before, sizeof before);
            assert_int_equal(paua_game_moves(game), i);
            assert_int_equal(paua_game_play(game, move_of(board, &before, dance[i % 4])), PAUA_OK);
        }
    }
    if (status == PAUA_OK)
        status = paua_game_takeback(game);
    if (status == PAUA_OK)
        add_number(findings, paua_game_position(game)->key);
    paua_game_free(game);
    paua_board_free(board);
    return status;
}

/* Reads games, fills in what one lacks, replays and writes them. */
static paua_status read_games(struct findings *findings)
{
    static const char text[] = "[Event \"Club\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n\n"
                               "1. a1b2 i5h5 {a comment} (1... i6h6) 2. b2c3 h5g5 $3 1-0\n";
    paua_apgn_text source = {text, sizeof text - 1};
    paua_apgn_reader *reader = NULL;
    const paua_record *read = NULL;
    paua_record *whole = NULL;
    paua_replay replay = {0};
    paua_notes notes;
    char out[2000];

    paua_status status = paua_apgn_reader_new(paua_apgn_read_text, &source, &reader);
    if (status == PAUA_OK) {
        paua_error error;
        paua_apgn_forgive(reader);
        status = paua_apgn_next(reader, &read, &error);
    }
    if (status == PAUA_OK)
        status = paua_record_new(&whole);
    if (status == PAUA_OK)
        status = paua_record_complete(read, whole, &notes, NULL);
    if (status == PAUA_OK) {
        status = paua_replay_record(&replay, whole, NULL, NULL, NULL);
        if (status == PAUA_OK)
            add_number(findings, replay.end.key);
        paua_replay_end(&replay);
    }
    if (status == PAUA_OK) {
        paua_apgn_write(whole, out, sizeof out);
        add_text(findings, out);
    }
    paua_record_free(whole);
    paua_apgn_reader_free(reader);
    return status;
}

/* A sheet with a board, and the board as PNG. */
static paua_status draw_board(struct findings *findings)
{
    const paua_drawing how = {.size = sizeof(paua_drawing), .coordinates = true};
    unsigned char *png = NULL;
    size_t size;
    paua_board *board = NULL;
    paua_figure *figure = NULL;
    paua_position start;
    char text[100];

    paua_status status = paua_board_new(2, 2, 3, &board);
    if (status == PAUA_OK)
        status = paua_position_parse(board, "bb/3/3/ww", &start, NULL);
    paua_panel panels[2] = {{.position = &start, .how = how, .title = "One"},
                            {.position = &start, .how = how, .title = "Two"}};
    const paua_link link = {.from = 0, .to = 1, .text = "a move"};
    const paua_figure_plan plan = {.board = board,
                                   .title = "Two boards",
                                   .arrangement = PAUA_ARRANGEMENT_LAYERS,
                                   .panels = panels,
                                   .panel_count = 2,
                                   .links = &link,
                                   .link_count = 1};
    if (status == PAUA_OK)
        status = paua_figure_new(&plan, &figure);
    if (status == PAUA_OK)
        add_number(findings, paua_figure_svg(figure, text, sizeof text));
    if (status == PAUA_OK)
        status = paua_draw_png(board, &start, &how, 64, &png, &size);
    if (status == PAUA_OK)
        add_bytes(findings, png, size);
    free(png);
    paua_figure_free(figure);
    paua_board_free(board);
    return status;
}

/* A search with the network, a review and an explanation. */
static paua_status search_game(struct findings *findings)
{
    const paua_limits limits = {.size = sizeof(paua_limits), .depth = 3};
    paua_board *board = NULL;
    paua_game *game = NULL;
    paua_engine *engine = NULL;
    paua_search_info info = {0};
    paua_review review;
    paua_review_move move;
    paua_move best = PAUA_NO_MOVE;
    paua_position start;

    paua_status status = paua_board_new(5, 5, 5, &board);
    if (status == PAUA_OK)
        status = paua_position_parse(board, paua_layout_find("standard")->rows, &start, NULL);
    if (status == PAUA_OK) {
        const paua_rules rules = paua_rules_default(board);
        status = paua_game_new(board, &rules, &start, &game);
    }
    if (status == PAUA_OK)
        status = paua_engine_new(board, 1 << 20, NULL, &engine);
    if (status == PAUA_OK)
        status = paua_engine_use_net(engine, paua_net_embedded());
    if (status == PAUA_OK)
        status = paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL);
    if (status == PAUA_OK)
        status = paua_game_play(game, best);
    if (status == PAUA_OK)
        status = paua_review_game(engine, game, PAUA_RESULT_ONGOING, &limits, &move, &review, NULL,
                                  NULL);
    if (status == PAUA_OK)
        add_number(findings, (uint64_t)info.score ^ (uint64_t)move.after << 32);
    if (status == PAUA_OK) /* its tables are made and freed again; the search differs */
        status = paua_engine_use_threads(engine, 2);
    paua_engine_free(engine);
    paua_game_free(game);
    paua_board_free(board);
    return status;
}

/* What a solved board says: a line, a graph, families. */
static paua_status study_board(const paua_oracle *oracle, const paua_board *board,
                               struct findings *findings)
{
    const paua_constellation from = {3, paua_board_all(board) & ~(paua_board_all(board) >> 2)};
    const paua_families_options options = {.cells = 2};
    paua_position start;
    paua_graph *graph = NULL;
    paua_families *families = NULL;
    paua_move moves[20];
    int count;
    bool ended;

    paua_status status = paua_study_position(oracle, from, PAUA_BLACK, &start);
    if (status == PAUA_OK)
        status = paua_study_line(oracle, &start, moves, 20, &count, &ended);
    if (status == PAUA_OK)
        status = paua_graph_new(oracle, from, PAUA_BLACK, PAUA_PLAY_BEST, 1000, &graph);
    if (status == PAUA_OK)
        status = paua_families_new(oracle, NULL, NULL, &families);
    if (status == PAUA_OK) {
        add_number(findings, (uint64_t)count << 32 | (uint64_t)paua_graph_nodes(graph));
        add_number(findings, paua_families_constellations(families));
        status = paua_families_search(families, &options, NULL, NULL);
    }
    paua_families_free(families);
    paua_graph_free(graph);
    return status;
}

/* Solves a board, writes its table, reads it and studies it. */
static paua_status solve_board(struct findings *findings)
{
    const paua_solve_options options = {.marbles = 2, .win = 1, .threads = 2};
    paua_board *board = NULL;
    paua_solve *solve = NULL, *loaded = NULL;
    paua_table *table = NULL;
    paua_probe *probe = NULL;
    paua_class_counts classes = {0};
    uint64_t bad = 1;

    paua_status status = paua_board_new(2, 2, 2, &board);
    if (status == PAUA_OK)
        status = paua_solve_new(board, &options, &solve);
    if (status == PAUA_OK)
        status = paua_solve_run(solve, NULL, NULL);
    if (status == PAUA_OK)
        status = paua_solve_classes(solve, &classes);
    if (status == PAUA_OK)
        status = paua_solve_write(solve, "table");
    if (status == PAUA_OK)
        status = paua_table_open("table", &table, NULL);
    if (status == PAUA_OK)
        status = paua_solve_load(table, 1, &loaded);
    if (status == PAUA_OK)
        status = paua_solve_verify(loaded, NULL, NULL, &bad);
    if (status == PAUA_OK)
        probe = paua_probe_new(table);
    if (status == PAUA_OK && !probe)
        status = PAUA_ERROR_NO_MEMORY;
    if (status == PAUA_OK) {
        const paua_oracle oracle = paua_probe_oracle(probe);
        assert_int_equal(bad, 0);
        add_number(findings, classes.constellations);
        status = study_board(&oracle, board, findings);
    }
    paua_probe_free(probe);
    paua_table_close(table);
    paua_solve_free(loaded);
    paua_solve_free(solve);
    paua_board_free(board);
    return status;
}

/* What a process that is alone exchanges with others: nothing. */
static bool exchange_nothing(const void *out, const size_t *out_bytes, void *in, size_t *in_bytes,
                             size_t stride, void *context)
{
    (void)out, (void)out_bytes, (void)in, (void)in_bytes, (void)stride, (void)context;
    return true;
}

static bool sum_alone(uint64_t *numbers, int count, void *context)
{
    (void)numbers, (void)count, (void)context;
    return true;
}

/* The same solve as one process of a group. */
static paua_status solve_in_group(struct findings *findings)
{
    const paua_solve_options options = {.marbles = 2, .win = 1, .threads = 1};
    const paua_peers peers = {.size = 1, .exchange = exchange_nothing, .sum = sum_alone};
    paua_board *board = NULL;
    paua_distributed *group = NULL;
    paua_class_counts classes = {0};

    paua_status status = paua_board_new(2, 2, 2, &board);
    if (status == PAUA_OK)
        status = paua_distributed_new(board, &options, &peers, &group);
    if (status == PAUA_OK)
        status = paua_distributed_run(group, NULL, NULL);
    if (status == PAUA_OK)
        status = paua_distributed_classes(group, &classes);
    if (status == PAUA_OK)
        status = paua_distributed_write(group, "table");
    add_number(findings, classes.constellations);
    paua_distributed_free(group);
    paua_board_free(board);
    return status;
}

static bool add_match_game(const paua_match_game *game, void *context)
{
    add_number(context, paua_game_position(game->game)->key);
    add_number(context, game->fault);
    return true;
}

/* A match of two games between engines of this library. */
static paua_status play_match(struct findings *findings)
{
    const paua_match_host host = {.played = add_match_game, .context = findings};
    paua_engine_config engines[2];
    paua_openings *openings = NULL;
    paua_match *match = NULL;

    paua_status status = paua_engine_config_parse("paua:depth=1", &engines[0], NULL);
    if (status == PAUA_OK)
        status = paua_engine_config_parse("abapro:2", &engines[1], NULL);
    if (status == PAUA_OK)
        status = paua_openings_parse("random:4", 1, &openings, NULL);
    const paua_match_setup setup = {.engines = engines,
                                    .count = 2,
                                    .openings = openings,
                                    .games = 2,
                                    .concurrency = 1,
                                    .seed = 1,
                                    .plies = 8,
                                    .patience_ms = 1000,
                                    .tt_mb = 1,
                                    .threads = 1};
    if (status == PAUA_OK)
        status = paua_match_new(&setup, &match, NULL);
    if (status == PAUA_OK)
        status = paua_match_run(match, &host, NULL);
    paua_match_free(match);
    paua_openings_free(openings);
    return status;
}

/* A tuning of two iterations, with its checkpoint. */
static paua_status tune_search(struct findings *findings)
{
    const paua_tune_parameter parameters[] = {{"lmr_base", 0, 0}};
    paua_openings *openings = NULL;
    paua_tune *tune = NULL;

    paua_status status = paua_openings_parse("random:4", 1, &openings, NULL);
    const paua_tune_setup setup = {.parameters = parameters,
                                   .count = 1,
                                   .iterations = 2,
                                   .pairs = 1,
                                   .openings = openings,
                                   .plies = 8,
                                   .limits = {.depth = 1},
                                   .tt_mb = 1,
                                   .concurrency = 1};
    unlink("tuning");
    if (status == PAUA_OK)
        status = paua_tune_new(&setup, &tune, NULL);
    if (status == PAUA_OK)
        status = paua_tune_run(tune, "tuning", NULL, NULL, NULL);
    if (status == PAUA_OK)
        status = paua_tune_resume(tune, "tuning", NULL);
    if (status == PAUA_OK)
        add_number(findings, (uint64_t)paua_tune_about(tune).iteration);
    paua_tune_free(tune);
    paua_openings_free(openings);
    return status;
}

/* Self-play into a file. */
static paua_status play_itself(struct findings *findings)
{
    const paua_selfplay_options options = {
        .nodes = 1, .random = 5, .seed = 7, .games = 2, .threads = 1};
    paua_selfplay_progress total = {0};
    paua_board *board = NULL;

    unlink("played");
    paua_status status = paua_board_new(5, 5, 5, &board);
    if (status == PAUA_OK)
        status = paua_selfplay_run(board, "played", &options, NULL, NULL, &total, NULL);
    add_number(findings, total.positions);
    paua_board_free(board);
    return status;
}

/* Adds all games of "samples" to a fit and runs it. */
static paua_status fit_samples(struct findings *findings)
{
    const paua_fit_options options = {.lambda = 0.5, .validate = 50};
    paua_board *board = NULL;
    paua_fit *fit = NULL;
    char *text = NULL;

    paua_status status = paua_board_new(5, 5, 5, &board);
    if (status == PAUA_OK)
        status = paua_fit_new(board, &options, &fit);
    if (status == PAUA_OK)
        status = paua_fit_add(fit, "samples", NULL);
    if (status == PAUA_OK)
        status = paua_fit_run(fit, NULL, NULL);
    if (status == PAUA_OK) {
        text = paua_fit_text(fit);
        status = text ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
    }
    if (status == PAUA_OK)
        add_text(findings, text);
    free(text);
    paua_fit_free(fit);
    paua_board_free(board);
    return status;
}

/* Trains a small network with "samples" and reads it back. */
static paua_status train_net(struct findings *findings)
{
    const paua_trainer_options options = {.hidden = 32,
                                          .buckets = 2,
                                          .epochs = 1,
                                          .batch = 512,
                                          .rate = 0.01,
                                          .lambda = 0.5,
                                          .validate = 50,
                                          .threads = 2};
    paua_board *board = NULL;
    paua_trainer *trainer = NULL;
    paua_net *net = NULL;
    void *bytes = NULL;
    size_t size = 0;

    paua_status status = paua_board_new(5, 5, 5, &board);
    if (status == PAUA_OK)
        status = paua_trainer_new(board, &options, &trainer);
    if (status == PAUA_OK)
        status = paua_trainer_add(trainer, "samples", NULL);
    if (status == PAUA_OK)
        status = paua_trainer_run(trainer, "training", NULL, NULL);
    if (status == PAUA_OK) {
        bytes = paua_trainer_net(trainer, "a test", &size);
        status = bytes ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
    }
    if (status == PAUA_OK) {
        add_bytes(findings, bytes, size);
        status = paua_net_read(bytes, size, &net, NULL);
    }
    paua_net_free(net);
    free(bytes);
    paua_trainer_free(trainer);
    paua_board_free(board);
    return status;
}

/* Makes "samples" that are enough for a fit: of every 100 games the last 50 are held out. */
static void make_samples(void)
{
    const paua_selfplay_options options = {
        .nodes = 1, .random = 5, .seed = 7, .games = 80, .threads = 1};
    paua_board *board = board_of(5, 5, 5);

    assert_int_equal(paua_selfplay_run(board, "samples", &options, NULL, NULL, NULL, NULL),
                     PAUA_OK);
    paua_board_free(board);
}

static void games_need_memory(void **state)
{
    (void)state;
    check_work(play_game);
}

static void records_need_memory(void **state)
{
    (void)state;
    check_work(read_games);
}

static void drawings_need_memory(void **state)
{
    (void)state;
    check_work(draw_board);
}

static void searches_need_memory(void **state)
{
    (void)state;
    check_work(search_game);
}

static void solved_boards_need_memory(void **state)
{
    (void)state;
    check_work(solve_board);
    check_work(solve_in_group);
}

static void matches_need_memory(void **state)
{
    (void)state;
    check_work(play_match);
    check_work(tune_search);
}

static void learning_needs_memory(void **state)
{
    (void)state;
    check_work(play_itself);
    make_samples();
    check_work(fit_samples);
    check_work(train_net);
}

static int leave(void **state)
{
    static const char *const names[] = {"table", "played", "samples", "training", "tuning"};

    (void)state;
    return leave_folder(names, sizeof names / sizeof names[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_need_memory),         cmocka_unit_test(records_need_memory),
        cmocka_unit_test(drawings_need_memory),      cmocka_unit_test(searches_need_memory),
        cmocka_unit_test(solved_boards_need_memory), cmocka_unit_test(matches_need_memory),
        cmocka_unit_test(learning_needs_memory),
    };

    return cmocka_run_group_tests_name("memory", tests, enter_folder, leave);
}
