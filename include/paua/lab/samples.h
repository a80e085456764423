/* lab/samples.h - positions with scores and results for training: their file, and self-play.
 *
 * docs/training.md has the layout of the file: a header, then one block a game, each with a
 * checksum. What a killed writer leaves is readable: a truncated block at the end is ignored.
 *
 * A file is read by one thread at a time; different files are independent.
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_SAMPLES_H
#define PAUA_LAB_SAMPLES_H

#include <paua/eval.h>
#include <paua/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bits of paua_sample.flags. */
#define PAUA_SAMPLE_EJECTS  1 /* the best move ejects */
#define PAUA_SAMPLE_PUSHES  2 /* the best move pushes */
#define PAUA_SAMPLE_HANGING 4 /* the side to move can eject */
#define PAUA_SAMPLE_RANDOM  8 /* the move played was random */
#define PAUA_SAMPLE_FLAGS   16

/* One position of a game for two, seen from the side to move. Bit i of a set is the i-th cell in
 * the order of position texts: the rows from the top, each from the left. */
typedef struct paua_sample {
    uint64_t own, other;               /* marbles of the side to move, of the other */
    int16_t score;                     /* of the search, as paua_engine_search() reports it */
    uint8_t ejected, ejected_by_other; /* marbles each side has ejected, below the win */
    int8_t result;                     /* of the game: 1 won, 0 drawn, -1 lost */
    uint16_t ply;                      /* number of the next move, from 1 */
    uint8_t flags;
    int8_t lead; /* ejections more than the other side's at the end of the game */
} paua_sample;

#define PAUA_SAMPLES_SETTINGS_MAX 216  /* bytes of the settings, with their NUL */
#define PAUA_SAMPLES_GAME_MAX     1024 /* positions of one game */

typedef struct paua_samples_info {
    int sides[3];                             /* of the board */
    int win;                                  /* ejections that win */
    uint64_t seed;                            /* the games' */
    char settings[PAUA_SAMPLES_SETTINGS_MAX]; /* how they were played, as text */
} paua_samples_info;

/* What a game's block says of it. */
typedef struct paua_samples_game {
    uint32_t number;    /* from 0 */
    int plies;          /* limit of plies of the game (R14); 0: none */
    bool score_decides; /* at that limit, which else is a draw */
    int quiet;          /* plies without an ejection that are a draw (R13), up to 255; 0: none */
} paua_samples_game;

typedef struct paua_samples paua_samples;

/* Opens a file and checks its header.
 * Returns PAUA_OK, PAUA_ERROR_IO (errno), PAUA_ERROR_CORRUPT (not samples, truncated, altered),
 * PAUA_ERROR_UNSUPPORTED (a newer version) or PAUA_ERROR_NO_MEMORY, with the byte offset in
 * error->at and a message; error may be NULL. */
PAUA_API paua_status paua_samples_open(const char *path, paua_samples **out, paua_error *error);
PAUA_API void paua_samples_close(paua_samples *samples); /* NULL is allowed */

PAUA_API const paua_samples_info *paua_samples_about(const paua_samples *samples);

/* The next game, and its positions in order, valid until the next call.
 * Returns PAUA_OK, PAUA_ERROR_NOT_FOUND (the end, *count is 0), PAUA_ERROR_IO or PAUA_ERROR_CORRUPT
 * (a damaged block) with an error. */
PAUA_API paua_status paua_samples_next(paua_samples *samples, paua_samples_game *game,
                                       const paua_sample **positions, int *count,
                                       paua_error *error);

/* After the end: bytes of a truncated game, which were ignored. */
PAUA_API uint64_t paua_samples_cut(const paua_samples *samples);

/* How an engine plays against itself. Game i depends on the seed, i and these settings alone, not
 * on the number of threads. It begins with one of the layouts for two of 14 marbles each, either
 * colour first, and 6 to 10 random moves, of which at most one ejects. Then every move is the best
 * of a search, or in `random` percent of the cases a random one. All games have win 6 and
 * repetition 3. In `by_score` percent of them the score decides at a limit of 150 to 400 plies,
 * drawn at random; the others are drawn after 400 plies. Two in three are also drawn after 40 to
 * 200 plies without an ejection, drawn at random. The search knows all of this. A game also ends,
 * as won, when the scores of both sides have agreed for 6 plies that one is `adjudicate` ahead,
 * except in `play_out` percent of the games. */
typedef struct paua_selfplay_options {
    uint64_t nodes;      /* for each move, at least 1 */
    const char *eval;    /* its name (eval.h); NULL: the default */
    const paua_net *net; /* borrowed; NULL: the evaluation alone */
    int random;          /* percent, 0 .. 100 */
    int by_score;        /* percent, 0 .. 100 */
    int adjudicate;      /* thousandths of a unit of log-odds; 0: never */
    int play_out;        /* percent, 0 .. 100 */
    uint64_t seed;
    uint64_t games;     /* stop after this game, at most 2^32 - 1; 0: no limit */
    uint64_t positions; /* stop after the game that reaches this; 0: no limit */
    int threads;        /* 1 .. PAUA_SELFPLAY_THREADS_MAX */
    bool resume;        /* continue the file, if there is one; it must have these settings */
} paua_selfplay_options;

#define PAUA_SELFPLAY_THREADS_MAX 256

typedef struct paua_selfplay_progress {
    uint64_t games, positions;    /* in the file */
    uint64_t black, white, draws; /* results of the games played now */
    uint64_t played, nodes;       /* positions and nodes of those */
} paua_selfplay_progress;

/* Called on the calling thread several times a second. False: stop soon; unfinished games are
 * dropped. */
typedef bool (*paua_selfplay_callback)(const paua_selfplay_progress *now, void *context);

/* Plays on a 5x5x5 board and writes a file, which without `resume` must not exist. It is locked
 * until the end: a second writer gets PAUA_ERROR_IO with EBUSY. callback and error may be NULL;
 * *total, if not NULL, is the last progress.
 * Returns PAUA_OK (also when stopped), PAUA_ERROR_BAD_ARGUMENT, PAUA_ERROR_NOT_FOUND (no such
 * evaluation), PAUA_ERROR_UNSUPPORTED (another board), PAUA_ERROR_CONFLICT (a file of other
 * settings), PAUA_ERROR_CORRUPT, PAUA_ERROR_IO (errno) or PAUA_ERROR_NO_MEMORY, with an error.
 * The file then has all finished games. */
PAUA_API paua_status paua_selfplay_run(const paua_board *board, const char *path,
                                       const paua_selfplay_options *options,
                                       paua_selfplay_callback callback, void *context,
                                       paua_selfplay_progress *total, paua_error *error);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_SAMPLES_H */
