/* internal.h - the record structure and helpers shared by the files of this room. */
#ifndef RECORD_INTERNAL_H
#define RECORD_INTERNAL_H

#include <string.h>

#include <paua/record.h>

#include "notation/text.h"

#define RECORD_LETTERS "bwrgyp" /* the players' letters in their order */

struct record_tag {
    size_t name, value; /* offsets into the texts */
};

struct record_item {
    size_t text;
    long line;
    uint8_t kind;
};

struct paua_record {
    char *texts; /* owned: every text with its NUL */
    size_t texts_used, texts_room;
    struct record_tag *tags; /* owned */
    int tag_count, tag_room;
    struct record_item *items; /* owned */
    int item_count, item_room;
    const char *result; /* static */
    int depth;          /* of open variations */
    bool ended;         /* the text had a result behind its moves */
    long result_line;   /* where that stands; 0: nowhere */
    unsigned skipped;   /* what the forgiving reader passed over: bits of enum record_skip */
    uint64_t moved;     /* bit d: at depth d there is a move that a variation can replace */
};

/* What the forgiving reader passes over or reads in another way, in the order of its notes. */
enum record_skip {
    SKIP_CODE,
    SKIP_LAYOUT_LINE,
    SKIP_SIGNS,
    SKIP_MARKS,
    SKIP_VARIATION,
    SKIP_COMMENT,
    SKIP_BEHIND,
    SKIP_ENCODING,
    RECORD_SKIPS,
};

/* What is said of each. */
const char *record_skip_text(enum record_skip skip);

/* Makes the record empty, but keeps its memory. */
void record_clear(paua_record *record);

/* The public calls for texts of a given length. On failure *why is a static text with the
 * reason. */
paua_status record_add_tag(paua_record *record, const char *name, size_t name_length,
                           const char *value, size_t value_length, const char **why);
paua_status record_add_item(paua_record *record, paua_item_kind kind, const char *text,
                            size_t length, long line, const char **why);

/* Removes the innermost open variation with all that is in it. */
void record_drop_variation(paua_record *record);

/* The result with this text, as a static string, or NULL; text need not be NUL-terminated. */
const char *record_result(const char *text, size_t length);

/* The number of players by the tag Players, and the side to move first by the tag Position; move
 * numbers depend on both. */
int record_players(const paua_record *record);
int record_first(const paua_record *record);

/* The notation that a tag's text names, in any case. False: none. */
bool record_notation(const char *text, paua_notation *out);

/* The layout of a start position, or NULL. Teams are not compared: they have their own tag. */
const paua_layout *record_start_layout(const paua_board *board, const paua_position *start);

/* The mandatory tags, in their order. */
enum { RECORD_MANDATORY = 7 };
extern const char *const record_mandatory[RECORD_MANDATORY];

/* Whether a line begins like a tag: `[Name "`. */
bool record_tag_line(const char *line, size_t length);

/* Whether a text is UTF-8 without control characters other than those in `blanks`: records hold no
 * other texts. */
bool record_text_good(const char *text, size_t length, const char *blanks);

/* The bytes of the byte order marks with which a text begins: joined files have some anywhere. */
size_t record_marks(const char *text, size_t length);

/* Reads one game, which begins on this line of its file. `forgiving`: also one without tags or
 * without a result, and passes over what readers of PGN do; *used becomes the bytes that were read,
 * fewer than `length` where another game without tags follows. Fills *error on failure. */
paua_status record_parse(paua_record *record, const char *text, size_t length, long line,
                         bool forgiving, size_t *used, paua_error *error);

/* Fills *error; the reason is made one line of valid UTF-8. error may be NULL. */
__attribute__((format(printf, 5, 6))) void record_error_write(paua_error *error, paua_status code,
                                                              long line, int ply,
                                                              const char *format, ...);
#define record_refuse(error, code, ...) (record_error_write((error), (code), __VA_ARGS__), (code))

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

/* Writes move text in lines of at most LINE_FULL bytes; a move number and its moves stay
 * together. */
enum { LINE_FULL = 78 };

struct line_writer {
    struct text_out *out;
    size_t used; /* bytes of the line so far */
};

/* Separates a group of `length` bytes from the text before it: by a blank, or a newline if the
 * group does not fit on the line. */
void line_room(struct line_writer *line, size_t length);
void line_put(struct line_writer *line, const char *bytes, size_t length);
/* Writes the result and ends the last line. */
void line_result(struct line_writer *line, const char *result);

#endif
