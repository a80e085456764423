/* restricted.h - the game in which one side, the winner, may not end a move with a marble of his on
 * some cells; the other side moves freely. */
#ifndef AUDIT_RESTRICTED_H
#define AUDIT_RESTRICTED_H

#include "audit/parts.h"

struct restricted;

/* Solves it on the board of the judging, which is borrowed. NULL, with the judging's status: out of
 * memory, too large, or the caller has ended the audit. */
struct restricted *restricted_new(struct judging *judging, paua_side winner, paua_set forbidden);

/* Whether the winner, to move, wins. The numbers of marbles are those of an undecided game; the
 * constellation need not be canonical. */
bool restricted_won(const struct restricted *game, paua_constellation at);

void restricted_free(struct restricted *game); /* NULL is allowed */

#endif
