/* computer_resume.c - resumes games after a start of the server: those in which the computer was to
 * move when it stopped, and those in which a conditional move may have been due. A job of the
 * search pool loads one game each time it runs: first all games, then those of computers alone,
 * which were put off. Also takes over the games of a server that has gone. */
#include <stdlib.h>
#include <string.h>

#include "service/computer/computer_state.h"
#include "service/core/keys.h"
#include "service/games/play/action.h"
#include "service/games/play/cache.h"
#include "service/games/play/conditional_play.h"
#include "service/games/play/games.h"
#include "store/tables/correspondence.h"
#include "store/tables/games.h"

#define WAITING_MAX 64 /* searches of resumed games that wait; above it no further game is loaded */

struct interrupted_games {
    struct search_pool_job job; /* first */
    struct computer *computer;

    /* Used by the job alone. */
    struct id_list list; /* oldest first; overwritten from its beginning by the games put off */
    size_t next, put_off;
    bool plays_alone; /* the second round: the games that were put off */
    int delay_ms;
};

/* Submits the conditional move that is due, if any, and releases the game and its lock. */
static void answer_and_release(struct computer *computer, struct game *game)
{
    struct action *answer = conditional_action(computer->games, game);

    pthread_mutex_unlock(&game->mutex);
    if (answer)
        action_submit(answer);
    cache_release(computer->games->cache, game);
}

void computer_take_over(struct computer *computer, const char *id)
{
    struct game *game;

    if (cache_get(computer->games->cache, id, &game) != PAUA_OK)
        return; /* the cache has logged why */
    pthread_mutex_lock(&game->mutex);
    computer_set_elsewhere(computer, id, false);
    computer_schedule_move(computer, game);
    pthread_mutex_unlock(&game->mutex);
    cache_release(computer->games->cache, game);
}

void computer_answer(struct computer *computer, const char *id)
{
    struct game *game;

    if (cache_get(computer->games->cache, id, &game) != PAUA_OK)
        return;
    pthread_mutex_lock(&game->mutex);
    answer_and_release(computer, game);
}

/* Loads an interrupted game and schedules its move, or puts the game off. */
static paua_status resume_game(struct interrupted_games *self, const char *id)
{
    struct computer *computer = self->computer;
    struct game *game;
    paua_status status = cache_get(computer->games->cache, id, &game);

    if (status != PAUA_OK)
        return status;
    pthread_mutex_lock(&game->mutex);
    if (self->plays_alone || !computer_plays_alone(game))
        computer_schedule_move(computer, game);
    else
        memmove(self->list.ids[self->put_off++], id, ID_SIZE + 1);
    answer_and_release(computer, game);
    return PAUA_OK;
}

/* On a worker: resumes the next game. Nothing else would while nobody watches it, so a game that
 * cannot be read for the moment is retried later. */
static void resume_run(struct search_pool_job *job, struct search_worker *worker)
{
    struct interrupted_games *self = (struct interrupted_games *)job;
    http_tally waiting = {{0}};

    (void)worker;
    self->delay_ms = COMPUTER_RETRY_MS;
    search_pool_tally_waiting(self->computer->pool, SEARCH_BACKGROUND_MOVES, &COMPUTER_NOBODY,
                              &waiting);
    if (waiting.counts[0] >= WAITING_MAX)
        return;
    paua_status status = resume_game(self, self->list.ids[self->next]);
    if (status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY)
        return;
    self->next++;
    self->delay_ms = 0;
}

/* On the same worker: continues with the next game; after the last one with those put off. */
static void resume_finished(struct search_pool_job *job)
{
    struct interrupted_games *self = (struct interrupted_games *)job;

    if (self->next == self->list.count && !self->plays_alone) {
        self->plays_alone = true;
        self->list.count = self->put_off;
        self->next = 0;
    }
    if (self->next < self->list.count)
        search_pool_submit(self->computer->pool, job, self->delay_ms);
}

paua_status computer_resume_games(struct computer *computer)
{
    store *db = computer->games->env->store;
    struct interrupted_games *self = calloc(1, sizeof *self);

    if (!self)
        return PAUA_ERROR_NO_MEMORY;
    computer->interrupted = self;
    self->computer = computer;
    self->job.job_class = SEARCH_BACKGROUND_MOVES;
    self->job.run = resume_run;
    self->job.finished = resume_finished;

    paua_status status = store_pending(db, id_list_add, &self->list);
    if (status == PAUA_OK)
        status = store_conditional_games(db, id_list_add, &self->list);
    if (status == PAUA_OK && self->list.count > 0)
        search_pool_submit(computer->pool, &self->job, 0);
    return status;
}

void interrupted_games_free(struct interrupted_games *interrupted)
{
    if (!interrupted)
        return;
    id_list_clear(&interrupted->list);
    free(interrupted);
}
