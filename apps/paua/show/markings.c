/* markings.c - reads the options --last, --arrow and --label of `paua show`. A position does not
 * say which move led to it, so --last is matched against the marbles that such a move would have
 * left. */
#define _POSIX_C_SOURCE 200809L /* strdup */

#include "show/markings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/sheet.h"

#include "cli/common.h"
#include "cli/game_setup.h"

enum { LABEL_LETTERS_MAX = 8 };

/* complain_text() for the byte `at` of an option's text. */
static int complain_at(const char *option, const char *text, size_t at, const char *message)
{
    paua_error error = {.code = PAUA_ERROR_BAD_SYNTAX, .at = at};

    snprintf(error.message, sizeof error.message, "%s", message);
    return complain_text(option, text, &error);
}

/* The owner of the marble that a move's text names first; -1 if it names no player's marble. */
static int find_owner(const paua_board *board, const paua_position *position, const char *text)
{
    struct text_in in = {text, text + strspn(text, "[( ")};
    int cell = text_read_cell(&in, board);
    int kind = cell == PAUA_NO_CELL ? -1 : draw_kind_at(position, cell);

    return kind < position->players ? kind : -1;
}

/* Reads a move that is legal in the position, or would be if it were another player's turn. On
 * failure *error is about the owner of the marble named first, or else about the player to move. */
static bool read_arrow(const paua_board *board, const paua_position *position, const char *text,
                       paua_move *move, paua_error *error)
{
    int owner = find_owner(board, position, text);

    if (paua_move_parse(board, position, text, move, error) == PAUA_OK)
        return true;
    for (int side = 0; side < position->players; side++) {
        paua_position other = *position;
        paua_error reason;
        other.to_move = (uint8_t)side;
        if (paua_position_complete(board, &other) != PAUA_OK || other.to_move != side)
            continue;
        if (paua_move_parse(board, &other, text, move, &reason) == PAUA_OK)
            return true;
        if (side == owner && reason.code == PAUA_ERROR_ILLEGAL_MOVE)
            *error = reason;
    }
    return false;
}

/* Reads the moves of --arrow. */
static int read_arrows(const paua_board *board, const paua_position *position, const char *arrows,
                       struct markings *out)
{
    const char *blanks = " \t\r\n,";
    const char *word = arrows + strspn(arrows, blanks);

    for (size_t length; *word; word += length, word += strspn(word, blanks)) {
        char text[PAUA_MOVE_TEXT_MAX];
        size_t at = (size_t)(word - arrows);
        paua_error error;
        length = game_setup_move_length(word);
        if (out->arrow_count == MARKINGS_ARROWS_MAX)
            return complain_at("--arrow", arrows, at, "too many arrows");
        if (length >= sizeof text)
            return complain_at("--arrow", arrows, at, "too long for a move");
        memcpy(text, word, length);
        text[length] = '\0';
        if (!read_arrow(board, position, text, &out->arrows[out->arrow_count], &error))
            return complain_at("--arrow", arrows, at + error.at, error.message);
        out->arrow_count++;
    }
    return EXIT_DONE;
}

/* Whether a label has one to eight characters, all valid UTF-8. */
static bool is_label(const char *text)
{
    int letters = 0;

    for (unsigned code; (code = draw_letter(&text)); letters++)
        if (code == 0xFFFD)
            return false;
    return letters > 0 && letters <= LABEL_LETTERS_MAX;
}

/* Reads CELL=TEXT,... of --label. The labels point into a copy of the text, cut at the commas. */
static int read_labels(const paua_board *board, const char *labels, struct markings *out)
{
    char *rest = out->label_texts = strdup(labels);
    paua_set taken = 0;

    if (!rest)
        return complain_memory();
    while (rest) {
        char *entry = rest, *comma = strchr(rest, ',');
        size_t at = (size_t)(entry - out->label_texts);
        struct text_in in = {entry, entry};
        text_skip_blanks(&in);
        int cell = text_read_cell(&in, board);
        if (cell == PAUA_NO_CELL || !text_read_char(&in, '='))
            return complain_at("--label", labels, at,
                               "expected a cell of this board, '=' and a text");
        rest = comma ? comma + 1 : NULL;
        if (comma)
            *comma = '\0';
        if (!is_label(in.at))
            return complain_at("--label", labels, at + text_offset(&in),
                               "expected one to eight characters");
        if (taken & PAUA_SET(cell))
            return complain_at("--label", labels, at, "this cell already has a label");
        taken |= PAUA_SET(cell);
        out->labels[out->label_count++] = (paua_label){cell, in.at};
    }
    return EXIT_DONE;
}

