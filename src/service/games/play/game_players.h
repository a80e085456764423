/* game_players.h - what the store knows of the players of a game: which of them are bots, and their
 * ratings. All calls need the game's lock, or a game that nobody else knows yet.
 */
#ifndef SERVICE_GAME_PLAYERS_H
#define SERVICE_GAME_PLAYERS_H

#include "service/games/model/game.h"
#include "service/ratings/ratings.h"

/* Sets which players are bots. A player whose account cannot be read is shown as a person. */
void game_bots_refresh(store *db, struct game *game);

/* Sets the ratings of the players of a rated game and their changes, as far as the store can be
 * read. Due after the game is loaded, when a seat is taken, and when the game ends. */
void game_ratings_refresh(store *db, struct game *game);

/* The rating that an account has now in games like this one, which itself need not be rated. Not
 * known where such games have no rating, where the account has played no rated one, and where the
 * store cannot be read. */
struct seat_rating game_rating_now(store *db, const struct game *game, const char *account);

/* Prepares the update of ratings for the event that ends a game: all but the ratings themselves. */
void game_ratings_begin_update(const struct game *game, const struct event *event,
                               const struct game_outcome *end, struct rating_update *out);

#endif /* SERVICE_GAME_PLAYERS_H */
