/* json_text.h - parses and writes JSON, and reports every lack of memory as such. jansson reports
 * it as a syntax error, or leaves out a member, which callers rarely check; here each thread notes
 * that an allocation for JSON has failed. */
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include <stddef.h>

#include <jansson.h>

#include <paua/status.h>

/* Starts to note failed allocations, in the whole process. Call it once, before other threads use
 * jansson. */
void json_watch_memory(void);

/* Parses a text. PAUA_OK with a new reference in *out; PAUA_ERROR_BAD_SYNTAX with *why; or
 * PAUA_ERROR_NO_MEMORY. *out is NULL on failure; `why` may be NULL. */
paua_status json_parse_text(const char *text, size_t size, size_t flags, json_t **out,
                            json_error_t *why);

/* Writes JSON (NULL is allowed) with jansson's flags and takes over the reference. Returns a text
 * to free(). NULL: an allocation has failed, now or after the last call of one of these two
 * functions on this thread, so the JSON may be incomplete. */
char *json_write_text(json_t *json, size_t flags);

#endif /* JSON_TEXT_H */
