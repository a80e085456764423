/* game_setup.h - the position, moves and rules of a game from the options --board, --layout,
 * --players, --teams, --position, --moves, --rules and --win. */
#ifndef PAUA_CLI_GAME_SETUP_H
#define PAUA_CLI_GAME_SETUP_H

#include <stdbool.h>

#include <paua/game.h>

struct start_options {
    const char *board, *layout, *position, *moves; /* NULL where not given */
    long long players; /* 2 .. 6; 0: as many as the layout or position has, else two */
    bool teams;        /* the layout's facing pairs are teams */
    const char *rules; /* in the form of paua_rules_parse(); NULL: see `draws` */
    bool draws;        /* default rules: those for people, with draws; else the solver's */
    long long win;     /* marbles to eject; 0: as in the rules */
};

#define ROW_POSITION(start)                                                                        \
    {                                                                                              \
        "position", 'p', OPTION_TEXT, &(start).position, 0, 0, "TEXT", "begin with this position"  \
    }
#define ROW_LAYOUT(start)                                                                          \
    {                                                                                              \
        "layout", 'l', OPTION_TEXT, &(start).layout, 0, 0, "NAME", "begin with this named layout"  \
    }
#define ROW_BOARD(start)                                                                           \
    {                                                                                              \
        "board", 'b', OPTION_TEXT, &(start).board, 0, 0, "AxBxC", "the board's sides (5x5x5)"      \
    }
#define ROW_PLAYERS(start)                                                                         \
    {                                                                                              \
        "players", 0, OPTION_NUMBER, &(start).players, PAUA_SIDES, PAUA_PLAYERS_MAX, "N",          \
            "the layout for N players, 2 to 6"                                                     \
    }
#define ROW_TEAMS(start)                                                                           \
    {                                                                                              \
        "teams", 0, OPTION_FLAG, &(start).teams, 0, 0, NULL, "the layout's facing pairs are teams" \
    }
#define ROW_RULES(start)                                                                           \
    {                                                                                              \
        "rules", 'r', OPTION_TEXT, &(start).rules, 0, 0, "RULES",                                  \
            "a preset such as arena, settings such as win=4, or both"                              \
    }
#define ROW_MOVES(start)                                                                           \
    {                                                                                              \
        "moves", 'm', OPTION_TEXT, &(start).moves, 0, 0, "MOVES", "play these moves first"         \
    }
#define ROW_WIN(start)                                                                             \
    {                                                                                              \
        "win", 'w', OPTION_NUMBER, &(start).win, 1, PAUA_CELLS_MAX, "N",                           \
            "marbles to eject for a win"                                                           \
    }
#define ROWS_START(start)                                                                          \
    ROW_POSITION(start), ROW_LAYOUT(start), ROW_PLAYERS(start), ROW_TEAMS(start),                  \
        ROW_BOARD(start), ROW_MOVES(start)

/* A game and its board; the caller of game_setup_open() owns both. */
struct game_setup {
    paua_board *board;
    paua_game *game;
};

/* The text that was wrong, and the error. */
struct setup_error {
    const char *what; /* "position", "moves", ...; NULL: out of memory */
    const char *text; /* error.at counts in it; NULL: the error has no position */
    paua_error error;
};

/* Sets up a game. If setup->board holds a board of the right shape, it is reused; else *setup gets
 * a new one, and the caller keeps the old one. setup->game is always new. On failure *setup is
 * unchanged. */
paua_status game_setup_build(const struct start_options *start, struct game_setup *setup,
                             struct setup_error *why);

/* game_setup_build() for a command: returns 0, or an exit code after an error line. */
int game_setup_open(const struct start_options *start, struct game_setup *setup);
void game_setup_close(struct game_setup *setup);

/* Plays the moves in a text, separated by blanks or commas; with `numbers` they may be numbered, as
 * in "1. a1b2 i5h5 2. b1c2". On failure the moves before the bad one have been played. */
paua_status game_setup_play(paua_game *game, const char *moves, bool numbers,
                            struct setup_error *why);

/* Skips a move number such as "1." or "12..." and the blanks after it, if the text begins with
 * one. */
const char *game_setup_skip_number(const char *text);

/* The length of the first move in a text. Moves are separated by blanks or commas, but some contain
 * them: "A5,B5" and "[a1, c3, b2]". */
size_t game_setup_move_length(const char *word);

/* "position: column 5: row 1 has 6 cells", for error lines. Returns `text`. */
char *setup_error_text(const struct setup_error *why, char *text, size_t cap);

#endif
