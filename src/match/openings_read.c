/* openings_read.c - openings from the text of a file: a position a line, or games as APGN. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/notation.h>
#include <paua/replay.h>

#include "base/error.h"
#include "base/fnv.h"
#include "match/match.h"
#include "match/openings.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* in front of joined files there may be some */

/* A line's text without blanks around it. */
struct text_line {
    const char *text;
    size_t length;
};

/* Strips blanks and the carriage return from both ends. */
static struct text_line trim_line(const char *text, size_t length)
{
    struct text_line line = {text, length};
    while (line.length && strchr(" \t\r", line.text[line.length - 1]))
        line.length--;
    while (line.length && strchr(" \t", *line.text)) {
        line.text++;
        line.length--;
    }
    while (line.length >= 3 && memcmp(line.text, BYTE_ORDER_MARK, 3) == 0) {
        line.text += 3;
        line.length -= 3;
    }
    return line;
}

/* Adds a position as an opening: two players, and the game not over by the default rules. */
static paua_status read_position(paua_openings *openings, const char *text, paua_error *error)
{
    struct match_opening opening = {0};
    paua_rules rules;
    int sides[3];
    paua_status status = paua_position_shape(text, sides, error);
    if (status != PAUA_OK)
        return status;
    opening.board = openings_board(openings, sides);
    if (!opening.board)
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "out of memory");
    status = paua_position_parse(opening.board, text, &opening.start, error);
    if (status != PAUA_OK)
        return status;
    rules = paua_rules_default(opening.board);
    if (opening.start.players != PAUA_SIDES)
        return error_fill(error, PAUA_ERROR_UNSUPPORTED, 0, "%d play, expected two",
                          opening.start.players);
    if (paua_position_outcome(opening.board, &rules, &opening.start).result != PAUA_RESULT_ONGOING)
        return error_fill(error, PAUA_ERROR_BAD_POSITION, 0, "the game is over already");
    return openings_add(openings, opening);
}

/* Reads one position a line; empty lines and those that begin with # are skipped. */
static paua_status read_positions(paua_openings *openings, const char *text, paua_error *error)
{
    const char *at = text;
    for (int number = 1; *at; number++) {
        size_t length = strcspn(at, "\n");
        struct text_line line = trim_line(at, length);
        char position[PAUA_POSITION_TEXT_MAX];
        paua_error why = {.code = PAUA_OK};
        paua_status status = PAUA_OK;
        if (line.length >= sizeof position) {
            status = error_fill(&why, PAUA_ERROR_BAD_SYNTAX, 0, "too long for a position");
        } else if (line.length && *line.text != '#') {
            memcpy(position, line.text, line.length);
            position[line.length] = '\0';
            status = read_position(openings, position, &why);
        }
        if (status != PAUA_OK)
            return error_fill(error, status, (size_t)(line.text - text) + why.at, "line %d: %.130s",
                              number, why.message);
        at += length;
        at += *at == '\n';
    }
    return PAUA_OK;
}

/* Called by paua_replay_record() for each move: appends it to the opening. */
static void add_move(const paua_board *board, const paua_position *before, paua_move move,
                     void *context)
{
    struct match_opening *opening = context;
    (void)board;
    (void)before;
    if (opening->moves)
        opening->moves[opening->move_count++] = move;
}

