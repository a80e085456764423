/* id_list.c - copies ids of games into an array. */
#include "service/core/id_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

bool id_list_add(const char *id, void *context)
{
    struct id_list *list = context;

    if (!id_valid(id))
        return true;
    if (!ARRAY_RESERVE(list->ids, list->capacity, list->count + 1))
        return false;
    memcpy(list->ids[list->count++], id, ID_SIZE + 1);
    return true;
}

void id_list_clear(struct id_list *list)
{
    free(list->ids);
    *list = (struct id_list){.count = 0};
}
