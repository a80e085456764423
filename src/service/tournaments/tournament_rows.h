/* tournament_rows.h - the rows of tournaments that are over, for lists, as texts: a row is small
 * and does not change any more, but to write one the tournament has to be read. Thread-safe.
 */
#ifndef SERVICE_TOURNAMENT_ROWS_H
#define SERVICE_TOURNAMENT_ROWS_H

#include <pthread.h>
#include <stdint.h>

#include "service/core/boards.h"
#include "service/core/keys.h"
#include "store/core/store.h"

#define TOURNAMENT_ROWS 4096

struct tournament_rows {
    pthread_mutex_t mutex; /* guards what follows */
    struct tournament_row {
        char id[ID_SIZE + 1];
        int64_t revision;
        char *text; /* owned; NULL: free */
    } kept[TOURNAMENT_ROWS];
};

void tournament_rows_init(struct tournament_rows *self);
void tournament_rows_destroy(struct tournament_rows *self);

/* A page of the tournaments that are over as a JSON array, as store_tournaments() has it; free()
 * *text. Those that cannot be read are left out. PAUA_OK, or why the store cannot be read. */
paua_status tournament_rows_list(struct tournament_rows *self, struct boards *boards, store *db,
                                 int64_t before_ms, int most, int64_t *next_ms, char **text);

#endif /* SERVICE_TOURNAMENT_ROWS_H */
