/* screen.c - `paua play` on the whole terminal: handles keys, with ncurses. view.c draws; session.c
 * plays. */
#define _POSIX_C_SOURCE 200809L

#include "play/screen.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <paua/notation.h>

#include "cli/common.h"
#include "play/view.h"

enum {
    POLL_MS = 50,   /* how often clocks are updated while waiting for a key */
    PAUSE_MS = 400, /* minimum time of a move if several computers play */
    REDRAW = 12,    /* Ctrl-L */
    ESCAPE = 27,
};

/* The letters around S, and the keys of the numeric keypad, are arranged like the directions. */
static const struct {
    char key;
    paua_direction direction;
} direction_keys[] = {
    {'d', PAUA_EAST},       {'e', PAUA_NORTH_EAST}, {'w', PAUA_NORTH_WEST}, {'a', PAUA_WEST},
    {'z', PAUA_SOUTH_WEST}, {'x', PAUA_SOUTH_EAST}, {'6', PAUA_EAST},       {'9', PAUA_NORTH_EAST},
    {'7', PAUA_NORTH_WEST}, {'4', PAUA_WEST},       {'1', PAUA_SOUTH_WEST}, {'3', PAUA_SOUTH_EAST},
};

/* The direction on the board for one on the screen: the opposite one if the board is turned. */
static paua_direction board_direction(const struct screen *screen, paua_direction direction)
{
    return screen->turned ? (paua_direction)((direction + 3) % PAUA_DIRECTION_COUNT) : direction;
}

/* Moves the cursor to the neighbouring cell, if there is one. */
static void step_cursor(struct screen *screen, paua_direction direction)
{
    int cell =
        paua_board_neighbour(screen->board, screen->cursor, board_direction(screen, direction));

    if (cell != PAUA_NO_CELL)
        screen->cursor = cell;
}

/* Moves the cursor up or down. A hexagonal board has no vertical direction: alternating between the
 * two diagonal ones, by row, keeps the cursor in its column; at an edge the other one is tried. */
static void step_cursor_vertically(struct screen *screen, bool up)
{
    bool odd = paua_board_row(screen->board, screen->cursor) % 2 != 0;
    paua_direction one = up ? PAUA_NORTH_WEST : PAUA_SOUTH_EAST;
    paua_direction other = up ? PAUA_NORTH_EAST : PAUA_SOUTH_WEST;
    int before = screen->cursor;

    step_cursor(screen, odd ? one : other);
    if (screen->cursor == before)
        step_cursor(screen, odd ? other : one);
}

/* Selects or unselects the marble under the cursor, if it belongs to the mover's team. */
static void toggle_selection(struct screen *screen)
{
    struct session *session = screen->session;
    const paua_position *position = session_position(session);
    unsigned team = paua_position_team(position, (paua_side)session_mover(session));
    paua_set own = 0;

    for (int side = 0; side < position->players; side++)
        own |= team >> side & 1 ? position->marbles[side] : 0;
    if (own & PAUA_SET(screen->cursor))
        screen->selected ^= PAUA_SET(screen->cursor);
    else
        snprintf(session->message, sizeof session->message, "You have no marble here.");
}

/* Whether a legal move matches the selection and a direction. Without a selection the marble under
 * the cursor moves, in-line. A broadside move needs exactly its marbles selected; an in-line move
 * its last marble, and none outside its line. */
static bool matches_selection(const struct screen *screen, paua_move move, paua_direction direction)
{
    paua_set line = paua_move_from(screen->board, move), tail = PAUA_SET(paua_move_cell(move));
    paua_set selected = screen->selected ? screen->selected : PAUA_SET(screen->cursor);

    if (paua_move_direction(move) != direction)
        return false;
    if (paua_move_broadside(move))
        return line == selected;
    return (selected & tail) && !(selected & ~line);
}

/* Makes the legal move that matches the selection and this direction on the screen. */
static void move_selection(struct screen *screen, paua_direction direction)
{
    struct session *session = screen->session;
    paua_move_list list;

    direction = board_direction(screen, direction);
    paua_moves_generate(screen->board, session_position(session), &list);
    for (int i = 0; i < list.count; i++) {
        if (matches_selection(screen, list.moves[i], direction)) {
            int ahead = paua_board_neighbour(screen->board, screen->cursor, direction);
            session_move(session, list.moves[i]);
            screen->selected = 0;
            if (ahead != PAUA_NO_CELL)
                screen->cursor = ahead;
            return;
        }
    }
    snprintf(session->message, sizeof session->message, "These marbles cannot move that way.");
}

