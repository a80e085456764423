/* json_text.h - JSON texts, read and written so that a lack of memory is never taken for anything
 * else. jansson reports one as a mistake in the text, or leaves a member out, and its callers
 * seldom look; here each thread notes that an allocation for JSON has failed.
 */
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include <stddef.h>

#include <jansson.h>

#include <paua/status.h>

/* From now on failed allocations are noted, in the whole process. Once, before other threads use
 * jansson. */
void json_watch_memory(void);

/* Reads a text. PAUA_OK with a new reference in *out; PAUA_BAD_SYNTAX with *why; or PAUA_NO_MEMORY.
 * *out is NULL on failure; why may be NULL. */
paua_status json_parse_text(const char *text, size_t size, size_t flags, json_t **out,
                            json_error_t *why);

/* Writes JSON (NULL is allowed) with jansson's flags and takes over the reference. Returns a text
 * to free(), or NULL: an allocation has failed, now or since the last call of these two functions
 * on this thread, so that something may be missing. */
char *json_write_text(json_t *json, size_t flags);

#endif /* JSON_TEXT_H */
