/* message.c - checks the framing of a request (RFC 9112, sections 3.2, 5 and 6). */
#define _GNU_SOURCE
#include "http/message.h"

#include <string.h>
#include <strings.h>

/* Notes a fault; the first one counts. */
static void message_refuse(struct message *message, int status, const char *why)
{
    if (message->status)
        return;
    message->status = status;
    message->why = why;
}

/* The characters of a token (RFC 9110, 5.6.2) are 1. */
static const unsigned char in_token[256] = {
    ['!'] = 1, ['#'] = 1, ['$'] = 1, ['%'] = 1, ['&'] = 1, ['\''] = 1, ['*'] = 1, ['+'] = 1,
    ['-'] = 1, ['.'] = 1, ['^'] = 1, ['_'] = 1, ['`'] = 1, ['|'] = 1,  ['~'] = 1, ['0'] = 1,
    ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1, ['6'] = 1,  ['7'] = 1, ['8'] = 1,
    ['9'] = 1, ['A'] = 1, ['B'] = 1, ['C'] = 1, ['D'] = 1, ['E'] = 1,  ['F'] = 1, ['G'] = 1,
    ['H'] = 1, ['I'] = 1, ['J'] = 1, ['K'] = 1, ['L'] = 1, ['M'] = 1,  ['N'] = 1, ['O'] = 1,
    ['P'] = 1, ['Q'] = 1, ['R'] = 1, ['S'] = 1, ['T'] = 1, ['U'] = 1,  ['V'] = 1, ['W'] = 1,
    ['X'] = 1, ['Y'] = 1, ['Z'] = 1, ['a'] = 1, ['b'] = 1, ['c'] = 1,  ['d'] = 1, ['e'] = 1,
    ['f'] = 1, ['g'] = 1, ['h'] = 1, ['i'] = 1, ['j'] = 1, ['k'] = 1,  ['l'] = 1, ['m'] = 1,
    ['n'] = 1, ['o'] = 1, ['p'] = 1, ['q'] = 1, ['r'] = 1, ['s'] = 1,  ['t'] = 1, ['u'] = 1,
    ['v'] = 1, ['w'] = 1, ['x'] = 1, ['y'] = 1, ['z'] = 1,
};

/* Whether a text is a token. */
static bool token_valid(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (!in_token[(unsigned char)text[i]])
            return false;
    }
    return size > 0;
}

/* Whether a value is free of control characters except tabs (RFC 9110, 5.5). */
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
        bool cut = c == '%' && arguments == 0 && strncmp(target + size, "%00", 3) == 0;

        if (c <= ' ' || c >= 0x7f || c == '#' || cut)
            return 400;
        arguments += c == '?' || c == '&';
    }
    return size <= MESSAGE_TARGET_MAX && arguments <= MESSAGE_ARGUMENTS_MAX ? 0 : 414;
}

void message_add(struct message *message, const char *name, size_t name_size, const char *value,
                 size_t value_size)
{
    static const struct {
        const char *name;
        size_t size;
    } known[MESSAGE_HEADERS] = {
        [MESSAGE_HOST] = {"Host", 4},
        [MESSAGE_CONTENT_LENGTH] = {"Content-Length", 14},
        [MESSAGE_TRANSFER_ENCODING] = {"Transfer-Encoding", 17},
        [MESSAGE_EXPECT] = {"Expect", 6},
        [MESSAGE_ORIGIN] = {"Origin", 6},
        [MESSAGE_FETCH_SITE] = {"Sec-Fetch-Site", 14},
        [MESSAGE_FETCH_MODE] = {"Sec-Fetch-Mode", 14},
        [MESSAGE_CONTENT_TYPE] = {"Content-Type", 12},
        [MESSAGE_CONTENT_ENCODING] = {"Content-Encoding", 16},
        [MESSAGE_FORWARDED] = {"Forwarded", 9},
        [MESSAGE_X_FORWARDED_FOR] = {"X-Forwarded-For", 15},
    };

    if (!value)
        value_size = 0;
    if (!token_valid(name, name_size))
        message_refuse(message, 400, "header: expected NAME: VALUE, without a space in NAME");
    else if (!value_valid(value, value_size))
        message_refuse(message, 400, "header: expected a value without control characters");
    for (int i = 0; i < MESSAGE_HEADERS; i++) {
        if (name_size != known[i].size || strncasecmp(name, known[i].name, name_size) != 0)
            continue;
        if (message->lines[i]++ == 0)
            message->values[i] = value ? value : "";
        return;
    }
}

int message_check(struct message *message, const char *version)
{
    const char *const *values = message->values;
    const int *lines = message->lines;
    int hosts = lines[MESSAGE_HOST], lengths = lines[MESSAGE_CONTENT_LENGTH],
        codings = lines[MESSAGE_TRANSFER_ENCODING];
    bool is_1_0 = strcmp(version, "HTTP/1.0") == 0;

    if (hosts > 1 || (hosts == 0 && !is_1_0))
        message_refuse(message, 400, "Host: expected exactly one");
    if (codings > 0 && lengths > 0)
        message_refuse(message, 400, "expected Content-Length or Transfer-Encoding, not both");
    if (lengths > 1)
        message_refuse(message, 400, "Content-Length: expected at most one");
    if (codings > 0 && is_1_0)
        message_refuse(message, 400, "Transfer-Encoding: expected in HTTP/1.1 only");
    if (codings > 1)
        message_refuse(message, 400, "Transfer-Encoding: expected at most one");
    if (codings > 0 && strcasecmp(values[MESSAGE_TRANSFER_ENCODING], "chunked") != 0)
        message_refuse(message, 501, "Transfer-Encoding: expected chunked");
    if (lines[MESSAGE_EXPECT] > 0 && strcasecmp(values[MESSAGE_EXPECT], "100-continue") != 0)
        message_refuse(message, 417, "Expect: expected 100-continue");
    return message->status;
}
