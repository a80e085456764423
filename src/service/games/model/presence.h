/* presence.h - who follows a game: which seats, and how many spectators. Each event stream counts
 * for the seat whose key it was opened with. Presence is not stored and has no numbered events.
 *
 * This is the count alone. event_stream.c counts its streams and reports a change to the listeners
 * (listeners.h); server/housekeeping.c announces the changes of about a second together. Calls need
 * the game's lock. */
#ifndef SERVICE_PRESENCE_H
#define SERVICE_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/position.h>

#define PRESENCE_TEXT_SIZE 80 /* with its NUL */

struct presence {
    int streams[1 + PAUA_PLAYERS_MAX];       /* of spectators, then of each seat */
    int64_t gone_since_ms[PAUA_PLAYERS_MAX]; /* of each seat, clock_now_ms(); 0: present */
    unsigned version;                        /* of the announced presence, from 1 */
    uint64_t announced;                      /* a number for it: differs when presence does */
    bool ahead;     /* a stream was sent a presence that is not announced yet */
    bool is_queued; /* an announcement is due soon */

    /* Several servers with one store: people/presence_feed.h. */
    unsigned remote_seats; /* with streams at other servers */
    int remote_spectators; /* at other servers */
    int64_t published;     /* the presence at this server, as last sent to the others */
};

/* In the calls that take it, now_ms is clock_now_ms(). */

/* Nobody follows the game, as of now. */
void presence_init(struct presence *presence, int64_t now_ms);

/* A stream was opened (`change` 1) or closed (-1), for a side or NOBODY. */
void presence_count_stream(struct presence *presence, int side, int change, int64_t now_ms);

/* A stream was sent the presence as it is now. */
void presence_note_sent(struct presence *presence);

/* Announces the presence as it is now. True: it has changed, so wake the streams. */
bool presence_announce(struct presence *presence);

/* Sets who follows the game at other servers. */
void presence_set_remote(struct presence *presence, unsigned seats, int spectators, int64_t now_ms);

/* The seats that follow the game at this server, as bits. */
unsigned presence_own_seats(const struct presence *presence);

/* The calls from here on take NULL for a game that nobody follows. */

/* The seats that follow the game at any server, as bits. */
unsigned presence_seats(const struct presence *presence);
/* The number of spectators at all servers. */
int presence_spectators(const struct presence *presence);

/* Writes "here":["b","w"],"spectators":3 without braces. Returns `text`. */
const char *presence_text(const struct presence *presence, char text[PRESENCE_TEXT_SIZE]);

#endif /* SERVICE_PRESENCE_H */
