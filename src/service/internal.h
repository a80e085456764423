/* internal.h - what the files of this room share.
 *
 * Locks, in the order in which one thread may take them: load stripe, game, then cache or searcher or
 * whatever http and store do inside. Work on one game is done under its own lock and never waits.
 */
#ifndef SERVICE_INTERNAL_H
#define SERVICE_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include <jansson.h>

#include <paua/game.h>
#include <paua/notation.h>
#include <paua/opponent.h>
#include <paua/search.h>

#include "service/service.h"

#define ID_SIZE       8     /* characters of a game's id */
#define KEY_SIZE      32    /* characters of a seat's key */
#define KEY_HASH_SIZE 32    /* bytes */
#define PLIES_MAX     10000 /* every game is drawn after this many plies */
#define NOBODY        (-1)  /* no seat */

/* seats.c: who plays a side: a person, the computer at a level, or as a named opponent. */
struct seat {
    int level;              /* of the computer, or 0 */
    paua_opponent opponent; /* whom the computer plays as; its name is NULL where there is none */
    unsigned char key_hash[KEY_HASH_SIZE]; /* of a person */
};

/* setup.c: what never changes in a game. */
struct setup {
    const paua_board *board; /* shared */
    char layout[48];         /* "" for a position of one's own */
    paua_position start;
    paua_rules rules;
    struct seat seats[PAUA_SIDES];
};

/* Why a request cannot be done: what its answer says. */
struct fault {
    int status;
    const char *code;
    char message[160];
};

bool seat_is_computer(const struct seat *seat);
bool seats_read(json_t *json, struct seat seats[PAUA_SIDES], struct fault *fault);
/* What all may know of a seat, "colour" left out; NULL without memory. */
json_t *seat_json(const struct seat *seat);
json_t *seat_store(const struct seat *seat);
bool seat_restore(json_t *json, struct seat *out);
char *opponents_json(void); /* the answer of GET /opponents; NULL without memory */

struct boards;
struct analysts;
struct boards *boards_new(void);
void boards_free(struct boards *boards);
/* The one board of this shape; NULL when there is no memory or no such board. */
const paua_board *boards_get(struct boards *boards, const int sides[3]);

/* Reads where play begins, and by which rules: what every body that names a position has. */
bool setup_start(struct boards *boards, json_t *body, struct setup *out, struct fault *fault);
bool setup_request(struct boards *boards, json_t *body, struct setup *out, struct fault *fault);
char *setup_store(const struct setup *setup); /* as stored: JSON; free() it */
bool setup_restore(struct boards *boards, const char *text, struct setup *out);
char *setup_board_text(const paua_board *board, char text[16]);
json_t *setup_rules_json(const paua_rules *rules);
char *layouts_json(struct boards *boards); /* the answer of GET /layouts; NULL without memory */

/* keys.c */
void id_make(char id[ID_SIZE + 1]);
bool id_valid(const char *id);
void key_make(char key[KEY_SIZE + 1]);
void key_hash(const char *key, unsigned char hash[KEY_HASH_SIZE]);
/* The seat whose key the request shows, or NOBODY. */
int key_seat(const struct setup *setup, const http_request *request);

/* game.c: one game in memory. Calls are made under its lock unless stated otherwise. */
typedef enum event_type { EVENT_MOVE, EVENT_OFFER, EVENT_RESIGN, EVENT_AGREE } event_type;

struct event {
    unsigned char type; /* an event_type */
    unsigned char side; /* whose */
};

struct act;
struct watcher;

struct game {
    char id[ID_SIZE + 1];
    struct setup setup;
    int64_t created_ms;

    /* under the cache's lock */
    struct game *hash_next, *older, *newer;
    int holders;

    pthread_mutex_t mutex; /* guards what follows */
    paua_game *play;       /* the moves that are stored */
    struct event *events;  /* the events that are stored */
    int event_count, event_room;
    int offer; /* the side whose draw offer stands, or NOBODY */
    char *views[1 +
                PAUA_SIDES]; /* the game as JSON, for nobody and for each seat; NULL: to be made */
    struct act *first, **last; /* what waits to be done */
    bool busy;                 /* an event is being stored */
    char *review;              /* of the finished game, once it was asked for: lines of JSON */
    struct watcher *watchers;

    /* under the searchers' lock */
    bool thinking; /* the computer's move is in the making */
    struct game *think_next;
    int64_t think_at_ms;
};

struct game *game_new(const char *id, int64_t created_ms, const struct setup *setup);
void game_free(struct game *game);
/* Room for one more event and move, so that game_apply() cannot fail. */
bool game_reserve(struct game *game);
/* Makes an event part of the game; false if it does not fit. */
bool game_apply(struct game *game, event_type type, paua_side side, paua_move move);
paua_outcome game_outcome_after(struct game *game, event_type type, paua_side side, paua_move move);
int game_ply(const struct game *game);
/* The seat of the computer that is to move in the game as it stands, or NULL. */
const struct seat *game_computer_due(const struct game *game);
/* NULL without memory; valid until the game changes. `who` is a side or NOBODY. */
const char *game_view(struct game *game, int who);
/* Writes the events after number `after`, at most GAME_EVENTS_AT_ONCE; returns the last one's number. */
#define GAME_EVENTS_AT_ONCE 256
int game_write_events(const struct game *game, int after, bool sse, FILE *to);
void game_write_full(struct game *game, int who, bool sse, FILE *to);
/* Number of the event that played the i-th move. */
int game_move_event(const struct game *game, int i);

