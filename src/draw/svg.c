/* svg.c - the pen that writes drawings as SVG. */
#include "base/options.h"
#include "draw/palette.h"
#include "draw/sheet.h"

/* The attributes of each look. A marble is filled by a gradient, or by its base colour where the
 * gradient is not found: in a page that hides the drawing which defines it first. */
static const char *const looks[DRAW_LOOKS] = {
    [LOOK_BLOCK_TOP] = "fill=\"#" PALETTE_TEXT(BLOCK) "\" stroke=\"#" PALETTE_TEXT(
        FIXED_EDGE) "\" stroke-width=\"2\"",
    [LOOK_PLATE] = "fill=\"#" PALETTE_TEXT(PLATE) "\" stroke=\"#" PALETTE_TEXT(
        PLATE_EDGE) "\" stroke-width=\"8\" stroke-linejoin=\"round\"",
    [LOOK_HOLE] = "fill=\"#" PALETTE_TEXT(HOLE) "\" stroke=\"#" PALETTE_TEXT(
        HOLE_EDGE) "\" stroke-width=\"2\"",
    [LOOK_LEFT] = "fill=\"none\" stroke=\"#" PALETTE_TEXT(
        MOVE_FROM) "\" stroke-width=\"6\" stroke-dasharray=\"13 9\"",
    [LOOK_REACHED] = "fill=\"none\" stroke=\"#" PALETTE_TEXT(MOVE_TO) "\" stroke-width=\"7\"",
    [LOOK_MARK_LIGHT] = "fill=\"#" PALETTE_TEXT(PAPER) "\" fill-opacity=\"0.85\"",
    [LOOK_MARK_DARK] = "fill=\"#" PALETTE_TEXT(INK) "\" fill-opacity=\"0.75\"",
    [LOOK_ARROW_EDGE] = ("fill=\"#" PALETTE_TEXT(PAPER) "\" stroke=\"#" PALETTE_TEXT(
        PAPER) "\" stroke-width=\"9\" "
               "stroke-linejoin=\"round\""),
    [LOOK_ARROW] = "fill=\"#" PALETTE_TEXT(ARROW) "\"",
    [LOOK_NAMES] = ("fill=\"#" PALETTE_TEXT(NAMES) "\" text-anchor=\"middle\" "
                                                   "font-family=\"Helvetica, Arial, sans-serif\""),
    [LOOK_LABEL_LIGHT] =
        ("fill=\"#" PALETTE_TEXT(PAPER) "\" text-anchor=\"middle\" font-weight=\"bold\" "
                                        "font-family=\"Helvetica, Arial, sans-serif\""),
    [LOOK_LABEL_DARK] =
        ("fill=\"#" PALETTE_TEXT(INK) "\" text-anchor=\"middle\" font-weight=\"bold\" "
                                      "font-family=\"Helvetica, Arial, sans-serif\""),
    [LOOK_GONE] = "fill=\"#" PALETTE_TEXT(MOVE_FROM) "\"",
    [LOOK_TURN] = "fill=\"#" PALETTE_TEXT(NAMES) "\"",
    [LOOK_FRAME] = ("fill=\"none\" stroke=\"#" PALETTE_TEXT(ARROW) "\" stroke-width=\"8\" "
                                                                   "stroke-linejoin=\"round\""),
    [LOOK_SIGN] = ("fill=\"none\" stroke=\"#" PALETTE_TEXT(INK) "\" stroke-width=\"9\" "
                                                                "stroke-linecap=\"round\""),
    [LOOK_LINK] = "fill=\"none\" stroke=\"#" PALETTE_TEXT(INK) "\" stroke-width=\"6\"",
    [LOOK_LINK_DASHED] =
        ("fill=\"none\" stroke=\"#" PALETTE_TEXT(NAMES) "\" stroke-width=\"4\" "
                                                        "stroke-dasharray=\"16 12\""),
    [LOOK_LINK_TIP] = "fill=\"#" PALETTE_TEXT(INK) "\"",
    [LOOK_PAPER] = "fill=\"#" PALETTE_TEXT(PAPER) "\" fill-opacity=\"0.9\"",
};

