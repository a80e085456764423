/* perft.c - `paua perft`: counts sequences of moves, on several threads. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/notation.h>

#include "cli/common.h"
#include "cli/listing.h"
#include "cli/options.h"
#include "cli/start.h"
#include "commands/commands.h"

enum { THREADS_MAX = 256, DEPTH_MAX = 99, SHARES_STEP = 1024 };

/* The count below one position, one or two plies under the root. */
struct share {
    paua_position position;
    int first; /* which move of the root leads here */
};

struct work {
    const paua_board *board;
    paua_rules rules;
    int depth; /* of every share */
    struct share *shares;
    int count;
    atomic_int next, done;
    _Atomic uint64_t below[PAUA_MOVES_MAX]; /* counts of the root's moves */
    pthread_mutex_t lock;                   /* of `progress` */
    struct progress *progress;
};

static void note_progress(struct work *work, int done)
{
    if (!work->progress->on)
        return;
    pthread_mutex_lock(&work->lock);
    progress_show(work->progress, "%d %% of depth %d", 100 * done / work->count, work->depth + 2);
    pthread_mutex_unlock(&work->lock);
}

static void *count_shares(void *context)
{
    struct work *work = context;
    int i;

    while ((i = atomic_fetch_add(&work->next, 1)) < work->count) {
        struct share *share = &work->shares[i];
        uint64_t nodes = paua_perft(work->board, &work->rules, &share->position, work->depth);
        atomic_fetch_add(&work->below[share->first], nodes);
        note_progress(work, atomic_fetch_add(&work->done, 1) + 1);
    }
    return NULL;
}

static bool add_share(struct work *work, const paua_position *parent, paua_move move, int first)
{
    paua_undo undo;
    struct share *share;

    if (work->count % SHARES_STEP == 0) {
        size_t count = (size_t)work->count + SHARES_STEP;
        struct share *grown = realloc(work->shares, count * sizeof *grown);
        if (!grown)
            return false;
        work->shares = grown;
    }
    share = &work->shares[work->count++];
    share->position = *parent;
    share->first = first;
    paua_position_make(work->board, &share->position, move, &undo);
    return true;
}

/* From depth 3 on one share for each two plies: enough of them for any number of threads. */
static bool make_shares(struct work *work, const paua_position *root, const paua_move_list *moves,
                        int depth)
{
    paua_move_list replies;

    work->depth = depth < 3 ? depth - 1 : depth - 2;
    for (int i = 0; i < moves->count; i++) {
        paua_position child = *root;
        paua_undo undo;
        if (depth < 3) {
            if (!add_share(work, root, moves->moves[i], i))
                return false;
            continue;
        }
        paua_position_make(work->board, &child, moves->moves[i], &undo);
        listing_generate(work->board, &work->rules, &child, &replies);
        for (int j = 0; j < replies.count; j++)
            if (!add_share(work, &child, replies.moves[j], i))
                return false;
    }
    return true;
}

/* This thread works too; when fewer helpers can be started than were asked for, they do it all. */
static void count_on_threads(struct work *work, int threads)
{
    pthread_t helpers[THREADS_MAX];
    int started = 0;

    while (started < threads - 1 && started < work->count - 1 &&
           pthread_create(&helpers[started], NULL, count_shares, work) == 0)
        started++;
    count_shares(work);
    for (int i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
}

struct perft_options {
    struct start start;
    long long threads;
    bool divide, json, quiet;
};

static int print_count(const struct perft_options *options, const paua_board *board, int depth,
                       bool last, const paua_move_list *moves, struct work *work)
{
    bool divide = options->divide && last;
    json_t *parts = options->json && divide ? json_object() : NULL;
    uint64_t nodes = 0;

    for (int i = 0; i < moves->count; i++) {
        char text[PAUA_MOVE_TEXT_MAX];
        uint64_t below = atomic_load(&work->below[i]);
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

static int count_depth(const struct perft_options *options, const struct scene *scene, int depth,
                       bool last, struct work *work)
{
    struct progress progress;
    paua_move_list moves;
    const paua_position *root = paua_game_position(scene->game);
    int code = EXIT_ENVIRONMENT;

    work->board = scene->board;
    work->rules = *paua_game_rules(scene->game);
    work->progress = &progress;
    pthread_mutex_init(&work->lock, NULL);
    progress_begin(&progress, options->quiet);
    listing_generate(scene->board, &work->rules, root, &moves);
    listing_sort(scene->board, &moves);
    if (make_shares(work, root, &moves, depth)) {
        count_on_threads(work, (int)options->threads);
        progress_clear(&progress);
        code = print_count(options, scene->board, depth, last, &moves, work);
    } else {
        complain_memory();
    }
    pthread_mutex_destroy(&work->lock);
    free(work->shares);
    return code;
}

static int count_all(const struct perft_options *options, const struct scene *scene, int depth)
{
    int code = EXIT_DONE;

    for (int i = 1; i <= depth && code == EXIT_DONE; i++) {
        struct work *work = calloc(1, sizeof *work);
        if (!work)
            return complain_memory();
        code = count_depth(options, scene, i, i == depth, work);
        free(work);
        if (!output_flush())
            break;
    }
    return code;
}

int command_perft(int argc, char **argv)
{
    struct perft_options options = {.threads = 1};
    const struct option_row rows[] = {
        ROWS_START(options.start),
        ROW_RULES(options.start),
        ROW_WIN(options.start),
        {"divide", 'd', OPTION_FLAG, &options.divide, 0, 0, NULL,
         "at the last depth also print each move's count"},
        {"threads", 't', OPTION_NUMBER, &options.threads, 1, THREADS_MAX, "N",
         "count on N threads (1)"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    const struct usage usage = {
        "perft",
        "DEPTH",
        1,
        1,
        "Count the sequences of legal moves: a line 'DEPTH NODES' for each depth from 1 to DEPTH.",
        "A game that is won by ejections has no moves; nothing else of the rules counts."};
    struct scene scene;
    long long depth = 0;
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code == OPTIONS_GO)
        code = number_read("DEPTH", argv[operand], 1, DEPTH_MAX, &depth);
    else
        return code;
    if (code == EXIT_DONE)
        code = scene_open(&options.start, &scene);
    if (code != EXIT_DONE)
        return code;
    code = count_all(&options, &scene, (int)depth);
    scene_close(&scene);
    return code;
}
