/* game_setup.c - sets up a board, a position and rules from options; plays the moves of --moves. */
#include "cli/game_setup.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <paua/notation.h>

#include "cli/common.h"

/* The position at the beginning, before its board exists. */
struct opening {
    int sides[3];
    const char *text;
    const paua_layout *layout; /* NULL: from --position */
};

/* Notes an error with a formatted message; returns its status. */
__attribute__((format(printf, 4, 5))) static paua_status
setup_fail(struct setup_error *why, const char *what, paua_status status, const char *format, ...)
{
    va_list arguments;

    why->what = what;
    why->text = NULL;
    why->error.code = status;
    va_start(arguments, format);
    vsnprintf(why->error.message, sizeof why->error.message, format, arguments);
    va_end(arguments);
    return status;
}

/* Notes the error that belongs to no option. */
static paua_status setup_fail_memory(struct setup_error *why)
{
    why->what = NULL;
    why->error.code = PAUA_ERROR_NO_MEMORY;
    return PAUA_ERROR_NO_MEMORY;
}

/* Completes an error of a parser, which has filled why->error. */
static paua_status setup_fail_at(struct setup_error *why, const char *what, const char *text)
{
    why->what = what;
    why->text = text;
    return why->error.code;
}

/* Whether both are the same board, in the same orientation. */
static bool sides_same(const int a[3], const int b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* Whether both are the same board, perhaps rotated. */
static bool sides_rotated(const int a[3], const int b[3])
{
    const int once[3] = {b[1], b[2], b[0]}, twice[3] = {b[2], b[0], b[1]};

    return sides_same(a, b) || sides_same(a, once) || sides_same(a, twice);
}

/* Uses a layout, which is borrowed. */
static void opening_take_layout(const paua_layout *layout, struct opening *opening)
{
    memcpy(opening->sides, layout->sides, sizeof opening->sides);
    opening->text = layout->rows;
    opening->layout = layout;
}

/* Uses the first layout of the board for this number of players, or else of the rotated board. */
static paua_status opening_from_board(const char *board, const int sides[3], int players,
                                      struct opening *opening, struct setup_error *why)
{
    for (int turned = 0; turned < 2; turned++) {
        for (int i = 0; i < paua_layout_count(); i++) {
            const paua_layout *layout = paua_layout_at(i);
            if (layout->players == players &&
                (turned ? sides_rotated(sides, layout->sides) : sides_same(sides, layout->sides))) {
                opening_take_layout(layout, opening);
                return PAUA_OK;
            }
        }
    }
    if (players == PAUA_SIDES)
        return setup_fail(why, "board", PAUA_ERROR_NOT_FOUND,
                          "%.20s has no named layout, expected --position", board);
    return setup_fail(why, "board", PAUA_ERROR_NOT_FOUND,
                      "%.20s has no named layout for %d players, expected --position", board,
                      players);
}

/* Whether there is a layout of this name for some number of players. */
static bool layout_exists(const char *name)
{
    for (int players = 2; players <= PAUA_PLAYERS_MAX; players++)
        if (paua_layout_find_for(name, players))
            return true;
    return paua_layout_find(name) != NULL;
}

/* Uses the layout of this name for this number of players. 0: the layout's own number, or two if
 * the name has several. */
static paua_status opening_from_layout(const char *name, const int *sides, int players,
                                       struct opening *opening, struct setup_error *why)
{
    const paua_layout *layout = players ? NULL : paua_layout_find(name);

    if (!layout)
        layout = paua_layout_find_for(name, players ? players : PAUA_SIDES);
    if (!layout && layout_exists(name))
        return setup_fail(why, "layout", PAUA_ERROR_NOT_FOUND, "'%.30s' is not for %d players",
                          name, players ? players : PAUA_SIDES);
    if (!layout) {
        paua_error error;
        paua_layout_unknown(name, &error);
        return setup_fail(why, "layout", PAUA_ERROR_NOT_FOUND, "%s%s", error.message,
                          paua_layout_nearest(name) ? "" : ", see 'paua show --layouts'");
    }
    if (sides && !sides_rotated(sides, layout->sides))
        return setup_fail(why, "layout", PAUA_ERROR_BAD_POSITION,
                          "'%.30s' is for the board %dx%dx%d", name, layout->sides[0],
                          layout->sides[1], layout->sides[2]);
    opening_take_layout(layout, opening);
    return PAUA_OK;
}

/* Uses a position, which may be written for the board or for the rotated board. */
static paua_status opening_from_position(const char *text, const int *sides,
                                         struct opening *opening, struct setup_error *why)
{
    int shape[3];
    paua_board *board;
    paua_position position;
    paua_status status = paua_position_shape(text, shape, &why->error);

    opening->text = text;
    if (status != PAUA_OK)
        return setup_fail_at(why, "position", text);
    if (sides && !sides_same(sides, shape)) {
        status = paua_board_new(sides[0], sides[1], sides[2], &board);
        if (status != PAUA_OK)
            return setup_fail_memory(why);
        status = paua_position_parse(board, text, &position, &why->error);
        paua_board_free(board);
        if (status == PAUA_OK)
            memcpy(shape, sides, sizeof shape);
        else if (!sides_rotated(sides, shape))
            return setup_fail_at(why, "position", text);
    }
    memcpy(opening->sides, shape, sizeof shape);
    return PAUA_OK;
}

/* Reads the board, position or layout of the options; by default the layout "standard". */
static paua_status opening_read(const struct start_options *start, struct opening *opening,
                                struct setup_error *why)
{
    int parsed[3];
    const int *sides = NULL;

    if (start->board) {
        if (paua_board_parse(start->board, parsed, &why->error) != PAUA_OK)
            return setup_fail_at(why, "board", start->board);
        sides = parsed;
    }
    if (start->position && start->layout)
        return setup_fail(why, "layout", PAUA_ERROR_BAD_ARGUMENT,
                          "expected either --position or --layout");
    if (start->position)
        return opening_from_position(start->position, sides, opening, why);
    if (start->layout)
        return opening_from_layout(start->layout, sides, (int)start->players, opening, why);
    if (sides)
        return opening_from_board(start->board, sides,
                                  start->players ? (int)start->players : PAUA_SIDES, opening, why);
    return opening_from_layout("standard", NULL, (int)start->players, opening, why);
}

/* Reads --rules, or else uses the default rules of the command; --win changes the number of marbles
 * in either. */
static paua_status setup_read_rules(const struct start_options *start, const paua_board *board,
                                    paua_rules *rules, struct setup_error *why)
{
    *rules = start->draws ? paua_rules_default(board) : paua_rules_solver(board);
    if (start->rules && paua_rules_parse(board, start->rules, rules, &why->error) != PAUA_OK)
        return setup_fail_at(why, "rules", start->rules);
    if (start->win)
        rules->win = (uint8_t)start->win;
    return PAUA_OK;
}

/* Makes the layout's facing pairs teams (R19). */
static paua_status setup_teams(const struct opening *opening, const paua_board *board,
                               paua_position *position, struct setup_error *why)
{
    const paua_layout *layout = opening->layout;

    if (!layout)
        return setup_fail(why, "teams", PAUA_ERROR_BAD_ARGUMENT,
                          "not with a position, which gives teams itself, as in br-wg at its end");
    if (layout->facing == PAUA_TEAMS_NONE)
        return setup_fail(why, "teams", PAUA_ERROR_BAD_ARGUMENT,
                          "'%.30s' has no facing pairs, expected a layout for 4 or 6 players",
                          layout->name);
    position->teams = (uint8_t)layout->facing;
    return paua_position_complete(board, position);
}

/* Whether the text before a comma is only part of a move: "A5" of "A5,B5", "A1-C3" of
 * "A1-C3,B2". */
static bool is_move_part(const char *word, size_t length)
{
    const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t cell = strspn(word, letters);

    cell += cell ? strspn(word + cell, "0123456789") : 0;
    return cell == length || (cell && cell < length && word[cell] == '-');
}

size_t game_setup_move_length(const char *word)
{
    size_t length = strcspn(word, " \t\r\n,");

    if (*word == '[' || *word == '(') {
        size_t whole = strcspn(word, "])");
        return word[whole] ? whole + 1 : whole;
    }
    if (word[length] == ',' && is_move_part(word, length))
        length += 1 + strcspn(word + length + 1, " \t\r\n,");
    return length;
}

/* Plays one move of a text; why->error.at counts from the start of the move. */
static paua_status setup_play_move(paua_game *game, const char *word, size_t length,
                                   struct setup_error *why)
{
    paua_move move;
    paua_outcome outcome = paua_game_outcome(game);

    why->error.at = 0;
    if (outcome.result != PAUA_RESULT_ONGOING)
        return setup_fail(why, "moves", PAUA_ERROR_ILLEGAL_MOVE, "the game is over: %s",
                          paua_reason_text(outcome.reason));
    char text[PAUA_MOVE_TEXT_MAX];
    if (length >= sizeof text)
        return setup_fail(why, "moves", PAUA_ERROR_BAD_SYNTAX, "'%.*s' is too long for a move",
                          (int)(length < 40 ? length : 40), word);
    memcpy(text, word, length);
    text[length] = '\0';
    if (paua_move_parse(paua_game_board(game), paua_game_position(game), text, &move,
                        &why->error) != PAUA_OK)
        return setup_fail_at(why, "moves", NULL);
    switch (paua_game_play(game, move)) {
    case PAUA_OK:
        return PAUA_OK;
    case PAUA_ERROR_ILLEGAL_MOVE:
        return setup_fail(why, "moves", PAUA_ERROR_ILLEGAL_MOVE,
                          "%.30s would repeat an earlier position, which these rules forbid", text);
    default:
        return setup_fail_memory(why);
    }
}

const char *game_setup_skip_number(const char *text)
{
    size_t digits = strspn(text, "0123456789"), dots = strspn(text + digits, ".");

    if (digits == 0 || dots == 0)
        return text;
    text += digits + dots;
    return text + strspn(text, " \t\r\n");
}

paua_status game_setup_play(paua_game *game, const char *moves, bool numbers,
                            struct setup_error *why)
{
    const char *blanks = " \t\r\n,";
    const char *word = moves + strspn(moves, blanks);

    while (*word) {
        if (numbers)
            word = game_setup_skip_number(word);
        if (!*word)
            break;
        size_t length = game_setup_move_length(word);
        paua_status status = setup_play_move(game, word, length, why);
        if (status != PAUA_OK) {
            why->text = moves;
            why->error.at += (size_t)(word - moves);
            return status;
        }
        word += length;
        word += strspn(word, blanks);
    }
    return PAUA_OK;
}

/* Makes the game on a board that fits the opening. On failure *out is unchanged. */
static paua_status setup_start_game(const struct start_options *start,
                                    const struct opening *opening, const paua_board *board,
                                    paua_game **out, struct setup_error *why)
{
    paua_position position;
    paua_rules rules;
    paua_status status = setup_read_rules(start, board, &rules, why);

    if (status != PAUA_OK)
        return status;
    if (paua_position_parse(board, opening->text, &position, &why->error) != PAUA_OK)
        return setup_fail_at(why, "position", opening->text);
    if (start->players && position.players != start->players)
        return setup_fail(why, "players", PAUA_ERROR_BAD_POSITION, "the position is for %d, not %d",
                          position.players, (int)start->players);
    status = start->teams ? setup_teams(opening, board, &position, why) : PAUA_OK;
    if (status != PAUA_OK)
        return status;
    paua_game *game;
    if (paua_game_new(board, &rules, &position, &game) != PAUA_OK)
        return setup_fail_memory(why);
    status = start->moves ? game_setup_play(game, start->moves, true, why) : PAUA_OK;
    if (status == PAUA_OK)
        *out = game;
    else
        paua_game_free(game);
    return status;
}

/* Whether the board has these sides, in this order. */
static bool board_fits(const paua_board *board, const int sides[3])
{
    for (int i = 0; i < 3; i++)
        if (paua_board_side(board, i) != sides[i])
            return false;
    return true;
}

paua_status game_setup_build(const struct start_options *start, struct game_setup *setup,
                             struct setup_error *why)
{
    struct opening opening = {0};
    const int *sides = opening.sides;
    paua_board *board = setup->board;
    paua_status status = opening_read(start, &opening, why);

    if (status != PAUA_OK)
        return status;
    if (!board || !board_fits(board, sides))
        if (paua_board_new(sides[0], sides[1], sides[2], &board) != PAUA_OK)
            return setup_fail_memory(why);
    status = setup_start_game(start, &opening, board, &setup->game, why);
    if (status == PAUA_OK)
        setup->board = board;
    else if (board != setup->board)
        paua_board_free(board);
    return status;
}

char *setup_error_text(const struct setup_error *why, char *text, size_t cap)
{
    if (!why->what) {
        snprintf(text, cap, "out of memory");
        return text;
    }
    if (!why->text) {
        snprintf(text, cap, "%s: %s", why->what, why->error.message);
        return text;
    }
    int used = snprintf(text, cap, "%s: ", why->what);
    if (used > 0 && (size_t)used < cap)
        paua_error_text(&why->error, why->text, text + used, cap - (size_t)used);
    return text;
}

/* Adds to the error where names are listed, if the position is a single word that is not similar
 * to a name. */
static void hint_at_names(const char *text, struct setup_error *why)
{
    static const char hint[] = ", see 'paua show --layouts' and '--positions'";
    size_t length = strlen(why->error.message);
    bool named = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
                     strlen(text) &&
                 strstr(why->error.message, "neither a layout");
    if (named && !paua_layout_nearest(text) && length + sizeof hint <= sizeof why->error.message)
        memcpy(why->error.message + length, hint, sizeof hint);
}

int game_setup_open(const struct start_options *start, struct game_setup *setup)
{
    struct setup_error why;

    setup->board = NULL;
    paua_status status = game_setup_build(start, setup, &why);
    if (status == PAUA_OK)
        return EXIT_DONE;
    char text[256];
    if (status != PAUA_ERROR_NO_MEMORY && why.text && !strcmp(why.what, "position"))
        hint_at_names(why.text, &why);
    if (status != PAUA_ERROR_NO_MEMORY && why.text)
        return complain_text(why.what, why.text, &why.error);
    return complain_with(status == PAUA_ERROR_NO_MEMORY ? EXIT_ENVIRONMENT : EXIT_USAGE, "%s",
                         setup_error_text(&why, text, sizeof text));
}

void game_setup_close(struct game_setup *setup)
{
    paua_game_free(setup->game);
    paua_board_free(setup->board);
    setup->game = NULL;
    setup->board = NULL;
}
