/* boards.h - one board of each shape, created on first use and shared by all games. Thread-safe. */
#ifndef SERVICE_BOARDS_H
#define SERVICE_BOARDS_H

#include <paua/board.h>

struct boards;

struct boards *boards_new(void);
void boards_free(struct boards *boards); /* NULL is allowed */

/* The board with these sides, valid until boards_free(). NULL: out of memory, or no such board. */
const paua_board *boards_get(struct boards *boards, const int sides[3]);

#endif /* SERVICE_BOARDS_H */
