/* claims.h - what a claim about a small board can say, and the claims of the paper.
 *
 * A claim is data: names of boards, lists of options, classes, numbers. */
#ifndef PAUA_AUDIT_CLAIMS_H
#define PAUA_AUDIT_CLAIMS_H

#include <paua/lab/study.h>

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
    AUDIT_CLAIM_CLUSTERS,
    /* more than `number` per cent of them can fork: two marbles beside such a shape can be
     * threatened so that no move saves both */
    AUDIT_CLAIM_FORK_SHAPES,
    /* three marbles of side that touch each other can fork `number` marbles, of which one is
     * lost */
    AUDIT_CLAIM_FORK,
    /* the names in list, in this order, are the named positions in `through` */
    AUDIT_CLAIM_POSITIONS,
    /* the daisies are those in list: each player has two equal groups that the half-turn of the
     * board exchanges, and the board is self-negative */
    AUDIT_CLAIM_DAISIES,
    /* side on both middle cells, its third marble on one of the cells with letters in list (row by
     * row from the top, from a), makes the triangle or ejects in `number` moves, whatever the other
     * side replies; `through`: only with a cell beside the third marble "free", or all "blocked" */
    AUDIT_CLAIM_TRIANGLE_MOVES,
    /* side has to break the triangle while the other side is on the safe cells: a move in line
     * leaves `number` answers that lose nothing at once, after which side forks two marbles that do
     * not touch */
    AUDIT_CLAIM_TRIANGLE_BREAKS,
    /* on the `number` exceptions to MIDDLE side, to begin, ejects or makes the triangle, and the
     * other side, to begin, ejects */
    AUDIT_CLAIM_TWO_WAYS,
    /* `number` options of side from subject have a reply, with a "threat" or "quiet" as `through`
     * says, after which the answers that lose nothing at once lead by force to what is in list, a
     * word for each: "triangle" (it cannot be prevented) or "fork" */
    AUDIT_CLAIM_FORCED,
    /* safe play from subject, side to move, takes no marble out of the middle line, unless, if
     * `through` is "threat", that threatens a marble */
    AUDIT_CLAIM_LINE,
    /* in safe play from subject side could leave the middle line with a threat and lose in the next
     * `number` plies: the threat is parried, side has to return to the line and is forked */
    AUDIT_CLAIM_LINE_LOSES,
    /* subject is self-negative and drawn whoever begins, and of all such boards none has a greater
     * share of first moves that hold the draw */
    AUDIT_CLAIM_BALANCED,
    AUDIT_CLAIM_BEYOND, /* some board cannot be decided, there are too many */
    /* side needs the middle in more than `number` per cent of the positions that it wins when it
     * begins: it cannot force the win if no move of its may leave a marble of its on a middle
     * cell */
    AUDIT_CLAIM_NECESSARY,
    /* on more than `number` per cent of the boards in the class in list side has a marble in the
     * middle */
    AUDIT_CLAIM_OCCUPIED
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

#endif
