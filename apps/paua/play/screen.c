/* screen.c - a game on the whole terminal, by cursor keys. */
#define _POSIX_C_SOURCE 200809L

#include "play/play.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <paua/notation.h>

#include "cli/common.h"
#include "play/view.h"

enum { POLL_MS = 50, PAUSE_MS = 400, REDRAW = 12, ESCAPE = 27 };

static const struct {
    char key;
    paua_direction direction;
} direction_keys[] = {
    {'d', PAUA_EAST},       {'e', PAUA_NORTH_EAST}, {'w', PAUA_NORTH_WEST}, {'a', PAUA_WEST},
    {'z', PAUA_SOUTH_WEST}, {'x', PAUA_SOUTH_EAST}, {'6', PAUA_EAST},       {'9', PAUA_NORTH_EAST},
    {'7', PAUA_NORTH_WEST}, {'4', PAUA_WEST},       {'1', PAUA_SOUTH_WEST}, {'3', PAUA_SOUTH_EAST},
};

/* The directions that the keys mean on the screen are other ones on a board that is turned. */
static paua_direction on_board(const struct screen *screen, paua_direction direction)
{
    return screen->turned ? (paua_direction)((direction + 3) % PAUA_DIRECTIONS) : direction;
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
    const paua_position *position = session_position(session);
    unsigned team = paua_position_team(position, (paua_side)session_mover(session));
    paua_set own = 0;

    for (int side = 0; side < position->players; side++)
        own |= team >> side & 1 ? position->marbles[side] : 0;
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
        screen->help = !strcmp(screen->typed, "help");
        if (!screen->help)
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
    } else if (screen->session->people) {
        command_key(screen, key);
    } else if (key == 'q') {
        screen->session->quit = true;
    }
}

static bool screen_idle(struct session *session)
{
    struct screen *screen = session->face;
    int key;

    screen->thinking = true;
    view_draw(screen);
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
        if (session_tick(session)) {
            screen->chosen = 0;
            screen->asking = screen->typing = false;
        }
        view_draw(screen);
        if (!session_waits(session))
            take_key(screen, getch());
        else if (!session_reply(session))
            session->quit = true;
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

/* Several computers in a row: slowly enough to follow. */
static int pace_of(const struct session *session)
{
    unsigned computers = ~session->people & ((1u << session_position(session)->players) - 1);

    return computers & (computers - 1) ? PAUSE_MS : 0;
}

static int middle_of(const paua_board *board)
{
    int row = paua_board_rows(board) / 2;

    return paua_board_cell(
        board, row, (paua_board_row_first(board, row) + paua_board_row_last(board, row)) / 2);
}

bool play_screen(struct session *session)
{
    const char *kind = getenv("TERM");
    struct screen screen = {
        .session = session, .board = session->scene.board, .turned = session_turned(session)};
    SCREEN *terminal;

    if (!kind || !strcmp(kind, "dumb") || !(terminal = newterm(NULL, stdout, stdin)))
        return false;
    set_term(terminal);
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    read_without_waiting();
    set_escdelay(25);
    timeout(POLL_MS);
    curs_set(0);
    view_begin(&screen);
    screen.cursor = session->people ? middle_of(screen.board) : PAUA_NO_CELL;
    session->idle = screen_idle;
    session->pace_ms = pace_of(session);
    session->face = &screen;
    run(&screen);
    endwin();
    delscreen(terminal);
    return true;
}
