/* measure.c - plays games of the engine against itself, or reads games, and counts moves. */
#include "complexity/measure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <paua/notation.h>
#include <paua/replay.h>
#include <paua/search.h>

#include "cli/common.h"

enum { TT_BYTES = 1 << 20, SAMPLE_FIRST = 8, SAMPLE_STEP = 6 };

/* Between the seeds of two games. */
static const uint64_t seed_step = 0x9e3779b97f4a7c15;

double complexity_plies(const struct complexity_games *games)
{
    return games->games ? (double)games->plies / (double)games->games : 0;
}

double complexity_branching(const struct complexity_games *games)
{
    return games->plies ? (double)games->moves / (double)games->plies : 0;
}

/* Adds one game to others. */
static void add_games(struct complexity_games *sum, const struct complexity_games *games)
{
    sum->games += games->games;
    sum->drawn += games->drawn;
    sum->plies += games->plies;
    sum->moves += games->moves;
    sum->log_trees += games->log_trees;
}

/* Counts a position in which a move is made. */
static void add_position(struct complexity_games *games, int moves)
{
    games->plies++;
    games->moves += moves;
    games->log_trees += log10(moves);
}

/* Self-play from one layout. */
struct playing {
    paua_board *board;
    paua_rules rules;
    paua_position start;
    paua_engine *engine;
    const struct complexity_options *options;
    paua_position samples[COMPLEXITY_SAMPLES];
    int sample_count;
};

/* Plays one game and adds its counts; one position of each of the first games is kept. */
static paua_status play_game(struct playing *playing, int number, struct complexity_games *sum)
{
    struct complexity_games played = {.games = 1};
    const paua_limits limits = {.size = sizeof(paua_limits),
                                .level = (int)playing->options->level,
                                .seed =
                                    (uint64_t)playing->options->seed + (uint64_t)number * seed_step,
                                .contempt = PAUA_CONTEMPT};
    int sample_at = SAMPLE_FIRST + SAMPLE_STEP * number;
    paua_game *game = NULL;
    paua_status status = paua_game_new(playing->board, &playing->rules, &playing->start, &game);
    paua_engine_clear(playing->engine);
    while (status == PAUA_OK && paua_game_outcome(game).result == PAUA_RESULT_ONGOING &&
           !interrupt_seen()) {
        paua_move_list list;
        paua_move move;
        paua_game_generate(game, &list);
        if (paua_game_moves(game) == sample_at && playing->sample_count < COMPLEXITY_SAMPLES)
            playing->samples[playing->sample_count++] = *paua_game_position(game);
        status = paua_engine_search(playing->engine, game, &limits, &move, NULL, NULL, NULL);
        if (status == PAUA_OK)
            status = paua_game_play(game, move);
        add_position(&played, list.count);
    }
    if (status == PAUA_OK && paua_game_outcome(game).result != PAUA_RESULT_ONGOING) {
        played.drawn = paua_game_outcome(game).result == PAUA_RESULT_DRAW;
        add_games(sum, &played);
    }
    paua_game_free(game);
    return status;
}

/* Nodes after each depth of a search. */
static void note_nodes(const paua_search_info *info, void *context)
{
    double *nodes = context;
    if (info->depth <= COMPLEXITY_DEPTHS)
        nodes[info->depth - 1] = (double)info->nodes;
}

/* Searches a sample by both methods. A forced win ends a search early: its last number stays. */
static paua_status search_sample(struct playing *playing, paua_engine *plain,
                                 const paua_position *position, struct complexity_visits *sum)
{
    const paua_limits limits[2] = {
        {.size = sizeof(paua_limits), .depth = COMPLEXITY_DEPTHS, .method = PAUA_METHOD_PLAIN},
        {.size = sizeof(paua_limits), .depth = COMPLEXITY_DEPTHS},
    };
    paua_engine *const engines[2] = {plain, playing->engine};
    double *const sums[2] = {sum->plain, sum->paua};
    paua_game *game;
    paua_status status = paua_game_new(playing->board, &playing->rules, position, &game);
    for (int i = 0; i < 2 && status == PAUA_OK; i++) {
        double nodes[COMPLEXITY_DEPTHS] = {0};
        paua_move best;
        paua_engine_clear(engines[i]);
        status = paua_engine_search(engines[i], game, &limits[i], &best, NULL, note_nodes, nodes);
        for (int depth = COMPLEXITY_DEPTHS - 1; depth > 0; depth--) {
            int deep = depth;
            while (deep > 0 && nodes[deep] == 0)
                deep--;
            /* plain searches each depth anew */
            sums[i][depth] += nodes[deep] - (i == 0 && deep > 0 ? nodes[deep - 1] : 0);
        }
        sums[i][0] += nodes[0];
    }
    if (status == PAUA_OK)
        paua_game_free(game);
    sum->moves += paua_moves_count(playing->board, position);
    return status;
}

