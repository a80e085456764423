/* tournament_texts.h - the last tournaments written for clients, as texts: to write one with many
 * games takes milliseconds, and it changes only with its revision. Thread-safe. */
#ifndef SERVICE_TOURNAMENT_TEXTS_H
#define SERVICE_TOURNAMENT_TEXTS_H

#include <pthread.h>
#include <stdint.h>

#include "service/core/keys.h"

#define TOURNAMENT_TEXTS 16

struct tournament_texts {
    pthread_mutex_t mutex; /* guards what follows; no other lock is taken under it */
    struct {
        char id[ID_SIZE + 1];
        int64_t revision;
        uint64_t used; /* the turn of its last use */
        char *text;    /* owned; NULL: free */
    } kept[TOURNAMENT_TEXTS];
    uint64_t turn;
};

void tournament_texts_init(struct tournament_texts *self);
void tournament_texts_destroy(struct tournament_texts *self);

/* The text of this revision, as a copy; free() it. NULL: it is not kept, or out of memory. */
char *tournament_texts_find(struct tournament_texts *self, const char *id, int64_t revision);
/* Keeps a copy of a text in place of the one that was not used for longest, or of an earlier
 * revision. NULL is allowed. */
void tournament_texts_keep(struct tournament_texts *self, const char *id, int64_t revision,
                           const char *text);

#endif
