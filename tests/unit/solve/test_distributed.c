/* Distributed solves: threads as processes come to the table of one solve, and fail together. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "folder.h"

#include "distributed/distributed.h"
#include "thread_group.h"

static bool is_file(const char *name)
{
    return access(name, F_OK) == 0;
}

/* What the members of a test share, and what the first one finds. */
enum { STOPS_NOTHING, STOPS_CLASSES, STOPS_VERIFYING, STOPS_WRITING };

struct job {
    const paua_board *board;
    paua_solve_options options;
    uint32_t room;    /* of the messages, 0: as it is */
    int value_max;    /* the largest value that a byte holds, 0: as it is */
    const char *path; /* of the table */
    int stops_at;     /* progress of the last member */
    int stops_after;  /* the run: what the last member stops */
    uint64_t bad;     /* records */
    bool alters;      /* the last member's first records, before they are verified */
    uint64_t altered; /* slot of that of the top layer */
    bool long_too;    /* and the least slot's long remoteness there */
    uint64_t long_slot;
    bool forgets; /* the checkpoint, in the end */
    paua_class_counts classes;
    paua_layer_counts layers[16];
    paua_solve_fault faults[LAYER_FAULTS_MAX];
    int fault_count;
    uint64_t sent;
};

/* So many values stand in a list, as if they exceeded a byte. */
static void set_value_max(paua_solve *solve, int value_max)
{
    for (int i = 0; i < solve->count; i++)
        state_layer(solve, i)->value_max = value_max ? value_max : LAYER_VALUE_MAX;
}

struct stopping {
    paua_distributed *group;
    int left;
};

static void count_down(const paua_solve_progress *progress, void *context)
{
    struct stopping *stopping = context;
    (void)progress;
    if (stopping->group && --stopping->left == 0)
        paua_distributed_stop(stopping->group);
}

/* Makes two records of the top layer wrong; a group's members have parts, of which the last is
 * changed. */
static void alter(struct job *job, paua_distributed *group)
{
    const struct distributed_part *top = &group->parts[paua_distributed_layers(group) - 1];
    group->values[top->base] ^= 2;
    job->altered = top->first;
    if (!job->long_too)
        return;
    struct overflow_entry *list = overflow_sorted(&group->overflow);
    size_t i =
        group->overflow.count - 1; /* the last one is of the top layer, the last to be solved */
    assert_true(list[i].slot >= top->base);
    overflow_put(&group->overflow, list[i].slot, list[i].value + 2);
    job->long_slot = list[i].slot - top->base + top->first;
    free(list);
}

static paua_status do_job(const struct member *member, struct job *job, paua_distributed *group)
{
    bool last = member->rank == member->peers.size - 1;
    struct stopping stopping = {last && job->stops_at ? group : NULL, job->stops_at};
    uint64_t bad = 0;
    paua_class_counts classes;
    if (job->options.checkpoint && job->stops_at) {
        paua_status status = paua_distributed_resume(group, job->options.checkpoint);
        if (status != PAUA_OK && status != PAUA_ERROR_NOT_FOUND)
            return status;
    }
    paua_status status = paua_distributed_run(group, count_down, &stopping);
    if (status == PAUA_OK && last && job->alters)
        alter(job, group);
    if (status == PAUA_OK && last && job->stops_after == STOPS_CLASSES)
        paua_distributed_stop(group);
    if (status == PAUA_OK)
        status = paua_distributed_classes(group, &classes);
    if (status == PAUA_OK && last && job->stops_after == STOPS_VERIFYING)
        paua_distributed_stop(group);
    if (status == PAUA_OK)
        status = paua_distributed_verify(group, NULL, NULL, &bad);
    if (status == PAUA_OK && last && job->stops_after == STOPS_WRITING)
        paua_distributed_stop(group);
    if (status == PAUA_OK)
        status = paua_distributed_write(group, job->path);
    if (status == PAUA_OK && member->rank == 0) {
        job->classes = classes;
        job->bad = bad;
        job->sent = paua_distributed_sent(group);
        job->fault_count = paua_distributed_faults(group);
        for (int i = 0; i < job->fault_count; i++)
            job->faults[i] = *paua_distributed_fault_at(group, i);
        for (int i = 0; i < paua_distributed_layers(group); i++)
            job->layers[i] = paua_distributed_layer(group, i);
    }
    if (job->forgets)
        paua_distributed_forget(group);
    return status;
}

