/* ugi_reply.c - parses what an external engine answers in the Universal Game Interface. Any text is
 * allowed; everything else is UGI_REPLY_OTHER.
 */
#include "match/ugi_reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/search.h>

#define BLANKS " \t\r\n"

/* A word of the line. */
struct word {
    const char *text;
    size_t length;
};

/* The next word; an empty one at the end. */
static struct word next_word(const char **at)
{
    struct word word;
    *at += strspn(*at, BLANKS);
    word.text = *at;
    word.length = strcspn(*at, BLANKS);
    *at += word.length;
    return word;
}

static bool word_is(struct word word, const char *text)
{
    return word.length == strlen(text) && !memcmp(word.text, text, word.length);
}

/* Copies a word into the reply, truncated to fit. */
static void set_word(struct ugi_reply *reply, struct word word)
{
    snprintf(reply->word, sizeof reply->word, "%.*s",
             (int)(word.length < UGI_REPLY_WORD_MAX ? word.length : UGI_REPLY_WORD_MAX), word.text);
}

/* A whole number, at most +-PAUA_SCORE_WIN. */
static bool parse_score(struct word word, int *out)
{
    char text[16], *end;
    long number;
    if (word.length == 0 || word.length >= sizeof text)
        return false;
    memcpy(text, word.text, word.length);
    text[word.length] = '\0';
    number = strtol(text, &end, 10);
    if (*end)
        return false;
    *out = number > PAUA_SCORE_WIN    ? PAUA_SCORE_WIN
           : number < -PAUA_SCORE_WIN ? -PAUA_SCORE_WIN
                                      : (int)number;
    return true;
}

/* "option name NAME OF WORDS type ..." */
static struct ugi_reply read_option(const char *at)
{
    struct ugi_reply reply = {UGI_REPLY_OTHER, "", 0};
    struct word word = next_word(&at), last = {NULL, 0};
    if (!word_is(word, "name"))
        return reply;
    word = next_word(&at);
    for (struct word part = word; part.length && !word_is(part, "type"); part = next_word(&at))
        last = part;
    if (last.text) {
        word.length = (size_t)(last.text + last.length - word.text);
        reply.kind = UGI_REPLY_OPTION;
        set_word(&reply, word);
    }
    return reply;
}

/* "info ... multipv N ... score cp N | mate N ... pv ..." */
static struct ugi_reply read_info(const char *at)
{
    struct ugi_reply reply = {UGI_REPLY_OTHER, "", 0};
    struct word word;
    int line = 1, number;
    while ((word = next_word(&at)).length) {
        if (word_is(word, "string") || word_is(word, "pv"))
            break;
        if (word_is(word, "multipv")) {
            parse_score(next_word(&at), &line);
        } else if (word_is(word, "score")) {
            struct word unit = next_word(&at);
            if (!parse_score(next_word(&at), &number))
                break;
            if (word_is(unit, "mate"))
                number = number > 0 ? PAUA_SCORE_WIN - (number < 500 ? 2 * number : 999)
                                    : -PAUA_SCORE_WIN - (number > -500 ? 2 * number : -999);
            else if (!word_is(unit, "cp"))
                break;
            reply.kind = UGI_REPLY_INFO;
            reply.score = number;
        }
    }
    return line == 1 ? reply : (struct ugi_reply){UGI_REPLY_OTHER, "", 0};
}

struct ugi_reply ugi_reply_parse(const char *line)
{
    struct ugi_reply reply = {UGI_REPLY_OTHER, "", 0};
    struct word word = next_word(&line);
    if (word_is(word, "info"))
        return read_info(line);
    if (word_is(word, "option"))
        return read_option(line);
    if (word_is(word, "ugiok")) {
        reply.kind = UGI_REPLY_UGIOK;
    } else if (word_is(word, "readyok")) {
        reply.kind = UGI_REPLY_READYOK;
    } else if (word_is(word, "bestmove")) {
        reply.kind = UGI_REPLY_BESTMOVE;
        set_word(&reply, next_word(&line));
    }
    return reply;
}
