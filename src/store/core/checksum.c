/* checksum.c - a chain of SipHash-2-4: the hash so far and the length are the key of the next
 * one. */
#include "store/core/checksum.h"

#include <string.h>

#include <sodium.h>

#include "base/bytes.h"

static uint64_t checksum_add_bytes(uint64_t sum, const void *bytes, size_t count)
{
    unsigned char key[crypto_shorthash_KEYBYTES], out[crypto_shorthash_BYTES];

    bytes_put(key, sum, 8);
    bytes_put(key + 8, count, 8);
    crypto_shorthash(out, bytes, count, key);
    return bytes_get(out, 8);
}

uint64_t checksum_add_text(uint64_t sum, const char *text)
{
    return checksum_add_bytes(sum, text, strlen(text));
}

uint64_t checksum_add_number(uint64_t sum, int64_t number)
{
    unsigned char bytes[8];

    bytes_put(bytes, (uint64_t)number, 8);
    return checksum_add_bytes(sum, bytes, sizeof bytes);
}
