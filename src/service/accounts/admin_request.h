/* admin_request.h - a request of `paua admin` to a running server, and its answer: JSON, sealed
 * with a secret from the store of the server. Whoever can read the store is an administrator.
 *
 * Whoever listens where the server should cannot read what is asked, such as the hash of a new
 * password, and cannot answer: an answer is sealed for one request. The seal is
 * XChaCha20-Poly1305 with a random nonce (libsodium's crypto_aead_xchacha20poly1305_ietf).
 */
#ifndef SERVICE_ADMIN_REQUEST_H
#define SERVICE_ADMIN_REQUEST_H

#include "service/core/keys.h"

#define ADMIN_SECRET_NAME "admin"
#define ADMIN_REQUEST_MS  60000 /* how long a request is valid */

/* What a request is sealed for; an answer is sealed for the sealed request. */
#define ADMIN_SEALED_REQUEST "request"

/* Seals a text, in base64. NULL: out of memory. The caller frees it. */
char *admin_seal(const unsigned char secret[SERVER_SECRET_SIZE], const char *purpose,
                 const char *text);

/* The text that was sealed with this secret for this purpose. NULL: it was not, or out of memory.
 * The caller frees it. */
char *admin_unseal(const unsigned char secret[SERVER_SECRET_SIZE], const char *purpose,
                   const char *sealed);

#endif /* SERVICE_ADMIN_REQUEST_H */
