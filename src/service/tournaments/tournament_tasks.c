/* tournament_tasks.c - changes tournaments. A change works on a copy, which replaces the tournament
 * after the commit; meanwhile other changes wait in a queue. */
#include "service/tournaments/tournament_tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/core/idempotency_key.h"
#include "service/core/response.h"
#include "service/games/play/create.h"
#include "service/games/play/games.h"
#include "service/tournaments/tournament.h"
#include "store/core/change_feed.h"
#include "json/json_text.h"

/* A change, from its request until it is stored. */
struct tournament_task {
    struct tournament_task *next;
    struct tournaments *all;
    enum tournament_change change;
    http_request *request; /* deferred; NULL: the server itself */
    char id[ID_SIZE + 1];
    struct login who;
    struct contestant player; /* of JOIN and LEAVE */
    struct tournament *after; /* owned: the copy; of CREATE the new tournament */
    char game[ID_SIZE + 1];   /* of RESULT, with what follows */
    int black, white;
    bool played;
    int attempts;
    struct game_creation *games[PAIRING_PLAYERS_MAX]; /* stored in the same batch */
    int game_count;
};

#define TASK_ATTEMPTS 20 /* of a change while other servers are faster */

static void task_free(struct tournament_task *task)
{
    tournament_free(task->after);
    free(task);
}

void tournament_tasks_free(struct tournaments *self)
{
    while (self->waiting) {
        struct tournament_task *next = self->waiting->next;

        task_free(self->waiting);
        self->waiting = next;
    }
}

/* Whether one more tournament is allowed. Under the lock. */
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

/* Begins the tournament, for its owner or at its time; with too few players it then ends. */
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
    tournament_seed(self->games->env->store, after);
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

/* Changes the copy. False: nothing changes, and *error says why, but for a result that is known. */
static bool task_apply(struct tournaments *self, struct tournament_task *task,
                       struct api_error *error)
{
    switch (task->change) {
    case TOURNAMENT_CREATE:
        return check_create(self, &task->who, error);
    case TOURNAMENT_JOIN:
        return tournament_join(task->after, &task->who, &task->player, error);
    case TOURNAMENT_LEAVE:
        return tournament_leave(task->after, &task->who, &task->player, error);
    case TOURNAMENT_START:
        return start_tournament(self, task, error);
    case TOURNAMENT_CANCEL:
        return cancel_tournament(task, error);
    case TOURNAMENT_RESULT:
        return tournament_result(task->after, task->game, task->black, task->white, task->played);
    }
    return false;
}

/* Adds the games of new pairings. False: out of memory. */
static bool add_games(struct tournament_task *task, store_batch *batch)
{
    struct tournament *after = task->after;

    for (int i = 0; i < after->game_count; i++) {
        const struct paired_game *one = &after->games[i];
        struct setup setup = after->setup;

        if (one->black_points != PAIRING_PENDING || after->game_ids[i][0])
            continue;
        tournament_seat(&after->players[one->black], &setup.seats[0]);
        tournament_seat(&after->players[one->white], &setup.seats[1]);
        setup.request = 0; /* of the tournament itself */
        setup.rated &= !seat_is_computer(&setup.seats[0]) || !seat_is_computer(&setup.seats[1]);
        memcpy(setup.tournament, after->id, sizeof setup.tournament);
        struct game_creation *game =
            game_creation_begin(task->all->games, &setup, after->game_ids[i], batch);
        if (!game)
            return false;
        task->games[task->game_count++] = game;
    }
    return true;
}

static void on_task_stored(paua_status status, void *context);

