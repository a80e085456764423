/* tournaments.c - changes tournaments. A change works on a copy, which takes the place of the
 * tournament once it is stored; meanwhile other changes wait in a queue. */
#include "service/tournaments.h"

#include <stdlib.h>
#include <string.h>

#include "service/create.h"
#include "service/instance.h"
#include "service/response.h"
#include "service/tournament_players.h"
#include "store/watch.h"
#include "json/json_text.h"

/* A change, from when it is asked for until it is stored. */
struct tournament_task {
    struct tournament_task *next;
    struct tournaments *all;
    enum tournament_change change;
    http_request *request; /* deferred; NULL: the server itself */
    char id[GAME_ID_SIZE + 1];
    struct login who;
    struct tournament *after;    /* owned: of CREATE from the beginning, else once it is begun */
    char game[GAME_ID_SIZE + 1]; /* of RESULT, with what follows */
    int black, white;
    bool played;
    int tries;
    struct game_creation *games[PAIRING_PLAYERS_MAX]; /* that are stored with it */
    int game_count;
};

/* A change is made again this often where other servers were first. */
#define TASK_TRIES 20

struct tournaments {
    struct service *service;
    pthread_mutex_t mutex; /* guards what follows; the store may be asked under it */
    struct tournament *first;
    struct tournament_task *waiting, **last;
    bool storing;
    bool missed; /* something could not be stored: games are to be looked at again */
};

struct tournaments *tournaments_new(struct service *service)
{
    struct tournaments *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    self->service = service;
    self->last = &self->waiting;
    pthread_mutex_init(&self->mutex, NULL);
    return self;
}

