/* record.h - whole games as text: APGN, Abalone's portable game notation, read and written.
 *
 * A game is a block of tags, the moves, and the result; an empty line stands between games:
 *
 *   [Event "Club evening"]
 *   [Date "2026.11.21"]
 *   [Black "Ada"]
 *   [White "Bo"]
 *   [Variant "belgian-daisy"]
 *   [Result "1-0"]
 *   [Notation "Aba-Pro"]
 *
 *   1. a1b2 i5h5 2. ... 1-0
 *
 * The seven tags above are mandatory, Event comes first. Variant is the layout (board.h) of the
 * start position, by any of its names; a game from another position has the tags SetUp "1" and
 * Position. Paua's extensions: comments in braces or from ; to the end of the line, glyphs ($3,
 * !?), variations in round brackets, three to six players, and players who leave (r:resigns,
 * r:time). docs/formats.md describes the whole format.
 *
 * A record holds the text's content: tags, moves as written, result. replay.h checks whether it is
 * a legal game. Writing a record that was read gives the same text if that text follows the format
 * to the letter, and otherwise the same record in the format's standard layout.
 *
 * Different records, and different readers, may be used by different threads.
 */
#ifndef PAUA_RECORD_H
#define PAUA_RECORD_H

#include <paua/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAUA_RECORD_MAX_BYTES (1024 * 1024) /* a longer game is refused */
#define PAUA_VARIATION_DEPTH  32            /* variations inside variations */

/* The tags of a game that its moves do not give. Every text is UTF-8, or NULL if unknown; mandatory
 * tags are then "?" (a date "????.??.??"), the others are left out. */
typedef struct paua_tags {
    size_t size; /* sizeof(paua_tags), set by the caller */
    const char *event;
    const char *date; /* YYYY.MM.DD */
    const char *black;
    const char *white;
    const char *termination; /* NULL: the reason of the game's outcome, if it is over */
    const char *source;
    const char *time_control;
    const char *annotator;
    int black_elo, white_elo;                          /* 0: unknown */
    const char *round;                                 /* of a tournament or match */
    const char *others[PAUA_PLAYERS_MAX - PAUA_SIDES]; /* players three to six */
} paua_tags;

/* Writes one game with its tags, an unfinished one with the result "*"; ends with a newline.
 * Result, Variant, Plies, Position, Players, Teams and Rules are taken from the game; Players,
 * Teams and Rules are written only where they differ from 2, none and paua_rules_default(). Control
 * characters in texts become blanks. tags may be NULL; with a wrong size nothing is written. Writes
 * at most `cap` bytes with a NUL (always there when cap > 0) and returns the length of the full
 * text, as snprintf does. Thread-safe, allocates nothing. */
PAUA_API size_t paua_apgn_format(const paua_game *game, const paua_tags *tags, char *text,
                                 size_t cap);

/* The items of a game's move text, in their order. */
typedef enum paua_item_kind {
    PAUA_ITEM_MOVE,      /* as written, without its number */
    PAUA_ITEM_DEPARTURE, /* a player leaves a game of three and more: "r:resigns", "r:time" */
    PAUA_ITEM_GLYPH,     /* "$3", or one of ! ? !! ?? !? ?! */
    PAUA_ITEM_COMMENT,   /* the text between braces */
    PAUA_ITEM_LINE,      /* a comment to the end of the line: the text behind the ; */
    PAUA_ITEM_OPEN,      /* begins a variation, which replaces the move before it */
    PAUA_ITEM_CLOSE      /* ends the variation */
} paua_item_kind;

typedef struct paua_item {
    paua_item_kind kind;
    const char *text; /* the record's; empty for OPEN and CLOSE */
    long line;        /* the line it was read from, from 1; 0 for an added item */
} paua_item;

typedef struct paua_record paua_record;

/* An empty record: no tags, no moves, result "*". PAUA_OK or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_record_new(paua_record **out);
PAUA_API void paua_record_free(paua_record *record); /* NULL is allowed */

