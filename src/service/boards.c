/* boards.c - one board of each shape, made when first asked for and shared by all games. */
#include <stdlib.h>

#include "service/internal.h"

struct shape {
    struct shape *next;
    paua_board *board;
};

struct boards {
    pthread_mutex_t mutex;
    struct shape *shapes; /* few: there are not many hexagons of at most 61 cells */
};

struct boards *boards_new(void)
{
    struct boards *b = calloc(1, sizeof *b);

    if (b)
        pthread_mutex_init(&b->mutex, NULL);
    return b;
}

void boards_free(struct boards *b)
{
    if (!b)
        return;
    while (b->shapes) {
        struct shape *next = b->shapes->next;

        paua_board_free(b->shapes->board);
        free(b->shapes);
        b->shapes = next;
    }
    pthread_mutex_destroy(&b->mutex);
    free(b);
}

static bool same_shape(const paua_board *board, const int sides[3])
{
    return paua_board_side(board, 0) == sides[0] && paua_board_side(board, 1) == sides[1] &&
           paua_board_side(board, 2) == sides[2];
}

static const paua_board *shape_add(struct boards *b, const int sides[3])
{
    struct shape *s = malloc(sizeof *s);

    if (!s)
        return NULL;
    if (paua_board_new(sides[0], sides[1], sides[2], &s->board) != PAUA_OK) {
        free(s);
        return NULL;
    }
    s->next = b->shapes;
    b->shapes = s;
    return s->board;
}

const paua_board *boards_get(struct boards *b, const int sides[3])
{
    const paua_board *found = NULL;

    pthread_mutex_lock(&b->mutex);
    for (const struct shape *s = b->shapes; s && !found; s = s->next) {
        if (same_shape(s->board, sides))
            found = s->board;
    }
    if (!found)
        found = shape_add(b, sides);
    pthread_mutex_unlock(&b->mutex);
    return found;
}
