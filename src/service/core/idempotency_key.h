/* idempotency_key.h - the header Idempotency-Key: a client gives an id to a request that it may
 * repeat, so that the server does it once. The syntax is that of the draft
 * draft-ietf-httpapi-idempotency-key-header, a text in quotes; the quotes may be left out.
 *
 * From the key of a request that creates something follow the id of what is created, so that the
 * store takes it once, on whichever server, and the keys of its seats, so that a repeat gets the
 * same ones. All are keyed hashes: without the server's secret nobody computes them.
 */
#ifndef SERVICE_IDEMPOTENCY_KEY_H
#define SERVICE_IDEMPOTENCY_KEY_H

#include <stdint.h>

#include <jansson.h>

#include "http/http.h"
#include "service/core/api_error.h"
#include "service/core/keys.h"

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

/* Of a request without an account the key alone says whose it is: nobody may guess it. */
#define CREATION_KEY_MIN 22 /* characters: 128 bits */

struct creation_key {
    char id[ID_SIZE + 1]; /* "": the request has no key */
    int64_t content;      /* a positive hash of the body */
    unsigned char seed[SERVER_SECRET_SIZE];
};

enum created_kind { CREATED_GAME, CREATED_TOURNAMENT };

/* Derives it from the key of a request of this account, or of nobody ("") for a thing of this kind.
 * False: the header is malformed, or guessable: *error says so. */
bool creation_key_read(const http_request *request, enum created_kind kind, const char *account,
                       const json_t *body, const unsigned char secret[SERVER_SECRET_SIZE],
                       struct creation_key *out, struct api_error *error);

/* The key of a seat or its invitation: derived, or random where the request has no key. */
void creation_key_seat(const struct creation_key *self, int side, char key[SEAT_KEY_SIZE + 1]);

#endif /* SERVICE_IDEMPOTENCY_KEY_H */