static void solve_all(struct member *member)
{
    struct job *job = member->context;
    paua_distributed *group = NULL;
    member->status = paua_distributed_new(job->board, &job->options, &member->peers, &group);
    if (member->status == PAUA_OK) {
        if (job->room)
            group->messages.room = job->room;
        set_value_max(group->solve, job->value_max);
        member->status = do_job(member, job, group);
    }
    paua_distributed_free(group);
}

/* All members with one job; they end with the same status, which is returned. */
static paua_status run_members(struct member *members, int size, struct job *job)
{
    for (int i = 0; i < size; i++) {
        members[i].task = solve_all;
        members[i].context = job;
    }
    run_group(members, size);
    for (int i = 1; i < size; i++)
        assert_int_equal(members[i].status, members[0].status);
    return members[0].status;
}

static paua_status run_job(struct job *job, int size)
{
    struct member members[GROUP_MAX] = {{0}};
    return run_members(members, size, job);
}

/* One process's table, and what else it says, to compare with. */
static paua_solve *solve_alone(const struct job *job)
{
    paua_solve *solve;
    assert_int_equal(paua_solve_new(job->board, &job->options, &solve), PAUA_OK);
    set_value_max(solve, job->value_max);
    assert_int_equal(paua_solve_run(solve, NULL, NULL), PAUA_OK);
    assert_int_equal(paua_solve_write(solve, "alone"), PAUA_OK);
    return solve;
}

/* Little more than one position may send, so that there are many rounds. */
enum { ROOM_SMALL = 6500 };

static int longest_of(const paua_solve *solve)
{
    int longest = 0;
    for (int i = 0; i < paua_solve_layers(solve); i++) {
        paua_layer_counts layer = paua_solve_layer(solve, i);
        longest = layer.longest_win > longest ? layer.longest_win : longest;
    }
    return longest;
}

static void assert_same_findings(const struct job *job, paua_solve *alone)
{
    paua_class_counts classes;
    assert_int_equal(paua_solve_classes(alone, &classes), PAUA_OK);
    assert_memory_equal(&job->classes, &classes, sizeof classes);
    for (int i = 0; i < paua_solve_layers(alone); i++) {
        paua_layer_counts layer = paua_solve_layer(alone, i), group = job->layers[i];
        assert_int_equal(group.own, layer.own);
        assert_int_equal(group.opp, layer.opp);
        assert_int_equal(group.positions, layer.positions);
        assert_int_equal(group.wins, layer.wins);
        assert_int_equal(group.losses, layer.losses);
        assert_int_equal(group.draws, layer.draws);
        assert_int_equal(group.longest_win, layer.longest_win);
        assert_int_equal(group.longest_loss, layer.longest_loss);
    }
    assert_int_equal(job->bad, 0);
    assert_same_file("alone", "distributed");
}

static void groups_come_to_the_same(void **context)
{
    static const struct {
        int sides[3], marbles, win;
        bool stuck_loses;
        uint32_t room;
        int value_max;
    } cases[] = {
        {{2, 2, 2}, 2, 1, false, 0, 0},
        {{2, 2, 2}, 3, 3, true, ROOM_SMALL, 0},
        {{2, 2, 3}, 3, 1, false, ROOM_SMALL, 0},
        {{2, 2, 3}, 4, 2, true, 0, 0},
        {{2, 3, 3}, 5, 2, false, ROOM_SMALL, 0},
        {{2, 3, 3}, 4, 3, false, 0, 0},
        /* bytes that hold little */
        {{2, 2, 2}, 3, 3, true, 0, 1},
        {{2, 2, 3}, 4, 2, true, ROOM_SMALL, 2},
        {{2, 3, 3}, 4, 3, false, 0, 5},
        {{1, 2, 5}, 4, 3, false, ROOM_SMALL, 20},
        {{1, 2, 7}, 5, 4, false, 0, 0}, /* a win of 137 plies */
    };
    (void)context;
    for (size_t i = 0; i < LENGTH(cases); i += SANITIZED ? 3 : 1) {
        paua_board *board = board_of(cases[i].sides[0], cases[i].sides[1], cases[i].sides[2]);
        struct job job = {.board = board,
                          .options = {.marbles = cases[i].marbles,
                                      .win = cases[i].win,
                                      .stuck_loses = cases[i].stuck_loses,
                                      .threads = 1},
                          .room = cases[i].room,
                          .value_max = cases[i].value_max,
                          .path = "distributed"};
        paua_solve *alone = solve_alone(&job);
        bool has_long = longest_of(alone) >= (job.value_max ? job.value_max : LAYER_VALUE_MAX);
        assert_int_equal(has_long, cases[i].value_max || cases[i].sides[2] == 7);
        for (int size = 1; size <= GROUP_MAX; size++) {
            assert_int_equal(run_job(&job, size), PAUA_OK);
            assert_same_findings(&job, alone);
            assert_true(size > 1 || job.sent == 0);
        }
        paua_solve_free(alone);
        paua_board_free(board);
    }
}

