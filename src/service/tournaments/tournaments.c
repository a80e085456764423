/* tournaments.c - reads the open and running tournaments from the store, enters results that are
 * missing, starts or cancels tournaments when they are due, and writes them for clients with a
 * cache of the last texts. tournament_tasks.c makes the changes. */
#define _GNU_SOURCE
#include "service/tournaments/tournaments.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "service/core/keys.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"
#include "service/people/notices.h"
#include "service/tournaments/tournament_tasks.h"
#include "json/json_text.h"

static void tournament_texts_init(struct tournament_texts *self)
{
    *self = (struct tournament_texts){.turn = 0};
    pthread_mutex_init(&self->mutex, NULL);
}

static void tournament_texts_destroy(struct tournament_texts *self)
{
    for (int i = 0; i < TOURNAMENT_TEXTS; i++)
        free(self->kept[i].text);
    pthread_mutex_destroy(&self->mutex);
}

/* The text of this revision, as a copy; free() it. NULL: it is not kept, or out of memory. */
static char *tournament_texts_find(struct tournament_texts *self, const char *id, int64_t revision)
{
    char *found = NULL;

    pthread_mutex_lock(&self->mutex);
    for (int i = 0; i < TOURNAMENT_TEXTS && !found; i++) {
        if (self->kept[i].text && self->kept[i].revision == revision &&
            strcmp(self->kept[i].id, id) == 0) {
            self->kept[i].used = ++self->turn;
            found = strdup(self->kept[i].text);
        }
    }
    pthread_mutex_unlock(&self->mutex);
    return found;
}

/* Caches a copy, in place of an earlier revision or of the least recently used text. NULL is
 * allowed. */
static void tournament_texts_keep(struct tournament_texts *self, const char *id, int64_t revision,
                                  const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    int place = 0;

    if (!copy)
        return;
    pthread_mutex_lock(&self->mutex);
    for (int i = 0; i < TOURNAMENT_TEXTS; i++) {
        if (self->kept[i].text && strcmp(self->kept[i].id, id) == 0) {
            place = i;
            break;
        }
        if (self->kept[i].used < self->kept[place].used)
            place = i;
    }
    free(self->kept[place].text);
    self->kept[place].text = copy;
    self->kept[place].revision = revision;
    self->kept[place].used = ++self->turn;
    memcpy(self->kept[place].id, id, ID_SIZE + 1);
    pthread_mutex_unlock(&self->mutex);
}

/* The server that has stored the end of a game enters its result. */
static void on_event(struct game *game, const struct game_update *update, void *context)
{
    if (update->stored_here && game->setup.tournament[0] && game->end_event == game->event_count)
        tournaments_game_over(context, game);
}

/* A closed account leaves the tournaments in which it plays. One of its own that has not begun is
 * cancelled: nobody else can start it. Without any lock. */
static void on_account_closed(const char *account, void *context)
{
    struct tournaments *self = context;
    struct id_list played = {.count = 0}, owned = {.count = 0};

    pthread_mutex_lock(&self->background.mutex);
    for (const struct tournament *one = self->first; one; one = one->next) {
        const int player = tournament_player(one, account);

        if (one->status == TOURNAMENT_OPEN && strcmp(one->owner, account) == 0)
            id_list_add(one->id, &owned);
        else if (player != PAIRING_NOBODY && !one->players[player].left)
            id_list_add(one->id, &played);
    }
    pthread_mutex_unlock(&self->background.mutex);

    for (size_t i = 0; i < owned.count; i++)
        tournament_task_by_server(self, owned.ids[i], account, TOURNAMENT_CANCEL);
    for (size_t i = 0; i < played.count; i++)
        tournament_task_by_server(self, played.ids[i], account, TOURNAMENT_LEAVE);
    id_list_clear(&owned);
    id_list_clear(&played);
}

struct tournaments *tournaments_new(struct games *games, struct notices *notices)
{
    struct tournaments *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    self->games = games;
    self->notices = notices;
    self->last = &self->waiting;
    tournament_texts_init(&self->texts);
    tournament_rows_init(&self->rows);
    background_init(&self->background);
    listeners_add(&games->listeners, &(struct listener){.event = on_event,
                                                        .account_closed = on_account_closed,
                                                        .context = self});
    return self;
}

void tournaments_free(struct tournaments *self)
{
    if (!self)
        return;
    while (self->first) {
        struct tournament *next = self->first->next;

        tournament_free(self->first);
        self->first = next;
    }
    tournament_tasks_free(self);
    tournament_texts_destroy(&self->texts);
    tournament_rows_destroy(&self->rows);
    background_destroy(&self->background);
    free(self);
}

