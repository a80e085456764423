/* line.h - parses a line of the Universal Game Interface. Knows the words, not the game. */
#ifndef PAUA_UGI_LINE_H
#define PAUA_UGI_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum ugi_kind {
    UGI_EMPTY,
    UGI_UGI,
    UGI_ISREADY,
    UGI_NEWGAME,
    UGI_SETOPTION, /* name, value */
    UGI_POSITION,  /* name: the position, empty for startpos; value: the moves */
    UGI_GO,        /* go */
    UGI_STOP,
    UGI_QUIT,
    UGI_QUERY, /* name: the question, or empty */
    UGI_DISPLAY,
    UGI_PERFT, /* number: the depth */
    UGI_BENCH,
    UGI_UNKNOWN, /* name: the first word */
    UGI_BAD,     /* message: what is wrong with the known command `command` */
};

/* Part of the line, not terminated. */
struct ugi_span {
    const char *text; /* may be NULL in an empty span */
    size_t length;
};

enum { UGI_PLAYERS = 6 };

/* Limits are 0 where not given; a clock is -1 then, and at least 0 otherwise. */
struct ugi_go {
    bool infinite;
    long long depth, nodes, movetime;
    long long clock[UGI_PLAYERS], increment[UGI_PLAYERS]; /* in milliseconds */
};

struct ugi_line {
    enum ugi_kind kind, command;
    struct ugi_span name, value;
    struct ugi_go go;
    long long number;
    char message[96];
};

/* Parses a NUL-terminated line, with or without its newline. The spans point into it. Any bytes are
 * allowed. */
void ugi_line_read(const char *text, struct ugi_line *out);

/* Whether the span is this word, in any case. */
bool ugi_span_is(struct ugi_span span, const char *word);

/* Copies the span as a string. False, with an empty string: it does not fit into `cap` bytes. */
bool ugi_span_copy(struct ugi_span span, char *text, size_t cap);

#endif
