/* The pool of work that takes milliseconds: turns of the clients, their shares, and the halt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "service/core/work_pool.h"

enum { PLACES = 6, CLIENT_PLACES = 4, JOBS_MAX = 200, ADDERS = 4, JOBS_OF_ADDER = 300 };

/* What the jobs of a test share. */
struct world {
    struct work_pool *pool;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t changed;
    bool open; /* jobs may end */
    char order[JOBS_MAX + 1], refused[JOBS_MAX + 1];
    int begun, refusals;
};

struct test_job {
    struct work work; /* first */
    struct world *world;
    char name;
    int again; /* so often it adds itself once more before it ends */
};

static void on_run(struct work *work)
{
    struct test_job *job = (struct test_job *)work;
    struct world *world = job->world;

    pthread_mutex_lock(&world->mutex);
    world->order[world->begun++] = job->name;
    pthread_cond_broadcast(&world->changed);
    while (!world->open)
        pthread_cond_wait(&world->changed, &world->mutex);
    const bool again = job->again-- > 0;
    pthread_mutex_unlock(&world->mutex); /* the test may end with its last job */
    if (again)
        assert_int_equal(work_pool_add(world->pool, &job->work), WORK_ADMITTED);
}

static void on_refused(struct work *work)
{
    struct test_job *job = (struct test_job *)work;
    struct world *world = job->world;

    pthread_mutex_lock(&world->mutex);
    world->refused[world->refusals++] = job->name;
    pthread_mutex_unlock(&world->mutex);
}

/* The name is that of the client: '0' is nobody. */
static enum work_refusal add(struct world *world, struct test_job *job, char name)
{
    job->world = world;
    job->name = name;
    job->work = (struct work){
        .share.client = {{name == '0' ? 0 : (uint64_t)name}}, .run = on_run, .refused = on_refused};
    return work_pool_add(world->pool, &job->work);
}

/* Waits until the first job has begun. */
static void run_until_begun(struct world *world)
{
    pthread_mutex_lock(&world->mutex);
    while (world->begun == 0)
        pthread_cond_wait(&world->changed, &world->mutex);
    pthread_mutex_unlock(&world->mutex);
}

/* Adds a job for each letter, which all are admitted; the first one begins before the others come. */
static void add_all(struct world *world, struct test_job jobs[], const char *names)
{
    for (int i = 0; names[i]; i++) {
        assert_int_equal(add(world, &jobs[i], names[i]), WORK_ADMITTED);
        run_until_begun(world);
    }
}

/* Lets jobs end, and waits until so many have begun. */
static void run_all(struct world *world, int count)
{
    pthread_mutex_lock(&world->mutex);
    world->open = true;
    pthread_cond_broadcast(&world->changed);
    while (world->begun < count)
        pthread_cond_wait(&world->changed, &world->mutex);
    pthread_mutex_unlock(&world->mutex);
}

static int set_up(void **state)
{
    struct world *world = calloc(1, sizeof *world);

    assert_non_null(world);
    pthread_mutex_init(&world->mutex, NULL);
    pthread_cond_init(&world->changed, NULL);
    world->pool = work_pool_new(&(struct work_pool_config){
        .workers = 1, .jobs_max = PLACES, .client_jobs_max = CLIENT_PLACES});
    assert_non_null(world->pool);
    *state = world;
    return 0;
}

static int tear_down(void **state)
{
    struct world *world = *state;

    run_all(world, 0);
    work_pool_free(world->pool);
    pthread_cond_destroy(&world->changed);
    pthread_mutex_destroy(&world->mutex);
    free(world);
    return 0;
}

static void test_turns(void **state)
{
    struct world *world = *state;
    struct test_job jobs[7] = {0};

    add_all(world, jobs, "aaabbbc");
    assert_int_equal(work_pool_jobs(world->pool), 7);
    run_all(world, 7);
    assert_string_equal(world->order, "abcabab");
    assert_string_equal(world->refused, "");
}

/* Two who always come back with one job do not keep a third from the rest of its own. */
static void test_patient_clients(void **state)
{
    struct world *world = *state;
    struct test_job jobs[5] = {0};

    add_all(world, jobs, "a");
    jobs[0].again = 50;
    assert_int_equal(add(world, &jobs[1], 'd'), WORK_ADMITTED);
    jobs[1].again = 50;
    for (int i = 2; i < 5; i++)
        assert_int_equal(add(world, &jobs[i], 'b'), WORK_ADMITTED);
    run_all(world, 105);
    assert_memory_equal(world->order, "adbbadbad", 9);
}

