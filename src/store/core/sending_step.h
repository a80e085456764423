/* sending_step.h - the step to version 18 in SQLite and 7 in PostgreSQL, whose statements differ in
 * the names of types alone: for a day, whom an account has written to and challenged, so that
 * limits hold whatever it removes.
 *
 * What was in use never changes: the numbers here are those of that time.
 */
#ifndef STORE_SENDING_STEP_H
#define STORE_SENDING_STEP_H

#include "store/core/migration.h"

/* What of the last day is left: messages in the boxes of their writers, and challenges by whoever
 * has a seat of the setup. `now`: seconds since 1970. */
#define SENDING_LEFT(now)                                                                          \
    "SELECT owner AS sender, 0 AS kind, at, CAST(number AS TEXT) AS id, peer AS recipient"         \
    " FROM message WHERE sent <> 0 AND at > (" now " - 86400) * 1000"                              \
    " UNION ALL SELECT own.account, 1, game.created, game.id, seat.account FROM game"              \
    " JOIN seat AS own ON own.game = game.key"                                                     \
    " JOIN seat ON seat.game = game.key AND seat.account <> own.account"                           \
    " WHERE game.created > (" now " - 86400) * 1000"                                               \
    " AND replace(game.setup, '\"account\":\"' || own.account || '\"', '') <> game.setup"          \
    " AND NOT " SENDING_WAITS("own") " AND " SENDING_WAITS("seat")
/* The setup keeps the seat for the account, which has to accept. */
#define SENDING_WAITS(seat)                                                                        \
    "EXISTS (SELECT 1 FROM account WHERE account.id = " seat ".account"                            \
    " AND replace(game.setup, '\"account\":\"' || account.id || '\",\"name\":\"' || account.name"  \
    " || '\",\"waits\":true', '') <> game.setup)"

#define SENDING_STEP(text, integer, now, end, show)                                                \
    {                                                                                              \
        .up = "CREATE TABLE sending ("                                                             \
              "  sender " text " NOT NULL,"    /* an account */                                    \
              "  kind " integer " NOT NULL,"   /* 0: a message, 1: a challenge */                  \
              "  at " integer " NOT NULL,"     /* ms since 1970 */                                 \
              "  id " text " NOT NULL,"        /* the number of the message, the id of the game */ \
              "  recipient " text " NOT NULL," /* an account */                                    \
              "  PRIMARY KEY (sender, kind, at, id, recipient)"                                    \
              ")" end ";"                                                                          \
              "CREATE INDEX sending_at ON sending (at);"                                           \
              "INSERT INTO sending " SENDING_LEFT(now) ";",                                        \
        .down = "DROP TABLE sending;", .preview = show                                             \
    }

#endif /* STORE_SENDING_STEP_H */
