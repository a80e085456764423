/* presence_feed.h - who follows a game at other servers with the same store: they tell each other
 * about a second after a change, and all of it to one that comes.
 *
 * What others have told is kept for all games, whether or not they are in memory, until they tell
 * something else or have gone.
 */
#ifndef SERVICE_PRESENCE_FEED_H
#define SERVICE_PRESENCE_FEED_H

#include <stdint.h>

struct game;
struct presence_feed;
struct games;

/* NULL: out of memory. */
struct presence_feed *presence_feed_new(struct games *games);
void presence_feed_free(struct presence_feed *self); /* NULL is allowed */

/* Tells others who follows a game here, if that is not what was told last. Under its lock. */
void presence_feed_send(struct presence_feed *self, struct game *game);
/* Tells it of all games, to servers that may not know. */
void presence_feed_send_all(struct presence_feed *self);

/* What another server has told: `number` is that of its news. */
void presence_feed_receive(struct presence_feed *self, const char *id, int64_t number);
/* Servers that are not there any more: all but those of these slots, as bits. */
void presence_feed_keep_servers(struct presence_feed *self, unsigned slots);

#endif /* SERVICE_PRESENCE_FEED_H */
