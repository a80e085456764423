/* scan.h - the text of a game while it is read: parse.c, and lenient.c for what the format does not
 * have. */
#ifndef RECORD_SCAN_H
#define RECORD_SCAN_H

#include "record/internal.h"

struct record_scan {
    const char *begin, *at, *end;
    long line;
    paua_record *record;
    paua_error *error;
    int ply; /* moves of the main line so far */
    bool forgiving;
};

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Notes that something was passed over. */
static inline void note_skip(struct record_scan *scan, enum record_skip skip)
{
    scan->record->skipped |= 1u << skip;
}

/* The end of the current line. */
const char *scan_line_end(const struct record_scan *scan);
/* The end of the word that begins here; a triple [a1, c3, b2] ends at its bracket. */
const char *scan_word_end(const struct record_scan *scan);
/* The end of a move number, digits, dots, or both, with which a word begins. */
const char *scan_number_end(const char *word, const char *end);
/* Skips blanks and byte order marks, which joined files have anywhere. */
void scan_skip_blanks(struct record_scan *scan);
/* Refuses the game at the current line. */
paua_status scan_refuse(const struct record_scan *scan, paua_status status, const char *why);
/* Appends an item to the record. */
paua_status scan_add_item(struct record_scan *scan, paua_item_kind kind, const char *text,
                          size_t length);
/* Reads a comment in braces, or to the end of the line. */
paua_status scan_comment(struct record_scan *scan);

/* A game as a code (code.c): whether it begins here, and its reading, to where it ends. */
bool code_here(const struct record_scan *scan);
paua_status code_read(struct record_scan *scan);

/* A first line that names the layout of the moves below it becomes the tag Variant. */
paua_status lenient_first_line(struct record_scan *scan);
/* Reads what follows the result, up to the next game of a list. */
paua_status lenient_behind_result(struct record_scan *scan);
/* Whether a word inside a variation is a move that nobody makes. */
bool lenient_null_move(const struct record_scan *scan, const char *word, size_t length);
/* Passes over the rest of a variation, up to and with its bracket. */
paua_status lenient_skip_variation(struct record_scan *scan);
/* The same for one whose beginning is in the record, from which it is removed. */
paua_status lenient_drop_variation(struct record_scan *scan);
/* The glyph of the evaluation sign with which a word ends, and the sign's length; NULL: it ends
 * with none. */
const char *lenient_sign(const char *word, size_t length, size_t *sign);
/* Adds a glyph, or passes over what is none or has no move before it. */
paua_status lenient_glyph(struct record_scan *scan, const char *text, size_t length);
/* Skips an offer of a draw "(=)", or a line that begins with %; false: neither is here. */
bool lenient_skip_mark(struct record_scan *scan);

#endif
