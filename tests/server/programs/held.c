/* held.c - paua_held is a paua that waits in windows of microseconds while files exist in the
 * folder HELD, so that a test can act in them:
 *
 *   commits   what follows a commit waits
 *   turn-N    the N-th search that is done waits; it makes a file turn-N.here first
 *   slots     the release of a game slot takes a third of a second, whether the file stays or not
 *
 * Linked with --wrap=store_commit, --wrap=search_pool_job_cancelled and --wrap=game_slots_release.
 */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "service/computer/search_pool.h"
#include "service/games/play/game_slots.h"
#include "store/core/batch.h"

paua_status __real_store_commit(store *self, store_batch *batch, store_done done, void *context);
paua_status __wrap_store_commit(store *self, store_batch *batch, store_done done, void *context);
bool __real_search_pool_job_cancelled(const struct search_pool_job *job);
bool __wrap_search_pool_job_cancelled(const struct search_pool_job *job);
void __real_game_slots_release(struct games *games, const char *account);
void __wrap_game_slots_release(struct games *games, const char *account);

/* Waits while a file exists. */
static void wait_while(const char *name)
{
    while (access(name, F_OK) == 0)
        usleep(2000);
}

/* The path of a file in the folder. */
static void make_path(char path[512], const char *name)
{
    const char *folder = getenv("HELD");

    snprintf(path, 512, "%s/%s", folder ? folder : "/nonexistent", name);
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
    char path[512];

    make_path(path, "slots");
    if (account[0] && access(path, F_OK) == 0)
        usleep(333000);
    __real_game_slots_release(games, account);
}
