/* backend.c - which databases there are. */
#include "store/core/backend.h"

#include <stdio.h>
#include <string.h>

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