static void test_shares(void **state)
{
    struct world *world = *state;
    struct test_job jobs[12] = {0};

    add_all(world, jobs, "xaaaabb");
    assert_int_equal(add(world, &jobs[7], 'a'), WORK_CLIENT_FULL);
    assert_int_equal(add(world, &jobs[7], 'c'), WORK_ADMITTED);
    assert_string_equal(world->refused, "a");
    assert_int_equal(add(world, &jobs[8], 'c'), WORK_ADMITTED);
    assert_string_equal(world->refused, "aa");
    assert_int_equal(add(world, &jobs[9], 'c'), WORK_FULL);
    assert_int_equal(add(world, &jobs[9], '0'), WORK_ADMITTED);
    assert_int_equal(world->refusals, 3);
    assert_int_equal(add(world, &jobs[10], '0'), WORK_ADMITTED);
    assert_int_equal(world->refusals, 4);
    run_all(world, 7);
    assert_int_equal(world->begun, 7);
}

/* Whoever has lost a place comes no later for it. */
static void test_order_after_a_loss(void **state)
{
    struct world *world = *state;
    struct test_job jobs[10] = {0};

    add_all(world, jobs, "xaaaabb");
    assert_int_equal(add(world, &jobs[7], 'c'), WORK_ADMITTED); /* takes the fourth of a */
    assert_int_equal(work_pool_jobs(world->pool), 7);
    run_all(world, 7);
    assert_string_equal(world->order, "xabcaba");
}

/* Eight clients whose keys fall together have shares of their own, and leave room for others when
 * they are done. */
static void test_similar_clients(void **state)
{
    struct world *world = *state;
    struct work_pool *pool = work_pool_new(
        &(struct work_pool_config){.workers = 1, .jobs_max = 100, .client_jobs_max = 1});
    struct test_job jobs[25] = {0};
    int added = 0;

    assert_non_null(pool);
    for (int round = 0; round < 3; round++) {
        pthread_mutex_lock(&world->mutex);
        world->open = false;
        pthread_mutex_unlock(&world->mutex);
        for (int i = 0; i < 8; i++, added++) {
            struct test_job *job = &jobs[added];

            *job = (struct test_job){.world = world, .name = (char)('a' + i)};
            job->work = (struct work){.share.client = {{(uint64_t)(added + 1) << 32}},
                                      .run = on_run,
                                      .refused = on_refused};
            assert_int_equal(work_pool_add(pool, &job->work), WORK_ADMITTED);
        }
        jobs[24].work = jobs[added - 1].work;
        assert_int_equal(work_pool_add(pool, &jobs[24].work), WORK_CLIENT_FULL);
        run_all(world, added);
    }
    work_pool_free(pool);
    assert_string_equal(world->refused, "");
}

/* A client of the /56 and the /48 of these numbers; its own is not one of theirs. */
static struct work work_of(uint64_t client, uint64_t small, uint64_t large)
{
    return (struct work){.share.client = {{client, 0x5600 + small, 0x4800 + large}},
                         .run = on_run,
                         .refused = on_refused};
}

/* Adds the job of a client that is not alone in its networks. */
static enum work_refusal add_neighbour(struct world *world, struct work_pool *pool,
                                       struct test_job *job, struct work work, char name)
{
    *job = (struct test_job){.work = work, .world = world, .name = name};
    return work_pool_add(pool, &job->work);
}

/* Of forty places a /56 gets four times as many as a client, and a /48 three quarters; where all are
 * taken, it loses them to a client that has less of its share. */
static void test_places_of_networks(void **state)
{
    struct world *world = *state;
    struct work_pool *pool = work_pool_new(
        &(struct work_pool_config){.workers = 1, .jobs_max = 40, .client_jobs_max = 2});
    struct test_job jobs[60];
    int added = 0;

    assert_non_null(pool);
    assert_int_equal(add_neighbour(world, pool, &jobs[added++], work_of(1, 1, 1), 'x'),
                     WORK_ADMITTED);
    run_until_begun(world);
    for (int i = 0; i < 9; i++, added++) /* nine clients of a /56 */
        assert_int_equal(
            add_neighbour(world, pool, &jobs[added], work_of(100 + (uint64_t)i, 2, 2), 'a'),
            i < 8 ? WORK_ADMITTED : WORK_CLIENT_FULL);
    for (int i = 0; i < 23; i++, added++) /* with 23 others it fills its /48 */
        assert_int_equal(add_neighbour(world, pool, &jobs[added],
                                       work_of(200 + (uint64_t)i, 20 + (uint64_t)i, 2), 'b'),
                         i < 22 ? WORK_ADMITTED : WORK_CLIENT_FULL);
    for (int i = 0; i < 10; i++, added++) /* the other places */
        assert_int_equal(
            add_neighbour(world, pool, &jobs[added],
                          work_of(300 + (uint64_t)i, 50 + (uint64_t)i, 50 + (uint64_t)i), 'c'),
            WORK_ADMITTED);
    assert_int_equal(add_neighbour(world, pool, &jobs[added++], work_of(500, 90, 90), 'd'),
                     WORK_ADMITTED);
    assert_string_equal(world->refused, "a"); /* it had two clients' worth, the /48 less */
    assert_int_equal(add_neighbour(world, pool, &jobs[added++], work_of(501, 91, 91), 'd'),
                     WORK_ADMITTED);
    assert_string_equal(world->refused, "ab");
    run_all(world, 41);
    work_pool_free(pool);
}

