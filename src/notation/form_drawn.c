/* form_drawn.c - recognises and reads drawings of positions: the forms matrix, diagram and pbm,
 * with coordinates, scores and captions or without. form_draw.c writes them. */
#include <string.h>

#include "base/error.h"
#include "notation/form.h"

/* The rows, and up to four lines of column numbers and captions. */
enum { LINES_MAX = ROWS_MAX + 4 };

/* The non-empty lines of a drawing. */
struct drawing_page {
    const char *text;
    int count;
    struct text_span {
        const char *start, *end;
    } line[LINES_MAX];
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* False if there are more lines than any drawing has. */
static bool split_lines(const struct text_in *in, struct drawing_page *page)
{
    const char *p = in->at;
    page->text = in->text;
    page->count = 0;
    while (*p) {
        size_t length = strcspn(p, "\n");
        size_t blanks = strspn(p, " \t\r");
        if (blanks < length) {
            if (page->count == LINES_MAX)
                return false;
            page->line[page->count++] = (struct text_span){p, p + length};
        }
        p += length + (p[length] == '\n');
    }
    return true;
}

/* The brackets that mark a last move separate cells as blanks do. */
static bool is_gap(char c)
{
    return is_blank(c) || c == '(' || c == ')';
}

/* The next word of a line, or an empty one at its end. */
static struct text_span next_word(const char *p, const char *end)
{
    struct text_span word;
    while (p < end && is_gap(*p))
        p++;
    word.start = p;
    while (p < end && !is_gap(*p))
        p++;
    word.end = p;
    return word;
}

/* Whether a word is not empty and has only these characters. */
static bool made_of(struct text_span word, const char *characters)
{
    for (const char *p = word.start; p < word.end; p++)
        if (!*p || !strchr(characters, *p))
            return false;
    return word.end > word.start;
}

/* Numbers and, in the network server's drawings, the strokes that lead from them to the cells. */
static bool is_scale(struct text_span line)
{
    return made_of(line, "0123456789/ \t\r");
}

/* The length of a row's letters at the start of a line, "e" or (dashed) "E-"; 0 if there are
 * none. */
static size_t label_length(struct text_span line, bool dashed)
{
    struct text_span word = next_word(line.start, line.end);
    const char *p = word.start;
    while (p < word.end && p < word.start + 2 && is_letter(*p))
        p++;
    size_t letters = (size_t)(p - word.start);
    if (dashed)
        return letters && p + 1 == word.end && *p == '-' ? letters + 1 : 0;
    return p == word.end ? letters : 0;
}

/* Whether a line has the row letter a. */
static bool labelled_a(struct text_span line)
{
    struct text_span word = next_word(line.start, line.end);
    return label_length(line, false) == 1 && (*word.start | 32) == 'a' && word.end < line.end;
}

/* The marble's letter for a symbol of several bytes, as `paua show --unicode` draws them, and the
 * symbol's length; 0 for any other text. */
static char wide_mark(const char *p, size_t *length)
{
    static const struct {
        const char *symbol;
        char mark;
    } wide[] = {{"\u25cf", 'b'}, {"\u25cb", 'w'}, {"\u24c7", 'r'}, {"\u24bc", 'g'},
                {"\u24ce", 'y'}, {"\u24c5", 'p'}, {"\u24dd", 'n'}, {"\u24d2", 'c'},
                {"\u2297", 'x'}, {"\u00b7", '.'}};
    for (size_t i = 0; (*p & 0x80) != 0 && i < sizeof wide / sizeof *wide; i++) {
        *length = strlen(wide[i].symbol);
        if (strncmp(p, wide[i].symbol, *length) == 0)
            return wide[i].mark;
    }
    return '\0';
}

/* Properties of a text's words, by which drawings are recognised. */
struct drawing_clues {
    int words;
    bool short_words;  /* one character each, a number, or a row's letters */
    bool server_words; /* one character each, and such that the network server uses */
    bool symbols;      /* some word is one of symbols that no other form has */
    bool wide;         /* some word is a symbol of several bytes */
};

/* Collects the clues of all words. */
static struct drawing_clues gather_clues(const struct drawing_page *page)
{
    struct drawing_clues clues = {0, true, true, false, false};
    size_t length;
    for (int i = 0; i < page->count; i++) {
        const char *end = page->line[i].end;
        struct text_span word = next_word(page->line[i].start, end);
        for (; word.start < end; word = next_word(word.end, end)) {
            bool one = word.end - word.start == 1;
            bool letters =
                word.end - word.start == 2 && is_letter(word.start[0]) && is_letter(word.start[1]);
            clues.words++;
            clues.short_words =
                clues.short_words && (one || letters || made_of(word, "0123456789"));
            clues.server_words = clues.server_words && one && made_of(word, "123456ox.");
            clues.wide = clues.wide || wide_mark(word.start, &length);
            clues.symbols = clues.symbols || clues.wide || made_of(word, "@+.OX$!*");
        }
    }
    return clues;
}

/* Whether a first line can belong to a drawing: single characters, symbols, numbers, row
 * letters. */
static bool opens_drawing(struct text_span line)
{
    size_t length;
    struct text_span word = next_word(line.start, line.end);
    for (; word.start < line.end; word = next_word(word.end, line.end))
        if (word.end - word.start > 1 && !wide_mark(word.start, &length) &&
            !made_of(word, "@+.OX$!*\\/0123456789") &&
            label_length(word, false) + label_length(word, true) == 0)
            return false;
    return true;
}

/* Whether any line has one of these characters. */
static bool page_holds(const struct drawing_page *page, const char *characters)
{
    for (int i = 0; i < page->count; i++)
        for (const char *p = page->line[i].start; p < page->line[i].end; p++)
            if (strchr(characters, *p))
                return true;
    return false;
}

/* The first and the last row, without column numbers. */
static bool find_edge_rows(const struct drawing_page *page, struct text_span *top,
                           struct text_span *bottom)
{
    int first = 0, last = page->count - 1;
    while (first < page->count && is_scale(page->line[first]))
        first++;
    while (last > first && is_scale(page->line[last]))
        last--;
    if (first == page->count)
        return false;
    *top = page->line[first];
    *bottom = page->line[last];
    return true;
}

paua_form drawn_recognised(const char *text)
{
    struct text_in in = {text, text};
    struct drawing_page page;
    struct text_span top, bottom;
    if (!split_lines(&in, &page) || page.count == 0 || !opens_drawing(page.line[0]))
        return PAUA_FORM_NATIVE;
    struct drawing_clues clues = gather_clues(&page);
    struct text_span word = next_word(page.line[0].start, page.line[0].end);
    if (page.count == 1 && clues.words == 1 && !clues.wide && word.end - word.start > 1)
        return PAUA_FORM_NATIVE; /* cells that are drawn stand apart */
    bool lettered = find_edge_rows(&page, &top, &bottom);
    bool server = lettered && label_length(top, true) > 0;
    if (!clues.symbols && !server && !(clues.words > 2 && clues.short_words) &&
        !(clues.words > 1 && clues.server_words))
        return PAUA_FORM_NATIVE;
    if (page_holds(&page, "$!*"))
        return PAUA_FORM_MATRIX;
    if (server)
        return PAUA_FORM_PBM;
    bool diagram = clues.wide || page_holds(&page, "@+OXrgypnc") ||
                   (lettered && (labelled_a(top) || labelled_a(bottom)));
    return diagram ? PAUA_FORM_DIAGRAM : PAUA_FORM_PBM;
}

/* Refuses the drawing at a byte. */
static paua_status refuse_at(const struct drawing_page *page, const char *at, const char *what,
                             paua_error *error)
{
    return error_fill(error, PAUA_ERROR_BAD_SYNTAX, (size_t)(at - page->text), "expected %s", what);
}

/* Notes the indent of a row's first cell: the first and the last row show which way the board
 * leans. */
static void note_start(struct position_sketch *sketch, const struct text_span *line, const char *at)
{
    int indent = (int)(at - line->start);
    if (sketch->rows == 1)
        sketch->first_indent = indent;
    sketch->last_indent = indent;
}

/* Reads a row such as "+ (@ @). + 9" behind its letters; a number ends it. */
static paua_status read_diagram_row(const struct drawing_page *page, const struct text_span *line,
                                    const char *from, struct position_sketch *sketch,
                                    paua_error *error)
{
    static const char symbols[] = "@bXOwrgypncx+.o", marks[] = "bbbwwrgypncx..w";
    bool begun = false;
    for (const char *p = from; p < line->end; p++) {
        const char *symbol = strchr(symbols, *p);
        size_t length = 1;
        char mark = wide_mark(p, &length);
        if (is_gap(*p))
            continue;
        if (is_digit(*p) && made_of((struct text_span){p, line->end}, "0123456789 \t\r"))
            break;
        if (!*p || (!symbol && !mark))
            return refuse_at(page, p, "@, O, X, +, '.' or a marble's letter", error);
        if (!begun)
            note_start(sketch, line, p);
        begun = true;
        sketch_add(sketch, mark ? mark : marks[symbol - symbols], 1);
        p += mark ? length - 1 : 0;
    }
    return PAUA_OK;
}

/* Reads the caption of `paua show`: "Black to move, ply 3, ejected: Black 1, White 0". */
static paua_status read_caption(const struct drawing_page *page, const struct text_span *line,
                                struct position_sketch *sketch, paua_error *error)
{
    static const char *const names[PAUA_PLAYERS_MAX] = {"Black", "White",  "Red",
                                                        "Green", "Yellow", "Purple"};
    int number, side = -1, ply = 0;
    bool ejected = false;
    for (const char *p = line->start; p < line->end;) {
        struct text_span word = next_word(p, line->end);
        size_t length = strcspn(word.start, " ,:\t\r\n");
        struct text_in in = {page->text, word.start};
        if (word.start == line->end)
            break;
        p = word.end;
        for (int i = 0; i < PAUA_PLAYERS_MAX; i++)
            if (strlen(names[i]) == length && strncmp(word.start, names[i], length) == 0)
                side = i;
        if (strncmp(word.start, "move", 4) == 0 && side >= 0)
            sketch->position.to_move = (uint8_t)side;
        ejected = ejected || strncmp(word.start, "ejected", 7) == 0;
        if (!text_read_number(&in, UINT16_MAX, &number) ||
            !(in.at == word.end || strchr(",;", *in.at)))
            continue; /* not a number, or a result such as 1-0 */
        if (!ejected && number > 0)
            ply = number;
        else if (ejected && side >= 0 && number <= PAUA_CELLS_MAX)
            sketch->position.ejected[side] = (uint8_t)number;
        else
            return refuse_at(page, word.start, "a ply, or a player's score", error);
        if (ejected && side >= sketch->least_players)
            sketch->least_players = side + 1;
    }
    if (side < 0)
        return refuse_at(page, line->start, "a row, or who is to move", error);
    if (ply)
        sketch->position.ply = (uint16_t)ply;
    return PAUA_OK;
}

/* Turns the sketch by half a turn: a drawing whose row letters begin at the top shows the board
 * turned. */
static void turn_sketch(struct position_sketch *sketch)
{
    int cells = sketch->cells < PAUA_CELLS_MAX ? sketch->cells : PAUA_CELLS_MAX;
    for (int i = 0; i < cells / 2; i++) {
        char mark = sketch->marks[i];
        sketch->marks[i] = sketch->marks[cells - 1 - i];
        sketch->marks[cells - 1 - i] = mark;
    }
    for (int i = 0; i < sketch->rows / 2; i++) {
        int other = sketch->rows - 1 - i, length = sketch->length[i];
        size_t at = sketch->at[i];
        sketch->length[i] = sketch->length[other];
        sketch->length[other] = length;
        sketch->at[i] = sketch->at[other];
        sketch->at[other] = at;
    }
}

/* Whether a line has words of letters, which rows have not. */
static bool is_caption(struct text_span line)
{
    struct text_span word = next_word(line.start, line.end);
    for (; word.start < line.end; word = next_word(word.end, line.end))
        if (word.end - word.start > 2 && made_of(word, "abcdefghijklmnopqrstuvwxyzBWRGYP,:;"))
            return true;
    return false;
}

/* Reads the form of seed 003 and the text drawings of `paua show`. */
static paua_status read_diagram(struct drawing_page *page, struct position_sketch *sketch,
                                paua_error *error)
{
    struct text_span top, bottom, caption = {NULL, NULL};
    if (page->count > 1 && is_caption(page->line[page->count - 1]))
        caption = page->line[--page->count];
    bool any = find_edge_rows(page, &top, &bottom);
    bool turned = any && labelled_a(top), lettered = any && (turned || labelled_a(bottom));
    for (int i = 0; i < page->count; i++) {
        const struct text_span *line = &page->line[i];
        const char *from = next_word(line->start, line->end).start;
        if (is_scale(*line))
            continue;
        if (!sketch_row(sketch, (size_t)(from - page->text), error))
            return PAUA_ERROR_BAD_SYNTAX;
        size_t label = lettered ? label_length(*line, false) : 0;
        if (lettered && label == 0)
            return refuse_at(page, from, "the row's letter", error);
        paua_status status = read_diagram_row(page, line, from + label, sketch, error);
        if (status != PAUA_OK)
            return status;
    }
    if (turned && page->count > 1 && !labelled_a(bottom))
        turn_sketch(sketch);
    return caption.start ? read_caption(page, &caption, sketch, error) : PAUA_OK;
}

/* Reads a row of cells one blank apart; ejected marbles follow behind a wider gap, or behind a
 * stroke and a column number. */
static paua_status read_server_row(const struct drawing_page *page, const struct text_span *line,
                                   const char *from, struct position_sketch *sketch, int *lost,
                                   paua_error *error)
{
    static const char symbols[] = "123456xoXO.", marks[] = "bwrgypbwbw.";
    bool begun = false, beside = false;
    int gap = 0;
    for (const char *p = from; p < line->end; p++) {
        const char *symbol = strchr(symbols, *p);
        if (is_blank(*p)) {
            gap++;
            continue;
        }
        if (*p == '/') {
            p += strspn(p, "0123456789/ \t\r") - 1;
            beside = true;
            continue;
        }
        beside = beside || (begun && gap > 1);
        if (!*p || !symbol || (beside && *symbol == '.'))
            return refuse_at(page, p, "1 to 6, o, x or '.'", error);
        char mark = marks[symbol - symbols];
        if (!begun)
            note_start(sketch, line, p);
        if (beside)
            lost[strchr(form_letters, mark) - form_letters]++;
        else
            sketch_add(sketch, mark, 1);
        begun = true;
        gap = 0;
    }
    return PAUA_OK;
}

/* Reads the form of seed 004. */
static paua_status read_server(const struct drawing_page *page, struct position_sketch *sketch,
                               paua_error *error)
{
    struct text_span top, bottom;
    int lost[PAUA_PLAYERS_MAX] = {0};
    bool lettered = find_edge_rows(page, &top, &bottom) && label_length(top, true) > 0;
    for (int i = 0; i < page->count; i++) {
        const struct text_span *line = &page->line[i];
        const char *from = next_word(line->start, line->end).start;
        size_t label = lettered ? label_length(*line, true) : 0;
        if (lettered && label == 0 && is_scale(*line))
            continue;
        if (lettered && label == 0)
            return refuse_at(page, from, "the row's letter and '-'", error);
        if (!sketch_row(sketch, (size_t)(from - page->text), error))
            return PAUA_ERROR_BAD_SYNTAX;
        paua_status status = read_server_row(page, line, from + label, sketch, lost, error);
        if (status != PAUA_OK)
            return status;
    }
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        if (lost[side] > PAUA_CELLS_MAX)
            return refuse_at(page, page->text, "at most 61 ejected marbles of one side", error);
        /* only in a game for two is it known who ejected them */
        if (side < PAUA_SIDES)
            sketch->position.ejected[1 - side] = (uint8_t)lost[side];
        else if (lost[side] && side >= sketch->least_players)
            sketch->least_players = side + 1;
    }
    return PAUA_OK;
}

