/* parse.c - reads the text of one game into a record: tags, then items by their first character.
 * Moves are not interpreted; replay.c checks them. */
#include <stdlib.h>

#include "record/scan.h"

const char *scan_line_end(const struct record_scan *scan)
{
    const char *end = memchr(scan->at, '\n', (size_t)(scan->end - scan->at));
    return end ? end : scan->end;
}

paua_status scan_refuse(const struct record_scan *scan, paua_status status, const char *why)
{
    if (status == PAUA_ERROR_NO_MEMORY)
        why = paua_status_text(status);
    return record_refuse(scan->error,
                         status == PAUA_ERROR_NO_MEMORY ? status : PAUA_ERROR_BAD_SYNTAX,
                         scan->line, scan->ply, "%s", why);
}

/* Refuses the game because of a word, which the message quotes. */
static paua_status refuse_word(const struct record_scan *scan, const char *word, size_t length,
                               const char *why)
{
    return record_refuse(scan->error, PAUA_ERROR_BAD_SYNTAX, scan->line, scan->ply, "'%.*s': %s",
                         (int)(length < 40 ? length : 40), word, why);
}

void scan_skip_blanks(struct record_scan *scan)
{
    for (size_t marks = 0;; scan->at += marks) {
        for (; scan->at < scan->end && is_blank(*scan->at); scan->at++)
            scan->line += *scan->at == '\n';
        marks = record_marks(scan->at, (size_t)(scan->end - scan->at));
        if (!marks)
            return;
    }
}

/* Copies the value of a tag from *at, the byte behind its opening quote, up to the closing quote; a
 * backslash escapes a quote or a backslash. Returns the length. */
static size_t copy_unquoted(const char **at, const char *end, char *value)
{
    size_t length = 0;
    const char *p = *at;
    for (; p < end && *p != '"'; p++) {
        if (*p == '\\' && p + 1 < end && (p[1] == '"' || p[1] == '\\'))
            p++;
        value[length++] = *p;
    }
    *at = p;
    return length;
}

/* Reads `[Name "value"]`, the only tag on its line. */
static paua_status read_tag(struct record_scan *scan)
{
    const char *end = scan_line_end(scan), *name = scan->at + 1, *p = name, *why;
    size_t name_length, length;
    while (p < end && *p != ' ' && *p != '\t')
        p++;
    name_length = (size_t)(p - name);
    p = (const char *)memchr(p, '"', (size_t)(end - p)) + 1; /* record_tag_line() found the quote */
    char *value = malloc((size_t)(end - p) + 1);
    if (!value)
        return scan_refuse(scan, PAUA_ERROR_NO_MEMORY, NULL);
    length = copy_unquoted(&p, end, value);
    const char *behind = p < end ? p + 1 : end;
    while (behind < end && (*behind == ' ' || *behind == '\t'))
        behind++;
    bool closed = behind < end && *behind == ']';
    for (behind += closed; behind < end && is_blank(*behind); behind++)
        ;
    paua_status status = PAUA_ERROR_BAD_SYNTAX;
    if (!closed || behind < end)
        why = "expected \"] at the end of the tag";
    else
        status = record_add_tag(scan->record, name, name_length, value, length, &why);
    free(value);
    if (status != PAUA_OK && status != PAUA_ERROR_NO_MEMORY)
        return refuse_word(scan, name, name_length, why);
    scan->at = end;
    return status == PAUA_OK ? PAUA_OK : scan_refuse(scan, status, NULL);
}

/* Whether a game may begin here without a tag: not at what looks like a damaged one. */
static bool begins_without_tag(const struct record_scan *scan)
{
    size_t left = (size_t)(scan->end - scan->at);
    return scan->forgiving && left > 0 && (left < 7 || memcmp(scan->at, "[Event ", 7) != 0);
}

/* Reads the tags, at least one, unless the scan is forgiving. */
static paua_status read_tags(struct record_scan *scan)
{
    for (;;) {
        scan_skip_blanks(scan);
        if (scan->at == scan->end ||
            !record_tag_line(scan->at, (size_t)(scan_line_end(scan) - scan->at)))
            break;
        paua_status status = read_tag(scan);
        if (status != PAUA_OK)
            return status;
    }
    return scan->record->tag_count || begins_without_tag(scan)
               ? PAUA_OK
               : scan_refuse(scan, PAUA_ERROR_BAD_SYNTAX, "expected a tag such as [Event \"...\"]");
}

