/* notation.h - positions, moves and rules as text. Drawings are in draw.h.
 *
 * Positions, native form: `ROWS SIDE SCORES QUIET PLY TEAMS`, rows from the top separated by '/':
 *   wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 1
 * b w r g y p are the marbles of players one to six, n neutral ones, c the central one of them, x a fixed
 * one; digits are runs of empty cells (two in a row add up). SIDE is a player's letter. SCORES are the
 * marbles ejected by each player, an x behind that of one who has left, a c behind that of one who has
 * ejected the central marble: 2-0x-1. TEAMS is br-wg, bg-wr or bg-wy-rp, and missing where everybody plays
 * alone. Trailing fields may be left out (then b, zeros, 0, 1, no teams). As many play as SCORES has numbers;
 * without it the last colour on the board or in SIDE tells, and two play at least.
 * The rows tell the board; where two mirror images have the same rows a prefix does: `2x2x3:`.
 * Without one the board with b <= c is meant. A board of one row is written with its prefix too, for
 * `b1` alone is the name of a layout. Such a name (board.h) may stand instead of ROWS, without a prefix.
 * The other forms that are read are listed at paua_form.
 *
 * Moves: see paua_notation.
 *
 * Every function is thread-safe and allocates nothing. Parsers write their outputs only on PAUA_OK;
 * `error` may be NULL.
 */
#ifndef PAUA_NOTATION_H
#define PAUA_NOTATION_H

#include <paua/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAUA_MOVE_TEXT_MAX     32   /* bytes that any move's text needs, with its NUL */
#define PAUA_POSITION_TEXT_MAX 256  /* the same of a position's native form */
#define PAUA_FORM_TEXT_MAX     8192 /* the same of any form */
#define PAUA_RULES_TEXT_MAX    256  /* the same of rules */

/* Forms of positions; docs/formats.md describes each. All are read, recognised by their shape. Those other than the
 * native one cannot say everything; what a form has no place for is left out when writing, and taken from the
 * defaults above when reading. */
typedef enum paua_form {
    PAUA_FORM_NATIVE,       /* above */
    PAUA_FORM_APGN,         /* rows, -5b4w where marbles have been lost, the side to move */
    PAUA_FORM_PLAYSTRATEGY, /* SS1ss/... 0 0 b 0 1: S black, s white, scores, side, quiet plies, move */
    PAUA_FORM_LIST,    /* the side to move, a newline, C5b,D5b,...: "Project Abalone" (seed 002) */
    PAUA_FORM_TRIPLE,  /* rows of $ ! and *, marbles lost in the corners: the same document */
    PAUA_FORM_DIAGRAM, /* rows of @ O and +, with coordinates: the encyclopedia's (seed 003) */
    PAUA_FORM_PBM,     /* rows of 1 .. 6 (or o and x) and dots: the network server's (seed 004) */
    PAUA_FORMS
} paua_form;

PAUA_API const char *paua_form_name(int form); /* "native", "apgn", ...; NULL for other numbers */

/* Which board a position's text is about: its sides a, b, c.
 * Returns PAUA_OK, PAUA_BAD_SYNTAX, or PAUA_UNSUPPORTED (more than 61 cells). */
PAUA_API paua_status paua_position_shape(const char *text, int sides[3], paua_error *error);

/* Reads a position of this board, in any form. NUL-terminated text; blanks around it are skipped.
 * Returns PAUA_OK, PAUA_BAD_SYNTAX, PAUA_UNSUPPORTED, or PAUA_BAD_POSITION (another board's rows, say). */
PAUA_API paua_status paua_position_parse(const paua_board *board, const char *text,
                                         paua_position *out, paua_error *error);

/* Writes the native form, at most `cap` bytes with its NUL (always there when cap > 0).
 * Returns the length of the full text, as snprintf does. */
PAUA_API size_t paua_position_format(const paua_board *board, const paua_position *position,
                                     char *text, size_t cap);

/* Writes any form; same contract. Returns 0, and an empty text, for what the form cannot say at all: marbles
 * of players three to six, neutral or fixed ones where it has no letters for them, in some an empty board. */
PAUA_API size_t paua_position_write(const paua_board *board, const paua_position *position,
                                    paua_form form, char *text, size_t cap);

/* Notations of moves. */
typedef enum paua_notation {
    PAUA_STANDARD, /* R20: a1b2; a1a3b1, written with the smaller end first, read either way */
    PAUA_PBM, /* R21: A5,B5; A1-C3,B2 - rows from the top, diagonals from north-east to south-west */
    PAUA_TRIPLE,    /* R22: [a1, c3, b2] - first and last marble moved, where the first goes */
    PAUA_NACRE,     /* R23: a1b2; c3d6 - the first marble, where the last one goes */
    PAUA_DIRECTION, /* R23: a1NE; c3c5NE - one marble or both ends, and a direction */
    PAUA_NOTATIONS
} paua_notation;

PAUA_API const char *
paua_notation_name(int notation); /* "standard", "pbm", "triple", "nacre", "direction" */

/* Reads one move in this notation, in capitals or small letters, and checks that it is legal here.
 * Returns PAUA_OK, PAUA_BAD_SYNTAX (no move of this board), PAUA_AMBIGUOUS (several legal readings, which
 * the message lists in standard notation), or PAUA_ILLEGAL_MOVE with the reason. */
PAUA_API paua_status paua_move_read(const paua_board *board, const paua_position *position,
                                    paua_notation notation, const char *text, paua_move *out,
                                    paua_error *error);

/* The same in any notation, recognised by its shape. Two cells next to each other are the standard notation's
 * in-line move and nothing else; two cells apart, which it does not know, are Nacre's. */
PAUA_API paua_status paua_move_parse(const paua_board *board, const paua_position *position,
                                     const char *text, paua_move *out, paua_error *error);

/* Writes a legal move of this position in a notation, so that paua_move_read() reads it back; same contract as
 * paua_position_format(). */
PAUA_API size_t paua_move_write(const paua_board *board, const paua_position *position,
                                paua_notation notation, paua_move move, char *text, size_t cap);

/* Writes a move's standard form; same contract. */
PAUA_API size_t paua_move_format(const paua_board *board, paua_move move, char *text, size_t cap);

/* "e5"; text has at least 5 bytes (rows beyond z are aa, ab, ...). Returns `text`. */
PAUA_API char *paua_cell_format(const paua_board *board, int cell, char *text);

/* Reads rules: a preset's name, settings such as `win=4`, or both, joined by commas: `course,plies=100`. Without
 * a name the settings change "classic". Settings: win repetition quiet plies centre (numbers), stuck=draw|loss,
 * limit=draw|score, ko=yes|no, turn game gain (seconds, with up to three decimals).
 * Returns PAUA_OK, or PAUA_BAD_SYNTAX. */
PAUA_API paua_status paua_rules_parse(const paua_board *board, const char *text, paua_rules *out,
                                      paua_error *error);

/* Writes rules so that they are read back the same: the nearest preset and what differs from it. Same contract as
 * paua_position_format(). */
PAUA_API size_t paua_rules_format(const paua_board *board, const paua_rules *rules, char *text,
                                  size_t cap);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_NOTATION_H */
