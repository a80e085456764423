/* token.c - makes, reads and verifies mail tokens. A token has 32 bytes: account (8), expiry in
 * minutes since 1970 (4), random (4), MAC (16). It is written in base32 (RFC 4648), because mail
 * servers may change the case of an address. */
#include "mail/token.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include <sodium.h>

/* The layout of a token: the offsets of its parts, and its size. The random bytes make tokens
 * of one account and minute different; what protects a token is the MAC. */
enum {
    OFFSET_EXPIRES = MAIL_ACCOUNT_SIZE,
    OFFSET_RANDOM = OFFSET_EXPIRES + 4,
    OFFSET_MAC = OFFSET_RANDOM + 4,
    TOKEN_BYTES = OFFSET_MAC + 16
};

static_assert(MAIL_TOKEN_SIZE == (TOKEN_BYTES * 8 + 4) / 5, "five bits per character of base32");

#define MINUTE_MS 60000

static const char base32_alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";

/* Writes the bytes in base32. */
static void token_encode(const unsigned char bytes[TOKEN_BYTES], char out[MAIL_TOKEN_SIZE + 1])
{
    unsigned bit_buffer = 0;
    int bits = 0;
    char *to = out;

    for (int i = 0; i < TOKEN_BYTES; i++) {
        bit_buffer = bit_buffer << 8 | bytes[i];
        for (bits += 8; bits >= 5; bits -= 5)
            *to++ = base32_alphabet[bit_buffer >> (bits - 5) & 31];
        bit_buffer &= (1U << bits) - 1;
    }
    *to++ = base32_alphabet[bit_buffer << (5 - bits) & 31];
    *to = '\0';
}

/* Reads what token_encode() writes, in upper or lower case. False: malformed. The four padding bits
 * at the end must be 0, so that a token has one text: else each would have 16 valid ones. */
static bool token_decode(const char *text, unsigned char bytes[TOKEN_BYTES])
{
    unsigned bit_buffer = 0;
    int bits = 0, count = 0;

    if (strlen(text) != MAIL_TOKEN_SIZE)
        return false;
    for (; *text; text++) {
        const char *digit = strchr(base32_alphabet, tolower((unsigned char)*text));

        if (!digit)
            return false;
        bit_buffer = bit_buffer << 5 | (unsigned)(digit - base32_alphabet);
        bits += 5;
        if (bits >= 8) {
            bits -= 8;
            bytes[count++] = (unsigned char)(bit_buffer >> bits);
        }
        bit_buffer &= (1U << bits) - 1;
    }
    return count == TOKEN_BYTES && bit_buffer == 0;
}

/* Computes the full MAC, of which a token holds the first 16 bytes. */
static void token_mac(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                      const unsigned char bytes[TOKEN_BYTES], const char *associated_data,
                      unsigned char out[crypto_auth_hmacsha512256_BYTES])
{
    const unsigned char purpose_byte = (unsigned char)purpose;
    crypto_auth_hmacsha512256_state state;

    crypto_auth_hmacsha512256_init(&state, key, MAIL_KEY_SIZE);
    crypto_auth_hmacsha512256_update(&state, &purpose_byte, 1);
    crypto_auth_hmacsha512256_update(&state, bytes, OFFSET_MAC);
    crypto_auth_hmacsha512256_update(&state, (const unsigned char *)associated_data,
                                     strlen(associated_data));
    crypto_auth_hmacsha512256_final(&state, out);
    sodium_memzero(&state, sizeof state);
}

static bool is_account_id(const unsigned char id[MAIL_ACCOUNT_SIZE])
{
    for (int i = 0; i < MAIL_ACCOUNT_SIZE; i++) {
        if (id[i] >= 0x80 || !isalnum(id[i]))
            return false;
    }
    return true;
}

void mail_token_make(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                     const struct mail_token_payload *payload, const char *associated_data,
                     char out[MAIL_TOKEN_SIZE + 1])
{
    const uint32_t minutes = (uint32_t)((payload->expires_ms + MINUTE_MS - 1) / MINUTE_MS);
    unsigned char bytes[TOKEN_BYTES], mac[crypto_auth_hmacsha512256_BYTES];

    memcpy(bytes, payload->account, MAIL_ACCOUNT_SIZE);
    assert(is_account_id(bytes) && payload->account[MAIL_ACCOUNT_SIZE] == '\0');
    for (int i = 0; i < 4; i++)
        bytes[OFFSET_EXPIRES + i] = (unsigned char)(minutes >> (24 - 8 * i));
    randombytes_buf(bytes + OFFSET_RANDOM, OFFSET_MAC - OFFSET_RANDOM);
    token_mac(key, purpose, bytes, associated_data, mac);
    memcpy(bytes + OFFSET_MAC, mac, TOKEN_BYTES - OFFSET_MAC);
    token_encode(bytes, out);
}

bool mail_token_read(const char *text, struct mail_token_payload *out)
{
    unsigned char bytes[TOKEN_BYTES];
    int64_t minutes = 0;

    if (!token_decode(text, bytes) || !is_account_id(bytes))
        return false;
    for (int i = 0; i < 4; i++)
        minutes = minutes << 8 | bytes[OFFSET_EXPIRES + i];
    memcpy(out->account, bytes, MAIL_ACCOUNT_SIZE);
    out->account[MAIL_ACCOUNT_SIZE] = '\0';
    out->expires_ms = minutes * MINUTE_MS;
    return true;
}

bool mail_token_verify(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                       const char *text, const char *associated_data)
{
    unsigned char bytes[TOKEN_BYTES], mac[crypto_auth_hmacsha512256_BYTES];

    if (!token_decode(text, bytes))
        return false;
    token_mac(key, purpose, bytes, associated_data, mac);
    return sodium_memcmp(bytes + OFFSET_MAC, mac, TOKEN_BYTES - OFFSET_MAC) == 0;
}
