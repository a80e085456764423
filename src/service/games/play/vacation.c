/* vacation.c - the vacations of all accounts in memory, and the thread that begins and ends them.
 *
 * A vacation is planned, then it runs, then it is over. In each phase the thread goes through
 * the games of its account and submits the event to each game that lacks it, until a pass finds
 * none. So an event that could not be stored is retried, and a restart begins with all games. A
 * vacation that a wrong date has begun is planned again once that is set right, and its games are
 * resumed.
 *
 * What the thread changes, it writes if the store still has what the change was made of, and games
 * get its event once it is stored. Otherwise somebody else came first, and what the store has
 * applies here, too: the change is made again when its reason is found again, which is a flag that
 * falls or a vacation that is over.
 */
#define _GNU_SOURCE
#include "service/games/play/vacation.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/clock.h"
#include "service/core/background.h"
#include "service/core/date.h"
#include "service/core/keys.h"
#include "service/games/play/action.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"
#include "store/core/change_feed.h"

#define RECHECK_MS 300   /* after events were submitted, the games are checked again */
#define SLEEP_MS   30000 /* at most: the date may be set meanwhile */
#define LEAD_MS    1000  /* how often a server checks whether it leads (store/core/change_feed.h) */
#define GAMES_MAX  4096  /* open games of an account that get the event */

struct account_vacation {
    char account[ACCOUNT_ID_SIZE + 1];
    store_vacation vacation; /* without its account */
    store_vacation stored;   /* of which it was made; the same, unless the thread has changed it */
    enum vacation_phase phase;
    bool settled; /* all games have the event of this phase */
    bool saving;  /* the thread's change is queued for the store */
};

struct vacations {
    struct games *games;
    int days_a_year;              /* that an account may have */
    struct background background; /* guards what follows */
    struct account_vacation *list;
    size_t count, capacity;
    uint64_t adoptions; /* of what the store has */
    bool stale;         /* some could not be read */
};

/* The year of a moment. */
static int year_of(int64_t at_ms)
{
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm parts;

    gmtime_r(&seconds, &parts);
    return parts.tm_year + 1900;
}

/* The days that an account has taken in *year. While the date is in doubt, that is the year of the
 * vacation, if it is that of one of the dates: no days are lost, and none given. */
static int days_of_year(const store_vacation *vacation, const struct env_dates *dates, int *year)
{
    *year = year_of(dates->earlier_ms);
    if (vacation->year == year_of(dates->later_ms))
        *year = vacation->year;
    return vacation->year == *year ? vacation->days : 0;
}

bool vacation_is_same(const store_vacation *one, const store_vacation *other)
{
    return one->begins_ms == other->begins_ms && one->ends_ms == other->ends_ms &&
           one->automatic == other->automatic && one->spent == other->spent &&
           one->year == other->year && one->days == other->days;
}

void vacation_set_year(store_vacation *vacation, const struct env_dates *dates)
{
    int year;

    vacation->days = days_of_year(vacation, dates, &year);
    vacation->year = year;
}

enum vacation_phase vacation_phase(const store_vacation *vacation, const struct env_dates *dates)
{
    if (vacation->ends_ms == 0)
        return VACATION_NONE;
    if (vacation->ends_ms <= dates->earlier_ms)
        return VACATION_OVER;
    return vacation->begins_ms <= dates->later_ms ? VACATION_RUNNING : VACATION_PLANNED;
}

/* The vacation of an account, or NULL. Under the lock. */
static struct account_vacation *find_vacation(struct vacations *self, const char *account)
{
    for (size_t i = 0; i < self->count; i++) {
        if (strcmp(self->list[i].account, account) == 0)
            return &self->list[i];
    }
    return NULL;
}

/* Whether the thread has changed a vacation, and the store does not have that yet. */
static bool is_changed(const struct account_vacation *entry)
{
    return !vacation_is_same(&entry->vacation, &entry->stored);
}

