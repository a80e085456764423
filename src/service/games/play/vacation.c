/* vacation.c - the vacations of all accounts in memory, and the thread that begins and ends them.
 *
 * A vacation has three phases: planned, running, over. As long as one that runs, or is over, may
 * have games that have not been told, the thread looks through the games of the account: it tells
 * those that need it, and the next time finds none. So what could not be stored is tried again, and
 * a restart begins with all of them. */
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
#include "service/games/play/action.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"
#include "store/core/change_feed.h"

#define AGAIN_MS  300   /* games that were told are looked through again */
#define SLEEP_MS  30000 /* the date may be set meanwhile */
#define LEAD_MS   1000  /* how often a server looks whether it leads (store/watch.h) */
#define GAMES_MAX 4096  /* open games of an account that are told */

enum vacation_phase { NO_VACATION, RUNNING, OVER };

struct absentee {
    char account[ACCOUNT_ID_SIZE + 1];
    store_vacation vacation; /* without its account */
    enum vacation_phase phase;
    bool settled; /* all games have been told of this phase */
    bool unsaved; /* the thread has changed it */
};

struct vacations {
    struct games *games;
    int days_a_year;              /* that an account may have */
    struct background background; /* guards what follows */
    struct absentee *people;
    size_t count, room;
};

/* The year of a moment. */
static int year_of(int64_t at_ms)
{
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm parts;

    gmtime_r(&seconds, &parts);
    return parts.tm_year + 1900;
}

/* NULL: the account has none. Under the lock. */
static struct absentee *find_person(struct vacations *self, const char *account)
{
    for (size_t i = 0; i < self->count; i++) {
        if (strcmp(self->people[i].account, account) == 0)
            return &self->people[i];
    }
    return NULL;
}

/* Adds an account, or changes its vacation. Under the lock. */
static bool put_person(struct vacations *self, const store_vacation *vacation)
{
    struct absentee *person = find_person(self, vacation->account);

    if (!person) {
        if (!ARRAY_RESERVE(self->people, self->room, self->count + 1))
            return false;
        person = &self->people[self->count++];
        *person = (struct absentee){.phase = NO_VACATION};
        snprintf(person->account, sizeof person->account, "%s", vacation->account);
    }
    person->vacation = *vacation;
    person->vacation.account = NULL;
    person->settled = false;
    return true;
}

void vacations_read(struct vacations *self, const char *account, store_vacation *out)
{
    int year = year_of(env_now_ms());

    *out = (store_vacation){.year = year};
    pthread_mutex_lock(&self->background.mutex);
    const struct absentee *person = find_person(self, account);
    if (person)
        *out = person->vacation;
    pthread_mutex_unlock(&self->background.mutex);
    if (out->year != year)
        out->days = 0;
    out->year = year;
}

void vacations_set(struct vacations *self, const store_vacation *vacation)
{
    pthread_mutex_lock(&self->background.mutex);
    put_person(self, vacation);
    pthread_cond_signal(&self->background.changed);
    pthread_mutex_unlock(&self->background.mutex);
}

void vacations_touch(struct vacations *self, const char *account)
{
    pthread_mutex_lock(&self->background.mutex);
    struct absentee *person = find_person(self, account);
    if (person && person->phase == RUNNING) {
        person->settled = false;
        pthread_cond_signal(&self->background.changed);
    }
    pthread_mutex_unlock(&self->background.mutex);
}

void vacations_close(struct vacations *self, const char *account)
{
    int64_t now_ms = env_now_ms();

    pthread_mutex_lock(&self->background.mutex);
    struct absentee *person = find_person(self, account);
    if (person) {
        person->vacation.automatic = false;
        if (person->vacation.ends_ms > now_ms)
            person->vacation.ends_ms = now_ms;
        if (person->vacation.begins_ms > now_ms)
            person->vacation.begins_ms = now_ms;
        person->unsaved = true;
        person->settled = false;
        pthread_cond_signal(&self->background.changed);
    }
    pthread_mutex_unlock(&self->background.mutex);
}

/* Where the account wants that, and has a day left: spends it. Under the lock. */
static bool spend_day(struct vacations *self, struct absentee *person, int64_t now_ms)
{
    store_vacation *vacation = &person->vacation;
    int year = year_of(now_ms), days = vacation->year == year ? vacation->days : 0;

    if (!vacation->automatic || days >= self->days_a_year)
        return false;
    vacation->begins_ms = now_ms;
    vacation->ends_ms = now_ms + CLOCK_DAY_MS;
    vacation->spent = true;
    vacation->year = year;
    vacation->days = days + 1;
    person->settled = false;
    person->unsaved = true;
    pthread_cond_signal(&self->background.changed);
    return true;
}