struct tournament **tournaments_link(struct tournaments *self, const char *id)
{
    struct tournament **link = &self->first;

    while (*link && strcmp((*link)->id, id) != 0)
        link = &(*link)->next;
    return link;
}

void tournaments_notify(struct tournaments *self, const struct tournament *now)
{
    json_t *json = json_pack("{s:o}", "tournament", tournament_row_json(now));
    char *text = json_write_text(json, JSON_COMPACT);

    for (int i = 0; text && i < now->player_count; i++) {
        if (!now->players[i].left)
            notices_tournament(self->notices, now->players[i].account, text);
    }
    free(text);
}

/* A tournament of the store. */
struct tournament_reading {
    struct boards *boards;
    struct tournament *one;
    paua_status status;
};

static void on_found(const store_tournament *row, void *context)
{
    struct tournament_reading *reading = context;

    reading->status = tournament_restore(reading->boards, row, &reading->one);
}

/* Replaces a tournament in memory by a newer revision, or adds it. One that is over is removed.
 * Takes it over. Under the lock. */
static void tournament_place(struct tournaments *self, struct tournament *one)
{
    struct tournament **link = tournaments_link(self, one->id), *before = *link;

    if (before && before->revision >= one->revision) {
        tournament_free(one);
        return;
    }
    if (before && (one->round != before->round || one->status != before->status))
        tournaments_notify(self, one);
    if (!before) { /* newest first */
        link = &self->first;
        while (*link && (*link)->created_ms > one->created_ms)
            link = &(*link)->next;
    }
    one->next = before ? before->next : *link;
    if (one->status == TOURNAMENT_OVER) {
        *link = one->next;
        tournament_free(one);
    } else {
        *link = one;
    }
    tournament_free(before);
}

/* Whether what could not be read may be read later. */
static bool is_passing(paua_status status)
{
    return status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY;
}

void tournaments_refresh(struct tournaments *self, const char *id)
{
    struct tournament_reading reading = {.boards = self->games->boards};
    paua_status status = store_tournament_find(self->games->env->store, id, on_found, &reading);

    if (status == PAUA_OK)
        status = reading.status;
    pthread_mutex_lock(&self->background.mutex);
    self->stale |= is_passing(status);
    if (status == PAUA_OK)
        tournament_place(self, reading.one);
    pthread_mutex_unlock(&self->background.mutex);
}

/* The games without a result. NULL: none, or out of memory: then the next tick lists them. */
static char (*list_games(struct tournaments *self, size_t *count))[ID_SIZE + 1]
{
    char(*ids)[ID_SIZE + 1] = NULL;
    size_t capacity = 0;

    *count = 0;
    pthread_mutex_lock(&self->background.mutex);
    for (const struct tournament *one = self->first; one; one = one->next)
        capacity += (size_t)one->game_count;
    ids = capacity ? calloc(capacity, sizeof *ids) : NULL;
    self->recheck = capacity && !ids;
    for (const struct tournament *one = self->first; ids && one; one = one->next) {
        for (int i = 0; i < one->game_count; i++) {
            if (one->games[i].black_points == PAIRING_PENDING)
                memcpy(ids[(*count)++], one->game_ids[i], sizeof *ids);
        }
    }
    pthread_mutex_unlock(&self->background.mutex);
    return ids;
}

/* Records the results of games that have ended. If a game cannot be read now, the next tick tries
 * again. Without any lock. */
static void check_games(struct tournaments *self)
{
    size_t count;
    char(*ids)[ID_SIZE + 1] = list_games(self, &count);

    for (size_t i = 0; i < count; i++) {
        struct game *game;

        const paua_status status = cache_get(self->games->cache, ids[i], &game);
        if (is_passing(status))
            tournaments_recheck_games(self);
        if (status != PAUA_OK)
            continue;
        pthread_mutex_lock(&game->mutex);
        if (game_is_over(game))
            tournaments_game_over(self, game);
        pthread_mutex_unlock(&game->mutex);
        cache_release(self->games->cache, game);
    }
    free(ids);
}

/* Starts the open tournaments that are due; cancels those that nobody has started for a week.
 * Without any lock. */
