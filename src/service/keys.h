/* keys.h - random ids of games and secret keys of seats. */
#ifndef SERVICE_KEYS_H
#define SERVICE_KEYS_H

#include "http/http.h"
#include "service/setup.h"

#define GAME_ID_SIZE  8    /* characters */
#define SEAT_KEY_SIZE 32   /* characters */
#define NOBODY        (-1) /* in place of a side: no seat */

void game_id_make(char id[GAME_ID_SIZE + 1]);
bool game_id_valid(const char *id);

void seat_key_make(char key[SEAT_KEY_SIZE + 1]);
void seat_key_hash(const char *key, unsigned char hash[SEAT_KEY_HASH_SIZE]);

/* The side whose key the request carries ("Authorization: Bearer KEY"), or NOBODY. */
int request_seat(const http_request *request, const struct setup *setup);

#endif /* SERVICE_KEYS_H */
