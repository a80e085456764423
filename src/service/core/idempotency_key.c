/* idempotency_key.c - reads the header, hashes the key, and derives ids and keys from it, all with
 * BLAKE2b. Of a message only the hash is stored: within those of one author 62 bits do not meet by
 * chance. */
#include "service/core/idempotency_key.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define HASH_BITS 62

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

int64_t idempotency_hash(const char *text, size_t length)
{
    unsigned char bytes[crypto_generichash_BYTES_MIN];
    uint64_t hash = 0;

    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)text, length, NULL, 0);
    for (size_t i = 0; i < sizeof hash; i++)
        hash = hash << 8 | bytes[i];
    return (int64_t)(hash >> (64 - HASH_BITS) | (uint64_t)1 << HASH_BITS);
}

bool idempotency_key_text(const http_request *request, char text[IDEMPOTENCY_KEY_MAX + 1],
                          struct api_error *error)
{
    const char *key = http_header(request, "Idempotency-Key");

    text[0] = '\0';
    if (!key)
        return true;
    const bool quoted = *key == '"';
    key += quoted;
    const size_t length = strspn(key, alphabet);
    if (length == 0 || length > IDEMPOTENCY_KEY_MAX ||
        strcmp(key + length, quoted ? "\"" : "") != 0)
        return api_error_set(error, 400, "bad_request",
                             "Idempotency-Key: expected 1 to %d URL-safe characters in quotes",
                             IDEMPOTENCY_KEY_MAX);
    memcpy(text, key, length);
    text[length] = '\0';
    return true;
}

bool request_idempotency_key(const http_request *request, int64_t *hash, struct api_error *error)
{
    char text[IDEMPOTENCY_KEY_MAX + 1];

    *hash = 0;
    if (!idempotency_key_text(request, text, error))
        return false;
    if (text[0])
        *hash = idempotency_hash(text, strlen(text));
    return true;
}

bool idempotency_key_refuse(struct api_error *error)
{
    return api_error_set(error, 422, "key_reused",
                         "Idempotency-Key: an earlier request with another content has this key");
}

/* The hash of the account, a line feed and the key, neither of which contains one; behind them the
 * kind, so that nobody finds a game by the public id of a tournament. */
static void derive_seed(enum created_kind kind, const char *account, const char *key,
                        const unsigned char secret[SERVER_SECRET_SIZE],
                        unsigned char seed[SERVER_SECRET_SIZE])
{
    static const char *const suffixes[] = {"", "\ntournament"};
    crypto_generichash_state state;

    crypto_generichash_init(&state, secret, SERVER_SECRET_SIZE, SERVER_SECRET_SIZE);
    crypto_generichash_update(&state, (const unsigned char *)account, strlen(account));
    crypto_generichash_update(&state, (const unsigned char *)"\n", 1);
    crypto_generichash_update(&state, (const unsigned char *)key, strlen(key));
    crypto_generichash_update(&state, (const unsigned char *)suffixes[kind],
                              strlen(suffixes[kind]));
    crypto_generichash_final(&state, seed, SERVER_SECRET_SIZE);
}

/* A hash of the body that does not depend on how it is written. 0: out of memory. */
static int64_t hash_content(const json_t *body)
{
    char *text = json_dumps(body, JSON_SORT_KEYS | JSON_COMPACT);
    int64_t hash = text ? idempotency_hash(text, strlen(text)) : 0;

    free(text);
    return hash;
}

bool creation_key_read(const http_request *request, enum created_kind kind, const char *account,
                       const json_t *body, const unsigned char secret[SERVER_SECRET_SIZE],
                       struct creation_key *out, struct api_error *error)
{
    char key[IDEMPOTENCY_KEY_MAX + 1];

    memset(out, 0, sizeof *out);
    if (!idempotency_key_text(request, key, error))
        return false;
    if (!key[0])
        return true;
    if (!account[0] && strlen(key) < CREATION_KEY_MIN)
        return api_error_set(error, 400, "bad_request",
                             "Idempotency-Key: expected at least %d random characters from who "
                             "is not signed in",
                             CREATION_KEY_MIN);
    out->content = hash_content(body);
    if (!out->content)
        return api_error_no_memory(error);
    derive_seed(kind, account, key, secret, out->seed);
    id_of_hash(out->seed, out->id);
    return true;
}

void creation_key_seat(const struct creation_key *self, int side, char key[SEAT_KEY_SIZE + 1])
{
    unsigned char bytes[SEAT_KEY_BYTES];
    const unsigned char number = (unsigned char)side;

    if (!self->id[0]) {
        seat_key_make(key);
        return;
    }
    crypto_generichash(bytes, sizeof bytes, &number, 1, self->seed, sizeof self->seed);
    seat_key_of_bytes(bytes, key);
    sodium_memzero(bytes, sizeof bytes);
}
