/* draw.h - drawings of a position: text, SVG, TikZ.
 *
 * All are written as snprintf does: at most `cap` bytes with a NUL (always there when cap > 0), and the
 * length of the full text is returned. Every board and any number of players. The same position drawn in the same
 * way gives the same bytes. Thread-safe, allocates nothing. docs/drawing.md shows what they look like.
 */
#ifndef PAUA_DRAW_H
#define PAUA_DRAW_H

#include <paua/notation.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A few letters on a cell; many are written small. They stand instead of the mark that marbles of
 * players three to six have. */
typedef struct paua_label {
    int cell;
    const char *text; /* UTF-8; what is malformed is drawn as a replacement character */
} paua_label;

typedef struct paua_drawing {
    paua_move last;          /* the move that led here, which is marked, or PAUA_NO_MOVE */
    bool turned;             /* by half a turn: the top row, White's, is at the bottom */
    bool coordinates;        /* row letters and column numbers */
    bool colour;             /* text only: ANSI colours */
    bool unicode;            /* text only: circles for marbles */
    const paua_move *arrows; /* moves to point out, as arrows; not in text. Borrowed, may be NULL */
    int arrow_count;
    const paua_label *labels; /* not in text. Borrowed, may be NULL */
    int label_count;
} paua_drawing;

/* One line a row, each ended by a newline; the cells of the last move stand in brackets. Plain: '@' black,
 * 'O' white, players three to six their letter, 'n' neutral, 'c' central, 'x' fixed, '.' empty. Unicode (UTF-8):
 * a black and a white circle, the letters in circles. Scores are not drawn. */
PAUA_API size_t paua_draw_text(const paua_board *board, const paua_position *position,
                               const paua_drawing *how, char *text, size_t cap);

/* A self-contained SVG document in whole numbers; below the board is what has been ejected. Players differ in colour, in
 * lightness and, but for the first two, by a mark on their marbles. Several drawings may stand in one page: the
 * ids in them are paua-COLOUR and always mean the same. */
PAUA_API size_t paua_draw_svg(const paua_board *board, const paua_position *position,
                              const paua_drawing *how, char *text, size_t cap);

/* A tikzpicture environment of the same drawing, which needs no library but TikZ itself. */
PAUA_API size_t paua_draw_tikz(const paua_board *board, const paua_position *position,
                               const paua_drawing *how, char *text, size_t cap);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_DRAW_H */
