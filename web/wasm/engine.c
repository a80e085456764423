/* engine.c - the engine for the web page, compiled to WebAssembly: analyses of positions. It runs
 * in a worker of the page, which waits while it searches; helper threads are further workers with
 * instances of this module on the same shared memory (workers.c).
 *
 * The module calls page.on_line(text, length) with each line of an analysis, and asks
 * page.is_wanted() after the main search and between those for threats.
 */
#define _POSIX_C_SOURCE 200809L /* strtok_r */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <paua/explain.h>
#include <paua/game.h>

#include "analysis.h"
#include "buffer.h"
#include "search/search.h"

#define IMPORT(name) __attribute__((import_module("page"), import_name(#name)))

/* Searches for threats get one part in four of time and nodes, as in
 * src/service/computer/analysis.c: web.engine compares the two. */
enum { THREAT_SHARE = 4 };

IMPORT(on_line) void page_on_line(const char *text, size_t length);
IMPORT(is_wanted) int page_is_wanted(void);

struct web_engine {
    size_t tt_bytes;
    int threads;
    paua_board *board;   /* owned; of the last analysis, or NULL */
    paua_engine *engine; /* owned; for that board, or NULL */
};

/* An analysis while it runs. */
struct web_analysis {
    struct web_buffer *buffer;
    const paua_board *board;
    int score; /* of the best line so far */
};

/* An engine with a table of so many bytes and so many threads. NULL: out of memory. */
EXPORT(engine_new) struct web_engine *engine_new(size_t tt_bytes, int threads)
{
    struct web_engine *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->tt_bytes = tt_bytes;
    made->threads = threads;
    return made;
}

/* Frees what belongs to the board of the last analysis. */
static void forget_board(struct web_engine *engine)
{
    paua_engine_free(engine->engine);
    paua_board_free(engine->board);
    engine->engine = NULL;
    engine->board = NULL;
}

EXPORT(engine_free) void engine_free(struct web_engine *engine)
{
    if (!engine)
        return;
    forget_board(engine);
    free(engine);
}

/* Where a byte other than 0 ends the running search, or the next one: for a page that shares the
 * memory. NULL before the first analysis; another place after one of another board. */
EXPORT(engine_stop_flag) atomic_bool *engine_stop_flag_of(struct web_engine *engine)
{
    return engine->engine ? engine_stop_flag(engine->engine) : NULL;
}

static bool is_same_board(const paua_board *one, const paua_board *other)
{
    for (int i = 0; i < 3; i++)
        if (paua_board_side(one, i) != paua_board_side(other, i))
            return false;
    return true;
}

/* Makes the engine one for this board, which it takes over. */
static paua_status use_board(struct web_engine *engine, paua_board *board)
{
    if (engine->board && is_same_board(engine->board, board)) {
        paua_board_free(board);
        return PAUA_OK;
    }
    forget_board(engine);
    engine->board = board;
    paua_status status = paua_engine_new(board, engine->tt_bytes, NULL, &engine->engine);
    if (status == PAUA_OK)
        status = paua_engine_use_threads(engine->engine, engine->threads);
    if (status != PAUA_OK)
        forget_board(engine);
    return status;
}

/* Plays the moves at the end of the argument, between blanks; false after an answer with the
 * error. */
static bool play_moves(struct web_buffer *buffer, paua_game *game, char *moves)
{
    char *rest = moves;
    for (char *text; (text = strtok_r(rest, " ", &rest));) {
        paua_error error = {.at = 0};
        paua_move move;
        paua_status status =
            paua_move_parse(paua_game_board(game), paua_game_position(game), text, &move, &error);
        if (status == PAUA_OK)
            status = paua_game_play(game, move);
        else
            error.at += (size_t)(text - buffer->argument);
        if (status == PAUA_OK)
            continue;
        if (error.at || *error.message)
            write_error(buffer, &error);
        else
            write_status(buffer, status);
        return false;
    }
    return true;
}

