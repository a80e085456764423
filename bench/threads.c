/* How much sooner several threads end a search to a depth than one does: the figure of the README.
 *
 *   bench_threads [DEPTH [THREADS [RUNS]]]    12, 2 and 9
 *
 * Belgian daisy, 256 MiB, nothing remembered at the beginning; one thread and several in turn, so that what else the
 * machine does slows both. Time that passes; the medians of the runs. With 2 threads the tree is another one each time.
 */
#include <stdio.h>
#include <stdlib.h>

#include <paua/paua.h>

enum { RUNS_MAX = 99 };

struct run {
    int64_t ms;
    uint64_t nodes;
};

static int fail(const char *what)
{
    fprintf(stderr, "bench_threads: %s\n", what);
    return 2;
}

static int by_time(const void *a, const void *b)
{
    const struct run *left = a, *right = b;
    return (left->ms > right->ms) - (left->ms < right->ms);
}

static struct run median(struct run *runs, int count)
{
    qsort(runs, (size_t)count, sizeof *runs, by_time);
    return runs[count / 2];
}

static bool search(paua_engine *engine, const paua_game *game, int threads, int depth,
                   struct run *run)
{
    const paua_limits limits = {.depth = depth};
    paua_search_info info;
    paua_move best;
    if (paua_engine_use_threads(engine, threads) != PAUA_OK)
        return false;
    paua_engine_clear(engine);
    if (paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL) != PAUA_OK)
        return false;
    *run = (struct run){info.time_ms, info.nodes};
    return true;
}

static int measure(const paua_game *game, int depth, int threads, int runs)
{
    struct run one[RUNS_MAX], many[RUNS_MAX];
    paua_engine *engine;
    if (paua_engine_new(paua_game_board(game), (size_t)256 << 20, NULL, &engine) != PAUA_OK)
        return fail("no memory");
    for (int i = 0; i < runs; i++)
        if (!search(engine, game, 1, depth, &one[i]) ||
            !search(engine, game, threads, depth, &many[i])) {
            paua_engine_free(engine);
            return fail("no memory for threads, or too deep");
        }
    paua_engine_free(engine);
    struct run alone = median(one, runs), together = median(many, runs);
    printf("depth %d, medians of %d runs\n", depth, runs);
    printf("1 thread   %6lld ms %10llu nodes\n", (long long)alone.ms,
           (unsigned long long)alone.nodes);
    printf("%d threads %6lld ms %10llu nodes, %.2f times as fast\n", threads,
           (long long)together.ms, (unsigned long long)together.nodes,
           (double)alone.ms / (double)(together.ms ? together.ms : 1));
    return 0;
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 12, threads = argc > 2 ? atoi(argv[2]) : 2;
    int runs = argc > 3 ? atoi(argv[3]) : 9;
    paua_board *board = NULL;
    paua_position position;
    paua_game *game = NULL;
    if (runs < 1 || runs > RUNS_MAX || threads < 1 || depth < 1)
        return fail("bench_threads [DEPTH [THREADS [RUNS]]]");
    if (paua_board_new(5, 5, 5, &board) != PAUA_OK ||
        paua_position_parse(board, "belgian-daisy", &position, NULL) != PAUA_OK)
        return fail("no memory");
    paua_rules rules = paua_rules_default(board);
    int status = paua_game_new(board, &rules, &position, &game) == PAUA_OK
                     ? measure(game, depth, threads, runs)
                     : fail("no memory");
    paua_game_free(game);
    paua_board_free(board);
    return status;
}
