/* idempotency_key.h - the header Idempotency-Key: a client gives an id to a request that it may
 * repeat, so that the server does it once. The syntax is that of the draft
 * draft-ietf-httpapi-idempotency-key-header, a text in quotes; the quotes may be left out.
 */
#ifndef SERVICE_IDEMPOTENCY_KEY_H
#define SERVICE_IDEMPOTENCY_KEY_H

#include <stdint.h>

#include "http/http.h"
#include "service/core/api_error.h"

#define IDEMPOTENCY_KEY_MAX 64 /* characters */

/* Reads the header: its key, "" without the header. False: it is malformed, *error says so. */
bool idempotency_key_text(const http_request *request, char text[IDEMPOTENCY_KEY_MAX + 1],
                          struct api_error *error);
/* A positive hash of 62 bits, never 0 or 1: 0 stands for no key, and of a stored message 1 for one
 * that was sent without. */
int64_t idempotency_hash(const char *text, size_t length);
/* Reads the header: *hash becomes a positive number that stands for the key, 0 without the header.
 * False: it is malformed, *error says so. */
bool request_idempotency_key(const http_request *request, int64_t *hash, struct api_error *error);

/* 422: the key belongs to a request with another content. Returns false. */
bool idempotency_key_refuse(struct api_error *error);

#endif /* SERVICE_IDEMPOTENCY_KEY_H */
