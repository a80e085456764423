/* threads.c - how much sooner several threads finish a search to a fixed depth than one does.
 *
 *   bench_threads [DEPTH [THREADS [RUNS [images | moves | layouts]]]]    12, 2 and 9
 *
 * The positions: Belgian daisy, searched as `paua analyze -l belgian-daisy` searches it; or its six
 * images under the symmetries of the board; or the positions after each of its 52 moves; or all 60
 * layouts. The transposition table has 64 MiB (the default) and starts empty; runs with one thread
 * and with several alternate, so that other work of the machine slows both. Prints wall-clock time
 * and nodes: the medians of the runs, summed over the positions. The tree of several threads
 * differs from run to run, and the size of one thread's tree depends on the image, because equal
 * moves are ordered differently.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <paua/lab/match.h>
#include <paua/paua.h>

enum { RUNS_MAX = 999, HASH_MB = 64 };

static const char layout[] = "belgian-daisy";

struct run {
    double ms;
    uint64_t nodes;
};

struct bench {
    paua_engine *alone_engine, *together_engine; /* each keeps its threads, as in play */
    int depth, threads, runs;
    struct run alone, together; /* sums */
};

static int print_error(const char *what)
{
    fprintf(stderr, "bench_threads: %s\n", what);
    return 2;
}

static int by_time(const void *a, const void *b)
{
    const struct run *left = a, *right = b;
    return (left->ms > right->ms) - (left->ms < right->ms);
}

static void add_median(struct run *runs, int count, struct run *sum)
{
    qsort(runs, (size_t)count, sizeof *runs, by_time);
    sum->ms += runs[count / 2].ms;
    sum->nodes += runs[count / 2].nodes;
}

static double now_ms(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static bool search_game(const struct bench *bench, paua_engine *engine, const paua_game *game,
                        struct run *run)
{
    const paua_limits limits = {.size = sizeof(paua_limits), .depth = bench->depth};
    paua_search_info info;
    paua_move best;
    paua_engine_clear(engine);
    double before = now_ms();
    if (paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL) != PAUA_OK)
        return false;
    *run = (struct run){now_ms() - before, info.nodes};
    return true;
}

static bool measure_game(struct bench *bench, const paua_game *game)
{
    struct run one[RUNS_MAX], many[RUNS_MAX];
    for (int i = 0; i < bench->runs; i++)
        if (!search_game(bench, bench->alone_engine, game, &one[i]) ||
            !search_game(bench, bench->together_engine, game, &many[i]))
            return false;
    add_median(one, bench->runs, &bench->alone);
    add_median(many, bench->runs, &bench->together);
    return true;
}

/* Adds a line for the position, unless it stands there. */
static void add_position(char *text, const paua_board *board, const paua_position *position)
{
    char name[PAUA_POSITION_TEXT_MAX];
    paua_position_format(board, position, name, sizeof name);
    if (!strstr(text, name))
        snprintf(text + strlen(text), sizeof name + 1, "%s\n", name);
}

/* The layout and its images under the symmetries of the board. */
static void add_images(char *text, const paua_board *board, const paua_position *start)
{
    for (int i = 0; i < paua_board_symmetries(board); i++) {
        paua_position image = *start;
        for (int side = 0; side < PAUA_SIDES; side++)
            image.marbles[side] = paua_board_map(board, i, start->marbles[side]);
        add_position(text, board, &image);
    }
}

/* What the layout is after each of its moves. */
static void add_moves(char *text, const paua_board *board, const paua_position *start)
{
    paua_move_list list;
    paua_moves_generate(board, start, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position after = *start;
        paua_undo undo;
        paua_position_make(board, &after, list.moves[i], &undo);
        add_position(text, board, &after);
    }
}

/* The positions that are made of the layout; NULL without memory. */
static paua_openings *read_positions(void (*add_all)(char *text, const paua_board *board,
                                                     const paua_position *start))
{
    paua_board *board;
    paua_position start;
    paua_openings *openings = NULL;
    if (paua_board_new(5, 5, 5, &board) != PAUA_OK)
        return NULL;
    char *text = calloc(PAUA_MOVES_MAX, PAUA_POSITION_TEXT_MAX + 1);
    if (text && paua_position_parse(board, layout, &start, NULL) == PAUA_OK) {
        add_all(text, board, &start);
        paua_openings_read(text, &openings, NULL);
    }
    free(text);
    paua_board_free(board);
    return openings;
}

static paua_openings *read_openings(const char *what)
{
    paua_openings *openings = NULL;
    if (strcmp(what, "layouts") == 0)
        paua_openings_parse(what, 1, &openings, NULL);
    else if (strcmp(what, layout) == 0)
        paua_openings_read(layout, &openings, NULL);
    else if (strcmp(what, "images") == 0)
        openings = read_positions(add_images);
    else if (strcmp(what, "moves") == 0)
        openings = read_positions(add_moves);
    return openings;
}

static bool make_engines(struct bench *bench, const paua_board *board)
{
    const size_t bytes = (size_t)HASH_MB << 20;
    return bench->alone_engine ||
           (paua_engine_new(board, bytes, NULL, &bench->alone_engine) == PAUA_OK &&
            paua_engine_new(board, bytes, NULL, &bench->together_engine) == PAUA_OK &&
            paua_engine_use_threads(bench->together_engine, bench->threads) == PAUA_OK);
}

static bool measure_all(struct bench *bench, const paua_openings *openings)
{
    for (int64_t i = 0; i < paua_openings_count(openings); i++) {
        paua_game *game;
        if (paua_openings_game(openings, i, NULL, 400, &game) != PAUA_OK)
            return false;
        bool good = make_engines(bench, paua_game_board(game)) && measure_game(bench, game);
        paua_game_free(game);
        if (!good)
            return false;
    }
    return true;
}

static void print_ratios(const struct bench *bench, int64_t positions)
{
    printf("%d position(s) to depth %d, medians of %d runs\n", (int)positions, bench->depth,
           bench->runs);
    printf("1 thread   %8.1f ms %10llu nodes\n", bench->alone.ms,
           (unsigned long long)bench->alone.nodes);
    printf("%d threads %8.1f ms %10llu nodes, %.2f times as fast\n", bench->threads,
           bench->together.ms, (unsigned long long)bench->together.nodes,
           bench->alone.ms / bench->together.ms);
}

int main(int argc, char **argv)
{
    struct bench bench = {.depth = argc > 1 ? atoi(argv[1]) : 12,
                          .threads = argc > 2 ? atoi(argv[2]) : 2,
                          .runs = argc > 3 ? atoi(argv[3]) : 9};
    if (bench.runs < 1 || bench.runs > RUNS_MAX || bench.threads < 1 || bench.depth < 1 || argc > 5)
        return print_error("bench_threads [DEPTH [THREADS [RUNS [images | moves | layouts]]]]");
    paua_openings *openings = read_openings(argc > 4 ? argv[4] : layout);
    if (!openings)
        return print_error("no such positions, or no memory");
    bool good = measure_all(&bench, openings);
    if (good)
        print_ratios(&bench, paua_openings_count(openings));
    paua_engine_free(bench.alone_engine);
    paua_engine_free(bench.together_engine);
    paua_openings_free(openings);
    return good ? 0 : print_error("no memory, too many threads, or too deep");
}
