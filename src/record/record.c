/* record.c - records in memory: tags and items whose texts lie in one buffer, and the checks that
 * let every record be written and read back unchanged. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/unicode.h"
#include "record/internal.h"

paua_status paua_record_new(paua_record **out)
{
    paua_record *record = calloc(1, sizeof *record);
    if (!record)
        return PAUA_ERROR_NO_MEMORY;
    record_clear(record);
    *out = record;
    return PAUA_OK;
}

void paua_record_free(paua_record *record)
{
    if (!record)
        return;
    free(record->texts);
    free(record->tags);
    free(record->items);
    free(record);
}

void record_clear(paua_record *record)
{
    record->texts_used = 0;
    record->tag_count = record->item_count = record->depth = 0;
    record->moved = 0;
    record->result_line = 0;
    record->skipped = 0;
    record->ended = true;
    record->result = paua_result_text(PAUA_RESULT_ONGOING);
}

int paua_record_tags(const paua_record *record)
{
    return record->tag_count;
}

const char *paua_record_tag_name(const paua_record *record, int i)
{
    assert(i >= 0 && i < record->tag_count);
    return record->texts + record->tags[i].name;
}

const char *paua_record_tag_value(const paua_record *record, int i)
{
    assert(i >= 0 && i < record->tag_count);
    return record->texts + record->tags[i].value;
}

const char *paua_record_tag(const paua_record *record, const char *name)
{
    for (int i = 0; i < record->tag_count; i++)
        if (strcmp(paua_record_tag_name(record, i), name) == 0)
            return paua_record_tag_value(record, i);
    return NULL;
}

int paua_record_items(const paua_record *record)
{
    return record->item_count;
}

paua_item paua_record_item(const paua_record *record, int i)
{
    assert(i >= 0 && i < record->item_count);
    const struct record_item *item = &record->items[i];
    return (paua_item){(paua_item_kind)item->kind, record->texts + item->text, item->line};
}

const char *paua_record_result(const paua_record *record)
{
    return record->result;
}

/* Makes room for a text of this length after those that are stored. */
static bool reserve_text(paua_record *record, size_t length)
{
    return ARRAY_RESERVE(record->texts, record->texts_room, record->texts_used + length + 1);
}

/* Copies a text into the buffer, where reserve_text() has made room; returns its offset. */
static size_t store_text(paua_record *record, const char *text, size_t length)
{
    size_t at = record->texts_used;
    if (length > 0) /* text may be NULL if length is 0 */
        memcpy(record->texts + at, text, length);
    record->texts[at + length] = '\0';
    record->texts_used += length + 1;
    return at;
}

bool record_text_good(const char *text, size_t length, const char *blanks)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    while (at < end) {
        size_t size = utf8_character_size(at, (size_t)(end - at));
        if (size == 0 || *at == 0x7f || (*at < ' ' && (*at == 0 || !strchr(blanks, *at))))
            return false;
        at += size;
    }
    return true;
}

static bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_name(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_name_character(name[i]))
            return false;
    return length > 0 && (name[0] < '0' || name[0] > '9');
}

bool record_tag_line(const char *line, size_t length)
{
    size_t name = 1, at;
    while (name < length && is_name_character(line[name]))
        name++;
    for (at = name; at < length && (line[at] == ' ' || line[at] == '\t'); at++)
        ;
    return length > 2 && line[0] == '[' && is_name(line + 1, name - 1) && at > name &&
           at < length && line[at] == '"';
}