static void start_or_cancel_due(struct tournaments *self)
{
    const int64_t due_ms = env_due_ms(self->games->env);
    struct {
        char id[ID_SIZE + 1], owner[ACCOUNT_ID_SIZE + 1];
        enum tournament_change change;
    } due[TOURNAMENTS_MAX];
    int count = 0;

    pthread_mutex_lock(&self->background.mutex);
    for (const struct tournament *one = self->first; one && count < TOURNAMENTS_MAX;
         one = one->next) {
        const bool starts = one->starts_ms != 0;

        if (one->status != TOURNAMENT_OPEN ||
            (starts ? one->starts_ms : one->created_ms + TOURNAMENT_OPEN_MS) > due_ms)
            continue;
        memcpy(due[count].id, one->id, sizeof one->id);
        memcpy(due[count].owner, one->owner, sizeof one->owner);
        due[count++].change = starts ? TOURNAMENT_START : TOURNAMENT_CANCEL;
    }
    pthread_mutex_unlock(&self->background.mutex);
    for (int i = 0; i < count; i++)
        tournament_task_by_server(self, due[i].id, due[i].owner, due[i].change);
}

/* The tournaments of the store that are not over, oldest first. */
struct tournament_list {
    struct tournaments *tournaments;
    struct tournament *first; /* owned */
    bool failed;              /* memory is out */
};

static bool on_tournament(const store_tournament *row, void *context)
{
    struct tournament_list *list = context;
    struct tournaments *self = list->tournaments;
    struct tournament *one;

    const paua_status status = tournament_restore(self->games->boards, row, &one);
    list->failed = status == PAUA_ERROR_NO_MEMORY;
    if (list->failed)
        return false;
    if (status != PAUA_OK) {
        env_log(self->games->env, SERVICE_ERROR, "tournament",
                "tournament %.8s cannot be read and does not go on", row->id);
        return true;
    }
    one->next = list->first;
    list->first = one;
    return true;
}

/* Reads all tournaments that are not over. Without any lock. */
static paua_status read_unfinished(struct tournaments *self)
{
    struct tournament_list list = {.tournaments = self};
    paua_status status = store_tournaments(self->games->env->store, STORE_TOURNAMENTS_UNFINISHED, 0,
                                           INT_MAX, NULL, on_tournament, &list);

    pthread_mutex_lock(&self->background.mutex);
    while (list.first) {
        struct tournament *one = list.first;

        list.first = one->next;
        tournament_place(self, one);
    }
    pthread_mutex_unlock(&self->background.mutex);
    return list.failed ? PAUA_ERROR_NO_MEMORY : status;
}

static void on_account(const store_account *account, void *context)
{
    *(bool *)context = account->closed_ms != 0;
}

/* For qsort(). */
static int compare_ids(const void *one, const void *other)
{
    return strcmp(one, other);
}

/* Takes out accounts that were closed while no server ran. Without any lock. */
static void check_accounts(struct tournaments *self)
{
    struct id_list accounts = {.count = 0};

    pthread_mutex_lock(&self->background.mutex);
    for (const struct tournament *one = self->first; one; one = one->next) {
        id_list_add(one->owner, &accounts);
        for (int i = 0; i < one->player_count; i++) {
            if (!one->players[i].left)
                id_list_add(one->players[i].account, &accounts);
        }
    }
    pthread_mutex_unlock(&self->background.mutex);

    if (accounts.count)
        qsort(accounts.ids, accounts.count, sizeof *accounts.ids, compare_ids);
    for (size_t i = 0; i < accounts.count; i++) {
        bool is_closed = false;

        if (i > 0 && strcmp(accounts.ids[i], accounts.ids[i - 1]) == 0)
            continue; /* in several tournaments */
        if (store_account_by_id(self->games->env->store, accounts.ids[i], on_account, &is_closed) ==
                PAUA_OK &&
            is_closed)
            on_account_closed(accounts.ids[i], self);
    }
    id_list_clear(&accounts);
}

paua_status tournaments_load(struct tournaments *self)
{
    paua_status status = read_unfinished(self);

    if (status == PAUA_ERROR_CORRUPT) {
        env_log(self->games->env, SERVICE_ERROR, "tournament",
                "the store has damaged tournaments, which do not go on");
        status = PAUA_OK;
    }
    if (status == PAUA_OK)
        status = tournament_tasks_start(self);
    if (status != PAUA_OK)
        return status;
    check_games(self);
    check_accounts(self);
    start_or_cancel_due(self);
    return PAUA_OK;
}

void tournaments_reload(struct tournaments *self)
{
    struct id_list known = {.count = 0};

    pthread_mutex_lock(&self->background.mutex);
    self->stale = false;
    for (const struct tournament *one = self->first; one; one = one->next)
        id_list_add(one->id, &known);
    pthread_mutex_unlock(&self->background.mutex);
    for (size_t i = 0; i < known.count; i++)
        tournaments_refresh(self, known.ids[i]); /* those that are over by now among them */
    const bool failed = is_passing(read_unfinished(self)) || known.incomplete;
    id_list_clear(&known);
    pthread_mutex_lock(&self->background.mutex);
    self->stale |= failed;
    self->recheck = true;
    pthread_mutex_unlock(&self->background.mutex);
}

