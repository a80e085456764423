/* play.h - the two user interfaces of `paua play`: lines of text, and the whole terminal. */
#ifndef PAUA_PLAY_PLAY_H
#define PAUA_PLAY_PLAY_H

#include "play/session.h"

/* Plays by typed lines until the game is over or the player quits. */
void play_plain(struct session *session);

/* Plays on the whole terminal, by cursor keys, until the player quits. False: the terminal cannot
 * do that, and nothing was shown. */
bool play_screen(struct session *session);

#endif
