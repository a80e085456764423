/* sha256.c - the only place that calls libsodium's SHA-256. */
#include "base/sha256.h"

#include <string.h>

void sha256_begin(struct sha256 *sum)
{
    crypto_hash_sha256_init(&sum->state);
}

void sha256_add(struct sha256 *sum, const void *bytes, size_t count)
{
    crypto_hash_sha256_update(&sum->state, bytes, count);
}

void sha256_end(struct sha256 *sum, uint8_t hash[SHA256_BYTES])
{
    crypto_hash_sha256_final(&sum->state, hash);
}

void sha256_of(const void *bytes, size_t count, uint8_t hash[SHA256_BYTES])
{
    crypto_hash_sha256(hash, bytes, count);
}

bool sha256_matches(const void *bytes, size_t count, const uint8_t hash[SHA256_BYTES])
{
    uint8_t own[SHA256_BYTES];
    sha256_of(bytes, count, own);
    return memcmp(own, hash, sizeof own) == 0;
}
