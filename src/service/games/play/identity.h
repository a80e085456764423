/* identity.h - who sends a request about a game: the holder of a seat's key, or an account. */
#ifndef SERVICE_IDENTITY_H
#define SERVICE_IDENTITY_H

#include "service/accounts/accounts.h"
#include "service/games/model/game.h"

struct games;

struct identity {
    bool has_key;
    unsigned char key_hash[SEAT_KEY_HASH_SIZE]; /* of the key in Authorization */
    struct login login;                         /* without a key; empty: nobody is signed in */
};

/* Identifies the sender of the request. PAUA_OK, also for nobody, or why the store cannot be
 * read. */
paua_status request_identify(struct games *games, const http_request *request,
                             struct identity *out);

/* The side that the identity plays, or NOBODY (game_seats.h). Under the game's lock. */
int game_seat_of(const struct game *game, const struct identity *identity);

/* The side that the sender of the request plays, or NOBODY, also where the store cannot be read.
 * Takes the game's lock. */
int request_seat(struct games *games, const http_request *request, struct game *game);

#endif /* SERVICE_IDENTITY_H */