void tournaments_recheck_games(struct tournaments *self)
{
    pthread_mutex_lock(&self->background.mutex);
    self->recheck = true;
    pthread_mutex_unlock(&self->background.mutex);
}

void tournaments_tick(struct tournaments *self)
{
    pthread_mutex_lock(&self->background.mutex);
    const bool stale = self->stale, recheck = stale || self->recheck;
    pthread_mutex_unlock(&self->background.mutex);
    if (stale)
        tournaments_reload(self);
    start_or_cancel_due(self);
    if (recheck)
        check_games(self);
}

char *tournaments_text(struct tournaments *self, const struct tournament *one)
{
    char *text = tournament_texts_find(&self->texts, one->id, one->revision);

    if (!text) {
        text = json_write_text(tournament_json(one), JSON_COMPACT);
        tournament_texts_keep(&self->texts, one->id, one->revision, text);
    }
    return text;
}

/* The text of a tournament of the store. */
struct tournament_text_reading {
    struct tournaments *tournaments;
    char *text;
    paua_status status;
};

static void on_text(const store_tournament *row, void *context)
{
    struct tournament_text_reading *reading = context;
    struct tournaments *self = reading->tournaments;
    struct tournament *one = NULL;

    reading->text = tournament_texts_find(&self->texts, row->id, row->revision);
    if (reading->text)
        return;
    reading->status = tournament_restore(self->games->boards, row, &one);
    if (reading->status != PAUA_OK)
        return;
    reading->text = tournaments_text(self, one);
    tournament_free(one);
    if (!reading->text)
        reading->status = PAUA_ERROR_NO_MEMORY;
}

paua_status tournaments_read(struct tournaments *self, const char *id, char **json)
{
    pthread_mutex_lock(&self->background.mutex);
    const struct tournament *now = *tournaments_link(self, id);
    *json = now ? tournaments_text(self, now) : NULL;
    pthread_mutex_unlock(&self->background.mutex);
    if (now)
        return *json ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
    struct tournament_text_reading reading = {.tournaments = self, .status = PAUA_OK};
    paua_status status = store_tournament_find(self->games->env->store, id, on_text, &reading);
    *json = reading.text;
    return status == PAUA_OK ? reading.status : status;
}

/* The text of a tournament, if the request with this hash has created it. */
static paua_status repeat_text(struct tournaments *self, const struct tournament *one,
                               int64_t content, char **json)
{
    if (one->setup.request != content)
        return PAUA_ERROR_CONFLICT;
    *json = tournaments_text(self, one);
    return *json ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
}

paua_status tournaments_read_repeat(struct tournaments *self, const char *id, int64_t content,
                                    char **json)
{
    struct tournament_reading reading = {.boards = self->games->boards};

    pthread_mutex_lock(&self->background.mutex);
    const struct tournament *now = *tournaments_link(self, id);
    paua_status status = now ? repeat_text(self, now, content, json) : PAUA_ERROR_NOT_FOUND;
    pthread_mutex_unlock(&self->background.mutex);
    if (now)
        return status;

    status = store_tournament_find(self->games->env->store, id, on_found, &reading);
    if (status == PAUA_OK)
        status = reading.status;
    if (status == PAUA_OK)
        status = repeat_text(self, reading.one, content, json);
    tournament_free(reading.one);
    return status;
}

int tournaments_count_games(struct tournaments *self, const char *id)
{
    pthread_mutex_lock(&self->background.mutex);
    const struct tournament *one = *tournaments_link(self, id);
    int count = one ? one->game_count : 0;
    pthread_mutex_unlock(&self->background.mutex);
    return count;
}

paua_status tournaments_finished(struct tournaments *self, int64_t before_ms, int most,
                                 int64_t *next_ms, char **json)
{
    return tournament_rows_list(&self->rows, self->games->boards, self->games->env->store,
                                before_ms, most, next_ms, json);
}

json_t *tournaments_list(struct tournaments *self, enum tournament_status status)
{
    json_t *rows = json_array();

    pthread_mutex_lock(&self->background.mutex);
    for (const struct tournament *one = self->first; one; one = one->next) {
        if (one->status == status)
            json_array_append_new(rows, tournament_row_json(one));
    }
    pthread_mutex_unlock(&self->background.mutex);
    return rows;
}
