/* ugi_reply.h - a line of an external engine in the Universal Game Interface, parsed. */
#ifndef MATCH_UGI_REPLY_H
#define MATCH_UGI_REPLY_H

#include <stdbool.h>
#include <stddef.h>

enum ugi_reply_kind {
    UGI_REPLY_OTHER, /* nothing that matters here */
    UGI_REPLY_UGIOK,
    UGI_REPLY_READYOK,
    UGI_REPLY_OPTION,   /* word: its name */
    UGI_REPLY_INFO,     /* score, of the best line */
    UGI_REPLY_BESTMOVE, /* word: the move, which may be empty */
};

enum { UGI_REPLY_WORD_MAX = 64 };

struct ugi_reply {
    enum ugi_reply_kind kind;
    char word[UGI_REPLY_WORD_MAX]; /* cut where it is longer */
    int score;                     /* as search.h counts, +-PAUA_SCORE_WIN at most */
};

/* Any text that ends with a NUL is allowed. */
struct ugi_reply ugi_reply_parse(const char *line);

#endif
