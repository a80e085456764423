/* play_screen.c - a game on the whole terminal, by cursor keys. */
#define _POSIX_C_SOURCE 200809L

#include "play.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <paua/notation.h>

#include "common.h"
#include "report.h"

/* Lines 0 and 1 are the title, then comes the board with the panel to its right, then the message and the
 * keys. */
enum { BOARD_TOP = 2, FOOT_LINES = 3, PANEL_WIDTH = 30, POLL_MS = 50, REDRAW = 12, ESCAPE = 27 };

enum colours { COLOURS_BLACK = 1, COLOURS_WHITE };

struct screen {
    struct session *session;
    const paua_board *board;
    bool turned;     /* White's side is at the bottom */
    int scale;       /* 1: each row of cells on the line below the other, 2: a line between them */
    int left, width; /* of the board, before scaling */
    int cursor;      /* a cell */
    paua_set chosen; /* own marbles, picked with the space bar */
    bool help;
    bool asking;   /* whether the person really resigns */
    bool thinking; /* the computer is */
    char typed[32];
    bool typing;
};

static const struct {
    char key;
    paua_direction direction;
} direction_keys[] = {
    {'d', PAUA_EAST},       {'e', PAUA_NORTH_EAST}, {'w', PAUA_NORTH_WEST}, {'a', PAUA_WEST},
    {'z', PAUA_SOUTH_WEST}, {'x', PAUA_SOUTH_EAST}, {'6', PAUA_EAST},       {'9', PAUA_NORTH_EAST},
    {'7', PAUA_NORTH_WEST}, {'4', PAUA_WEST},       {'1', PAUA_SOUTH_WEST}, {'3', PAUA_SOUTH_EAST},
};

static int unscaled_x(const struct screen *screen, int row, int column)
{
    return screen->turned ? row - 2 * column : 2 * column - row;
}

static int place_x(const struct screen *screen, int row, int column)
{
    return (unscaled_x(screen, row, column) - screen->left) * screen->scale + 4;
}

static int place_y(const struct screen *screen, int row)
{
    return BOARD_TOP +
           (screen->turned ? row : paua_board_rows(screen->board) - 1 - row) * screen->scale;
}

/* The directions that the keys mean on the screen are other ones on a board that is turned. */
static paua_direction on_board(const struct screen *screen, paua_direction direction)
{
    return screen->turned ? (paua_direction)((direction + 3) % PAUA_DIRECTIONS) : direction;
}

static void measure(struct screen *screen)
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

/* Lines and columns that the screen needs at this scale. */
static int lines_needed(const struct screen *screen, int scale)
{
    return BOARD_TOP + paua_board_rows(screen->board) * scale + 1 + FOOT_LINES;
}

static int columns_needed(const struct screen *screen, int scale)
{
    return screen->width * scale + 8 + PANEL_WIDTH;
}

static bool fits(const struct screen *screen, int scale)
{
    return LINES >= lines_needed(screen, scale) && COLS >= columns_needed(screen, scale);
}

static void draw_cell(const struct screen *screen, int cell, bool moved)
{
    const paua_position *position = session_position(screen->session);
    int row = paua_board_row(screen->board, cell), column = paua_board_column(screen->board, cell);
    int y = place_y(screen, row), x = place_x(screen, row, column);
    bool black = (position->marbles[PAUA_BLACK] & PAUA_SET(cell)) != 0;
    bool white = (position->marbles[PAUA_WHITE] & PAUA_SET(cell)) != 0;
    attr_t look = black   ? A_BOLD | COLOR_PAIR(COLOURS_BLACK)
                  : white ? A_BOLD | COLOR_PAIR(COLOURS_WHITE)
                          : A_DIM;

    if (screen->chosen & PAUA_SET(cell))
        look |= A_REVERSE;
    if (moved)
        look |= A_UNDERLINE;
    mvaddch(y, x, (chtype)(black ? '@' : white ? 'O' : '.') | look);
    if (cell == screen->cursor) {
        mvaddch(y, x - 1, '[' | A_BOLD);
        mvaddch(y, x + 1, ']' | A_BOLD);
    }
}

