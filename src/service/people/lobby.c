/* lobby.c - two arrays of games, newest first, each game with its row of JSON. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/array.h"
#include "service/core/keys.h"
#include "service/games/model/game_json.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"
#include "service/people/lobby.h"
#include "store/tables/games.h"
#include "json/json_text.h"

struct lobby_entry {
    char id[ID_SIZE];
    http_client client; /* its creator, or nobody */
    int64_t order_ms;   /* when it was created, of a live game when its last move was made */
    char *row;          /* owned */
    char accounts[PAUA_PLAYERS_MAX][ACCOUNT_ID_SIZE + 1]; /* of the taken seats; "": none */
};

struct lobby_list {
    struct lobby_entry *entries; /* newest first */
    int count, capacity;
    uint64_t version;
};

struct lobby {
    struct games *games;
    pthread_mutex_t mutex; /* guards what follows */
    struct lobby_list seeks, live;
};

static void on_created(struct game *game, void *context)
{
    lobby_update(context, game);
}

static void on_event(struct game *game, const struct game_update *update, void *context)
{
    (void)update;
    lobby_update(context, game);
}

struct lobby *lobby_new(struct games *games)
{
    struct lobby *lobby = calloc(1, sizeof *lobby);

    if (!lobby)
        return NULL;
    lobby->games = games;
    /* Not from 0, so that no client mistakes a version for one of the server's last run. */
    randombytes_buf(&lobby->seeks.version, sizeof(uint32_t));
    randombytes_buf(&lobby->live.version, sizeof(uint32_t));
    pthread_mutex_init(&lobby->mutex, NULL);
    listeners_add(&games->listeners,
                  &(struct listener){.created = on_created, .event = on_event, .context = lobby});
    return lobby;
}

/* Frees the entries. */
static void list_free(struct lobby_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->entries[i].row);
    free(list->entries);
}

void lobby_free(struct lobby *lobby)
{
    if (!lobby)
        return;
    list_free(&lobby->seeks);
    list_free(&lobby->live);
    pthread_mutex_destroy(&lobby->mutex);
    free(lobby);
}

/* The index of a game, or -1. */
static int list_find(const struct lobby_list *list, const char *id)
{
    for (int i = 0; i < list->count; i++) {
        if (memcmp(list->entries[i].id, id, ID_SIZE) == 0)
            return i;
    }
    return -1;
}

/* Removes the entry at i. */
static void list_remove(struct lobby_list *list, int i)
{
    free(list->entries[i].row);
    list->count--;
    list->version++;
    memmove(&list->entries[i], &list->entries[i + 1],
            (size_t)(list->count - i) * sizeof list->entries[0]);
}

/* Adds an entry at its place by time; takes over its row. */
static void list_add(struct lobby_list *list, const struct lobby_entry *entry)
{
    int at = 0;

    if (!ARRAY_RESERVE(list->entries, list->capacity, list->count + 1)) {
        free(entry->row);
        return;
    }
    while (at < list->count && list->entries[at].order_ms > entry->order_ms)
        at++;
    memmove(&list->entries[at + 1], &list->entries[at],
            (size_t)(list->count - at) * sizeof list->entries[0]);
    list->entries[at] = *entry;
    list->count++;
    list->version++;
    if (list->count > LOBBY_KEPT)
        list_remove(list, list->count - 1);
}

/* Puts the entry in the place of an older one of the same game; without a row, only removes it. */
static void list_replace(struct lobby_list *list, struct lobby_entry entry)
{
    int i = list_find(list, entry.id);

    if (i >= 0) {
        entry.client = list->entries[i].client;
        list_remove(list, i);
    }
    if (entry.row)
        list_add(list, &entry);
}

void lobby_update(struct lobby *lobby, const struct game *game)
{
    if (!setup_is_public(&game->setup))
        return;
    store_listing listing = game_listing(game);
    struct lobby_entry seek = {.order_ms = game->created_ms}, live = {.order_ms = game->moved_ms};
    json_t *json = NULL;

    memcpy(seek.id, game->id, sizeof seek.id);
    memcpy(live.id, game->id, sizeof live.id);
    for (int side = 0; side < game->setup.start.players; side++)
        memcpy(seek.accounts[side], game->players[side].account, sizeof seek.accounts[side]);
    bool recent = env_now_ms() - game->moved_ms < LOBBY_LIVE_MS;
    if (listing == STORE_SEEK || (listing == STORE_LIVE && recent))
        json = game_row_json(game, game_presence(game), NOBODY);
    (listing == STORE_SEEK ? &seek : &live)->row = json_write_text(json, JSON_COMPACT);
    pthread_mutex_lock(&lobby->mutex);
    list_replace(&lobby->seeks, seek);
    list_replace(&lobby->live, live);
    pthread_mutex_unlock(&lobby->mutex);
}

void lobby_purge(struct lobby *lobby, int64_t now_ms)
{
    struct lobby_list *live = &lobby->live;

    pthread_mutex_lock(&lobby->mutex);
    while (live->count > 0 && now_ms - live->entries[live->count - 1].order_ms >= LOBBY_LIVE_MS)
        list_remove(live, live->count - 1);
    pthread_mutex_unlock(&lobby->mutex);
}

