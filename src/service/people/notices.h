/* notices.h - what happens to an account: challenges, its turn, ends of games, messages, moves in
 * games that it follows. For the streams of GET /account/events.
 *
 * Nothing of this is stored: it is kept for a while for accounts that have a stream, or had one of
 * late, so that a client that lost its stream gets what it has missed. Who comes later begins with
 * all that an account has, as the games in the store say.
 *
 * Each notice has a number, larger than those before, also of an earlier run of the server. Other
 * servers with the same store give others to the same notices: to them it is not known what came
 * after one of this server's.
 */
#ifndef SERVICE_NOTICES_H
#define SERVICE_NOTICES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <paua/status.h>

#include "http/http.h"

#define NOTICES_KEPT      128  /* of an account */
#define NOTICE_BOXES_IDLE 1000 /* accounts without a stream for which notices are kept */
#define SUBSCRIPTIONS_MAX 100  /* games that an account follows */

struct game;
struct login;
struct notice_box;
struct notices;
struct games;
struct messages;

/* NULL: out of memory. */
struct notices *notices_new(struct games *games, struct messages *messages);
void notices_free(struct notices *self); /* NULL is allowed */

/* A game is new; its newest event has been stored. Under the game's lock. */
void notices_game_created(struct notices *self, const struct game *game);
void notices_game_event(struct notices *self, const struct game *game);

/* An account has got a message: its JSON, with braces. */
void notices_message(struct notices *self, const char *account, const char *json);

/* A round of a tournament of an account has begun, or the tournament is over: its JSON, with
 * braces. */
void notices_tournament(struct notices *self, const char *account, const char *json);

/* The games that an account follows have changed in the store. */
void notices_reload(struct notices *self, const char *account);

/* Notices have been missed: all streams begin again. */
void notices_restart(struct notices *self);
/* Whether notices are kept for an account; for one that plays a game or follows it. */
bool notices_want(struct notices *self, const char *account);
bool notices_concern(struct notices *self, const char *game);

/* Sessions or tokens of an account have been removed: the streams of those end. */
void notices_check_logins(struct notices *self, const char *account);

/* What one stream of an account needs. */
struct notice_reader {
    struct notice_box *box; /* held */
    http_stream *stream;
    struct notice_reader *next, **link; /* of the box, once it is linked */
    int64_t last;                       /* the number of the last notice that was written */
    bool all;                           /* messages, too */
    bool sse;
    bool check; /* whether its login is still there is to be asked */
    bool ended; /* it has missed something */
};

/* Begins to keep notices for a reader. `after`: the number of the last one that it has got, or 0.
 * Returns PAUA_OK; PAUA_NOT_FOUND, what came after that is not known any more; or PAUA_NO_MEMORY
 * and others of the store, without a reader. */
paua_status notices_enter(struct notices *self, const char *account, int64_t after,
                          struct notice_reader *reader);
void notices_leave(struct notices *self, struct notice_reader *reader);

/* Wakes the reader's stream from now on. */
void notices_link(struct notices *self, struct notice_reader *reader);
/* Writes what the reader has not got yet, and takes *check. */
void notices_write(struct notices *self, struct notice_reader *reader, bool *check, FILE *to);

/* Writes one event: its type, its number, and its JSON, with braces. */
void notice_write(bool sse, const char *type, int64_t number, const char *json, FILE *to);

#endif /* SERVICE_NOTICES_H */