/* Opens a group with the style of a look: a band, a fixed style, or a marble with a gradient. */
static void svg_begin(const struct pen *pen, enum draw_look look)
{
    if (look >= LOOK_BAND) {
        const struct draw_tint *tint = &draw_tints[look - LOOK_BAND];
        text_put(pen->out, "<g fill=\"#%s\" stroke=\"#%s\" stroke-width=\"3\">\n", tint->base,
                 tint->edge);
        return;
    }
    if ((int)look >= DRAW_KINDS) {
        text_put(pen->out, "<g %s>\n", looks[look]);
        return;
    }
    const struct draw_tint *tint = &draw_tints[look];
    text_put(pen->out, "<g fill=\"url(#paua-%s) #%s\" stroke=\"#%s\" stroke-width=\"2\">\n",
             tint->name, tint->base, tint->edge);
}

static void svg_circle(const struct pen *pen, struct draw_point centre, int radius)
{
    text_put(pen->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", centre.x, centre.y, radius);
}

/* A closed polygon, as a path of straight lines. */
static void svg_outline(const struct pen *pen, const struct draw_point *corners, int count)
{
    text_put(pen->out, "<path d=\"");
    for (int i = 0; i < count; i++)
        text_put(pen->out, "%c%d %d", i ? 'L' : 'M', corners[i].x, corners[i].y);
    text_put(pen->out, "Z\"/>\n");
}

/* An open path of cubic Bézier curves (command C of SVG). */
static void svg_line(const struct pen *pen, const struct draw_point *places, int count)
{
    text_put(pen->out, "<path d=\"M%d %d", places[0].x, places[0].y);
    for (int i = 1; i < count; i++)
        text_put(pen->out, "%c%d %d", i % 3 == 1 ? 'C' : ' ', places[i].x, places[i].y);
    text_put(pen->out, "\"/>\n");
}

void draw_svg_letters(struct text_out *out, const char *text)
{
    const char *from = text;
    unsigned code;
    while ((code = draw_letter(&text))) {
        if (code == 0xFFFD || code == '<' || code == '>' || code == '&' || code == '"')
            text_put(out, "&#%u;", code);
        else
            text_put(out, "%.*s", (int)(text - from), from);
        from = text;
    }
}

/* The baseline is 36 % of the height below the centre: half the height of a capital letter. */
static void svg_words(const struct pen *pen, struct draw_point centre, int height, const char *text)
{
    text_put(pen->out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\">", centre.x,
             centre.y + height * 36 / 100, height);
    draw_svg_letters(pen->out, text);
    text_put(pen->out, "</text>\n");
}

/* Closes the group that svg_begin() opened. */
static void svg_end(const struct pen *pen, enum draw_look look)
{
    (void)look;
    text_put(pen->out, "</g>\n");
}

const struct pen_kind draw_svg = {svg_begin, svg_circle, svg_outline, svg_line, svg_words, svg_end};

void draw_svg_gradients(struct text_out *out, unsigned kinds)
{
    text_put(out, "<defs>\n");
    for (int kind = 0; kind < DRAW_KINDS; kind++) {
        const struct draw_tint *tint = &draw_tints[kind];
        if (kinds >> kind & 1)
            text_put(out,
                     "<radialGradient id=\"paua-%s\" cx=\"0.36\" cy=\"0.3\" r=\"0.78\">"
                     "<stop offset=\"0\" stop-color=\"#%s\"/>"
                     "<stop offset=\"0.5\" stop-color=\"#%s\"/>"
                     "<stop offset=\"1\" stop-color=\"#%s\"/></radialGradient>\n",
                     tint->name, tint->light, tint->base, tint->dark);
    }
    text_put(out, "</defs>\n");
}

/* The beginning of the document: size, title, position, gradients. */
static void put_head(const struct draw_sheet *sheet)
{
    int width = sheet->high.x - sheet->low.x, height = sheet->high.y - sheet->low.y;
    char text[PAUA_POSITION_TEXT_MAX];
    text_put(sheet->pen->out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
             "viewBox=\"%d %d %d %d\" role=\"img\">\n<title>",
             width / 2, height / 2, sheet->low.x, sheet->low.y, width, height);
    draw_title(sheet, sheet->pen->out);
    paua_position_format(sheet->board, sheet->position, text, sizeof text);
    text_put(sheet->pen->out, "</title>\n<desc>%s</desc>\n", text);
    draw_svg_gradients(sheet->pen->out, draw_kinds(sheet->position));
}

size_t paua_draw_svg(const paua_board *board, const paua_position *position,
                     const paua_drawing *how, char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    const struct pen pen = {.kind = &draw_svg, .out = &out};
    if (!OPTIONS_SIZED(how))
        return 0;
    struct draw_sheet sheet = draw_sheet_begin(board, position, how, &pen);
    put_head(&sheet);
    draw_sheet_fill(&sheet);
    text_put(&out, "</svg>\n");
    return out.length;
}
