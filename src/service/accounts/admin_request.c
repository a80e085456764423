/* admin_request.c - signs requests of administrators, and checks the signatures. */
#include "service/accounts/admin_request.h"

#include <assert.h>
#include <string.h>

#include <sodium.h>

static_assert(SERVER_SECRET_SIZE == crypto_auth_KEYBYTES, "the secret is the key");
static_assert(ADMIN_SIGNATURE_SIZE == 2 * crypto_auth_BYTES, "two digits for a byte");

void admin_request_sign(const unsigned char secret[SERVER_SECRET_SIZE], const char *text,
                        char signature[ADMIN_SIGNATURE_SIZE + 1])
{
    unsigned char bytes[crypto_auth_BYTES];

    crypto_auth(bytes, (const unsigned char *)text, strlen(text), secret);
    sodium_bin2hex(signature, ADMIN_SIGNATURE_SIZE + 1, bytes, sizeof bytes);
}

bool admin_request_is_signed(const unsigned char secret[SERVER_SECRET_SIZE], const char *text,
                             const char *signature)
{
    char expected[ADMIN_SIGNATURE_SIZE + 1];

    admin_request_sign(secret, text, expected);
    return strlen(signature) == ADMIN_SIGNATURE_SIZE &&
           sodium_memcmp(expected, signature, ADMIN_SIGNATURE_SIZE) == 0;
}
