/* record.h - whole games as text: APGN, Abalone's portable game notation.
 *
 * A game in APGN is a block of tags and a text of moves, ended by the result:
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
 * The seven tags above are mandatory and stand in this order. Variant is the name of the layout
 * (board.h) that the game began with; a game that began otherwise has the name of its board there and two
 * more tags, SetUp "1" and Position: rows from the top as in a native position, then, when marbles are
 * out, -5b4w (five black, four white ones), a blank and the side to move. A file holds any number of
 * games, an empty line between them.
 *
 * What the rules were is not part of the format: a reader needs them from elsewhere, or takes
 * paua_rules_default().
 */
#ifndef PAUA_RECORD_H
#define PAUA_RECORD_H

#include <paua/game.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    int black_elo, white_elo; /* 0: unknown */
} paua_tags;

/* Writes one game with its tags, an unfinished one with the result "*"; ends with a newline. Result, Variant,
 * Plies and Position come from the game. Control characters in texts become blanks.
 * tags may be NULL. Writes at most `cap` bytes with a NUL (always there when cap > 0) and returns the length
 * of the full text, as snprintf does. Thread-safe, allocates nothing. */
PAUA_API size_t paua_apgn_format(const paua_game *game, const paua_tags *tags, char *text,
                                 size_t cap);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_RECORD_H */
