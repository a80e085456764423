/* game_export.h - exports a game as APGN, or one of its positions as a picture. Calls about a game
 * need its lock.
 */
#ifndef SERVICE_GAME_EXPORT_H
#define SERVICE_GAME_EXPORT_H

#include <paua/draw.h>

#include "service/games/model/game.h"

/* The game as APGN, unfinished ones with the result "*"; free() it. NULL: out of memory. */
char *game_export_apgn(const struct game *game, size_t *length);

/* What to draw: a copy, which is drawn without the game's lock. */
struct game_picture {
    const paua_board *board; /* borrowed from core/boards.h, where it stays */
    paua_position position;
    paua_drawing drawing;
};

/* The position after `moves` moves, 0 or more, the last one marked. PAUA_OK, PAUA_ERROR_NOT_FOUND
 * (the game has fewer moves) or PAUA_ERROR_NO_MEMORY. */
paua_status game_export_picture(const struct game *game, int moves, struct game_picture *out);

/* The picture as SVG, or as PNG of a `size` of PAUA_PNG_MIN to PAUA_PNG_MAX (paua/draw.h), and its
 * *length in bytes; free() it. NULL: out of memory. */
char *game_picture_svg(const struct game_picture *picture, size_t *length);
char *game_picture_png(const struct game_picture *picture, int size, size_t *length);

#endif /* SERVICE_GAME_EXPORT_H */
