/* perft.c - `paua perft`: counts sequences of moves, on several threads. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/notation.h>

#include "base/array.h"
#include "base/pool.h"
#include "cli/common.h"
#include "cli/game_setup.h"
#include "cli/legal_moves.h"
#include "cli/options.h"
#include "commands/commands.h"

enum { THREADS_MAX = 256, DEPTH_MAX = 99 };

/* The count below one position, one or two plies under the root. */
struct share {
    paua_position position;
    int first; /* which move of the root leads here */
};

struct perft {
    const paua_board *board;
    paua_rules rules;
    int depth; /* of every share */
    struct share *shares;
    int count, capacity;
    _Atomic uint64_t below[PAUA_MOVES_MAX]; /* counts of the root's moves */
    struct progress *progress;
};

static void show_progress(double done, void *context)
{
    const struct perft *perft = context;
    progress_show(perft->progress, "%d %% of depth %d", (int)(100 * done), perft->depth + 2);
}

static bool count_shares(uint32_t from, uint32_t to, void *context)
{
    struct perft *perft = context;
    for (uint32_t i = from; i < to; i++) {
        const struct share *share = &perft->shares[i];
        uint64_t nodes = paua_perft(perft->board, &perft->rules, &share->position, perft->depth);
        atomic_fetch_add(&perft->below[share->first], nodes);
    }
    return true;
}

static bool add_share(struct perft *perft, const paua_position *parent, paua_move move, int first)
{
    paua_undo undo;
    struct share *share;

    if (!ARRAY_RESERVE(perft->shares, perft->capacity, perft->count + 1))
        return false;
    share = &perft->shares[perft->count++];
    share->position = *parent;
    share->first = first;
    paua_position_make(perft->board, &share->position, move, &undo);
    return true;
}

/* From depth 3 on one share for each two plies: enough of them for any number of threads. */
static bool make_shares(struct perft *perft, const paua_position *root, const paua_move_list *moves,
                        int depth)
{
    paua_move_list replies;

    perft->depth = depth < 3 ? depth - 1 : depth - 2;
    for (int i = 0; i < moves->count; i++) {
        paua_position child = *root;
        paua_undo undo;
        if (depth < 3) {
            if (!add_share(perft, root, moves->moves[i], i))
                return false;
            continue;
        }
        paua_position_make(perft->board, &child, moves->moves[i], &undo);
        legal_moves_generate(perft->board, &perft->rules, &child, &replies);
        for (int j = 0; j < replies.count; j++)
            if (!add_share(perft, &child, replies.moves[j], i))
                return false;
    }
    return true;
}

struct perft_options {
    struct start_options start;
    long long threads;
    bool divide, json, quiet;
};

static int print_count(const struct perft_options *options, const paua_board *board, int depth,
                       bool last, const paua_move_list *moves, struct perft *perft)
{
    bool divide = options->divide && last;
    json_t *parts = options->json && divide ? json_object() : NULL;
    uint64_t nodes = 0;

    for (int i = 0; i < moves->count; i++) {
        char text[PAUA_MOVE_TEXT_MAX];
        uint64_t below = atomic_load(&perft->below[i]);
        nodes += below;
        paua_move_format(board, moves->moves[i], text, sizeof text);
        if (parts)
            json_object_set_new(parts, text, json_integer((json_int_t)below));
        else if (divide)
            printf("%s %llu\n", text, (unsigned long long)below);
    }
    if (parts)
        return output_json(json_pack("{s:i, s:I, s:o}", "depth", depth, "nodes", (json_int_t)nodes,
                                     "divide", parts));
    if (options->json)
        return output_json(json_pack("{s:i, s:I}", "depth", depth, "nodes", (json_int_t)nodes));
    printf("%d %llu\n", depth, (unsigned long long)nodes);
    return EXIT_DONE;
}

static int count_depth(const struct perft_options *options, const struct game_setup *scene,
                       int depth, bool last, struct pool *pool, struct perft *perft)
{
    struct progress progress;
    paua_move_list moves;
    const paua_position *root = paua_game_position(scene->game);
    int code = EXIT_ENVIRONMENT;

    perft->board = scene->board;
    perft->rules = *paua_game_rules(scene->game);
    perft->progress = &progress;
    progress_begin(&progress, options->quiet);
    legal_moves_generate(scene->board, &perft->rules, root, &moves);
    legal_moves_sort(scene->board, &moves);
    if (make_shares(perft, root, &moves, depth)) {
        const struct pool_loop loop = {.end = (uint32_t)perft->count,
                                       .part = count_shares,
                                       .progress = show_progress,
                                       .context = perft};
        pool_for(pool, &loop);
        progress_clear(&progress);
        code = print_count(options, scene->board, depth, last, &moves, perft);
    } else {
        complain_memory();
    }
    free(perft->shares);
    return code;
}

static int count_all(const struct perft_options *options, const struct game_setup *scene, int depth)
{
    struct pool *pool = pool_new((int)options->threads);
    int code = pool ? EXIT_DONE : complain_memory();

    for (int i = 1; i <= depth && code == EXIT_DONE; i++) {
        struct perft *perft = calloc(1, sizeof *perft);
        code = perft ? count_depth(options, scene, i, i == depth, pool, perft) : complain_memory();
        free(perft);
        if (!output_flush())
            break;
    }
    pool_free(pool);
    return code;
}

int command_perft(int argc, char **argv)
{
    struct perft_options options = {.threads = 1};
    const struct option_row rows[] = {
        ROWS_START(options.start),
        ROW_RULES(options.start),
        ROW_WIN(options.start),
        {"divide", 0, OPTION_FLAG, &options.divide, 0, 0, NULL,
         "at the last depth also print each move's count"},
        {"threads", 'j', OPTION_NUMBER, &options.threads, 1, THREADS_MAX, "N",
         "count on N threads (1)"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    static const struct usage usage = {
        .command = "perft",
        .operands = "DEPTH",
        .operands_least = 1,
        .operands_most = 1,
        .purpose = "Count the sequences of legal moves: a line 'DEPTH NODES' for each depth from 1 "
                   "to DEPTH.",
        .notes = "A game that is won by ejections has no moves; other ends of a game are ignored.",
        .examples = {"paua perft 4", "paua perft 3 --divide --layout belgian-daisy"},
    };
    struct game_setup scene;
    long long depth = 0;
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code == OPTIONS_GO)
        code = number_read("DEPTH", argv[operand], 1, DEPTH_MAX, &depth);
    else
        return code;
    if (code == EXIT_DONE)
        code = game_setup_open(&options.start, &scene);
    if (code != EXIT_DONE)
        return code;
    code = count_all(&options, &scene, (int)depth);
    game_setup_close(&scene);
    return code;
}