/* Handles a key while a line is typed. */
static void type_key(struct screen *screen, int key)
{
    size_t length = strlen(screen->typed);

    if (key == '\n' || key == '\r' || key == KEY_ENTER) {
        screen->typing = false;
        screen->help = !strcmp(screen->typed, "help");
        if (!screen->help)
            session_execute(screen->session, screen->typed);
        screen->selected = 0;
    } else if (key == ESCAPE) {
        screen->typing = false;
    } else if ((key == KEY_BACKSPACE || key == 127 || key == '\b') && length > 0) {
        screen->typed[length - 1] = '\0';
    } else if (key >= ' ' && key < 127 && length + 1 < sizeof screen->typed) {
        screen->typed[length] = (char)key;
        screen->typed[length + 1] = '\0';
    }
}

/* Handles a key that moves the cursor or marbles. */
static void cursor_key(struct screen *screen, int key)
{
    switch (key) {
    case KEY_LEFT:
        step_cursor(screen, PAUA_WEST);
        break;
    case KEY_RIGHT:
        step_cursor(screen, PAUA_EAST);
        break;
    case KEY_UP:
        step_cursor_vertically(screen, true);
        break;
    case KEY_DOWN:
        step_cursor_vertically(screen, false);
        break;
    default:
        for (size_t i = 0; i < sizeof direction_keys / sizeof *direction_keys; i++)
            if (key == direction_keys[i].key && !session_is_over(screen->session))
                move_selection(screen, direction_keys[i].direction);
    }
}

/* Handles a key while no line is typed and no question is open. */
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
        screen->selected = 0;
        break;
    case 'h':
        session_hint(session);
        break;
    case 'r':
        screen->confirming = !session_is_over(session);
        break;
    case '?':
        screen->help = true;
        break;
    case ':':
        screen->typing = true;
        screen->typed[0] = '\0';
        break;
    case ' ':
        toggle_selection(screen);
        break;
    default:
        cursor_key(screen, key);
    }
}

/* Handles a key for what is shown: help, the typed line, a question, or the board. */
static void handle_key(struct screen *screen, int key)
{
    if (key == ERR || key == KEY_RESIZE)
        return;
    if (key == REDRAW) {
        clearok(curscr, TRUE);
    } else if (screen->help) {
        screen->help = false;
    } else if (screen->typing) {
        type_key(screen, key);
    } else if (screen->confirming) {
        screen->confirming = false;
        if (key == 'y')
            session_resign(screen->session);
    } else if (screen->session->people) {
        command_key(screen, key);
    } else if (key == 'q') {
        screen->session->quit = true;
    }
}

/* The session's `idle`: redraws while the computer thinks, and quits on Q. False: stop the
 * search. */
static bool screen_idle(struct session *session)
{
    struct screen *screen = session->idle_context;
    int key;

    screen->thinking = true;
    view_draw(screen);
    timeout(0);
    while ((key = getch()) != ERR)
        if (key == 'q')
            session->quit = true;
    timeout(POLL_MS);
    screen->thinking = false;
    return !session->quit && !interrupt_seen();
}

/* Plays until the player quits; an ended game stays on the screen. */
static void run_game(struct screen *screen)
{
    struct session *session = screen->session;

    while (!session->quit && !interrupt_seen()) {
        if (session_check_time(session)) {
            screen->selected = 0;
            screen->confirming = screen->typing = false;
        }
        view_draw(screen);
        if (!session_is_computers_turn(session))
            handle_key(screen, getch());
        else if (!session_computer_move(session))
            session->quit = true;
    }
}

/* Makes reads from the terminal return at once. If Ctrl-C discards a typed key that ncurses has
 * just polled, its read would block for ever, because the signal has already arrived. */
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

/* The minimum time of a computer's move, so that people can follow several computers. */
static int pace_for(const struct session *session)
{
    unsigned computers = ~session->people & ((1u << session_position(session)->players) - 1);

    return computers & (computers - 1) ? PAUSE_MS : 0;
}

/* The cell in the middle of the board, where the cursor starts. */
static int middle_cell(const paua_board *board)
{
    int row = paua_board_rows(board) / 2;

    return paua_board_cell(
        board, row, (paua_board_row_first(board, row) + paua_board_row_last(board, row)) / 2);
}

bool play_screen(struct session *session)
{
    const char *kind = getenv("TERM");
    struct screen screen = {
        .session = session, .board = session->setup.board, .turned = session_is_turned(session)};

    /* 1. Is this a terminal that ncurses can draw on? */
    if (!kind || !strcmp(kind, "dumb"))
        return false;
    SCREEN *terminal = newterm(NULL, stdout, stdin);
    if (!terminal)
        return false;

    /* 2. Keys one by one, without echo; getch() waits for POLL_MS at most. */
    set_term(terminal);
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    read_without_waiting();
    set_escdelay(25);
    timeout(POLL_MS);
    curs_set(0);

    /* 3. Play. */
    view_begin(&screen);
    screen.cursor = session->people ? middle_cell(screen.board) : PAUA_NO_CELL;
    session->idle = screen_idle;
    session->pace_ms = pace_for(session);
    session->idle_context = &screen;
    run_game(&screen);

    endwin();
    delscreen(terminal);
    return true;
}
