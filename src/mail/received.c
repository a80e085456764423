/* received.c - parses a mail by GMime: its headers, the commands in its first plain text, and
 * whether a program has written it. */
#define _GNU_SOURCE
#include "mail/received.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <gmime/gmime.h>

#include "base/unicode.h"
#include "mail/charset.h"

/* Limits of what is read of a mail. */
#define DEPTH_MAX      12          /* of nested parts */
#define PARTS_MAX      100         /* in the tree */
#define RECIPIENTS_MAX 100         /* in a header */
#define TEXT_MAX       (64 * 1024) /* bytes of the text */
#define COLONS_MAX     2000        /* in a line with its continuations */

#define BINARY_PROBE_BYTES 64 /* a text with a NUL in the first ones is binary */

/* The search for a text in the tree of MIME parts. */
struct text_search {
    int parts;          /* visited so far */
    char *plain;        /* owned: the first plain text, in UTF-8, or NULL */
    bool lossy;         /* `plain` has MAIL_REPLACEMENT for characters of an unknown charset */
    bool markup;        /* there is HTML or the like */
    bool binary;        /* there is text that is UTF-16 or binary: has NULs */
    bool truncated;     /* there are parts beyond the limits, a text among them perhaps */
    bool out_of_memory; /* a plain text was found, but not converted */
};

/* Copies a text as one line, truncated to its longest valid UTF-8 prefix that fits. */
static void copy_line(char *to, size_t size, const char *from)
{
    const size_t length = from ? utf8_valid_prefix(from, strnlen(from, size - 1)) : 0;

    memcpy(to, from ? from : "", length);
    to[length] = '\0';
    for (char *c = to; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
    }
}

/* Keeps the first TEXT_MAX bytes of a text part in search->plain, unless they are binary. */
static void read_text(GMimePart *part, struct text_search *search)
{
    const char *charset = g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), "charset");
    GMimeDataWrapper *content = g_mime_part_get_content(part);
    GMimeStream *memory = g_mime_stream_mem_new();

    if (content)
        g_mime_data_wrapper_write_to_stream(content, memory);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(memory));
    size_t size = bytes->len < TEXT_MAX ? bytes->len : TEXT_MAX;
    while (size < bytes->len && size > 0 && (bytes->data[size] & 0xc0) == 0x80)
        size--; /* do not split a character of UTF-8 */
    if (size > 0 &&
        memchr(bytes->data, '\0', size < BINARY_PROBE_BYTES ? size : BINARY_PROBE_BYTES)) {
        search->binary = true;
    } else {
        search->plain =
            mail_charset_decode((const char *)bytes->data, size, charset, &search->lossy);
        search->out_of_memory = !search->plain;
    }
    g_object_unref(memory);
}

/* Whether the search has ended: with a text, or without memory for it. */
static bool is_search_over(const struct text_search *search)
{
    return search->plain || search->out_of_memory;
}

/* Searches the tree of parts for the first plain text, depth first. */
static void search_part(GMimeObject *part, int depth, struct text_search *search)
{
    if (!part || is_search_over(search))
        return;
    if (depth > DEPTH_MAX || search->parts == PARTS_MAX) {
        search->truncated = true;
        return;
    }
    search->parts++;
    if (GMIME_IS_MULTIPART(part)) {
        const int count = g_mime_multipart_get_count(GMIME_MULTIPART(part));

        for (int i = 0; i < count && !is_search_over(search); i++)
            search_part(g_mime_multipart_get_part(GMIME_MULTIPART(part), i), depth + 1, search);
    } else if (GMIME_IS_PART(part)) {
        GMimeContentType *type = g_mime_object_get_content_type(part);
        const char *disposition = g_mime_object_get_disposition(part);

        if (disposition && strcasecmp(disposition, "attachment") == 0)
            return;
        if (!type || g_mime_content_type_is_type(type, "text", "plain"))
            read_text(GMIME_PART(part), search);
        else if (g_mime_content_type_is_type(type, "text", "*"))
            search->markup = true;
    }
}

static const char *mail_header(GMimeMessage *message, const char *name)
{
    return g_mime_object_get_header(GMIME_OBJECT(message), name);
}

/* Copies the first valid address of a list; `extended`: the first that has an extension too.
 * False: there is none. */
static bool take_address(InternetAddressList *list, bool extended, char out[MAIL_ADDRESS_SIZE])
{
    const int count = list ? internet_address_list_length(list) : 0;
    char extension[MAIL_ADDRESS_SIZE];

    for (int i = 0; i < count && i < RECIPIENTS_MAX; i++) {
        InternetAddress *one = internet_address_list_get_address(list, i);
        const char *address = INTERNET_ADDRESS_IS_MAILBOX(one)
                                  ? internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(one))
                                  : NULL;

        if (!address || !mail_address_valid(address) ||
            (extended && !mail_address_extension(address, extension, sizeof extension)))
            continue;
        snprintf(out, MAIL_ADDRESS_SIZE, "%s", address);
        return true;
    }
    return false;
}

/* Finds the address with an extension that the mail was sent to. */
static void read_recipient(GMimeMessage *message, struct mail_received *out)
{
    static const char *const names[] = {"X-Original-To", "Delivered-To"};

    for (size_t i = 0; i < sizeof names / sizeof *names && !*out->to; i++) {
        const char *value = mail_header(message, names[i]);
        InternetAddressList *list = value ? internet_address_list_parse(NULL, value) : NULL;

        take_address(list, true, out->to);
        if (list)
            g_object_unref(list);
    }
    if (!*out->to && !take_address(g_mime_message_get_to(message), true, out->to))
        take_address(g_mime_message_get_cc(message), true, out->to);
}

