/* game_sql.h - conditions about a game and its seats, for the queries of several tables.
 * `account` names a row of accounts, `game` is one of games. */
#ifndef STORE_GAME_SQL_H
#define STORE_GAME_SQL_H

/* Neither has a result nor was closed without one. */
#define GAME_IS_OPEN "game.result = '*' AND game.reason = ''"

/* The game with the id ?1, if it has closed without a result: only such games are removed. */
#define GAME_IS_REMOVABLE "id = ?1 AND result = '*' AND reason <> ''"

/* The setup keeps a seat for the account until it accepts, as seat_store() of the service
 * writes. */
#define CHALLENGE_IS_OF(account)                                                                   \
    "replace(game.setup, '\"account\":\"' || " account ".id || '\",\"name\":\"' || " account       \
    ".name || '\",\"waits\":true', '') <> game.setup"

/* The account has taken a seat: the event has a letter, a blank, then @ and the id. */
#define CHALLENGE_IS_ACCEPTED(account)                                                             \
    "EXISTS (SELECT 1 FROM event WHERE event.game = game.key AND event.type = 'join'"              \
    " AND substr(event.text, 3, 9) = '@' || " account ".id)"

/* The account is challenged, and has not answered. */
#define CHALLENGE_WAITS(account) CHALLENGE_IS_OF(account) " AND NOT " CHALLENGE_IS_ACCEPTED(account)

#endif /* STORE_GAME_SQL_H */
