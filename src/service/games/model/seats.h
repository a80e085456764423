/* seats.h - who plays a colour: a person with a key, whoever takes an open seat, an account, or the
 * computer at a level or as a named opponent. Seats are read from requests, stored and restored.
 * That somebody takes a free seat is an event of the game (event.h).
 */
#ifndef SERVICE_SEATS_H
#define SERVICE_SEATS_H

#include <jansson.h>

#include <paua/opponent.h>
#include <paua/position.h>

#include "service/core/account_name.h"
#include "service/core/api_error.h"
#include "service/core/keys.h"

#define SEAT_NAME_MAX   24 /* characters of a nickname */
#define SEAT_RATING_MAX 4000
#define SEAT_NAME_SIZE  (4 * SEAT_NAME_MAX + 1)

enum seat_kind { SEAT_PERSON, SEAT_OPEN, SEAT_COMPUTER, SEAT_USER };

struct seat {
    enum seat_kind kind;
    int level;                  /* of the computer, or 0 */
    paua_opponent opponent;     /* the opponent that the computer plays as; name NULL: none */
    char name[SEAT_NAME_SIZE];  /* of a person, "" if unknown; of the account of a computer */
    bool listed;                /* an open seat that the lobby shows to everybody */
    int rating_min, rating_max; /* of who may take an open seat; both 0: anybody */
    char account[ACCOUNT_ID_SIZE + 1];          /* of a USER, and of a computer that has one */
    bool is_challenge;                          /* the USER has it only once he accepts */
    unsigned char key_hash[SEAT_KEY_HASH_SIZE]; /* of a PERSON's key or the invitation of OPEN */
};

bool seat_is_computer(const struct seat *seat);
/* Whether the seat is only for accounts with ratings in a range. */
bool seat_has_range(const struct seat *seat);

/* Reads "seats" of a request, `players` of them; keys and invitations are left out, and of accounts
 * only the names are set. A user with the name of a computer's account is that computer. */
bool seats_read(json_t *json, int players, struct seat seats[PAUA_PLAYERS_MAX],
                struct api_error *error);

/* Reads a nickname, a plain text of at most SEAT_NAME_MAX characters, without blanks around it.
 * `what` names the member in the message. Whether it is somebody else's: guest_name.h. */
bool seat_name_read(json_t *json, const char *what, char name[SEAT_NAME_SIZE],
                    struct api_error *error);

/* What everybody may know of a seat: "kind", and "level" or "opponent" of a computer. NULL: out of
 * memory. */
json_t *seat_public_json(const struct seat *seat);

/* The range of ratings of an open seat that has one. NULL: out of memory. */
json_t *seat_range_json(const struct seat *seat);

/* The seat as JSON for the store, with the hash of its key. NULL: out of memory. */
json_t *seat_store(const struct seat *seat);
/* Reads what seat_store() wrote. False: it is damaged. */
bool seat_restore(json_t *json, struct seat *out);

/* The response to GET /opponents; free() it. NULL: out of memory. */
char *opponents_json(void);

#endif /* SERVICE_SEATS_H */
