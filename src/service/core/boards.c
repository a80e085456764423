/* boards.c - keeps the boards of all games in a list under a lock. */
#include <pthread.h>
#include <stdlib.h>

#include "service/core/boards.h"

struct shared_board {
    struct shared_board *next;
    paua_board *board;
};

struct boards {
    pthread_mutex_t mutex;
    struct shared_board *first; /* a short list: few hexagons have at most 61 cells */
};

struct boards *boards_new(void)
{
    struct boards *boards = calloc(1, sizeof *boards);

    if (boards)
        pthread_mutex_init(&boards->mutex, NULL);
    return boards;
}

void boards_free(struct boards *boards)
{
    if (!boards)
        return;
    while (boards->first) {
        struct shared_board *next = boards->first->next;

        paua_board_free(boards->first->board);
        free(boards->first);
        boards->first = next;
    }
    pthread_mutex_destroy(&boards->mutex);
    free(boards);
}

static bool board_has_sides(const paua_board *board, const int sides[3])
{
    return paua_board_side(board, 0) == sides[0] && paua_board_side(board, 1) == sides[1] &&
           paua_board_side(board, 2) == sides[2];
}

/* Under the lock. */
static const paua_board *boards_add(struct boards *boards, const int sides[3])
{
    struct shared_board *added = malloc(sizeof *added);

    if (!added)
        return NULL;
    if (paua_board_new(sides[0], sides[1], sides[2], &added->board) != PAUA_OK) {
        free(added);
        return NULL;
    }
    added->next = boards->first;
    boards->first = added;
    return added->board;
}

const paua_board *boards_get(struct boards *boards, const int sides[3])
{
    const paua_board *found = NULL;

    pthread_mutex_lock(&boards->mutex);
    for (const struct shared_board *at = boards->first; at && !found; at = at->next) {
        if (board_has_sides(at->board, sides))
            found = at->board;
    }
    if (!found)
        found = boards_add(boards, sides);
    pthread_mutex_unlock(&boards->mutex);
    return found;
}
