/* idempotency_key.c - reads the header and hashes the key. Of a message only the hash is stored:
 * within those of one author 62 bits do not meet by chance. */
#include "service/core/idempotency_key.h"

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
