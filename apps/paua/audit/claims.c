/* claims.c - the statements of "Solving Abalone on Small Boards" (Gutstadt, Hogenson, Koerner,
 * 2023), as data.
 *
 * Nothing here is computed. The paper's pictures are not in its text: B0, B1, C0, D0 and E0 are
 * the layouts of these names (board.h), which fit their descriptions.
 */
#include "audit/claims.h"

/* A side's options from a board, all of them or some. */
#define WHO_PAUA_BLACK "Black's"
#define WHO_PAUA_WHITE "Gray's"
#define LISTED(id_, board_, kind_, words, subject_, side_, list_)                                  \
    {                                                                                              \
        .id = id_, .text = WHO_##side_ " " words " from " subject_ ": " list_,                     \
        .kind = AUDIT_CLAIM_##kind_, .board = AUDIT_BOARD_##board_, .subject = subject_,           \
        .list = list_, .side = side_                                                               \
    }

#define OPTIONS(id, subject, side, list)                                                           \
    LISTED("2." id, 222, OPTIONS, "options", subject, side, list)
#define SAFE(id, subject, side, list) LISTED(id, 223, SAFE, "safe options", subject, side, list)

/* The paper's pruned lists: a move to B12, or Gray's to -B12, stands for what follows from it. */
#define REDUCED(id_, subject_, side_, through_, list_)                                             \
    {                                                                                              \
        .id = "2." id_ ".pruned",                                                                  \
        .text = WHO_##side_ " options from " subject_ ", pruned and reduced: " list_,              \
        .kind = AUDIT_CLAIM_REDUCED, .board = AUDIT_BOARD_222, .subject = subject_, .list = list_, \
        .through = through_, .side = side_                                                         \
    }
#define BLACK_REDUCED(id, subject, list) REDUCED(id, subject, PAUA_BLACK, "B12", list)
#define GRAY_REDUCED(id, subject, list)  REDUCED(id, subject, PAUA_WHITE, "-B12", list)

#define TABLE_SELF(subject_, class_)                                                               \
    {                                                                                              \
        .id = "T1." subject_, .text = "o(" subject_ ") = " class_, .kind = AUDIT_CLAIM_CLASS,      \
        .board = AUDIT_BOARD_222, .subject = subject_, .list = class_                              \
    }
#define TABLE(subject_, class_, negative)                                                          \
    {                                                                                              \
        .id = "T1." subject_,                                                                      \
        .text = "o(" subject_ ") = " class_ ", o(-" subject_ ") = " negative,                      \
        .kind = AUDIT_CLAIM_CLASS, .board = AUDIT_BOARD_222, .subject = subject_,                  \
        .list = class_ " " negative                                                                \
    }

#define SIX_CLASSES(board_, name)                                                                  \
    {                                                                                              \
        .id = "S6." name,                                                                          \
        .text = "Every constellation of " name " is in one of six classes: L, R, D, N, N-hat, "    \
                "N-check",                                                                         \
        .kind = AUDIT_CLAIM_CLASSES, .board = AUDIT_BOARD_##board_,                                \
        .list = "L R D N N-hat N-check"                                                            \
    }

#define NECESSARY(board_, name)                                                                    \
    {                                                                                              \
        .id = "1.middle." name,                                                                    \
        .text = "To occupy the middle is necessary to win on " name " in more than half of the "   \
                "won positions",                                                                   \
        .kind = AUDIT_CLAIM_NECESSARY, .board = AUDIT_BOARD_##board_, .side = PAUA_BLACK,          \
        .number = 50                                                                               \
    }
#define OCCUPIED(board_, name)                                                                     \
    {                                                                                              \
        .id = "1.there." name,                                                                     \
        .text = "Black has a marble in the middle on more than half of the boards of " name        \
                " that he wins whoever begins",                                                    \
        .kind = AUDIT_CLAIM_OCCUPIED, .board = AUDIT_BOARD_##board_, .list = "L",                  \
        .side = PAUA_BLACK, .number = 50                                                           \
    }
#define BEYOND(board_, name)                                                                       \
    {                                                                                              \
        .id = "4.beyond." name,                                                                    \
        .text = "An exhaustive analysis of " name " exceeds the computing power of today",         \
        .kind = AUDIT_CLAIM_BEYOND, .board = AUDIT_BOARD_##board_                                  \
    }