/* The letter of each row at its left end, the number of each diagonal at its lower end. */
static void draw_names(const struct screen *screen, int row)
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

static void draw_board(const struct screen *screen)
{
    const paua_board *board = screen->board;
    paua_move last = session_last(screen->session);
    paua_set moved = last == PAUA_NO_MOVE ? 0 : paua_move_to(board, last);

    for (int row = 0; row < paua_board_rows(board); row++) {
        draw_names(screen, row);
        for (int column = paua_board_row_first(board, row);
             column <= paua_board_row_last(board, row); column++) {
            int cell = paua_board_cell(board, row, column);
            draw_cell(screen, cell, (moved & PAUA_SET(cell)) != 0);
        }
    }
}

/* The last moves, two a line as in a record of the game. */
static void draw_moves(const struct screen *screen, int y, int x, int lines)
{
    const paua_game *game = screen->session->scene.game;
    int half = paua_game_start(game)->to_move == PAUA_WHITE;
    int last = (paua_game_moves(game) - 1 + half) / 2;
    int first = last - lines + 1 > 0 ? last - lines + 1 : 0;

    for (int i = 0; i < paua_game_moves(game); i++) {
        char text[PAUA_MOVE_TEXT_MAX];
        int number = (i + half) / 2;
        if (number < first)
            continue;
        report_move(screen->board, paua_game_move(game, i), text);
        mvprintw(y + number - first, x, "%3d.", number + 1);
        mvaddstr(y + number - first, x + ((i + half) % 2 ? 13 : 5), text);
    }
}

static void draw_panel(const struct screen *screen)
{
    const struct session *session = screen->session;
    const paua_position *position = session_position(session);
    paua_outcome outcome = session_outcome(session);
    int x = screen->width * screen->scale + 9, y = BOARD_TOP;

    mvprintw(y, x, "You: %s, computer: level %d", session_name(session->person), session->level);
    mvprintw(y + 1, x, "Out: %d white, %d black", position->ejected[PAUA_BLACK],
             position->ejected[PAUA_WHITE]);
    if (outcome.result != PAUA_ONGOING)
        mvprintw(y + 2, x, "%s %s", paua_result_text(outcome.result),
                 paua_reason_text(outcome.reason));
    else
        mvprintw(y + 2, x, "%s to move", session_name((paua_side)position->to_move));
    draw_moves(screen, y + 4, x, LINES - FOOT_LINES - y - 5);
}

static void draw_foot(const struct screen *screen)
{
    const struct session *session = screen->session;

    move(LINES - 2, 0);
    if (screen->asking)
        addstr("Resign? y/n");
    else if (screen->typing)
        printw("> %s_", screen->typed);
    else
        addnstr(screen->thinking ? "The computer is thinking ..." : session->message, COLS - 1);
    move(LINES - 1, 0);
    addnstr(session_over(session)
                ? "game over   u undo  q quit"
                : "arrows cursor  wedxza move  space pick  : type  u undo  h hint  ? help  q quit",
            COLS - 1);
}

static void draw_help(void)
{
    static const char *const lines[] = {
        "Bring the cursor to one of your marbles with the arrow keys, then move it with",
        "",
        "      w   e         7   9",
        "    a       d  or 4       6",
        "      z   x         1   3",
        "",
        "A line in front of the marble goes along, and pushes. To move a line sideways,",
        "choose two or three marbles with the space bar first.",
        "",
        ":   type a move (a1b2, or a1a3b1 sideways) or: undo hint resign quit",
        "u   take back your move        h   ask for advice",
        "r   resign                     q   save the game and leave",
        "",
        "The game is won by who first has pushed enough marbles off the board.",
    };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        mvaddnstr((int)i + 1, 1, lines[i], COLS - 2);
}