/* Queues the changed copy for the store, with the next round if that is due. */
static paua_status task_store(struct tournaments *self, struct tournament_task *task)
{
    struct tournament *after = task->after;
    paua_status status = tournament_advance(after);
    store_batch *batch = store_batch_new();

    if (status == PAUA_OK && !add_games(task, batch))
        status = PAUA_ERROR_NO_MEMORY;
    after->revision++;
    char *text = status == PAUA_OK ? tournament_store(after) : NULL;
    if (text) {
        batch_set_tournament(batch,
                             &(store_tournament){after->id, after->revision, after->created_ms,
                                                 after->status != TOURNAMENT_OVER, text});
        status = store_commit(self->games->env->store, batch, on_task_stored, task);
    } else {
        store_batch_free(batch);
        status = PAUA_ERROR_NO_MEMORY;
    }
    free(text);
    for (int i = 0; status != PAUA_OK && i < task->game_count; i++)
        game_creation_drop(task->games[i]);
    return status;
}

/* Responds to a task that shall create a tournament which is there: created by the same request,
 * sent twice at the same moment, or by another one with its key. */
static void respond_created_before(struct tournaments *self, const struct tournament_task *task,
                                   const struct tournament *now)
{
    struct api_error error;

    if (now->setup.request == task->after->setup.request) {
        respond_committed_text(task->request, 201, tournaments_text(self, now));
        return;
    }
    idempotency_key_refuse(&error);
    respond_api_error(task->request, &error);
}