paua_status record_add_tag(paua_record *record, const char *name, size_t name_length,
                           const char *value, size_t value_length, const char **why)
{
    if (!is_name(name, name_length)) {
        *why = "a tag name consists of letters, digits and _";
        return PAUA_ERROR_BAD_SYNTAX;
    }
    /* readers find the beginning of a game by this tag */
    if (record->tag_count && name_length == 5 && memcmp(name, "Event", 5) == 0) {
        *why = "expected Event before all other tags";
        return PAUA_ERROR_BAD_SYNTAX;
    }
    if (!record_text_good(value, value_length, "\t")) {
        *why = "the tag's text is not UTF-8 or has control characters";
        return PAUA_ERROR_BAD_SYNTAX;
    }
    for (int i = 0; i < record->tag_count; i++) {
        const char *other = paua_record_tag_name(record, i);
        if (strlen(other) == name_length && memcmp(other, name, name_length) == 0) {
            *why = "the tag occurs twice";
            return PAUA_ERROR_CONFLICT;
        }
    }
    if (!reserve_text(record, name_length + 1 + value_length) ||
        !ARRAY_RESERVE(record->tags, record->tag_room, record->tag_count + 1))
        return PAUA_ERROR_NO_MEMORY;
    struct record_tag *tag = &record->tags[record->tag_count++];
    tag->name = store_text(record, name, name_length);
    tag->value = store_text(record, value, value_length);
    return PAUA_OK;
}

paua_status paua_record_add_tag(paua_record *record, const char *name, const char *value)
{
    const char *why;
    return record_add_tag(record, name, strlen(name), value, strlen(value), &why);
}

const char *record_result(const char *text, size_t length)
{
    for (int result = PAUA_RESULT_ONGOING; result <= PAUA_RESULT_DRAW; result++) {
        const char *known = paua_result_text((paua_result)result);
        if (strlen(known) == length && memcmp(known, text, length) == 0)
            return known;
    }
    return NULL;
}

/* Whether a text can stand for a move: a word that cannot be read as another item, or a triple in
 * square brackets. */
static bool is_move(const char *text, size_t length)
{
    bool bracket = length > 0 && text[0] == '[';
    if (length == 0 || length >= PAUA_MOVE_TEXT_MAX || record_result(text, length) ||
        (text[0] >= '0' && text[0] <= '9') || text[0] == '.')
        return false;
    if (bracket && (length < 2 || text[length - 1] != ']'))
        return false;
    for (size_t i = bracket; i < length - bracket; i++)
        if (bracket ? !is_name_character(text[i]) && text[i] != ',' && text[i] != ' '
                    : text[i] <= ' ' || text[i] > '~' || strchr("{}();$!?:[\"", text[i]))
            return false;
    return true;
}

/* "r:resigns", "r:time". */
static bool is_departure(const char *text, size_t length)
{
    return length > 2 && strchr(RECORD_LETTERS, text[0]) && text[0] && text[1] == ':' &&
           ((length == 9 && memcmp(text + 2, "resigns", 7) == 0) ||
            (length == 6 && memcmp(text + 2, "time", 4) == 0));
}

