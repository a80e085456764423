/* server_secret.h - the secrets of a server, which its store keeps: whoever can read the store
 * knows them. */
#ifndef SERVICE_SERVER_SECRET_H
#define SERVICE_SERVER_SECRET_H

#include "store/core/store.h"

#define SERVER_SECRET_SIZE 32 /* bytes */

/* Reads the secret of this name. PAUA_OK, PAUA_ERROR_NOT_FOUND, PAUA_ERROR_CORRUPT, or why the
 * store cannot be read. */
paua_status server_secret_read(store *db, const char *name,
                               unsigned char secret[SERVER_SECRET_SIZE]);

/* Reads the secret, or makes one for all servers of the store. Not on the store's thread. */
paua_status server_secret_make(store *db, const char *name,
                               unsigned char secret[SERVER_SECRET_SIZE]);

#endif /* SERVICE_SERVER_SECRET_H */
