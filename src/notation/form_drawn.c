#include <string.h>

#include "base/error.h"
#include "notation/form.h"

enum { LINES_MAX = ROWS_MAX + 4 }; /* and lines of numbers */

/* The lines of a drawing that are not empty. */
struct page {
    const char *text;
    int count;
    struct stretch {
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
static bool split(const struct text_in *in, struct page *page)
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
            page->line[page->count++] = (struct stretch){p, p + length};
        }
        p += length + (p[length] == '\n');
    }
    return true;
}

/* The brackets of a last move separate as blanks do. */
static bool is_gap(char c)
{
    return is_blank(c) || c == '(' || c == ')';
}

/* The next word of a line, or an empty one at its end. */
static struct stretch next_word(const char *p, const char *end)
{
    struct stretch word;
    while (p < end && is_gap(*p))
        p++;
    word.start = p;
    while (p < end && !is_gap(*p))
        p++;
    word.end = p;
    return word;
}

static bool made_of(struct stretch word, const char *characters)
{
    for (const char *p = word.start; p < word.end; p++)
        if (!*p || !strchr(characters, *p))
            return false;
    return word.end > word.start;
}

/* Numbers and, in the network server's drawings, the strokes that lead from them to the cells. */
static bool is_scale(struct stretch line)
{
    return made_of(line, "0123456789/ \t\r");
}

/* A row's letters at the start of a line, "e" or (dashed) "E-": how many bytes, or 0. */
static size_t label_length(struct stretch line, bool dashed)
{
    struct stretch word = next_word(line.start, line.end);
    const char *p = word.start;
    while (p < word.end && p < word.start + 2 && is_letter(*p))
        p++;
    size_t letters = (size_t)(p - word.start);
    if (dashed)
        return letters && p + 1 == word.end && *p == '-' ? letters + 1 : 0;
    return p == word.end ? letters : 0;
}

static bool labelled_a(struct stretch line)
{
    struct stretch word = next_word(line.start, line.end);
    return label_length(line, false) == 1 && (*word.start | 32) == 'a' && word.end < line.end;
}

/* The letter for a symbol of several bytes, as `paua show --unicode` draws them, and its length; 0 if none stands here. */
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

/* What the words of a text say about it. */
struct clues {
    int words;
    bool short_words;  /* one character each, a number, or a row's letters */
    bool server_words; /* one character each, and such that the network server uses */
    bool symbols;      /* some word is one of symbols that no other form has */
    bool wide;         /* and even one of several bytes */
};

static struct clues gather(const struct page *page)
{
    struct clues clues = {0, true, true, false, false};
    size_t length;
    for (int i = 0; i < page->count; i++) {
        const char *end = page->line[i].end;
        struct stretch word = next_word(page->line[i].start, end);
        for (; word.start < end; word = next_word(word.end, end)) {
            bool one = word.end - word.start == 1;
            bool letters =
                word.end - word.start == 2 && is_letter(word.start[0]) && is_letter(word.start[1]);
            clues.words++;
            clues.short_words =
                clues.short_words && (one || letters || made_of(word, "0123456789"));
            clues.server_words = clues.server_words && one && made_of(word, "123456ox.");
            clues.wide = clues.wide || wide_mark(word.start, &length);
            clues.symbols = clues.symbols || clues.wide || made_of(word, "@+.O$!*");
        }
    }
    return clues;
}

/* Whether a first line can be one of a drawing: single characters, symbols, numbers, a row's letters. */
static bool opens_drawing(struct stretch line)
{
    size_t length;
    struct stretch word = next_word(line.start, line.end);
    for (; word.start < line.end; word = next_word(word.end, line.end))
        if (word.end - word.start > 1 && !wide_mark(word.start, &length) &&
            !made_of(word, "@+.O$!*\\/0123456789") &&
            label_length(word, false) + label_length(word, true) == 0)
            return false;
    return true;
}

static bool holds(const struct page *page, const char *characters)
{
    for (int i = 0; i < page->count; i++)
        for (const char *p = page->line[i].start; p < page->line[i].end; p++)
            if (strchr(characters, *p))
                return true;
    return false;
}

