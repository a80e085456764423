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
 * The seven tags above are mandatory, Event is the first. Variant is the layout (board.h) that the game began with, also by the
 * short names of other servers ("belgian"); a game that began otherwise has the tags SetUp "1" and Position.
 * Ours besides: comments in braces or from ; to the end of the line, glyphs ($3, !?), variations in round
 * brackets, three to six players, and players who leave (r:resigns, r:time). docs/formats.md has it all.
 *
 * A record holds what such a text says: tags, moves as written, result; replay.h tells whether it is a
 * game. Reading a record and writing it gives the same text where that follows the format to the letter,
 * else it gives the same record in the format's own layout.
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

/* What is known of a game besides its moves. Every text is UTF-8 and NULL where nothing is known;
 * mandatory tags then say "?" (a date "????.??.??"), the others are left out. */
typedef struct paua_tags {
    const char *event;
    const char *date; /* YYYY.MM.DD */
    const char *black;
    const char *white;
    const char *termination; /* NULL: how the game itself says it ended, if it did */
    const char *source;
    const char *time_control;
    const char *annotator;
    int black_elo, white_elo;                          /* 0: unknown */
    const char *round;                                 /* of a tournament or match */
    const char *others[PAUA_PLAYERS_MAX - PAUA_SIDES]; /* players three to six */
} paua_tags;

/* Writes one game with its tags, an unfinished one with the result "*"; ends with a newline. Result, Variant,
 * Plies, Position, Players, Teams and Rules come from the game; the last three are there only where they are
 * not 2, none and paua_rules_default(). Control characters in texts become blanks.
 * tags may be NULL. Writes at most `cap` bytes with a NUL (always there when cap > 0) and returns the length
 * of the full text, as snprintf does. Thread-safe, allocates nothing. */
PAUA_API size_t paua_apgn_format(const paua_game *game, const paua_tags *tags, char *text,
                                 size_t cap);

/* What the moves of a game are made of, in the order in which they stand there. */
typedef enum paua_item_kind {
    PAUA_ITEM_MOVE,      /* as written, without its number */
    PAUA_ITEM_DEPARTURE, /* a player leaves a game of three and more: "r:resigns", "r:time" */
    PAUA_ITEM_GLYPH,     /* "$3", or one of ! ? !! ?? !? ?! */
    PAUA_ITEM_COMMENT,   /* what stands between the braces, or behind the ; of a PAUA_ITEM_LINE */
    PAUA_ITEM_LINE,
    PAUA_ITEM_OPEN, /* a variation: what may be played in place of the move before, up to its CLOSE */
    PAUA_ITEM_CLOSE
} paua_item_kind;

typedef struct paua_item {
    paua_item_kind kind;
    const char *text; /* the record's; empty for OPEN and CLOSE */
    long line;        /* where it was read, from 1; 0 when it was added */
} paua_item;

typedef struct paua_record paua_record;

/* An empty record: no tags, no moves, result "*". PAUA_OK or PAUA_NO_MEMORY. */
PAUA_API paua_status paua_record_new(paua_record **out);
PAUA_API void paua_record_free(paua_record *record); /* NULL is allowed */

PAUA_API int paua_record_tags(const paua_record *record);
PAUA_API const char *paua_record_tag_name(const paua_record *record, int i); /* 0 .. tags-1 */
PAUA_API const char *paua_record_tag_value(const paua_record *record, int i);
PAUA_API const char *paua_record_tag(const paua_record *record, const char *name); /* or NULL */
PAUA_API int paua_record_items(const paua_record *record);
PAUA_API paua_item paua_record_item(const paua_record *record, int i); /* 0 .. items-1 */
PAUA_API const char *paua_record_result(const paua_record *record);    /* behind the moves */

/* Texts are valid until the record is changed. These change it: a tag behind the others (its name: letters,
 * digits and _), an item behind the others (OPEN and CLOSE need no text, it may be NULL), the result. Returns PAUA_OK; PAUA_NO_MEMORY; PAUA_CONFLICT (there
 * is such a tag); or PAUA_BAD_SYNTAX for what could not be read again, with the record as it was. */
PAUA_API paua_status paua_record_add_tag(paua_record *record, const char *name, const char *value);
PAUA_API paua_status paua_record_add_item(paua_record *record, paua_item_kind kind,
                                          const char *text);
PAUA_API paua_status paua_record_set_result(paua_record *record, const char *result);

/* The time that a comment tells: "[%clk 0:01:02]" or "[%emt 1:02.5]" with the name "clk" or "emt", in
 * milliseconds; -1 if it has none. */
PAUA_API int64_t paua_comment_time(const char *comment, const char *name);

/* Writes a record; same contract as paua_apgn_format(). */
PAUA_API size_t paua_apgn_write(const paua_record *record, char *text, size_t cap);

/* Why a game was refused, and where: the line from 1, the ply from 1 (0: none). */
typedef struct paua_refusal {
    paua_status code;
    long line;
    int ply;
    char reason[200]; /* one line of UTF-8 */
} paua_refusal;

/* Reads a file of games piece by piece, within a few times PAUA_RECORD_MAX_BYTES of memory. */
typedef struct paua_apgn_reader paua_apgn_reader;

/* Where it reads from: fills at most `cap` bytes (cap > 0); returns how many, 0 at the end, -1 on failure. */
typedef long (*paua_apgn_source)(char *bytes, size_t cap, void *context);

PAUA_API paua_status paua_apgn_reader_new(paua_apgn_source source, void *context,
                                          paua_apgn_reader **out);
PAUA_API void paua_apgn_reader_free(paua_apgn_reader *reader); /* NULL is allowed */

/* The next game. Returns PAUA_OK with a record that is the reader's until the next call; PAUA_NOT_FOUND at
 * the end; PAUA_BAD_SYNTAX: this game is none, the next call goes on behind it; PAUA_CORRUPT: the file is
 * not text; PAUA_IO: the source failed; PAUA_NO_MEMORY. Fills *refusal whenever it is not PAUA_OK or
 * PAUA_NOT_FOUND; after the last three there is nothing more to read. */
PAUA_API paua_status paua_apgn_next(paua_apgn_reader *reader, const paua_record **record,
                                    paua_refusal *refusal);

/* The number of the game that paua_apgn_next() was at last about, from 1; the line on which it begins. */
PAUA_API int paua_apgn_game(const paua_apgn_reader *reader);
PAUA_API long paua_apgn_line(const paua_apgn_reader *reader);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_RECORD_H */
