/* id_list.h - ids of games that a list has named, for after it was read. */
#ifndef SERVICE_ID_LIST_H
#define SERVICE_ID_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "service/core/keys.h"

struct id_list {
    char (*ids)[GAME_ID_SIZE + 1]; /* owned */
    size_t count, room;
};

/* Adds an id to the list, unless it is none. False: out of memory. */
bool id_list_add(const char *id, void *list);
void id_list_clear(struct id_list *list);

#endif /* SERVICE_ID_LIST_H */
