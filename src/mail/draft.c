/* draft.c - writes a mail by GMime: its headers (RFC 5322, RFC 2047), a text as quoted-printable
 * and a picture in base64 (RFC 2045), the parts as RFC 2046 and 2387 have it.
 *
 * Texts are encoded here, part by part, with GMime's encoder: a line that begins with a dot or with
 * "From " is then changed, because mail programs treat these as commands. */
#define _GNU_SOURCE
#include "mail/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gmime/gmime.h>

#include "base/unicode.h"

/* Sizes in bytes. */
#define SUBJECT_MAX    300 /* of a subject, as in mails that are read; the rest is cut off */
#define REFERENCES_MAX 900 /* the header References of others; a longer one is left out */
#define LINE_MAX_BYTES 76  /* of quoted-printable, by RFC 2045 */
#define IDS_SIZE       2048

/* In no text in quoted-printable or base64 there is "=_" (RFC 2045, section 6.7). */
#define ALTERNATIVE_BOUNDARY "=_alternative"
#define RELATED_BOUNDARY     "=_related"

#define PICTURE_ID "board" /* of the picture, with the Message-ID behind it: unique in the world */

static const char html_head[] =
    "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head><body>\n<p><img src=\"cid:";
static const char html_text[] = "\" alt=\"The board\" style=\"max-width:100%\"></p>\n"
                                "<pre style=\"font-family:monospace;white-space:pre-wrap\">\n";
static const char html_tail[] = "</pre>\n</body></html>\n";

/* A text that may be shown: UTF-8 without control characters. g_free() it. */
static char *safe_text(const char *text)
{
    char *copy = g_strdup(text);

    unicode_make_safe(copy);
    return copy;
}

/* A subject as one line. Two characters that begin an encoded word are separated, so that mail
 * programs show what was written. g_free() it. */
static char *safe_subject(const char *text)
{
    GString *subject = g_string_new(NULL);
    char *line = g_strndup(text, utf8_valid_prefix(text, strnlen(text, SUBJECT_MAX)));

    unicode_make_line(line);
    for (const char *c = line; *c; c++) {
        g_string_append_c(subject, *c);
        if (c[0] == '=' && c[1] == '?')
            g_string_append_c(subject, ' ');
    }
    g_free(line);
    return g_string_free(subject, FALSE);
}

/* ---- parts ---- */

/* Appends a line in quoted-printable. One that begins with a dot or "From " begins with its code
 * instead, on a line of its own if it would be too long. */
static void append_line(GString *out, const char *line, size_t size)
{
    while (size > 0 && (*line == '.' || (size >= 5 && memcmp(line, "From ", 5) == 0))) {
        g_string_append_printf(out, "=%02X", *line);
        line++;
        size--;
        if (size + 3 <= LINE_MAX_BYTES)
            break;
        g_string_append(out, "=\n");
    }
    g_string_append_len(out, line, (gssize)size);
}

/* Encodes a text as quoted-printable, whose last line ends. */
static GString *encode_text(const char *text)
{
    const size_t size = strlen(text);
    GString *out = g_string_sized_new(size + size / 4), *encoded;
    GMimeEncoding state;

    g_mime_encoding_init_encode(&state, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
    encoded = g_string_sized_new(g_mime_encoding_outlen(&state, size));
    encoded->len = g_mime_encoding_flush(&state, text, size, encoded->str);
    encoded->str[encoded->len] = '\0';
    for (const char *line = encoded->str; *line;) {
        const size_t length = strcspn(line, "\n");

        append_line(out, line, length);
        g_string_append_c(out, '\n');
        line += length + (line[length] == '\n');
    }
    g_string_free(encoded, TRUE);
    return out;
}

/* Makes a part of bytes; those of quoted-printable are encoded already. */
static GMimeObject *part_new(const char *type, const char *subtype, GMimeContentEncoding encoding,
                             const char *bytes, size_t size)
{
    GMimePart *part = g_mime_part_new_with_type(type, subtype);
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, size);
    GMimeDataWrapper *content = g_mime_data_wrapper_new_with_stream(
        stream, encoding == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE ? encoding
                                                                   : GMIME_CONTENT_ENCODING_BINARY);

    g_mime_part_set_content(part, content);
    g_mime_part_set_content_encoding(part, encoding);
    g_object_unref(content);
    g_object_unref(stream);
    return GMIME_OBJECT(part);
}

