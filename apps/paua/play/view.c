/* view.c - draws the board, the players, the moves and the keys on a whole terminal. It does not
 * change the session. */
#include "play/view.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

#include <paua/notation.h>

#include "cli/report.h"
#include "draw/palette.h"

/* The layout of the screen: the title in lines 0 and 1, the board with the panel to its right, and
 * at the bottom the message and the keys. */
enum { BOARD_TOP = 2, FOOT_LINES = 3, PANEL_WIDTH = 32, PANEL_LINES = 6 };

/* The colour pairs of ncurses: one for each player, then one for neutral marbles. */
enum { PAIR_PLAYER = 1, PAIR_NEUTRAL = PAIR_PLAYER + PAUA_PLAYERS_MAX };

/* The characters for marbles, by player. */
static const char marks[PAUA_PLAYERS_MAX] = {'@', 'O', 'r', 'g', 'y', 'p'};

/* Cells in a row are two units apart, and rows shifted by one unit: the board as a hexagon. */
static int unscaled_x(const struct screen *screen, int row, int column)
{
    return screen->turned ? row - 2 * column : 2 * column - row;
}

/* The terminal's column for a cell. */
static int place_x(const struct screen *screen, int row, int column)
{
    return (unscaled_x(screen, row, column) - screen->left) * screen->scale + 4;
}

/* The terminal's line for a row of cells. */
static int place_y(const struct screen *screen, int row)
{
    return BOARD_TOP +
           (screen->turned ? row : paua_board_rows(screen->board) - 1 - row) * screen->scale;
}

/* Sets the board's left edge and width, in units of unscaled_x(). */
static void measure_board(struct screen *screen)
{
    int right = 0;

    for (int row = 0; row < paua_board_rows(screen->board); row++) {
        int first = unscaled_x(screen, row, paua_board_row_first(screen->board, row));
        int last = unscaled_x(screen, row, paua_board_row_last(screen->board, row));
        int low = first < last ? first : last, high = first < last ? last : first;
        screen->left = row == 0 || low < screen->left ? low : screen->left;
        right = row == 0 || high > right ? high : right;
    }
    screen->width = right - screen->left + 1;
}

/* Terminal lines needed at this scale. */
static int lines_needed(const struct screen *screen, int scale)
{
    int board = paua_board_rows(screen->board) * scale + 1;
    int panel = session_position(screen->session)->players + PANEL_LINES;

    return BOARD_TOP + (board > panel ? board : panel) + FOOT_LINES;
}

/* Terminal columns needed at this scale. */
static int columns_needed(const struct screen *screen, int scale)
{
    return screen->width * scale + 8 + PANEL_WIDTH;
}

/* Whether the terminal is big enough for this scale. */
static bool fits_terminal(const struct screen *screen, int scale)
{
    return LINES >= lines_needed(screen, scale) && COLS >= columns_needed(screen, scale);
}

/* The character for a cell's contents, with its attributes and colour. */
static chtype cell_glyph(const paua_position *position, paua_set cell)
{
    for (int side = 0; side < position->players; side++)
        if (position->marbles[side] & cell)
            return (chtype)marks[side] | A_BOLD | (chtype)COLOR_PAIR(PAIR_PLAYER + side);
    if (position->central & cell)
        return (chtype)'c' | A_BOLD | (chtype)COLOR_PAIR(PAIR_NEUTRAL);
    if (position->neutral & cell)
        return (chtype)'n' | A_BOLD | (chtype)COLOR_PAIR(PAIR_NEUTRAL);
    return position->fixed & cell ? (chtype)'x' | A_BOLD : (chtype)'.' | A_DIM;
}

/* Draws a cell: selected marbles reversed, just moved ones underlined, the cursor in brackets. */
static void draw_cell(const struct screen *screen, int cell, bool moved)
{
    int row = paua_board_row(screen->board, cell), column = paua_board_column(screen->board, cell);
    int y = place_y(screen, row), x = place_x(screen, row, column);
    chtype glyph = cell_glyph(session_position(screen->session), PAUA_SET(cell));

    if (screen->selected & PAUA_SET(cell))
        glyph |= A_REVERSE;
    if (moved)
        glyph |= A_UNDERLINE;
    mvaddch(y, x, glyph);
    if (cell == screen->cursor) {
        mvaddch(y, x - 1, '[' | A_BOLD);
        mvaddch(y, x + 1, ']' | A_BOLD);
    }
}

