/* tournament_texts.c - keeps the last tournaments written for clients. */
#define _GNU_SOURCE
#include "service/tournaments/tournament_texts.h"

#include <stdlib.h>
#include <string.h>

void tournament_texts_init(struct tournament_texts *self)
{
    *self = (struct tournament_texts){.turn = 0};
    pthread_mutex_init(&self->mutex, NULL);
}

void tournament_texts_destroy(struct tournament_texts *self)
{
    for (int i = 0; i < TOURNAMENT_TEXTS; i++)
        free(self->kept[i].text);
    pthread_mutex_destroy(&self->mutex);
}

char *tournament_texts_find(struct tournament_texts *self, const char *id, int64_t revision)
{
    char *found = NULL;

    pthread_mutex_lock(&self->mutex);
    for (int i = 0; i < TOURNAMENT_TEXTS && !found; i++) {
        if (self->kept[i].text && self->kept[i].revision == revision &&
            strcmp(self->kept[i].id, id) == 0) {
            self->kept[i].used = ++self->turn;
            found = strdup(self->kept[i].text);
        }
    }
    pthread_mutex_unlock(&self->mutex);
    return found;
}

void tournament_texts_keep(struct tournament_texts *self, const char *id, int64_t revision,
                           const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    int place = 0;

    if (!copy)
        return;
    pthread_mutex_lock(&self->mutex);
    for (int i = 0; i < TOURNAMENT_TEXTS; i++) {
        if (self->kept[i].text && strcmp(self->kept[i].id, id) == 0) {
            place = i;
            break;
        }
        if (self->kept[i].used < self->kept[place].used)
            place = i;
    }
    free(self->kept[place].text);
    self->kept[place].text = copy;
    self->kept[place].revision = revision;
    self->kept[place].used = ++self->turn;
    memcpy(self->kept[place].id, id, ID_SIZE + 1);
    pthread_mutex_unlock(&self->mutex);
}