PAUA_API int paua_record_tags(const paua_record *record);
PAUA_API const char *paua_record_tag_name(const paua_record *record, int i); /* 0 .. tags-1 */
PAUA_API const char *paua_record_tag_value(const paua_record *record, int i);
PAUA_API const char *paua_record_tag(const paua_record *record, const char *name); /* or NULL */
PAUA_API int paua_record_items(const paua_record *record);
PAUA_API paua_item paua_record_item(const paua_record *record, int i); /* 0 .. items-1 */
PAUA_API const char *paua_record_result(const paua_record *record);    /* behind the moves */

/* Changes to a record; texts returned before become invalid. add_tag appends a tag (its name:
 * letters, digits and _), add_item an item (text may be NULL for OPEN and CLOSE). Each returns
 * PAUA_OK; PAUA_ERROR_NO_MEMORY; PAUA_ERROR_CONFLICT (the tag exists); or PAUA_ERROR_BAD_SYNTAX for
 * a text that could not be read back. On failure the record is unchanged. */
PAUA_API paua_status paua_record_add_tag(paua_record *record, const char *name, const char *value);
PAUA_API paua_status paua_record_add_item(paua_record *record, paua_item_kind kind,
                                          const char *text);
PAUA_API paua_status paua_record_set_result(paua_record *record, const char *result);

/* The time in a comment, in milliseconds: "[%clk 0:01:02]" with the name "clk", "[%emt 1:02.5]"
 * with the name "emt"; -1 if there is none. */
PAUA_API int64_t paua_comment_time(const char *comment, const char *name);

/* Writes a record; same contract as paua_apgn_format(). */
PAUA_API size_t paua_apgn_write(const paua_record *record, char *text, size_t cap);

/* Reads a file of games as a stream, in memory of a few times PAUA_RECORD_MAX_BYTES. What gzip has
 * compressed is unpacked. */
typedef struct paua_apgn_reader paua_apgn_reader;

/* The source of bytes: fills at most `cap` bytes (cap > 0) and returns their number, 0 at the end,
 * -1 on failure. */
typedef long (*paua_apgn_source)(char *bytes, size_t cap, void *context);

/* The source of a text in memory; its context is a paua_apgn_text, what is left to read. */
typedef struct paua_apgn_text {
    const char *at;
    size_t left;
} paua_apgn_text;
PAUA_API long paua_apgn_read_text(char *bytes, size_t cap, void *context);

PAUA_API paua_status paua_apgn_reader_new(paua_apgn_source source, void *context,
                                          paua_apgn_reader **out);
PAUA_API void paua_apgn_reader_free(paua_apgn_reader *reader); /* NULL is allowed */

/* From now on a game may lack all tags, and the result behind its moves, its moves may be separated
 * by commas, its first line may be a layout's name, it may be a code ABAL1, and a text that is not
 * UTF-8 is ISO-8859-1. What readers of PGN pass over is passed over: text behind the result,
 * variations with null moves, evaluation signs. paua_record_complete() (replay.h) fills in what is
 * missing and says what was passed over. */
PAUA_API void paua_apgn_forgive(paua_apgn_reader *reader);

/* Reads the next game. Returns PAUA_OK with a record owned by the reader and valid until the next
 * call; PAUA_ERROR_NOT_FOUND at the end; PAUA_ERROR_BAD_SYNTAX if this game cannot be read (the
 * next call continues behind it); PAUA_ERROR_CORRUPT if the file is not text, or damaged gzip data;
 * PAUA_ERROR_IO if the source failed; or PAUA_ERROR_NO_MEMORY. Fills *error on every failure but
 * PAUA_ERROR_NOT_FOUND; after PAUA_ERROR_CORRUPT, PAUA_ERROR_IO and PAUA_ERROR_NO_MEMORY every
 * further call fails in the same way. */
PAUA_API paua_status paua_apgn_next(paua_apgn_reader *reader, const paua_record **record,
                                    paua_error *error);

/* The game that paua_apgn_next() read last: its number, from 1, and its first line. */
PAUA_API int paua_apgn_game(const paua_apgn_reader *reader);
PAUA_API long paua_apgn_line(const paua_apgn_reader *reader);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_RECORD_H */
