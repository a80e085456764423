/* paua.c - what the page needs of the rules, as WebAssembly.
 *
 * One buffer carries text both ways: the page writes an argument there, calls, and reads a JSON
 * object. A failed call answers {"error": {"code", "at", "message"}} and changes nothing. There is
 * one game at a time; look() does not touch it.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <paua/game.h>
#include <paua/notation.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/* What the C library would write files with. There are none here, and so the module imports nothing. */
size_t __stdio_write(FILE *file, const unsigned char *bytes, size_t count);
int __stdio_close(FILE *file);
long long __stdio_seek(FILE *file, long long offset, int whence);

size_t __stdio_write(FILE *file, const unsigned char *bytes, size_t count)
{
    (void)file, (void)bytes, (void)count;
    return 0;
}

int __stdio_close(FILE *file)
{
    (void)file;
    return -1;
}

long long __stdio_seek(FILE *file, long long offset, int whence)
{
    (void)file, (void)offset, (void)whence;
    return -1;
}

static char buffer[1 << 18];
static char argument[4096];
static size_t used;

static paua_board *game_board;
static paua_game *game;

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(buffer + used, sizeof buffer - used, format, arguments);
    va_end(arguments);
    if (length > 0)
        used += (size_t)length < sizeof buffer - used ? (size_t)length : sizeof buffer - used - 1;
}

/* Begins an answer: what the page wrote becomes the argument. */
static void begin(void)
{
    memcpy(argument, buffer, sizeof argument - 1);
    argument[sizeof argument - 1] = '\0';
    used = 0;
    buffer[0] = '\0';
}

/* A JSON text; bytes of UTF-8 pass as they are. */
static void say_text(const char *text)
{
    say("\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            say("\\%c", *text);
        else if ((unsigned char)*text < ' ')
            say("\\u%04x", (unsigned)*text);
        else
            say("%c", *text);
    }
    say("\"");
}

static void say_error(const paua_error *error)
{
    used = 0;
    say("{\"error\":{\"code\":\"%s\",\"at\":%zu,\"message\":", paua_status_name(error->code),
        error->at);
    say_text(error->message);
    say("}}");
}

static void say_status(paua_status status)
{
    paua_error error = {.code = status};
    snprintf(error.message, sizeof error.message, "%s", paua_status_text(status));
    say_error(&error);
}

static void say_cell(const paua_board *board, int cell)
{
    char name[8];
    say("\"%s\"", paua_cell_format(board, cell, name));
}

static void say_set(const paua_board *board, paua_set set)
{
    const char *comma = "";
    say("[");
    for (int cell = 0; cell < 64; cell++) {
        if (set & PAUA_SET(cell)) {
            say("%s", comma);
            say_cell(board, cell);
            comma = ",";
        }
    }
    say("]");
}

static void say_neighbours(const paua_board *board, int cell)
{
    for (int d = 0; d < PAUA_DIRECTIONS; d++) {
        int next = paua_board_neighbour(board, cell, (paua_direction)d);
        say("%s", d ? "," : "");
        if (next == PAUA_NO_CELL)
            say("null");
        else
            say_cell(board, next);
    }
}

/* Cells in reading order, the top row first. */
static void say_board(const paua_board *board)
{
    const char *comma = "";
    say("\"board\":{\"sides\":[%d,%d,%d],\"win\":%d,\"cells\":[", paua_board_side(board, 0),
        paua_board_side(board, 1), paua_board_side(board, 2), paua_rules_default(board).win);
    for (int row = paua_board_rows(board) - 1; row >= 0; row--) {
        for (int column = paua_board_row_first(board, row);
             column <= paua_board_row_last(board, row); column++) {
            int cell = paua_board_cell(board, row, column);
            say("%s{\"name\":", comma);
            say_cell(board, cell);
            say(",\"row\":%d,\"column\":%d,\"near\":[", row, column);
            say_neighbours(board, cell);
            say("]}");
            comma = ",";
        }
    }
    say("]}");
}

