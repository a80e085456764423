/* server_secret.c - makes secrets of random bytes and stores them in hexadecimal digits. */
#include "service/core/server_secret.h"

#include <string.h>

#include <sodium.h>

#include "store/core/batch.h"
#include "store/tables/mail.h"

struct secret_reading {
    unsigned char *secret;
    paua_status status;
};

static bool on_secret(const char *name, const char *value, void *context)
{
    struct secret_reading *reading = context;
    size_t size;

    (void)name;
    bool decoded = sodium_hex2bin(reading->secret, SERVER_SECRET_SIZE, value, strlen(value), NULL,
                                  &size, NULL) == 0 &&
                   size == SERVER_SECRET_SIZE;
    reading->status = decoded ? PAUA_OK : PAUA_ERROR_CORRUPT;
    return false;
}

paua_status server_secret_read(store *db, const char *name,
                               unsigned char secret[SERVER_SECRET_SIZE])
{
    struct secret_reading reading = {secret, PAUA_ERROR_NOT_FOUND};
    paua_status status = store_secrets(db, name, on_secret, &reading);

    return status == PAUA_OK ? reading.status : status;
}

paua_status server_secret_make(store *db, const char *name,
                               unsigned char secret[SERVER_SECRET_SIZE])
{
    char hex[2 * SERVER_SECRET_SIZE + 1];
    paua_status status = server_secret_read(db, name, secret);

    if (status != PAUA_ERROR_NOT_FOUND)
        return status;
    randombytes_buf(secret, SERVER_SECRET_SIZE);
    sodium_bin2hex(hex, sizeof hex, secret, SERVER_SECRET_SIZE);
    store_batch *batch = store_batch_new();
    batch_add_secret(batch, name, hex);
    sodium_memzero(hex, sizeof hex);
    status = store_commit_durably(db, batch);
    /* Read it again: another server may have stored its own first. */
    return status == PAUA_OK ? server_secret_read(db, name, secret) : status;
}