bool vacations_cover(struct vacations *self, const struct game *game)
{
    const struct seated_player *player = &game->players[game->clock.turn];
    int64_t now_ms = env_now_ms();
    bool covers = false;

    if (!rules_are_slow(&game->setup.rules) || !player->account[0])
        return false;
    pthread_mutex_lock(&self->background.mutex);
    struct absentee *person = find_person(self, player->account);
    if (person) {
        const store_vacation *vacation = &person->vacation;

        covers = vacation->ends_ms > now_ms && vacation->begins_ms <= now_ms;
        /* One that is planned stays. */
        if (!covers && vacation->ends_ms == 0)
            covers = spend_day(self, person, now_ms);
    }
    pthread_mutex_unlock(&self->background.mutex);
    return covers;
}

/* Games that are to be told. */
struct told_games {
    char (*ids)[GAME_ID_SIZE + 1];
    int count, room;
};

static bool list_game(const char *id, void *context)
{
    struct told_games *list = context;

    if (!ARRAY_RESERVE(list->ids, list->room, list->count + 1))
        return false;
    snprintf(list->ids[list->count++], sizeof list->ids[0], "%s", id);
    return true;
}

/* The side of the account that has to be told, or NOBODY. Under the game's lock. */
static int side_to_tell(const struct game *game, const struct absentee *person)
{
    const int64_t until_ms = person->phase == RUNNING ? person->vacation.ends_ms : 0;

    for (int side = 0; side < game->setup.start.players; side++) {
        const struct seated_player *player = &game->players[side];

        if (strcmp(player->account, person->account) == 0 &&
            player->vacation_until_ms != until_ms && rules_are_slow(&game->setup.rules) &&
            game_side_plays(game, side))
            return side;
    }
    return NOBODY;
}

/* Tells one game, if it has to be. Returns whether. */
static bool tell_game(struct games *games, const struct absentee *person, const char *id)
{
    bool runs = person->phase == RUNNING;
    struct action *action = NULL;
    struct game *game;
    char *text = NULL;

    if (cache_get(games->cache, id, &game) != PAUA_OK)
        return false;
    pthread_mutex_lock(&game->mutex);
    int side = side_to_tell(game, person);
    pthread_mutex_unlock(&game->mutex);
    if (side != NOBODY)
        action = calloc(1, sizeof *action);
    if (action && runs && asprintf(&text, "%lld", (long long)person->vacation.ends_ms) < 0)
        text = NULL;
    else if (action && !runs && person->vacation.spent)
        text = strdup("spent");
    if (!action) {
        cache_release(games->cache, game);
        return side != NOBODY;
    }
    *action = (struct action){.kind = runs ? ACTION_BEGIN_VACATION : ACTION_END_VACATION,
                              .games = games,
                              .game = game,
                              .who = side,
                              .event = {.text = text}};
    action_submit(action);
    return true;
}

/* Tells the games of an account. Returns whether all had been told before. */
static bool tell_games(struct games *games, const struct absentee *person)
{
    struct told_games list = {.count = 0};
    bool told = false;

    paua_status status = store_account_games(games->env->store, person->account, true, 0, GAMES_MAX,
                                             list_game, &list);
    for (int i = 0; i < list.count; i++)
        told |= tell_game(games, person, list.ids[i]);
    free(list.ids);
    return status == PAUA_OK && !told;
}

/* Begins or ends the vacation, as the date says. Under the lock. */
static void set_phase(struct absentee *person, int64_t now_ms)
{
    const store_vacation *vacation = &person->vacation;
    enum vacation_phase phase = vacation->begins_ms == 0 || vacation->begins_ms > now_ms
                                    ? NO_VACATION
                                : vacation->ends_ms > now_ms ? RUNNING
                                                             : OVER;

    if (phase != person->phase)
        person->settled = false;
    person->phase = phase;
    if (phase == NO_VACATION)
        person->settled = true;
}

/* A change that is being stored. */
struct vacation_save {
    struct vacations *self;
    char account[ACCOUNT_ID_SIZE + 1];
};