/* Applies what the store has of an account, and wakes the thread. What it has changed meanwhile is
 * forgotten if the store has something new. False: out of memory. Under the lock. */
static bool adopt_vacation(struct vacations *self, const char *account, const store_vacation *row)
{
    struct account_vacation *entry = find_vacation(self, account);

    pthread_cond_signal(&self->background.changed);
    if (!entry && vacation_is_same(row, &(store_vacation){.account = NULL}))
        return true;
    if (!entry) {
        if (!ARRAY_RESERVE(self->list, self->capacity, self->count + 1))
            return false;
        entry = &self->list[self->count++];
        *entry = (struct account_vacation){.phase = VACATION_NONE};
        snprintf(entry->account, sizeof entry->account, "%s", account);
    }
    if (vacation_is_same(row, &entry->stored))
        return true;
    entry->stored = *row;
    entry->stored.account = NULL;
    self->adoptions++;
    if (vacation_is_same(row, &entry->vacation))
        return true;
    entry->vacation = entry->stored;
    entry->settled = false;
    return true;
}

void vacations_read(struct vacations *self, const char *account, const struct env_dates *dates,
                    store_vacation *out)
{
    *out = (store_vacation){.account = NULL};
    pthread_mutex_lock(&self->background.mutex);
    const struct account_vacation *entry = find_vacation(self, account);
    if (entry)
        *out = entry->vacation;
    pthread_mutex_unlock(&self->background.mutex);
    vacation_set_year(out, dates);
}

/* Reads a vacation, and applies it unless another one was applied meanwhile, which may be newer:
 * then it is read again. False: it cannot be read, or memory is out. Takes the lock. */
static bool read_again(struct vacations *self, const char *account)
{
    for (;;) {
        store_vacation row;

        pthread_mutex_lock(&self->background.mutex);
        const uint64_t adoptions = self->adoptions;
        pthread_mutex_unlock(&self->background.mutex);
        const paua_status status = store_vacation_read(self->games->env->store, account, &row);
        pthread_mutex_lock(&self->background.mutex);
        const bool is_latest = self->adoptions == adoptions;
        const bool adopted = is_latest && status == PAUA_OK && adopt_vacation(self, account, &row);
        pthread_mutex_unlock(&self->background.mutex);
        if (is_latest || status != PAUA_OK)
            return adopted;
    }
}

void vacations_refresh(struct vacations *self, const char *account)
{
    if (!read_again(self, account))
        vacations_reload(self);
}

void vacations_reload(struct vacations *self)
{
    pthread_mutex_lock(&self->background.mutex);
    self->stale = true;
    pthread_cond_signal(&self->background.changed);
    pthread_mutex_unlock(&self->background.mutex);
}

void vacations_touch(struct vacations *self, const char *account)
{
    pthread_mutex_lock(&self->background.mutex);
    struct account_vacation *entry = find_vacation(self, account);
    if (entry && entry->phase == VACATION_RUNNING) {
        entry->settled = false;
        pthread_cond_signal(&self->background.changed);
    }
    pthread_mutex_unlock(&self->background.mutex);
}

/* Whether the account wants days of vacation to be taken for it, and has one left. Under the
 * lock. */
static bool has_automatic_day(const struct vacations *self, const struct account_vacation *entry,
                              const struct env_dates *dates)
{
    int year;

    return entry->vacation.automatic &&
           days_of_year(&entry->vacation, dates, &year) < self->days_a_year;
}

/* Takes a day of vacation. While the date is in doubt, which it cannot be known to be for one day,
 * the flag waits instead. Under the lock. */
static void spend_day(struct vacations *self, struct account_vacation *entry,
                      const struct env_dates *dates)
{
    store_vacation *vacation = &entry->vacation;

    if (dates->doubted)
        return;
    vacation->begins_ms = dates->later_ms;
    vacation->ends_ms = dates->later_ms + CLOCK_DAY_MS;
    vacation->spent = true;
    vacation_set_year(vacation, dates);
    vacation->days++;
    entry->settled = false;
    pthread_cond_signal(&self->background.changed);
}