/* Begins a task. True: it is being stored; false: it is done. Under the lock. */
static bool task_begin(struct tournaments *self, struct tournament_task *task)
{
    struct tournament *now = *tournaments_link(self, task->id);
    struct api_error error = {.status = 0};

    if (!now && task->change != TOURNAMENT_CREATE && store_is_shared(self->games->env->store)) {
        tournaments_read_again(self, task->id); /* made at another server a moment ago */
        now = *tournaments_link(self, task->id);
    }
    if (task->change != TOURNAMENT_CREATE && !now) {
        if (task->request)
            respond_error(task->request, 404, "not_found", "no such tournament that is not over");
        return false;
    }
    if (now && task->change == TOURNAMENT_CREATE) {
        respond_created_before(self, task, now);
        return false;
    }
    if (now && !(task->after = tournament_copy(now))) {
        self->recheck = true;
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
    self->recheck = true;
    if (task->request)
        respond_no_memory(task->request);
    return false;
}

/* A task could not be stored. Under the lock. */
static void task_fail(struct tournaments *self, const struct tournament_task *task)
{
    self->recheck = true;
    respond_unchanged(self->games->env, task->request);
}

/* Begins tasks until one is being stored; fails them where the store hangs. Under the lock. */
static void tasks_run(struct tournaments *self)
{
    while (self->waiting) {
        struct tournament_task *task = self->waiting;
        const bool hangs = store_write_hangs(self->games->env->store);

        if (self->storing && !hangs)
            return;
        self->waiting = task->next;
        if (!self->waiting)
            self->last = &self->waiting;
        if (hangs)
            task_fail(self, task);
        else
            self->storing = task_begin(self, task);
        if (hangs || !self->storing)
            task_free(task);
    }
}

void tournaments_refuse_waiting(struct tournaments *self)
{
    pthread_mutex_lock(&self->mutex);
    tasks_run(self);
    pthread_mutex_unlock(&self->mutex);
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

/* Another server was faster: reads the tournament and begins the task again. Under the lock. */
static void task_retry(struct tournaments *self, struct tournament_task *task)
{
    tournaments_read_again(self, task->id);
    tournament_free(task->after);
    task->after = NULL;
    task->game_count = 0;
    task->next = self->waiting;
    self->waiting = task;
    if (!task->next)
        self->last = &task->next;
}

/* The tournament is in the store already: another server has created it by the same request. Under
 * the lock. */
static void task_repeat(struct tournaments *self, const struct tournament_task *task)
{
    tournaments_read_again(self, task->id);
    const struct tournament *now = *tournaments_link(self, task->id);
    if (now)
        respond_created_before(self, task, now);
    else
        task_fail(self, task);
}

/* Replaces the tournament by the changed copy. Under the lock. */
static void task_publish(struct tournaments *self, struct tournament_task *task)
{
    struct tournament **link = tournaments_link(self, task->id), *before = *link,
                      *after = task->after;
    const bool is_new = !before;
    const bool advanced =
        is_new || after->round != before->round || after->status != before->status;

    if (!is_new) {
        *link = before->next;
        tournament_free(before);
    }
    if (task->request)
        respond_committed_text(task->request, is_new ? 201 : 200, tournaments_text(self, after));
    if (advanced)
        tournaments_notify(self, after);
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
    bool retry = status == PAUA_ERROR_CONFLICT && task->change != TOURNAMENT_CREATE &&
                 store_is_shared(self->games->env->store) && ++task->attempts < TASK_ATTEMPTS;

    for (int i = 0; i < task->game_count; i++)
        game_creation_end(task->games[i], status);
    pthread_mutex_lock(&self->mutex);
    self->storing = false;
    if (status == PAUA_OK) {
        task_publish(self, task);
    } else if (retry) {
        task_retry(self, task);
    } else if (status == PAUA_ERROR_CONFLICT && task->change == TOURNAMENT_CREATE) {
        task_repeat(self, task);
    } else {
        task_fail(self, task);
    }
    tasks_run(self);
    pthread_mutex_unlock(&self->mutex);
    if (!retry)
        task_free(task);
}

void tournaments_change(struct tournaments *self, http_request *request,
                        enum tournament_change change, const struct login *who,
                        const struct contestant *player, struct tournament *created, const char *id)
{
    struct tournament_task *task = calloc(1, sizeof *task);

    if (!task) {
        tournament_free(created);
        respond_no_memory(request);
        return;
    }
    task->change = change;
    task->request = request;
    task->who = *who;
    if (player)
        task->player = *player;
    task->after = created;
    snprintf(task->id, sizeof task->id, "%s", created ? created->id : id);
    http_defer(request);
    task_submit(self, task);
}

/* Whether nobody has come: no side has moved or, when the flag fell, was there. */
static bool nobody_came(const struct game *game)
{
    const struct event *end = &game->events[game->end_event - 1];

    return paua_game_moves(game->play) == 0 && end->type == EVENT_TIME && !end->text;
}

/* The half points of the winner. */
static int points_of_win(const struct game *game)
{
    return game->closed || nobody_came(game) ? 0 : 2;
}

void tournaments_game_over(struct tournaments *self, const struct game *game)
{
    struct tournament_task *task = calloc(1, sizeof *task);
    paua_outcome outcome = paua_game_outcome(game->play);

    if (!task) {
        pthread_mutex_lock(&self->mutex);
        self->recheck = true;
        pthread_mutex_unlock(&self->mutex);
        return;
    }
    task->change = TOURNAMENT_RESULT;
    memcpy(task->id, game->setup.tournament, sizeof task->id);
    memcpy(task->game, game->id, sizeof task->game);
    task->played = paua_game_moves(game->play) >= PAUA_SIDES;
    if (outcome.result == PAUA_RESULT_DRAW)
        task->black = task->white = 1;
    else if (outcome.result == PAUA_RESULT_BLACK_WINS)
        task->black = points_of_win(game);
    else
        task->white = points_of_win(game);
    task_submit(self, task);
}

void tournament_task_leave(struct tournaments *self, const char *id, const char *account,
                           enum tournament_change change)
{
    struct tournament_task *task = calloc(1, sizeof *task);

    if (!task)
        return; /* the next start retries */
    task->change = change;
    snprintf(task->id, sizeof task->id, "%s", id);
    snprintf(task->who.account, sizeof task->who.account, "%s", account);
    snprintf(task->player.account, sizeof task->player.account, "%s", account);
    task_submit(self, task);
}

void tournament_task_start(struct tournaments *self, const char *id)
{
    struct tournament_task *task = calloc(1, sizeof *task);

    if (!task)
        return; /* the next tick retries */
    task->change = TOURNAMENT_START;
    snprintf(task->id, sizeof task->id, "%s", id);
    task_submit(self, task);
}
