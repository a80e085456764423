/* The search pool: classes, limits, order, cancelling, and the halt. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <paua/board.h>
#include <paua/game.h>
#include <paua/notation.h>

#include "base/random.h"
#include "service/computer/search_pool.h"

enum { MOVE_WORKERS = 1, ANALYSIS_WORKERS = 2, PLACES = 6, CLIENT_PLACES = 4 };

/* What the jobs of a test share. */
typedef struct world {
    struct search_pool *pool;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool open; /* jobs may end */
    int running, most_running, exclusive_running, most_exclusive;
    int order[256], begun, ended;
    paua_board *board;
} world;

typedef struct test_job {
    struct search_pool_job search; /* first */
    world *w;
    int number;
    int again;     /* so often it is submitted once more when it has finished */
    bool searches; /* without limit, until it is stopped */
    bool cancelled;
} test_job;

static void on_run(struct search_pool_job *search, struct search_worker *worker)
{
    test_job *job = (test_job *)search;
    world *w = job->w;

    pthread_mutex_lock(&w->mutex);
    w->order[w->begun++] = job->number;
    if (++w->running > w->most_running)
        w->most_running = w->running;
    w->exclusive_running += search->exclusive;
    if (w->exclusive_running > w->most_exclusive)
        w->most_exclusive = w->exclusive_running;
    pthread_cond_broadcast(&w->changed);
    while (!w->open && !job->searches)
        pthread_cond_wait(&w->changed, &w->mutex);
    pthread_mutex_unlock(&w->mutex);
    if (job->searches) {
        paua_engine *engine = search_worker_engine(worker, w->board, NULL);
        paua_rules rules = paua_rules_default(w->board);
        paua_position start;
        paua_game *game;
        paua_move best;

        assert_non_null(engine);
        assert_int_equal(paua_position_parse(w->board, "standard", &start, NULL), PAUA_OK);
        assert_int_equal(paua_game_new(w->board, &rules, &start, &game), PAUA_OK);
        assert_int_equal(
            paua_engine_search(engine, game,
                               &(paua_limits){.size = sizeof(paua_limits), .time_ms = 60000}, &best,
                               NULL, NULL, NULL),
            PAUA_OK);
        paua_game_free(game);
        job->cancelled = search_pool_job_cancelled(search);
    }
    pthread_mutex_lock(&w->mutex);
    w->running--;
    w->exclusive_running -= search->exclusive;
    pthread_mutex_unlock(&w->mutex);
}

static void on_finished(struct search_pool_job *search)
{
    test_job *job = (test_job *)search;
    world *w = job->w;

    assert_int_equal(search->state, SEARCH_IDLE);
    if (job->again-- > 0)
        assert_true(search_pool_submit(w->pool, search, 0));
    pthread_mutex_lock(&w->mutex);
    w->ended++;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->mutex);
}

static test_job job_of(world *w, enum search_class job_class, int number)
{
    return (test_job){.search = {.job_class = job_class, .run = on_run, .finished = on_finished},
                      .w = w,
                      .number = number};
}

static void wait_for(world *w, const int *count, int value)
{
    pthread_mutex_lock(&w->mutex);
    while (*count < value)
        pthread_cond_wait(&w->changed, &w->mutex);
    pthread_mutex_unlock(&w->mutex);
}

static void open_jobs(world *w)
{
    pthread_mutex_lock(&w->mutex);
    w->open = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->mutex);
}

static int set_up(void **state)
{
    static const struct search_class_config classes[SEARCH_CLASSES] = {
        [SEARCH_QUICK_MOVES] = {.workers = 1, .tt_bytes = 1 << 20},
        [SEARCH_MOVES] = {.workers = MOVE_WORKERS, .tt_bytes = 1 << 20},
        [SEARCH_BACKGROUND_MOVES] = {.workers = 1, .nice = 1, .tt_bytes = 1 << 20},
        [SEARCH_ANALYSES] = {.workers = ANALYSIS_WORKERS,
                             .tt_bytes = 1 << 20,
                             .jobs_max = PLACES,
                             .client_jobs_max = CLIENT_PLACES},
    };
    world *w = calloc(1, sizeof *w);

    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->changed, NULL);
    w->pool = search_pool_new(classes, NULL, 0);
    *state = w;
    return !w->pool || paua_board_new(5, 5, 5, &w->board) != PAUA_OK;
}