paua_status scan_add_item(struct record_scan *scan, paua_item_kind kind, const char *text,
                          size_t length)
{
    const char *why = NULL;
    if (kind == PAUA_ITEM_MOVE && scan->record->depth == 0)
        scan->ply++;
    paua_status status = record_add_item(scan->record, kind, text, length, scan->line, &why);
    if (status == PAUA_OK)
        return PAUA_OK;
    if (status == PAUA_ERROR_NO_MEMORY || kind == PAUA_ITEM_COMMENT || kind == PAUA_ITEM_LINE ||
        !length)
        return scan_refuse(scan, status, why);
    return refuse_word(scan, text, length, why);
}

/* Appends a comment, with the line ends CR LF changed to LF. */
static paua_status add_comment(struct record_scan *scan, const char *text, size_t length)
{
    if (!memchr(text, '\r', length))
        return scan_add_item(scan, PAUA_ITEM_COMMENT, text, length);
    char *copy = malloc(length);
    size_t kept = 0;
    if (!copy)
        return scan_refuse(scan, PAUA_ERROR_NO_MEMORY, NULL);
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\r' || i + 1 == length || text[i + 1] != '\n')
            copy[kept++] = text[i];
    paua_status status = scan_add_item(scan, PAUA_ITEM_COMMENT, copy, kept);
    free(copy);
    return status;
}

/* Reads a comment in braces. */
static paua_status read_comment(struct record_scan *scan)
{
    const char *text = scan->at + 1;
    const char *end = memchr(text, '}', (size_t)(scan->end - text));
    if (!end)
        return scan_refuse(scan, PAUA_ERROR_BAD_SYNTAX, "the comment is not closed, expected '}'");
    paua_status status = add_comment(scan, text, (size_t)(end - text));
    for (; scan->at <= end; scan->at++)
        scan->line += *scan->at == '\n';
    return status;
}

/* Reads a comment from ; to the end of the line. */
static paua_status read_line_comment(struct record_scan *scan)
{
    const char *text = scan->at + 1, *end = scan_line_end(scan);
    scan->at = end;
    if (end > text && end[-1] == '\r')
        end--;
    return scan_add_item(scan, PAUA_ITEM_LINE, text, (size_t)(end - text));
}

paua_status scan_comment(struct record_scan *scan)
{
    return *scan->at == '{' ? read_comment(scan) : read_line_comment(scan);
}

/* The end of a run of characters from a set. */
static const char *run_end(const struct record_scan *scan, const char *from, const char *set)
{
    while (from < scan->end && *from && strchr(set, *from))
        from++;
    return from;
}

/* Reads a glyph such as !? or $3. */
static paua_status read_glyph(struct record_scan *scan)
{
    const char *text = scan->at;
    scan->at = run_end(scan, text + 1, *text == '$' ? "0123456789" : "!?");
    size_t length = (size_t)(scan->at - text);
    return scan->forgiving ? lenient_glyph(scan, text, length)
                           : scan_add_item(scan, PAUA_ITEM_GLYPH, text, length);
}

const char *scan_word_end(const struct record_scan *scan)
{
    const char *p = scan->at;
    if (*p == '[') {
        const char *end = scan_line_end(scan), *bracket = memchr(p, ']', (size_t)(end - p));
        if (bracket)
            return bracket + 1;
    }
    while (p < scan->end && !is_blank(*p) && *p && !strchr("{}();$!?", *p))
        p++;
    return p;
}

const char *scan_number_end(const char *word, const char *end)
{
    const char *p = word;
    while (p < end && is_digit(*p))
        p++;
    if (p < end && *p != '.')
        return word;
    while (p < end && *p == '.')
        p++;
    return p;
}

/* Reads the result, behind which nothing may follow. */
static paua_status read_result(struct record_scan *scan, const char *result, bool *ended)
{
    if (scan->record->depth && scan->forgiving) {
        note_skip(scan, SKIP_MARKS);
        return PAUA_OK;
    }
    if (scan->record->depth)
        return scan_refuse(scan, PAUA_ERROR_BAD_SYNTAX,
                           "a result inside a variation, expected ')'");
    *ended = true;
    scan->record->result = result;
    scan->record->result_line = scan->line;
    scan->record->ended = true;
    if (scan->forgiving)
        return lenient_behind_result(scan);
    scan_skip_blanks(scan);
    return scan->at == scan->end
               ? PAUA_OK
               : scan_refuse(scan, PAUA_ERROR_BAD_SYNTAX,
                             "expected the tags of the next game after the result");
}

