/* audit.h - the statements of a paper about small boards, decided by solving these.
 *
 * The claims are data: names of boards, lists of options, classes. The truth is computed from
 * the rules and the layouts alone: the boards are solved, and the constellation that a name such
 * as B9 stands for is found by searching for the naming that disagrees with the fewest of the
 * claims about options. audit_paper_claims() is what "Solving Abalone on Small Boards" says; any
 * other list of claims can be audited, too. docs/audit.md shows the results.
 */
#ifndef PAUA_AUDIT_AUDIT_H
#define PAUA_AUDIT_AUDIT_H

#include "audit/claims.h"

enum audit_decision {
    AUDIT_UNDECIDED, /* the claim names a board that no naming settles, or cannot be read */
    AUDIT_CONFIRMED,
    AUDIT_REFUTED
};

const char *audit_decision_name(enum audit_decision decision); /* "confirmed"; never NULL */

/* A line of evidence: words, or a constellation with its caption, in which semicolons part
 * lines. */
struct audit_evidence {
    const char *text;         /* owned by the audit */
    const paua_board *board;  /* owned by the audit; NULL: words only */
    paua_constellation drawn; /* if there is a board */
};

struct audit_finding {
    const struct audit_claim *claim; /* borrowed from the caller */
    enum audit_decision decision;
    const struct audit_evidence *evidence; /* owned by the audit */
    int count;
};

struct audit;

/* Called from time to time while a board is solved or verified; returns false to end the audit. */
typedef bool (*audit_progress)(const paua_solve_progress *now, void *context);

/* Solves the boards that the claims speak of, verifies every record against the definition and
 * decides the claims, which must outlive the audit. progress may be NULL. Returns PAUA_OK,
 * PAUA_ERROR_BAD_ARGUMENT (threads out of range), PAUA_ERROR_CORRUPT (a solved board fails its
 * verification), PAUA_ERROR_CONFLICT (ended by progress) or PAUA_ERROR_NO_MEMORY. */
paua_status audit_run(const struct audit_claim *claims, int count, int threads,
                      audit_progress progress, void *context, struct audit **out);
void audit_free(struct audit *audit); /* NULL is allowed */

/* One for each claim, in their order. */
const struct audit_finding *audit_finding_at(const struct audit *audit, int i);
#endif /* PAUA_AUDIT_AUDIT_H */