bool vacations_cover(struct vacations *self, const struct game *game)
{
    const struct seated_player *player = &game->players[game->clock.turn];
    const struct env_dates dates = env_dates(self->games->env);
    bool covers = false;

    if (!rules_are_correspondence(&game->setup.rules) || !player->account[0])
        return false;
    pthread_mutex_lock(&self->background.mutex);
    struct account_vacation *entry = find_vacation(self, player->account);
    if (entry) {
        const enum vacation_phase phase = vacation_phase(&entry->vacation, &dates);

        /* A planned vacation is left as it is. Where one is over, the flag waits until all games
         * have the event of its end: then the next day is taken. */
        covers = phase == VACATION_RUNNING ||
                 (phase != VACATION_PLANNED && has_automatic_day(self, entry, &dates));
        if (covers && phase == VACATION_NONE)
            spend_day(self, entry, &dates);
    }
    pthread_mutex_unlock(&self->background.mutex);
    return covers;
}

/* A side of the account that lacks the event of its vacation, or NOBODY. Under the game's lock. */
static int side_without_event(const struct game *game, const struct account_vacation *entry)
{
    const int64_t until_ms = entry->phase == VACATION_RUNNING ? entry->vacation.ends_ms : 0;

    for (int side = 0; side < game->setup.start.players; side++) {
        const struct seated_player *player = &game->players[side];

        if (strcmp(player->account, entry->account) == 0 && player->vacation_until_ms != until_ms &&
            rules_are_correspondence(&game->setup.rules) && game_side_plays(game, side))
            return side;
    }
    return NOBODY;
}

/* The text of the event (game_vacation.c); free() it. NULL: none, or out of memory. */
static char *event_text(const struct account_vacation *entry)
{
    char *text;

    if (entry->phase != VACATION_RUNNING)
        return entry->vacation.spent ? strdup("spent") : NULL;
    return asprintf(&text, "%lld", (long long)entry->vacation.ends_ms) < 0 ? NULL : text;
}

/* Submits the event to a game that lacks it. Returns whether it does, or cannot be read now. */
static bool update_game(struct games *games, const struct account_vacation *entry, const char *id)
{
    struct game *game;

    const paua_status status = cache_get(games->cache, id, &game);
    if (status != PAUA_OK)
        return status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY;
    pthread_mutex_lock(&game->mutex);
    int side = side_without_event(game, entry);
    pthread_mutex_unlock(&game->mutex);
    struct action *action = side != NOBODY ? calloc(1, sizeof *action) : NULL;
    if (!action) {
        cache_release(games->cache, game);
        return side != NOBODY;
    }
    *action = (struct action){.kind = entry->phase == VACATION_RUNNING ? ACTION_BEGIN_VACATION
                                                                       : ACTION_END_VACATION,
                              .games = games,
                              .game = game,
                              .side = side,
                              .event = {.text = event_text(entry)}};
    action_submit(action);
    return true;
}

/* Submits the event to all games of an account that lack it. Returns whether there were none. */
static bool update_games(struct games *games, const struct account_vacation *entry)
{
    struct id_list list = {.count = 0};
    bool complete = store_account_games(games->env->store, entry->account, true, NULL, GAMES_MAX,
                                        id_list_add, &list) == PAUA_OK;

    for (size_t i = 0; i < list.count; i++) {
        if (update_game(games, entry, list.ids[i]))
            complete = false;
    }
    complete = complete && !list.incomplete;
    id_list_clear(&list);
    return complete;
}

/* Sets the phase by the date. Under the lock. */
static void set_phase(struct account_vacation *entry, const struct env_dates *dates)
{
    enum vacation_phase phase = vacation_phase(&entry->vacation, dates);

    if (phase != entry->phase)
        entry->settled = false;
    entry->phase = phase;
    if (phase == VACATION_NONE)
        entry->settled = true;
}