/* Whether a move can have led to the position: the cells that it reached all belong to one player
 * or team, and those that it left are empty. */
static bool can_have_led_here(const paua_board *board, const paua_position *position,
                              paua_move move)
{
    paua_set to = paua_move_to(board, move), from = paua_move_from(board, move);
    paua_set all = position->neutral | position->fixed;

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        all |= position->marbles[side];
    if (from & ~to & all)
        return false;
    for (int side = 0; side < position->players; side++) {
        unsigned team = paua_position_team(position, (paua_side)side);
        paua_set own = 0;
        for (int other = 0; other < position->players; other++)
            own |= team >> other & 1 ? position->marbles[other] : 0;
        if (!(to & ~own))
            return true;
    }
    return false;
}

/* The direction from a cell to its neighbour; -1 if the cells are no neighbours. */
static int direction_to(const paua_board *board, int from, int to)
{
    for (int direction = 0; direction < PAUA_DIRECTION_COUNT; direction++)
        if (paua_board_neighbour(board, from, (paua_direction)direction) == to)
            return direction;
    return -1;
}

/* The move, in a direction, of a line of `count` marbles that starts at `cell` and runs along
 * `axis`; PAUA_NO_MOVE if a cell of it is off the board. */
static paua_move line_move(const paua_board *board, int cell, int axis, int direction, int count)
{
    int end = cell;

    for (int i = 1; i < count && end != PAUA_NO_CELL; i++)
        end = paua_board_neighbour(board, end, (paua_direction)axis);
    if (end == PAUA_NO_CELL || paua_board_neighbour(board, cell, (paua_direction)direction) < 0 ||
        paua_board_neighbour(board, end, (paua_direction)direction) < 0)
        return PAUA_NO_MOVE;
    if (axis == direction)
        return (paua_move)(cell | direction << 6 | count << 9);

    /* The lines of broadside moves run E, NE or NW: start at the other end if need be. */
    if (axis >= 3) {
        axis -= 3;
        cell = end;
    }
    return (paua_move)(cell | direction << 6 | (2 * count + ((direction + 1) % 3 != axis)) << 9);
}

/* Finds the move that --last names by two cells (in-line) or three (broadside) and that can have
 * led to the position. How long an in-line moving line was cannot be seen: the longest one is
 * taken. */
static paua_move find_last(const paua_board *board, const paua_position *position,
                           const int cells[3], int count)
{
    int direction = direction_to(board, cells[0], cells[count - 1]);
    paua_move move = PAUA_NO_MOVE;

    for (int n = 3; direction >= 0 && n >= 1; n--) {
        for (int axis = 0; axis < PAUA_DIRECTION_COUNT; axis++) {
            int end = cells[0];
            for (int i = 1; i < n && end != PAUA_NO_CELL; i++)
                end = paua_board_neighbour(board, end, (paua_direction)axis);
            bool broadside = axis % 3 != direction % 3;
            if (count == 2 ? axis != direction : n == 1 || !broadside || end != cells[1])
                continue;
            move = line_move(board, cells[0], axis, direction, n);
            if (move != PAUA_NO_MOVE && can_have_led_here(board, position, move))
                return move;
        }
    }
    return PAUA_NO_MOVE;
}

/* Reads the move of --last. */
static int read_last(const paua_board *board, const paua_position *position, const char *last,
                     struct markings *out)
{
    struct text_in in = {last, last};
    int cells[3], count = 0;

    text_skip_blanks(&in);
    while (count < 3 && (cells[count] = text_read_cell(&in, board)) != PAUA_NO_CELL)
        count++;
    text_skip_blanks(&in);
    if (count < 2 || !text_at_end(&in))
        return complain_at("--last", last, text_offset(&in),
                           "expected a move of this board such as a1b2 or a1a3b1");
    out->last = find_last(board, position, cells, count);
    if (out->last == PAUA_NO_MOVE)
        return complain_with(EXIT_USAGE, "--last: '%.30s' cannot have led to this position", last);
    return EXIT_DONE;
}

int markings_read(const paua_board *board, const paua_position *position, const char *last,
                  const char *arrows, const char *labels, struct markings *out)
{
    int code = EXIT_DONE;

    assert(board && position && out);
    *out = (struct markings){.last = PAUA_NO_MOVE};
    if (last)
        code = read_last(board, position, last, out);
    if (code == EXIT_DONE && arrows)
        code = read_arrows(board, position, arrows, out);
    if (code == EXIT_DONE && labels)
        code = read_labels(board, labels, out);
    return code;
}

void markings_free(struct markings *markings)
{
    free(markings->label_texts);
    markings->label_texts = NULL;
}
