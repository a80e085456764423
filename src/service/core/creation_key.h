/* creation_key.h - what follows from the Idempotency-Key of a request that creates something: the
 * id of what is created, so that the store takes it once, on whichever server, and the keys of its
 * seats, so that a repeat gets the same ones. All are keyed hashes: without the server's secret
 * nobody computes them.
 */
#ifndef SERVICE_CREATION_KEY_H
#define SERVICE_CREATION_KEY_H

#include <stdint.h>

#include "service/core/api_error.h"
#include "service/core/keys.h"
#include "service/core/server_secret.h"
#include "json/json_text.h"

/* Of a request without an account the key alone says whose it is: nobody may guess it. */
#define CREATION_KEY_MIN 22 /* characters: 128 bits */

struct creation_key {
    char id[ID_SIZE + 1]; /* "": the request has no key */
    int64_t content;      /* a positive hash of the body */
    unsigned char seed[SERVER_SECRET_SIZE];
};

/* Derives it from the key of a request of this account, or of nobody (""). False: the header is
 * malformed, or guessable: *error says so. */
bool creation_key_read(const http_request *request, const char *account, const json_t *body,
                       const unsigned char secret[SERVER_SECRET_SIZE], struct creation_key *out,
                       struct api_error *error);

/* The key of a seat or its invitation: derived, or random where the request has no key. */
void creation_key_seat(const struct creation_key *self, int side, char key[SEAT_KEY_SIZE + 1]);

#endif /* SERVICE_CREATION_KEY_H */
