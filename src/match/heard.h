/* heard.h - a line that an engine says in the Universal Game Interface, taken apart. */
#ifndef MATCH_HEARD_H
#define MATCH_HEARD_H

#include <stdbool.h>
#include <stddef.h>

enum heard_kind {
    HEARD_OTHER, /* nothing that matters here */
    HEARD_UGIOK,
    HEARD_READYOK,
    HEARD_OPTION,   /* word: its name */
    HEARD_INFO,     /* score, of the best line */
    HEARD_BESTMOVE, /* word: the move, which may be empty */
};

enum { HEARD_WORD_MAX = 64 };

struct heard {
    enum heard_kind kind;
    char word[HEARD_WORD_MAX]; /* cut where it is longer */
    int score;                 /* as search.h counts, +-PAUA_SCORE_WIN at most */
};

/* Any text that ends with a NUL is allowed. */
struct heard heard_read(const char *line);

#endif
