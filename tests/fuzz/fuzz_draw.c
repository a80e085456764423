/* fuzz_draw.c - a position and, behind its first line, the text of a label, drawn in every way:
 * drawings are cut as snprintf does, SVG is well-formed, TikZ has as many braces opened as closed,
 * and a PNG ends where it should. */
#include "fuzz.h"

typedef size_t draw_function(const paua_board *, const paua_position *, const paua_drawing *,
                             char *, size_t);

/* Tags alternate with text; what is neither UTF-8 nor a letter of XML is not there. */
static void check_svg(const char *svg)
{
    bool inside = false;

    for (const char *at = svg; *at; at++) {
        unsigned char c = (unsigned char)*at;
        REQUIRE((c >= ' ' && c != 127) || c == '\n' || c == '\t');
        REQUIRE(c != 0xC0 && c != 0xC1 && c < 0xF5);
        if (c == '<' || c == '>') {
            REQUIRE(inside == (c == '>'));
            inside = !inside;
        }
        if (c == '&')
            REQUIRE(at[1] == '#');
    }
    REQUIRE(!inside);
    REQUIRE(!strcmp(svg + strlen(svg) - 7, "</svg>\n"));
}

static void check_tikz(const char *tikz)
{
    int depth = 0;

    for (const char *at = tikz; *at; at++) {
        if (*at == '\\' && at[1])
            at++;
        else if (*at == '{')
            depth++;
        else if (*at == '}')
            REQUIRE(--depth >= 0);
    }
    REQUIRE(depth == 0);
}

static void check_drawing(draw_function *function, const paua_board *board,
                          const paua_position *position, const paua_drawing *how)
{
    size_t length = function(board, position, how, NULL, 0), cap = length / 2 + 1;
    char *text = malloc(length + 1), *part = malloc(cap);

    REQUIRE(text && part);
    REQUIRE(function(board, position, how, text, length + 1) == length);
    REQUIRE(strlen(text) == length);
    REQUIRE(function(board, position, how, part, cap) == length);
    REQUIRE(strlen(part) == cap - 1 && !memcmp(part, text, cap - 1));
    if (function == paua_draw_svg)
        check_svg(text);
    if (function == paua_draw_tikz)
        check_tikz(text);
    free(text);
    free(part);
}

static void check_png(const paua_board *board, const paua_position *position,
                      const paua_drawing *how)
{
    unsigned char *png = NULL;
    size_t length = 0;

    REQUIRE(paua_draw_png(board, position, how, PAUA_PNG_MIN, &png, &length) == PAUA_OK);
    REQUIRE(length > 57 && !memcmp(png, "\x89PNG\r\n\x1a\n", 8));
    REQUIRE(!memcmp(png + length - 12, "\0\0\0\0IEND\xae\x42\x60\x82", 12));
    free(png);
}

static void check_ways(const paua_board *board, const paua_position *position, const char *words)
{
    static paua_move_list list;
    paua_label label = {.text = words};

    for (label.cell = 0; !(paua_board_all(board) & PAUA_SET(label.cell));)
        label.cell++;
    paua_moves_generate(board, position, &list);
    for (int way = 0; way < 4; way++) {
        paua_drawing how = {
            .size = sizeof(paua_drawing), .turned = way & 1, .coordinates = !(way & 2)};
        how.colour = how.unicode = way & 1;
        if (list.count && way & 2)
            how.last = list.moves[list.count / 2];
        how.arrows = list.moves;
        how.arrow_count = way * list.count / 4;
        how.labels = &label;
        how.label_count = 1;
        check_drawing(paua_draw_text, board, position, &how);
        check_drawing(paua_draw_svg, board, position, &how);
        check_drawing(paua_draw_tikz, board, position, &how);
        check_png(board, position, &how);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size < 4096 ? size : 4096);
    char *words = strchr(text, '\n');
    int sides[3];
    paua_position position;

    if (words)
        *words++ = '\0';
    if (paua_position_shape(text, sides, NULL) == PAUA_OK) {
        const paua_board *board = board_for(sides);
        if (board && paua_position_parse(board, text, &position, NULL) == PAUA_OK)
            check_ways(board, &position, words ? words : "");
    }
    free(text);
    return 0;
}