/* cache.c: the games in memory. */
struct cache;
struct cache *cache_new(struct service *service, int kept);
void cache_free(struct cache *cache);
/* Finds or loads a game and holds it: PAUA_OK, PAUA_NOT_FOUND, PAUA_IO, PAUA_CORRUPT, PAUA_NO_MEMORY. */
paua_status cache_get(struct cache *cache, const char *id, struct game **out);
void cache_add(struct cache *cache, struct game *game); /* a new one; held by the caller */
void cache_hold(struct cache *cache, struct game *game);
void cache_release(struct cache *cache, struct game *game);
int cache_count(struct cache *cache);

/* act.c: what changes a game: one thing at a time, stored first, then announced. */
typedef enum act_kind { ACT_MOVE, ACT_RESIGN, ACT_DRAW, ACT_COMPUTER } act_kind;

struct act {
    struct act *next;
    act_kind kind;
    struct service *service;
    struct game *game;     /* held */
    http_request *request; /* deferred; NULL for the computer */
    int who;               /* the side, or NOBODY */
    int ply;
    char text[2 * PAUA_MOVE_TEXT_MAX];
    paua_move move;  /* the computer's; a person's once it is read */
    event_type type; /* what is being stored */
};
/* Takes over the act and what it holds. Takes the game's lock. */
void act_submit(struct act *act);

/* watch.c */
void watch_start(struct service *service, struct game *game, http_request *request, int who);
void watch_wake(struct game *game);
/* Whether the client asks for Server-Sent Events. */
bool wants_sse(const http_request *request);

/* own_engine.c */
struct own_engine {
    paua_engine *engine; /* owned, or NULL; for this board and evaluation */
    const paua_board *board;
    const char *eval;
};

/* Makes it one for the board and the evaluation (NULL: the best one). Changes it under the lock alone, with which others may
 * stop its search. False without memory. */
bool own_engine_fit(struct own_engine *own, pthread_mutex_t *lock, const paua_board *board,
                    const char *eval, size_t tt_bytes);

/* searcher.c */
struct searchers;
struct searchers *searchers_new(struct service *service, int threads, size_t tt_bytes);
/* Reads which games were interrupted, and starts the threads. */
paua_status searchers_start(struct searchers *searchers);
void searchers_halt(struct searchers *searchers);
void searchers_free(struct searchers *searchers);
/* Has the computer think about the game if it is its turn; under the game's lock. */
void searchers_nudge(struct searchers *searchers, struct game *game);
/* The computer's move has been dealt with; `failed`: try again a little later. */
void searchers_done(struct searchers *searchers, struct game *game, bool failed);
void searchers_count(struct searchers *searchers, uint64_t *searched, int *waiting);

/* reply.c */
void reply_text(http_request *request, int status, char *json);   /* takes over the text */
void reply_json(http_request *request, int status, json_t *json); /* takes over the object */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void reply_error(http_request *request, int status, const char *code, const char *format, ...);
void reply_fault(http_request *request, const struct fault *fault);
void reply_status(http_request *request, paua_status status, const char *id);
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool fault_set(struct fault *fault, int status, const char *code, const char *format, ...);
/* fault_set() for a text that a parser refused: status 400, "WHAT: column N: message". */
bool fault_set_text(struct fault *fault, const char *code, const char *what, const char *text,
                    const paua_error *error);
/* The body as an object with no members but these (NULL ends the list); else NULL and the fault. */
json_t *body_object(const http_request *request, const char *const *members, struct fault *fault);
bool members_known(json_t *object, const char *what, const char *const *members,
                   struct fault *fault);
/* A whole number of an object; an absent one leaves *out as it is. */
bool member_number(json_t *object, const char *name, int min, int max, int *out,
                   struct fault *fault);

/* page.c */
struct page;
struct page *page_new(const service_asset *assets, size_t count);
void page_free(struct page *page);
void page_answer(struct page *page, http_request *request, const char *path);

struct service {
    service_config config;
    struct boards *boards;
    struct cache *cache;
    struct searchers *searchers;
    struct analysts *analysts;
    struct page *page;
    char *layouts, *opponents;
    _Atomic(http_server *) server;
    _Atomic uint64_t games_created, events_stored, events_failed;
    _Atomic int64_t complained_ms;
};

int64_t service_now_ms(void); /* since 1970 */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void service_log(struct service *service, const char *format, ...);
/* Logs why storing failed, at most once in ten seconds. */
void service_complain(struct service *service);

/* api.c */
void api_create(http_request *request, void *context);
void api_get(http_request *request, void *context);
void api_move(http_request *request, void *context);
void api_resign(http_request *request, void *context);
void api_draw(http_request *request, void *context);
void api_events(http_request *request, void *context);
/* Finds the game that the path names and holds it, or answers. */
struct game *game_of(struct service *service, http_request *request);
void api_analysis(http_request *request, void *context);
void api_review(http_request *request, void *context);
void api_layouts(http_request *request, void *context);
void api_opponents(http_request *request, void *context);

#endif /* SERVICE_INTERNAL_H */
