/* keys.h - random ids of games and secret keys of seats. */
#ifndef SERVICE_KEYS_H
#define SERVICE_KEYS_H

#include "http/http.h"

#define GAME_ID_SIZE       8  /* characters */
#define SEAT_KEY_SIZE      32 /* characters */
#define SEAT_KEY_HASH_SIZE 32 /* bytes */

void game_id_make(char id[GAME_ID_SIZE + 1]);
/* The id that is the hash of a text. */
void game_id_derive(const char *text, char id[GAME_ID_SIZE + 1]);
bool game_id_valid(const char *id);

/* Whether a text is a well-formed key: 32 characters of base64url. */
bool seat_key_valid(const char *key);
void seat_key_make(char key[SEAT_KEY_SIZE + 1]);
void seat_key_hash(const char *key, unsigned char hash[SEAT_KEY_HASH_SIZE]);

/* The hash of the key in "Authorization: Bearer KEY". False: no such header, or not a key. */
bool request_key_hash(const http_request *request, unsigned char hash[SEAT_KEY_HASH_SIZE]);

#endif /* SERVICE_KEYS_H */
