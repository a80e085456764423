/* paua.c - the rules for the web page, compiled to WebAssembly: positions, games, legal moves.
 *
 * The module has no state of its own: the page owns buffers (buffer.h) and games by handles
 * (pointers), as many as it likes. There is no search here.
 */
#include <stdlib.h>
#include <string.h>

#include <paua/game.h>
#include <paua/level.h>

#include "buffer.h"

struct web_game {
    paua_board *board; /* owned */
    paua_game *game;   /* owned; borrows the board */
};

/* Neighbours in the order of paua_direction. */
static void write_neighbours(struct web_buffer *out, const paua_board *board, int cell)
{
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
        write_format(out, "%s", d ? "," : "");
        write_cell(out, board, paua_board_neighbour(board, cell, (paua_direction)d));
    }
}

/* Cells in reading order, the top row first. */
static void write_board(struct web_buffer *out, const paua_board *board)
{
    const char *comma = "";
    write_format(out, "\"board\":{\"sides\":[%d,%d,%d],\"win\":%d,\"cells\":[",
                 paua_board_side(board, 0), paua_board_side(board, 1), paua_board_side(board, 2),
                 paua_rules_default(board).win);
    for (int row = paua_board_rows(board) - 1; row >= 0; row--) {
        for (int column = paua_board_row_first(board, row);
             column <= paua_board_row_last(board, row); column++) {
            int cell = paua_board_cell(board, row, column);
            write_format(out, "%s{\"name\":", comma);
            write_cell(out, board, cell);
            write_format(out, ",\"row\":%d,\"column\":%d,\"near\":[", row, column);
            write_neighbours(out, board, cell);
            write_format(out, "]}");
            comma = ",";
        }
    }
    write_format(out, "]}");
}

/* Marbles by the letter of their owner; also those of nobody: n neutral, c central, x fixed. */
static void write_marbles(struct web_buffer *out, const paua_board *board,
                          const paua_position *position)
{
    write_format(out, "\"marbles\":{");
    for (int side = 0; side < position->players; side++) {
        write_format(out, "\"%c\":", SIDE_LETTERS[side]);
        write_set(out, board, position->marbles[side]);
        write_format(out, ",");
    }
    write_format(out, "\"n\":");
    write_set(out, board, position->neutral & ~position->central);
    write_format(out, ",\"c\":");
    write_set(out, board, position->central);
    write_format(out, ",\"x\":");
    write_set(out, board, position->fixed);
    write_format(out, "}");
}

/* The players of each team as letters: ["br","wg"], or ["b","w","r"] without teams. */
static void write_teams(struct web_buffer *out, const paua_position *position)
{
    unsigned written = 0;
    write_format(out, "\"teams\":[");
    for (int side = 0; side < position->players; side++) {
        unsigned team = paua_position_team(position, (paua_side)side);
        if (written & team)
            continue;
        write_format(out, "%s\"", written ? "," : "");
        for (int one = 0; one < position->players; one++)
            if (team >> one & 1)
                write_format(out, "%c", SIDE_LETTERS[one]);
        write_format(out, "\"");
        written |= team;
    }
    write_format(out, "]");
}

static void write_position(struct web_buffer *out, const paua_board *board,
                           const paua_position *position, paua_outcome outcome)
{
    char text[PAUA_POSITION_TEXT_MAX];
    paua_position_format(board, position, text, sizeof text);
    write_format(out, "\"position\":{\"text\":\"%s\",", text);
    write_marbles(out, board, position);
    write_format(out, ",");
    write_teams(out, position);
    write_format(out, ",\"turn\":\"%c\",\"ejected\":[", SIDE_LETTERS[position->to_move]);
    for (int side = 0; side < position->players; side++)
        write_format(out, "%s%d", side ? "," : "", position->ejected[side]);
    write_format(out, "],\"quiet\":%d,\"ply\":%d", position->quiet, position->ply);
    write_format(out, ",\"result\":\"%s\",\"reason\":\"%s\"}", paua_result_text(outcome.result),
                 paua_reason_name(outcome.reason));
}