static void draw(struct screen *screen)
{
    erase();
    screen->scale = fits(screen, 2) ? 2 : 1;
    if (screen->help) {
        draw_help();
    } else if (!fits(screen, 1)) {
        mvprintw(0, 0, "The terminal needs %d lines and %d columns.", lines_needed(screen, 1),
                 columns_needed(screen, 1));
    } else {
        mvaddstr(0, 1, "Abalone");
        draw_board(screen);
        draw_panel(screen);
        draw_foot(screen);
    }
    move(LINES - 1, COLS - 1);
    refresh();
}

static void step(struct screen *screen, paua_direction direction)
{
    int cell = paua_board_neighbour(screen->board, screen->cursor, on_board(screen, direction));

    if (cell != PAUA_NO_CELL)
        screen->cursor = cell;
}

/* Straight up or down is between two directions: which of them comes first depends on the row. */
static void step_vertical(struct screen *screen, bool up)
{
    bool odd = paua_board_row(screen->board, screen->cursor) % 2 != 0;
    paua_direction one = up ? PAUA_NORTH_WEST : PAUA_SOUTH_EAST;
    paua_direction other = up ? PAUA_NORTH_EAST : PAUA_SOUTH_WEST;
    int before = screen->cursor;

    step(screen, odd ? one : other);
    if (screen->cursor == before)
        step(screen, odd ? other : one);
}

static void choose(struct screen *screen)
{
    struct session *session = screen->session;
    paua_set own = session_position(session)->marbles[session->person];

    if (own & PAUA_SET(screen->cursor))
        screen->chosen ^= PAUA_SET(screen->cursor);
    else
        snprintf(session->message, sizeof session->message, "There is no marble of yours here.");
}

/* Without a choice the marble under the cursor moves, in-line. With one, exactly the chosen marbles
 * move, or the line that they are the tail of. */
static bool is_meant(const struct screen *screen, paua_move move, paua_direction direction)
{
    paua_set line = paua_move_from(screen->board, move), tail = PAUA_SET(paua_move_cell(move));
    paua_set chosen = screen->chosen ? screen->chosen : PAUA_SET(screen->cursor);

    if (paua_move_direction(move) != direction)
        return false;
    if (paua_move_broadside(move))
        return line == chosen;
    return (chosen & tail) && !(chosen & ~line);
}

static void push(struct screen *screen, paua_direction direction)
{
    struct session *session = screen->session;
    paua_move_list list;

    direction = on_board(screen, direction);
    paua_moves_generate(screen->board, session_position(session), &list);
    for (int i = 0; i < list.count; i++) {
        if (is_meant(screen, list.moves[i], direction)) {
            int ahead = paua_board_neighbour(screen->board, screen->cursor, direction);
            session_move(session, list.moves[i]);
            screen->chosen = 0;
            if (ahead != PAUA_NO_CELL)
                screen->cursor = ahead;
            return;
        }
    }
    snprintf(session->message, sizeof session->message, "That way they cannot move.");
}

static void type_key(struct screen *screen, int key)
{
    size_t length = strlen(screen->typed);

    if (key == '\n' || key == '\r' || key == KEY_ENTER) {
        screen->typing = false;
        session_obey(screen->session, screen->typed);
        screen->chosen = 0;
    } else if (key == ESCAPE) {
        screen->typing = false;
    } else if ((key == KEY_BACKSPACE || key == 127 || key == '\b') && length > 0) {
        screen->typed[length - 1] = '\0';
    } else if (key >= ' ' && key < 127 && length + 1 < sizeof screen->typed) {
        screen->typed[length] = (char)key;
        screen->typed[length + 1] = '\0';
    }
}

