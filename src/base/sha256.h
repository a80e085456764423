/* sha256.h - SHA-256 (FIPS 180-4), by libsodium. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sodium.h>

enum { SHA256_BYTES = crypto_hash_sha256_BYTES };

/* Writes the hash of bytes[0 .. count-1]. */
void sha256_of(const void *bytes, size_t count, uint8_t hash[SHA256_BYTES]);

/* Whether the bytes have this hash. */
bool sha256_matches(const void *bytes, size_t count, const uint8_t hash[SHA256_BYTES]);

/* The hash of bytes that come in pieces: begin, add any number of times, end. */
struct sha256 {
    crypto_hash_sha256_state state;
};

void sha256_begin(struct sha256 *sum);
void sha256_add(struct sha256 *sum, const void *bytes, size_t count);
void sha256_end(struct sha256 *sum, uint8_t hash[SHA256_BYTES]);

#endif
