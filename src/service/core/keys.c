/* keys.c - makes ids, keys and secrets from random numbers of libsodium, and checks them. The store
 * has secrets in hexadecimal digits. */
#include "service/core/keys.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <sodium.h>

#include "base/array.h"
#include "store/core/batch.h"
#include "store/tables/mail.h"

/* Letters and digits that nobody confuses when reading aloud or typing. */
static const char id_alphabet[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz";

/* The alphabet of keys, base64url. */
static const char key_alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void id_make(char id[ID_SIZE + 1])
{
    for (int i = 0; i < ID_SIZE; i++)
        id[i] = id_alphabet[randombytes_uniform(sizeof id_alphabet - 1)];
    id[ID_SIZE] = '\0';
}

void id_derive(const char *text, char id[ID_SIZE + 1])
{
    unsigned char hash[crypto_generichash_BYTES_MIN];

    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text), NULL, 0);
    id_of_hash(hash, id);
}

void id_of_hash(const unsigned char hash[ID_SIZE], char id[ID_SIZE + 1])
{
    for (int i = 0; i < ID_SIZE; i++)
        id[i] = id_alphabet[hash[i] % (sizeof id_alphabet - 1)];
    id[ID_SIZE] = '\0';
}

bool id_valid(const char *id)
{
    return strlen(id) == ID_SIZE && strspn(id, id_alphabet) == ID_SIZE;
}

bool id_list_add(const char *id, void *context)
{
    struct id_list *list = context;

    if (!id_valid(id))
        return true;
    if (!ARRAY_RESERVE(list->ids, list->capacity, list->count + 1)) {
        list->incomplete = true;
        return false;
    }
    memcpy(list->ids[list->count++], id, ID_SIZE + 1);
    return true;
}

void id_list_clear(struct id_list *list)
{
    free(list->ids);
    *list = (struct id_list){.count = 0};
}

bool seat_key_valid(const char *key)
{
    return strlen(key) == SEAT_KEY_SIZE && strspn(key, key_alphabet) == SEAT_KEY_SIZE;
}

void seat_key_make(char key[SEAT_KEY_SIZE + 1])
{
    unsigned char random[SEAT_KEY_BYTES];

    randombytes_buf(random, sizeof random);
    seat_key_of_bytes(random, key);
    sodium_memzero(random, sizeof random);
}

void seat_key_of_bytes(const unsigned char bytes[SEAT_KEY_BYTES], char key[SEAT_KEY_SIZE + 1])
{
    sodium_bin2base64(key, SEAT_KEY_SIZE + 1, bytes, SEAT_KEY_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* A fast hash suffices: a key is 192 random bits. */
void seat_key_hash(const char *key, unsigned char hash[SEAT_KEY_HASH_SIZE])
{
    crypto_generichash(hash, SEAT_KEY_HASH_SIZE, (const unsigned char *)key, strlen(key), NULL, 0);
}

bool request_key_hash(const http_request *request, unsigned char hash[SEAT_KEY_HASH_SIZE])
{
    const char *shown = http_header(request, "Authorization");

    if (!shown || strncasecmp(shown, "Bearer ", 7) != 0 || !seat_key_valid(shown + 7))
        return false;
    seat_key_hash(shown + 7, hash);
    return true;
}

struct secret_reading {
    unsigned char *secret;
    paua_status status;
};

static bool on_secret(const char *name, const char *value, void *context)
{
    struct secret_reading *reading = context;
    size_t size;

    (void)name;
    bool decoded = sodium_hex2bin(reading->secret, SERVER_SECRET_SIZE, value, strlen(value), NULL,
                                  &size, NULL) == 0 &&
                   size == SERVER_SECRET_SIZE;
    reading->status = decoded ? PAUA_OK : PAUA_ERROR_CORRUPT;
    return false;
}

paua_status server_secret_read(store *db, const char *name,
                               unsigned char secret[SERVER_SECRET_SIZE])
{
    struct secret_reading reading = {secret, PAUA_ERROR_NOT_FOUND};
    paua_status status = store_secrets(db, name, on_secret, &reading);

    return status == PAUA_OK ? reading.status : status;
}

paua_status server_secret_make(store *db, const char *name,
                               unsigned char secret[SERVER_SECRET_SIZE])
{
    char hex[2 * SERVER_SECRET_SIZE + 1];
    paua_status status = server_secret_read(db, name, secret);

    if (status != PAUA_ERROR_NOT_FOUND)
        return status;
    randombytes_buf(secret, SERVER_SECRET_SIZE);
    sodium_bin2hex(hex, sizeof hex, secret, SERVER_SECRET_SIZE);
    store_batch *batch = store_batch_new();
    batch_add_secret(batch, name, hex);
    sodium_memzero(hex, sizeof hex);
    status = store_commit_durably(db, batch);
    /* Read it again: another server may have stored its own first. */
    return status == PAUA_OK ? server_secret_read(db, name, secret) : status;
}
