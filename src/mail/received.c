/* received.c - finds the headers and the first plain text of a mail. */
#define _GNU_SOURCE
#include "mail/received.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <gmime/gmime.h>

#include "base/utf8.h"

/* Limits of what is read of a mail. */
#define DEPTH_MAX 12          /* of nested parts */
#define PARTS_MAX 100         /* also of addresses in a header */
#define TEXT_MAX  (64 * 1024) /* bytes of the text */

/* The search for a text in the tree of MIME parts. */
struct text_search {
    int parts;    /* visited so far */
    char *plain;  /* owned: the first plain text, or NULL */
    bool markup;  /* there is HTML or the like */
    bool foreign; /* there is text in an unknown encoding */
};

/* Copies a text as one line of UTF-8, cut to whole characters that fit. */
static void copy_line(char *to, size_t size, const char *from)
{
    size_t length = from ? strnlen(from, size - 1) : 0;

    memcpy(to, from ? from : "", length);
    to[length] = '\0';
    while (length > 0 && !utf8_valid(to, length))
        to[--length] = '\0';
    for (char *c = to; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
    }
}

/* Writes a character of ISO 8859-1 as UTF-8; '?' for those that only Windows 1252 has. Returns its
 * size. */
static size_t write_latin(char *to, unsigned char c)
{
    if (c < 0xa0) {
        to[0] = '?';
        return 1;
    }
    to[0] = (char)(0xc0 | c >> 6);
    to[1] = (char)(0x80 | (c & 0x3f));
    return 2;
}

static bool is_latin(const char *charset)
{
    return charset &&
           (strcasecmp(charset, "iso-8859-1") == 0 || strcasecmp(charset, "iso-8859-15") == 0 ||
            strcasecmp(charset, "windows-1252") == 0 || strcasecmp(charset, "cp1252") == 0);
}

/* Converts a text to UTF-8, without NULs. Bytes in an unknown encoding become '?': commands are
 * ASCII, except names and messages. NULL: out of memory. */
static char *text_in_utf8(const char *bytes, size_t size, const char *charset)
{
    const bool whole = utf8_valid(bytes, size), latin = is_latin(charset);
    char *text = malloc(size * 2 + 1);
    size_t used = 0;

    for (size_t i = 0; text && i < size; i++) {
        const unsigned char c = (unsigned char)bytes[i];

        if (c == '\0')
            text[used++] = ' ';
        else if (c < 0x80 || whole)
            text[used++] = (char)c;
        else if (latin)
            used += write_latin(text + used, c);
        else
            text[used++] = '?';
    }
    if (text)
        text[used] = '\0';
    return text;
}

/* Reads a part with plain text. */
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
        size--;
    if (size > 1 && memchr(bytes->data, '\0', size < 64 ? size : 64))
        search->foreign = true; /* UTF-16, or binary */
    else
        search->plain = text_in_utf8((const char *)bytes->data, size, charset);
    g_object_unref(memory);
}

/* Searches the tree of parts for the first plain text, depth first. */
static void search_part(GMimeObject *part, int depth, struct text_search *search)
{
    if (!part || depth > DEPTH_MAX || search->parts++ >= PARTS_MAX || search->plain)
        return;
    if (GMIME_IS_MULTIPART(part)) {
        const int count = g_mime_multipart_get_count(GMIME_MULTIPART(part));

        for (int i = 0; i < count && !search->plain; i++)
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

/* Copies the first valid address of a list, or the first with an extension. False: there is
 * none. */
static bool take_address(InternetAddressList *list, bool extended, char out[MAIL_ADDRESS_SIZE])
{
    const int count = list ? internet_address_list_length(list) : 0;
    char extension[MAIL_ADDRESS_SIZE];

    for (int i = 0; i < count && i < PARTS_MAX; i++) {
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

/* Whether a program has written the mail (RFC 3834 and older conventions). */
static bool is_automatic(GMimeMessage *message)
{
    static const char *const signs[] = {
        "List-Id",       "List-Unsubscribe", "X-Autoreply",        "X-Loop",
        "X-Autorespond", "Feedback-ID",      "X-Failed-Recipients"};
    const char *submitted = mail_header(message, "Auto-Submitted"),
               *precedence = mail_header(message, "Precedence"),
               *path = mail_header(message, "Return-Path");
    GMimeContentType *type = NULL;

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (mail_header(message, signs[i]))
            return true;
    }
    if (g_mime_message_get_mime_part(message))
        type = g_mime_object_get_content_type(g_mime_message_get_mime_part(message));
    return (submitted && strncasecmp(submitted, "no", 2) != 0) ||
           (precedence && (strcasestr(precedence, "bulk") || strcasestr(precedence, "junk") ||
                           strcasestr(precedence, "list") || strcasestr(precedence, "auto"))) ||
           (path && strcmp(path, "<>") == 0) ||
           (type && g_mime_content_type_is_type(type, "multipart", "report"));
}

/* Copies the Message-ID, with <>, if it can be used in a header as it is. */
static void read_id(GMimeMessage *message, struct mail_received *out)
{
    const char *id = g_mime_message_get_message_id(message);

    if (!id || !*id || strlen(id) + 3 > sizeof out->id)
        return;
    for (const char *c = id; *c; c++) {
        if (*c <= ' ' || *c >= 0x7f || *c == '<' || *c == '>')
            return;
    }
    snprintf(out->id, sizeof out->id, "<%s>", id);
}

static void read_headers(GMimeMessage *message, struct mail_received *out)
{
    const char *thread = mail_header(message, "References");

    if (!take_address(g_mime_message_get_reply_to(message), false, out->from))
        take_address(g_mime_message_get_from(message), false, out->from);
    copy_line(out->subject, sizeof out->subject, g_mime_message_get_subject(message));
    read_id(message, out);
    if (thread && strlen(thread) < sizeof out->thread)
        copy_line(out->thread, sizeof out->thread, thread);
    out->automatic = is_automatic(message);
    read_recipient(message, out);
}

/* Uses the subject as a command, as for List-Unsubscribe, unless it marks a reply or a forward. */
static void read_subject_command(struct mail_received *out)
{
    const char *subject = out->subject + strspn(out->subject, " ");

    out->from_subject = true;
    if (strncasecmp(subject, "re:", 3) != 0 && strncasecmp(subject, "aw:", 3) != 0 &&
        strncasecmp(subject, "fwd:", 4) != 0)
        mail_commands_read(subject, &out->commands);
}

void mail_received_init(void)
{
    g_mime_init();
}

void mail_received_read(const char *bytes, size_t size, struct mail_received *out)
{
    struct text_search search = {.parts = 0};

    memset(out, 0, sizeof *out); /* with the padding: another process gets all bytes */
    GMimeStream *stream =
        g_mime_stream_mem_new_with_buffer(bytes, size < MAIL_BYTES_MAX ? size : MAIL_BYTES_MAX);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    out->text = MAIL_TEXT_UNREADABLE;
    if (message) {
        read_headers(message, out);
        search_part(g_mime_message_get_mime_part(message), 0, &search);
        out->text = search.plain                      ? MAIL_TEXT_PLAIN
                    : search.markup || search.foreign ? MAIL_TEXT_MARKUP
                                                      : MAIL_TEXT_NONE;
        if (search.plain)
            mail_commands_read(search.plain, &out->commands);
        if (out->commands.count == 0 && out->commands.left_out == 0 &&
            out->text != MAIL_TEXT_MARKUP)
            read_subject_command(out);
        g_object_unref(message);
    }
    free(search.plain);
    g_object_unref(parser);
    g_object_unref(stream);
}