/* Makes a part of a text. */
static GMimeObject *text_part_new(const char *subtype, const char *text)
{
    GString *encoded = encode_text(text);
    GMimeObject *part = part_new("text", subtype, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE,
                                 encoded->str, encoded->len);

    g_mime_object_set_content_type_parameter(part, "charset", "utf-8");
    g_string_free(encoded, TRUE);
    return part;
}

/* Makes the part of the picture. */
static GMimeObject *picture_part_new(const struct mail_picture *picture, const char *id)
{
    GMimeObject *part = part_new("image", "png", GMIME_CONTENT_ENCODING_BASE64,
                                 (const char *)picture->bytes, picture->size);

    g_mime_object_set_content_id(part, id);
    g_mime_object_set_disposition(part, "inline");
    g_mime_part_set_filename(GMIME_PART(part), "board.png");
    return part;
}

/* Makes a part of two, whose references it takes over. */
static GMimeObject *pair_new(const char *subtype, const char *boundary, GMimeObject *first,
                             GMimeObject *second)
{
    GMimeMultipart *pair = g_mime_multipart_new_with_subtype(subtype);

    g_mime_multipart_set_boundary(pair, boundary);
    g_mime_multipart_add(pair, first);
    g_mime_multipart_add(pair, second);
    g_object_unref(first);
    g_object_unref(second);
    return GMIME_OBJECT(pair);
}

/* Makes the HTML page: the picture above the text, whose drawings need letters of one width. */
static GMimeObject *page_part_new(const char *text, const char *picture_id)
{
    GString *page = g_string_new(html_head);
    char *escaped = g_markup_escape_text(text, -1),
         *escaped_id = g_markup_escape_text(picture_id, -1);

    g_string_append(page, escaped_id);
    g_string_append(page, html_text);
    g_string_append(page, escaped);
    g_string_append(page, html_tail);
    g_free(escaped);
    g_free(escaped_id);
    GMimeObject *part = text_part_new("html", page->str);
    g_string_free(page, TRUE);
    return part;
}

/* Makes the body, with the picture if there is one. */
static GMimeObject *body_new(const struct mail_draft *draft, const struct mail_picture *picture)
{
    char *text = safe_text(draft->body);
    GMimeObject *body = text_part_new("plain", text);

    if (picture->size > 0 && picture->size <= MAIL_PICTURE_MAX) {
        char *id = g_strdup_printf("%s.%s", PICTURE_ID, draft->message_id);
        GMimeObject *related = pair_new("related", RELATED_BOUNDARY, page_part_new(text, id),
                                        picture_part_new(picture, id));

        g_mime_object_set_content_type_parameter(related, "type", "text/html");
        body = pair_new("alternative", ALTERNATIVE_BOUNDARY, body, related);
        g_free(id);
    }
    g_free(text);
    return body;
}

/* ---- headers ---- */

static void set_header(GMimeMessage *message, const char *name, const char *value)
{
    g_mime_object_set_header(GMIME_OBJECT(message), name, value, NULL);
}

/* Appends the Message-IDs of a text to a list. Other words are left out. */
static void append_ids(GString *list, const char *text)
{
    while (*(text += strspn(text, " \t\r\n"))) {
        const size_t size = strcspn(text, " \t\r\n");
        bool plain = size > 2 && text[0] == '<' && text[size - 1] == '>';

        for (size_t i = 1; i + 1 < size; i++)
            plain = plain && text[i] > ' ' && text[i] < 0x7f && !strchr("<>", text[i]);
        if (plain && list->len + size < IDS_SIZE)
            g_string_append_printf(list, "%s%.*s", list->len ? " " : "", (int)size, text);
        text += size;
    }
}

/* Sets In-Reply-To and References. A thread has a Message-ID of its own, which no mail has: all
 * mails of the thread refer to it. */