/* Draws the letter of a row at its left end, and the numbers of the diagonals that end in it. */
static void draw_coordinates(const struct screen *screen, int row)
{
    const paua_board *board = screen->board;
    int first = paua_board_row_first(board, row), last = paua_board_row_last(board, row);
    int below = screen->turned ? row + 1 : row - 1;
    char name[8];

    paua_cell_format(board, paua_board_cell(board, row, first), name);
    name[strcspn(name, "123456789")] = '\0';
    mvaddstr(place_y(screen, row), place_x(screen, row, screen->turned ? last : first) - 4, name);
    for (int column = first; column <= last; column++)
        if (paua_board_cell(board, below, column) == PAUA_NO_CELL)
            mvprintw(place_y(screen, below), place_x(screen, below, column), "%d", column);
}

/* Draws all cells and the coordinates. */
static void draw_board(const struct screen *screen)
{
    const paua_board *board = screen->board;
    paua_move last = session_last_move(screen->session);
    paua_set moved = last == PAUA_NO_MOVE ? 0 : paua_move_to(board, last);

    for (int row = 0; row < paua_board_rows(board); row++) {
        draw_coordinates(screen, row);
        for (int column = paua_board_row_first(board, row);
             column <= paua_board_row_last(board, row); column++) {
            int cell = paua_board_cell(board, row, column);
            draw_cell(screen, cell, (moved & PAUA_SET(cell)) != 0);
        }
    }
}

/* Draws the last moves, two per line. With two players a line is a move of Black and the reply,
 * numbered as in a game record; with more players it has the number of its first ply. */
static void draw_moves(const struct screen *screen, int y, int x, int lines)
{
    const struct session *session = screen->session;
    const paua_game *game = session->setup.game;
    bool two = session_position(session)->players == PAUA_SIDES;
    int half = two && paua_game_start(game)->to_move == PAUA_WHITE;
    int last = (paua_game_moves(game) - 1 + half) / 2;
    int first = last - lines + 1 > 0 ? last - lines + 1 : 0;

    for (int i = 2 * first > half ? 2 * first - half : 0; i < paua_game_moves(game); i++) {
        char text[PAUA_MOVE_TEXT_MAX];
        int line = (i + half) / 2, place = x + ((i + half) % 2 ? 16 : 6);
        report_move(screen->board, paua_game_move(game, i), text);
        mvprintw(y + line - first, x, "%4d.", two ? line + 1 : 2 * line + 1);
        if (!two)
            mvprintw(y + line - first, place, "%c %s", marks[session->turns[i].side], text);
        else
            mvaddstr(y + line - first, place, text);
    }
}

/* Writes the kind of player at a seat, in at most eight letters: "you", "level 3", "left". */
static void format_seat(const struct session *session, int side, char *text, size_t cap)
{
    if (session_position(session)->out >> side & 1)
        snprintf(text, cap, "left");
    else if (!session_is_person(session, side))
        session_format_computer(session, text, cap);
    else
        snprintf(text, cap, session_is_solo(session) ? "you" : "person");
}

/* Draws a player's line: "> @ Black   you      3  0:23". */
static void draw_player(const struct screen *screen, int side, int y, int x)
{
    const struct session *session = screen->session;
    bool moves = !session_is_over(session) && session_mover(session) == side;
    char seat[16], time[24] = "";

    if (moves && session_clock_time(session) >= 0)
        session_format_clock(session_clock_time(session), time, sizeof time);
    else if (session_rules(session)->game_ms)
        session_format_clock(session->left_ms[side], time, sizeof time);
    format_seat(session, side, seat, sizeof seat);
    mvaddch(y, x, moves ? '>' : ' ');
    mvaddch(y, x + 2, (chtype)marks[side] | A_BOLD | (chtype)COLOR_PAIR(PAIR_PLAYER + side));
    mvprintw(y, x + 4, "%-7s%-9s%4d  %s", session_colour_name(side), seat,
             session_position(session)->ejected[side], time);
}

/* Draws the teams with their scores: "Teams: @r 3, Og 0". */
static void draw_teams(const paua_position *position, int y, int x)
{
    mvaddstr(y, x, "Teams: ");
    for (int side = 0; side < position->players; side++) {
        unsigned team = paua_position_team(position, (paua_side)side);
        if (team & ((1u << side) - 1))
            continue;
        addstr(side ? ", " : "");
        for (int member = side; member < position->players; member++)
            if (team >> member & 1)
                addch((chtype)marks[member]);
        printw(" %d", paua_position_score(position, (paua_side)side));
    }
}