/* A vacation that is being stored. */
struct vacation_save {
    struct vacations *self;
    char account[ACCOUNT_ID_SIZE + 1];
};

/* The store has answered, or not been asked. Takes the lock. */
static void end_save(struct vacations *self, const char *account, bool keep_change)
{
    pthread_mutex_lock(&self->background.mutex);
    struct account_vacation *entry = find_vacation(self, account);
    if (entry) {
        entry->saving = false;
        if (!keep_change && is_changed(entry)) {
            entry->vacation = entry->stored;
            entry->settled = false;
        }
    }
    pthread_mutex_unlock(&self->background.mutex);
}

/* On the store's thread: a failed write is retried. After a conflict the store has something else,
 * or nothing of an account that was closed: the change is forgotten. */
static void on_saved(paua_status status, void *context)
{
    struct vacation_save *save = context;

    if (status == PAUA_OK || status == PAUA_ERROR_CONFLICT)
        vacations_refresh(save->self, save->account);
    else
        env_log_store_failure(save->self->games->env);
    end_save(save->self, save->account, status != PAUA_ERROR_CONFLICT);
    free(save);
}

/* Queues a changed vacation for the store; without memory, later. */
static void save_vacation(struct vacations *self, const struct account_vacation *entry)
{
    struct vacation_save *save = malloc(sizeof *save);
    store_vacation vacation = entry->vacation;
    store_batch *batch = save ? store_batch_new() : NULL;

    if (batch) {
        *save = (struct vacation_save){.self = self};
        memcpy(save->account, entry->account, sizeof save->account);
        vacation.account = entry->account;
        batch_set_vacation(batch, &entry->stored, &vacation);
    }
    if (!batch || store_commit(self->games->env->store, batch, on_saved, save) != PAUA_OK) {
        free(save);
        end_save(self, entry->account, true);
    }
}

/* All games have the event of the phase, unless the account has changed the vacation since it was
 * `seen`. One that is over is removed. Returns whether it is. Under the lock. */
static bool settle_vacation(struct vacations *self, const struct account_vacation *seen)
{
    struct account_vacation *entry = find_vacation(self, seen->account);

    if (!entry || entry->vacation.begins_ms != seen->vacation.begins_ms ||
        entry->vacation.ends_ms != seen->vacation.ends_ms)
        return false;
    entry->settled = true;
    if (seen->phase != VACATION_OVER)
        return false;
    entry->vacation.begins_ms = entry->vacation.ends_ms = 0;
    entry->vacation.spent = false;
    entry->phase = VACATION_NONE;
    return true;
}

/* Goes through all vacations once. Returns how long the thread may sleep. Under the lock, without
 * which it works on each. */
static int64_t check_vacations(struct vacations *self)
{
    const bool leads = store_leads(self->games->env->store);
    int64_t sleep_ms = leads ? SLEEP_MS : LEAD_MS;

    for (size_t i = 0; i < self->count && !self->background.halted; i++) {
        const struct env_dates dates = env_dates(self->games->env);

        set_phase(&self->list[i], &dates);
        struct account_vacation seen = self->list[i];
        const bool changed = is_changed(&seen), saves = changed && !seen.saving;
        self->list[i].saving |= saves;
        int64_t next_ms = seen.phase == VACATION_PLANNED ? seen.vacation.begins_ms - dates.later_ms
                                                         : seen.vacation.ends_ms - dates.earlier_ms;
        if (next_ms > 0 && next_ms < sleep_ms)
            sleep_ms = next_ms;
        if (!changed && (seen.settled || !leads))
            continue;
        if (sleep_ms > RECHECK_MS)
            sleep_ms = RECHECK_MS;
        if (changed && !saves)
            continue;

        /* Work on the copy without the lock. */
        pthread_mutex_unlock(&self->background.mutex);
        if (saves)
            save_vacation(self, &seen);
        const bool settled = !saves && update_games(self->games, &seen);
        pthread_mutex_lock(&self->background.mutex);
        if (settled && settle_vacation(self, &seen))
            sleep_ms = 0; /* to save it */
    }
    return self->stale ? RECHECK_MS : sleep_ms;
}