static void say_position(const paua_board *board, const paua_position *position,
                         paua_outcome outcome)
{
    char text[PAUA_POSITION_TEXT_MAX];
    paua_position_format(board, position, text, sizeof text);
    say("\"position\":{\"text\":\"%s\",\"black\":", text);
    say_set(board, position->marbles[PAUA_BLACK]);
    say(",\"white\":");
    say_set(board, position->marbles[PAUA_WHITE]);
    say(",\"turn\":\"%c\",\"ejected\":[%d,%d],\"quiet\":%d,\"ply\":%d,\"result\":\"%s\",\"reason\":"
        "\"%s\"}",
        position->to_move == PAUA_BLACK ? 'b' : 'w', position->ejected[PAUA_BLACK],
        position->ejected[PAUA_WHITE], position->quiet, position->ply,
        paua_result_text(outcome.result), paua_reason_name(outcome.reason));
}

/* The board and position that the argument is about; NULL after an answer with the error. */
static paua_board *read_position(paua_position *position)
{
    paua_board *board = NULL;
    paua_error error;
    int sides[3];
    if (paua_position_shape(argument, sides, &error) != PAUA_OK) {
        say_error(&error);
        return NULL;
    }
    paua_status status = paua_board_new(sides[0], sides[1], sides[2], &board);
    if (status != PAUA_OK) {
        say_status(status);
        return NULL;
    }
    if (paua_position_parse(board, argument, position, &error) != PAUA_OK) {
        say_error(&error);
        paua_board_free(board);
        return NULL;
    }
    if (position->players != PAUA_SIDES || position->neutral || position->fixed) {
        error = (paua_error){PAUA_UNSUPPORTED, 0, "here two play, with no marbles but theirs"};
        say_error(&error);
        paua_board_free(board);
        return NULL;
    }
    return board;
}

/* What an in-line move pushes, the nearest first; returns how many cells. */
static int pushed_cells(const paua_board *board, paua_move move, int cells[2])
{
    int cell = paua_move_cell(move);
    for (int i = 0; i < paua_move_count(move); i++)
        cell = paua_board_neighbour(board, cell, paua_move_direction(move));
    for (int i = 0; i < paua_move_pushed(move); i++) {
        cells[i] = cell;
        cell = paua_board_neighbour(board, cell, paua_move_direction(move));
    }
    return paua_move_pushed(move);
}

/* Every marble that the move displaces: [from, to], and null for off the board. */
static void say_steps(const paua_board *board, paua_move move)
{
    int cells[2];
    paua_set moving = paua_move_from(board, move);
    for (int i = pushed_cells(board, move, cells); i > 0; i--)
        moving |= PAUA_SET(cells[i - 1]);
    const char *comma = "";
    say("\"direction\":%d,\"steps\":[", (int)paua_move_direction(move));
    for (int cell = 0; cell < 64; cell++) {
        if (moving & PAUA_SET(cell)) {
            int to = paua_board_neighbour(board, cell, paua_move_direction(move));
            say("%s[", comma);
            say_cell(board, cell);
            say(",");
            if (to == PAUA_NO_CELL)
                say("null");
            else
                say_cell(board, to);
            say("]");
            comma = ",";
        }
    }
    say("]");
}

static void say_move(const paua_board *board, paua_move move)
{
    char text[PAUA_MOVE_TEXT_MAX];
    int cells[2];
    paua_move_format(board, move, text, sizeof text);
    say("{\"text\":\"%s\",\"tail\":", text);
    say_cell(board, paua_move_cell(move));
    say(",\"broadside\":%s,\"ejects\":%s,\"from\":", paua_move_broadside(move) ? "true" : "false",
        paua_move_ejects(move) ? "true" : "false");
    say_set(board, paua_move_from(board, move));
    say(",\"to\":");
    say_set(board, paua_move_to(board, move));
    say(",\"pushed\":[");
    int count = pushed_cells(board, move, cells);
    for (int i = 0; i < count; i++) {
        say("%s", i ? "," : "");
        say_cell(board, cells[i]);
    }
    say("],");
    say_steps(board, move);
    say("}");
}

