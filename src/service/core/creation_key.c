/* creation_key.c - derives ids and keys with BLAKE2b, keyed with the server's secret. */
#include "service/core/creation_key.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "service/core/idempotency_key.h"

/* The hash of the account, a line feed and the key, neither of which contains one. */
static void derive_seed(const char *account, const char *key,
                        const unsigned char secret[SERVER_SECRET_SIZE],
                        unsigned char seed[SERVER_SECRET_SIZE])
{
    crypto_generichash_state state;

    crypto_generichash_init(&state, secret, SERVER_SECRET_SIZE, SERVER_SECRET_SIZE);
    crypto_generichash_update(&state, (const unsigned char *)account, strlen(account));
    crypto_generichash_update(&state, (const unsigned char *)"\n", 1);
    crypto_generichash_update(&state, (const unsigned char *)key, strlen(key));
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

bool creation_key_read(const http_request *request, const char *account, const json_t *body,
                       const unsigned char secret[SERVER_SECRET_SIZE], struct creation_key *out,
                       struct api_error *error)
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
    derive_seed(account, key, secret, out->seed);
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