/* With win 1 it has one layer, of which three processes have some. */
static struct job job_of(const paua_board *board, int win, const char *path)
{
    return (struct job){.board = board,
                        .options = {.marbles = 4, .win = win, .threads = 1},
                        .room = ROOM_SMALL,
                        .path = path};
}

/* One process with the same records altered finds as many wrong ones, and lists the same. */
static void assert_same_faults(const struct job *job)
{
    uint64_t bad;
    paua_solve *alone = solve_alone(job);
    struct layer *top = state_layer(alone, alone->count - 1);
    top->values[job->altered] ^= 2;
    if (job->long_too)
        overflow_put(&top->overflow, job->long_slot,
                     overflow_get(&top->overflow, job->long_slot) + 2);
    assert_int_equal(paua_solve_verify(alone, NULL, NULL, &bad), PAUA_OK);
    assert_true(bad > (job->long_too ? 1 : 0));
    assert_int_equal(job->bad, bad);
    assert_int_equal(job->fault_count, paua_solve_faults(alone));
    for (int i = 0; i < job->fault_count; i++) {
        const paua_solve_fault *fault = paua_solve_fault_at(alone, i);
        assert_true(paua_position_same(&job->faults[i].position, &fault->position));
        assert_int_equal(job->faults[i].value, fault->value);
        assert_int_equal(job->faults[i].remoteness, fault->remoteness);
    }
    paua_solve_free(alone);
}

static void wrong_records_are_found(void **context)
{
    paua_board *board = board_of(2, 3, 3);
    (void)context;
    struct job job = job_of(board, 2, "distributed");
    for (int run = 0; run < 6; run += SANITIZED ? 2 : 1) {
        int size = 1 + run % 3;
        job.long_too = run >= 3;
        job.value_max = job.long_too ? 5 : 0;
        job.alters = true;
        assert_int_equal(run_job(&job, size), PAUA_OK);
        assert_same_faults(&job);
        job.alters = false;
        assert_int_equal(run_job(&job, size), PAUA_OK);
        assert_int_equal(job.bad, 0);
        assert_int_equal(job.fault_count, 0);
    }
    paua_board_free(board);
}

/* Three processes, one of which fails or lies. */
static paua_status run_trouble(struct job *job, int who, int fails_at, int lies_at)
{
    struct member members[3] = {{0}};
    members[who].fails_at = fails_at;
    members[who].lies_at = lies_at;
    return run_members(members, 3, job);
}

/* Whichever call of a process fails, all end with PAUA_ERROR_IO, and no half table is left. */
static void broken_groups_end(void **context)
{
    paua_board *board = board_of(2, 3, 3);
    paua_status status = PAUA_ERROR_IO;
    int runs = 0;
    (void)context;
    struct job job = job_of(board, 1, "broken");
    job.value_max = 5;
    paua_solve_free(solve_alone(&job));
    for (int at = 1; status != PAUA_OK; at += 1 + at / 5) {
        status = run_trouble(&job, at % 3, at, 0);
        assert_true(status == PAUA_OK || status == PAUA_ERROR_IO);
        assert_false(is_file("broken.part"));
        if (is_file("broken")) /* all had been done, and only that was not known everywhere */
            assert_same_file("broken", "alone");
        runs++;
    }
    assert_true(is_file("broken"));
    assert_true(runs > 15);
    paua_board_free(board);
}

/* Addresses of no record are noticed, by all. */
static void senseless_mail_is_refused(void **context)
{
    paua_board *board = board_of(2, 3, 3);
    int refused = 0;
    (void)context;
    struct job job = job_of(board, 1, "broken");
    for (int at = 2; at < 160; at += SANITIZED ? 9 : 3) {
        job.value_max = at % 2 ? 5 : 0;
        paua_status status = run_trouble(&job, at % 3, 0, at);
        assert_true(status == PAUA_OK || status == PAUA_ERROR_CORRUPT);
        refused += status == PAUA_ERROR_CORRUPT;
    }
    assert_true(refused > (SANITIZED ? 3 : 10));
    paua_board_free(board);
}

