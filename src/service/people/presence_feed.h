/* presence_feed.h - shares presence (presence.h) between servers with the same store: each sends a
 * change about a second later, and everything when another server starts.
 *
 * The presence at other servers is kept for all games, in memory or not, until a server sends
 * another one or has gone.
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

/* Sends who follows a game here, unless that was sent last. Under its lock. */
void presence_feed_send(struct presence_feed *self, struct game *game);
/* Sends who follows each game here, for servers that may not know. */
void presence_feed_send_all(struct presence_feed *self);

/* Another server has sent the presence in a game: the number of its cluster change. */
void presence_feed_receive(struct presence_feed *self, const char *id, int64_t number);
/* Removes the presence at all servers but those of these slots, as bits. */
void presence_feed_keep_servers(struct presence_feed *self, unsigned slots);

#endif /* SERVICE_PRESENCE_FEED_H */
