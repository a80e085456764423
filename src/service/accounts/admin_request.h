/* admin_request.h - a request of `paua admin` to a running server: JSON, signed with a secret from
 * the store of the server. Whoever can read the store is an administrator. */
#ifndef SERVICE_ADMIN_REQUEST_H
#define SERVICE_ADMIN_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "service/core/server_secret.h"

#define ADMIN_SECRET_NAME    "admin"
#define ADMIN_SIGNATURE_SIZE 64    /* characters */
#define ADMIN_REQUEST_MS     60000 /* how long a request is valid */

/* Signs the text: HMAC-SHA-512/256 of libsodium, in hexadecimal digits. */
void admin_request_sign(const unsigned char secret[SERVER_SECRET_SIZE], const char *text,
                        char signature[ADMIN_SIGNATURE_SIZE + 1]);

/* Whether the signature is that of this text and secret. Runs in constant time. */
bool admin_request_is_signed(const unsigned char secret[SERVER_SECRET_SIZE], const char *text,
                             const char *signature);

#endif /* SERVICE_ADMIN_REQUEST_H */