static void set_references(GMimeMessage *message, const struct mail_draft *draft)
{
    GString *references = g_string_new(NULL), *answered = g_string_new(NULL);

    if (*draft->thread) {
        char *root = g_strdup_printf("<%s.paua%s>", draft->thread, strchr(draft->from, '@'));

        append_ids(references, root);
        g_free(root);
    }
    append_ids(answered, *draft->in_reply_to ? draft->in_reply_to : references->str);
    if (*draft->in_reply_to && strlen(draft->references) <= REFERENCES_MAX)
        append_ids(references, draft->references);
    if (*draft->in_reply_to)
        append_ids(references, draft->in_reply_to);
    if (answered->len > 0) {
        set_header(message, "In-Reply-To", answered->str);
        set_header(message, "References", references->str);
    }
    g_string_free(references, TRUE);
    g_string_free(answered, TRUE);
}

/* Sets how mail programs unsubscribe: in one step (RFC 8058), and by a mail (RFC 2369). The
 * addresses stand in the header as they are, for GMime would encode long ones as words. */
static void set_unsubscribe(GMimeMessage *message, const struct mail_draft *draft)
{
    const bool has_url = *draft->unsubscribe_url, has_mail = *draft->unsubscribe;
    GString *value = g_string_new(NULL);

    if (has_url)
        g_string_append_printf(value, " <%s>%s", draft->unsubscribe_url, has_mail ? ",\n" : "");
    if (has_mail)
        g_string_append_printf(value, " <mailto:%s?subject=mail%%20off>", draft->unsubscribe);
    if (value->len > 0) {
        GMimeHeaderList *list = g_mime_object_get_header_list(GMIME_OBJECT(message));

        g_string_append_c(value, '\n');
        set_header(message, "List-Unsubscribe", "");
        g_mime_header_set_raw_value(g_mime_header_list_get_header(list, "List-Unsubscribe"),
                                    value->str);
    }
    if (has_url)
        set_header(message, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    g_string_free(value, TRUE);
}

static void set_headers(GMimeMessage *message, const struct mail_draft *draft)
{
    GDateTime *date = g_date_time_new_from_unix_utc(draft->date_ms / 1000);
    char *subject = safe_subject(draft->subject);

    g_mime_message_add_mailbox(message, GMIME_ADDRESS_TYPE_FROM, "Paua", draft->from);
    g_mime_message_add_mailbox(message, GMIME_ADDRESS_TYPE_TO, NULL, draft->to);
    if (*draft->reply_to)
        g_mime_message_add_mailbox(message, GMIME_ADDRESS_TYPE_REPLY_TO, "Paua", draft->reply_to);
    g_mime_message_set_subject(message, subject, "utf-8");
    if (date) {
        g_mime_message_set_date(message, date);
        g_date_time_unref(date);
    }
    g_mime_message_set_message_id(message, draft->message_id);
    set_references(message, draft);
    set_header(message, "Auto-Submitted", draft->automatic);
    set_header(message, "X-Auto-Response-Suppress", "All");
    set_unsubscribe(message, draft);
    g_free(subject);
}

void mail_draft_init(void)
{
    g_mime_init();
}

char *mail_draft_write(const struct mail_draft *draft, const struct mail_picture *picture,
                       size_t *size)
{
    GMimeMessage *message = g_mime_message_new(FALSE);
    GMimeObject *body = body_new(draft, picture);
    GMimeFormatOptions *format = g_mime_format_options_new();

    set_headers(message, draft);
    g_mime_message_set_mime_part(message, body);
    g_object_unref(body);
    g_mime_format_options_set_newline_format(format, GMIME_NEWLINE_FORMAT_DOS);
    char *text = g_mime_object_to_string(GMIME_OBJECT(message), format);
    g_mime_format_options_free(format);
    g_object_unref(message);

    /* The boundary at the end of a multipart mail is not followed by the end of its line. */
    const bool is_complete = g_str_has_suffix(text, "\n");
    const size_t most = strlen(text) + sizeof "\r\n";
    char *copy = most <= MAIL_WRITTEN_MAX ? malloc(most) : NULL;
    if (copy)
        *size = (size_t)snprintf(copy, most, "%s%s", text, is_complete ? "" : "\r\n");
    g_free(text);
    return copy;
}
