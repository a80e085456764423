/* play.h - the two faces of `paua play`. */
#ifndef PAUA_PLAY_PLAY_H
#define PAUA_PLAY_PLAY_H

#include "play/session.h"

/* Each plays until the game is over or the person leaves. */
void play_plain(struct session *session);

/* On the whole terminal, by cursor keys. False when the terminal cannot do that: nothing was shown. */
bool play_screen(struct session *session);

#endif
