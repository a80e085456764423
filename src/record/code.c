/* code.c - reads the code of a game by which players of Abalassembly exchange moves:
 *
 *   ABAL1:LAYOUT:BLACK|WHITE:MOVES     (without BLACK|WHITE: in older codes)
 *
 * A move is the number of marbles, their cells, and a digit for the direction: 2a1b20 moves a1 and
 * b2 to the east. A name has _ for a blank. The code may be broken over lines. */
#include "notation/text.h"
#include "record/scan.h"

enum { FIELD_BYTES = 64 };

static const char code_mark[] = "ABAL1:";

static char small_letter(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool code_here(const struct record_scan *scan)
{
    size_t length = strlen(code_mark);
    if ((size_t)(scan->end - scan->at) < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (small_letter(scan->at[i]) != small_letter(code_mark[i]))
            return false;
    return true;
}

/* Reads a field up to one of the marks behind it; false: none follows, or it is too long. */
static bool read_field(struct record_scan *scan, const char *marks, char field[FIELD_BYTES])
{
    size_t length = 0;
    for (; scan->at < scan->end && *scan->at != '\n' && !strchr(marks, *scan->at); scan->at++)
        if (length + 1 < FIELD_BYTES)
            field[length++] = *scan->at;
    field[length] = '\0';
    return length + 1 < FIELD_BYTES && scan->at < scan->end && *scan->at && *scan->at != '\n';
}

/* Adds a tag unless its text is empty. */
static paua_status add_tag(struct record_scan *scan, const char *name, const char *value)
{
    const char *why = NULL;
    if (!*value)
        return PAUA_OK;
    paua_status status =
        record_add_tag(scan->record, name, strlen(name), value, strlen(value), &why);
    return status == PAUA_OK ? PAUA_OK : scan_refuse(scan, status, why);
}

/* Adds a player's name. */
static paua_status add_name(struct record_scan *scan, const char *side, char *name)
{
    for (char *c = name; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    return add_tag(scan, side, name);
}

/* Whether a list of names stands before the moves. */
static bool has_names(const struct record_scan *scan)
{
    const char *end = scan_line_end(scan);
    const char *bar = memchr(scan->at, '|', (size_t)(end - scan->at));
    return bar && memchr(bar, ':', (size_t)(end - bar));
}

/* Reads layout and names. */
static paua_status read_head(struct record_scan *scan)
{
    char layout[FIELD_BYTES], black[FIELD_BYTES] = "", white[FIELD_BYTES] = "";
    scan->at += strlen(code_mark);
    bool read = read_field(scan, ":", layout);
    scan->at += read;
    if (read && has_names(scan)) {
        read = read_field(scan, "|", black);
        scan->at += read;
        read = read && read_field(scan, ":", white);
        scan->at += read;
    }
    if (!read)
        return scan_refuse(scan, PAUA_ERROR_BAD_SYNTAX,
                           "expected ABAL1:LAYOUT:BLACK|WHITE:MOVES, or ABAL1:LAYOUT:MOVES");
    paua_status status = add_name(scan, "Black", black);
    if (status == PAUA_OK)
        status = add_name(scan, "White", white);
    return status == PAUA_OK ? add_tag(scan, "Variant", layout) : status;
}

/* The next character of the moves, in small letters, or NUL where they end. */
static char next_character(struct record_scan *scan)
{
    scan_skip_blanks(scan);
    if (scan->at == scan->end || code_here(scan))
        return '\0';
    char c = small_letter(*scan->at);
    if (!is_digit(c) && (c < 'a' || c > 'i'))
        return '\0';
    scan->at++;
    return c;
}

/* Whether one cell comes before another, by rows and then along them. */
static bool is_before(const char *one, const char *other)
{
    return one[0] != other[0] ? one[0] < other[0] : one[1] < other[1];
}

/* Reads the cells of `count` marbles into the ends of their line. */
static bool read_ends(struct record_scan *scan, int count, char first[3], char last[3])
{
    for (int i = 0; i < count; i++) {
        char cell[3] = {next_character(scan), '\0', '\0'};
        cell[1] = next_character(scan);
        if (cell[0] < 'a' || !is_digit(cell[1]))
            return false;
        if (i == 0 || is_before(cell, first))
            memcpy(first, cell, sizeof cell);
        if (i == 0 || is_before(last, cell))
            memcpy(last, cell, sizeof cell);
    }
    return true;
}

/* Reads a move behind the number of its marbles. */
static paua_status read_move(struct record_scan *scan, char number)
{
    static const char *const directions[] = {"E", "W", "NW", "NE", "SE", "SW"};
    char first[3] = "", last[3] = "", text[8];
    int count = number - '0';
    scan->ply++;
    bool read = count >= 1 && count <= 3 && read_ends(scan, count, first, last);
    int direction = read ? next_character(scan) - '0' : -1;
    if (direction < 0 || direction > 5)
        return scan_refuse(scan, PAUA_ERROR_BAD_SYNTAX,
                           "expected 1 to 3 marbles, their cells and a direction from 0 to 5");
    struct text_out out = text_out_begin(text, sizeof text);
    text_put(&out, "%s%s%s", first, count > 1 ? last : "", directions[direction]);
    const char *why = NULL;
    paua_status status =
        record_add_item(scan->record, PAUA_ITEM_MOVE, text, out.length, scan->line, &why);
    return status == PAUA_OK ? PAUA_OK : scan_refuse(scan, status, why);
}

paua_status code_read(struct record_scan *scan)
{
    paua_status status = read_head(scan);
    note_skip(scan, SKIP_CODE);
    for (char c; status == PAUA_OK && (c = next_character(scan));)
        status = read_move(scan, c);
    return status;
}