struct options_of {
    const paua_board *board;
    paua_solve_options options[2];
};

static void prepare(struct member *member)
{
    const struct options_of *given = member->context;
    paua_distributed *group = NULL;
    member->status =
        paua_distributed_new(given->board, &given->options[member->rank], &member->peers, &group);
    paua_distributed_free(group);
}

/* What is wrong for one process is wrong for all. */
static void one_failure_is_everyones(void **context)
{
    static const struct {
        paua_solve_options second;
        paua_status status;
    } cases[] = {
        {{.marbles = 4, .win = 2, .threads = 1}, PAUA_OK},
        {{.marbles = 4, .win = 2, .threads = 2}, PAUA_ERROR_BAD_ARGUMENT},
        {{.marbles = 4, .win = 2, .threads = 1, .method = PAUA_SOLVE_SWEEP},
         PAUA_ERROR_BAD_ARGUMENT},
        {{.marbles = 4, .win = 5, .threads = 1}, PAUA_ERROR_BAD_ARGUMENT},
        {{.marbles = 4, .win = 2, .threads = 1, .memory_bytes = 100000}, PAUA_ERROR_NO_MEMORY},
    };
    struct options_of given = {.board = board_of(2, 3, 3)};
    (void)context;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct member members[2] = {{.task = prepare, .context = &given},
                                    {.task = prepare, .context = &given}};
        given.options[0] = cases[0].second;
        given.options[1] = cases[i].second;
        run_group(members, 2);
        assert_int_equal(members[0].status, cases[i].status);
        assert_int_equal(members[1].status, cases[i].status);
    }
    paua_distributed_free(NULL);

    struct job job = job_of(given.board, 2, "none/distributed");
    assert_int_equal(run_job(&job, 3), PAUA_ERROR_IO);
    paua_board_free((paua_board *)(uintptr_t)given.board);
}

static void bytes_are_told(void **context)
{
    paua_board *board = board_of(3, 3, 3), *large = board_of(3, 4, 4);
    paua_solve_options options = {.marbles = 6, .win = 2, .threads = 1};
    uint64_t positions;
    (void)context;
    uint64_t one = paua_distributed_bytes(board, &options, 1, &positions);
    uint64_t four = paua_distributed_bytes(board, &options, 4, NULL);
    assert_int_equal(positions, 139675536);
    /* the records are nearly all of it, and four share them */
    assert_in_range(one, 11700000, 11700000 + 13000000);
    assert_in_range(four, 11700000 / 4, 11700000 / 4 + 13000000);
    assert_int_equal(paua_distributed_bytes(board, &options, 0, NULL), 0);
    assert_int_equal(paua_distributed_bytes(board, &options, PAUA_PEERS_MAX + 1, NULL), 0);
    /* 30 cells: the parts of few processes are too large for addresses */
    options.marbles = 7;
    options.win = 1;
    assert_int_equal(paua_distributed_bytes(large, &options, 2, NULL), 0);
    assert_in_range(paua_distributed_bytes(large, &options, 1024, NULL), 1 << 28, 1 << 29);
    paua_board_free(board);
    paua_board_free(large);
}

/* Stopped by one process again and again and continued by new ones, it ends with the same table. */
static void stopped_groups_go_on(void **context)
{
    paua_board *board = board_of(2, 3, 3);
    char name[32];
    (void)context;
    struct job job = job_of(board, 2, "distributed");
    for (int run = SANITIZED ? 2 : 0; run < 4; run++) {
        static const int sizes[] = {1, 2, 3, 2};
        int size = sizes[run], runs = 0;
        job.value_max = run < 3 ? 0 : 5;
        job.options.checkpoint = NULL;
        paua_solve *alone = solve_alone(&job);
        job.options.checkpoint = "checkpoint";
        job.options.checkpoint_ms = 3600000; /* only when it is stopped */
        paua_status status = PAUA_ERROR_CONFLICT;
        while (status == PAUA_ERROR_CONFLICT) {
            job.stops_at = 3 + 2 * runs++;
            status = run_job(&job, size);
        }
        assert_int_equal(status, PAUA_OK);
        assert_true(runs > 5);
        assert_same_findings(&job, alone);
        for (int i = 0; i < size; i++) { /* other numbers of processes find none */
            snprintf(name, sizeof name, "checkpoint.%d.0", i);
            assert_true(is_file(name));
        }
        job.forgets = true;
        job.stops_at = 0;
        assert_int_equal(run_job(&job, size), PAUA_OK);
        job.forgets = false;
        for (int i = 0; i < size; i++) {
            snprintf(name, sizeof name, "checkpoint.%d.%d", i, runs % 2);
            assert_false(is_file(name));
        }
        paua_solve_free(alone);
    }
    paua_board_free(board);
}