static void cursor_key(struct screen *screen, int key)
{
    switch (key) {
    case KEY_LEFT:
        step(screen, PAUA_WEST);
        break;
    case KEY_RIGHT:
        step(screen, PAUA_EAST);
        break;
    case KEY_UP:
        step_vertical(screen, true);
        break;
    case KEY_DOWN:
        step_vertical(screen, false);
        break;
    default:
        for (size_t i = 0; i < sizeof direction_keys / sizeof *direction_keys; i++)
            if (key == direction_keys[i].key && !session_over(screen->session))
                push(screen, direction_keys[i].direction);
    }
}

static void command_key(struct screen *screen, int key)
{
    struct session *session = screen->session;

    session->message[0] = '\0';
    switch (key) {
    case 'q':
        session->quit = true;
        break;
    case 'u':
        session_undo(session);
        screen->chosen = 0;
        break;
    case 'h':
        session_hint(session);
        break;
    case 'r':
        screen->asking = !session_over(session);
        break;
    case '?':
        screen->help = true;
        break;
    case ':':
        screen->typing = true;
        screen->typed[0] = '\0';
        break;
    case ' ':
        choose(screen);
        break;
    default:
        cursor_key(screen, key);
    }
}

static void take_key(struct screen *screen, int key)
{
    if (key == ERR || key == KEY_RESIZE)
        return;
    if (key == REDRAW) {
        clearok(curscr, TRUE);
    } else if (screen->help) {
        screen->help = false;
    } else if (screen->typing) {
        type_key(screen, key);
    } else if (screen->asking) {
        screen->asking = false;
        if (key == 'y')
            session_resign(screen->session);
    } else {
        command_key(screen, key);
    }
}

static bool screen_idle(struct session *session)
{
    struct screen *screen = session->face;
    int key;

    screen->thinking = true;
    draw(screen);
    timeout(0);
    while ((key = getch()) != ERR)
        if (key == 'q')
            session->quit = true;
    timeout(POLL_MS);
    screen->thinking = false;
    return !session->quit && !interrupted();
}

static void run(struct screen *screen)
{
    struct session *session = screen->session;

    /* the end of the game stays on the screen until the person leaves it */
    while (!session->quit && !interrupted()) {
        draw(screen);
        if (session_waits(session)) {
            if (!session_reply(session))
                session->quit = true;
        } else {
            take_key(screen, getch());
        }
    }
}

/* Ctrl-C throws typed keys away, and ncurses may have seen one just before: its read must then come
 * back with nothing, for the signal has come already and will not wake it. */
static void read_without_waiting(void)
{
    struct termios state;

    if (tcgetattr(STDIN_FILENO, &state) != 0)
        return;
    state.c_cc[VMIN] = 0;
    state.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &state);
    def_prog_mode();
}

static void set_colours(void)
{
    if (!has_colors() || start_color() == ERR)
        return;
    use_default_colors();
    init_pair(COLOURS_BLACK, COLOR_CYAN, -1);
    init_pair(COLOURS_WHITE, COLOR_YELLOW, -1);
}

bool play_screen(struct session *session)
{
    const char *kind = getenv("TERM");
    struct screen screen = {.session = session,
                            .board = session->scene.board,
                            .turned = session->person == PAUA_WHITE,
                            .scale = 1};
    int row = paua_board_rows(screen.board) / 2;
    SCREEN *terminal;

    if (!kind || !strcmp(kind, "dumb") || !(terminal = newterm(NULL, stdout, stdin)))
        return false;
    set_term(terminal);
    set_colours();
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    read_without_waiting();
    set_escdelay(25);
    timeout(POLL_MS);
    curs_set(0);
    measure(&screen);
    screen.cursor = paua_board_cell(
        screen.board, row,
        (paua_board_row_first(screen.board, row) + paua_board_row_last(screen.board, row)) / 2);
    session->idle = screen_idle;
    session->face = &screen;
    run(&screen);
    endwin();
    delscreen(terminal);
    return true;
}
