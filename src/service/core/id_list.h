/* id_list.h - a growing array of ids of games, filled while the store lists them. */
#ifndef SERVICE_ID_LIST_H
#define SERVICE_ID_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "service/core/keys.h"

struct id_list {
    char (*ids)[ID_SIZE + 1]; /* owned */
    size_t count, capacity;
};

/* Adds an id; texts that are not ids are left out. False: out of memory. */
bool id_list_add(const char *id, void *list);
void id_list_clear(struct id_list *list);

#endif /* SERVICE_ID_LIST_H */