/* How soon the triangle of Lemma 3.1 is made. */
#define TRIANGLE_MOVES(id_, text_, letters, beside, moves)                                         \
    {                                                                                              \
        .id = "3.1.moves." id_, .text = text_, .kind = AUDIT_CLAIM_TRIANGLE_MOVES,                 \
        .board = AUDIT_BOARD_223, .list = letters, .through = beside, .side = PAUA_BLACK,          \
        .number = moves                                                                            \
    }

/* What is forced after bad moves. */
#define FORCED(id_, text_, subject_, side_, reply, goals, moves)                                   \
    {                                                                                              \
        .id = id_, .text = text_, .kind = AUDIT_CLAIM_FORCED, .board = AUDIT_BOARD_223,            \
        .subject = subject_, .list = goals, .through = reply, .side = side_, .number = moves       \
    }

static const struct audit_claim claims[] = {
    /* section 1 */
    {.id = "1.fork",
     .text = "Figure 3: on 2x2x3 three black marbles that touch can threaten two marbles, one of "
             "which is lost",
     .kind = AUDIT_CLAIM_FORK,
     .board = AUDIT_BOARD_223,
     .side = PAUA_BLACK,
     .number = 2},
    NECESSARY(222, "2x2x2"),
    NECESSARY(223, "2x2x3"),
    NECESSARY(233, "2x3x3"),
    NECESSARY(333, "3x3x3"),
    OCCUPIED(222, "2x2x2"),
    OCCUPIED(223, "2x2x3"),
    OCCUPIED(233, "2x3x3"),
    OCCUPIED(333, "3x3x3"),
    SIX_CLASSES(222, "2x2x2"),
    SIX_CLASSES(223, "2x2x3"),
    SIX_CLASSES(233, "2x3x3"),
    SIX_CLASSES(333, "3x3x3"),

    /* section 2 */
    {.id = "2.count",
     .text = "2x2x2 has exactly 23 non-isomorphic boards",
     .kind = AUDIT_CLAIM_COUNT,
     .board = AUDIT_BOARD_222,
     .number = 23},
    {.id = "2.names",
     .text = "There are boards B0 to B13 that have the options listed for them",
     .kind = AUDIT_CLAIM_NAMES,
     .board = AUDIT_BOARD_222,
     .list = "B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 B13"},
    {.id = "2.B0",
     .text = "B0 is the standard start of 2x2x2",
     .kind = AUDIT_CLAIM_START,
     .board = AUDIT_BOARD_222,
     .subject = "B0",
     .list = "b0"},
    {.id = "2.B1",
     .text = "B1 is the Belgian daisy of 2x2x2",
     .kind = AUDIT_CLAIM_START,
     .board = AUDIT_BOARD_222,
     .subject = "B1",
     .list = "b1"},
    {.id = "2.positions",
     .text = "The named positions b0 to b13 are these boards",
     .kind = AUDIT_CLAIM_POSITIONS,
     .board = AUDIT_BOARD_222,
     .list = "B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 B13",
     .through = "b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13"},
    {.id = "2.daisy",
     .text = "B1 is a simplified daisy",
     .kind = AUDIT_CLAIM_DAISIES,
     .board = AUDIT_BOARD_222,
     .list = "B1"},
    {.id = "2.negatives",
     .text = "B0 to B4 are self-negative, B5 to B13 are not",
     .kind = AUDIT_CLAIM_SELF_NEGATIVE,
     .board = AUDIT_BOARD_222,
     .list = "B0 B1 B2 B3 B4"},
    OPTIONS("B11R", "B11", PAUA_WHITE, "B12"),
    {.id = "2.B12",
     .text = "From B12 Black can push a marble off",
     .kind = AUDIT_CLAIM_EJECTS,
     .board = AUDIT_BOARD_222,
     .subject = "B12",
     .side = PAUA_BLACK},
    {.id = "2.B11L",
     .text = "From B11 Black can move to B11",
     .kind = AUDIT_CLAIM_CAN,
     .board = AUDIT_BOARD_222,
     .subject = "B11",
     .list = "B11",
     .side = PAUA_BLACK},
    {.id = "2.B0L",
     .text = "From B0 Black can move to B11",
     .kind = AUDIT_CLAIM_CAN,
     .board = AUDIT_BOARD_222,
     .subject = "B0",
     .list = "B11",
     .side = PAUA_BLACK},
    {.id = "2.B4L",
     .text = "From B4 Black can move to B11",
     .kind = AUDIT_CLAIM_CAN,
     .board = AUDIT_BOARD_222,
     .subject = "B4",
     .list = "B11",
     .side = PAUA_BLACK},
    {.id = "2.first",
     .text = "Black wins when playing first on B5, B7, B8 and B12",
     .kind = AUDIT_CLAIM_WINS,
     .board = AUDIT_BOARD_222,
     .list = "B5 B7 B8 B12",
     .side = PAUA_BLACK},
    OPTIONS("B1L", "B1", PAUA_BLACK, "-B6 B10"),
    OPTIONS("B1R", "B1", PAUA_WHITE, "B6 -B10"),
    OPTIONS("B2L", "B2", PAUA_BLACK, "-B7 B12"),
    OPTIONS("B2R", "B2", PAUA_WHITE, "B7 -B12"),
    BLACK_REDUCED("B2L", "B2", "B1 -B6 B10"),
    GRAY_REDUCED("B2R", "B2", "B1 B6 -B10"),
    OPTIONS("B3L", "B3", PAUA_BLACK, "B6 B12 B13"),
    OPTIONS("B3R", "B3", PAUA_WHITE, "-B6 -B12 -B13"),
    BLACK_REDUCED("B3L", "B3", "B1 B6 -B6 B10 B13"),
    GRAY_REDUCED("B3R", "B3", "B1 B6 -B6 -B10 -B13"),
    OPTIONS("B6L", "B6", PAUA_BLACK, "B3 B9 B13"),
    OPTIONS("B6R", "B6", PAUA_WHITE, "B1 -B10"),
    OPTIONS("-B6L", "-B6", PAUA_BLACK, "B1 B10"),
    OPTIONS("-B6R", "-B6", PAUA_WHITE, "B3 -B9 -B13"),
    OPTIONS("B9L", "B9", PAUA_BLACK, "B6 -B7 B12 B13"),
    OPTIONS("B9R", "B9", PAUA_WHITE, "B8 B10"),
    BLACK_REDUCED("B9L", "B9", "B1 B6 -B6 B10 B13"),
    GRAY_REDUCED("B9R", "B9", "B10"),
    OPTIONS("-B9L", "-B9", PAUA_BLACK, "-B8 -B10"),
    OPTIONS("-B9R", "-B9", PAUA_WHITE, "-B6 B7 -B12 -B13"),
    BLACK_REDUCED("-B9L", "-B9", "-B10"),
    GRAY_REDUCED("-B9R", "-B9", "B1 B6 -B6 -B10 -B13"),
    OPTIONS("B10L", "B10", PAUA_BLACK, "B1 -B5 -B6 B10"),
    OPTIONS("B10R", "B10", PAUA_WHITE, "B9 B12 B13"),
    BLACK_REDUCED("B10L", "B10", "B1 -B6 B10"),
    GRAY_REDUCED("B10R", "B10", "B9 B13"),
    OPTIONS("-B10L", "-B10", PAUA_BLACK, "-B9 -B12 -B13"),
    OPTIONS("-B10R", "-B10", PAUA_WHITE, "B1 B5 B6 -B10"),
    BLACK_REDUCED("-B10L", "-B10", "-B9 -B13"),
    GRAY_REDUCED("-B10R", "-B10", "B1 B6 -B10"),
    OPTIONS("B13L", "B13", PAUA_BLACK, "B3 B6 B9"),
    OPTIONS("B13R", "B13", PAUA_WHITE, "B10"),
    OPTIONS("-B13L", "-B13", PAUA_BLACK, "-B10"),
    OPTIONS("-B13R", "-B13", PAUA_WHITE, "B3 -B6 -B9"),
    {.id = "2.S",
     .text = "Optimal play from B1, B2, B3, +-B6, +-B9, +-B10 and +-B13 always comes back to them",
     .kind = AUDIT_CLAIM_FOREVER,
     .board = AUDIT_BOARD_222,
     .list = "B1 B2 B3 B6 -B6 B9 -B9 B10 -B10 B13 -B13"},
    OPTIONS("B5R", "B5", PAUA_WHITE, "-B10"),
    OPTIONS("B7R", "B7", PAUA_WHITE, "B2 -B9 -B12"),
    GRAY_REDUCED("B7R", "B7", "B1 B2 B6 -B9 -B10"),
    OPTIONS("B8R", "B8", PAUA_WHITE, "B9 B12"),
    GRAY_REDUCED("B8R", "B8", "B9"),
    OPTIONS("B12R", "B12", PAUA_WHITE, "B8 B10 B11"),
    GRAY_REDUCED("B12R", "B12", "B10"),
    TABLE_SELF("B0", "N"),
    TABLE_SELF("B1", "D"),
    TABLE_SELF("B2", "D"),
    TABLE_SELF("B3", "D"),
    TABLE_SELF("B4", "N"),
    TABLE("B5", "N-hat", "N-check"),
    TABLE("B6", "D", "D"),
    TABLE("B7", "N-hat", "N-check"),
    TABLE("B8", "N-hat", "N-check"),
    TABLE("B9", "D", "D"),
    TABLE("B10", "D", "D"),
    TABLE("B11", "L", "R"),
    TABLE("B12", "N-hat", "N-check"),
    TABLE("B13", "D", "D"),
    {.id = "2.3",
     .text = "2x2x2 is strongly solved: Table 1 has every board and is right",
     .kind = AUDIT_CLAIM_TABLE,
     .board = AUDIT_BOARD_222},

    /* section 3 */
    {.id = "3.count",
     .text = "2x2x3 has over 555 non-isomorphic boards",
     .kind = AUDIT_CLAIM_MORE_THAN,
     .board = AUDIT_BOARD_223,
     .number = 555},
    {.id = "3.names",
     .text = "There are boards C0 to C8 that have the safe options listed for them",
     .kind = AUDIT_CLAIM_NAMES,
     .board = AUDIT_BOARD_223,
     .list = "C0 C1 C2 C3 C4 C5 C6 C7 C8"},
    {.id = "3.C0",
     .text = "C0 is the standard start of 2x2x3",
     .kind = AUDIT_CLAIM_START,
     .board = AUDIT_BOARD_223,
     .subject = "C0",
     .list = "c0"},
    {.id = "3.positions",
     .text = "The named positions c0 to c8 are these boards",
     .kind = AUDIT_CLAIM_POSITIONS,
     .board = AUDIT_BOARD_223,
     .list = "C0 C1 C2 C3 C4 C5 C6 C7 C8",
     .through = "c0 c1 c2 c3 c4 c5 c6 c7 c8"},
    {.id = "3.daisy",
     .text = "2x2x3 has no constellation of the type of the daisies",
     .kind = AUDIT_CLAIM_DAISIES,
     .board = AUDIT_BOARD_223,
     .list = ""},
    {.id = "3.1.held",
     .text = "While Black is on both middle cells, neither of these marbles can be pushed away",
     .kind = AUDIT_CLAIM_HELD,
     .board = AUDIT_BOARD_223,
     .side = PAUA_BLACK},
    {.id = "3.1.triangle",
     .text = "The triangle threatens all cells but 3; Black to move pushes off at once, or Gray is "
             "on these 3",
     .kind = AUDIT_CLAIM_TRIANGLE,
     .board = AUDIT_BOARD_223,
     .side = PAUA_BLACK,
     .number = 3},
    TRIANGLE_MOVES("tips", "With the third marble on b or i Black needs no move to the triangle",
                   "bi", NULL, 0),
    TRIANGLE_MOVES("corners", "Figure 7: from a, c, h or j one move makes it, or ejects", "achj",
                   NULL, 1),
    TRIANGLE_MOVES("ends", "From d or g two moves make it if a cell beside it is free", "dg",
                   "free", 2),
    TRIANGLE_MOVES("blocked", "Figure 8: three moves make it if Gray is on both", "dg", "blocked",
                   3),
    {.id = "3.1.figure9",
     .text = "With Gray on the 3 safe cells a move in line keeps the middle; the only safe reply "
             "lets Black fork",
     .kind = AUDIT_CLAIM_TRIANGLE_BREAKS,
     .board = AUDIT_BOARD_223,
     .side = PAUA_BLACK,
     .number = 1},
    {.id = "3.1.neutral",
     .text =
         "On the neutral boards Black first pushes off or makes the triangle, Gray first pushes "
         "off",
     .kind = AUDIT_CLAIM_TWO_WAYS,
     .board = AUDIT_BOARD_223,
     .list = "L",
     .side = PAUA_BLACK,
     .number = 5},
    {.id = "3.1",
     .text = "With Black on both middle cells a board is in L, unless it has the neutral "
             "subconfiguration: then in N",
     .kind = AUDIT_CLAIM_MIDDLE,
     .board = AUDIT_BOARD_223,
     .list = "L N",
     .side = PAUA_BLACK},
    {.id = "3.2",
     .text = "With Gray on both middle cells a board is in R, unless its negative has the neutral "
             "subconfiguration: then in N",
     .kind = AUDIT_CLAIM_MIDDLE,
     .board = AUDIT_BOARD_223,
     .list = "R N",
     .side = PAUA_WHITE},
    {.id = "3.3.options",
     .text = "From C0 Black has four non-isomorphic options",
     .kind = AUDIT_CLAIM_OPTION_COUNT,
     .board = AUDIT_BOARD_223,
     .subject = "C0",
     .side = PAUA_BLACK,
     .number = 4},
    FORCED(
        "3.3.bad1",
        "Figures 10, 11: after Bad Move 1 Gray gets to a triangle or to a fork, as Black answers",
        "C0", PAUA_BLACK, "quiet", "triangle fork", 1),
    FORCED("3.3.bad2",
           "Figure 12: after Bad Move 2 Gray threatens a marble; the same two answers, triangle or "
           "fork",
           "C0", PAUA_BLACK, "threat", "triangle fork", 1),
    FORCED("3.3.bad3",
           "Figure 13: after Bad Move 3 Gray threatens a marble; all three answers lead to a "
           "triangle",
           "C0", PAUA_BLACK, "threat", "triangle triangle triangle", 1),
    {.id = "3.3",
     .text = "Black's only first move that does not lose is to C1",
     .kind = AUDIT_CLAIM_SAFE,
     .board = AUDIT_BOARD_223,
     .subject = "C0",
     .list = "C1",
     .side = PAUA_BLACK},
    {.id = "3.4.options",
     .text = "From C1 Gray has seven non-isomorphic options",
     .kind = AUDIT_CLAIM_OPTION_COUNT,
     .board = AUDIT_BOARD_223,
     .subject = "C1",
     .side = PAUA_WHITE,
     .number = 7},
    {.id = "3.4.danger",
     .text = "After two of them Black pushes a marble off at once",
     .kind = AUDIT_CLAIM_BLUNDERS,
     .board = AUDIT_BOARD_223,
     .subject = "C1",
     .side = PAUA_WHITE,
     .number = 2},
    FORCED("3.4.bad12",
           "Figures 14, 15: after Bad Responses 1 and 2 Black threatens a marble; the only answer "
           "leads to a triangle",
           "C1", PAUA_WHITE, "threat", "triangle", 2),
    {.id = "3.4.figure16",
     .text = "After another one Black can go to a self-negative board on which who moves loses",
     .kind = AUDIT_CLAIM_MUTUAL,
     .board = AUDIT_BOARD_223,
     .subject = "C1",
     .list = "P",
     .side = PAUA_WHITE},
    {.id = "3.4",
     .text = "Gray's only replies that do not lose are to C2 and C3",
     .kind = AUDIT_CLAIM_SAFE,
     .board = AUDIT_BOARD_223,
     .subject = "C1",
     .list = "C2 C3",
     .side = PAUA_WHITE},
    SAFE("3.5.C0L", "C0", PAUA_BLACK, "C1"),
    SAFE("3.5.C1R", "C1", PAUA_WHITE, "C2 C3"),
    SAFE("3.5.C2L", "C2", PAUA_BLACK, "C4 C5"),
    SAFE("3.5.C3L", "C3", PAUA_BLACK, "C4"),
    SAFE("3.5.C4R", "C4", PAUA_WHITE, "C6"),
    SAFE("3.5.C5R", "C5", PAUA_WHITE, "C7"),
    SAFE("3.5.C6L", "C6", PAUA_BLACK, "C8"),
    SAFE("3.5.C7L", "C7", PAUA_BLACK, "C6 C8"),
    SAFE("3.5.C6R", "C6", PAUA_WHITE, "-C8"),
    SAFE("3.5.C8R", "C8", PAUA_WHITE, "C2 C3"),
    SAFE("3.5.-C8L", "-C8", PAUA_BLACK, "C2 C3"),
    SAFE("3.5.C2R", "C2", PAUA_WHITE, "-C4 -C5"),
    SAFE("3.5.C3R", "C3", PAUA_WHITE, "-C4"),
    SAFE("3.5.-C4L", "-C4", PAUA_BLACK, "C6"),
    SAFE("3.5.-C5L", "-C5", PAUA_BLACK, "-C7"),
    SAFE("3.5.-C7R", "-C7", PAUA_WHITE, "C6 -C8"),
    {.id = "3.5.boards",
     .text = "An optimal game that Black begins meets 13 boards: C0 to C8, -C4, -C5, -C7 and -C8",
     .kind = AUDIT_CLAIM_REACHED,
     .board = AUDIT_BOARD_223,
     .subject = "C0",
     .list = "C0 C1 C2 C3 C4 C5 C6 C7 C8 -C4 -C5 -C7 -C8",
     .side = PAUA_BLACK,
     .number = 13},
    {.id = "3.5.line",
     .text = "In optimal play nobody moves out of the middle line (d to g) unless that threatens a "
             "marble",
     .kind = AUDIT_CLAIM_LINE,
     .board = AUDIT_BOARD_223,
     .subject = "C0",
     .through = "threat",
     .side = PAUA_BLACK},
    {.id = "3.5.figure17",
     .text = "Figure 17: that can lose, too: Gray parries, Black has to return, and Gray forks",
     .kind = AUDIT_CLAIM_LINE_LOSES,
     .board = AUDIT_BOARD_223,
     .subject = "C0",
     .side = PAUA_BLACK,
     .number = 5},
    {.id = "3.5",
     .text = "2x2x3 is weakly solved: o(C0) = D",
     .kind = AUDIT_CLAIM_CLASS,
     .board = AUDIT_BOARD_223,
     .subject = "C0",
     .list = "D"},

    /* section 4 */
    {.id = "4.1",
     .text = "Conjecture: on 2x3x3, pushing off two wins, o(D0) = D",
     .kind = AUDIT_CLAIM_CLASS,
     .board = AUDIT_BOARD_233,
     .subject = "d0",
     .list = "D"},
    {.id = "4.2",
     .text = "Conjecture: on 3x3x3, pushing off two wins, o(E0) = N",
     .kind = AUDIT_CLAIM_CLASS,
     .board = AUDIT_BOARD_333,
     .subject = "e0",
     .list = "N"},
    {.id = "4.2.move",
     .text = "There Black can win by moving two marbles broadside into the middle at once",
     .kind = AUDIT_CLAIM_BROADSIDE,
     .board = AUDIT_BOARD_333,
     .subject = "e0",
     .side = PAUA_BLACK,
     .number = 2},
    {.id = "4.2.balanced",
     .text = "A more balanced start than E0 is to be selected: e0-balanced, drawn and the same for "
             "both sides",
     .kind = AUDIT_CLAIM_BALANCED,
     .board = AUDIT_BOARD_333,
     .subject = "e0-balanced"},
    BEYOND(233, "2x3x3"),
    BEYOND(333, "3x3x3"),
    {.id = "4.3.diamond",
     .text = "Conjecture: every 2x3x3 board with Black on the Diamond is in L",
     .kind = AUDIT_CLAIM_FAMILY,
     .board = AUDIT_BOARD_233,
     .list = "2 2"},
    {.id = "4.3.trapezoid",
     .text = "Conjecture: every 2x3x3 board with Black on the Trapezoid is in L",
     .kind = AUDIT_CLAIM_FAMILY,
     .board = AUDIT_BOARD_233,
     .list = "3 2"},
    {.id = "4.4",
     .text = "Many winning subconfigurations of 2x3x3 are convex clusters in the middle",
     .kind = AUDIT_CLAIM_CLUSTERS,
     .board = AUDIT_BOARD_233},
    {.id = "4.4.forks",
     .text = "Many winning subconfigurations of 2x3x3 contain forks",
     .kind = AUDIT_CLAIM_FORK_SHAPES,
     .board = AUDIT_BOARD_233,
     .number = 50},
};

const struct audit_claim *audit_paper_claims(int *count)
{
    *count = (int)(sizeof claims / sizeof *claims);
    return claims;
}