static int tear_down(void **state)
{
    world *w = *state;

    search_pool_halt(w->pool);
    search_pool_free(w->pool);
    paua_board_free(w->board);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->mutex);
    free(w);
    return 0;
}

static void test_order_and_classes(void **state)
{
    world *w = *state;
    test_job moves[3], analyses[2];

    /* One move runs, the others wait in their order; analyses run beside them. */
    for (int i = 0; i < 3; i++) {
        moves[i] = job_of(w, SEARCH_MOVES, i);
        assert_true(search_pool_submit(w->pool, &moves[i].search, 0));
        wait_for(w, &w->begun, 1);
    }
    assert_int_equal(search_pool_waiting(w->pool, SEARCH_MOVES), 2);
    for (int i = 0; i < 2; i++) {
        analyses[i] = job_of(w, SEARCH_ANALYSES, 10 + i);
        assert_int_equal(search_pool_reserve(w->pool, &analyses[i].search), SEARCH_PLACE);
        assert_true(search_pool_submit(w->pool, &analyses[i].search, 0));
    }
    wait_for(w, &w->begun, 3);
    open_jobs(w);
    wait_for(w, &w->ended, 5);
    assert_int_equal(w->most_running, MOVE_WORKERS + ANALYSIS_WORKERS);
    for (int i = 0, next = 0; i < w->begun; i++) {
        if (w->order[i] < 10)
            assert_int_equal(w->order[i], next++);
    }
}

/* A worker is taken by job 0; the others are submitted, then run in the order expected. */
static void runs_in_order(world *w, test_job *jobs, int count, const int *expected)
{
    test_job first = job_of(w, SEARCH_MOVES, 99);

    assert_true(search_pool_submit(w->pool, &first.search, 0));
    wait_for(w, &w->begun, 1);
    for (int i = 0; i < count; i++)
        assert_true(search_pool_submit(w->pool, &jobs[i].search, 0));
    open_jobs(w);
    wait_for(w, &w->ended, count + 1);
    for (int i = 0; i < count; i++)
        assert_int_equal(w->order[i + 1], expected[i]);
}

/* Who comes last with one job is next, however many jobs the others have queued. */
static void test_clients_take_turns(void **state)
{
    static const int expected[] = {0, 6, 8, 1, 7, 2, 3, 4, 5};
    world *w = *state;
    test_job jobs[9];

    for (int i = 0; i < 9; i++) {
        jobs[i] = job_of(w, SEARCH_MOVES, i);
        jobs[i].search.share.client.keys[0] = i < 6 ? 7 : i < 8 ? 8 : 9;
        jobs[i].search.share.cost = 2000;
    }
    runs_in_order(w, jobs, 9, expected);
}

/* Shares are of time: seven jobs of 300 ms for one of 2000 ms. */
static void test_shares_of_time(void **state)
{
    static const int expected[] = {0, 3, 4, 5, 6, 7, 8, 9, 1, 10, 2};
    world *w = *state;
    test_job jobs[11];

    for (int i = 0; i < 11; i++) {
        jobs[i] = job_of(w, SEARCH_MOVES, i);
        jobs[i].search.share.client.keys[0] = i < 3 ? 7 : 8;
        jobs[i].search.share.cost = i < 3 ? 2000 : 300;
    }
    runs_in_order(w, jobs, 11, expected);
}

enum { CLIENTS = 5, JOBS = 200, COST_MAX = 2000 };

/* In each stretch of the order in which two clients always have jobs left, they get the same time,
 * but for one job of each (Goyal, Vin and Cheng 1996, theorem 1). */
