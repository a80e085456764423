/* seats.h - who plays a colour: a person with a key, or the computer at a level or as a named
 * opponent. Seats are read from requests, stored, and restored from the store. */
#ifndef SERVICE_SEATS_H
#define SERVICE_SEATS_H

#include <jansson.h>

#include <paua/opponent.h>

#include "service/api_error.h"

#define SEAT_KEY_HASH_SIZE 32 /* bytes */

struct seat {
    int level;              /* of the computer, or 0 */
    paua_opponent opponent; /* the opponent that the computer plays as; name NULL: none */
    unsigned char key_hash[SEAT_KEY_HASH_SIZE]; /* of a person's key */
};

bool seat_is_computer(const struct seat *seat);

/* Reads "seats" of a request; the persons' keys are left out. */
bool seats_read(json_t *json, struct seat seats[PAUA_SIDES], struct api_error *error);

/* What everybody may know of a seat: "kind" and "level" or "opponent". NULL: out of memory. */
json_t *seat_public_json(const struct seat *seat);

/* As stored, with the hash of the key; and back. */
json_t *seat_store(const struct seat *seat);
bool seat_restore(json_t *json, struct seat *out);

/* The response to GET /opponents; free() it. NULL: out of memory. */
char *opponents_json(void);

#endif /* SERVICE_SEATS_H */