/* Appends a move or a departure. */
static paua_status add_word(struct record_scan *scan, const char *word, size_t length)
{
    return scan_add_item(scan, length > 1 && word[1] == ':' ? PAUA_ITEM_DEPARTURE : PAUA_ITEM_MOVE,
                         word, length);
}

/* Reads a move with what other programs write behind it, or instead of it. */
static paua_status read_lenient_word(struct record_scan *scan, const char *word, size_t length)
{
    size_t sign;
    while (length && word[length - 1] == ',')
        length--;
    if (lenient_null_move(scan, word, length))
        return lenient_drop_variation(scan);
    const char *glyph = lenient_sign(word, length, &sign);
    paua_status status = length > sign ? add_word(scan, word, length - sign) : PAUA_OK;
    if (status != PAUA_OK || !glyph)
        return status;
    note_skip(scan, SKIP_SIGNS);
    return lenient_glyph(scan, glyph, strlen(glyph));
}

/* Reads a move, a departure, a move number or the result; the result sets *ended. */
static paua_status read_word(struct record_scan *scan, bool *ended)
{
    const char *word = scan->at, *end = scan_word_end(scan);
    const char *result = record_result(word, (size_t)(end - word));
    if (end == word)
        return refuse_word(scan, word, 1, "expected a move");
    scan->at = end;
    if (result)
        return read_result(scan, result, ended);
    word = scan_number_end(word, end);
    if (word == end)
        return PAUA_OK;
    size_t length = (size_t)(end - word);
    return scan->forgiving ? read_lenient_word(scan, word, length) : add_word(scan, word, length);
}

/* Begins a variation; a forgiving reader passes over one that replaces no move. */
static paua_status open_variation(struct record_scan *scan)
{
    const paua_record *record = scan->record;
    scan->at++;
    if (scan->forgiving && !(record->moved >> record->depth & 1))
        return lenient_skip_variation(scan);
    return scan_add_item(scan, PAUA_ITEM_OPEN, NULL, 0);
}

/* Ends a variation; a forgiving reader drops one without moves. */
static paua_status close_variation(struct record_scan *scan)
{
    const paua_record *record = scan->record;
    if (scan->forgiving && record->depth > 0 && !(record->moved >> record->depth & 1))
        return lenient_drop_variation(scan);
    scan->at++;
    return scan_add_item(scan, PAUA_ITEM_CLOSE, NULL, 0);
}

/* Reads one item by its first character. */
static paua_status read_token(struct record_scan *scan, bool *ended)
{
    if (scan->forgiving && lenient_skip_mark(scan))
        return PAUA_OK;
    switch (*scan->at) {
    case '{':
    case ';':
        return scan_comment(scan);
    case '(':
        return open_variation(scan);
    case ')':
        return close_variation(scan);
    case '$':
    case '!':
    case '?':
        return read_glyph(scan);
    default:
        return read_word(scan, ended);
    }
}

/* Refuses a text that ends too early. */
static paua_status refuse_end(const struct record_scan *scan)
{
    return scan_refuse(scan, PAUA_ERROR_BAD_SYNTAX,
                       scan->record->depth
                           ? "the game ends inside a variation, expected ')'"
                           : "the game ends without a result, expected 1-0, 0-1, 1/2-1/2 or *");
}

paua_status record_parse(paua_record *record, const char *text, size_t length, long line,
                         bool forgiving, size_t *used, paua_error *error)
{
    struct record_scan scan = {text, text, text + length, line, record, error, 0, forgiving};
    bool ended = false;
    record_clear(record);
    record->ended = false;
    paua_status status = read_tags(&scan);
    if (status == PAUA_OK && forgiving && code_here(&scan)) {
        status = code_read(&scan);
        ended = true;
    }
    if (status == PAUA_OK && forgiving && !ended)
        status = lenient_first_line(&scan);
    while (status == PAUA_OK && !ended) {
        long before = scan.line;
        scan_skip_blanks(&scan);
        if (scan.at == scan.end) {
            ended = forgiving && record->depth == 0 && record->item_count;
            scan.line = before;
            status = ended ? PAUA_OK : refuse_end(&scan);
        } else {
            status = read_token(&scan, &ended);
        }
    }
    *used = (size_t)(scan.at - text);
    return status;
}