/* The first and last lines that are no scale. */
static bool find_ends(const struct page *page, struct stretch *top, struct stretch *bottom)
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
    struct page page;
    struct stretch top, bottom;
    if (!split(&in, &page) || page.count == 0 || !opens_drawing(page.line[0]))
        return PAUA_FORM_NATIVE;
    struct clues clues = gather(&page);
    bool lettered = find_ends(&page, &top, &bottom);
    bool server = lettered && label_length(top, true) > 0;
    if (!clues.symbols && !server && !(clues.words > 2 && clues.short_words) &&
        !(clues.words > 1 && clues.server_words))
        return PAUA_FORM_NATIVE;
    if (holds(&page, "$!*"))
        return PAUA_FORM_TRIPLE;
    if (server)
        return PAUA_FORM_PBM;
    bool diagram = clues.wide || holds(&page, "@+Orgypnc") ||
                   (lettered && (labelled_a(top) || labelled_a(bottom)));
    return diagram ? PAUA_FORM_DIAGRAM : PAUA_FORM_PBM;
}

static paua_status not_expected(const struct page *page, const char *at, const char *what,
                                paua_error *error)
{
    return error_fill(error, PAUA_BAD_SYNTAX, (size_t)(at - page->text), "expected %s", what);
}

/* Where the cells of a row begin in their line; the first and the last row tell which way the board leans. */
static void note_start(struct sketch *sketch, const struct stretch *line, const char *at)
{
    int indent = (int)(at - line->start);
    if (sketch->rows == 1)
        sketch->first_indent = indent;
    sketch->last_indent = indent;
}

/* "  e  + (@ @). + 9" behind its letters: a number ends it. */
static paua_status read_diagram_row(const struct page *page, const struct stretch *line,
                                    const char *from, struct sketch *sketch, paua_error *error)
{
    static const char symbols[] = "@bOwrgypncx+.o", marks[] = "bbwwrgypncx..w";
    bool begun = false;
    for (const char *p = from; p < line->end; p++) {
        const char *symbol = strchr(symbols, *p);
        size_t length = 1;
        char mark = wide_mark(p, &length);
        if (is_gap(*p))
            continue;
        if (is_digit(*p) && made_of((struct stretch){p, line->end}, "0123456789 \t\r"))
            break;
        if (!*p || (!symbol && !mark))
            return not_expected(page, p, "@, O, +, '.' or a marble's letter", error);
        if (!begun)
            note_start(sketch, line, p);
        begun = true;
        sketch_add(sketch, mark ? mark : marks[symbol - symbols], 1);
        p += mark ? length - 1 : 0;
    }
    return PAUA_OK;
}

/* "Black to move, ply 3, ejected: Black 1, White 0", as `paua show` has it under its drawing. */
static paua_status read_caption(const struct page *page, const struct stretch *line,
                                struct sketch *sketch, paua_error *error)
{
    static const char *const names[PAUA_PLAYERS_MAX] = {"Black", "White",  "Red",
                                                        "Green", "Yellow", "Purple"};
    int number, side = -1, ply = 0;
    bool ejected = false;
    for (const char *p = line->start; p < line->end;) {
        struct stretch word = next_word(p, line->end);
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
            continue; /* results such as 1-0 among them */
        if (!ejected && number > 0)
            ply = number;
        else if (ejected && side >= 0 && number <= PAUA_CELLS_MAX)
            sketch->position.ejected[side] = (uint8_t)number;
        else
            return not_expected(page, word.start, "a ply, or a player's score", error);
        if (ejected && side >= sketch->least_players)
            sketch->least_players = side + 1;
    }
    if (side < 0)
        return not_expected(page, line->start, "a row, or who is to move", error);
    if (ply)
        sketch->position.ply = (uint16_t)ply;
    return PAUA_OK;
}

/* A drawing whose letters begin at the top shows the board turned by half a turn. */
static void turn(struct sketch *sketch)
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

/* A line of words, such as rows do not have. */
static bool is_caption(struct stretch line)
{
    struct stretch word = next_word(line.start, line.end);
    for (; word.start < line.end; word = next_word(word.end, line.end))
        if (word.end - word.start > 2 && made_of(word, "abcdefghijklmnopqrstuvwxyzBWRGYP,:;"))
            return true;
    return false;
}

static paua_status read_diagram(struct page *page, struct sketch *sketch, paua_error *error)
{
    struct stretch top, bottom, caption = {NULL, NULL};
    if (page->count > 1 && is_caption(page->line[page->count - 1]))
        caption = page->line[--page->count];
    bool any = find_ends(page, &top, &bottom);
    bool turned = any && labelled_a(top), lettered = any && (turned || labelled_a(bottom));
    for (int i = 0; i < page->count; i++) {
        const struct stretch *line = &page->line[i];
        const char *from = next_word(line->start, line->end).start;
        if (is_scale(*line))
            continue;
        if (!sketch_row(sketch, (size_t)(from - page->text), error))
            return PAUA_BAD_SYNTAX;
        size_t label = lettered ? label_length(*line, false) : 0;
        if (lettered && label == 0)
            return not_expected(page, from, "the row's letter", error);
        paua_status status = read_diagram_row(page, line, from + label, sketch, error);
        if (status != PAUA_OK)
            return status;
    }
    if (turned && page->count > 1 && !labelled_a(bottom))
        turn(sketch);
    return caption.start ? read_caption(page, &caption, sketch, error) : PAUA_OK;
}

