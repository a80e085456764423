/* perft.c - `paua perft`: counts the sequences of legal moves. The tree is split two plies below
 * the root, and a thread pool counts the subtrees. */
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

/* A subtree to count: a position one or two plies below the root. */
struct subtree {
    paua_position position;
    int first; /* which move of the root leads here */
};

struct perft {
    const paua_board *board;
    paua_rules rules;
    int depth; /* of every subtree */
    struct subtree *subtrees;
    int count, capacity;
    _Atomic uint64_t below[PAUA_MOVES_MAX]; /* counts below the root's moves */
    struct progress *progress;              /* borrowed */
};

/* A progress callback of the pool; `done` runs from 0 to 1. */
static void show_progress(double done, void *context)
{
    const struct perft *perft = context;

    progress_show(perft->progress, "%d %% of depth %d", (int)(100 * done), perft->depth + 2);
}

/* Counts some of the subtrees; called by the pool's threads. */
static bool count_subtrees(uint32_t from, uint32_t to, void *context)
{
    struct perft *perft = context;

    for (uint32_t i = from; i < to; i++) {
        const struct subtree *subtree = &perft->subtrees[i];
        uint64_t nodes = paua_perft(perft->board, &perft->rules, &subtree->position, perft->depth);
        atomic_fetch_add(&perft->below[subtree->first], nodes);
    }
    return true;
}

/* Adds the subtree after a move in `parent`. `first` is the move of the root that it belongs to.
 * False: out of memory. */
static bool add_subtree(struct perft *perft, const paua_position *parent, paua_move move, int first)
{
    struct subtree *subtree;

    if (!ARRAY_RESERVE(perft->subtrees, perft->capacity, perft->count + 1))
        return false;
    subtree = &perft->subtrees[perft->count++];
    subtree->position = *parent;
    subtree->first = first;
    paua_undo undo;
    paua_position_make(perft->board, &subtree->position, move, &undo);
    return true;
}

/* Splits the tree: below depth 3 at the root's moves, else at the replies to them, which are enough
 * for any number of threads. False: out of memory. */
static bool make_subtrees(struct perft *perft, const paua_position *root,
                          const paua_move_list *moves, int depth)
{
    paua_move_list replies;

    perft->depth = depth < 3 ? depth - 1 : depth - 2;
    for (int i = 0; i < moves->count; i++) {
        paua_position child = *root;
        paua_undo undo;
        if (depth < 3) {
            if (!add_subtree(perft, root, moves->moves[i], i))
                return false;
            continue;
        }
        paua_position_make(perft->board, &child, moves->moves[i], &undo);
        legal_moves_generate(perft->board, &perft->rules, &child, &replies);
        for (int j = 0; j < replies.count; j++)
            if (!add_subtree(perft, &child, replies.moves[j], i))
                return false;
    }
    return true;
}

struct perft_options {
    struct start_options start;
    long long threads;
    bool divide, json, quiet;
};

/* Prints a depth's count, and at the last depth with --divide the count below each move. */
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

/* Counts one depth and prints it. `perft` must be zeroed. */
static int count_depth(const struct perft_options *options, const struct game_setup *setup,
                       int depth, bool last, struct pool *pool, struct perft *perft)
{
    struct progress progress;
    const paua_position *root = paua_game_position(setup->game);

    perft->board = setup->board;
    perft->rules = *paua_game_rules(setup->game);
    perft->progress = &progress;
    progress_begin(&progress, options->quiet);
    paua_move_list moves;
    legal_moves_generate(setup->board, &perft->rules, root, &moves);
    legal_moves_sort(setup->board, &moves);
    if (!make_subtrees(perft, root, &moves, depth)) {
        free(perft->subtrees);
        return complain_memory();
    }
    const struct pool_loop loop = {.end = (uint32_t)perft->count,
                                   .part = count_subtrees,
                                   .progress = show_progress,
                                   .context = perft};
    pool_for(pool, &loop);
    progress_clear(&progress);
    free(perft->subtrees);
    return print_count(options, setup->board, depth, last, &moves, perft);
}

/* Counts every depth from 1 to `depth`. */
static int count_all(const struct perft_options *options, const struct game_setup *setup, int depth)
{
    struct pool *pool = pool_new((int)options->threads);
    int code = pool ? EXIT_DONE : complain_memory();

    for (int i = 1; i <= depth && code == EXIT_DONE; i++) {
        struct perft *perft = calloc(1, sizeof *perft);
        code = perft ? count_depth(options, setup, i, i == depth, pool, perft) : complain_memory();
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
         "at the last depth also print the count below each move"},
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
    struct game_setup setup;
    long long depth = 0;
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    code = number_read("DEPTH", argv[operand], 1, DEPTH_MAX, &depth);
    if (code != EXIT_DONE)
        return code;
    code = game_setup_open(&options.start, &setup);
    if (code != EXIT_DONE)
        return code;
    code = count_all(&options, &setup, (int)depth);
    game_setup_close(&setup);
    return code;
}
