/* samples.h - positions with what became of them, for training: the file, and games that fill it.
 *
 * docs/training.md draws the file byte by byte. It is a header and then one block a game, each with a checksum. What a
 * killed writer leaves is a readable file: a block that is cut off at the end counts for nothing.
 *
 * A file is read by one thread at a time; different files are independent.
 */
#ifndef PAUA_SAMPLES_H
#define PAUA_SAMPLES_H

#include <paua/eval.h>
#include <paua/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bits of paua_sample.flags. */
#define PAUA_SAMPLE_EJECTS  1 /* the best move ejects */
#define PAUA_SAMPLE_PUSHES  2 /* it pushes */
#define PAUA_SAMPLE_HANGING 4 /* the side to move can eject */
#define PAUA_SAMPLE_RANDOM  8 /* the move played was drawn, whatever the best one was */
#define PAUA_SAMPLE_FLAGS   16

/* One position of a game for two. In its sets bit i is the i-th cell in the order of position texts: the rows from
 * the top, each from the left. Everything is seen from the side to move. */
typedef struct paua_sample {
    uint64_t own, other;               /* marbles of the side to move, of the other */
    int16_t score;                     /* what the search said, as paua_engine_search() does */
    uint8_t ejected, ejected_by_other; /* marbles each side has ejected, below the win */
    int8_t result;                     /* of the game: 1 won, 0 drawn, -1 lost */
    uint16_t ply;                      /* number of the next move, from 1 */
    uint16_t flags;
} paua_sample;

#define PAUA_SAMPLES_SETTINGS_MAX 216  /* bytes of the settings, with their NUL */
#define PAUA_SAMPLES_GAME_MAX     1024 /* positions of one game */

typedef struct paua_samples_info {
    int sides[3];                             /* of the board */
    int win;                                  /* ejections that win */
    uint64_t seed;                            /* the games' */
    char settings[PAUA_SAMPLES_SETTINGS_MAX]; /* how they were played, in words */
} paua_samples_info;

typedef struct paua_samples paua_samples;

/* Opens a file for reading and checks its header.
 * Returns PAUA_OK, PAUA_IO (errno says why), PAUA_CORRUPT (not samples, cut off, altered), PAUA_UNSUPPORTED (of a newer
 * version) or PAUA_NO_MEMORY, with error->at the byte and a message that names what is wrong; error may be NULL. */
PAUA_API paua_status paua_samples_open(const char *path, paua_samples **out, paua_error *error);
PAUA_API void paua_samples_close(paua_samples *samples); /* NULL is allowed */

PAUA_API const paua_samples_info *paua_samples_about(const paua_samples *samples);

/* The next game: its number and its positions in the order of the game, valid until the next call.
 * Returns PAUA_OK, PAUA_NOT_FOUND (the end, *count is 0), PAUA_IO or PAUA_CORRUPT (a damaged block) with an error. */
PAUA_API paua_status paua_samples_next(paua_samples *samples, uint32_t *game,
                                       const paua_sample **positions, int *count,
                                       paua_error *error);

/* After the end: bytes of a game that was cut off, which count for nothing. */
PAUA_API uint64_t paua_samples_cut(const paua_samples *samples);

/* How an engine plays against itself. Game i depends on the seed, i and these settings alone, whatever the number of
 * threads: one of the layouts for two of 14 marbles each, either colour first; 6 to 10 moves drawn at random, of which at
 * most one ejects; then the best move of a search of so many nodes, but in `random` of 100 cases any. It ends by
 * the rules (win 6, repetition 3, 100 plies without an ejection), after 300 plies, or when both sides' scores have
 * agreed for 6 plies on one that is `adjudicate` ahead: it then counts as won. */
typedef struct paua_selfplay_options {
    uint64_t nodes;      /* a move; at least 1 */
    const char *eval;    /* its name (eval.h); NULL: the default */
    const paua_net *net; /* borrowed; NULL: none but what the evaluation is */
    int random;          /* percent, 0 .. 100 */
    int adjudicate;      /* thousandths of a unit of log-odds; 0: never */
    uint64_t seed;
    uint64_t games;     /* stop after so many, 0: no limit; at most 2^32 - 1 */
    uint64_t positions; /* stop after the game that makes so many, 0: no limit */
    int threads;        /* 1 .. PAUA_SELFPLAY_THREADS_MAX */
    bool resume;        /* go on with the file; its settings must be these */
} paua_selfplay_options;

#define PAUA_SELFPLAY_THREADS_MAX 256

typedef struct paua_selfplay_progress {
    uint64_t games, positions;    /* in the file */
    uint64_t black, white, draws; /* results of the games played now */
    uint64_t played, nodes;       /* positions and nodes of those */
} paua_selfplay_progress;

/* Called on the thread that runs, several times a second. False: stop soon; games that are not over are dropped. */
typedef bool (*paua_selfplay_callback)(const paua_selfplay_progress *now, void *context);

/* Plays on a 5x5x5 board and writes a file; without `resume` there must be no such file. callback and error may be NULL;
 * *total, if not NULL, is what was done in the end.
 * Returns PAUA_OK (also when stopped), PAUA_BAD_ARGUMENT, PAUA_NOT_FOUND (no such evaluation), PAUA_UNSUPPORTED
 * (another board), PAUA_CONFLICT (the file is of other settings), PAUA_CORRUPT, PAUA_IO (errno says why) or
 * PAUA_NO_MEMORY, with an error. The file then has all the games before. */
PAUA_API paua_status paua_selfplay_run(const paua_board *board, const char *path,
                                       const paua_selfplay_options *options,
                                       paua_selfplay_callback callback, void *context,
                                       paua_selfplay_progress *total, paua_error *error);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_SAMPLES_H */