/* Twenty clients of a /48 have the turns of sixteen. */
static void test_turns_of_networks(void **state)
{
    struct world *world = *state;
    struct work_pool *pool = work_pool_new(
        &(struct work_pool_config){.workers = 1, .jobs_max = 100, .client_jobs_max = 40});
    struct test_job jobs[64];
    int added = 0, before = 0;

    assert_non_null(pool);
    assert_int_equal(add_neighbour(world, pool, &jobs[added++], work_of(1, 1, 1), 'x'),
                     WORK_ADMITTED);
    run_until_begun(world);
    for (int i = 0; i < 20; i++, added++) { /* those of the network come first */
        const uint64_t number = 100 + (uint64_t)i;
        assert_int_equal(add_neighbour(world, pool, &jobs[added], work_of(number, number, 2), 'n'),
                         WORK_ADMITTED);
    }
    for (int i = 0; i < 2; i++, added++)
        assert_int_equal(add_neighbour(world, pool, &jobs[added], work_of(2, 3, 3), 'c'),
                         WORK_ADMITTED);
    run_all(world, added);
    work_pool_free(pool);
    /* The first one when the network has had one turn, the second one after sixteen more. */
    assert_memory_equal(world->order, "xnc", 3);
    for (const char *at = world->order + 3; *at != 'c'; at++)
        before++;
    assert_in_range(before, 15, 16);
}

static void test_halt(void **state)
{
    struct world *world = *state;
    struct test_job jobs[4] = {0};

    add_all(world, jobs, "abc");
    work_pool_halt(world->pool);
    assert_string_equal(world->refused, "bc");
    assert_int_equal(work_pool_jobs(world->pool), 1);
    assert_int_equal(add(world, &jobs[3], 'd'), WORK_FULL);
    run_all(world, 1);
    work_pool_free(world->pool);
    assert_string_equal(world->order, "a");
    world->pool = NULL;
}

/* A thread that adds jobs of its own client. */
struct adder {
    struct work_pool *pool;
    uint64_t client;
    atomic_int *ended; /* run, or refused */
    int turned_away;
};

struct counted_job {
    struct work work; /* first */
    atomic_int *ended;
};

static void count_job(struct work *work)
{
    atomic_fetch_add(((struct counted_job *)work)->ended, 1);
    free(work);
}

static void *adder_run(void *context)
{
    struct adder *adder = context;

    for (int i = 0; i < JOBS_OF_ADDER; i++) {
        struct counted_job *job = malloc(sizeof *job);

        assert_non_null(job);
        *job = (struct counted_job){
            .work = {.share.client = {{adder->client}}, .run = count_job, .refused = count_job},
            .ended = adder->ended};
        if (work_pool_add(adder->pool, &job->work) != WORK_ADMITTED) {
            adder->turned_away++;
            free(job);
        }
    }
    return NULL;
}

/* Each job is run or refused, once. */
static void test_threads(void **state)
{
    struct work_pool *pool = work_pool_new(&(struct work_pool_config){
        .workers = 2, .jobs_max = PLACES, .client_jobs_max = CLIENT_PLACES});
    struct adder adders[ADDERS];
    pthread_t threads[ADDERS];
    atomic_int ended = 0;
    int turned_away = 0;

    (void)state;
    assert_non_null(pool);
    for (int i = 0; i < ADDERS; i++) {
        adders[i] = (struct adder){.pool = pool, .client = (uint64_t)i, .ended = &ended};
        assert_int_equal(pthread_create(&threads[i], NULL, adder_run, &adders[i]), 0);
    }
    for (int i = 0; i < ADDERS; i++) {
        pthread_join(threads[i], NULL);
        turned_away += adders[i].turned_away;
    }
    work_pool_free(pool);
    assert_int_equal(atomic_load(&ended) + turned_away, ADDERS * JOBS_OF_ADDER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_turns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_patient_clients, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shares, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_order_after_a_loss, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_similar_clients, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_places_of_networks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_turns_of_networks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_halt, set_up, tear_down),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