/* The cells of the marbles that an in-line move pushes, nearest first; returns how many. */
static int list_pushed_cells(const paua_board *board, paua_move move, int cells[2])
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

/* Every marble that the move displaces: [from, to], with null for off the board. */
static void write_steps(struct web_buffer *out, const paua_board *board, paua_move move)
{
    int cells[2];
    paua_direction direction = paua_move_direction(move);
    paua_set moving = paua_move_from(board, move);
    for (int i = list_pushed_cells(board, move, cells); i > 0; i--)
        moving |= PAUA_SET(cells[i - 1]);

    const char *comma = "";
    write_format(out, "\"direction\":%d,\"steps\":[", (int)direction);
    for (int cell = 0; cell < 64; cell++) {
        if (!(moving & PAUA_SET(cell)))
            continue;
        write_format(out, "%s[", comma);
        write_cell(out, board, cell);
        write_format(out, ",");
        write_cell(out, board, paua_board_neighbour(board, cell, direction));
        write_format(out, "]");
        comma = ",";
    }
    write_format(out, "]");
}

static void write_move(struct web_buffer *out, const paua_board *board, paua_move move)
{
    char text[PAUA_MOVE_TEXT_MAX];
    int cells[2];
    paua_move_format(board, move, text, sizeof text);
    write_format(out, "{\"text\":\"%s\",\"tail\":", text);
    write_cell(out, board, paua_move_cell(move));
    write_format(out, ",\"broadside\":%s,\"ejects\":%s,\"from\":",
                 paua_move_broadside(move) ? "true" : "false",
                 paua_move_ejects(move) ? "true" : "false");
    write_set(out, board, paua_move_from(board, move));
    write_format(out, ",\"to\":");
    write_set(out, board, paua_move_to(board, move));
    write_format(out, ",\"pushed\":[");
    int count = list_pushed_cells(board, move, cells);
    for (int i = 0; i < count; i++) {
        write_format(out, "%s", i ? "," : "");
        write_cell(out, board, cells[i]);
    }
    write_format(out, "],");
    write_steps(out, board, move);
    write_format(out, "}");
}

/* The cells of a line from one end to the other, which the order of the bits in a set is not. */
static void write_line(struct web_buffer *out, const paua_board *board, int cell,
                       paua_direction direction, int length)
{
    for (int i = 0; i < length; i++) {
        write_format(out, "%s", i ? "," : "[");
        write_cell(out, board, cell);
        cell = paua_board_neighbour(board, cell, direction);
    }
    write_format(out, "]");
}

/* Every line of one to three marbles of the side to move: what a player may select (R4). */
static void write_lines(struct web_buffer *out, const paua_board *board,
                        const paua_position *position)
{
    paua_set own = position->marbles[position->to_move];
    const char *comma = "";
    for (int cell = 0; cell < 64; cell++) {
        for (int d = PAUA_EAST; d <= PAUA_NORTH_WEST; d++) {
            int next = cell;
            for (int length = 1; length <= 3; length++) {
                if (next == PAUA_NO_CELL || !(own & PAUA_SET(next)))
                    break;
                next = paua_board_neighbour(board, next, (paua_direction)d);
                if (length == 1 && d > PAUA_EAST)
                    continue;
                write_format(out, "%s", comma);
                write_line(out, board, cell, (paua_direction)d, length);
                comma = ",";
            }
        }
    }
}

/* Argument: a position or the name of a layout. Answer: board and position, under default rules. */
EXPORT(position_describe) void position_describe(struct web_buffer *buffer)
{
    paua_position position;
    begin_answer(buffer);
    paua_board *board = parse_position(buffer, &position);
    if (!board)
        return;
    paua_rules rules = paua_rules_default(board);
    write_format(buffer, "{");
    write_board(buffer, board);
    write_format(buffer, ",");
    write_position(buffer, board, &position, paua_position_outcome(board, &rules, &position));
    write_format(buffer, "}");
    paua_board_free(board);
}

EXPORT(game_free) void game_free(struct web_game *game)
{
    if (!game)
        return;
    paua_game_free(game->game);
    paua_board_free(game->board);
    free(game);
}

