/* lobby.h - the games that strangers may find: those with a free listed seat (seeks), and public
 * ones that are being played (live).
 *
 * Kept in memory, updated with every event of a public game, and restored from the store at the
 * start; reading it touches neither games nor the store. Calls are thread-safe; those about a game
 * need its lock. */
#ifndef SERVICE_LOBBY_H
#define SERVICE_LOBBY_H

#include "http/http.h"
#include "service/games/model/game.h"

#define LOBBY_SHOWN   200              /* games of a list that clients get, */
#define LOBBY_KEPT    1000             /* and that are kept, the newest */
#define LOBBY_LIVE_MS (10 * 60 * 1000) /* a game is live so long after its last move */

struct games;
struct lobby;

struct lobby *lobby_new(struct games *games); /* NULL: out of memory */
void lobby_free(struct lobby *lobby);         /* NULL is allowed */

/* Reads the lists from the store. Once, at the start. PAUA_OK, PAUA_IO or PAUA_NO_MEMORY. */
paua_status lobby_restore(struct lobby *lobby);

/* Whether the client may list one more game. Where addresses are not limited (0) it always may. */
bool lobby_admits(struct lobby *lobby, uint64_t client);
/* The game in the lobby, if it is there, counts for this client. */
void lobby_set_client(struct lobby *lobby, const struct game *game, uint64_t client);

/* Shows the game as it is now, or no more. */
void lobby_update(struct lobby *lobby, const struct game *game);
/* Removes live games without a recent move. */
void lobby_purge(struct lobby *lobby, int64_t now_ms);

bool lobby_has(struct lobby *lobby, const char *id);
/* Removes all, before they are read again. */
void lobby_clear(struct lobby *lobby);

/* Those whose seeks are not shown to somebody: they have blocked him, or he them. */
struct lobby_hidden {
    const char *account;                   /* for whom the list is; his own games are shown */
    char (*accounts)[ACCOUNT_ID_SIZE + 1]; /* owned by the caller */
    int count;
};

/* A list, newest first: {"games":[...]}; free() it. NULL: out of memory. *version differs from one
 * content to the next, also where other games are hidden. */
char *lobby_list(struct lobby *lobby, store_listing which, const struct lobby_hidden *hidden,
                 uint64_t *version);

#endif /* SERVICE_LOBBY_H */
