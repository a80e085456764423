/* keys.h - random ids of games, accounts, logins, tournaments and mails, and lists of them; secret
 * keys of seats and logins; the secrets of a server. */
#ifndef SERVICE_KEYS_H
#define SERVICE_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "http/http.h"
#include "store/core/store.h"

#define ID_SIZE            8  /* characters */
#define SEAT_KEY_SIZE      32 /* characters */
#define SEAT_KEY_BYTES     24 /* that these write */
#define SEAT_KEY_HASH_SIZE 32 /* bytes */

void id_make(char id[ID_SIZE + 1]);
/* An id that is always the same for a text: a hash of it. */
void id_derive(const char *text, char id[ID_SIZE + 1]);
/* An id from the bytes of a hash. */
void id_of_hash(const unsigned char hash[ID_SIZE], char id[ID_SIZE + 1]);
bool id_valid(const char *id);

/* A growing array of ids of games, filled while the store lists them. */
struct id_list {
    char (*ids)[ID_SIZE + 1]; /* owned */
    size_t count, capacity;
    bool incomplete; /* memory ran out */
};

/* Adds an id; texts that are not ids are left out. False: out of memory. */
bool id_list_add(const char *id, void *list);
void id_list_clear(struct id_list *list);

/* Whether a text is a well-formed key: 32 characters of base64url. */
bool seat_key_valid(const char *key);
void seat_key_make(char key[SEAT_KEY_SIZE + 1]);
void seat_key_of_bytes(const unsigned char bytes[SEAT_KEY_BYTES], char key[SEAT_KEY_SIZE + 1]);
void seat_key_hash(const char *key, unsigned char hash[SEAT_KEY_HASH_SIZE]);

/* The hash of the key in "Authorization: Bearer KEY". False: no such header, or not a key. */
bool request_key_hash(const http_request *request, unsigned char hash[SEAT_KEY_HASH_SIZE]);

/* The secrets of a server are in its store: whoever can read that knows them. */
#define SERVER_SECRET_SIZE 32 /* bytes */

/* Reads the secret of this name. PAUA_OK, PAUA_ERROR_NOT_FOUND, PAUA_ERROR_CORRUPT, or why the
 * store cannot be read. */
paua_status server_secret_read(store *db, const char *name,
                               unsigned char secret[SERVER_SECRET_SIZE]);

/* Reads the secret, or makes one for all servers of the store. Not on the store's thread. */
paua_status server_secret_make(store *db, const char *name,
                               unsigned char secret[SERVER_SECRET_SIZE]);

#endif /* SERVICE_KEYS_H */
