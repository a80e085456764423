/* replay.h - replays a record (record.h) by the rules, and identifies positions up to symmetry.
 *
 * Everything here is thread-safe where each thread has its own paua_replay.
 */
#ifndef PAUA_REPLAY_H
#define PAUA_REPLAY_H

#include <paua/notation.h>
#include <paua/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A record replayed. Zero it before the first use; reuse it for one record after another, which
 * saves building the board again; free it with paua_replay_end(). */
typedef struct paua_replay {
    paua_board *board; /* owned */
    paua_rules rules;  /* only `win` is used: how else a game ends is up to its players */
    paua_position start, end;
    paua_result result;
    int plies;              /* of the main line */
    paua_notation notation; /* of the moves, once they have been replayed */
} paua_replay;

/* Called for each move of the main line; `before` is the position in which it is made. */
typedef void (*paua_replay_step)(const paua_board *board, const paua_position *before,
                                 paua_move move, void *context);

/* Sets up board, rules, start and result from the tags; end and plies are those of a game without
 * moves. Returns PAUA_OK, or PAUA_ERROR_BAD_SYNTAX, PAUA_ERROR_UNSUPPORTED, PAUA_ERROR_BAD_POSITION
 * or PAUA_ERROR_NO_MEMORY with *error filled (it may be NULL); then of *replay only the board is
 * valid. */
PAUA_API paua_status paua_replay_begin(paua_replay *replay, const paua_record *record,
                                       paua_error *error);

/* Replays a record, variations included, and checks it: every move is legal (R4 - R9, R11) and none
 * follows a win by ejections; the mandatory tags are present; the tag Result and the result behind
 * the moves agree with each other and with the board; Plies, where given, is the number of moves.
 * Draws by repetition and the like are not checked, and a game may end at any moment by agreement,
 * resignation or time. `step` may be NULL; it is called during the replay, also for a record that
 * is refused later. Returns as paua_replay_begin(), or PAUA_ERROR_ILLEGAL_MOVE, or
 * PAUA_ERROR_CONFLICT (tags, result and board disagree). */
PAUA_API paua_status paua_replay_record(paua_replay *replay, const paua_record *record,
                                        paua_replay_step step, void *context, paua_error *error);

PAUA_API void paua_replay_end(paua_replay *replay);

/* What was filled in, each as one line of UTF-8. */
#define PAUA_NOTES_MAX 12
typedef struct paua_notes {
    int count;
    char text[PAUA_NOTES_MAX][200];
} paua_notes;

/* Copies a record into another one, which it clears first, and fills in what the rules of the
 * format ask for and the record lacks, with a note for each thing, and for each thing that the
 * forgiving reader passed over: mandatory tags; the start by the tag FEN of other programs, in any
 * form of a position, or else by the first layout from which all moves are legal, the standard one
 * before others; the result by the tag, the end of the moves or the board. Where the tag Variant is
 * no layout's name, the moves must be legal from exactly one, which becomes the tag Position; no
 * text of a tag changes but Notation. Moves without the tag Notation are read by their shape, those
 * of PlayStrategy also with letters and numbers of cells exchanged, and become Aba-Pro. A record
 * that lacks nothing is copied. Returns PAUA_OK; PAUA_ERROR_BAD_SYNTAX, PAUA_ERROR_UNSUPPORTED,
 * PAUA_ERROR_BAD_POSITION, PAUA_ERROR_ILLEGAL_MOVE or PAUA_ERROR_AMBIGUOUS if nothing fits or too
 * much, with *error filled (it may be NULL) by the reading that got furthest; or
 * PAUA_ERROR_NO_MEMORY. What the record says is not checked: paua_replay_record() does. */
PAUA_API paua_status paua_record_complete(const paua_record *record, paua_record *out,
                                          paua_notes *notes, paua_error *error);

/* The key of the canonical position: the least of the Zobrist keys of a position and its images
 * under the board's symmetries, with the board's sides mixed in. *symmetries becomes the set of
 * symmetries that lead to it, bit i for symmetry i; it may be NULL. Keys are stable as long as
 * paua_canonical_version() is. */
PAUA_API uint64_t paua_canonical_key(const paua_board *board, const paua_position *position,
                                     unsigned *symmetries);

/* The image of a move under a symmetry; the bits for pushes and ejections stay. */
PAUA_API paua_move paua_move_map(const paua_board *board, int symmetry, paua_move move);

/* The least image of a move under the symmetries of a set, which must not be empty. With the set
 * that paua_canonical_key() gave for the move's position, two moves have the same image if and only
 * if they lead from equivalent positions to equivalent positions. */
PAUA_API paua_move paua_canonical_move(const paua_board *board, unsigned symmetries,
                                       paua_move move);

/* A number that changes when keys, cell numbers or symmetries do: keys stored under another number
 * must be computed again. PAUA_OK or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_canonical_version(uint64_t *out);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_REPLAY_H */
