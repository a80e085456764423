/* setup.h - the part of a game that never changes: board, start position, rules, seats.
 *
 * A setup is read from the body of a request, stored as JSON and restored. Functions that return
 * bool and take an error fill it in when they return false.
 */
#ifndef SERVICE_SETUP_H
#define SERVICE_SETUP_H

#include <jansson.h>

#include <paua/game.h>
#include <paua/notation.h>

#include "http/http.h"
#include "service/core/api_error.h"
#include "service/core/boards.h"
#include "service/games/model/seats.h"

#define GAME_PLIES_MAX 10000 /* every game is drawn after this many plies */

struct setup {
    const paua_board *board; /* shared, see boards.h */
    char layout[48];         /* "" if the game began from a position */
    paua_position start;
    paua_rules rules;
    struct seat seats[PAUA_PLAYERS_MAX]; /* as many as start.players */
    bool is_public;                      /* the lobby shows it while it is played */
    bool chat_off;
    bool rated;  /* the result counts for the ratings of the players: rated.h */
    bool remote; /* it follows a game for which setup_is_remote() holds */
    /* Of a game or a tournament that was created with an Idempotency-Key, not of games that follow:
     * a hash of the request (idempotency_key.h), else 0. */
    int64_t request;
    /* The id of the game's tournament, or "". In a tournament the clock runs from the beginning on,
     * and nobody declines, pauses or takes back. */
    char tournament[ID_SIZE + 1];
};

/* Reads the start position and the rules: "layout", with "players" and "teams", or "position"; and
 * "rules", a text as paua_rules_parse() reads it or an object of the same settings. */
bool setup_read_position(struct boards *boards, json_t *body, struct setup *out,
                         struct api_error *error);

/* Reads a new game: as setup_read_position(), and "seats", "slow", "public", "chat" and "rated".
 * Refuses a position in which the game is over. */
bool setup_read_game(struct boards *boards, json_t *body, struct setup *out,
                     struct api_error *error);

/* Whether strangers may see the game: it was created as public, is rated, or has a seat that the
 * lobby lists. */
bool setup_is_public(const struct setup *setup);

/* Whether its players come from different places: somebody takes a seat, by an invitation, in the
 * lobby or by accepting a challenge. */
bool setup_is_remote(const struct setup *setup);

/* The setup as JSON for the store; free() it. NULL: out of memory. */
char *setup_store(const struct setup *setup);
/* Reads what setup_store() wrote. PAUA_OK, PAUA_ERROR_CORRUPT (the text is damaged) or
 * PAUA_ERROR_NO_MEMORY. */
paua_status setup_restore(struct boards *boards, const char *text, struct setup *out);

/* "5x5x5". Returns `text`. */
char *setup_board_text(const paua_board *board, char text[16]);
/* All settings of the rules by name, and all together as "text". */
json_t *setup_rules_json(const paua_board *board, const paua_rules *rules);

/* The response to GET /layouts; free() it. NULL: out of memory. */
char *layouts_json(struct boards *boards);

/* Reads ?position=P: a position, or the name of a layout. The rules are the usual ones of its
 * board. */
bool setup_query_position(struct boards *boards, const http_request *request, struct setup *out,
                          struct api_error *error);
/* As setup_query_position(), with the value of the parameter; NULL: it is missing. */
bool setup_parse_position(struct boards *boards, const char *text, struct setup *out,
                          struct api_error *error);

#endif /* SERVICE_SETUP_H */
