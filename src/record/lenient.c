/* lenient.c - what readers of PGN pass over, and what people write who publish games as plain text:
 * text behind the result, null moves in variations, evaluation signs, the layout's name on the
 * first line. Only the forgiving reader takes it; whatever it passes over becomes a note. */
#include <paua/board.h>

#include "record/scan.h"

const char *record_skip_text(enum record_skip skip)
{
    static const char *const texts[RECORD_SKIPS] = {
        [SKIP_CODE] = "the game is a code ABAL1",
        [SKIP_LAYOUT_LINE] = "the first line names the layout",
        [SKIP_SIGNS] = "evaluation signs became glyphs",
        [SKIP_MARKS] = "marks of other programs were left out",
        [SKIP_VARIATION] =
            "a variation with a null move, or without a move to replace, was left out",
        [SKIP_COMMENT] = "a comment behind the result was put before it",
        [SKIP_BEHIND] = "text behind the result was left out",
        [SKIP_ENCODING] = "the text is not UTF-8: it was read as ISO-8859-1",
    };
    return texts[skip];
}

/* The layout that a line names, perhaps with a colon or a full stop behind it. */
static const paua_layout *line_layout(const char *line, const char *end, char name[40])
{
    while (end > line && (is_blank(end[-1]) || end[-1] == ':' || end[-1] == '.'))
        end--;
    size_t length = (size_t)(end - line);
    if (length >= 40)
        return NULL;
    memcpy(name, line, length);
    name[length] = '\0';
    return paua_layout_find_for(name, PAUA_SIDES);
}

paua_status lenient_first_line(struct record_scan *scan)
{
    char name[40];
    const char *end = scan_line_end(scan), *why = NULL;
    if (scan->record->tag_count || end == scan->end || !line_layout(scan->at, end, name))
        return PAUA_OK;
    paua_status status =
        record_add_tag(scan->record, "Variant", strlen("Variant"), name, strlen(name), &why);
    if (status != PAUA_OK)
        return scan_refuse(scan, status, why);
    scan->at = end;
    note_skip(scan, SKIP_LAYOUT_LINE);
    return PAUA_OK;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether the next game of a list without tags begins at this line: with a number, a move, a
 * comment or a layout's name. */
static bool begins_game(const struct record_scan *scan)
{
    char name[40];
    const char *end = scan_word_end(scan), *move = scan_number_end(scan->at, end);
    if (move > scan->at)
        return true;
    move += *move == '[';
    return code_here(scan) || (move + 1 < end && is_letter(move[0]) && is_digit(move[1])) ||
           line_layout(scan->at, scan_line_end(scan), name);
}

paua_status lenient_behind_result(struct record_scan *scan)
{
    for (bool same_line = true;;) {
        long line = scan->line;
        scan_skip_blanks(scan);
        same_line = same_line && line == scan->line;
        if (scan->at == scan->end)
            return PAUA_OK;
        if (*scan->at == '{' || *scan->at == ';') {
            paua_status status = scan_comment(scan);
            if (status != PAUA_OK)
                return status;
            note_skip(scan, SKIP_COMMENT);
            same_line = true;
            continue;
        }
        if (!same_line && begins_game(scan))
            return PAUA_OK;
        same_line = true;
        note_skip(scan, SKIP_BEHIND);
        for (const char *end = scan_line_end(scan); scan->at < end; scan->at++)
            if (*scan->at == '{' || *scan->at == ';')
                break;
    }
}

bool lenient_null_move(const struct record_scan *scan, const char *word, size_t length)
{
    return scan->record->depth > 0 && length == 2 &&
           (memcmp(word, "--", 2) == 0 || memcmp(word, "Z0", 2) == 0);
}

paua_status lenient_skip_variation(struct record_scan *scan)
{
    note_skip(scan, SKIP_VARIATION);
    int open = 1;
    for (; scan->at < scan->end && open > 0; scan->at++) {
        scan->line += *scan->at == '\n';
        open += (*scan->at == '(') - (*scan->at == ')');
        if (*scan->at != '{' && *scan->at != ';')
            continue;
        char last = *scan->at == '{' ? '}' : '\n';
        while (scan->at + 1 < scan->end && scan->at[1] != last) {
            scan->at++;
            scan->line += *scan->at == '\n';
        }
    }
    return open == 0 ? PAUA_OK
                     : scan_refuse(scan, PAUA_ERROR_BAD_SYNTAX,
                                   "the game ends inside a variation, expected ')'");
}

paua_status lenient_drop_variation(struct record_scan *scan)
{
    record_drop_variation(scan->record);
    return lenient_skip_variation(scan);
}

const char *lenient_sign(const char *word, size_t length, size_t *sign)
{
    /* the glyphs are those of PGN; longer signs before those that they end with */
    static const char *const signs[][2] = {
        {"+/-", "$16"}, {"-/+", "$17"},    {"+/=", "$14"},    {"=/+", "$15"},    {"\u00b1", "$16"},
        {"+-", "$18"},  {"-+", "$19"},     {"+=", "$14"},     {"=+", "$15"},     {"\u2213", "$17"},
        {"=", "$10"},   {"\u221e", "$13"}, {"\u2a72", "$14"}, {"\u2a71", "$15"},
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        *sign = strlen(signs[i][0]);
        if (*sign <= length && memcmp(word + length - *sign, signs[i][0], *sign) == 0)
            return signs[i][1];
    }
    *sign = 0;
    return NULL;
}

paua_status lenient_glyph(struct record_scan *scan, const char *text, size_t length)
{
    const char *why;
    paua_status status =
        record_add_item(scan->record, PAUA_ITEM_GLYPH, text, length, scan->line, &why);
    if (status == PAUA_ERROR_NO_MEMORY)
        return scan_refuse(scan, status, why);
    if (status != PAUA_OK)
        note_skip(scan, SKIP_MARKS);
    return PAUA_OK;
}

bool lenient_skip_mark(struct record_scan *scan)
{
    size_t left = (size_t)(scan->end - scan->at);
    if (left >= 3 && memcmp(scan->at, "(=)", 3) == 0)
        scan->at += 3;
    else if (*scan->at == '%' && (scan->at == scan->begin || scan->at[-1] == '\n'))
        scan->at = scan_line_end(scan);
    else
        return false;
    note_skip(scan, SKIP_MARKS);
    return true;
}
