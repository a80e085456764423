/* keys.h - random ids of games and secret keys of seats. */
#ifndef SERVICE_KEYS_H
#define SERVICE_KEYS_H

#include "http/http.h"

#define GAME_ID_SIZE       8  /* characters */
#define SEAT_KEY_SIZE      32 /* characters */
#define SEAT_KEY_HASH_SIZE 32 /* bytes */

void game_id_make(char id[GAME_ID_SIZE + 1]);
/* An id that follows from a text, always the same. */
void game_id_derive(const char *text, char id[GAME_ID_SIZE + 1]);
bool game_id_valid(const char *id);

/* Whether a text has the form of a key: 32 characters of base64url. */
bool seat_key_valid(const char *key);
void seat_key_make(char key[SEAT_KEY_SIZE + 1]);
void seat_key_hash(const char *key, unsigned char hash[SEAT_KEY_HASH_SIZE]);

/* The hash of the key that the request carries ("Authorization: Bearer KEY"). False: it carries
 * none, or what it carries is not a key. */
bool request_key_hash(const http_request *request, unsigned char hash[SEAT_KEY_HASH_SIZE]);

#endif /* SERVICE_KEYS_H */