/* Cells one blank apart; behind a wider gap marbles that have been ejected; behind a stroke a number. */
static paua_status read_server_row(const struct page *page, const struct stretch *line,
                                   const char *from, struct sketch *sketch, int *lost,
                                   paua_error *error)
{
    static const char symbols[] = "123456xo.", marks[] = "bwrgypbw.";
    bool begun = false, beside = false;
    int gap = 0;
    for (const char *p = from; p < line->end; p++) {
        const char *symbol = strchr(symbols, *p);
        if (is_blank(*p)) {
            gap++;
            continue;
        }
        if (*p == '/' && made_of((struct stretch){p, line->end}, "0123456789/ \t\r"))
            break;
        beside = beside || (begun && gap > 1);
        if (!*p || !symbol || (beside && *symbol == '.'))
            return not_expected(page, p, "1 to 6, o, x or '.'", error);
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

static paua_status read_server(const struct page *page, struct sketch *sketch, paua_error *error)
{
    struct stretch top, bottom;
    int lost[PAUA_PLAYERS_MAX] = {0};
    bool lettered = find_ends(page, &top, &bottom) && label_length(top, true) > 0;
    for (int i = 0; i < page->count; i++) {
        const struct stretch *line = &page->line[i];
        const char *from = next_word(line->start, line->end).start;
        size_t label = lettered ? label_length(*line, true) : 0;
        if (lettered && label == 0 && is_scale(*line))
            continue;
        if (lettered && label == 0)
            return not_expected(page, from, "the row's letter and '-'", error);
        if (!sketch_row(sketch, (size_t)(from - page->text), error))
            return PAUA_BAD_SYNTAX;
        paua_status status = read_server_row(page, line, from + label, sketch, lost, error);
        if (status != PAUA_OK)
            return status;
    }
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        if (lost[side] > PAUA_CELLS_MAX)
            return not_expected(page, page->text, "at most 61 ejected marbles of one side", error);
        /* who has ejected them is known in a game for two only */
        if (side < PAUA_SIDES)
            sketch->position.ejected[1 - side] = (uint8_t)lost[side];
        else if (lost[side] && side >= sketch->least_players)
            sketch->least_players = side + 1;
    }
    return PAUA_OK;
}

/* "0  ! ! *": a number stands before or behind the cells, in the first and the last row. */
static paua_status read_triple_row(const struct page *page, int i, struct sketch *sketch,
                                   paua_error *error)
{
    static const char symbols[] = "$!*", marks[] = "bw.";
    const struct stretch *line = &page->line[i];
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
            /* the upper one is what player two has lost, the lower one what player one has */
            bool lower = last && (i > 0 || begun);
            sketch->position.ejected[lower ? PAUA_WHITE : PAUA_BLACK] = (uint8_t)number;
        } else {
            return not_expected(page, in.at, "$, ! or *, or in a corner the marbles lost", error);
        }
    }
    return PAUA_OK;
}

static paua_status read_triple_drawing(const struct page *page, struct sketch *sketch,
                                       paua_error *error)
{
    for (int i = 0; i < page->count; i++) {
        const char *from = next_word(page->line[i].start, page->line[i].end).start;
        if (!sketch_row(sketch, (size_t)(from - page->text), error))
            return PAUA_BAD_SYNTAX;
        paua_status status = read_triple_row(page, i, sketch, error);
        if (status != PAUA_OK)
            return status;
    }
    return PAUA_OK;
}

paua_status drawn_read(struct text_in *in, struct sketch *sketch, paua_error *error)
{
    struct page page;
    while (in->at > in->text && is_blank(in->at[-1])) /* the first row's indent counts */
        in->at--;
    if (!split(in, &page))
        return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in), "more than %d rows", ROWS_MAX);
    if (sketch->form == PAUA_FORM_TRIPLE)
        return read_triple_drawing(&page, sketch, error);
    if (sketch->form == PAUA_FORM_PBM)
        return read_server(&page, sketch, error);
    return read_diagram(&page, sketch, error);
}