static void check_fairness(const test_job *jobs, const int *order)
{
    for (int from = 0; from < JOBS; from++) {
        int left[CLIENTS + 1] = {0}, got[CLIENTS + 1] = {0};

        for (int i = from; i < JOBS; i++)
            left[jobs[order[i]].search.share.client.keys[0]]++;
        for (int i = from; i < JOBS; i++) {
            int client = (int)jobs[order[i]].search.share.client.keys[0];

            got[client] += jobs[order[i]].search.share.cost;
            left[client]--;
            for (int other = 1; other <= CLIENTS; other++) {
                if (left[client] > 0 && left[other] > 0)
                    assert_in_range(got[client] - got[other] + 2 * COST_MAX, 0, 4 * COST_MAX);
            }
        }
    }
}

/* Clients with many and few jobs, cheap and dear ones, queued in any order. */
static void test_fairness_of_any_jobs(void **state)
{
    world *w = *state;
    test_job first = job_of(w, SEARCH_MOVES, JOBS), jobs[JOBS];
    uint64_t random = 20261123;

    for (int i = 0; i < JOBS; i++) {
        uint64_t number = random_next(&random);

        jobs[i] = job_of(w, SEARCH_MOVES, i);
        /* Client 1 has half of the jobs, client 2 a quarter, ... */
        uint64_t client = 1;
        while (client < CLIENTS && (number >> client) % 2)
            client++;
        jobs[i].search.share.client.keys[0] = client;
        jobs[i].search.share.cost = 1 + (int)random_below(&random, COST_MAX);
    }
    assert_true(search_pool_submit(w->pool, &first.search, 0));
    wait_for(w, &w->begun, 1);
    for (int i = 0; i < JOBS; i++)
        assert_true(search_pool_submit(w->pool, &jobs[i].search, 0));
    open_jobs(w);
    wait_for(w, &w->ended, JOBS + 1);
    check_fairness(jobs, w->order + 1);
}

/* However many jobs wait in other classes, and however long those run, a quick move begins. */
static void test_a_class_of_its_own(void **state)
{
    world *w = *state;
    test_job jobs[40], quick = job_of(w, SEARCH_QUICK_MOVES, 99);

    for (int i = 0; i < 40; i++) {
        jobs[i] = job_of(w, i < 20 ? SEARCH_MOVES : SEARCH_BACKGROUND_MOVES, i);
        assert_true(search_pool_submit(w->pool, &jobs[i].search, 0));
    }
    wait_for(w, &w->begun, 2);
    assert_true(search_pool_submit(w->pool, &quick.search, 0));
    wait_for(w, &w->begun, 3);
    assert_int_equal(w->order[2], 99);
    open_jobs(w);
    wait_for(w, &w->ended, 41);
}

/* Jobs of nobody do not wait for each other's shares. */
static void test_jobs_of_nobody(void **state)
{
    static const int expected[] = {0, 1, 2, 3, 4};
    world *w = *state;
    test_job jobs[5];

    for (int i = 0; i < 5; i++) {
        jobs[i] = job_of(w, SEARCH_MOVES, i);
        jobs[i].search.share.client.keys[0] = i == 4 ? 7 : 0;
        jobs[i].search.share.cost = 2000;
    }
    runs_in_order(w, jobs, 5, expected);
}

/* A client that comes again and again gets every second place, not the place of all who wait. */
static void test_a_client_that_returns(void **state)
{
    world *w = *state;
    test_job jobs[20], again = job_of(w, SEARCH_MOVES, 50);

    for (int i = 0; i < 20; i++) {
        jobs[i] = job_of(w, SEARCH_MOVES, i);
        jobs[i].search.share.client.keys[0] = 7;
        jobs[i].search.share.cost = 10;
        assert_true(search_pool_submit(w->pool, &jobs[i].search, 0));
    }
    wait_for(w, &w->begun, 1);
    again.search.share.client.keys[0] = 8;
    again.search.share.cost = 10;
    assert_true(search_pool_submit(w->pool, &again.search, 0));
    http_tally tally = {{0}};
    search_pool_tally_waiting(w->pool, SEARCH_MOVES, &again.search.share.client, &tally);
    assert_int_equal(tally.counts[0], 1);
    search_pool_tally_waiting(w->pool, SEARCH_MOVES, &jobs[0].search.share.client, &tally);
    assert_int_equal(tally.counts[0], 1 + 19);
    open_jobs(w);
    wait_for(w, &w->ended, 21);
    assert_int_equal(w->order[1], 50);
}

