/* message.h - checks the head of a request by RFC 9112, where libmicrohttpd 0.9.75 does not.
 *
 * If a proxy and the server behind it read the same bytes differently, one may take the end of a
 * request for the beginning of another (request smuggling). So ambiguous requests are refused, and
 * the connection is closed. */
#ifndef HTTP_MESSAGE_H
#define HTTP_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#define MESSAGE_ARGUMENTS_MAX 64   /* in a query; libmicrohttpd hangs if it lacks memory for them */
#define MESSAGE_TARGET_MAX    8192 /* bytes of a request target */

/* The headers that the server itself reads. */
enum message_header {
    MESSAGE_HOST,
    MESSAGE_CONTENT_LENGTH,
    MESSAGE_TRANSFER_ENCODING,
    MESSAGE_EXPECT,
    MESSAGE_ORIGIN,
    MESSAGE_FETCH_SITE,
    MESSAGE_FETCH_MODE,
    MESSAGE_CONTENT_TYPE,
    MESSAGE_CONTENT_ENCODING,
    MESSAGE_FORWARDED,
    MESSAGE_X_FORWARDED_FOR,
    MESSAGE_HEADERS
};

/* The head of a request; all zero at first. */
struct message {
    const char *values[MESSAGE_HEADERS]; /* of the first line of each header, or NULL */
    int lines[MESSAGE_HEADERS];          /* of each header */
    int status;                          /* of the first fault; 0: none so far */
    const char *why;                     /* what was expected instead */
};

/* Checks the target of a request, as it was sent. Returns 0, 400 or 414. */
int message_check_target(const char *target);

/* Adds one header line, in the order of the request; `value`, which may be NULL, ends with a NUL
 * and is borrowed. */
void message_add(struct message *message, const char *name, size_t name_size, const char *value,
                 size_t value_size);

/* After the last header line: returns message->status, which is 0, 400, 417 or 501. `version` is
 * HTTP/1.0, HTTP/1.1 and so on. */
int message_check(struct message *message, const char *version);

#endif /* HTTP_MESSAGE_H */
