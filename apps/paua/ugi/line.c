/* line.c - parses a line of the Universal Game Interface. */
#include "ugi/line.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Larger numbers are cut to this, more than any clock or search needs. */
static const long long number_limit = 1000000000000000;

static const char *const blanks = " \t\r\n";

/* The next word of the line; an empty one at its end. */
static struct ugi_span next_word(const char **at)
{
    struct ugi_span word;
    word.text = *at + strspn(*at, blanks);
    word.length = strcspn(word.text, blanks);
    *at = word.text + word.length;
    return word;
}

/* ASCII only, whatever the locale is. */
static char to_lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool ugi_span_is(struct ugi_span span, const char *word)
{
    size_t i = 0;
    while (i < span.length && word[i] && to_lower(span.text[i]) == to_lower(word[i]))
        i++;
    return i == span.length && !word[i];
}

bool ugi_span_copy(struct ugi_span span, char *text, size_t cap)
{
    const bool fits = span.length < cap;
    const size_t length = fits ? span.length : 0;

    if (length > 0) /* memcpy() takes no NULL, not even for 0 bytes */
        memcpy(text, span.text, length);
    text[length] = '\0';
    return fits;
}

/* From the start of the first word to the end of the last, blanks between them included. */
static void span_join(struct ugi_span *span, struct ugi_span word)
{
    if (!span->length)
        *span = word;
    else
        span->length = (size_t)(word.text - span->text) + word.length;
}

__attribute__((format(printf, 2, 3))) static void bad(struct ugi_line *out, const char *format, ...)
{
    va_list arguments;
    out->command = out->kind;
    out->kind = UGI_BAD;
    va_start(arguments, format);
    vsnprintf(out->message, sizeof out->message, format, arguments);
    va_end(arguments);
}

/* A whole number; a minus sign is allowed, as clocks may have run out. */
static bool read_number(struct ugi_span word, long long *out)
{
    size_t i = word.length && word.text[0] == '-' ? 1 : 0;
    long long number = 0;
    if (i == word.length)
        return false;
    for (; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
        number = 10 * number + (word.text[i] - '0');
        if (number > number_limit)
            number = number_limit;
    }
    *out = word.text[0] == '-' ? -number : number;
    return true;
}

/* "setoption name NAME value VALUE"; both may have several words. */
static void read_setoption(const char *at, struct ugi_line *out)
{
    struct ugi_span word = next_word(&at);
    struct ugi_span *into = &out->name;
    if (!ugi_span_is(word, "name")) {
        bad(out, "setoption: expected 'setoption name NAME value VALUE'");
        return;
    }
    while ((word = next_word(&at)).length) {
        if (into == &out->name && ugi_span_is(word, "value"))
            into = &out->value;
        else
            span_join(into, word);
    }
    if (!out->name.length)
        bad(out, "setoption: the option's name is missing");
}

/* "position startpos" or "position fen POSITION", either with "moves MOVE..." after it. */
static void read_position(const char *at, struct ugi_line *out)
{
    struct ugi_span word = next_word(&at);
    struct ugi_span *into = &out->name;
    bool fen = ugi_span_is(word, "fen");
    if (!fen && !ugi_span_is(word, "startpos")) {
        bad(out, "position: expected 'startpos' or 'fen POSITION', then 'moves MOVE...'");
        return;
    }
    while ((word = next_word(&at)).length) {
        if (into == &out->name && ugi_span_is(word, "moves")) {
            into = &out->value;
        } else if (into == &out->name && !fen) {
            bad(out, "position: expected 'moves', not '%.*s'",
                (int)(word.length < 20 ? word.length : 20), word.text);
            return;
        } else {
            span_join(into, word);
        }
    }
    if (fen && !out->name.length)
        bad(out, "position: the position is missing after 'fen'");
}

/* What "p1time" to "p6time" and "p1inc" to "p6inc" set; NULL for other words. */
static long long *clock_meant(struct ugi_go *go, struct ugi_span word)
{
    const struct ugi_span rest = {word.text + 2, word.length - 2};
    int player;
    if (word.length < 3 || to_lower(word.text[0]) != 'p')
        return NULL;
    player = word.text[1] - '1';
    if (player < 0 || player >= UGI_PLAYERS)
        return NULL;
    if (ugi_span_is(rest, "time"))
        return &go->clock[player];
    return ugi_span_is(rest, "inc") ? &go->increment[player] : NULL;
}

/* Where the limit's number goes, and the least it may be; NULL for other words. */
static long long *limit_meant(struct ugi_go *go, struct ugi_span word, long long *least)
{
    *least = 1;
    if (ugi_span_is(word, "depth"))
        return &go->depth;
    if (ugi_span_is(word, "nodes"))
        return &go->nodes;
    if (ugi_span_is(word, "movetime"))
        return &go->movetime;
    *least = 0;
    return clock_meant(go, word);
}

/* "go": limits in any order. Numbers below the least that a limit allows are raised to it. */
static void read_go(const char *at, struct ugi_line *out)
{
    struct ugi_go *go = &out->go;
    struct ugi_span word;
    while ((word = next_word(&at)).length) {
        int length = (int)(word.length < 20 ? word.length : 20);
        long long least, *value = limit_meant(go, word, &least);
        if (ugi_span_is(word, "infinite")) {
            go->infinite = true;
        } else if (!value) {
            bad(out, "go: unknown limit '%.*s'", length, word.text);
            return;
        } else if (!read_number(next_word(&at), value)) {
            bad(out, "go: expected a whole number after '%.*s'", length, word.text);
            return;
        } else if (*value < least) {
            *value = least;
        }
    }
}

/* "perft DEPTH", from 1 to 99 plies. */
static void read_perft(const char *at, struct ugi_line *out)
{
    if (!read_number(next_word(&at), &out->number) || out->number < 1 || out->number > 99)
        bad(out, "perft: expected a depth from 1 to 99");
}

/* "query QUESTION"; the session checks the question. */
static void read_query(const char *at, struct ugi_line *out)
{
    out->name = next_word(&at);
}

void ugi_line_read(const char *text, struct ugi_line *out)
{
    static const struct {
        const char *word;
        enum ugi_kind kind;
        void (*read)(const char *at, struct ugi_line *out);
    } commands[] = {
        {"ugi", UGI_UGI, NULL},
        {"isready", UGI_ISREADY, NULL},
        {"uginewgame", UGI_NEWGAME, NULL},
        {"setoption", UGI_SETOPTION, read_setoption},
        {"position", UGI_POSITION, read_position},
        {"go", UGI_GO, read_go},
        {"stop", UGI_STOP, NULL},
        {"quit", UGI_QUIT, NULL},
        {"query", UGI_QUERY, read_query},
        {"d", UGI_DISPLAY, NULL},
        {"perft", UGI_PERFT, read_perft},
        {"bench", UGI_BENCH, NULL},
    };
    const char *at = text;
    struct ugi_span word = next_word(&at);

    *out = (struct ugi_line){.kind = UGI_EMPTY, .go = {.clock = {-1, -1, -1, -1, -1, -1}}};
    if (!word.length)
        return;
    out->kind = UGI_UNKNOWN;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (ugi_span_is(word, commands[i].word)) {
            out->kind = commands[i].kind;
            if (commands[i].read)
                commands[i].read(at, out);
            return;
        }
    }
    out->name = word;
}
