/* notation.h - positions and moves as text.
 *
 * Positions, native form: `ROWS SIDE SCORES QUIET PLY`, rows from the top separated by '/':
 *   wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 1
 * 'b' and 'w' are marbles, digits are runs of empty cells (two in a row add up); SCORES are the
 * marbles ejected by Black and by White. Trailing fields may be left out (then b, 0-0, 0, 1).
 * The rows tell the board; where two mirror images have the same rows a prefix does: `2x2x3:`.
 * Without one the board with b <= c is meant. A board of one row is written with its prefix too, for
 * `b1` alone is the name of a layout. Such a name (board.h) may stand instead of ROWS, without a prefix.
 *
 * Moves, standard form (R20): in-line `a1b2` - the trailing marble and where it goes; broadside
 * `a1a3b1` - one end, the other end, where the first goes; written with the smaller end first and
 * in small letters, read either way.
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

#define PAUA_MOVE_TEXT_MAX     16  /* bytes that any move's text needs, with its NUL */
#define PAUA_POSITION_TEXT_MAX 256 /* bytes that any position's text needs, with its NUL */

/* Which board a position's text is about: its sides a, b, c.
 * Returns PAUA_OK, PAUA_BAD_SYNTAX, or PAUA_UNSUPPORTED (more than 61 cells). */
PAUA_API paua_status paua_position_shape(const char *text, int sides[3], paua_error *error);

/* Reads a position of this board. NUL-terminated text; blanks around it are skipped.
 * Returns PAUA_OK, PAUA_BAD_SYNTAX, PAUA_UNSUPPORTED, or PAUA_BAD_POSITION (another board's rows, say). */
PAUA_API paua_status paua_position_parse(const paua_board *board, const char *text,
                                         paua_position *out, paua_error *error);

/* Writes the native form, at most `cap` bytes with its NUL (always there when cap > 0).
 * Returns the length of the full text, as snprintf does. */
PAUA_API size_t paua_position_format(const paua_board *board, const paua_position *position,
                                     char *text, size_t cap);

/* Reads one move and checks that it is legal here.
 * Returns PAUA_OK, PAUA_BAD_SYNTAX (no move of this board), or PAUA_ILLEGAL_MOVE with the reason. */
PAUA_API paua_status paua_move_parse(const paua_board *board, const paua_position *position,
                                     const char *text, paua_move *out, paua_error *error);

/* Writes a move's standard form; same contract as paua_position_format(). */
PAUA_API size_t paua_move_format(const paua_board *board, paua_move move, char *text, size_t cap);

/* "e5"; text has at least 5 bytes (rows beyond z are aa, ab, ...). Returns `text`. */
PAUA_API char *paua_cell_format(const paua_board *board, int cell, char *text);

/* Drawings of a position, written as snprintf does. `last` is marked when it is not PAUA_NO_MOVE. */
typedef struct paua_drawing {
    paua_move last;   /* the move that led here, or PAUA_NO_MOVE */
    bool white_below; /* turn the board so that White's side is at the bottom */
    bool coordinates; /* row letters and column numbers */
    bool colour;      /* text only: ANSI colours */
} paua_drawing;

/* Plain text: '@' black, 'O' white, '.' empty; one line a row, each ended by a newline. */
PAUA_API size_t paua_draw_text(const paua_board *board, const paua_position *position,
                               const paua_drawing *how, char *text, size_t cap);

/* A self-contained SVG document. */
PAUA_API size_t paua_draw_svg(const paua_board *board, const paua_position *position,
                              const paua_drawing *how, char *text, size_t cap);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_NOTATION_H */