/* Two clients that always come back with one job do not keep a third from the rest of its own. */
static void test_patient_clients(void **state)
{
    world *w = *state;
    test_job jobs[6];

    for (int i = 0; i < 6; i++) {
        jobs[i] = job_of(w, SEARCH_MOVES, i);
        jobs[i].search.share.client.keys[0] = i < 2 ? 7 + (uint64_t)i : 9;
        jobs[i].search.share.cost = 2000;
        jobs[i].again = i < 2 ? 50 : 0;
        assert_true(search_pool_submit(w->pool, &jobs[i].search, 0));
        wait_for(w, &w->begun, 1);
    }
    open_jobs(w);
    wait_for(w, &w->ended, 106);
    int last = 0;
    for (int i = 0; i < 106; i++) {
        if (w->order[i] > 1)
            last = i;
    }
    assert_in_range(last, 8, 14);
}

/* Jobs that were cancelled before they began cost their client nothing. */
static void test_cancelled_jobs_cost_nothing(void **state)
{
    static const int expected[] = {1, 0, 2};
    world *w = *state;
    test_job running = job_of(w, SEARCH_MOVES, 99), jobs[3], cancelled[4];

    assert_true(search_pool_submit(w->pool, &running.search, 0));
    wait_for(w, &w->begun, 1);
    for (int i = 0; i < 4; i++) {
        cancelled[i] = job_of(w, SEARCH_MOVES, 50);
        cancelled[i].search.share.client.keys[0] = 7;
        cancelled[i].search.share.cost = 2000;
        assert_true(search_pool_submit(w->pool, &cancelled[i].search, 0));
    }
    for (int i = 3; i >= 0; i--)
        assert_true(search_pool_cancel(w->pool, &cancelled[i ^ 1].search));
    for (int i = 0; i < 3; i++) {
        jobs[i] = job_of(w, SEARCH_MOVES, i);
        jobs[i].search.share.client.keys[0] = i == 1 ? 7 : 8;
        jobs[i].search.share.cost = i == 0 ? 3000 : 2000;
    }
    /* Client 7 first, although it had four jobs before. */
    assert_true(search_pool_submit(w->pool, &jobs[1].search, 0));
    assert_true(search_pool_submit(w->pool, &jobs[0].search, 0));
    assert_true(search_pool_submit(w->pool, &jobs[2].search, 0));
    open_jobs(w);
    wait_for(w, &w->ended, 4);
    for (int i = 0; i < 3; i++)
        assert_int_equal(w->order[i + 1], expected[i]);
}

/* A job that waits in the background is moved in front; one that runs stays where it is. */
static void test_resubmit(void **state)
{
    world *w = *state;
    test_job running = job_of(w, SEARCH_MOVES, 0), waiting = job_of(w, SEARCH_BACKGROUND_MOVES, 1);
    const http_client client = {{8}};

    assert_true(search_pool_submit(w->pool, &running.search, 0));
    assert_true(search_pool_submit(w->pool, &waiting.search, 60000));
    wait_for(w, &w->begun, 1);
    search_pool_resubmit(w->pool, &running.search, SEARCH_BACKGROUND_MOVES, &client, 0);
    assert_int_equal(running.search.job_class, SEARCH_MOVES);
    assert_int_equal(search_pool_waiting(w->pool, SEARCH_BACKGROUND_MOVES), 1);
    search_pool_resubmit(w->pool, &waiting.search, SEARCH_QUICK_MOVES, &client, 0);
    wait_for(w, &w->begun, 2);
    assert_int_equal(search_pool_waiting(w->pool, SEARCH_BACKGROUND_MOVES), 0);
    assert_int_equal(waiting.search.share.client.keys[0], 8);
    open_jobs(w);
    wait_for(w, &w->ended, 2);
}