/* Every row of one to three marbles that the side to move could take hold of (R4). */
static void say_lines(const paua_board *board, const paua_position *position)
{
    paua_set own = position->marbles[position->to_move];
    const char *comma = "";
    for (int cell = 0; cell < 64; cell++) {
        for (int d = PAUA_EAST; d <= PAUA_NORTH_WEST; d++) {
            paua_set line = 0;
            int next = cell;
            for (int length = 1; length <= 3; length++) {
                if (next == PAUA_NO_CELL || !(own & PAUA_SET(next)))
                    break;
                line |= PAUA_SET(next);
                next = paua_board_neighbour(board, next, (paua_direction)d);
                if (length == 1 && d > PAUA_EAST)
                    continue;
                say("%s", comma);
                say_set(board, line);
                comma = ",";
            }
        }
    }
}

EXPORT(text) char *text(void)
{
    return buffer;
}

EXPORT(text_size) int text_size(void)
{
    return sizeof argument - 1;
}

/* Argument: a position. Answer: its board, and itself judged by the usual rules. */
EXPORT(look) void look(void)
{
    paua_position position;
    begin();
    paua_board *board = read_position(&position);
    if (!board)
        return;
    paua_rules rules = paua_rules_default(board);
    say("{");
    say_board(board);
    say(",");
    say_position(board, &position, paua_position_outcome(board, &rules, &position));
    say("}");
    paua_board_free(board);
}

/* Argument: the position that a new game starts from. Answer: board and position. */
EXPORT(open) void open_game(int win, int repetition, int stuck_loses, int quiet, int plies)
{
    paua_position start;
    paua_game *opened = NULL;
    begin();
    paua_board *board = read_position(&start);
    if (!board)
        return;
    paua_rules rules = {.win = (uint8_t)win,
                        .repetition = (uint8_t)repetition,
                        .stuck_loses = stuck_loses != 0,
                        .quiet = (uint16_t)quiet,
                        .plies = (uint16_t)plies};
    paua_status status = paua_game_new(board, &rules, &start, &opened);
    if (status != PAUA_OK) {
        say_status(status);
        paua_board_free(board);
        return;
    }
    paua_game_free(game);
    paua_board_free(game_board);
    game = opened;
    game_board = board;
    say("{");
    say_board(board);
    say(",");
    say_position(board, &start, paua_game_outcome(game));
    say("}");
}

/* The move that the argument names in the game's position; false after an answer with the error. */
static bool read_move(paua_move *move)
{
    paua_error error;
    begin();
    if (!game) {
        say_status(PAUA_NOT_FOUND);
        return false;
    }
    if (paua_move_parse(game_board, paua_game_position(game), argument, move, &error) != PAUA_OK) {
        say_error(&error);
        return false;
    }
    return true;
}

/* Argument: a move. Answer: the same move in full, not played. */
EXPORT(check) void check(void)
{
    paua_move move;
    if (read_move(&move))
        say_move(game_board, move);
}

/* Argument: a move, which is played. Answer: the move and the position after it. */
EXPORT(play) void play(void)
{
    paua_move move;
    if (!read_move(&move))
        return;
    paua_status status = paua_game_play(game, move);
    if (status != PAUA_OK) {
        say_status(status);
        return;
    }
    say("{\"move\":");
    say_move(game_board, move);
    say(",");
    say_position(game_board, paua_game_position(game), paua_game_outcome(game));
    say("}");
}

/* Takes back the last move of the game. */
EXPORT(takeback) void takeback(void)
{
    begin();
    paua_status status = game ? paua_game_takeback(game) : PAUA_NOT_FOUND;
    if (status == PAUA_OK)
        say("{}");
    else
        say_status(status);
}

/* The legal moves of the game's position, and the lines of marbles that may be held. */
EXPORT(moves) void moves(void)
{
    static paua_move_list list;
    begin();
    if (!game) {
        say_status(PAUA_NOT_FOUND);
        return;
    }
    const paua_position *position = paua_game_position(game);
    list.count = 0;
    if (paua_game_outcome(game).result == PAUA_ONGOING)
        paua_moves_generate(game_board, position, &list);
    say("{\"moves\":[");
    for (int i = 0; i < list.count; i++) {
        say("%s", i ? "," : "");
        say_move(game_board, list.moves[i]);
    }
    say("],\"lines\":[");
    say_lines(game_board, position);
    say("]}");
}