/* Adds a game as an opening: its start and all its moves. The game must not be over after them. */
static paua_status add_game(paua_openings *openings, paua_replay *replay, const paua_record *record,
                            paua_error *why)
{
    struct match_opening opening = {0};
    int sides[3];
    paua_rules rules;
    paua_outcome outcome;
    paua_status status;
    opening.moves = calloc((size_t)paua_record_items(record) + 1, sizeof *opening.moves);
    status = opening.moves ? paua_replay_record(replay, record, add_move, &opening, why)
                           : PAUA_ERROR_NO_MEMORY;
    if (status != PAUA_OK) {
        free(opening.moves);
        return status;
    }
    for (int i = 0; i < 3; i++)
        sides[i] = paua_board_side(replay->board, i);
    rules = paua_rules_default(replay->board);
    outcome = paua_position_outcome(replay->board, &rules, &replay->end);
    if (replay->start.players != PAUA_SIDES || outcome.result != PAUA_RESULT_ONGOING) {
        snprintf(why->message, sizeof why->message, "%s",
                 outcome.result != PAUA_RESULT_ONGOING ? "the game is over already"
                                                       : "more than two play");
        free(opening.moves);
        return PAUA_ERROR_BAD_POSITION;
    }
    opening.board = openings_board(openings, sides);
    opening.start = replay->start;
    if (!opening.board) {
        free(opening.moves);
        return PAUA_ERROR_NO_MEMORY;
    }
    return openings_add(openings, opening);
}

/* Reads the games of a text, completed as `paua import` does, each as one opening. *moves becomes
 * the legal ones of the game that was refused. */
static paua_status read_games(paua_openings *openings, const char *text, int *moves,
                              paua_error *error)
{
    paua_apgn_text left = {text, strlen(text)};
    paua_replay replay = {0};
    paua_apgn_reader *reader = NULL;
    const paua_record *record;
    paua_record *complete = NULL;
    paua_notes notes;
    paua_error why = {.message = "out of memory"};
    paua_status status = paua_apgn_reader_new(paua_apgn_read_text, &left, &reader);
    int game = 0;
    if (status == PAUA_OK)
        status = paua_record_new(&complete);
    if (status == PAUA_OK)
        paua_apgn_forgive(reader);
    while (status == PAUA_OK) {
        status = paua_apgn_next(reader, &record, &why);
        game = status == PAUA_ERROR_NOT_FOUND ? game : paua_apgn_game(reader);
        if (status == PAUA_OK)
            status = paua_record_complete(record, complete, &notes, &why);
        if (status == PAUA_OK)
            status = add_game(openings, &replay, complete, &why);
        openings->completed += status == PAUA_OK && notes.count > 0;
    }
    if (status == PAUA_ERROR_NOT_FOUND)
        status = PAUA_OK;
    paua_apgn_reader_free(reader);
    paua_record_free(complete);
    paua_replay_end(&replay);
    *moves = game > 1 ? why.ply : why.ply - 1;
    return status == PAUA_OK ? PAUA_OK
                             : error_fill(error, status, 0, "game %d: %.120s", game, why.message);
}

/* Reads games where the text begins with a tag, else positions, or games without tags. */
static paua_status read_either(paua_openings *openings, const char *text, paua_error *error)
{
    int moves;
    const char *first = text;
    for (size_t skipped = 1; skipped;) {
        skipped = strspn(first, " \t\r\n");
        skipped += strncmp(first + skipped, BYTE_ORDER_MARK, 3) == 0 ? 3 : 0;
        first += skipped;
    }
    if (*first == '[')
        return read_games(openings, text, &moves, error);
    paua_status status = read_positions(openings, text, error);
    if (status == PAUA_OK || status == PAUA_ERROR_NO_MEMORY)
        return status;
    openings->count = 0;
    paua_error as_games;
    paua_status games = read_games(openings, text, &moves, &as_games);
    if (games != PAUA_OK && games != PAUA_ERROR_NO_MEMORY && moves <= 0)
        return status; /* no move of a game either */
    if (games != PAUA_OK && error)
        *error = as_games;
    return games;
}

paua_status paua_openings_read(const char *text, paua_openings **out, paua_error *error)
{
    paua_openings *openings = calloc(1, sizeof *openings);
    if (!openings)
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "out of memory");
    paua_status status = read_either(openings, text, error);
    if (status == PAUA_OK && openings->count == 0)
        status =
            error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0, "expected a position a line, or games");
    if (status != PAUA_OK) {
        paua_openings_free(openings);
        return status;
    }
    openings->hash = fnv1a_text(FNV_OFFSET_BASIS, text);
    *out = openings;
    return PAUA_OK;
}
