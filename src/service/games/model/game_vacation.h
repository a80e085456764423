/* game_vacation.h - vacations in a correspondence game: while a player is on vacation, his clock
 * stands in his turns. The beginning and the end of a vacation are events of the game. All calls
 * need its lock.
 */
#ifndef SERVICE_GAME_VACATION_H
#define SERVICE_GAME_VACATION_H

#include "service/games/model/game.h"

/* When the vacation of a VACATION_BEGIN event ends, since 1970; 0: its text is not a time. */
int64_t vacation_event_until(const struct event *event);

/* Whether a VACATION_BEGIN or VACATION_END event may happen now. */
bool game_vacation_allows(const struct game *game, const struct event *event);

/* Updates the vacations of the players after an event of any kind. */
void game_vacation_update(struct game *game, const struct event *event);

/* When the vacation of a side ends, as of after the event; 0: it is not on vacation. */
int64_t game_vacation_until(const struct game *game, const struct event *event, int side);

/* Stops the clock where the vacation of the side to move begins or ends. A player who had
 * exceeded his time at the beginning has used just all of it; one who returns has at least a day
 * left, unless the server took the vacation for him because his flag would have fallen. */
void game_vacation_clock(const struct game *game, const struct event *event,
                         struct game_clock *clock);

#endif /* SERVICE_GAME_VACATION_H */
