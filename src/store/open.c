/* open.c - which databases there are, and opening a store in one of them. */
#include "store/open.h"

#include <stdio.h>
#include <string.h>

#include "store/core/access.h"
#ifdef PAUA_POSTGRES
#include "store/postgres/postgres.h"
#endif
#include "store/sqlite/sqlite.h"

static const store_backend *const backends[] = {
    &store_sqlite,
#ifdef PAUA_POSTGRES
    &store_postgres,
#endif
};
enum { BACKENDS = sizeof backends / sizeof backends[0] };

const store_backend *backend_find(const char *place, const char **where,
                                  char message[STORE_MESSAGE_MAX])
{
    for (int i = 0; i < BACKENDS; i++) {
        size_t size = strlen(backends[i]->scheme);

        if (strncmp(place, backends[i]->scheme, size) == 0 && place[size] == ':' &&
            place[size + 1] != '\0') {
            *where = place + size + 1;
            return backends[i];
        }
    }
    /* It may have a password. */
    if (strncmp(place, "postgresql:", strlen("postgresql:")) == 0)
        snprintf(message, STORE_MESSAGE_MAX, "this paua was built without PostgreSQL");
    else
        snprintf(message, STORE_MESSAGE_MAX, "'%.200s': expected sqlite:FILE or postgresql://...",
                 place);
    return NULL;
}

/* Opens a store in the backend of its place. */
static paua_status open_place(const char *place, enum store_mode mode, store **out,
                              char message[STORE_MESSAGE_MAX])
{
    const char *where = NULL;
    const store_backend *backend = backend_find(place, &where, message);

    return backend ? store_open_with(backend, where, mode, out, message) : PAUA_ERROR_BAD_ARGUMENT;
}

paua_status store_open(const char *place, store **out, char message[STORE_MESSAGE_MAX])
{
    return open_place(place, STORE_MODE_WRITE, out, message);
}

paua_status store_open_shared(const char *place, store **out, char message[STORE_MESSAGE_MAX])
{
    return open_place(place, STORE_MODE_SHARE, out, message);
}

paua_status store_open_reading(const char *place, store **out, char message[STORE_MESSAGE_MAX])
{
    return open_place(place, STORE_MODE_READ, out, message);
}

paua_status archive_open(const char *place, enum archive_mode mode, archive **out,
                         char message[STORE_MESSAGE_MAX])
{
    const char *where = NULL;
    const store_backend *backend = backend_find(place, &where, message);

    return backend ? archive_open_with(backend, where, mode, out, message)
                   : PAUA_ERROR_BAD_ARGUMENT;
}

paua_status store_migrate(const char *place, store_migration *wanted,
                          char message[STORE_MESSAGE_MAX])
{
    const char *where = NULL;
    const store_backend *backend = backend_find(place, &where, message);

    return backend ? backend->migrate(where, wanted, message) : PAUA_ERROR_BAD_ARGUMENT;
}