static void write_setting(struct web_buffer *out, const paua_rules_setting *setting,
                          const paua_rules *rules)
{
    unsigned value = (unsigned)paua_rules_setting_get(setting, rules);
    write_format(out, ",\"%s\":", setting->name);
    if (setting->kind == PAUA_SETTING_FLAG)
        write_format(out, value ? "true" : "false");
    else if (setting->kind == PAUA_SETTING_CHOICE)
        write_format(out, "\"%s\"", setting->choices[value]);
    else
        write_format(out, "%u", setting->kind == PAUA_SETTING_TIME ? value / 1000 : value);
}

/* All settings by their names, as the server has them in a game; times in whole seconds. */
static void write_rules(struct web_buffer *out, const paua_board *board, const paua_rules *rules)
{
    char text[PAUA_RULES_TEXT_MAX];
    const paua_rules_setting *setting;
    paua_rules_format(board, rules, text, sizeof text);
    write_format(out, "{\"text\":\"%s\"", text);
    for (int i = 0; (setting = paua_rules_setting_at(i)); i++)
        if (setting->kind != PAUA_SETTING_DAYS)
            write_setting(out, setting, rules);
    write_format(out, "}");
}

/* Answer: the settings of rules that are not times, as people read them. */
EXPORT(settings_list) void settings_list(struct web_buffer *buffer)
{
    const paua_rules_setting *list[PAUA_RULES_SETTINGS_MAX];
    const int count = paua_rules_settings_list(list);
    begin_answer(buffer);
    write_format(buffer, "{\"settings\":[");
    for (int i = 0; i < count; i++) {
        const paua_rules_setting *setting = list[i];
        if (setting->kind >= PAUA_SETTING_TIME)
            continue;
        write_format(buffer, "%s{\"name\":\"%s\",\"text\":\"%s\",\"forTwo\":%s,", i ? "," : "",
                     setting->name, setting->text, setting->for_two ? "true" : "false");
        if (setting->kind == PAUA_SETTING_NUMBER)
            write_format(buffer, "\"least\":%d,\"most\":%d", setting->least, setting->most);
        else
            write_format(buffer, "\"choices\":[\"%s\",\"%s\"]", setting->choices[0],
                         setting->choices[1]);
        if (setting->needs)
            write_format(buffer, ",\"needs\":\"%s\"", setting->needs);
        write_format(buffer, "}");
    }
    write_format(buffer, "]}");
}

/* Answer: the named start positions. */
EXPORT(layouts_list) void layouts_list(struct web_buffer *buffer)
{
    begin_answer(buffer);
    write_format(buffer, "{\"layouts\":[");
    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
        const int *sides = layout->sides;
        write_format(buffer, "%s{\"name\":\"%s\",\"board\":\"%dx%dx%d\",\"players\":%d,",
                     i ? "," : "", layout->name, sides[0], sides[1], sides[2], layout->players);
        write_format(buffer, "\"teams\":%s,\"special\":%s}",
                     layout->facing != PAUA_TEAMS_NONE ? "true" : "false",
                     layout->special ? "true" : "false");
    }
    write_format(buffer, "]}");
}

/* Answer: what each level of the computer does, in a sentence. */
EXPORT(levels_list) void levels_list(struct web_buffer *buffer)
{
    begin_answer(buffer);
    write_format(buffer, "{\"levels\":[");
    for (int level = 1; level <= PAUA_LEVELS; level++)
        write_format(buffer, "%s\"%s\"", level > 1 ? "," : "", paua_level_info(level)->text);
    write_format(buffer, "]}");
}

/* Argument: a position, a line break, and rules. Answer: every setting of them. */
EXPORT(rules_describe) void rules_describe(struct web_buffer *buffer)
{
    paua_position position;
    paua_rules rules;
    begin_answer(buffer);
    const char *text = split_last_line(buffer);
    paua_board *board = parse_position(buffer, &position);
    if (board && parse_rules(buffer, board, text, &rules))
        write_rules(buffer, board, &rules);
    paua_board_free(board);
}

/* Argument: the start position, a line break, and rules. Answer: board and position. Returns the
 * game, NULL on failure. */