bool lobby_has(struct lobby *lobby, const char *id)
{
    pthread_mutex_lock(&lobby->mutex);
    const bool found = list_find(&lobby->seeks, id) >= 0 || list_find(&lobby->live, id) >= 0;
    pthread_mutex_unlock(&lobby->mutex);
    return found;
}

void lobby_clear(struct lobby *lobby)
{
    struct lobby_list *lists[] = {&lobby->seeks, &lobby->live};

    pthread_mutex_lock(&lobby->mutex);
    for (int i = 0; i < 2; i++) {
        while (lists[i]->count > 0)
            list_remove(lists[i], lists[i]->count - 1);
    }
    pthread_mutex_unlock(&lobby->mutex);
}

bool lobby_admits(struct lobby *lobby, const http_client *client)
{
    http_tally tally = {{0}};

    pthread_mutex_lock(&lobby->mutex);
    for (int i = 0; i < lobby->seeks.count; i++)
        http_tally_add(&tally, client, &lobby->seeks.entries[i].client);
    pthread_mutex_unlock(&lobby->mutex);
    return http_tally_excess(&tally, lobby->games->env->limits.client_seeks, LOBBY_SHOWN) == 0;
}

void lobby_set_client(struct lobby *lobby, const struct game *game, const http_client *client)
{
    pthread_mutex_lock(&lobby->mutex);
    int i = list_find(&lobby->seeks, game->id);
    if (i >= 0)
        lobby->seeks.entries[i].client = *client;
    pthread_mutex_unlock(&lobby->mutex);
}

/* Appends a text and returns its end. */
static char *append_text(char *to, const char *text)
{
    size_t length = strlen(text);

    memcpy(to, text, length + 1);
    return to + length;
}

/* Whether an account with a seat is hidden from the reader, who has no seat himself. */
static bool entry_is_hidden(const struct lobby_entry *entry, const struct lobby_hidden *hidden)
{
    bool found = false;

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        const char *account = entry->accounts[side];

        if (account[0] && strcmp(account, hidden->account) == 0)
            return false;
        for (int i = 0; i < hidden->count && account[0] && !found; i++)
            found = strcmp(account, hidden->accounts[i]) == 0;
    }
    return found;
}

/* Selects the entries to show, and mixes the hidden ones into the version. Returns how many are
 * shown. */
static int list_select(const struct lobby_list *list, const struct lobby_hidden *hidden,
                       const char *rows[LOBBY_SHOWN], uint64_t *version)
{
    int shown = 0;

    *version = list->version;
    for (int i = 0; i < list->count && shown < LOBBY_SHOWN; i++) {
        if (hidden->count == 0 || !entry_is_hidden(&list->entries[i], hidden))
            rows[shown++] = list->entries[i].row;
        else
            *version = (*version ^ (uint64_t)(i + 1)) * 0x100000001b3; /* FNV-1a */
    }
    return shown;
}

char *lobby_list(struct lobby *lobby, store_listing which, const struct lobby_hidden *hidden,
                 uint64_t *version)
{
    const char *rows[LOBBY_SHOWN];
    size_t size = sizeof "{\"games\":[]}";

    pthread_mutex_lock(&lobby->mutex);
    int shown =
        list_select(which == STORE_SEEK ? &lobby->seeks : &lobby->live, hidden, rows, version);
    for (int i = 0; i < shown; i++)
        size += strlen(rows[i]) + 1;
    char *text = malloc(size);
    char *at = text ? append_text(text, "{\"games\":[") : NULL;
    for (int i = 0; text && i < shown; i++) {
        at = append_text(at, i > 0 ? "," : "");
        at = append_text(at, rows[i]);
    }
    if (text)
        append_text(at, "]}");
    pthread_mutex_unlock(&lobby->mutex);
    return text;
}

/* Updates the games of a list. One that cannot be read is left out; the cache has logged why. */
static void update_games(struct lobby *lobby, struct id_list *list)
{
    struct games *games = lobby->games;

    for (size_t i = 0; i < list->count; i++) {
        struct game *game;

        if (cache_get(games->cache, list->ids[i], &game) != PAUA_OK)
            continue;
        pthread_mutex_lock(&game->mutex);
        lobby_update(lobby, game);
        pthread_mutex_unlock(&game->mutex);
        cache_release(games->cache, game);
    }
    id_list_clear(list);
}

paua_status lobby_restore(struct lobby *lobby)
{
    store *db = lobby->games->env->store;
    struct id_list seeks = {.count = 0}, live = {.count = 0};
    paua_status status = store_seeks(db, LOBBY_KEPT, id_list_add, &seeks);

    if (status == PAUA_OK)
        status = store_live(db, env_now_ms() - LOBBY_LIVE_MS, LOBBY_KEPT, id_list_add, &live);
    update_games(lobby, &seeks);
    update_games(lobby, &live);
    return status;
}
