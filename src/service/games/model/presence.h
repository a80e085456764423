/* presence.h - who follows a game: which seats, and how many spectators. Each event stream counts
 * for the seat whose key it was opened with.
 *
 * Presence is not stored and has no numbered events. Changes are announced to the streams of a game
 * about a second later, together (games/listeners.h). Calls need the game's lock. */
#ifndef SERVICE_PRESENCE_H
#define SERVICE_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/position.h>

#define PRESENCE_TEXT_SIZE 80 /* with its NUL */

struct presence {
    int streams[1 + PAUA_PLAYERS_MAX];       /* of spectators, then of each seat */
    int64_t gone_since_ms[PAUA_PLAYERS_MAX]; /* of each seat, clock_now_ms(); 0: it is here */
    unsigned version;                        /* of what was announced, from 1 */
    uint64_t announced;                      /* as a number that differs when presence does */
    bool ahead;                              /* a stream has got what is not announced yet */
    bool waits;                              /* for housekeeping to announce it */
    unsigned other_seats;                    /* that have streams at other servers, */
    int other_spectators;                    /* and spectators there: presence_feed.h */
    int64_t told;                            /* of what is here, to other servers */
};

/* Everybody is gone, since now. */
void presence_init(struct presence *presence);

/* Streams were opened (`change` 1) or closed (-1), for a side or NOBODY. */
void presence_count_stream(struct presence *presence, int who, int change);

/* A stream gets the presence as it is now. */
void presence_note_sent(struct presence *presence);

/* A second has passed since the first change: true if the streams are to be woken. */
bool presence_announce(struct presence *presence);

/* Who is there at other servers. */
void presence_set_others(struct presence *presence, unsigned seats, int spectators);

/* The set of seats that are here, at any server; at this one. How many spectators at any. NULL
 * stands for a game that nobody follows, as below. */
unsigned presence_seats(const struct presence *presence);
unsigned presence_own_seats(const struct presence *presence);
int presence_spectators(const struct presence *presence);

/* Writes "here":["b","w"],"spectators":3 without braces. Returns `text`. */
const char *presence_text(const struct presence *presence, char text[PRESENCE_TEXT_SIZE]);

#endif /* SERVICE_PRESENCE_H */
