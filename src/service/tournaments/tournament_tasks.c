/* tournament_tasks.c - changes tournaments, on a thread of their own. A change works on a copy,
 * which replaces the tournament after the commit; meanwhile other changes wait in a queue. */
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
#include "store/tables/accounts.h"
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
    char *answer; /* owned; of an administrator's request; NULL: the answer is the tournament */
    int attempts;
    bool outdated; /* the store has another revision than memory had */
    struct game_creation *games[PAIRING_PLAYERS_MAX]; /* stored in the same batch */
    int game_count;
};

#define TASK_ATTEMPTS 20 /* of a change while other servers are faster */

static void task_free(struct tournament_task *task)
{
    tournament_free(task->after);
    free(task->answer);
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
    paua_status status = tournament_seed(self->games->env->store, after);
    if (status != PAUA_OK)
        return api_error_from_status(error, status);
    tournament_begin(after);
    return true;
}

static bool cancel_tournament(struct tournament_task *task, struct api_error *error)
{
    struct tournament *after = task->after;
    const bool by_administrator = task->answer != NULL;

    if (!by_administrator && strcmp(after->owner, task->who.account) != 0)
        return api_error_set(error, 403, "not_owner", "this is the tournament of somebody else");
    if (!by_administrator && after->status != TOURNAMENT_OPEN)
        return api_error_set(error, 409, "too_late", "the tournament has begun");
    after->status = TOURNAMENT_OVER;
    return true;
}

/* Changes the copy. False: nothing changes, and *error says why, but for a result that is known.
 * Without any lock: the ratings of the players may be read. */
