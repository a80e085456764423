/* bench.c - `paua bench`: searches fixed positions to a fixed depth on one thread. The node count
 * changes only when the search does, so commits quote it. */
#include "commands/bench.h"

#include <assert.h>
#include <stdio.h>

#include <paua/notation.h>
#include <paua/search.h>

#include "base/clock.h"

#include "cli/common.h"
#include "cli/engine_options.h"
#include "cli/game_setup.h"
#include "cli/options.h"
#include "cli/report.h"
#include "commands/commands.h"

enum { TT_BYTES = 16 << 20 };

/* Openings, then positions from games, with few and with many marbles ejected. */
static const char *const positions[] = {
    "standard",
    "belgian-daisy",
    "german-daisy",
    "the-wall",
    "snakes",
    "5/1ww1w1/2wwww1/3www2/2wwwbwb1/2bbbbb1/2bbbb1/2bbb1/5 b 0-0 30 31",
    "2w2/2wwb1/1wwbww1/1wwwbbb1/3wbw3/3wbbb1/2bbb2/2bb2/5 b 1-0 7 61",
    "3b1/2bbb1/1bwwwb1/2wwwwb1/2bwwww2/2bb4/1wb2b1/1bb1ww/5 b 0-0 30 31",
    "5/6/2w4/1wwwbbb1/2wwwwbbb/2bbbbb1/2bb1ww/4w1/5 b 3-1 1 31",
    "5/1ww3/2bw3/2bbbw2/2bbbww2/2bbbb2/1wwbb2/1w2wb/4w b 3-0 3 61",
    "5/2w3/2ww3/1bbwb3/2wwbb3/1bwwww2/1bb1wb1/2bb2/5 b 3-3 37 91",
};

/* Searches one position and adds its nodes and time to the result. */
static paua_status search_position(const char *position, int depth, const paua_net *net,
                                   struct bench_result *result)
{
    const struct start_options start = {.position = position, .draws = true};
    const paua_limits limits = {.size = sizeof(paua_limits), .depth = depth};
    struct game_setup setup = {0};
    struct setup_error error;
    paua_engine *engine = NULL;
    paua_search_info info;
    paua_move best;
    paua_status status = game_setup_build(&start, &setup, &error);

    if (status != PAUA_OK)
        return status;
    status = paua_engine_new(setup.board, TT_BYTES, NULL, &engine);
    if (status == PAUA_OK && net)
        status = paua_engine_use_net(engine, net);
    if (status == PAUA_OK) {
        int64_t began = clock_now_ms();
        status = paua_engine_search(engine, setup.game, &limits, &best, &info, NULL, NULL);
        result->time_ms += clock_now_ms() - began;
        result->nodes += info.nodes;
    }
    paua_engine_free(engine);
    game_setup_close(&setup);
    return status;
}

paua_status bench_run(int depth, const paua_net *net,
                      bool (*each)(int number, uint64_t nodes, void *context), void *context,
                      struct bench_result *result)
{
    int count = (int)(sizeof positions / sizeof *positions);

    assert(depth > 0 && result);
    *result = (struct bench_result){0};
    for (int i = 0; i < count; i++) {
        uint64_t before = result->nodes;
        paua_status status = search_position(positions[i], depth, net, result);
        if (status != PAUA_OK)
            return status;
        if (each && !each(i + 1, result->nodes - before, context))
            break;
    }
    return PAUA_OK;
}

/* Prints the nodes of one position. False when the output failed. */
static bool print_position(int number, uint64_t nodes, void *context)
{
    const bool *json = context;

    if (*json)
        return output_json(json_pack("{s:i, s:I}", "position", number, "nodes",
                                     (json_int_t)nodes)) == EXIT_DONE &&
               output_flush();
    printf("position %d nodes %llu\n", number, (unsigned long long)nodes);
    return output_flush();
}

int command_bench(int argc, char **argv)
{
    long long depth = BENCH_DEPTH;
    const char *net_path = NULL;
    paua_net *net;
    bool json = false;
    const struct option_row rows[] = {
        {"depth", 'd', OPTION_NUMBER, &depth, 1, 20, "N", "search N plies deep (10)"},
        ROW_NET(net_path),
        ROW_JSON(json),
    };
    static const struct usage usage = {
        .command = "bench",
        .operands = "",
        .purpose = "Search fixed positions to a fixed depth on one thread. The last line is 'N "
                   "nodes N nps'; the number of nodes changes only when the search does.",
        .examples = {"paua bench", "paua bench --depth 8 --json"},
    };
    struct bench_result result;
    uint64_t nps;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    code = net_read(net_path, &net);
    if (code != EXIT_DONE)
        return code;
    paua_status status = bench_run((int)depth, net, print_position, &json, &result);
    paua_net_free(net);
    if (status != PAUA_OK)
        return complain_memory();
    nps = report_nps(result.nodes, result.time_ms);
    if (json)
        return output_json(
            json_pack("{s:I, s:I}", "nodes", (json_int_t)result.nodes, "nps", (json_int_t)nps));
    printf("%llu nodes %llu nps\n", (unsigned long long)result.nodes, (unsigned long long)nps);
    return EXIT_DONE;
}