EXPORT(game_new)
struct web_game *game_new(struct web_buffer *buffer)
{
    paua_position start;
    paua_rules rules;
    begin_answer(buffer);
    const char *rules_text = split_last_line(buffer);
    paua_board *board = parse_position(buffer, &start);
    if (!board)
        return NULL;

    struct web_game *made = calloc(1, sizeof *made);
    if (!made) {
        write_status(buffer, PAUA_ERROR_NO_MEMORY);
        paua_board_free(board);
        return NULL;
    }
    made->board = board;
    if (!parse_rules(buffer, board, rules_text, &rules)) {
        game_free(made);
        return NULL;
    }
    paua_status status = paua_game_new(board, &rules, &start, &made->game);
    if (status != PAUA_OK) {
        write_status(buffer, status);
        game_free(made);
        return NULL;
    }
    write_format(buffer, "{");
    write_board(buffer, board);
    write_format(buffer, ",");
    write_position(buffer, board, &start, paua_game_outcome(made->game));
    write_format(buffer, "}");
    return made;
}

/* Parses the argument as a move in the game's position; false after an answer with the error. */
static bool parse_move(struct web_buffer *buffer, const struct web_game *game, paua_move *move)
{
    paua_error error;
    begin_answer(buffer);
    if (paua_move_parse(game->board, paua_game_position(game->game), buffer->argument, move,
                        &error) == PAUA_OK)
        return true;
    write_error(buffer, &error);
    return false;
}

/* Argument: a move. Answer: the same move in full, not played. */
EXPORT(game_check) void game_check(struct web_buffer *buffer, const struct web_game *game)
{
    paua_move move;
    if (parse_move(buffer, game, &move))
        write_move(buffer, game->board, move);
}

/* Argument: a move, which is played. Answer: the move and the position after it. */
EXPORT(game_play) void game_play(struct web_buffer *buffer, struct web_game *game)
{
    paua_move move;
    if (!parse_move(buffer, game, &move))
        return;
    paua_status status = paua_game_play(game->game, move);
    if (status != PAUA_OK) {
        write_status(buffer, status);
        return;
    }
    write_format(buffer, "{\"move\":");
    write_move(buffer, game->board, move);
    write_format(buffer, ",");
    write_position(buffer, game->board, paua_game_position(game->game),
                   paua_game_outcome(game->game));
    write_format(buffer, "}");
}

/* Argument: the colour of a player who leaves. Answer: the position without that player's turn. */
EXPORT(game_leave) void game_leave(struct web_buffer *buffer, struct web_game *game)
{
    begin_answer(buffer);
    static const char letters[] = SIDE_LETTERS;
    const char *letter = strchr(letters, buffer->argument[0]);
    paua_status status = PAUA_ERROR_BAD_ARGUMENT;
    if (letter && *letter)
        status = paua_game_resign(game->game, (paua_side)(letter - letters));
    if (status != PAUA_OK) {
        write_status(buffer, status);
        return;
    }
    write_format(buffer, "{");
    write_position(buffer, game->board, paua_game_position(game->game),
                   paua_game_outcome(game->game));
    write_format(buffer, "}");
}

/* Takes back the last move, and the departures since. Answer: an empty object. */
EXPORT(game_takeback) void game_takeback(struct web_buffer *buffer, struct web_game *game)
{
    begin_answer(buffer);
    paua_status status = paua_game_takeback(game->game);
    if (status == PAUA_OK)
        write_format(buffer, "{}");
    else
        write_status(buffer, status);
}

/* Answer: the legal moves, and the lines of marbles that a player may select. */
EXPORT(game_moves) void game_moves(struct web_buffer *buffer, const struct web_game *game)
{
    paua_move_list list;
    begin_answer(buffer);
    paua_game_generate(game->game, &list);
    write_format(buffer, "{\"moves\":[");
    for (int i = 0; i < list.count; i++) {
        write_format(buffer, "%s", i ? "," : "");
        write_move(buffer, game->board, list.moves[i]);
    }
    write_format(buffer, "],\"lines\":[");
    write_lines(buffer, game->board, paua_game_position(game->game));
    write_format(buffer, "]}");
}