/* Reads a row such as "0  ! ! *"; the first and the last row may have a number before or behind the
 * cells. */
static paua_status read_matrix_row(const struct drawing_page *page, int i,
                                   struct position_sketch *sketch, paua_error *error)
{
    static const char symbols[] = "$!*", marks[] = "bw.";
    const struct text_span *line = &page->line[i];
    bool begun = false, last = i + 1 == page->count;
    struct text_in in = {page->text, line->start};
    while (in.at < line->end) {
        const char *symbol = strchr(symbols, *in.at);
        int number;
        if (is_blank(*in.at) || (*in.at == '\\' && in.at[1] == '$')) {
            in.at++;
        } else if (*in.at && symbol) {
            if (!begun)
                note_start(sketch, line, in.at);
            begun = true;
            sketch_add(sketch, marks[symbol - symbols], 1);
            in.at++;
        } else if ((i == 0 || last) && text_read_number(&in, PAUA_CELLS_MAX, &number)) {
            /* the upper number is what player two has lost, the lower one what player one has */
            bool lower = last && (i > 0 || begun);
            sketch->position.ejected[lower ? PAUA_WHITE : PAUA_BLACK] = (uint8_t)number;
        } else {
            return refuse_at(page, in.at, "$, ! or *, or in a corner the number of lost marbles",
                             error);
        }
    }
    return PAUA_OK;
}

/* Reads the form of seed 002. */
static paua_status read_matrix(const struct drawing_page *page, struct position_sketch *sketch,
                               paua_error *error)
{
    for (int i = 0; i < page->count; i++) {
        const char *from = next_word(page->line[i].start, page->line[i].end).start;
        if (!sketch_row(sketch, (size_t)(from - page->text), error))
            return PAUA_ERROR_BAD_SYNTAX;
        paua_status status = read_matrix_row(page, i, sketch, error);
        if (status != PAUA_OK)
            return status;
    }
    return PAUA_OK;
}

paua_status drawn_read(struct text_in *in, struct position_sketch *sketch, paua_error *error)
{
    struct drawing_page page;
    /* the indent of the first row matters: go back to the beginning of its line */
    while (in->at > in->text && is_blank(in->at[-1]))
        in->at--;
    if (!split_lines(in, &page))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                          "a board has at most %d rows", ROWS_MAX);
    if (sketch->form == PAUA_FORM_MATRIX)
        return read_matrix(&page, sketch, error);
    if (sketch->form == PAUA_FORM_PBM)
        return read_server(&page, sketch, error);
    return read_diagram(&page, sketch, error);
}