/* The means over all samples. */
static paua_status search_samples(struct playing *playing, struct complexity_visits *out)
{
    struct complexity_visits sum = {0};
    paua_engine *plain = NULL;
    paua_status status = paua_engine_new(playing->board, 0, "abla", &plain);
    const double count = playing->sample_count;
    for (int i = 0; i < playing->sample_count && status == PAUA_OK && !interrupt_seen(); i++)
        status = search_sample(playing, plain, &playing->samples[i], &sum);
    paua_engine_free(plain);
    out->moves = count > 0 ? sum.moves / count : 0;
    for (int i = 0; i < COMPLEXITY_DEPTHS; i++) {
        out->plain[i] = count > 0 ? sum.plain[i] / count : 0;
        out->paua[i] = count > 0 ? sum.paua[i] / count : 0;
    }
    return status;
}

int complexity_measure(const paua_layout *layout, const struct complexity_options *options,
                       struct complexity_figures *out)
{
    struct playing playing = {.options = options};
    struct complexity_figures figures = {.layout = layout->name};
    paua_status status =
        paua_board_new(layout->sides[0], layout->sides[1], layout->sides[2], &playing.board);
    if (status == PAUA_OK) {
        playing.rules = paua_rules_default(playing.board);
        status = paua_position_parse(playing.board, layout->name, &playing.start, NULL);
    }
    if (status == PAUA_OK)
        status = paua_engine_new(playing.board, TT_BYTES, NULL, &playing.engine);
    for (int i = 0; i < options->games && status == PAUA_OK && !interrupt_seen(); i++)
        status = play_game(&playing, i, &figures.games);
    if (status == PAUA_OK && layout->players == PAUA_SIDES)
        status = search_samples(&playing, &figures.visits);
    paua_engine_free(playing.engine);
    paua_board_free(playing.board);
    if (status != PAUA_OK)
        return complain_memory();
    if (interrupt_seen())
        return EXIT_NO;
    *out = figures;
    return EXIT_DONE;
}

/* Counts a move of a game that is read. */
static void count_move(const paua_board *board, const paua_position *before, paua_move move,
                       void *context)
{
    (void)move;
    add_position(context, paua_moves_count(board, before));
}

/* The place in the list of the layout that a game began from, or -1. */
static int layout_of(const paua_replay *replay, const paua_record *record)
{
    const char *variant = paua_record_tag(record, "Variant");
    const paua_layout *layout = variant && !paua_record_tag(record, "Position")
                                    ? paua_layout_find_for(variant, replay->start.players)
                                    : NULL;
    for (int i = 0; i < paua_layout_count(); i++)
        if (paua_layout_at(i) == layout)
            return i;
    return -1;
}

/* Adds a game to the figures of its layout. False: it is left out. */
static bool add_record(paua_replay *replay, const paua_record *record,
                       struct complexity_figures *list)
{
    struct complexity_games games = {.games = 1};
    if (paua_replay_record(replay, record, count_move, &games, NULL) != PAUA_OK ||
        replay->result == PAUA_RESULT_ONGOING || replay->plies == 0)
        return false;
    int layout = layout_of(replay, record);
    if (layout < 0)
        return false;
    games.drawn = replay->result == PAUA_RESULT_DRAW;
    add_games(&list[layout].games, &games);
    return true;
}

int complexity_read_games(const char *name, const char *text, size_t length,
                          struct complexity_figures *list, long long *other)
{
    paua_apgn_text left = {text, length};
    paua_apgn_reader *reader;
    paua_replay replay = {0};
    const paua_record *record;
    paua_error error;
    paua_status status;
    int code = EXIT_DONE;

    if (paua_apgn_reader_new(paua_apgn_read_text, &left, &reader) != PAUA_OK)
        return complain_memory();
    while (code == EXIT_DONE &&
           (status = paua_apgn_next(reader, &record, &error)) != PAUA_ERROR_NOT_FOUND) {
        if (status == PAUA_ERROR_NO_MEMORY)
            code = complain_memory();
        else if (status == PAUA_ERROR_CORRUPT)
            code = complain_with(EXIT_USAGE, "%s: line %ld: %s, expected games as text", name,
                                 error.line, error.message);
        else
            *other += status != PAUA_OK || !add_record(&replay, record, list);
    }
    paua_replay_end(&replay);
    paua_apgn_reader_free(reader);
    return code;
}