/* Draws the panel to the right of the board: players, scores, clocks and moves. */
static void draw_panel(const struct screen *screen)
{
    const struct session *session = screen->session;
    const paua_position *position = session_position(session);
    char text[80];
    int x = screen->width * screen->scale + 7, y = BOARD_TOP;

    mvaddstr(y++, x + 15, "ejected");
    for (int side = 0; side < position->players; side++)
        draw_player(screen, side, y++, x);
    if (position->teams)
        draw_teams(position, y++, x);
    if (session_is_over(session))
        mvaddnstr(y, x, session_format_ending(session, text, sizeof text), COLS - x);
    else
        mvprintw(y, x, "%s to move", session_colour_name(position->to_move));
    draw_moves(screen, y + 2, x, LINES - FOOT_LINES - y - 2);
}

/* Draws the title line with the rules of the game. */
static void draw_title(const struct screen *screen)
{
    char rules[PAUA_RULES_TEXT_MAX];

    paua_rules_format(screen->board, session_rules(screen->session), rules, sizeof rules);
    mvprintw(0, 1, "Abalone, %s rules", rules);
}

/* The keys that work now, for the last line. */
static const char *key_hints(const struct session *session)
{
    if (session_is_over(session))
        return session->people ? "game over   u undo  q quit" : "game over   q quit";
    if (!session_remaining_people(session))
        return "q quit";
    return "arrows cursor  wedxza move  space pick  : type  u undo  h hint  ? help  q quit";
}

/* Draws the two lines at the bottom: a question, typed text or the last message; then the keys. */
static void draw_foot(const struct screen *screen)
{
    const struct session *session = screen->session;

    move(LINES - 2, 0);
    if (screen->confirming)
        addstr("Resign? y/n");
    else if (screen->typing)
        printw("> %s_", screen->typed);
    else if (!screen->thinking)
        addnstr(session->message, COLS - 1);
    else if (session_is_duel(session))
        addstr("The computer is thinking ...");
    else
        printw("%s is thinking ...", session_colour_name(session_mover(session)));
    move(LINES - 1, 0);
    addnstr(key_hints(session), COLS - 1);
}

/* Draws the help page. */
static void draw_help(void)
{
    static const char *const lines[] = {
        "Move the cursor to one of your marbles with the arrow keys, then move it with",
        "",
        "      w   e         7   9",
        "    a       d  or 4       6",
        "      z   x         1   3",
        "",
        "Marbles in line in front of it move along, and push. To move a line sideways,",
        "select two or three marbles with the space bar first.",
        "",
        ":   type a move (a1b2, or a1a3b1 sideways) or: undo hint resign draw quit",
        "u   take back your move        h   suggest a move",
        "r   resign; with three or more players the game continues without you",
        "q   save the game and quit",
        "",
        "The first to push enough marbles off the board wins.",
    };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        mvaddnstr((int)i + 1, 1, lines[i], COLS - 2);
}

/* Defines the colour pairs, if the terminal has colours. */
static void set_colours(void)
{
    /* -1 is the terminal's default colour for text, readable on any background */
    static const short colours[] = {
        [PAUA_BLACK] = PALETTE_HEX(TERMINAL_BLACK),
        [PAUA_WHITE] = -1,
        [PAUA_RED] = PALETTE_HEX(TERMINAL_RED),
        [PAUA_GREEN] = PALETTE_HEX(TERMINAL_GREEN),
        [PAUA_YELLOW] = PALETTE_HEX(TERMINAL_YELLOW),
        [PAUA_PURPLE] = PALETTE_HEX(TERMINAL_PURPLE),
        [PAUA_PLAYERS_MAX] = PALETTE_HEX(TERMINAL_NEUTRAL),
    };

    if (!has_colors() || start_color() == ERR)
        return;
    use_default_colors();
    for (short i = 0; i < (short)(sizeof colours / sizeof *colours); i++)
        init_pair((short)(PAIR_PLAYER + i), colours[i], -1);
}

void view_begin(struct screen *screen)
{
    set_colours();
    measure_board(screen);
    screen->scale = 1;
}

void view_draw(struct screen *screen)
{
    erase();
    screen->scale = fits_terminal(screen, 2) ? 2 : 1;
    if (screen->help) {
        draw_help();
    } else if (!fits_terminal(screen, 1)) {
        mvprintw(0, 0, "The terminal needs %d lines and %d columns.", lines_needed(screen, 1),
                 columns_needed(screen, 1));
    } else {
        draw_title(screen);
        draw_board(screen);
        draw_panel(screen);
        draw_foot(screen);
    }
    move(LINES - 1, COLS - 1);
    refresh();
}
