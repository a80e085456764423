/* rules.h - which moves are legal and when a game is over.
 *
 * Everything here is thread-safe, allocates nothing, and works on plain data.
 */
#ifndef PAUA_RULES_H
#define PAUA_RULES_H

#include <paua/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a game ends (R10, R12, R13). */
typedef struct paua_rules {
    uint8_t win;        /* marbles to eject, 1 .. 61 */
    uint8_t repetition; /* a position that occurs this often is a draw; 0 = off */
    bool stuck_loses;   /* a side that cannot move loses instead of drawing (R12) */
    uint16_t quiet;     /* draw after this many plies without an ejection; 0 = off */
    uint16_t plies;     /* draw when this many plies have been played; 0 = off */
} paua_rules;

/* What people play by on this board: win as R10 says (6 on boards of 37 cells and more,
 * 2 down to 14 cells, 1 below), repetition 3, quiet 200, plies 0, a stuck side draws. */
PAUA_API paua_rules paua_rules_default(const paua_board *board);

/* What a solver plays by: the same win, every draw of R13 off. */
PAUA_API paua_rules paua_rules_solver(const paua_board *board);

typedef enum paua_result { PAUA_ONGOING, PAUA_BLACK_WINS, PAUA_WHITE_WINS, PAUA_DRAW } paua_result;

/* One list gives code, the name used in files and the API, and a sentence's end. */
#define PAUA_REASON_MAP(X)                                                                         \
    X(NONE, "", "the game goes on")                                                                \
    X(EJECTIONS, "ejections", "by ejections")                                                      \
    X(STUCK, "stuck", "no legal move")                                                             \
    X(REPETITION, "repetition", "by repetition")                                                   \
    X(QUIET, "quiet", "too long without an ejection")                                              \
    X(PLIES, "plies", "the limit of plies")                                                        \
    X(AGREEMENT, "agreement", "by agreement")                                                      \
    X(RESIGNATION, "resignation", "by resignation")

typedef enum paua_reason {
#define X(code, name, text) PAUA_BY_##code,
    PAUA_REASON_MAP(X)
#undef X
        PAUA_REASON_COUNT
} paua_reason;

typedef struct paua_outcome {
    paua_result result;
    paua_reason reason;
} paua_outcome;

PAUA_API const char *paua_reason_name(paua_reason reason); /* "ejections"; never NULL */
PAUA_API const char *paua_reason_text(paua_reason reason); /* "by ejections"; never NULL */
PAUA_API const char *paua_result_text(paua_result result); /* "*", "1-0", "0-1", "1/2-1/2" */

/* Whether the position by itself ends the game: ejections, a stuck side, quiet, plies, in this order.
 * Repetition and the players' own acts need the history: paua_game_outcome(). */
PAUA_API paua_outcome paua_position_outcome(const paua_board *board, const paua_rules *rules,
                                            const paua_position *position);

typedef struct paua_move_list {
    int count;
    paua_move moves[PAUA_MOVES_MAX];
} paua_move_list;

/* Every legal move (R4 - R9) of the side to move, whether or not the game is over: pushes that
 * eject first, then other pushes, then in-line moves, then broadside ones. */
PAUA_API void paua_moves_generate(const paua_board *board, const paua_position *position,
                                  paua_move_list *list);

/* As many as paua_moves_generate() would list, counted without listing them. */
PAUA_API int paua_moves_count(const paua_board *board, const paua_position *position);

/* Whether the move is one of those (all its bits). Any 16 bits may be asked about. */
PAUA_API bool paua_move_legal(const paua_board *board, const paua_position *position,
                              paua_move move);

/* Cells that the mover's marbles leave from and stand on afterwards. */
PAUA_API paua_set paua_move_from(const paua_board *board, paua_move move);
PAUA_API paua_set paua_move_to(const paua_board *board, paua_move move);

/* Counts the sequences of `depth` legal moves (depth 0: 1). A game that `rules` calls finished by
 * ejections has no moves; the draws of R13 do not count. */
PAUA_API uint64_t paua_perft(const paua_board *board, const paua_rules *rules,
                             const paua_position *position, int depth);

/* The same number, with every last move made and unmade instead of counted. */
PAUA_API uint64_t paua_perft_make(const paua_board *board, const paua_rules *rules,
                                  const paua_position *position, int depth);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_RULES_H */
