/* replay.h - whether a record (record.h) is a game, and what its positions have in common with others'.
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

/* What a record's tags and moves come to. Zeroed before the first use; used again for one record after
 * another, which saves building the board anew; paua_replay_end() at last. */
typedef struct paua_replay {
    paua_board *board; /* owned */
    paua_rules rules;  /* only `win` matters: a record's end is the players' business */
    paua_position start, end;
    paua_result result;
    int plies;              /* of the main line */
    paua_notation notation; /* of the moves, once they have been replayed */
} paua_replay;

/* A move of the main line, about to be made in `before`. */
typedef void (*paua_replay_step)(const paua_board *board, const paua_position *before,
                                 paua_move move, void *context);

/* Sets up what the tags say: board, rules, start, result; end and plies as in a game without moves.
 * Returns PAUA_OK, or PAUA_BAD_SYNTAX, PAUA_UNSUPPORTED, PAUA_BAD_POSITION or PAUA_NO_MEMORY with *refusal
 * filled (it may be NULL); then *replay holds nothing to rely on but its board. */
PAUA_API paua_status paua_replay_begin(paua_replay *replay, const paua_record *record,
                                       paua_refusal *refusal);

/* Replays a record, variations included, and checks it: every move legal (R4 - R9, R11), none made after
 * the ejections that win; the mandatory tags there; the tag Result and the result behind the moves the
 * same, and not against the board; Plies, where given, the number of moves. Draws by repetition and the
 * like are not looked for, and a game may end at any moment by agreement, resignation or time.
 * `step` may be NULL; it is called while the replay goes on, also for a record that is refused later.
 * Returns as paua_replay_begin(), or PAUA_ILLEGAL_MOVE, or PAUA_CONFLICT (tags, result and board disagree). */
PAUA_API paua_status paua_replay_record(paua_replay *replay, const paua_record *record,
                                        paua_replay_step step, void *context,
                                        paua_refusal *refusal);

PAUA_API void paua_replay_end(paua_replay *replay);

/* The layout that a text names, for so many players: by its own name, or by one that other programs use:
 * "Belgian Daisy" and "belgian", "german", "classic", ... NULL if there is none. */
PAUA_API const paua_layout *paua_layout_alias(const char *name, int players);

/* What a position and its mirror images have in common: the least of their keys, the board's sides mixed in.
 * *symmetries becomes the set of the board's symmetries that lead to it, bit i for symmetry i; it may be
 * NULL. Stable as long as paua_canonical_version() is. */
PAUA_API uint64_t paua_canonical_key(const paua_board *board, const paua_position *position,
                                     unsigned *symmetries);

/* The move seen in the mirror of a symmetry; the bits that tell its effects stay. */
PAUA_API paua_move paua_move_map(const paua_board *board, int symmetry, paua_move move);

/* The least image of a move under the symmetries of a set, which must not be empty. With the set that
 * paua_canonical_key() gave for the move's position, moves have the same image if and only if they lead
 * from positions that are the same to positions that are the same. */
PAUA_API paua_move paua_canonical_move(const paua_board *board, unsigned symmetries,
                                       paua_move move);

/* A number that changes when keys, cell numbers or symmetries do: keys kept on a disk under another number
 * are worthless. PAUA_OK or PAUA_NO_MEMORY. */
PAUA_API paua_status paua_canonical_version(uint64_t *out);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_REPLAY_H */
