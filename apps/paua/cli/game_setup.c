/* game_setup.c - sets up a board, a position and rules from options; plays the moves of --moves. */
#include "cli/game_setup.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <paua/notation.h>

#include "cli/common.h"

/* What is on the board at first, before the board itself exists. */
struct opening {
    int sides[3];
    const char *text;
    const paua_layout *layout; /* NULL: a position of one's own */
};

__attribute__((format(printf, 4, 5))) static paua_status
fail(struct setup_error *why, const char *what, paua_status status, const char *format, ...)
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

/* An error that belongs to no option. */
static paua_status fail_memory(struct setup_error *why)
{
    why->what = NULL;
    why->error.code = PAUA_NO_MEMORY;
    return PAUA_NO_MEMORY;
}

/* The parser that read `text` has filled why->error. */
static paua_status fail_at(struct setup_error *why, const char *what, const char *text)
{
    why->what = what;
    why->text = text;
    return why->error.code;
}

static bool sides_same(const int a[3], const int b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* The same board, seen from another of its corners. */
static bool sides_rotated(const int a[3], const int b[3])
{
    const int once[3] = {b[1], b[2], b[0]}, twice[3] = {b[2], b[0], b[1]};

    return sides_same(a, b) || sides_same(a, once) || sides_same(a, twice);
}

/* Borrows the layout. */
static void take_layout(const paua_layout *layout, struct opening *opening)
{
    memcpy(opening->sides, layout->sides, sizeof opening->sides);
    opening->text = layout->rows;
    opening->layout = layout;
}

/* The first layout of the board for this number of players, in this or a rotated orientation of
 * the board. */
static paua_status open_board(const char *board, const int sides[3], int players,
                              struct opening *opening, struct setup_error *why)
{
    for (int turned = 0; turned < 2; turned++) {
        for (int i = 0; i < paua_layout_count(); i++) {
            const paua_layout *layout = paua_layout_at(i);
            if (layout->players == players &&
                (turned ? sides_rotated(sides, layout->sides) : sides_same(sides, layout->sides))) {
                take_layout(layout, opening);
                return PAUA_OK;
            }
        }
    }
    if (players == PAUA_SIDES)
        return fail(why, "board", PAUA_NOT_FOUND, "%.20s has no named layout, expected --position",
                    board);
    return fail(why, "board", PAUA_NOT_FOUND,
                "%.20s has no named layout for %d players, expected --position", board, players);
}

/* Whether any number of players has a layout of this name. */
static bool layout_exists(const char *name)
{
    for (int players = 2; players <= PAUA_PLAYERS_MAX; players++)
        if (paua_layout_find_for(name, players))
            return true;
    return paua_layout_find(name) != NULL;
}

/* The layout of that name for this number of players; 0: the layout's own number, or two if the
 * name has several. */
static paua_status open_layout(const char *name, const int *sides, int players,
                               struct opening *opening, struct setup_error *why)
{
    const paua_layout *layout = players ? NULL : paua_layout_find(name);

    if (!layout)
        layout = paua_layout_find_for(name, players ? players : PAUA_SIDES);
    if (!layout && layout_exists(name))
        return fail(why, "layout", PAUA_NOT_FOUND, "'%.30s' is not for %d players", name,
                    players ? players : PAUA_SIDES);
    if (!layout) {
        char message[160];
        paua_layout_unknown(name, message, sizeof message);
        return fail(why, "layout", PAUA_NOT_FOUND, "%s%s", message,
                    paua_layout_nearest(name) ? "" : ", see 'paua show --layouts'");
    }
    if (sides && !sides_rotated(sides, layout->sides))
        return fail(why, "layout", PAUA_BAD_POSITION, "'%.30s' is for the board %dx%dx%d", name,
                    layout->sides[0], layout->sides[1], layout->sides[2]);
    take_layout(layout, opening);
    return PAUA_OK;
}

/* A position may be written for its board as named, or for the board turned. */
static paua_status open_position(const char *text, const int *sides, struct opening *opening,
                                 struct setup_error *why)
{
    int shape[3];
    paua_board *board;
    paua_position position;
    paua_status status = paua_position_shape(text, shape, &why->error);

    opening->text = text;
    if (status != PAUA_OK)
        return fail_at(why, "position", text);
    if (sides && !sides_same(sides, shape)) {
        status = paua_board_new(sides[0], sides[1], sides[2], &board);
        if (status != PAUA_OK)
            return fail_memory(why);
        status = paua_position_parse(board, text, &position, &why->error);
        paua_board_free(board);
        if (status == PAUA_OK)
            memcpy(shape, sides, sizeof shape);
        else if (!sides_rotated(sides, shape))
            return fail_at(why, "position", text);
    }
    memcpy(opening->sides, shape, sizeof shape);
    return PAUA_OK;
}

/* Reads the board, position or layout of the options; by default the layout "standard". */
static paua_status open_first(const struct start_options *start, struct opening *opening,
                              struct setup_error *why)
{
    int parsed[3];
    const int *sides = NULL;

    if (start->board) {
        if (paua_board_parse(start->board, parsed, &why->error) != PAUA_OK)
            return fail_at(why, "board", start->board);
        sides = parsed;
    }
    if (start->position && start->layout)
        return fail(why, "layout", PAUA_BAD_ARGUMENT, "expected either --position or --layout");
    if (start->position)
        return open_position(start->position, sides, opening, why);
    if (start->layout)
        return open_layout(start->layout, sides, (int)start->players, opening, why);
    if (sides)
        return open_board(start->board, sides, start->players ? (int)start->players : PAUA_SIDES,
                          opening, why);
    return open_layout("standard", NULL, (int)start->players, opening, why);
}

/* --rules, or the default rules of the command; --win changes the win count of either. */
static paua_status open_rules(const struct start_options *start, const paua_board *board,
                              paua_rules *rules, struct setup_error *why)
{
    *rules = start->draws ? paua_rules_default(board) : paua_rules_solver(board);
    if (start->rules && paua_rules_parse(board, start->rules, rules, &why->error) != PAUA_OK)
        return fail_at(why, "rules", start->rules);
    if (start->win)
        rules->win = (uint8_t)start->win;
    return PAUA_OK;
}

/* Facing pairs play together (R19). */
static paua_status open_teams(const struct opening *opening, const paua_board *board,
                              paua_position *position, struct setup_error *why)
{
    const paua_layout *layout = opening->layout;

    if (!layout)
        return fail(why, "teams", PAUA_BAD_ARGUMENT,
                    "not with a position, which gives teams itself, as in br-wg at its end");
    if (layout->facing == PAUA_TEAMS_NONE)
        return fail(why, "teams", PAUA_BAD_ARGUMENT,
                    "'%.30s' has no facing pairs, expected a layout for 4 or 6 players",
                    layout->name);
    position->teams = (uint8_t)layout->facing;
    return paua_position_complete(board, position);
}

/* Whether the text before a comma is only a part of a move: "A5" of "A5,B5", "A1-C3" of
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

/* One move of a text; why->error.at counts from its start. */
static paua_status play_word(paua_game *game, const char *word, size_t length,
                             struct setup_error *why)
{
    char text[PAUA_MOVE_TEXT_MAX];
    paua_move move;
    paua_outcome outcome = paua_game_outcome(game);

    why->error.at = 0;
    if (outcome.result != PAUA_ONGOING)
        return fail(why, "moves", PAUA_ILLEGAL_MOVE, "the game is over: %s",
                    paua_reason_text(outcome.reason));
    if (length >= sizeof text)
        return fail(why, "moves", PAUA_BAD_SYNTAX, "'%.*s' is too long for a move",
                    (int)(length < 40 ? length : 40), word);
    memcpy(text, word, length);
    text[length] = '\0';
    if (paua_move_parse(paua_game_board(game), paua_game_position(game), text, &move,
                        &why->error) != PAUA_OK)
        return fail_at(why, "moves", NULL);
    switch (paua_game_play(game, move)) {
    case PAUA_OK:
        return PAUA_OK;
    case PAUA_ILLEGAL_MOVE:
        return fail(why, "moves", PAUA_ILLEGAL_MOVE,
                    "%.30s would repeat an earlier position, which these rules forbid", text);
    default:
        return fail_memory(why);
    }
}

const char *scene_skip_number(const char *text)
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
            word = scene_skip_number(word);
        if (!*word)
            break;
        size_t length = game_setup_move_length(word);
        paua_status status = play_word(game, word, length, why);
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

/* A game on the board, which fits the opening. On failure there is none. */
static paua_status start_game(const struct start_options *start, const struct opening *opening,
                              const paua_board *board, paua_game **out, struct setup_error *why)
{
    paua_position position;
    paua_rules rules;
    paua_game *game;
    paua_status status = open_rules(start, board, &rules, why);

    if (status != PAUA_OK)
        return status;
    if (paua_position_parse(board, opening->text, &position, &why->error) != PAUA_OK)
        return fail_at(why, "position", opening->text);
    if (start->players && position.players != start->players)
        return fail(why, "players", PAUA_BAD_POSITION, "the position is for %d, not %d",
                    position.players, (int)start->players);
    status = start->teams ? open_teams(opening, board, &position, why) : PAUA_OK;
    if (status != PAUA_OK)
        return status;
    if (paua_game_new(board, &rules, &position, &game) != PAUA_OK)
        return fail_memory(why);
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

paua_status game_setup_build(const struct start_options *start, struct game_setup *scene,
                             struct setup_error *why)
{
    struct opening opening = {0};
    const int *sides = opening.sides;
    paua_board *board = scene->board;
    paua_status status = open_first(start, &opening, why);

    if (status != PAUA_OK)
        return status;
    if (!board || !board_fits(board, sides))
        if (paua_board_new(sides[0], sides[1], sides[2], &board) != PAUA_OK)
            return fail_memory(why);
    status = start_game(start, &opening, board, &scene->game, why);
    if (status == PAUA_OK)
        scene->board = board;
    else if (board != scene->board)
        paua_board_free(board);
    return status;
}

char *setup_error_text(const struct setup_error *why, char *text, size_t cap)
{
    int used;

    if (!why->what) {
        snprintf(text, cap, "out of memory");
    } else if (!why->text) {
        snprintf(text, cap, "%s: %s", why->what, why->error.message);
    } else {
        used = snprintf(text, cap, "%s: ", why->what);
        if (used > 0 && (size_t)used < cap)
            paua_error_text(&why->error, why->text, text + used, cap - (size_t)used);
    }
    return text;
}

/* Says where names are listed, if the position is a single word that is no row and like no name. */
static void hint_at_names(const char *text, struct setup_error *why)
{
    static const char hint[] = ", see 'paua show --layouts' and '--positions'";
    size_t length = strlen(why->error.message);
    bool named = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
                     strlen(text) &&
                 strspn(text, "bwrgypncx123456789-") < strlen(text);
    if (named && !paua_layout_nearest(text) && length + sizeof hint <= sizeof why->error.message)
        memcpy(why->error.message + length, hint, sizeof hint);
}

int game_setup_open(const struct start_options *start, struct game_setup *scene)
{
    struct setup_error why;
    char text[256];
    paua_status status;

    scene->board = NULL;
    status = game_setup_build(start, scene, &why);
    if (status == PAUA_OK)
        return EXIT_DONE;
    if (status != PAUA_NO_MEMORY && why.text && !strcmp(why.what, "position"))
        hint_at_names(why.text, &why);
    if (status != PAUA_NO_MEMORY && why.text)
        return complain_text(why.what, why.text, &why.error);
    return complain_with(status == PAUA_NO_MEMORY ? EXIT_ENVIRONMENT : EXIT_USAGE, "%s",
                         setup_error_text(&why, text, sizeof text));
}

void game_setup_close(struct game_setup *scene)
{
    paua_game_free(scene->game);
    paua_board_free(scene->board);
    scene->game = NULL;
    scene->board = NULL;
}