/* The game of the argument: a start position, rules, and the moves since, a line each. NULL after
 * an answer with the error. */
static paua_game *read_game(struct web_engine *engine, struct web_buffer *buffer)
{
    paua_position start;
    paua_rules rules;
    paua_game *game;
    begin_answer(buffer);
    char *moves = split_last_line(buffer);
    const char *rules_text = split_last_line(buffer);
    paua_board *board = parse_position(buffer, &start);
    if (!board)
        return NULL;
    if (!parse_rules(buffer, board, rules_text, &rules)) {
        paua_board_free(board);
        return NULL;
    }
    paua_status status = use_board(engine, board);
    if (status == PAUA_OK)
        status = paua_game_new(engine->board, &rules, &start, &game);
    if (status != PAUA_OK) {
        write_status(buffer, status);
        return NULL;
    }
    if (play_moves(buffer, game, moves))
        return game;
    paua_game_free(game);
    return NULL;
}

/* Hands what was written to the page, and starts the next line. */
static void send_line(struct web_buffer *buffer)
{
    page_on_line(buffer->text, buffer->length);
    buffer->length = 0;
}

static void on_depth(const paua_search_info *info, void *context)
{
    struct web_analysis *analysis = context;
    if (info->multipv == 1)
        analysis->score = info->score;
    write_depth(analysis->buffer, analysis->board, info);
    send_line(analysis->buffer);
}

static bool is_wanted(void *context)
{
    (void)context;
    return page_is_wanted();
}

/* Searches the game's position, then explains it. */
static paua_status analyse_game(struct web_engine *engine, const paua_game *game,
                                paua_limits limits, struct web_buffer *buffer)
{
    struct web_analysis analysis = {.buffer = buffer, .board = engine->board};
    paua_explanation *explanation = malloc(sizeof *explanation);
    paua_move best;
    if (!explanation)
        return PAUA_ERROR_NO_MEMORY;
    paua_status status =
        paua_engine_search(engine->engine, game, &limits, &best, NULL, on_depth, &analysis);
    limits.multipv = 0;
    limits.time_ms = (limits.time_ms + THREAT_SHARE - 1) / THREAT_SHARE;
    limits.nodes = (limits.nodes + THREAT_SHARE - 1) / THREAT_SHARE;
    if (status == PAUA_OK && page_is_wanted())
        status = paua_position_explain(engine->engine, game, &limits, analysis.score, explanation,
                                       is_wanted, NULL);
    if (status == PAUA_OK && page_is_wanted()) {
        write_end(buffer, engine->board, paua_game_outcome(game), best, explanation);
        send_line(buffer);
    }
    free(explanation);
    return status;
}

/* Argument: a start position, rules, and the moves since, a line each. Analyses the position after
 * them within these limits (paua_limits; 0: none) and calls the page with each line. Answer: an
 * empty object. With `afresh` it forgets first what it has learned: then the same call has the same
 * result. */
EXPORT(engine_analyse)
void engine_analyse(struct web_engine *engine, struct web_buffer *buffer, int depth, double nodes,
                    double time_ms, int lines, int afresh)
{
    paua_game *game = read_game(engine, buffer);
    if (!game)
        return;
    if (afresh)
        paua_engine_clear(engine->engine);
    paua_engine_resume(engine->engine);
    paua_status status = PAUA_OK;
    if (page_is_wanted()) /* a stop from now on is not lost */
        status = analyse_game(engine, game,
                              (paua_limits){.size = sizeof(paua_limits),
                                            .depth = depth,
                                            .nodes = (uint64_t)nodes,
                                            .time_ms = (int64_t)time_ms,
                                            .multipv = lines},
                              buffer);
    paua_game_free(game);
    buffer->length = 0;
    if (status == PAUA_OK)
        write_format(buffer, "{}");
    else
        write_status(buffer, status);
}
