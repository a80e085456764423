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

/* How a game ends (R10 - R16). */
typedef struct paua_rules {
    uint8_t win;        /* marbles to eject, 1 .. 61 */
    uint8_t repetition; /* a position that occurs this often is a draw; 0 = off */
    bool stuck_loses;   /* two players: who cannot move loses instead of drawing (R12) */
    uint16_t quiet;     /* draw after this many plies without an ejection; 0 = off */
    uint16_t plies;     /* the game ends when this many plies have been played; 0 = off */
    bool score_decides; /* at the limit of plies more ejections win; else it is a draw (R14) */
    /* When each player has had this many turns and nobody has ejected a marble, the smaller mean
     * distance of a side's marbles to the centre wins, and an equal distance draws (R14); 0 = off.
     * A player who has left cannot win by score or distance. */
    uint16_t centre_turn;
    uint16_t line_turn; /* with two players: rows to the middle row, the centre line, instead */
    /* The line: rows that a side has come nearer since the start of the game instead, which is
     * another thing where the sides begin at different distances. paua_game_outcome() alone knows
     * the start; paua_position_outcome() goes by rows to the line, and so does the search. */
    bool line_progress;
    /* Two players: after a round in which one side's last moves, this many, were all passive
     * (lab/passivity.h), it loses; if those of both were, it is a draw (R14); 0 = off. */
    uint16_t passive;
    bool ko; /* no move may recreate an earlier position of the game (R16) */
    /* Clocks, 0 = off. The caller keeps the time and calls paua_game_forfeit() (R15). */
    uint32_t turn_ms;  /* for each turn */
    uint32_t game_ms;  /* for all turns of a player */
    uint32_t gain_ms;  /* increment: added to a player's time after each turn, */
    uint32_t cap_ms;   /* as long as it does not grow over this; 0: as much as it likes */
    uint32_t delay_ms; /* simple delay: clocks start so much later in each turn */
} paua_rules;

/* The rules for games between people on this board, the preset "classic": win as R10 says (6 on
 * boards of 37 cells and more, 2 down to 14 cells, 1 below), repetition 3, quiet 200, a stuck side
 * draws. */
PAUA_API paua_rules paua_rules_default(const paua_board *board);

/* The rules of a solver, the preset "solver": the same win count, everything else off. */
PAUA_API paua_rules paua_rules_solver(const paua_board *board);

/* Named sets of rules; docs/rules.md lists what each sets. */
PAUA_API int paua_preset_count(void);
PAUA_API const char *paua_preset_name(int i); /* 0 .. count-1, else NULL; 0 is "classic" */
PAUA_API const char *paua_preset_text(int i); /* its purpose in one line; NULL likewise */

/* Returns PAUA_OK, or PAUA_ERROR_NOT_FOUND (*out unchanged). */
PAUA_API paua_status paua_rules_preset(const paua_board *board, const char *name, paua_rules *out);

/* Whether two sets of rules are the same, time included. */
PAUA_API bool paua_rules_same(const paua_rules *a, const paua_rules *b);

/* PAUA_RESULT_BLACK_WINS + side is that player's win; in a game of teams the partner wins too. */
typedef enum paua_result {
    PAUA_RESULT_ONGOING,
    PAUA_RESULT_BLACK_WINS,
    PAUA_RESULT_WHITE_WINS,
    PAUA_RESULT_RED_WINS,
    PAUA_RESULT_GREEN_WINS,
    PAUA_RESULT_YELLOW_WINS,
    PAUA_RESULT_PURPLE_WINS,
    PAUA_RESULT_DRAW
} paua_result;

/* One list gives code, the name used in files and the API, and a sentence's end. */
#define PAUA_REASON_MAP(X)                                                                         \
    X(NONE, "", "the game is not over")                                                            \
    X(EJECTIONS, "ejections", "by ejections")                                                      \
    X(STUCK, "stuck", "no legal move")                                                             \
    X(REPETITION, "repetition", "by repetition")                                                   \
    X(QUIET, "quiet", "too long without an ejection")                                              \
    X(PLIES, "plies", "the limit of plies")                                                        \
    X(AGREEMENT, "agreement", "by agreement")                                                      \
    X(RESIGNATION, "resignation", "by resignation")                                                \
    X(TIME, "time", "on time")                                                                     \
    X(SCORE, "score", "by score at the limit of plies")                                            \
    X(CENTRE, "centre", "by nearness to the centre")                                               \
    X(CENTRAL, "central", "the central marble is out")                                             \
    X(LINE, "line", "by nearness to the centre line")                                              \
    X(PASSIVE, "passive", "by passive play")

typedef enum paua_reason {
#define X(code, name, text) PAUA_REASON_##code,
    PAUA_REASON_MAP(X)
#undef X
        PAUA_REASON_COUNT
} paua_reason;

typedef struct paua_outcome {
    paua_result result;
    paua_reason reason;
} paua_outcome;

PAUA_API const char *paua_reason_name(paua_reason reason); /* "ejections"; NULL for other numbers */
PAUA_API const char *paua_reason_text(paua_reason reason); /* "by ejections"; NULL likewise */

/* "*", "1-0", "0-1", "1/2-1/2"; the wins of players three to six are "0-0-1", ... "0-0-0-0-0-1". */
PAUA_API const char *paua_result_text(paua_result result);

/* Whether the position by itself ends the game, checked in this order: the central marble,
 * ejections, one team left after the others resigned, a stuck side, the centre, the line, quiet,
 * plies. Passive play, repetition, ko, resignation and agreement need the history:
 * paua_game_outcome(). */
PAUA_API paua_outcome paua_position_outcome(const paua_board *board, const paua_rules *rules,
                                            const paua_position *position);

typedef struct paua_move_list {
    int count;
    paua_move moves[PAUA_MOVES_MAX];
} paua_move_list;

/* Generates every legal move (R4 - R9) of the side to move, whether or not the game is over:
 * ejections first, then other pushes, then in-line moves, then broadside moves. */
PAUA_API void paua_moves_generate(const paua_board *board, const paua_position *position,
                                  paua_move_list *list);

/* The number of moves that paua_moves_generate() would list, without listing them. */
PAUA_API int paua_moves_count(const paua_board *board, const paua_position *position);

/* Whether paua_moves_generate() would list a move of exactly these bits; any 16 are allowed. */
PAUA_API bool paua_move_legal(const paua_board *board, const paua_position *position,
                              paua_move move);

/* The cells of the mover's line before and after the move. */
PAUA_API paua_set paua_move_from(const paua_board *board, paua_move move);
PAUA_API paua_set paua_move_to(const paua_board *board, paua_move move);

/* Perft: the number of sequences of `depth` legal moves (depth 0: 1). A position won by ejections
 * under `rules` has no moves; the draws of R13 are ignored. */
PAUA_API uint64_t paua_perft(const paua_board *board, const paua_rules *rules,
                             const paua_position *position, int depth);

/* Perft with every last move made and unmade instead of counted in bulk. */
PAUA_API uint64_t paua_perft_make(const paua_board *board, const paua_rules *rules,
                                  const paua_position *position, int depth);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_RULES_H */
