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

#include <paua/study.h>

/* The paper's boards, with the marbles of each player and the ejections that win. Its 2x2x3 is
 * the same board turned. */
#define AUDIT_BOARD_MAP(X)                                                                         \
    X(222, "2x2x2", 2, 2, 2, 2, 1)                                                                 \
    X(223, "2x2x3", 3, 2, 2, 3, 1)                                                                 \
    X(233, "2x3x3", 2, 3, 3, 5, 2)                                                                 \
    X(333, "3x3x3", 3, 3, 3, 6, 2)

enum audit_board {
#define X(code, name, a, b, c, marbles, win) AUDIT_BOARD_##code,
    AUDIT_BOARD_MAP(X)
#undef X
        AUDIT_BOARDS
};

const char *audit_board_name(int board); /* "2x2x3"; NULL for other numbers */

/* Kinds of claims. `subject` is a board's name (-B9 is the negative of B9) or a layout, `side`
 * is the side to move there; names in `list` are separated by a blank. Isomorphic boards count
 * as equal; "safe" as in study.h. */
enum audit_claim_kind {
    AUDIT_CLAIM_COUNT,     /* there are `number` constellations */
    AUDIT_CLAIM_MORE_THAN, /* there are more than `number` */
    AUDIT_CLAIM_START,     /* subject is the layout `list` */
    /* of all named boards, those in list are self-negative and no others */
    AUDIT_CLAIM_SELF_NEGATIVE,
    /* boards can have the names in list so that all claims about layouts, negatives and options
     * hold */
    AUDIT_CLAIM_NAMES,
    AUDIT_CLAIM_OPTIONS, /* the options of side from subject are those in list */
    /* the safe options of side from subject are those in list, where the board `through` stands
     * for all that is safe after every safe reply to it */
    AUDIT_CLAIM_REDUCED,
    AUDIT_CLAIM_SAFE,   /* the safe options of side from subject are those in list */
    AUDIT_CLAIM_CAN,    /* from subject side can move to one in list at least */
    AUDIT_CLAIM_EJECTS, /* from subject side can end the game at once */
    AUDIT_CLAIM_WINS,   /* side wins when it begins, on each of list */
    AUDIT_CLAIM_CLASS,  /* subject is in the first class in list; its negative is in the second */
    /* the names and their negatives are all boards, and every CLASS claim holds */
    AUDIT_CLAIM_TABLE,
    /* all in list are draws, and safe play from them returns to them with the next move or the
     * one after it */
    AUDIT_CLAIM_FOREVER,
    AUDIT_CLAIM_OPTION_COUNT, /* side has `number` options from subject */
    /* after `number` of the options of side from subject the other side ends the game at once */
    AUDIT_CLAIM_BLUNDERS,
    /* side has an option from subject after which the other side can move to a self-negative
     * board of the class in list */
    AUDIT_CLAIM_MUTUAL,
    /* safe play from subject, side to move, meets the `number` boards in list */
    AUDIT_CLAIM_REACHED,
    /* a board with marbles of side on both middle cells is in the first class in list, or, if it
     * contains a subconfiguration in which the other side threatens a third marble, in the
     * second class */
    AUDIT_CLAIM_MIDDLE,
    /* a marble of side on a middle cell is not pushed away while both are there */
    AUDIT_CLAIM_HELD,
    /* three marbles of side in a triangle with both middle cells threaten all cells but
     * `number`, and eject at once unless the other side has its marbles on just these */
    AUDIT_CLAIM_TRIANGLE,
    AUDIT_CLAIM_CLASSES, /* every board is in one of the classes in list */
    /* side can move `number` marbles broadside from subject, off the edge, and wins */
    AUDIT_CLAIM_BROADSIDE,
    /* a board with black lines as long as the numbers in list, side by side in the middle, is in
     * L */
    AUDIT_CLAIM_FAMILY,
    /* more than half of the least winning shapes are convex and hold the middle cells */
    AUDIT_CLAIM_CLUSTERS
};

struct audit_claim {
    const char *id;   /* "3.5.C4R": where it stands in the paper */
    const char *text; /* the statement, one line */
    enum audit_claim_kind kind;
    enum audit_board board;
    const char *subject, *list, *through; /* NULL where the kind does not use it */
    paua_side side;
    int number;
};

/* The statements of the paper, in its order. */
const struct audit_claim *audit_paper_claims(int *count);

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
 * PAUA_BAD_ARGUMENT (threads out of range), PAUA_CORRUPT (a solved board fails its
 * verification), PAUA_CONFLICT (ended by progress) or PAUA_NO_MEMORY. */
paua_status audit_run(const struct audit_claim *claims, int count, int threads,
                      audit_progress progress, void *context, struct audit **out);
void audit_free(struct audit *audit); /* NULL is allowed */

/* One for each claim, in their order. */
const struct audit_finding *audit_finding_at(const struct audit *audit, int i);
#endif /* PAUA_AUDIT_AUDIT_H */