static void task_free(struct tournament_task *task)
{
    tournament_free(task->after);
    free(task);
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
    while (self->waiting) {
        struct tournament_task *next = self->waiting->next;

        task_free(self->waiting);
        self->waiting = next;
    }
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

/* The link to a tournament that is not over, or to the end of the list. Under the lock. */
static struct tournament **find_link(struct tournaments *self, const char *id)
{
    struct tournament **link = &self->first;

    while (*link && strcmp((*link)->id, id) != 0)
        link = &(*link)->next;
    return link;
}

/* Whether one more may be made. Under the lock. */
static bool check_create(struct tournaments *self, const struct login *who, struct api_error *error)
{
    int all = 0, own = 0;

    for (const struct tournament *one = self->first; one; one = one->next) {
        all++;
        own += strcmp(one->owner, who->account) == 0;
    }
    if (all < TOURNAMENTS_MAX && own < TOURNAMENTS_OWNER_MAX)
        return true;
    return api_error_set(error, 409, "too_many_tournaments",
                         "there are too many tournaments that are not over");
}

/* By its owner, or because it is time: then too few players end it. */
static bool start_tournament(struct tournaments *self, struct tournament_task *task,
                             struct api_error *error)
{
    struct tournament *after = task->after;

    if (task->request && strcmp(after->owner, task->who.account) != 0)
        return api_error_set(error, 403, "not_owner", "this is the tournament of somebody else");
    if (after->status != TOURNAMENT_OPEN)
        return api_error_set(error, 409, "too_late", "the tournament has begun");
    if (after->player_count < 2 && task->request)
        return api_error_set(error, 409, "too_few", "a tournament needs two players");
    tournament_seed(self->service, after);
    tournament_begin(after);
    return true;
}

static bool cancel_tournament(struct tournament_task *task, struct api_error *error)
{
    struct tournament *after = task->after;

    if (strcmp(after->owner, task->who.account) != 0)
        return api_error_set(error, 403, "not_owner", "this is the tournament of somebody else");
    if (after->status != TOURNAMENT_OPEN)
        return api_error_set(error, 409, "too_late", "the tournament has begun");
    after->status = TOURNAMENT_OVER;
    return true;
}

/* Changes the copy. Fills the error in where it returns false; a result that is known has none. */
static bool task_apply(struct tournaments *self, struct tournament_task *task,
                       struct api_error *error)
{
    switch (task->change) {
    case TOURNAMENT_CREATE:
        return check_create(self, &task->who, error);
    case TOURNAMENT_JOIN:
        return tournament_join(task->after, &task->who, error);
    case TOURNAMENT_LEAVE:
        return tournament_leave(task->after, &task->who, error);
    case TOURNAMENT_START:
        return start_tournament(self, task, error);
    case TOURNAMENT_CANCEL:
        return cancel_tournament(task, error);
    case TOURNAMENT_RESULT:
        return tournament_result(task->after, task->game, task->black, task->white, task->played);
    }
    return false;
}

/* Gives a seat to a player. */
static void seat_contestant(struct seat *seat, const struct contestant *player)
{
    *seat = (struct seat){.kind = SEAT_USER};
    snprintf(seat->name, sizeof seat->name, "%s", player->name);
    memcpy(seat->account, player->account, sizeof seat->account);
}

/* Adds the games that are new. False: out of memory. */
static bool add_games(struct tournament_task *task, store_batch *batch)
{
    struct tournament *after = task->after;

    for (int i = 0; i < after->game_count; i++) {
        const struct paired_game *one = &after->games[i];
        struct setup setup = after->setup;

        if (one->black_points != PAIRING_PENDING || after->game_ids[i][0])
            continue;
        seat_contestant(&setup.seats[0], &after->players[one->black]);
        seat_contestant(&setup.seats[1], &after->players[one->white]);
        memcpy(setup.tournament, after->id, sizeof setup.tournament);
        struct game_creation *game =
            game_creation_begin(task->all->service, &setup, after->game_ids[i], batch);
        if (!game)
            return false;
        task->games[task->game_count++] = game;
    }
    return true;
}

static void on_task_stored(paua_status status, void *context);

/* Queues the changed copy for the store, with all that follows from the change. */
static paua_status task_store(struct tournaments *self, struct tournament_task *task)
{
    struct tournament *after = task->after;
    paua_status status = tournament_advance(after);
    store_batch *batch = store_batch_new();

    if (status == PAUA_OK && !add_games(task, batch))
        status = PAUA_NO_MEMORY;
    after->revision++;
    char *text = status == PAUA_OK ? tournament_store(after) : NULL;
    if (text) {
        batch_set_tournament(batch,
                             &(store_tournament){after->id, after->revision, after->created_ms,
                                                 after->status != TOURNAMENT_OVER, text});
        status = store_commit(self->service->config.store, batch, on_task_stored, task);
    } else {
        store_batch_free(batch);
        status = PAUA_NO_MEMORY;
    }
    free(text);
    for (int i = 0; status != PAUA_OK && i < task->game_count; i++)
        game_creation_drop(task->games[i]);
    return status;
}

/* Begins a task. True: it is being stored, else it is over. Under the lock. */
static bool task_begin(struct tournaments *self, struct tournament_task *task)
{
    struct tournament *now = *find_link(self, task->id);
    struct api_error error = {.status = 0};

    if (task->change != TOURNAMENT_CREATE && !now) {
        if (task->request)
            respond_error(task->request, 404, "not_found", "no such tournament that is not over");
        return false;
    }
    if (now && !(task->after = tournament_copy(now))) {
        self->missed = true;
        if (task->request)
            respond_no_memory(task->request);
        return false;
    }
    if (!task_apply(self, task, &error)) {
        if (task->request)
            respond_api_error(task->request, &error);
        return false;
    }
    if (task_store(self, task) == PAUA_OK)
        return true;
    self->missed = true;
    if (task->request)
        respond_no_memory(task->request);
    return false;
}

/* Begins tasks until one is being stored. Under the lock. */
static void tasks_run(struct tournaments *self)
{
    while (!self->storing && self->waiting) {
        struct tournament_task *task = self->waiting;

        self->waiting = task->next;
        if (!self->waiting)
            self->last = &self->waiting;
        self->storing = task_begin(self, task);
        if (!self->storing)
            task_free(task);
    }
}

/* Takes over the task. */
static void task_submit(struct tournaments *self, struct tournament_task *task)
{
    pthread_mutex_lock(&self->mutex);
    task->all = self;
    task->next = NULL;
    *self->last = task;
    self->last = &task->next;
    tasks_run(self);
    pthread_mutex_unlock(&self->mutex);
}

/* Tells the players that a round has begun, or that all is over. */
static void tell_players(struct tournaments *self, const struct tournament *now)
{
    json_t *json = json_pack("{s:o}", "tournament", tournament_row_json(now));
    char *text = json_write_text(json, JSON_COMPACT);

    for (int i = 0; text && i < now->player_count; i++)
        notices_tournament(self->service->notices, now->players[i].account, text);
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

/* Puts a tournament in the place of what is known of it, unless that is as new. One that is over is
 * not kept. Takes it over. Under the lock. */
static void tournament_place(struct tournaments *self, struct tournament *one)
{
    struct tournament **link = find_link(self, one->id), *before = *link;

    if (before && before->revision >= one->revision) {
        tournament_free(one);
        return;
    }
    if (before && (one->round != before->round || one->status != before->status))
        tell_players(self, one);
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

/* Reads a tournament again. Under the lock. */
static void refresh_tournament(struct tournaments *self, const char *id)
{
    struct tournament_reading reading = {.boards = self->service->boards};

    if (store_tournament_find(self->service->config.store, id, on_found, &reading) == PAUA_OK &&
        reading.status == PAUA_OK)
        tournament_place(self, reading.one);
}

void tournaments_refresh(struct tournaments *self, const char *id)
{
    pthread_mutex_lock(&self->mutex);
    refresh_tournament(self, id);
    pthread_mutex_unlock(&self->mutex);
}

/* The store was changed first by another server: the task begins once more with what is stored.
 * Under the lock. */
static void task_again(struct tournaments *self, struct tournament_task *task)
{
    refresh_tournament(self, task->id);
    tournament_free(task->after);
    task->after = NULL;
    task->game_count = 0;
    task->next = self->waiting;
    self->waiting = task;
    if (!task->next)
        self->last = &task->next;
}

/* The copy takes its place. Under the lock. */
static void task_publish(struct tournaments *self, struct tournament_task *task)
{
    struct tournament **link = find_link(self, task->id), *before = *link, *after = task->after;
    const bool is_new = !before;
    const bool goes_on = is_new || after->round != before->round || after->status != before->status;

    if (!is_new) {
        *link = before->next;
        tournament_free(before);
    }
    if (task->request)
        respond_stored(task->request, is_new ? 201 : 200,
                       json_write_text(tournament_json(after), JSON_COMPACT));
    if (goes_on)
        tell_players(self, after);
    if (after->status == TOURNAMENT_OVER)
        return;
    after->next = is_new ? self->first : *link;
    *(is_new ? &self->first : link) = after;
    task->after = NULL;
}

/* On the store's thread. */
static void on_task_stored(paua_status status, void *context)
{
    struct tournament_task *task = context;
    struct tournaments *self = task->all;
    bool again = status == PAUA_CONFLICT && task->change != TOURNAMENT_CREATE &&
                 store_is_shared(self->service->config.store) && ++task->tries < TASK_TRIES;

    for (int i = 0; i < task->game_count; i++)
        game_creation_end(task->games[i], status);
    pthread_mutex_lock(&self->mutex);
    self->storing = false;
    if (status == PAUA_OK) {
        task_publish(self, task);
    } else if (again) {
        task_again(self, task);
    } else {
        self->missed = true;
        service_log_store_failure(self->service);
        if (task->request)
            respond_error(task->request, 503, "storage",
                          "the store could not write this; nothing has changed");
    }
    tasks_run(self);
    pthread_mutex_unlock(&self->mutex);
    if (!again)
        task_free(task);
}

void tournaments_change(struct tournaments *self, http_request *request,
                        enum tournament_change change, const struct login *who,
                        struct tournament *made, const char *id)
{
    struct tournament_task *task = calloc(1, sizeof *task);

    if (!task) {
        tournament_free(made);
        respond_no_memory(request);
        return;
    }
    task->change = change;
    task->request = request;
    task->who = *who;
    task->after = made;
    snprintf(task->id, sizeof task->id, "%s", made ? made->id : id);
    http_defer(request);
    task_submit(self, task);
}

void tournaments_game_over(struct tournaments *self, const struct game *game)
{
    struct tournament_task *task = calloc(1, sizeof *task);
    paua_outcome outcome = paua_game_outcome(game->play);

    if (!task) {
        pthread_mutex_lock(&self->mutex);
        self->missed = true;
        pthread_mutex_unlock(&self->mutex);
        return;
    }
    task->change = TOURNAMENT_RESULT;
    memcpy(task->id, game->setup.tournament, sizeof task->id);
    memcpy(task->game, game->id, sizeof task->game);
    task->played = paua_game_moves(game->play) >= PAUA_SIDES;
    if (outcome.result == PAUA_DRAW)
        task->black = task->white = 1;
    else if (!game->closed)
        task->black = outcome.result == PAUA_BLACK_WINS ? 2 : 0;
    if (!game->closed && outcome.result != PAUA_DRAW)
        task->white = 2 - task->black;
    task_submit(self, task);
}

/* The games that are being played, as far as is known here. NULL: out of memory, or none. */
static char (*list_games(struct tournaments *self, size_t *count))[GAME_ID_SIZE + 1]
{
    char(*ids)[GAME_ID_SIZE + 1] = NULL;
    size_t room = 0;

    *count = 0;
    pthread_mutex_lock(&self->mutex);
    self->missed = false;
    for (const struct tournament *one = self->first; one; one = one->next)
        room += (size_t)one->game_count;
    ids = room ? calloc(room, sizeof *ids) : NULL;
    for (const struct tournament *one = self->first; ids && one; one = one->next) {
        for (int i = 0; i < one->game_count; i++) {
            if (one->games[i].black_points == PAIRING_PENDING)
                memcpy(ids[(*count)++], one->game_ids[i], sizeof *ids);
        }
    }
    pthread_mutex_unlock(&self->mutex);
    return ids;
}

/* Looks whether games have ended without their tournaments knowing it. Without any lock. */
static void check_games(struct tournaments *self)
{
    size_t count;
    char(*ids)[GAME_ID_SIZE + 1] = list_games(self, &count);

    for (size_t i = 0; i < count; i++) {
        struct game *game;

        if (cache_get(self->service->cache, ids[i], &game) != PAUA_OK)
            continue;
        pthread_mutex_lock(&game->mutex);
        if (game_is_over(game))
            tournaments_game_over(self, game);
        pthread_mutex_unlock(&game->mutex);
        cache_release(self->service->cache, game);
    }
    free(ids);
}

/* Begins the tournaments whose time has come. Without any lock. */
static void start_due(struct tournaments *self, int64_t now_ms)
{
    char due[TOURNAMENTS_MAX][GAME_ID_SIZE + 1];
    int count = 0;

    pthread_mutex_lock(&self->mutex);
    for (const struct tournament *one = self->first; one && count < TOURNAMENTS_MAX;
         one = one->next) {
        if (one->status == TOURNAMENT_OPEN && one->starts_ms && one->starts_ms <= now_ms)
            memcpy(due[count++], one->id, sizeof one->id);
    }
    pthread_mutex_unlock(&self->mutex);
    for (int i = 0; i < count; i++) {
        struct tournament_task *task = calloc(1, sizeof *task);

        if (!task)
            break;
        task->change = TOURNAMENT_START;
        memcpy(task->id, due[i], sizeof task->id);
        task_submit(self, task);
    }
}

/* The store lists a tournament that is not over. */
static bool on_tournament(const store_tournament *row, void *context)
{
    struct tournaments *self = context;
    struct tournament *one;

    if (tournament_restore(self->service->boards, row, &one) != PAUA_OK) {
        service_log(self->service, SERVICE_ERROR, "tournament",
                    "tournament %.8s cannot be read and does not go on", row->id);
        return true;
    }
    tournament_place(self, one);
    return true;
}

paua_status tournaments_load(struct tournaments *self)
{
    pthread_mutex_lock(&self->mutex);
    paua_status status = store_tournaments(self->service->config.store, true, 0, TOURNAMENTS_MAX,
                                           on_tournament, self);
    pthread_mutex_unlock(&self->mutex);

    if (status == PAUA_CORRUPT) {
        service_log(self->service, SERVICE_ERROR, "tournament",
                    "the store has damaged tournaments, which do not go on");
        status = PAUA_OK;
    }
    if (status != PAUA_OK)
        return status;
    check_games(self);
    start_due(self, service_now_ms());
    return PAUA_OK;
}

void tournaments_reload(struct tournaments *self)
{
    char(*ids)[GAME_ID_SIZE + 1] = NULL;
    int count = 0;

    pthread_mutex_lock(&self->mutex);
    for (const struct tournament *one = self->first; one; one = one->next)
        count++;
    ids = count ? calloc((size_t)count, sizeof *ids) : NULL;
    count = 0;
    for (const struct tournament *one = self->first; ids && one; one = one->next)
        memcpy(ids[count++], one->id, sizeof *ids);
    for (int i = 0; i < count; i++)
        refresh_tournament(self, ids[i]); /* those that are over by now among them */
    store_tournaments(self->service->config.store, true, 0, TOURNAMENTS_MAX, on_tournament, self);
    self->missed = true;
    pthread_mutex_unlock(&self->mutex);
    free(ids);
}

void tournaments_look_again(struct tournaments *self)
{
    pthread_mutex_lock(&self->mutex);
    self->missed = true;
    pthread_mutex_unlock(&self->mutex);
}

void tournaments_tick(struct tournaments *self, int64_t now_ms)
{
    pthread_mutex_lock(&self->mutex);
    const bool missed = self->missed;
    pthread_mutex_unlock(&self->mutex);
    start_due(self, now_ms);
    if (missed)
        check_games(self);
}

paua_status tournaments_read(struct tournaments *self, const char *id, char **json)
{
    struct tournament_reading reading = {.boards = self->service->boards};

    pthread_mutex_lock(&self->mutex);
    const struct tournament *now = *find_link(self, id);
    *json = now ? json_write_text(tournament_json(now), JSON_COMPACT) : NULL;
    pthread_mutex_unlock(&self->mutex);
    if (now)
        return *json ? PAUA_OK : PAUA_NO_MEMORY;
    paua_status status = store_tournament_find(self->service->config.store, id, on_found, &reading);
    if (status == PAUA_OK)
        status = reading.status;
    if (status == PAUA_OK) {
        *json = json_write_text(tournament_json(reading.one), JSON_COMPACT);
        status = *json ? PAUA_OK : PAUA_NO_MEMORY;
    }
    tournament_free(reading.one);
    return status;
}

json_t *tournaments_list(struct tournaments *self, enum tournament_status status)
{
    json_t *rows = json_array();

    pthread_mutex_lock(&self->mutex);
    for (const struct tournament *one = self->first; one; one = one->next) {
        if (one->status == status)
            json_array_append_new(rows, tournament_row_json(one));
    }
    pthread_mutex_unlock(&self->mutex);
    return rows;
}
