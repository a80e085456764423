/* backend.c - which databases there are. */
#include "store/backend.h"

#include <stdio.h>
#include <string.h>

static const store_backend *const backends[] = {&store_sqlite};
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
    snprintf(message, STORE_MESSAGE_MAX, "'%.200s': expected %s", place, backends[0]->form);
    return NULL;
}
