/* status.h - how every call of the library says that it worked or why not.
 *
 * One list gives code, name and text. The library never prints, exits or
 * aborts; a call that fails leaves its outputs as they were unless its own
 * comment says otherwise. Everything here is thread-safe.
 */
#ifndef PAUA_STATUS_H
#define PAUA_STATUS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks what the shared library exports; everything else is hidden. */
#if defined(__GNUC__)
#define PAUA_API __attribute__((visibility("default")))
#else
#define PAUA_API
#endif

#define PAUA_STATUS_MAP(X)                                                                         \
    X(PAUA_OK, "success")                                                                          \
    X(PAUA_ERROR_BAD_ARGUMENT, "argument outside its documented range")                            \
    X(PAUA_ERROR_BAD_SYNTAX, "text does not follow the notation")                                  \
    X(PAUA_ERROR_BAD_POSITION, "position breaks a rule of the game")                               \
    X(PAUA_ERROR_ILLEGAL_MOVE, "move is not legal in this position")                               \
    X(PAUA_ERROR_AMBIGUOUS, "text can be read in more than one way")                               \
    X(PAUA_ERROR_NOT_FOUND, "no such thing")                                                       \
    X(PAUA_ERROR_CONFLICT, "the thing has changed in the meantime")                                \
    X(PAUA_ERROR_NO_MEMORY, "out of memory")                                                       \
    X(PAUA_ERROR_IO, "read or write failed")                                                       \
    X(PAUA_ERROR_CORRUPT, "file fails its checksum or its format")                                 \
    X(PAUA_ERROR_UNSUPPORTED, "format, board or option is not supported")

typedef enum paua_status {
#define X(name, text) name,
    PAUA_STATUS_MAP(X)
#undef X
        PAUA_STATUS_COUNT
} paua_status;

/* Where and why a call failed. Whoever fills it fills all of it, and on failure only; where a
 * function takes one, NULL is allowed. */
typedef struct paua_error {
    paua_status code;  /* what the call returns */
    int ply;           /* in a game (record.h): of the move, from 1; else 0 */
    long line;         /* in a file of games: from 1; else 0 */
    size_t at;         /* byte offset into the text handed in; 0 where a line or a file is named */
    char message[256]; /* what was found and what was expected: one line of UTF-8, no newline */
} paua_error;

/* "PAUA_OK", ...; NULL for other numbers. */
PAUA_API const char *paua_status_name(paua_status status);

/* The English text of the list; "unknown status" for other numbers, which a later version of the
 * library may return. */
PAUA_API const char *paua_status_text(paua_status status);

/* Where a byte of a text is, as a person counts: its line, and its column in UTF-8 characters, both
 * from 1. A place beyond the end is the end. */
PAUA_API void paua_error_place(const char *text, size_t at, int *line, int *column);

/* Writes an error for a person to read: "column 4: expected ...", or "line 2, column 5: expected
 * ..." where `text`, the text that was handed to the parser, has several lines. Writes at most
 * `cap` bytes with a NUL (always there when cap > 0) and returns the length of the full text, as
 * snprintf does. */
PAUA_API size_t paua_error_text(const paua_error *error, const char *text, char *out, size_t cap);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_STATUS_H */