static bool task_apply(struct tournaments *self, struct tournament_task *task,
                       struct api_error *error)
{
    switch (task->change) {
    case TOURNAMENT_CREATE:
        return true;
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

/* Whether a change needs the account that requests it to be open when it is stored. */
static bool expects_account(const struct tournament_task *task)
{
    return task->change == TOURNAMENT_CREATE || task->change == TOURNAMENT_JOIN;
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
    if (expects_account(task))
        batch_expect_account(batch, task->who.account);
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
 * sent twice at the same moment or at another server, or by another one with its key. */
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

/* A task could not be stored. Under the lock. */
static void task_fail(struct tournaments *self, const struct tournament_task *task)
{
    self->recheck = true;
    respond_unchanged(self->games->env, task->request);
}

/* Responds to a request why nothing has changed. Without an error it is out of memory. */
static void task_refuse(const struct tournament_task *task, const struct api_error *error)
{
    if (task->request && error->status)
        respond_api_error(task->request, error);
    else if (task->request)
        respond_no_memory(task->request);
}

/* Checks whether a task may create its tournament; if not, responds. Under the lock. */
static bool task_admit(struct tournaments *self, const struct tournament_task *task)
{
    const struct tournament *now = *tournaments_link(self, task->id);
    struct api_error error = {.status = 0};

    if (now)
        respond_created_before(self, task, now);
    else if (task->outdated) /* it is in the store, but cannot be read */
        task_fail(self, task);
    else if (check_create(self, &task->who, &error))
        return true;
    else
        task_refuse(task, &error);
    return false;
}

/* Copies the tournament that a task changes. Under the lock. */
static bool task_copy(struct tournaments *self, struct tournament_task *task,
                      struct api_error *error)
{
    const struct tournament *now = *tournaments_link(self, task->id);

    if (now)
        task->after = tournament_copy(now);
    else
        api_error_set(error, 404, "not_found", "no such tournament that is not over");
    self->recheck |= now && !task->after;
    return task->after != NULL;
}

/* Whether the tournament must be read from the store before a task changes it: another server has
 * changed it, or has made it a moment ago. */
static bool task_needs_reading(struct tournaments *self, const struct tournament_task *task)
{
    if (task->outdated || task->change == TOURNAMENT_CREATE)
        return task->outdated;
    pthread_mutex_lock(&self->background.mutex);
    const bool known = *tournaments_link(self, task->id) != NULL;
    pthread_mutex_unlock(&self->background.mutex);
    return !known && store_is_shared(self->games->env->store);
}

/* Whether a request was refused, or a result not expected, perhaps only because of what another
 * server has stored a moment ago: the tournament is another now that it was read again. */
static bool task_was_outdated(struct tournaments *self, const struct tournament_task *task)
{
    if (!task->after || (!task->request && task->change != TOURNAMENT_RESULT) ||
        !store_is_shared(self->games->env->store))
        return false;
    tournaments_refresh(self, task->id);
    pthread_mutex_lock(&self->background.mutex);
    const struct tournament *now = *tournaments_link(self, task->id);
    const bool outdated = now && now->revision != task->after->revision;
    pthread_mutex_unlock(&self->background.mutex);
    return outdated;
}

static void on_account(const store_account *account, void *context)
{
    *(bool *)context = account->closed_ms == 0;
}

/* After a conflict: refuses an account that was closed since the request came, as one that is not
 * signed in. Without any lock. */
static bool check_account(struct tournaments *self, const struct tournament_task *task,
                          struct api_error *error)
{
    bool is_open = false;

    if (!task->outdated || !expects_account(task))
        return true;
    const paua_status status =
        store_account_by_id(self->games->env->store, task->who.account, on_account, &is_open);
    if (status != PAUA_OK && status != PAUA_ERROR_NOT_FOUND)
        return api_error_from_status(error, status);
    return is_open || api_error_set(error, 401, "not_signed_in", "this account is closed");
}

/* Makes a change. True: it is being stored; false: it is done. Without any lock. */
static bool task_begin(struct tournaments *self, struct tournament_task *task)
{
    struct api_error error = {.status = 0};

    if (!check_account(self, task, &error)) {
        task_refuse(task, &error);
        return false;
    }
    if (task_needs_reading(self, task))
        tournaments_refresh(self, task->id);
    pthread_mutex_lock(&self->background.mutex);
    const bool creates = task->change == TOURNAMENT_CREATE;
    const bool begun = creates ? task_admit(self, task) : task_copy(self, task, &error);
    pthread_mutex_unlock(&self->background.mutex);
    if (!begun || !task_apply(self, task, &error)) {
        if (begun && !creates && task_was_outdated(self, task)) {
            tournament_free(task->after);
            task->after = NULL;
            return task_begin(self, task);
        }
        if (!creates)
            task_refuse(task, &error);
        return false;
    }
    if (task_store(self, task) == PAUA_OK)
        return true;
    tournaments_recheck_games(self);
    task_refuse(task, &error);
    return false;
}

/* Takes the first task out of the queue. Under the lock. */
static struct tournament_task *take_task(struct tournaments *self)
{
    struct tournament_task *task = self->waiting;

    self->waiting = task->next;
    if (!self->waiting)
        self->last = &self->waiting;
    return task;
}

/* Fails the changes that wait where the store hangs. Under the lock. */
static void refuse_waiting(struct tournaments *self)
{
    while (self->waiting && store_write_hangs(self->games->env->store)) {
        struct tournament_task *task = take_task(self);

        task_fail(self, task);
        task_free(task);
    }
}

void tournaments_refuse_waiting(struct tournaments *self)
{
    pthread_mutex_lock(&self->background.mutex);
    refuse_waiting(self);
    pthread_mutex_unlock(&self->background.mutex);
}

/* The thread: makes one change after the other. It ends when no change waits any more. */
static void *tasks_run(void *context)
{
    struct tournaments *self = context;

    pthread_mutex_lock(&self->background.mutex);
    for (;;) {
        refuse_waiting(self);
        if (!self->waiting && self->background.halted)
            break;
        if (!self->waiting || self->changing) {
            pthread_cond_wait(&self->background.changed, &self->background.mutex);
            continue;
        }
        struct tournament_task *task = take_task(self);
        self->changing = true;
        pthread_mutex_unlock(&self->background.mutex);
        const bool stores = task_begin(self, task);
        if (!stores)
            task_free(task);
        pthread_mutex_lock(&self->background.mutex);
        if (!stores)
            self->changing = false;
    }
    pthread_mutex_unlock(&self->background.mutex);
    return NULL;
}

paua_status tournament_tasks_start(struct tournaments *self)
{
    return background_start(&self->background, tasks_run, self) ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
}

void tournaments_halt(struct tournaments *self)
{
    if (self)
        background_halt(&self->background);
}

/* Takes over the task. */
static void task_submit(struct tournaments *self, struct tournament_task *task)
{
    pthread_mutex_lock(&self->background.mutex);
    task->all = self;
    task->next = NULL;
    *self->last = task;
    self->last = &task->next;
    pthread_cond_signal(&self->background.changed);
    pthread_mutex_unlock(&self->background.mutex);
}

/* Another server was faster: puts the task at the head of the queue, to read the tournament and
 * begin again. Under the lock. */
static void task_retry(struct tournaments *self, struct tournament_task *task)
{
    if (task->change != TOURNAMENT_CREATE) {
        tournament_free(task->after);
        task->after = NULL;
    }
    task->outdated = true;
    task->game_count = 0;
    task->next = self->waiting;
    self->waiting = task;
    if (!task->next)
        self->last = &task->next;
}

/* Whether a change that conflicted is made again: another server was faster, or has made the same
 * tournament, or the account was closed, which is then refused. */
static bool task_repeats(struct tournaments *self, struct tournament_task *task)
{
    if (expects_account(task) && !task->outdated)
        return true;
    return task->change != TOURNAMENT_CREATE && store_is_shared(self->games->env->store) &&
           ++task->attempts < TASK_ATTEMPTS;
}

/* Whether another server has followed the change of a task by one of its own, which is known here
 * already: a later revision is in memory, or the tournament is over and gone. Under the lock. */
static bool task_is_overtaken(const struct tournament_task *task, const struct tournament *now)
{
    return now ? now->revision >= task->after->revision : task->change != TOURNAMENT_CREATE;
}

/* Responds to a task that is stored. Under the lock. */
static void task_respond(struct tournaments *self, struct tournament_task *task)
{
    if (task->answer) {
        env_log(self->games->env, SERVICE_INFO, "admin", "tournament %s is called off", task->id);
        respond_committed_text(task->request, 200, task->answer);
        task->answer = NULL;
    } else if (task->request) {
        respond_committed_text(task->request, task->change == TOURNAMENT_CREATE ? 201 : 200,
                               tournaments_text(self, task->after));
    }
}

/* Replaces the tournament by the changed copy, unless the change was read from the store already,
 * because another server has announced it or made the next one. Under the lock. */
static void task_publish(struct tournaments *self, struct tournament_task *task)
{
    struct tournament **link = tournaments_link(self, task->id), *before = *link,
                      *after = task->after;
    const bool is_new = !before;

    task_respond(self, task);
    if (task_is_overtaken(task, before))
        return;
    if (is_new || after->round != before->round || after->status != before->status)
        tournaments_notify(self, after);
    if (!is_new) {
        *link = before->next;
        tournament_free(before);
    }
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
    const bool retry = status == PAUA_ERROR_CONFLICT && task_repeats(self, task);

    for (int i = 0; i < task->game_count; i++)
        game_creation_end(task->games[i], status);
    pthread_mutex_lock(&self->background.mutex);
    if (status == PAUA_OK)
        task_publish(self, task);
    else if (retry)
        task_retry(self, task);
    else
        task_fail(self, task);
    self->changing = false;
    pthread_cond_signal(&self->background.changed);
    pthread_mutex_unlock(&self->background.mutex);
    if (status == PAUA_OK && task->change == TOURNAMENT_CREATE &&
        store_is_shared(self->games->env->store))
        tournaments_refresh(self, task->id); /* if it is over at another server already */
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

void tournaments_call_off(struct tournaments *self, http_request *request, const char *id,
                          char *answer)
{
    struct tournament_task *task = answer ? calloc(1, sizeof *task) : NULL;

    if (!task) {
        free(answer);
        respond_no_memory(request);
        return;
    }
    task->change = TOURNAMENT_CANCEL;
    task->request = request;
    task->answer = answer;
    snprintf(task->id, sizeof task->id, "%s", id);
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
        pthread_mutex_lock(&self->background.mutex);
        self->recheck = true;
        pthread_mutex_unlock(&self->background.mutex);
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

void tournament_task_by_server(struct tournaments *self, const char *id, const char *account,
                               enum tournament_change change)
{
    struct tournament_task *task = calloc(1, sizeof *task);

    if (!task)
        return; /* the next tick or start retries */
    task->change = change;
    snprintf(task->id, sizeof task->id, "%s", id);
    snprintf(task->who.account, sizeof task->who.account, "%s", account);
    snprintf(task->player.account, sizeof task->player.account, "%s", account);
    task_submit(self, task);
}
