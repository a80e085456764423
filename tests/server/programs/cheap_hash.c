/* cheap_hash.c - loaded before the C library (LD_PRELOAD), makes a hash of a password take 8 KiB
 * and one pass instead of the 64 MiB of the program, which are a tenth of a second of a processor.
 * The hash names its cost, so that it is verified as cheaply. With HASH_MS each takes that many
 * milliseconds more, without a processor, for tests of what waits for a hash. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

#include <sodium.h>

static void wait_as_long_as_a_hash(void)
{
    const char *text = getenv("HASH_MS");
    long left_ms = text ? strtol(text, NULL, 10) : 0;

    nanosleep(&(struct timespec){left_ms / 1000, left_ms % 1000 * 1000000}, NULL);
}

int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password,
                      unsigned long long length, unsigned long long passes, size_t memory)
{
    (void)passes;
    (void)memory;
    wait_as_long_as_a_hash();
    return crypto_pwhash_argon2id_str(out, password, length, crypto_pwhash_argon2id_OPSLIMIT_MIN,
                                      crypto_pwhash_argon2id_MEMLIMIT_MIN);
}

int crypto_pwhash(unsigned char *const out, unsigned long long out_length, const char *password,
                  unsigned long long length, const unsigned char *salt, unsigned long long passes,
                  size_t memory, int algorithm)
{
    wait_as_long_as_a_hash();
    return crypto_pwhash_argon2id(out, out_length, password, length, salt, passes, memory,
                                  algorithm);
}
