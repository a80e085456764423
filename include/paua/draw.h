/* draw.h - drawings of a position: text, SVG, TikZ, PNG.
 *
 * Text is written as snprintf does: at most `cap` bytes with a NUL (always there when cap > 0); the
 * length of the full text is returned, nothing is allocated. Any board and any number of players
 * can be drawn. The same position with the same options gives the same bytes, as PNG the same
 * pixels. Thread-safe. docs/drawing.md shows examples.
 */
#ifndef PAUA_DRAW_H
#define PAUA_DRAW_H

#include <paua/notation.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A few letters on a cell; longer texts are drawn smaller. A label replaces the mark on marbles of
 * players three to six. */
typedef struct paua_label {
    int cell;
    const char *text; /* UTF-8; malformed bytes are drawn as replacement characters */
} paua_label;

/* What is drawn beside the marbles. A drawing with a wrong size is refused: text of length 0,
 * PAUA_ERROR_BAD_ARGUMENT. */
typedef struct paua_drawing {
    size_t size;             /* sizeof(paua_drawing), set by the caller */
    paua_move last;          /* the last move, which is marked, or PAUA_NO_MOVE */
    bool turned;             /* by half a turn: the top row, White's, is at the bottom */
    bool coordinates;        /* row letters and column numbers */
    bool colour;             /* text only: ANSI colours */
    bool unicode;            /* text only: circles for marbles */
    const paua_move *arrows; /* moves drawn as arrows; not in text. Borrowed, may be NULL */
    int arrow_count;
    const paua_label *labels; /* not in text. Borrowed, may be NULL */
    int label_count;
} paua_drawing;

/* One line a row, each ended by a newline; the cells of the last move are in brackets. Plain: '@'
 * black, 'O' white, the letters of players three to six, 'n' neutral, 'c' central, 'x' fixed, '.'
 * empty. Unicode (UTF-8): a black and a white circle, and circled letters. Scores are not drawn. */
PAUA_API size_t paua_draw_text(const paua_board *board, const paua_position *position,
                               const paua_drawing *how, char *text, size_t cap);

/* A self-contained SVG document with integer coordinates; the ejected marbles are below the board.
 * Players differ in colour and lightness, and from player three on by a mark on their marbles.
 * Several drawings can share a page: their ids are paua-COLOUR and always have the same meaning. */
PAUA_API size_t paua_draw_svg(const paua_board *board, const paua_position *position,
                              const paua_drawing *how, char *text, size_t cap);

/* The drawing of paua_draw_svg() as a tikzpicture environment; it needs TikZ alone. */
PAUA_API size_t paua_draw_tikz(const paua_board *board, const paua_position *position,
                               const paua_drawing *how, char *text, size_t cap);

/* The drawing of paua_draw_svg() in pixels, as PNG on white ground, its longer side `size` pixels,
 * PAUA_PNG_MIN .. PAUA_PNG_MAX, with at most 256 colours. Characters beyond ASCII are drawn as
 * boxes. *png becomes *length bytes, the same ones as long as libpng and zlib are the same; free()
 * it. Needs little more than a byte for each pixel. PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (a wrong
 * size) or PAUA_ERROR_NO_MEMORY. */
#define PAUA_PNG_MIN 16
#define PAUA_PNG_MAX 10000
PAUA_API paua_status paua_draw_png(const paua_board *board, const paua_position *position,
                                   const paua_drawing *how, int size, unsigned char **png,
                                   size_t *length);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_DRAW_H */