/* Whether a header Precedence has a value of mails to many (RFC 2076) or of automatic answers,
 * alone or as part of another one. */
static bool is_bulk(const char *precedence)
{
    static const char *const values[] = {"bulk", "junk", "list", "auto"};

    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (strcasestr(precedence, values[i]))
            return true;
    }
    return false;
}

/* Whether a program has written the mail (RFC 3834 and older conventions). */
static bool is_automatic(GMimeMessage *message)
{
    static const char *const automatic_headers[] = {
        "List-Id",       "List-Unsubscribe", "X-Autoreply",        "X-Loop",
        "X-Autorespond", "Feedback-ID",      "X-Failed-Recipients"};
    const char *auto_submitted = mail_header(message, "Auto-Submitted"),
               *precedence = mail_header(message, "Precedence"),
               *return_path = mail_header(message, "Return-Path");
    GMimeContentType *type = NULL;

    for (size_t i = 0; i < sizeof automatic_headers / sizeof *automatic_headers; i++) {
        if (mail_header(message, automatic_headers[i]))
            return true;
    }
    if (g_mime_message_get_mime_part(message))
        type = g_mime_object_get_content_type(g_mime_message_get_mime_part(message));
    return (auto_submitted && strncasecmp(auto_submitted, "no", 2) != 0) ||
           (precedence && is_bulk(precedence)) || (return_path && strcmp(return_path, "<>") == 0) ||
           (type && g_mime_content_type_is_type(type, "multipart", "report"));
}

/* Copies the Message-ID, with <>, if it can be used in a header as it is. */
static void read_message_id(GMimeMessage *message, struct mail_received *out)
{
    const char *id = g_mime_message_get_message_id(message);

    if (!id || !*id || strlen(id) + 3 > sizeof out->message_id)
        return;
    for (const char *c = id; *c; c++) {
        if (*c <= ' ' || *c >= 0x7f || *c == '<' || *c == '>')
            return;
    }
    snprintf(out->message_id, sizeof out->message_id, "<%s>", id);
}

static void read_headers(GMimeMessage *message, struct mail_received *out)
{
    const char *references = mail_header(message, "References");

    if (!take_address(g_mime_message_get_reply_to(message), false, out->from))
        take_address(g_mime_message_get_from(message), false, out->from);
    copy_line(out->subject, sizeof out->subject, g_mime_message_get_subject(message));
    read_message_id(message, out);
    if (references && strlen(references) < sizeof out->references)
        copy_line(out->references, sizeof out->references, references);
    out->automatic = is_automatic(message);
    read_recipient(message, out);
}

/* Whether a line and its continuation lines hold more than COLONS_MAX colons. Such a header may
 * nest address groups ("a:b:c:"), and GMime's parser recurses once for each. */
static bool has_deep_groups(const char *bytes, size_t size)
{
    int colons = 0;

    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == ':' && ++colons > COLONS_MAX)
            return true;
        if (bytes[i] == '\n' && i + 1 < size && bytes[i + 1] != ' ' && bytes[i + 1] != '\t')
            colons = 0;
    }
    return false;
}

static enum mail_text_kind text_kind_of(const struct text_search *search)
{
    if (search->out_of_memory)
        return MAIL_TEXT_UNREADABLE;
    if (search->plain)
        return MAIL_TEXT_PLAIN;
    return search->markup || search->binary || search->truncated ? MAIL_TEXT_UNSUPPORTED
                                                                 : MAIL_TEXT_NONE;
}

/* Reads the commands of the text. If one has characters of an unknown charset, none is accepted: a
 * message to another player would arrive garbled. Such characters elsewhere, as in a signature, do
 * no harm. */
static void read_text_commands(const struct text_search *search, struct mail_received *out)
{
    mail_commands_read(search->plain, &out->commands);
    for (int i = 0; search->lossy && i < out->commands.count; i++) {
        if (strstr(out->commands.lines[i], MAIL_REPLACEMENT)) {
            memset(&out->commands, 0, sizeof out->commands);
            out->text_kind = MAIL_TEXT_UNSUPPORTED;
            return;
        }
    }
}

/* Reads the subject as a command. The header List-Unsubscribe of our mails (draft.c) makes a mail
 * with the subject "mail off" and no text. */
static void read_subject_command(struct mail_received *out)
{
    mail_commands_read(out->subject, &out->commands);
    out->from_subject = out->commands.count > 0;
}

void mail_received_init(void)
{
    g_mime_init();
}

void mail_received_read(const char *bytes, size_t size, struct mail_received *out)
{
    struct text_search search = {0};

    /* Clears the padding too: all bytes of the struct go to another process. */
    memset(out, 0, sizeof *out);
    out->text_kind = MAIL_TEXT_UNREADABLE;
    if (size > MAIL_BYTES_MAX)
        size = MAIL_BYTES_MAX;
    if (has_deep_groups(bytes, size))
        return;
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, size);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    if (message) {
        read_headers(message, out);
        search_part(g_mime_message_get_mime_part(message), 0, &search);
        out->text_kind = text_kind_of(&search);
        if (search.plain)
            read_text_commands(&search, out);
        if (out->commands.count == 0 && out->commands.left_out == 0 &&
            (out->text_kind == MAIL_TEXT_PLAIN || out->text_kind == MAIL_TEXT_NONE))
            read_subject_command(out);
        g_object_unref(message);
    }
    free(search.plain);
    g_object_unref(parser);
    g_object_unref(stream);
}
