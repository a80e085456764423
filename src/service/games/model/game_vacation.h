/* game_away.h - players on vacation in a slow game: the clock of one who is away stands in his
 * turns. That he is away and comes back are events of the game. All calls need its lock.
 */
#ifndef SERVICE_GAME_VACATION_H
#define SERVICE_GAME_VACATION_H

#include "service/games/model/game.h"

/* When an AWAY event ends, since 1970; 0: its text says no such thing. */
int64_t vacation_event_until(const struct event *event);

/* Whether the event, AWAY or BACK, may happen now. */
bool game_vacation_allows(const struct game *game, const struct event *event);

/* What an event of any kind does: who is away, and until when. */
void game_vacation_update(struct game *game, const struct event *event);

/* Whether the side is away, once an event has happened: until then, 0: it is not. */
int64_t game_vacation_until(const struct game *game, const struct event *event, int side);

/* What AWAY and BACK do to the clock of the side to move, which stands from then on: who was out of
 * time as the vacation began has some left again; who comes back has a day, unless the vacation was
 * spent to win time. */
void game_vacation_clock(const struct game *game, const struct event *event,
                         struct game_clock *clock);

#endif /* SERVICE_GAME_VACATION_H */