static void test_places(void **state)
{
    world *w = *state;
    test_job jobs[PLACES + 2];

    for (int i = 0; i < PLACES + 2; i++) {
        jobs[i] = job_of(w, SEARCH_ANALYSES, i);
        jobs[i].search.share.client.keys[0] = i < CLIENT_PLACES + 1 ? 7 : 0;
    }
    for (int i = 0; i < PLACES + 2; i++) {
        enum search_place expected = i == CLIENT_PLACES ? SEARCH_NO_CLIENT_PLACE
                                     : i == PLACES + 1  ? SEARCH_NO_PLACE
                                                        : SEARCH_PLACE;

        assert_int_equal(search_pool_reserve(w->pool, &jobs[i].search), expected);
    }
    assert_int_equal(search_pool_jobs(w->pool, SEARCH_ANALYSES), PLACES);
    /* A reserved job that is cancelled is refused, and gives its place back. */
    assert_false(search_pool_cancel(w->pool, &jobs[0].search));
    assert_false(search_pool_submit(w->pool, &jobs[0].search, 0));
    assert_int_equal(search_pool_reserve(w->pool, &jobs[CLIENT_PLACES].search), SEARCH_PLACE);
    /* A waiting one that is cancelled never runs. */
    for (int i = 1; i <= CLIENT_PLACES; i++)
        assert_true(search_pool_submit(w->pool, &jobs[i].search, 0));
    wait_for(w, &w->begun, ANALYSIS_WORKERS);
    assert_true(search_pool_cancel(w->pool, &jobs[CLIENT_PLACES].search));
    open_jobs(w);
    wait_for(w, &w->ended, CLIENT_PLACES - 1);
    assert_int_equal(w->begun, CLIENT_PLACES - 1);
    /* The others give their places back, before they go out of scope. */
    for (int i = CLIENT_PLACES + 1; i <= PLACES; i++) {
        assert_false(search_pool_cancel(w->pool, &jobs[i].search));
        assert_false(search_pool_submit(w->pool, &jobs[i].search, 0));
    }
    assert_int_equal(search_pool_jobs(w->pool, SEARCH_ANALYSES), 0);
}

/* Many clients of a network leave places to others. */
static void test_places_of_networks(void **state)
{
    const int most = PLACES * 3 / 4;
    world *w = *state;
    test_job jobs[PLACES + 1];

    for (int i = 0; i <= PLACES; i++) {
        jobs[i] = job_of(w, SEARCH_ANALYSES, i);
        jobs[i].search.share.client = (http_client){{100 + (uint64_t)i, 200 + (uint64_t)i, 48}};
        if (i == PLACES) /* of another network */
            jobs[i].search.share.client.keys[2] = 49;
        assert_int_equal(search_pool_reserve(w->pool, &jobs[i].search),
                         i >= most && i < PLACES ? SEARCH_NO_CLIENT_PLACE : SEARCH_PLACE);
    }
    for (int i = 0; i <= PLACES; i++) {
        search_pool_cancel(w->pool, &jobs[i].search);
        if (i < most || i == PLACES)
            assert_false(search_pool_submit(w->pool, &jobs[i].search, 0));
    }
    assert_int_equal(search_pool_jobs(w->pool, SEARCH_ANALYSES), 0);
}

static void test_exclusive(void **state)
{
    world *w = *state;
    test_job jobs[3];

    for (int i = 0; i < 3; i++) {
        jobs[i] = job_of(w, SEARCH_ANALYSES, i);
        jobs[i].search.exclusive = i < 2;
        assert_int_equal(search_pool_reserve(w->pool, &jobs[i].search), SEARCH_PLACE);
        assert_true(search_pool_submit(w->pool, &jobs[i].search, 0));
    }
    wait_for(w, &w->begun, 2); /* the third overtakes the second */
    assert_int_equal(w->order[0] + w->order[1], 2);
    open_jobs(w);
    wait_for(w, &w->ended, 3);
    assert_int_equal(w->most_exclusive, 1);
}

