/* presence_news.h - who follows a game at other servers with the same store: they tell each other
 * about a second after a change, and all of it to one that comes.
 *
 * What others have told is kept for all games, whether or not they are in memory, until they tell
 * something else or have gone.
 */
#ifndef SERVICE_PRESENCE_NEWS_H
#define SERVICE_PRESENCE_NEWS_H

#include <stdint.h>

struct game;
struct presence_news;
struct service;

/* NULL: out of memory. */
struct presence_news *presence_news_new(void);
void presence_news_free(struct presence_news *self); /* NULL is allowed */

/* Tells others who follows a game here, if that is not what was told last. Under its lock. */
void presence_news_tell(struct service *service, struct game *game);
/* Tells it of all games, to servers that may not know. */
void presence_news_tell_all(struct service *service);

/* What another server has told: `number` is that of its news. */
void presence_news_hear(struct service *service, const char *id, int64_t number);
/* Servers that are not there any more: all but those of these slots, as bits. */
void presence_news_keep(struct service *service, unsigned slots);

/* A game that was read: who follows it elsewhere. Under its lock. */
void presence_news_fill(struct service *service, struct game *game);

#endif /* SERVICE_PRESENCE_NEWS_H */
