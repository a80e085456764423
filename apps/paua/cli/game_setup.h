/* game_setup.h - the position, moves and rules of a game from the options --board, --layout,
 * --players, --teams, --position, --moves, --rules and --win. */
#ifndef PAUA_CLI_GAME_SETUP_H
#define PAUA_CLI_GAME_SETUP_H

#include <stdbool.h>

#include <paua/game.h>

struct start_options {
    const char *board, *layout, *position, *moves; /* NULL where not given */
    long long players; /* 2 .. 6; 0: as many as the layout or position has, else two */
    bool teams;        /* the layout's facing pairs play together */
    const char *rules; /* in the form of paua_rules_parse(); NULL: see `draws` */
    bool draws;        /* the rules that people play by, not only ejections */
    long long win;     /* marbles to eject; 0: as many as the rules say */
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

/* Which text was wrong, and how. */
struct setup_error {
    const char *what; /* "position", "moves", ... or NULL: memory ran out */
    const char *text; /* the text that error.at counts in; NULL: the whole of it is wrong */
    paua_error error;
};

/* Sets up a game. scene->board may hold a board already: it is reused when its shape fits, else
 * *scene gets a new one (the caller keeps the old one). scene->game is always new. On failure
 * *scene is unchanged. */
paua_status game_setup_build(const struct start_options *start, struct game_setup *scene,
                             struct setup_error *why);

/* game_setup_build() for a command: returns 0, or an exit code after an error line. */
int game_setup_open(const struct start_options *start, struct game_setup *scene);
void game_setup_close(struct game_setup *scene);

/* Plays the moves of a text, separated by blanks or commas; with `numbers` they may be numbered,
 * as in "1. a1b2 i5h5 2. b1c2". On failure the moves before the bad one have been played. */
paua_status game_setup_play(paua_game *game, const char *moves, bool numbers,
                            struct setup_error *why);

/* The text behind a move number such as "1." or "12..." and blanks; the text itself if it has
 * none. */
const char *scene_skip_number(const char *text);

/* The length of the first move of a text. Moves are separated by blanks or commas, but some
 * contain them: "A5,B5" and "[a1, c3, b2]". */
size_t game_setup_move_length(const char *word);

/* "position: column 5: row 1 has 6 cells", for error lines. Returns `text`. */
char *setup_error_text(const struct setup_error *why, char *text, size_t cap);

#endif