static void test_delay(void **state)
{
    world *w = *state;
    test_job late = job_of(w, SEARCH_MOVES, 0), soon = job_of(w, SEARCH_MOVES, 1);

    open_jobs(w);
    assert_true(search_pool_submit(w->pool, &late.search, 100));
    assert_true(search_pool_submit(w->pool, &soon.search, 0));
    wait_for(w, &w->ended, 2);
    assert_int_equal(w->order[0], 1);
    /* A job may be submitted again when it is finished. */
    assert_true(search_pool_submit(w->pool, &late.search, 0));
    wait_for(w, &w->ended, 3);
}

static void test_cancel_stops_the_search(void **state)
{
    world *w = *state;
    test_job job = job_of(w, SEARCH_MOVES, 0);

    job.searches = true;
    for (int round = 1; round <= 20; round++) {
        atomic_store(&job.search.cancelled, false);
        assert_true(search_pool_submit(w->pool, &job.search, 0));
        wait_for(w, &w->begun, round);
        /* At different moments: before the engine is there, before the search, and in it. */
        nanosleep(&(struct timespec){.tv_nsec = (round % 5) * 1000000L}, NULL);
        assert_false(search_pool_cancel(w->pool, &job.search));
        wait_for(w, &w->ended, round);
        assert_true(job.cancelled);
    }
}

/* Works: as long as no job waits for a worker longer than one can take. Analyses may. */
static void test_works(void **state)
{
    world *w = *state;
    test_job running = job_of(w, SEARCH_MOVES, 0), waiting = job_of(w, SEARCH_MOVES, 1);
    test_job late = job_of(w, SEARCH_QUICK_MOVES, 2), analyses[ANALYSIS_WORKERS + 1];

    assert_true(search_pool_makes_progress(w->pool, 0));
    for (int i = 0; i <= ANALYSIS_WORKERS; i++) {
        analyses[i] = job_of(w, SEARCH_ANALYSES, 3 + i);
        assert_int_equal(search_pool_reserve(w->pool, &analyses[i].search), SEARCH_PLACE);
        assert_true(search_pool_submit(w->pool, &analyses[i].search, 0));
    }
    assert_true(search_pool_submit(w->pool, &running.search, 0));
    assert_true(search_pool_submit(w->pool, &late.search, 60000));
    wait_for(w, &w->begun, ANALYSIS_WORKERS + 1);
    nanosleep(&(struct timespec){.tv_nsec = 60 * 1000000L}, NULL);
    assert_true(
        search_pool_makes_progress(w->pool, 50)); /* a job runs long, and none waits for it */
    assert_true(search_pool_submit(w->pool, &waiting.search, 0));
    assert_true(search_pool_makes_progress(w->pool, 5000));
    nanosleep(&(struct timespec){.tv_nsec = 60 * 1000000L}, NULL);
    assert_false(search_pool_makes_progress(w->pool, 50));
    assert_true(search_pool_makes_progress(w->pool, 5000));
    assert_true(search_pool_cancel(w->pool, &late.search));
    open_jobs(w);
    wait_for(w, &w->ended, ANALYSIS_WORKERS + 3);
    assert_true(search_pool_makes_progress(w->pool, 0));
}

static void test_halt(void **state)
{
    world *w = *state;
    test_job running = job_of(w, SEARCH_MOVES, 0), waiting = job_of(w, SEARCH_MOVES, 1);

    running.searches = true;
    assert_true(search_pool_submit(w->pool, &running.search, 0));
    wait_for(w, &w->begun, 1);
    assert_true(search_pool_submit(w->pool, &waiting.search, 0));
    assert_true(search_pool_makes_progress(w->pool, 60000));
    search_pool_halt(w->pool);
    assert_false(search_pool_makes_progress(w->pool, 60000));
    assert_true(running.cancelled);
    assert_int_equal(w->ended, 1);
    assert_int_equal(w->begun, 1);
    assert_false(search_pool_submit(w->pool, &running.search, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_order_and_classes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_clients_take_turns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shares_of_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_fairness_of_any_jobs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_class_of_its_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_jobs_of_nobody, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_client_that_returns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_patient_clients, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cancelled_jobs_cost_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_resubmit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_places_of_networks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_exclusive, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_delay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cancel_stops_the_search, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_works, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_halt, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
