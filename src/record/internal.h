/* internal.h - what the files of this room share. */
#ifndef RECORD_INTERNAL_H
#define RECORD_INTERNAL_H

#include <string.h>

#include <paua/record.h>

#include "notation/text.h"

#define RECORD_LETTERS "bwrgyp" /* the players' letters in their order */

struct tag {
    size_t name, value; /* offsets into the texts */
};

struct item {
    size_t text;
    long line;
    uint8_t kind;
};

struct paua_record {
    char *texts; /* owned, as the two that follow: every text with its NUL */
    size_t texts_used, texts_room;
    struct tag *tags;
    int tag_count, tag_room;
    struct item *items;
    int item_count, item_room;
    const char *result; /* static */
    int depth;          /* variations that are open */
    uint64_t moved;     /* bit d: at depth d there is a move that another one can replace */
};

/* Makes the record empty, but keeps its memory. */
void record_clear(paua_record *record);

/* Like the public calls, with texts of a given length. What is wrong goes to *why, a static text. */
paua_status record_add_tag(paua_record *record, const char *name, size_t name_length,
                           const char *value, size_t value_length, const char **why);
paua_status record_add_item(paua_record *record, paua_item_kind kind, const char *text,
                            size_t length, long line, const char **why);

/* One of the results that there are, or NULL; text need not end there. */
const char *record_result(const char *text, size_t length);

/* How many play by the tag Players, and who begins by the tag Position: what the numbers of moves need. */
int record_players(const paua_record *record);
int record_first(const paua_record *record);

/* Whether a line looks like `[Name "`. */
bool record_tag_line(const char *line, size_t length);

/* The only texts that a record takes are UTF-8 without control characters; `blanks` are those allowed. */
bool record_text_good(const char *text, size_t length, const char *blanks);

/* Reads one game, whose first line has this number. *refusal is filled on failure. */
paua_status record_parse(paua_record *record, const char *text, size_t length, long line,
                         paua_refusal *refusal);

/* Fills *refusal, whose reason stays one line of UTF-8. NULL: nothing is filled. */
__attribute__((format(printf, 5, 6))) void
refusal_write(paua_refusal *refusal, paua_status code, long line, int ply, const char *format, ...);
#define refusal_fill(refusal, code, ...) (refusal_write((refusal), (code), __VA_ARGS__), (code))

static inline void put_bytes(struct text_out *out, const char *bytes, size_t length)
{
    if (out->length < out->cap) {
        size_t room = out->cap - out->length - 1, part = length < room ? length : room;
        memcpy(out->text + out->length, bytes, part);
        out->text[out->length + part] = '\0';
    }
    out->length += length;
}

static inline void put_text(struct text_out *out, const char *text)
{
    put_bytes(out, text, strlen(text));
}

void put_tag(struct text_out *out, const char *name, const char *value);

/* The text of moves: what belongs together stays on one line, which it may fill up to LINE_FULL bytes. */
enum { LINE_FULL = 78 };

struct line_out {
    struct text_out *out;
    size_t used; /* bytes of the line so far */
};

/* Room for a group of so many bytes: a blank or a new line. */
void line_room(struct line_out *line, size_t length);
void line_put(struct line_out *line, const char *bytes, size_t length);
/* The result behind it all, and the end of the last line. */
void line_result(struct line_out *line, const char *result);

#endif
