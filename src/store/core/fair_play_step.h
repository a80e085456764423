/* fair_play_step.h - the step to version 17 in SQLite and 6 in PostgreSQL, whose statements differ
 * in the names of types alone: what a rated game was like for each two of its players, for 30 days,
 * and of each rating against how many others its newest games were, at most five.
 *
 * What was in use never changes: the numbers here are those of that time.
 */
#ifndef STORE_FAIR_PLAY_STEP_H
#define STORE_FAIR_PLAY_STEP_H

#include "store/core/migration.h"

/* The games of the last 30 days as the history has them: a result is the difference of the counts
 * to the row of the game before. `now`: seconds since 1970. */
#define FAIR_PLAY_GAMES(now)                                                                       \
    "SELECT own.at, own.game, own.account, other.account AS other, own.category, 1 AS counted,"    \
    " 2 * (own.wins - coalesce(before.wins, 0)) + own.draws - coalesce(before.draws, 0) AS score," \
    " 2 * (other.wins - coalesce(other_before.wins, 0))"                                           \
    " + other.draws - coalesce(other_before.draws, 0) AS other_score,"                             \
    " own.change, other.change AS other_change,"                                                   \
    " 0 AS short, 0 AS same_address, 0 AS paused, 0 AS lag, 0 AS other_lag"                        \
    " FROM rating_history AS own"                                                                  \
    " JOIN rating_history AS other ON other.game = own.game AND other.account > own.account"       \
    " LEFT JOIN rating_history AS before ON before.account = own.account"                          \
    " AND before.category = own.category AND before.games = own.games - 1"                         \
    " LEFT JOIN rating_history AS other_before ON other_before.account = other.account"            \
    " AND other_before.category = other.category AND other_before.games = other.games - 1"         \
    " WHERE own.at > (" now " - 2592000) * 1000"

#define FAIR_PLAY_STEP(text, integer, real, now, end, show)                                        \
    {                                                                                              \
        .up = "CREATE TABLE pair_game ("                                                           \
              "  at " integer " NOT NULL," /* ms since 1970 */                                     \
              "  game " text " NOT NULL,"                                                          \
              "  account " text " NOT NULL,"                                                       \
              "  other " text " NOT NULL," /* the larger id of the two */                          \
              "  category " text " NOT NULL,"                                                      \
              "  counted " integer " NOT NULL," /* 1: it has changed ratings */                    \
              "  score " integer " NOT NULL,"   /* of the account: 2 won, 1 drawn, 0 lost */       \
              "  other_score " integer " NOT NULL,"                                                \
              "  change " real " NOT NULL,"                                                        \
              "  other_change " real " NOT NULL,"                                                  \
              "  short " integer " NOT NULL,"        /* 1: it had few moves */                     \
              "  same_address " integer " NOT NULL," /* 1: both played from one */                 \
              "  paused " integer " NOT NULL,"       /* ms */                                      \
              "  lag " integer " NOT NULL,"          /* ms that were given back to the account */  \
              "  other_lag " integer " NOT NULL,"                                                  \
              "  PRIMARY KEY (at, game, account, other)"                                           \
              ")" end ";"                                                                          \
              "CREATE INDEX pair_game_pair ON pair_game (account, other, category, at);"           \
              "INSERT INTO pair_game " FAIR_PLAY_GAMES(                                            \
                  now) ";"                                                                         \
                       "ALTER TABLE rating ADD COLUMN opponents " integer " NOT NULL DEFAULT 0;"   \
                       "UPDATE rating SET opponents = (SELECT count(*) FROM (SELECT DISTINCT "     \
                       "other.account"                                                             \
                       " FROM (SELECT game FROM rating_history WHERE account = rating.account"     \
                       " AND category = rating.category ORDER BY games DESC LIMIT 50) AS newest"   \
                       " JOIN rating_history AS other ON other.game = newest.game"                 \
                       " AND other.account <> rating.account LIMIT 5) AS opponent);"               \
                       "DROP INDEX rating_standing;"                                               \
                       "CREATE INDEX rating_standing ON rating (category, rating) WHERE "          \
                       "opponents >= 5;",                                                          \
        .down = "DROP INDEX rating_standing;"                                                      \
                "CREATE INDEX rating_standing ON rating (category, rating);"                       \
                "ALTER TABLE rating DROP COLUMN opponents;"                                        \
                "DROP TABLE pair_game;",                                                           \
        .losses = {{"pair_game",                                                                   \
                    "SELECT count(*) FROM pair_game WHERE counted = 0 OR short <> 0"               \
                    " OR same_address <> 0 OR paused <> 0 OR lag <> 0 OR other_lag <> 0"}},        \
        .preview = show                                                                            \
    }

#endif /* STORE_FAIR_PLAY_STEP_H */
