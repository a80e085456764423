/* notation.h - positions, moves and rules as text. Drawings are in draw.h.
 *
 * Positions, native form: `ROWS SIDE SCORES QUIET PLY TEAMS`, rows from the top separated by '/':
 *   wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 1
 * b w r g y p are the marbles of players one to six, n neutral marbles, c the central one of these,
 * x fixed marbles; digits are runs of empty cells (two in a row add up). SIDE is a player's letter.
 * SCORES are the marbles ejected by each player, with an x behind the score of a player who has
 * left and a c behind that of the player who ejected the central marble: 2-0x-1. TEAMS is br-wg,
 * bg-wr or bg-wy-rp, and missing where everybody plays alone. Trailing fields may be left out (then
 * b, zeros, 0, 1, no teams). The number of players is that of the scores; without them it is given
 * by the last colour on the board or in SIDE, and is at least two.
 *
 * The rows determine the board, except that mirror images such as 2x2x3 and 2x3x2 have the same
 * rows: a prefix `2x2x3:` names the board, and without one b <= c. A board of one row is always
 * written with its prefix, because `b1` alone is the name of a layout. The name of a layout
 * (board.h) may replace ROWS, without a prefix. The other forms that are read are listed at
 * paua_form.
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

/* Bytes that the longest text needs, with its NUL. */
#define PAUA_MOVE_TEXT_MAX     32   /* of a move */
#define PAUA_POSITION_TEXT_MAX 256  /* of a position in the native form */
#define PAUA_FORM_TEXT_MAX     8192 /* of a position in any form */
#define PAUA_RULES_TEXT_MAX    256  /* of rules */

/* Forms of positions; docs/formats.md describes each. All are read, recognised by their shape.
 * Forms other than the native one cannot express everything: what a form has no place for is left
 * out when writing, and set to the defaults above when reading. */
typedef enum paua_form {
    /* Described above. */
    PAUA_FORM_NATIVE,
    /* Rows, -5b4w where marbles have been lost, the side to move. */
    PAUA_FORM_APGN,
    /* SS1ss/... 0 0 b 0 1: S black, s white; both scores, side to move, quiet plies, move
     * number. */
    PAUA_FORM_PLAYSTRATEGY,
    /* The side to move, a newline, C5b,D5b,...: "Project Abalone" (seed 002). */
    PAUA_FORM_LIST,
    /* Rows of $ ! and *, lost marbles in the corners: the same document. */
    PAUA_FORM_MATRIX,
    /* Rows of @ O and + with coordinates: the encyclopedia (seed 003). */
    PAUA_FORM_DIAGRAM,
    /* Rows of 1 .. 6 (or o and x) and dots: the network server (seed 004). */
    PAUA_FORM_PBM,
    /* The same with the coordinates that its help draws; two players are x and o. */
    PAUA_FORM_PBM_BOARD,
    PAUA_FORM_COUNT
} paua_form;

PAUA_API const char *paua_form_name(int form); /* "native", "apgn", ...; NULL for other numbers */

/* The sides a, b, c of the board that a position's text is for.
 * Returns PAUA_OK, PAUA_ERROR_BAD_SYNTAX, or PAUA_ERROR_UNSUPPORTED (more than 61 cells). */
PAUA_API paua_status paua_position_shape(const char *text, int sides[3], paua_error *error);

/* Reads a position of this board, in any form. NUL-terminated text; blanks around it are skipped.
 * Returns PAUA_OK, PAUA_ERROR_BAD_SYNTAX, PAUA_ERROR_UNSUPPORTED, or PAUA_ERROR_BAD_POSITION
 * (another board's rows, say). */
PAUA_API paua_status paua_position_parse(const paua_board *board, const char *text,
                                         paua_position *out, paua_error *error);

/* Writes the native form, at most `cap` bytes with its NUL (always there when cap > 0).
 * Returns the length of the full text, as snprintf does. */
PAUA_API size_t paua_position_format(const paua_board *board, const paua_position *position,
                                     char *text, size_t cap);

/* Writes any form; same contract. Returns 0, and an empty text, for a position that the form cannot
 * express at all: marbles of players three to six, neutral or fixed marbles where it has no letters
 * for them, in some forms an empty board. */
PAUA_API size_t paua_position_write(const paua_board *board, const paua_position *position,
                                    paua_form form, char *text, size_t cap);

/* Notations of moves. */
typedef enum paua_notation {
    /* R20: a1b2; a1a3b1, written with the smaller end first, read either way. */
    PAUA_NOTATION_STANDARD,
    /* R21: A5,B5; A1-C3,B2. Rows from the top, diagonals from north-east to south-west. */
    PAUA_NOTATION_PBM,
    /* R22: [a1, c3, b2]. The first and the last marble moved, and the target of the first. */
    PAUA_NOTATION_TRIPLE,
    /* R23: a1b2; c3d6. The first marble and the target of the last. */
    PAUA_NOTATION_NACRE,
    /* R23: a1NE; c3c5NE. One marble or both ends of the line, and a direction. */
    PAUA_NOTATION_DIRECTION,
    PAUA_NOTATION_COUNT
} paua_notation;

/* "standard", "pbm", "triple", "nacre", "direction"; NULL for other numbers. */
PAUA_API const char *paua_notation_name(int notation);

/* Reads one move in this notation, in capitals or small letters, and checks that it is legal in the
 * position. Returns PAUA_OK, PAUA_ERROR_BAD_SYNTAX (not a move on this board), PAUA_ERROR_AMBIGUOUS
 * (several legal readings, listed in the message in standard notation), or PAUA_ERROR_ILLEGAL_MOVE
 * with the reason. */
PAUA_API paua_status paua_move_read(const paua_board *board, const paua_position *position,
                                    paua_notation notation, const char *text, paua_move *out,
                                    paua_error *error);

/* Reads a move in any notation, recognised by its shape. Two adjacent cells are always an in-line
 * move in standard notation; two cells further apart are read as Nacre's. */
PAUA_API paua_status paua_move_parse(const paua_board *board, const paua_position *position,
                                     const char *text, paua_move *out, paua_error *error);

/* Writes a legal move of this position in a notation, so that paua_move_read() reads it back; same
 * contract as paua_position_format(). */
PAUA_API size_t paua_move_write(const paua_board *board, const paua_position *position,
                                paua_notation notation, paua_move move, char *text, size_t cap);

/* Writes a move's standard form; same contract. */
PAUA_API size_t paua_move_format(const paua_board *board, paua_move move, char *text, size_t cap);

/* "e5"; text has at least 5 bytes (rows beyond z are aa, ab, ...). Returns `text`. */
PAUA_API char *paua_cell_format(const paua_board *board, int cell, char *text);

/* Reads rules: the name of a preset, settings such as `win=4`, or both, joined by commas:
 * `course,plies=100`. Without a name the settings change "classic". rules_setting.h has the table
 * of settings; times are seconds with up to three decimals, or have a unit. Returns PAUA_OK, or
 * PAUA_ERROR_BAD_SYNTAX. */
PAUA_API paua_status paua_rules_parse(const paua_board *board, const char *text, paua_rules *out,
                                      paua_error *error);

/* Writes rules so that they are read back the same: the nearest preset and the settings that differ
 * from it. Same contract as paua_position_format(). */
PAUA_API size_t paua_rules_format(const paua_board *board, const paua_rules *rules, char *text,
                                  size_t cap);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_NOTATION_H */
