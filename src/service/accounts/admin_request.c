/* admin_request.c - seals requests of administrators and their answers, and opens them. */
#include "service/accounts/admin_request.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

enum {
    NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
    TAG = crypto_aead_xchacha20poly1305_ietf_ABYTES,
    BASE64 = sodium_base64_VARIANT_ORIGINAL
};

static_assert(SERVER_SECRET_SIZE == crypto_aead_xchacha20poly1305_ietf_KEYBYTES,
              "the secret is the key");

/* The bytes as text, or NULL. */
static char *encode_base64(const unsigned char *bytes, size_t size)
{
    size_t cap = sodium_base64_encoded_len(size, BASE64);
    char *text = malloc(cap);

    if (text)
        sodium_bin2base64(text, cap, bytes, size, BASE64);
    return text;
}

char *admin_seal(const unsigned char secret[SERVER_SECRET_SIZE], const char *purpose,
                 const char *text)
{
    const size_t size = strlen(text);
    unsigned char *bytes = malloc(NONCE + size + TAG);

    if (!bytes)
        return NULL;
    randombytes_buf(bytes, NONCE);
    crypto_aead_xchacha20poly1305_ietf_encrypt(bytes + NONCE, NULL, (const unsigned char *)text,
                                               size, (const unsigned char *)purpose,
                                               strlen(purpose), NULL, bytes, secret);
    char *sealed = encode_base64(bytes, NONCE + size + TAG);
    free(bytes);
    return sealed;
}

char *admin_unseal(const unsigned char secret[SERVER_SECRET_SIZE], const char *purpose,
                   const char *sealed)
{
    const size_t cap = strlen(sealed) / 4 * 3 + 3;
    unsigned char *bytes = malloc(cap);
    char *text = malloc(cap);
    size_t size = 0;
    bool good =
        bytes && text &&
        sodium_base642bin(bytes, cap, sealed, strlen(sealed), NULL, &size, NULL, BASE64) == 0 &&
        size >= NONCE + TAG &&
        crypto_aead_xchacha20poly1305_ietf_decrypt((unsigned char *)text, NULL, NULL, bytes + NONCE,
                                                   size - NONCE, (const unsigned char *)purpose,
                                                   strlen(purpose), bytes, secret) == 0;

    if (good) {
        text[size - NONCE - TAG] = '\0';
    } else {
        free(text);
        text = NULL;
    }
    free(bytes);
    return text;
}
