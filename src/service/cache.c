/* cache.c - the games in memory: found by id, loaded from the store, forgotten when nobody needs them.
 *
 * A game that somebody holds stays. Of the others the most recently used are kept. Two threads that
 * want the same game from the store meet at a lock that its id chooses, so it is never there twice.
 */
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"

#define BUCKETS 1024
#define STRIPES 16

struct cache {
    struct service *service;
    int kept;
    pthread_mutex_t loading[STRIPES];
    pthread_mutex_t mutex; /* guards what follows */
    struct game *buckets[BUCKETS];
    struct game *oldest, *newest; /* those that nobody holds */
    int idle, count;
};

static unsigned hash(const char *id)
{
    unsigned h = 2166136261u;

    for (; *id; id++)
        h = (h ^ (unsigned char)*id) * 16777619u;
    return h;
}

struct cache *cache_new(struct service *service, int kept)
{
    struct cache *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->service = service;
    c->kept = kept;
    pthread_mutex_init(&c->mutex, NULL);
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_init(&c->loading[i], NULL);
    return c;
}

void cache_free(struct cache *c)
{
    if (!c)
        return;
    for (int i = 0; i < BUCKETS; i++) {
        while (c->buckets[i]) {
            struct game *next = c->buckets[i]->hash_next;

            game_free(c->buckets[i]);
            c->buckets[i] = next;
        }
    }
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_destroy(&c->loading[i]);
    pthread_mutex_destroy(&c->mutex);
    free(c);
}

static void idle_remove(struct cache *c, struct game *g)
{
    *(g->older ? &g->older->newer : &c->oldest) = g->newer;
    *(g->newer ? &g->newer->older : &c->newest) = g->older;
    g->older = g->newer = NULL;
    c->idle--;
}

static void idle_add(struct cache *c, struct game *g)
{
    g->older = c->newest;
    g->newer = NULL;
    *(c->newest ? &c->newest->newer : &c->oldest) = g;
    c->newest = g;
    c->idle++;
}

/* Takes the game that was idle longest out of the table; the caller frees it. */
static struct game *evict(struct cache *c)
{
    struct game *g = c->oldest, **at;

    idle_remove(c, g);
    at = &c->buckets[hash(g->id) % BUCKETS];
    while (*at != g)
        at = &(*at)->hash_next;
    *at = g->hash_next;
    c->count--;
    return g;
}

static void hold(struct cache *c, struct game *g)
{
    if (g->holders++ == 0)
        idle_remove(c, g);
}

void cache_hold(struct cache *c, struct game *g)
{
    pthread_mutex_lock(&c->mutex);
    hold(c, g);
    pthread_mutex_unlock(&c->mutex);
}

void cache_release(struct cache *c, struct game *g)
{
    struct game *gone = NULL;

    pthread_mutex_lock(&c->mutex);
    if (--g->holders == 0) {
        idle_add(c, g);
        if (c->idle > c->kept)
            gone = evict(c);
    }
    pthread_mutex_unlock(&c->mutex);
    game_free(gone);
}

static struct game *find(struct cache *c, const char *id)
{
    struct game *g;

    pthread_mutex_lock(&c->mutex);
    g = c->buckets[hash(id) % BUCKETS];
    while (g && strcmp(g->id, id) != 0)
        g = g->hash_next;
    if (g)
        hold(c, g);
    pthread_mutex_unlock(&c->mutex);
    return g;
}

void cache_add(struct cache *c, struct game *g)
{
    struct game **bucket = &c->buckets[hash(g->id) % BUCKETS];

    pthread_mutex_lock(&c->mutex);
    g->holders = 1;
    g->hash_next = *bucket;
    *bucket = g;
    c->count++;
    pthread_mutex_unlock(&c->mutex);
}

int cache_count(struct cache *c)
{
    int count;

    pthread_mutex_lock(&c->mutex);
    count = c->count;
    pthread_mutex_unlock(&c->mutex);
    return count;
}

struct loader {
    struct service *service;
    struct game *game;
    paua_status status;
};

static bool on_game(const store_game *row, void *context)
{
    struct loader *l = context;
    struct setup setup;

    l->status = PAUA_CORRUPT;
    if (!setup_restore(l->service->boards, row->setup, &setup))
        return false;
    l->game = game_new(row->id, row->created_ms, &setup);
    if (l->game)
        l->status = PAUA_OK;
    return l->game != NULL;
}

static bool replay_move(struct game *g, const char *text)
{
    const paua_position *now = paua_game_position(g->play);
    paua_move move;

    return paua_move_parse(g->setup.board, now, text, &move, NULL) == PAUA_OK &&
           game_apply(g, EVENT_MOVE, (paua_side)now->to_move, move);
}

static bool on_event(const store_event *event, void *context)
{
    static const struct {
        const char *name;
        event_type type;
    } kinds[] = {{"draw", EVENT_OFFER}, {"resign", EVENT_RESIGN}, {"agree", EVENT_AGREE}};
    struct loader *l = context;
    paua_side side = event->text[0] == 'w' ? PAUA_WHITE : PAUA_BLACK;
    bool fits = false;

    if (strcmp(event->type, "move") == 0)
        fits = replay_move(l->game, event->text);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(event->type, kinds[i].name) == 0)
            fits = game_apply(l->game, kinds[i].type, side, PAUA_NO_MOVE);
    }
    if (!fits)
        service_log(l->service, "store: game %s: event %lld '%.20s %.40s' does not replay",
                    l->game->id, (long long)event->number, event->type, event->text);
    l->status = fits ? PAUA_OK : PAUA_CORRUPT;
    return fits;
}

static paua_status load(struct cache *c, const char *id, struct game **out)
{
    static const store_reader reader = {on_game, on_event};
    struct loader l = {.service = c->service};
    paua_status status = store_load(c->service->config.store, id, &reader, &l);

    if (status == PAUA_CONFLICT)
        status = l.status;
    if (status != PAUA_OK) {
        game_free(l.game);
        return status;
    }
    cache_add(c, l.game);
    *out = l.game;
    return PAUA_OK;
}

paua_status cache_get(struct cache *c, const char *id, struct game **out)
{
    pthread_mutex_t *stripe = &c->loading[hash(id) / BUCKETS % STRIPES];
    paua_status status = PAUA_OK;

    if (!id_valid(id))
        return PAUA_NOT_FOUND;
    if ((*out = find(c, id)))
        return PAUA_OK;
    pthread_mutex_lock(stripe);
    if (!(*out = find(c, id)))
        status = load(c, id, out);
    pthread_mutex_unlock(stripe);
    if (status != PAUA_OK)
        return status;
    /* Its computer may have been interrupted by the end of an earlier server. */
    pthread_mutex_lock(&(*out)->mutex);
    searchers_nudge(c->service->searchers, *out);
    pthread_mutex_unlock(&(*out)->mutex);
    return PAUA_OK;
}
