/* notices.h - notices for an account: challenges, its turn, ends of games, messages, moves in games
 * that it follows. For the streams of GET /account/events.
 *
 * Notices are not stored. They are kept for a while for accounts that have a stream or recently had
 * one, so that a client that lost its stream gets those it has missed. A client without such a
 * stream begins with the state of the account, as the games in the store say.
 *
 * Each notice has a number, larger than those before, also of an earlier run of the server. Another
 * server with the same store has other numbers for the same notices, so it cannot continue after a
 * number of this one.
 */
#ifndef SERVICE_NOTICES_H
#define SERVICE_NOTICES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <paua/status.h>

#include "http/http.h"
#include "store/tables/messages.h"

#define NOTICES_KEPT      128  /* notices for one account */
#define NOTICE_BOXES_IDLE 1000 /* accounts without a stream that keep getting notices */
#define SUBSCRIPTIONS_MAX 100  /* games that one account follows */

struct game;
struct login;
struct notice_box;
struct notices;
struct games;
struct messages;

/* NULL: out of memory. */
struct notices *notices_new(struct games *games, struct messages *messages);
void notices_free(struct notices *self); /* NULL is allowed */

/* Notify the accounts of a new game, of the newest event of a game. Under the game's lock. */
void notices_game_created(struct notices *self, const struct game *game);
void notices_game_event(struct notices *self, const struct game *game);

/* Notifies an account of a message that it has got: its JSON, with braces. */
void notices_message(struct notices *self, const char *account, const char *json);
/* That JSON, of a message from an account of this name; free() it. NULL: out of memory. */
char *notices_message_json(const char *from, const store_message *message);
/* Reads a message that another server has stored, and notifies the account. */
void notices_read_message(struct notices *self, const char *account, int64_t number);

/* Notifies an account that a round of its tournament has begun, or that it is over: the JSON of the
 * tournament, with braces. */
void notices_tournament(struct notices *self, const char *account, const char *json);

/* Reads again which games an account follows. */
void notices_reload(struct notices *self, const char *account);

/* Ends all streams, so that their clients begin again, after notices may have been missed. */
void notices_restart(struct notices *self);

/* Whether notices are kept for an account. */
bool notices_want(struct notices *self, const char *account);
/* Whether notices are kept for any account that plays a game or follows it. */
bool notices_want_game(struct notices *self, const char *game);

/* Ends the streams of an account whose sessions or tokens have been removed. */
void notices_check_logins(struct notices *self, const char *account);

/* One stream of an account. */
struct notice_reader {
    struct notice_box *box; /* held */
    http_stream *stream;
    struct notice_reader *next, **link; /* of the box, once it is linked */
    int64_t last;                       /* the number of the last notice written */
    bool all;                           /* with messages */
    bool sse;
    bool check; /* its login may have been removed */
    bool ended; /* it has missed notices */
};

/* Begins to keep notices for a reader. `after`: the number of the last one that it has, or 0.
 * Returns PAUA_OK; PAUA_ERROR_NOT_FOUND, those after it are not kept any more; or, without a
 * reader, PAUA_ERROR_NO_MEMORY and others of the store. */
paua_status notices_enter(struct notices *self, const char *account, int64_t after,
                          struct notice_reader *reader);
void notices_leave(struct notices *self, struct notice_reader *reader);

/* From now on wakes the reader's stream at each notice. */
void notices_link(struct notices *self, struct notice_reader *reader);
/* Writes the notices that the reader lacks. *check: its login is to be checked, once. */
void notices_write(struct notices *self, struct notice_reader *reader, bool *check, FILE *to);

/* Writes one event: its type, its number, and its JSON, with braces. */
void notice_write(bool sse, const char *type, int64_t number, const char *json, FILE *to);

#endif /* SERVICE_NOTICES_H */
