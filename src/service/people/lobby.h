/* lobby.h - the lists of games that strangers may see: those with a free listed seat (seeks), and
 * public games that are being played (live).
 *
 * The lists are kept in memory, updated at every event of a public game, and restored from the
 * store at the start; reading them touches neither games nor the store. Calls are thread-safe;
 * those with a game need its lock.
 */
#ifndef SERVICE_LOBBY_H
#define SERVICE_LOBBY_H

#include "http/http.h"
#include "service/games/model/game.h"

/* The newest games of a list that clients get, and that are kept. */
#define LOBBY_SHOWN 200
#define LOBBY_KEPT  1000

#define LOBBY_LIVE_MS (10 * 60 * 1000) /* for how long a game is live after its last move */

struct games;
struct lobby;

struct lobby *lobby_new(struct games *games); /* NULL: out of memory */
void lobby_free(struct lobby *lobby);         /* NULL is allowed */

/* Reads the lists from the store. PAUA_OK, PAUA_ERROR_IO or PAUA_ERROR_NO_MEMORY. */
paua_status lobby_restore(struct lobby *lobby);

/* Whether the client may list one more game. Always true where addresses are not limited. */
bool lobby_admits(struct lobby *lobby, const http_client *client);
/* Counts the game, if it is in the lobby, against the limit of this client. */
void lobby_set_client(struct lobby *lobby, const struct game *game, const http_client *client);

/* Adds, updates or removes the game, as it is now. */
void lobby_update(struct lobby *lobby, const struct game *game);
/* Removes live games without a recent move. */
void lobby_purge(struct lobby *lobby, int64_t now_ms);

bool lobby_has(struct lobby *lobby, const char *id);
/* Removes all games, before lobby_restore(). */
void lobby_clear(struct lobby *lobby);

/* Accounts whose seeks a reader does not see, because one has blocked the other. */
struct lobby_hidden {
    const char *account;                   /* the reader, whose own games are shown */
    char (*accounts)[ACCOUNT_ID_SIZE + 1]; /* owned by the caller */
    int count;
};

/* A list, newest first: {"games":[...]}; free() it. NULL: out of memory. *version differs whenever
 * the content does, hidden games included. */
char *lobby_list(struct lobby *lobby, store_listing which, const struct lobby_hidden *hidden,
                 uint64_t *version);

#endif /* SERVICE_LOBBY_H */