static bool list_account(const store_vacation *vacation, void *context)
{
    return id_list_add(vacation->account, context);
}

/* Reads all vacations again if some are stale. Takes the lock. */
static void refresh_stale(struct vacations *self)
{
    struct id_list list = {.count = 0};

    pthread_mutex_lock(&self->background.mutex);
    const bool stale = self->stale;
    bool good = true;
    self->stale = false;
    /* The store may not have these any more. */
    for (size_t i = 0; stale && i < self->count; i++)
        good = id_list_add(self->list[i].account, &list) && good;
    pthread_mutex_unlock(&self->background.mutex);

    if (stale && good)
        good = store_vacations(self->games->env->store, list_account, &list) == PAUA_OK &&
               !list.incomplete;
    for (size_t i = 0; good && i < list.count; i++)
        good = read_again(self, list.ids[i]);
    id_list_clear(&list);
    if (!good)
        vacations_reload(self);
}

/* The thread. */
static void *vacations_run(void *context)
{
    struct vacations *self = context;
    bool halted = false;

    while (!halted) {
        refresh_stale(self);
        pthread_mutex_lock(&self->background.mutex);
        const int64_t sleep_ms = check_vacations(self);
        if (!self->background.halted)
            background_wait(&self->background, clock_now_ns() + sleep_ms * 1000000);
        halted = self->background.halted;
        pthread_mutex_unlock(&self->background.mutex);
    }
    return NULL;
}

struct vacations_loading {
    struct vacations *vacations;
    bool failed; /* out of memory */
};

/* The store lists a vacation. False: out of memory. */
static bool on_vacation_row(const store_vacation *vacation, void *context)
{
    struct vacations_loading *loading = context;

    loading->failed = id_valid(vacation->account) &&
                      !adopt_vacation(loading->vacations, vacation->account, vacation);
    return !loading->failed;
}

struct vacations *vacations_new(struct games *games, int days_a_year)
{
    struct vacations *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    self->games = games;
    self->days_a_year = days_a_year;
    background_init(&self->background);
    return self;
}

paua_status vacations_load(struct vacations *self)
{
    struct vacations_loading loading = {.vacations = self};
    const paua_status status = store_vacations(self->games->env->store, on_vacation_row, &loading);

    return loading.failed ? PAUA_ERROR_NO_MEMORY : status;
}

paua_status vacations_start(struct vacations *self)
{
    return background_start(&self->background, vacations_run, self) ? PAUA_OK
                                                                    : PAUA_ERROR_NO_MEMORY;
}

void vacations_halt(struct vacations *self)
{
    if (self)
        background_halt(&self->background);
}

void vacations_free(struct vacations *self)
{
    if (!self)
        return;
    free(self->list);
    background_destroy(&self->background);
    free(self);
}

json_t *vacation_json(const store_vacation *vacation, const struct env_dates *dates,
                      int days_a_year)
{
    const enum vacation_phase phase = vacation_phase(vacation, dates);
    const bool stands = phase == VACATION_PLANNED || phase == VACATION_RUNNING;
    int left = days_a_year - vacation->days;

    return json_pack("{s:o,s:o,s:b,s:b,s:i,s:i,s:i}", "from",
                     date_json(stands ? vacation->begins_ms : 0), "to",
                     date_json(stands ? vacation->ends_ms : 0), "away",
                     (int)(phase == VACATION_RUNNING), "auto", (int)vacation->automatic, "year",
                     vacation->year, "allowance", days_a_year, "left", left > 0 ? left : 0);
}
