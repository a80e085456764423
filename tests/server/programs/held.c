/* held.c - paua_held is a paua that waits in windows of microseconds while files exist in the
 * folder HELD, so that a test can act in them:
 *
 *   commits   what follows a commit waits
 *   turn-N    the N-th search that is done waits; it makes a file turn-N.here first
 *   slots     the release of a game slot takes a third of a second, whether the file stays or not
 *   unread-games, unread-tournaments   those that are in the store cannot be read
 *   tick      the minute of the tournaments is over; the file goes once they have made their tick
 *
 * Linked with --wrap for each function that has a __wrap_ here.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "service/computer/search_pool.h"
#include "service/games/play/game_load.h"
#include "service/games/play/game_slots.h"
#include "service/tournaments/tournaments.h"
#include "store/core/batch.h"
#include "store/tables/tournaments.h"

paua_status __real_store_commit(store *self, store_batch *batch, store_done done, void *context);
paua_status __wrap_store_commit(store *self, store_batch *batch, store_done done, void *context);
bool __real_search_pool_job_cancelled(const struct search_pool_job *job);
bool __wrap_search_pool_job_cancelled(const struct search_pool_job *job);
void __real_game_slots_release(struct games *games, const char *account);
void __wrap_game_slots_release(struct games *games, const char *account);
paua_status __real_game_load(struct boards *boards, store *db, const char *id, struct game **out,
                             char message[GAME_LOAD_MESSAGE_MAX]);
paua_status __wrap_game_load(struct boards *boards, store *db, const char *id, struct game **out,
                             char message[GAME_LOAD_MESSAGE_MAX]);
paua_status __real_store_tournament_find(store *self, const char *id,
                                         void (*found)(const store_tournament *one, void *context),
                                         void *context);
paua_status __wrap_store_tournament_find(store *self, const char *id,
                                         void (*found)(const store_tournament *one, void *context),
                                         void *context);
paua_status __real_tournaments_load(struct tournaments *self);
paua_status __wrap_tournaments_load(struct tournaments *self);

/* Waits while a file exists. */
static void wait_while(const char *path)
{
    while (access(path, F_OK) == 0)
        usleep(2000);
}

/* The path of a file in the folder. */
static void make_path(char path[512], const char *name)
{
    const char *folder = getenv("HELD");

    snprintf(path, 512, "%s/%s", folder ? folder : "/nonexistent", name);
}

/* Whether a file of the folder exists. */
static bool is_there(const char *name)
{
    char path[512];

    make_path(path, name);
    return access(path, F_OK) == 0;
}

/* A callback that waits. */
struct held_commit {
    store_done done;
    void *context;
};

static void on_committed(paua_status status, void *context)
{
    const struct held_commit held = *(struct held_commit *)context;
    char path[512];

    free(context);
    make_path(path, "commits");
    wait_while(path);
    held.done(status, held.context);
}

paua_status __wrap_store_commit(store *self, store_batch *batch, store_done done, void *context)
{
    struct held_commit *held = malloc(sizeof *held);

    if (!held)
        return __real_store_commit(self, batch, done, context);
    *held = (struct held_commit){done, context};
    paua_status status = __real_store_commit(self, batch, on_committed, held);
    if (status != PAUA_OK)
        free(held);
    return status;
}

bool __wrap_search_pool_job_cancelled(const struct search_pool_job *job)
{
    static atomic_int calls;
    const bool cancelled = __real_search_pool_job_cancelled(job);
    char name[32], path[512];

    snprintf(name, sizeof name, "turn-%d", atomic_fetch_add(&calls, 1) + 1);
    make_path(path, name);
    if (access(path, F_OK) == 0) {
        char here[520];

        snprintf(here, sizeof here, "%s.here", path);
        FILE *file = fopen(here, "w");
        if (file)
            fclose(file);
        wait_while(path);
    }
    return cancelled;
}

void __wrap_game_slots_release(struct games *games, const char *account)
{
    if (account[0] && is_there("slots"))
        usleep(333000);
    __real_game_slots_release(games, account);
}

paua_status __wrap_game_load(struct boards *boards, store *db, const char *id, struct game **out,
                             char message[GAME_LOAD_MESSAGE_MAX])
{
    message[0] = '\0';
    return is_there("unread-games") ? PAUA_ERROR_IO
                                    : __real_game_load(boards, db, id, out, message);
}

paua_status __wrap_store_tournament_find(store *self, const char *id,
                                         void (*found)(const store_tournament *one, void *context),
                                         void *context)
{
    return is_there("unread-tournaments") ? PAUA_ERROR_IO
                                          : __real_store_tournament_find(self, id, found, context);
}

static void *tick_on_request(void *tournaments)
{
    char path[512];

    make_path(path, "tick");
    for (;;) {
        if (access(path, F_OK) == 0) {
            tournaments_tick(tournaments);
            unlink(path);
        }
        usleep(10000);
    }
    return NULL;
}

paua_status __wrap_tournaments_load(struct tournaments *self)
{
    const paua_status status = __real_tournaments_load(self);
    pthread_t thread;

    if (status == PAUA_OK && pthread_create(&thread, NULL, tick_on_request, self) == 0)
        pthread_detach(thread);
    return status;
}
