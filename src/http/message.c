/* message.c - checks the framing of a request (RFC 9112, sections 3.2, 5 and 6). */
#define _GNU_SOURCE
#include "http/message.h"

#include <string.h>
#include <strings.h>

/* Remembers the first fault. */
static void message_refuse(struct message *message, int status, const char *why)
{
    if (message->status)
        return;
    message->status = status;
    message->why = why;
}

/* Whether all characters may be in a token (RFC 9110, 5.6.2). */
static bool token_valid(const char *text, size_t size)
{
    static const char others[] = "!#$%&'*+-.^_`|~";

    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');

        if (!letter && (c == '\0' || !strchr(others, c)))
            return false;
    }
    return size > 0;
}

/* Whether a value has no control characters but tabs (RFC 9110, 5.5). */
static bool value_valid(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];

        if ((c < ' ' && c != '\t') || c == 0x7f)
            return false;
    }
    return true;
}

int message_check_target(const char *target)
{
    size_t arguments = 0, size = 0;

    for (; target[size]; size++) {
        unsigned char c = (unsigned char)target[size];
        bool cut = arguments == 0 && strncmp(target + size, "%00", 3) == 0;

        if (c <= ' ' || c >= 0x7f || c == '#' || cut)
            return 400;
        arguments += c == '?' || c == '&';
    }
    return size <= MESSAGE_TARGET_MAX && arguments <= MESSAGE_ARGUMENTS_MAX ? 0 : 414;
}

/* Whether a header line has this name. */
static bool name_is(const char *name, size_t size, const char *expected)
{
    return strlen(expected) == size && strncasecmp(name, expected, size) == 0;
}

void message_add(struct message *message, const char *name, size_t name_size, const char *value,
                 size_t value_size)
{
    if (!value)
        value_size = 0;
    if (!token_valid(name, name_size))
        message_refuse(message, 400, "header: expected NAME: VALUE, without a space in NAME");
    else if (!value_valid(value, value_size))
        message_refuse(message, 400, "header: expected a value without control characters");
    else if (name_is(name, name_size, "Host"))
        message->hosts++;
    else if (name_is(name, name_size, "Content-Length"))
        message->lengths++;
    else if (name_is(name, name_size, "Transfer-Encoding")) {
        message->codings++;
        message->chunked = value_size == 7 && strncasecmp(value, "chunked", 7) == 0;
    } else if (name_is(name, name_size, "Expect")) {
        message->expects_more |= value_size != 12 || strncasecmp(value, "100-continue", 12) != 0;
    }
}

int message_check(struct message *message, const char *version)
{
    bool is_1_0 = strcmp(version, "HTTP/1.0") == 0;

    if (message->hosts > 1 || (message->hosts == 0 && !is_1_0))
        message_refuse(message, 400, "Host: expected exactly one");
    if (message->codings > 0 && message->lengths > 0)
        message_refuse(message, 400, "expected Content-Length or Transfer-Encoding, not both");
    if (message->lengths > 1)
        message_refuse(message, 400, "Content-Length: expected at most one");
    if (message->codings > 0 && is_1_0)
        message_refuse(message, 400, "Transfer-Encoding: expected in HTTP/1.1 only");
    if (message->codings > 1)
        message_refuse(message, 400, "Transfer-Encoding: expected at most one");
    if (message->codings > 0 && !message->chunked)
        message_refuse(message, 501, "Transfer-Encoding: expected chunked");
    if (message->expects_more)
        message_refuse(message, 417, "Expect: expected 100-continue");
    return message->status;
}