/* Stopped in what follows the run: all have what is solved, and go on from there. */
static void what_follows_a_run_stops(void **context)
{
    paua_board *board = board_of(2, 3, 3);
    (void)context;
    struct job job = job_of(board, 2, "distributed");
    paua_solve *alone = solve_alone(&job);
    job.options.checkpoint = "checkpoint";
    job.options.checkpoint_ms = 3600000; /* only when it is stopped */
    for (int stops = STOPS_CLASSES; stops <= STOPS_WRITING; stops++) {
        job.stops_at = 0;
        job.stops_after = stops;
        assert_int_equal(run_job(&job, 2), PAUA_ERROR_CONFLICT);
        assert_true(is_file("checkpoint.0.1") && is_file("checkpoint.1.1"));
        job.stops_at = 1; /* nothing is left to run: there is no progress */
        job.stops_after = STOPS_NOTHING;
        job.forgets = true;
        assert_int_equal(run_job(&job, 2), PAUA_OK);
        job.forgets = false;
        assert_same_findings(&job, alone);
    }
    paua_solve_free(alone);
    paua_board_free(board);
}

static void copy_file(const char *from, const char *to)
{
    uint8_t *bytes;
    size_t size = read_whole(from, &bytes);
    write_whole(to, bytes, size);
    free(bytes);
}

/* Killed while checkpoints are written, when some have the new one: all go on from the one
 * before. Of others they are refused. */
static void half_written_checkpoints_are_passed_over(void **context)
{
    paua_board *board = board_of(2, 3, 3), *other = board_of(2, 2, 3);
    (void)context;
    struct job job = job_of(board, 2, "distributed");
    paua_solve *alone = solve_alone(&job);
    job.options.checkpoint = "checkpoint";
    job.options.checkpoint_ms = 3600000;
    job.stops_at = 40;
    assert_int_equal(run_job(&job, 2), PAUA_ERROR_CONFLICT); /* generation 1 */
    assert_int_equal(run_job(&job, 2), PAUA_ERROR_CONFLICT); /* 2 */
    copy_file("checkpoint.1.0", "kept");
    unlink("checkpoint.1.0");
    job.stops_at = 1000000;
    assert_int_equal(run_job(&job, 2), PAUA_OK);
    assert_same_findings(&job, alone);

    /* damaged, cut off, of another solve, of three */
    copy_file("kept", "checkpoint.1.0");
    job.board = other;
    job.options.marbles = 3;
    assert_int_equal(run_job(&job, 2), PAUA_ERROR_CONFLICT);
    job.board = board;
    job.options.marbles = 4;
    assert_int_equal(run_job(&job, 3), PAUA_ERROR_CONFLICT);
    assert_int_equal(truncate("checkpoint.1.0", 5000), 0);
    assert_int_equal(run_job(&job, 2), PAUA_ERROR_CORRUPT);
    copy_file("alone", "checkpoint.1.0");
    unlink("checkpoint.1.1");
    assert_int_equal(run_job(&job, 2), PAUA_ERROR_CORRUPT);
    job.forgets = true;
    job.stops_at = 0;
    assert_int_equal(run_job(&job, 2), PAUA_OK);
    paua_solve_free(alone);
    paua_board_free(board);
    paua_board_free(other);
}

static int remove_folder(void **context)
{
    static const char *const names[] = {"alone", "distributed", "broken", "kept"};
    (void)context;
    return leave_folder(names, LENGTH(names));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_come_to_the_same),
        cmocka_unit_test(wrong_records_are_found),
        cmocka_unit_test(broken_groups_end),
        cmocka_unit_test(senseless_mail_is_refused),
        cmocka_unit_test(one_failure_is_everyones),
        cmocka_unit_test(bytes_are_told),
        cmocka_unit_test(stopped_groups_go_on),
        cmocka_unit_test(what_follows_a_run_stops),
        cmocka_unit_test(half_written_checkpoints_are_passed_over),
    };
    return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
