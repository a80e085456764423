/* screen.h - `paua play` on the whole terminal. */
#ifndef PAUA_PLAY_SCREEN_H
#define PAUA_PLAY_SCREEN_H

#include "play/session.h"

/* Plays on the whole terminal, by cursor keys, until the player quits. False: the terminal cannot
 * do that, and nothing was shown. */
bool play_screen(struct session *session);

#endif