/* On the store's thread: what could not be stored is tried again. */
static void on_saved(paua_status status, void *context)
{
    struct vacation_save *save = context;
    struct vacations *self = save->self;

    if (status == PAUA_IO) {
        env_log_store_failure(self->games->env);
        pthread_mutex_lock(&self->background.mutex);
        struct absentee *person = find_person(self, save->account);
        if (person)
            person->unsaved = true;
        pthread_mutex_unlock(&self->background.mutex);
    }
    free(save);
}

/* Stores what the thread has changed. */
static void save_person(struct vacations *self, const struct absentee *person)
{
    struct vacation_save *save = malloc(sizeof *save);
    store_vacation vacation = person->vacation;
    store_batch *batch = save ? store_batch_new() : NULL;

    if (batch) {
        *save = (struct vacation_save){.self = self};
        memcpy(save->account, person->account, sizeof save->account);
        vacation.account = person->account;
        batch_set_vacation(batch, &vacation);
    }
    if (!batch || store_commit(self->games->env->store, batch, on_saved, save) != PAUA_OK)
        free(save);
}

/* All games know: one that is over is forgotten. The account may have changed it meanwhile. Under
 * the lock. */
static void settle_person(struct vacations *self, const struct absentee *seen)
{
    struct absentee *person = find_person(self, seen->account);

    if (!person || person->vacation.begins_ms != seen->vacation.begins_ms ||
        person->vacation.ends_ms != seen->vacation.ends_ms)
        return;
    person->settled = true;
    if (seen->phase != OVER)
        return;
    person->vacation.begins_ms = person->vacation.ends_ms = 0;
    person->vacation.spent = false;
    person->phase = NO_VACATION;
    person->unsaved = true;
}

/* Looks through the vacations once. Returns for how long nothing is to be done. Takes the lock. */
static int64_t look_through(struct vacations *self)
{
    const bool leads = store_leads(self->games->env->store);
    int64_t sleep_ms = leads ? SLEEP_MS : LEAD_MS;

    pthread_mutex_lock(&self->background.mutex);
    for (size_t i = 0; i < self->count && !self->background.halted; i++) {
        int64_t now_ms = env_now_ms();

        set_phase(&self->people[i], now_ms);
        struct absentee seen = self->people[i];
        self->people[i].unsaved = false;
        int64_t next_ms =
            seen.phase == NO_VACATION ? seen.vacation.begins_ms : seen.vacation.ends_ms;
        if (next_ms > now_ms && next_ms - now_ms < sleep_ms)
            sleep_ms = next_ms - now_ms;
        if ((seen.settled || !leads) && !seen.unsaved)
            continue;
        pthread_mutex_unlock(&self->background.mutex);
        if (seen.unsaved)
            save_person(self, &seen);
        bool settled = seen.settled || !leads || tell_games(self->games, &seen);
        pthread_mutex_lock(&self->background.mutex);
        if (settled && leads && !seen.settled)
            settle_person(self, &seen);
        sleep_ms = AGAIN_MS;
    }
    pthread_mutex_unlock(&self->background.mutex);
    return sleep_ms;
}

/* The thread. */
static void *vacations_run(void *context)
{
    struct vacations *self = context;
    bool halted = false;

    while (!halted) {
        int64_t sleep_ms = look_through(self);

        pthread_mutex_lock(&self->background.mutex);
        if (!self->background.halted)
            background_wait(&self->background, clock_now_ns() + sleep_ms * 1000000);
        halted = self->background.halted;
        pthread_mutex_unlock(&self->background.mutex);
    }
    return NULL;
}

/* False: out of memory. */
static bool on_vacation(const store_vacation *vacation, void *context)
{
    return !game_id_valid(vacation->account) || put_person(context, vacation);
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
    return store_vacations(self->games->env->store, on_vacation, self);
}

paua_status vacations_start(struct vacations *self)
{
    return background_start(&self->background, vacations_run, self) ? PAUA_OK : PAUA_NO_MEMORY;
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
    free(self->people);
    background_destroy(&self->background);
    free(self);
}

json_t *vacation_json(const store_vacation *vacation, int allowance)
{
    int64_t now_ms = env_now_ms();
    int left = allowance - vacation->days;
    bool over = vacation->ends_ms <= now_ms;

    return json_pack(
        "{s:o,s:o,s:b,s:b,s:i,s:i,s:i}", "from", date_json(over ? 0 : vacation->begins_ms), "to",
        date_json(over ? 0 : vacation->ends_ms), "away",
        (int)(!over && vacation->begins_ms <= now_ms), "auto", (int)vacation->automatic, "year",
        vacation->year, "allowance", allowance, "left", left > 0 ? left : 0);
}
