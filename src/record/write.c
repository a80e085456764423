/* write.c - writes a record as APGN, with numbers, variations and comments; lines are wrapped at
 * LINE_FULL bytes. */
#include "record/internal.h"

void put_tag(struct text_out *out, const char *name, const char *value)
{
    put_text(out, "[");
    put_text(out, name);
    put_text(out, " \"");
    while (*value) {
        size_t plain = strcspn(value, "\"\\");
        put_bytes(out, value, plain);
        value += plain;
        if (*value) {
            put_text(out, "\\");
            put_bytes(out, value++, 1);
        }
    }
    put_text(out, "\"]\n");
}

void line_room(struct line_writer *line, size_t length)
{
    if (line->used && line->used + 1 + length > LINE_FULL) {
        put_text(line->out, "\n");
        line->used = 0;
    } else if (line->used) {
        put_text(line->out, " ");
        line->used++;
    }
}

void line_put(struct line_writer *line, const char *bytes, size_t length)
{
    put_bytes(line->out, bytes, length);
    line->used += length;
}

void line_result(struct line_writer *line, const char *result)
{
    if (line->used)
        put_text(line->out, " ");
    put_text(line->out, result);
    put_text(line->out, "\n");
}

/* The state of writing a record. */
struct record_writer {
    const paua_record *record;
    struct line_writer line;
    int players;
    int turn[PAUA_VARIATION_DEPTH + 1]; /* number of the next move from 0, for each depth */
    int depth;
    bool open; /* an opening bracket is pending: it is written with the next item */
};

/* Whether items of this kind stay on one line with their move number. */
static bool in_group(paua_item_kind kind)
{
    return kind == PAUA_ITEM_MOVE || kind == PAUA_ITEM_GLYPH;
}

/* Whether a glyph is written directly behind its move, without a blank. */
static bool glyph_is_attached(const paua_record *record, int i)
{
    return record->items[i].kind == PAUA_ITEM_GLYPH && i > 0 &&
           record->items[i - 1].kind == PAUA_ITEM_MOVE &&
           record->texts[record->items[i].text] != '$';
}

/* Writes the items from `i` up to the next move number; returns the index of the first item
 * left. */
static int put_group(const struct record_writer *writer, struct text_out *out, int i, int *turn)
{
    const paua_record *record = writer->record;
    if (writer->open)
        put_text(out, "(");
    bool first = true;
    for (; i < record->item_count && in_group((paua_item_kind)record->items[i].kind); i++) {
        if (record->items[i].kind == PAUA_ITEM_MOVE) {
            bool begins = *turn % writer->players == 0;
            if (begins && !first)
                break;
            if (first)
                text_put(out, "%d%s", *turn / writer->players + 1, begins ? "." : "...");
            ++*turn;
        }
        if (!glyph_is_attached(record, i) && (!first || record->items[i].kind == PAUA_ITEM_MOVE))
            put_text(out, " ");
        put_text(out, record->texts + record->items[i].text);
        first = false;
    }
    return i;
}

/* Measures a group, breaks the line if it does not fit, and writes it. */
static int write_group(struct record_writer *writer, int i)
{
    int *turn = &writer->turn[writer->depth], before = *turn;
    char nothing[1];
    struct text_out measure = text_out_begin(nothing, sizeof nothing);
    put_group(writer, &measure, i, turn);
    *turn = before;
    line_room(&writer->line, measure.length);
    int next = put_group(writer, writer->line.out, i, turn);
    writer->line.used += measure.length;
    writer->open = false;
    return next;
}

/* Writes a pending bracket. */
static void put_open(struct record_writer *writer)
{
    if (writer->open)
        line_put(&writer->line, "(", 1);
    writer->open = false;
}

/* Writes a comment in braces, which may have several lines. */
static void write_comment(struct record_writer *writer, const char *text)
{
    size_t length = strlen(text), first = strcspn(text, "\n");
    const char *last = strrchr(text, '\n');
    line_room(&writer->line, first + 2 + writer->open);
    put_open(writer);
    line_put(&writer->line, "{", 1);
    line_put(&writer->line, text, length);
    line_put(&writer->line, "}", 1);
    if (last)
        writer->line.used = strlen(last + 1) + 1;
}

/* Writes a comment that ends its line. */
static void write_line_comment(struct record_writer *writer, const char *text)
{
    line_room(&writer->line, 1 + writer->open);
    put_open(writer);
    put_text(writer->line.out, ";");
    put_text(writer->line.out, text);
    put_text(writer->line.out, "\n");
    writer->line.used = 0;
}

/* Writes an item that is one word. */
static void write_word(struct record_writer *writer, const char *text)
{
    line_room(&writer->line, strlen(text) + writer->open);
    put_open(writer);
    line_put(&writer->line, text, strlen(text));
}

/* A variation begins with the number of the move that it replaces. */
static void open_variation(struct record_writer *writer)
{
    int replaced = writer->turn[writer->depth] - 1;
    writer->open = true;
    writer->turn[++writer->depth] = replaced;
}

/* Ends the innermost variation. */
static void close_variation(struct record_writer *writer)
{
    writer->depth--;
    line_put(&writer->line, ")", 1);
}

/* Writes the items and closes variations that are still open. */
static void write_items(struct record_writer *writer)
{
    const paua_record *record = writer->record;
    for (int i = 0; i < record->item_count;) {
        paua_item item = paua_record_item(record, i);
        if (in_group(item.kind)) {
            i = write_group(writer, i);
            continue;
        }
        if (item.kind == PAUA_ITEM_COMMENT)
            write_comment(writer, item.text);
        else if (item.kind == PAUA_ITEM_LINE)
            write_line_comment(writer, item.text);
        else if (item.kind == PAUA_ITEM_DEPARTURE)
            write_word(writer, item.text);
        else if (item.kind == PAUA_ITEM_OPEN)
            open_variation(writer);
        else
            close_variation(writer);
        i++;
    }
    /* close variations that the record left open */
    while (writer->depth)
        close_variation(writer);
}

size_t paua_apgn_write(const paua_record *record, char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    struct record_writer writer = {
        .record = record, .line = {&out, 0}, .players = record_players(record)};
    writer.turn[0] = record_first(record);
    for (int i = 0; i < record->tag_count; i++)
        put_tag(&out, paua_record_tag_name(record, i), paua_record_tag_value(record, i));
    put_text(&out, "\n");
    write_items(&writer);
    line_result(&writer.line, record->result);
    return out.length;
}
