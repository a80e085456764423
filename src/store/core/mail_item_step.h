/* mail_item_step.h - the step to version 20 in SQLite and 9 in PostgreSQL: events that are to be
 * mailed, and how much mail a player wants of a game.
 */
#ifndef STORE_MAIL_ITEM_STEP_H
#define STORE_MAIL_ITEM_STEP_H

#include "store/core/migration.h"

#define MAIL_ITEM_STEP(text, integer, end)                                                         \
    {                                                                                              \
        .up = "CREATE TABLE mail_item ("                                                           \
              "  account " text " NOT NULL,"   /* '': all whom the event concerns */               \
              "  game " text " NOT NULL,"      /* its id; '': of none */                           \
              "  kind " integer " NOT NULL,"   /* up to the caller */                              \
              "  number " integer " NOT NULL," /* of the event or message */                       \
              "  since " integer " NOT NULL,"  /* in a digest; 0: not decided yet */               \
              "  PRIMARY KEY (account, game, kind, number)"                                        \
              ")" end ";"                                                                          \
              "CREATE INDEX mail_item_since ON mail_item (since);"                                 \
              "CREATE TABLE mail_choice ("                                                         \
              "  account " text " NOT NULL,"                                                       \
              "  game " text " NOT NULL,"                                                          \
              "  choice " integer " NOT NULL," /* up to the caller */                              \
              "  PRIMARY KEY (account, game)"                                                      \
              ")" end ";"                                                                          \
              "CREATE INDEX subscription_game ON subscription (game);",                            \
        .down = "DROP INDEX subscription_game; DROP TABLE mail_choice; DROP TABLE mail_item;",     \
        .losses = {MIGRATION_TABLE("mail_item"), MIGRATION_TABLE("mail_choice")},                  \
        .preview = "CREATE TEMP VIEW mail_item AS SELECT '' AS account, '' AS game, 0 AS kind,"    \
                   " 0 AS number, 0 AS since WHERE 0;"                                             \
                   "CREATE TEMP VIEW mail_choice AS SELECT '' AS account, '' AS game, 0 AS choice" \
                   " WHERE 0;"                                                                     \
    }

#endif /* STORE_MAIL_ITEM_STEP_H */
