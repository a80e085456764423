/* challenge_sql.h - conditions about a seat of a game, for the queries of several tables. `account`
 * is a row of that table, `game` one of games. */
#ifndef STORE_CHALLENGE_SQL_H
#define STORE_CHALLENGE_SQL_H

/* The setup keeps a seat for the account until it accepts, as seat_store() of the service
 * writes. */
#define CHALLENGE_IS_OF(account)                                                                   \
    "replace(game.setup, '\"account\":\"' || " account ".id || '\",\"name\":\"' || " account       \
    ".name || '\",\"waits\":true', '') <> game.setup"

/* The account has taken a seat: the event has a letter, a blank, then @ and the id. */
#define CHALLENGE_IS_ACCEPTED(account)                                                             \
    "EXISTS (SELECT 1 FROM event WHERE event.game = game.key AND event.type = 'join'"              \
    " AND substr(event.text, 3, 9) = '@' || " account ".id)"

#endif
