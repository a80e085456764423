/* draft.c - formats a mail draft: headers that are not ASCII as encoded words (RFC 2047), the body
 * as quoted-printable (RFC 2045, section 6.7). */
#define _GNU_SOURCE
#include "mail/draft.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/file.h"

/* Sizes in bytes. */
#define LINE_MAX_BYTES 76  /* a line of the body; RFC 2045 */
#define WORD_BYTES     42  /* text in an encoded word, which is longer */
#define REFERENCES_MAX 900 /* the header References; a longer one is left out */

/* Whether a character needs no encoding in a header. */
static bool is_header_plain(unsigned char c)
{
    return c >= ' ' && c < 0x7f;
}

/* Writes a header with any text. Control characters are replaced, so that the text cannot add
 * another header. */
static void write_text_header(FILE *to, const char *name, const char *text)
{
    bool plain = !strstr(text, "=?") && strlen(text) < 200;

    for (const char *c = text; *c && plain; c++)
        plain = is_header_plain((unsigned char)*c);
    fprintf(to, "%s: ", name);
    if (plain) {
        fprintf(to, "%s\r\n", text);
        return;
    }
    while (*text) {
        size_t size = strnlen(text, WORD_BYTES);

        while (size > 0 && ((unsigned char)text[size] & 0xc0) == 0x80)
            size--; /* do not split a character */
        fputs("=?utf-8?q?", to);
        for (size_t i = 0; i < size; i++) {
            const unsigned char c = (unsigned char)text[i];

            if (isalnum(c) && c < 0x80)
                fputc(c, to);
            else
                fprintf(to, "=%02X", c < ' ' || c == 0x7f ? ' ' : c);
        }
        text += size ? size : strlen(text);
        fputs(*text ? "?=\r\n " : "?=", to);
    }
    fputs("\r\n", to);
}

/* Writes a header with the Message-IDs in `ids` and `last`, one per line. Other words in `ids` are
 * left out. */
static void write_ids(FILE *to, const char *name, const char *ids, const char *last)
{
    fprintf(to, "%s:", name);
    if (strlen(ids) <= REFERENCES_MAX) {
        while (*(ids += strspn(ids, " \t\r\n"))) {
            const int size = (int)strcspn(ids, " \t\r\n");

            if (*ids == '<' && ids[size - 1] == '>')
                fprintf(to, " %.*s\r\n", size, ids);
            ids += size;
        }
    }
    fprintf(to, " %s\r\n", last);
}

/* Writes the header Date, in UTC. */
static void write_date(FILE *to, int64_t date_ms)
{
    static const char days[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const time_t seconds = (time_t)(date_ms / 1000);
    struct tm at;

    gmtime_r(&seconds, &at);
    fprintf(to, "Date: %s, %d %s %d %02d:%02d:%02d +0000\r\n", days[at.tm_wday], at.tm_mday,
            months[at.tm_mon], at.tm_year + 1900, at.tm_hour, at.tm_min, at.tm_sec);
}

/* Writes a line of the body. A dot or F at its beginning is encoded, because mail programs treat a
 * lone dot and "From " there as commands. */
static void write_body_line(FILE *to, const char *line, size_t size)
{
    int column = 0;

    for (size_t i = 0; i < size; i++) {
        const unsigned char c = (unsigned char)line[i];
        bool last = i + 1 == size;
        bool raw = (c > ' ' && c < 0x7f && c != '=') || (c == ' ' && !last);

        if (i == 0 && (c == '.' || c == 'F'))
            raw = false;
        if (column + (raw ? 1 : 3) >= LINE_MAX_BYTES) {
            fputs("=\r\n", to);
            column = 0;
        }
        if (raw)
            fputc(c, to);
        else
            fprintf(to, "=%02X", c);
        column += raw ? 1 : 3;
    }
    fputs("\r\n", to);
}

char *mail_draft_write(const struct mail_draft *draft, size_t *size)
{
    struct memory_file file;

    *size = 0;
    if (!memory_file_open(&file))
        return NULL;

    fprintf(file.to, "From: Paua <%s>\r\nTo: <%s>\r\n", draft->from, draft->to);
    if (*draft->reply_to)
        fprintf(file.to, "Reply-To: Paua <%s>\r\n", draft->reply_to);
    write_text_header(file.to, "Subject", draft->subject);
    write_date(file.to, draft->date_ms);
    fprintf(file.to, "Message-ID: <%s>\r\n", draft->message_id);
    if (*draft->in_reply_to) {
        fprintf(file.to, "In-Reply-To: %s\r\n", draft->in_reply_to);
        write_ids(file.to, "References", draft->references, draft->in_reply_to);
    }

    fprintf(file.to, "Auto-Submitted: %s\r\nX-Auto-Response-Suppress: All\r\n", draft->automatic);
    if (*draft->unsubscribe)
        fprintf(file.to, "List-Unsubscribe: <mailto:%s?subject=mail%%20off>\r\n",
                draft->unsubscribe);

    fputs("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
          "Content-Transfer-Encoding: quoted-printable\r\n\r\n",
          file.to);
    for (const char *line = draft->body; *line;) {
        size_t length = strcspn(line, "\n");

        write_body_line(file.to, line, length);
        line += length + (line[length] == '\n');
    }
    return memory_file_close(&file, size);
}
