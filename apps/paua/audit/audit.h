/* audit.h - what a paper says of small boards, decided by solving them.
 *
 * The claims are data: names of boards, lists of options, classes. What is true is worked out from nothing but
 * the rules and the layouts: the boards are solved, and which constellation a name such as B9 stands for is
 * found by searching for the naming that disagrees with the fewest of the claims about options. paua_paper_claims() is what "Solving
 * Abalone on Small Boards" says; any other list of claims can be audited, too. docs/audit.md shows the outcome.
 */
#ifndef PAUA_AUDIT_AUDIT_H
#define PAUA_AUDIT_AUDIT_H

#include <paua/study.h>

/* The paper's boards, with the marbles of each player and the ejections that win. Its 2x2x3 is the same board turned. */
#define PAUA_PAPER_MAP(X)                                                                          \
    X(222, "2x2x2", 2, 2, 2, 2, 1)                                                                 \
    X(223, "2x2x3", 3, 2, 2, 3, 1)                                                                 \
    X(233, "2x3x3", 2, 3, 3, 5, 2)                                                                 \
    X(333, "3x3x3", 3, 3, 3, 6, 2)

typedef enum paua_paper_board {
#define X(code, name, a, b, c, marbles, win) PAUA_PAPER_##code,
    PAUA_PAPER_MAP(X)
#undef X
        PAUA_PAPER_BOARDS
} paua_paper_board;

const char *paua_paper_board_name(int board); /* "2x2x3"; NULL for other numbers */

/* What a claim says. `subject` is a board's name (-B9 is the negative of B9) or a layout, `side` who moves from it; names in
 * `list` are apart by one blank. Boards are the same when they are isomorphic; "safe" is meant as in study.h. */
typedef enum paua_claim_kind {
    PAUA_CLAIM_COUNT,         /* there are `number` constellations */
    PAUA_CLAIM_MORE_THAN,     /* there are more than `number` */
    PAUA_CLAIM_START,         /* subject is the layout `list` */
    PAUA_CLAIM_SELF_NEGATIVE, /* of all named boards, those in list are self-negative and no others */
    PAUA_CLAIM_NAMES, /* boards can have the names in list so that all claims about layouts, negatives and options
                                 hold */
    PAUA_CLAIM_OPTIONS, /* the options of side from subject are those in list */
    PAUA_CLAIM_REDUCED, /* so are the safe ones, where the board `through` stands for what it leads to: all that is
                           safe after every safe reply */
    PAUA_CLAIM_SAFE,   /* the safe options of side from subject are those in list */
    PAUA_CLAIM_CAN,    /* from subject side can move to one in list at least */
    PAUA_CLAIM_EJECTS, /* from subject side can end the game at once */
    PAUA_CLAIM_WINS,   /* side wins when it begins, on each of list */
    PAUA_CLAIM_CLASS,  /* subject is in the first class in list; its negative is in the second */
    PAUA_CLAIM_TABLE, /* the names and their negatives are all boards, and every CLASS claim holds */
    PAUA_CLAIM_FOREVER, /* all in list are draws, and safe play from them comes back to them with the next move or the
                           one after it */
    PAUA_CLAIM_OPTION_COUNT, /* side has `number` options from subject */
    PAUA_CLAIM_BLUNDERS, /* after `number` of the options of side from subject the other one ends the game at once */
    PAUA_CLAIM_MUTUAL,  /* side has an option from subject after which the other can go to a
                            self-negative board of the class in list */
    PAUA_CLAIM_REACHED, /* safe play from subject, side to move, meets the `number` boards in list */
    PAUA_CLAIM_MIDDLE, /* with marbles of side on both middle cells a board is in the first class in list, unless a
                            subconfiguration is there in which the other side threatens a third marble: then
                            in the second class */
    PAUA_CLAIM_HELD, /* a marble of side on a middle cell is not pushed away while both are there */
    PAUA_CLAIM_TRIANGLE, /* three marbles of side in a triangle with both middle cells threaten all cells but `number`,
                            and eject at once unless the other side stands on just these */
    PAUA_CLAIM_CLASSES, /* every board is in one of the classes in list */
    PAUA_CLAIM_BROADSIDE, /* side can move `number` marbles broadside from subject, off the edge, and wins */
    PAUA_CLAIM_FAMILY, /* a board is in L with black lines as long as the numbers in list side by side in the middle */
    PAUA_CLAIM_CLUSTERS /* more than half of the least winning shapes are convex and hold the middle cells */
} paua_claim_kind;

typedef struct paua_claim {
    const char *id;   /* "3.5.C4R": where it stands in the paper */
    const char *text; /* the statement, one line */
    paua_claim_kind kind;
    paua_paper_board board;
    const char *subject, *list, *through; /* NULL where the kind has no use for it */
    paua_side side;
    int number;
} paua_claim;

/* The statements of the paper, in its order. */
const paua_claim *paua_paper_claims(int *count);

typedef enum paua_decision {
    PAUA_UNDECIDED, /* the claim names a board that no naming settles, or cannot be read */
    PAUA_CONFIRMED,
    PAUA_REFUTED
} paua_decision;

const char *paua_decision_name(paua_decision decision); /* "confirmed"; never NULL */

/* A line of evidence: words, or a constellation with its caption, in which semicolons part lines. */
typedef struct paua_evidence {
    const char *text;         /* owned by the audit */
    const paua_board *board;  /* owned by the audit; NULL: words only */
    paua_constellation drawn; /* if there is a board */
} paua_evidence;

typedef struct paua_finding {
    const paua_claim *claim; /* borrowed from the caller */
    paua_decision decision;
    const paua_evidence *evidence; /* owned by the audit */
    int count;
} paua_finding;

typedef struct paua_audit paua_audit;

/* Called now and then while a board is solved or verified; returns false to end the audit. */
typedef bool (*paua_audit_progress)(const paua_solve_progress *now, void *context);

/* Solves the boards that the claims speak of, verifies every record against the definition and decides the claims, which
 * must outlive the audit. progress may be NULL. Returns PAUA_OK, PAUA_BAD_ARGUMENT (threads out of range),
 * PAUA_CORRUPT (a solved board fails its verification), PAUA_CONFLICT (ended by progress) or PAUA_NO_MEMORY. */
paua_status paua_audit_run(const paua_claim *claims, int count, int threads,
                           paua_audit_progress progress, void *context, paua_audit **out);
void paua_audit_free(paua_audit *audit); /* NULL is allowed */

/* One for each claim, in their order. */
const paua_finding *paua_audit_finding(const paua_audit *audit, int i);
#endif /* PAUA_AUDIT_AUDIT_H */