/* "$3", or one of ! ? !! ?? !? ?!. */
static bool is_glyph(const char *text, size_t length)
{
    static const char *const suffixes[] = {"!", "?", "!!", "??", "!?", "?!"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (strlen(suffixes[i]) == length && memcmp(suffixes[i], text, length) == 0)
            return true;
    if (length < 2 || length > 4 || text[0] != '$')
        return false;
    for (size_t i = 1; i < length; i++)
        if (text[i] < '0' || text[i] > '9')
            return false;
    return true;
}

/* Whether a text can be a comment in braces: it has no closing brace, and no line that would begin
 * the next game. */
static bool is_comment(const char *text, size_t length)
{
    if (memchr(text, '}', length) || !record_text_good(text, length, "\t\n"))
        return false;
    for (const char *line = memchr(text, '\n', length); line;) {
        size_t left = length - (size_t)(line + 1 - text);
        if (left >= 7 && memcmp(line + 1, "[Event ", 7) == 0)
            return false;
        line = memchr(line + 1, '\n', left);
    }
    return true;
}

/* Why an item cannot be added, or NULL if it can. */
static const char *item_fault(const paua_record *record, paua_item_kind kind, const char *text,
                              size_t length)
{
    bool moved = record->moved >> record->depth & 1;
    switch (kind) {
    case PAUA_ITEM_MOVE:
        return is_move(text, length) ? NULL : "not a move";
    case PAUA_ITEM_DEPARTURE:
        return is_departure(text, length) ? NULL
                                          : "expected a departure such as r:resigns or r:time";
    case PAUA_ITEM_GLYPH:
        if (!moved)
            return "expected a move before the glyph";
        return is_glyph(text, length) ? NULL : "expected a glyph such as !? or $3";
    case PAUA_ITEM_COMMENT:
        return is_comment(text, length) ? NULL
                                        : "the comment is not UTF-8 or has control characters";
    case PAUA_ITEM_LINE:
        return record_text_good(text, length, "\t")
                   ? NULL
                   : "the comment is not UTF-8 or has control characters";
    case PAUA_ITEM_OPEN:
        if (!moved)
            return "expected a move before the variation";
        return record->depth < PAUA_VARIATION_DEPTH ? NULL : "variations are nested too deeply";
    case PAUA_ITEM_CLOSE:
        if (record->depth == 0)
            return "')' without '('";
        return moved ? NULL : "the variation has no moves";
    }
    return "unknown kind of item";
}

paua_status record_add_item(paua_record *record, paua_item_kind kind, const char *text,
                            size_t length, long line, const char **why)
{
    *why = item_fault(record, kind, text, length);
    if (*why)
        return PAUA_ERROR_BAD_SYNTAX;
    if (!reserve_text(record, length) ||
        !ARRAY_RESERVE(record->items, record->item_room, record->item_count + 1))
        return PAUA_ERROR_NO_MEMORY;
    record->items[record->item_count++] =
        (struct record_item){store_text(record, text, length), line, (uint8_t)kind};
    if (kind == PAUA_ITEM_MOVE)
        record->moved |= UINT64_C(1) << record->depth;
    else if (kind == PAUA_ITEM_OPEN)
        record->moved &= ~(UINT64_C(1) << ++record->depth);
    else if (kind == PAUA_ITEM_CLOSE)
        record->depth--;
    return PAUA_OK;
}

void record_drop_variation(paua_record *record)
{
    assert(record->depth > 0);
    int inside = 0, i = record->item_count;
    for (bool found = false; !found;) {
        paua_item_kind kind = (paua_item_kind)record->items[--i].kind;
        found = kind == PAUA_ITEM_OPEN && inside == 0;
        inside += (kind == PAUA_ITEM_CLOSE) - (kind == PAUA_ITEM_OPEN);
    }
    record->item_count = i;
    record->depth--;
}

paua_status paua_record_add_item(paua_record *record, paua_item_kind kind, const char *text)
{
    const char *why;
    bool bracket = kind == PAUA_ITEM_OPEN || kind == PAUA_ITEM_CLOSE;
    return record_add_item(record, kind, text, bracket ? 0 : strlen(text), 0, &why);
}

paua_status paua_record_set_result(paua_record *record, const char *result)
{
    const char *known = record_result(result, strlen(result));
    if (!known || record->depth)
        return PAUA_ERROR_BAD_SYNTAX;
    record->result = known;
    return PAUA_OK;
}

size_t record_marks(const char *text, size_t length)
{
    size_t marks = 0;
    while (length - marks >= 3 && memcmp(text + marks, "\xef\xbb\xbf", 3) == 0)
        marks += 3;
    return marks;
}

int record_players(const paua_record *record)
{
    const char *players = paua_record_tag(record, "Players");
    bool good = players && players[0] >= '2' && players[0] <= '6' && !players[1];
    return good ? players[0] - '0' : PAUA_SIDES;
}

int record_first(const paua_record *record)
{
    const char *position = paua_record_tag(record, "Position");
    const char *blank = position ? strpbrk(position, " \t") : NULL;
    if (!blank)
        return 0;
    blank += strspn(blank, " \t");
    const char *letter = *blank ? strchr(RECORD_LETTERS, *blank) : NULL;
    int first = letter ? (int)(letter - RECORD_LETTERS) : 0;
    return first < record_players(record) ? first : 0;
}

void record_error_write(paua_error *error, paua_status code, long line, int ply, const char *format,
                        ...)
{
    if (!error)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    error->code = code;
    error->line = line;
    error->ply = ply;
    error->at = 0;
    /* quoted input may have any bytes, or be cut off in the middle of a character */
    for (char *c = error->message; *c; c++) {
        unsigned char *u = (unsigned char *)c;
        size_t size = *u < ' ' || *u == 0x7f ? 0 : utf8_character_size(u, strlen(c));
        if (size == 0)
            *c = '?';
        else
            c += size - 1;
    }
}
