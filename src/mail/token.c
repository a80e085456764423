/* token.c - makes, reads and checks signed tokens. A token has 32 bytes: account (8), expiry in
 * minutes since 1970 (4), random (4), signature (16). It is written in base32 (RFC 4648), because
 * mail servers may change the case of an address. */
#include "mail/token.h"

#include <ctype.h>
#include <string.h>

#include <sodium.h>

/* The layout of a token: the offsets of its parts, and its size. */
enum { EXPIRES = MAIL_ACCOUNT_SIZE, RANDOM = EXPIRES + 4, SIGNATURE = RANDOM + 4, BYTES = 32 };

#define MINUTE_MS 60000

static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";

/* Writes the bytes in base32. */
static void token_encode(const unsigned char bytes[BYTES], char out[MAIL_TOKEN_SIZE + 1])
{
    unsigned held = 0;
    int bits = 0;
    char *to = out;

    for (int i = 0; i < BYTES; i++) {
        held = held << 8 | bytes[i];
        for (bits += 8; bits >= 5; bits -= 5)
            *to++ = digits[held >> (bits - 5) & 31];
        held &= (1U << bits) - 1;
    }
    *to++ = digits[held << (5 - bits) & 31];
    *to = '\0';
}

/* Reads what token_encode() writes, in either case. False: malformed. */
static bool token_decode(const char *text, unsigned char bytes[BYTES])
{
    unsigned held = 0;
    int bits = 0, count = 0;

    if (strlen(text) != MAIL_TOKEN_SIZE)
        return false;
    for (; *text; text++) {
        const char *digit = strchr(digits, tolower((unsigned char)*text));

        if (!digit)
            return false;
        held = held << 5 | (unsigned)(digit - digits);
        bits += 5;
        if (bits >= 8) {
            bits -= 8;
            bytes[count++] = (unsigned char)(held >> bits);
        }
        held &= (1U << bits) - 1;
    }
    return count == BYTES && held == 0;
}

/* Writes the whole signature, of which a token holds the first 16 bytes. */
static void token_sign(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                       const unsigned char bytes[BYTES], const char *bound,
                       unsigned char out[crypto_auth_hmacsha512256_BYTES])
{
    const unsigned char what = (unsigned char)purpose;
    crypto_auth_hmacsha512256_state state;

    crypto_auth_hmacsha512256_init(&state, key, MAIL_KEY_SIZE);
    crypto_auth_hmacsha512256_update(&state, &what, 1);
    crypto_auth_hmacsha512256_update(&state, bytes, SIGNATURE);
    crypto_auth_hmacsha512256_update(&state, (const unsigned char *)bound, strlen(bound));
    crypto_auth_hmacsha512256_final(&state, out);
    sodium_memzero(&state, sizeof state);
}

void mail_token_make(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                     const struct mail_token *token, const char *bound,
                     char out[MAIL_TOKEN_SIZE + 1])
{
    const uint32_t minutes = (uint32_t)((token->expires_ms + MINUTE_MS - 1) / MINUTE_MS);
    unsigned char bytes[BYTES], signature[crypto_auth_hmacsha512256_BYTES];

    memcpy(bytes, token->account, MAIL_ACCOUNT_SIZE);
    for (int i = 0; i < 4; i++)
        bytes[EXPIRES + i] = (unsigned char)(minutes >> (24 - 8 * i));
    randombytes_buf(bytes + RANDOM, SIGNATURE - RANDOM);
    token_sign(key, purpose, bytes, bound, signature);
    memcpy(bytes + SIGNATURE, signature, BYTES - SIGNATURE);
    token_encode(bytes, out);
}

bool mail_token_read(const char *text, struct mail_token *out)
{
    unsigned char bytes[BYTES];
    int64_t minutes = 0;

    if (!token_decode(text, bytes))
        return false;
    for (int i = 0; i < MAIL_ACCOUNT_SIZE; i++) {
        if (bytes[i] >= 0x80 || !isalnum(bytes[i]))
            return false;
    }
    for (int i = 0; i < 4; i++)
        minutes = minutes << 8 | bytes[EXPIRES + i];
    memcpy(out->account, bytes, MAIL_ACCOUNT_SIZE);
    out->account[MAIL_ACCOUNT_SIZE] = '\0';
    out->expires_ms = minutes * MINUTE_MS;
    return true;
}

bool mail_token_is_signed(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                          const char *text, const char *bound)
{
    unsigned char bytes[BYTES], signature[crypto_auth_hmacsha512256_BYTES];

    if (!token_decode(text, bytes))
        return false;
    token_sign(key, purpose, bytes, bound, signature);
    return sodium_memcmp(bytes + SIGNATURE, signature, BYTES - SIGNATURE) == 0;
}
