/* Training of networks: slopes against differences, learning what is plain to see, stopping and going on. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "folder.h"

#include <math.h>

#include "eval/eval.h"
#include "random_positions.h"
#include "train/label.h"
#include "train/trainer.h"

#define A    "a.samples"
#define SAVE "a.checkpoint"

/* Marbles anywhere, and what is left to eject. */
static struct model_datum random_datum(uint64_t *seed)
{
    struct model_datum datum = {.limit = (uint8_t)random_below(seed, NET_LIMITS),
                                .quiet = (uint8_t)random_below(seed, NET_QUIETS)};
    for (int i = 0; i < NET_CELLS; i++) {
        int what = random_below(seed, 5);
        datum.own |= (uint64_t)(what == 0) << i;
        datum.other |= (uint64_t)(what == 1) << i;
    }
    for (int side = 0; side < PAUA_SIDES; side++)
        datum.left[side] = (uint8_t)(1 + random_below(seed, NET_LEFT));
    return datum;
}

static double loss_of(const struct model_kernel *kernel, const struct model *model,
                      const struct model_example *example)
{
    return label_loss(label_sigmoid((double)kernel->output(model, example)),
                      (double)example->label);
}

/* The slope at each number is what the loss gains when the number does. */
static void check_slopes(const struct model_kernel *kernel, struct model *model,
                         const struct model_example *example)
{
    float *slopes = aligned_alloc(64, (model->size * sizeof(float) + 63) / 64 * 64);
    int sloping = 0;
    assert_non_null(slopes);
    for (size_t i = 0; i < model->size; i++)
        slopes[i] = 0;
    double loss = kernel->slope(model, example, slopes);
    assert_true(fabs(loss - loss_of(kernel, model, example)) < 1e-6);
    for (size_t i = 0; i < model->size; i++) {
        const float old = model->numbers[i], step = 1.0F / 256;
        model->numbers[i] = old + step;
        double more = loss_of(kernel, model, example);
        model->numbers[i] = old - step;
        double less = loss_of(kernel, model, example);
        model->numbers[i] = old;
        /* where a sum is clipped on one side alone there is no one slope */
        double difference = (more - less) / (2 * (double)step), bend = more + less - 2 * loss;
        double allowed = 3e-4 + fabs(bend) / (double)step;
        if (fabs(difference - (double)slopes[i]) > allowed)
            fail_msg("number %zu: %f, expected %f", i, (double)slopes[i], difference);
        sloping += fabs(difference) > 1e-3;
    }
    assert_true(sloping > 100);
    free(slopes);
}

static void slopes_are_slopes(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    uint8_t maps[MODEL_SYMMETRIES][NET_CELLS];
    uint64_t seed = 5;
    model_maps(board, maps);
    for (int i = 0; i < 12; i++) {
        struct model model;
        struct model_example example;
        struct model_datum datum = random_datum(&seed);
        assert_true(model_create(&model, i % 2 ? 64 : 32, 3));
        model_draw(&model, (uint64_t)i);
        datum.bucket = (uint8_t)(i % 3);
        model_fill(&datum, maps[i], random_below(&seed, 1000) / 1000.0, &example);
        check_slopes(&model_kernel_any, &model, &example);
        if (model_kernel_here() != &model_kernel_any)
            check_slopes(model_kernel_here(), &model, &example);
        model_destroy(&model);
    }
    paua_board_free(board);
}

/* The features of a sample under a symmetry are those of the position under it, as the engine sees them: the network in
 * whole numbers says nearly the same, to whoever it is asked. */
static void as_the_engine_sees_it(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    uint8_t maps[MODEL_SYMMETRIES][NET_CELLS];
    struct samples_order order;
    struct model model;
    struct eval eval;
    paua_net *net;
    size_t size;
    uint64_t seed = 6;
    samples_order(board, &order);
    model_maps(board, maps);
    assert_true(model_create(&model, 64, 4));
    model_draw(&model, 1);
    uint8_t *bytes = model_write(&model, 1000, "test", &size);
    assert_non_null(bytes);
    assert_int_equal(paua_net_read(bytes, size, &net, NULL), PAUA_OK);
    assert_int_equal(eval_prepare(board, "fitted", &eval), PAUA_OK);
    assert_int_equal(eval_use_net(&eval, net), PAUA_OK);
    for (int i = 0; i < 600; i++) {
        struct model_datum datum = random_datum(&seed);
        struct model_example example;
        paua_position position = {
            .players = PAUA_SIDES,
            .ejected = {(uint8_t)(6 - datum.left[0]), (uint8_t)(6 - datum.left[1])},
        };
        const struct net buckets = {.buckets = 4};
        datum.bucket = (uint8_t)net_bucket(&buckets, &position, datum.quiet);
        position.marbles[0] = paua_board_map(board, i % 12, samples_to_board(&order, datum.own));
        position.marbles[1] = paua_board_map(board, i % 12, samples_to_board(&order, datum.other));
        model_fill(&datum, maps[i % 12], 0.5, &example);
        double score = 1000 * (double)model_kernel_here()->output(&model, &example);
        eval.score_range = datum.limit;
        eval.limits.quiet = net_quiet_least(datum.quiet);
        if (fabs(score - eval_score(&eval, &position)) > 60)
            fail_msg("%f, the engine says %d", score, eval_score(&eval, &position));
    }
    paua_net_free(net);
    free(bytes);
    model_destroy(&model);
    paua_board_free(board);
}

/* Games whose winner is who has more marbles, and whose scores say so; or drawn, with a lead for who
 * has more. By score the last 10 positions are as near to the limit as a network cannot know. */
static void make_games(int games, int win, bool drawn, bool by_score)
{
    static struct samples_writer writer;
    paua_samples_info info = {.sides = {5, 5, 5}, .win = win, .seed = 3, .settings = "made up"};
    uint64_t seed = 99;
    unlink(A);
    assert_int_equal(samples_create(&writer, A, &info), PAUA_OK);
    for (int game = 0; game < games; game++) {
        paua_sample list[20];
        for (int i = 0; i < 20; i++) {
            struct model_datum datum = random_datum(&seed);
            int ahead = count_of(datum.own) - count_of(datum.other);
            list[i] = (paua_sample){.own = datum.own,
                                    .other = datum.other,
                                    .score = (int16_t)(500 * ahead),
                                    .result = (int8_t)((ahead > 0) - (ahead < 0)),
                                    .flags = i == 0 ? PAUA_SAMPLE_EJECTS : 0,
                                    .ply = (uint16_t)(i + 1)};
            if (drawn) {
                list[i].lead = list[i].result;
                list[i].result = 0;
            }
        }
        const paua_samples_game about = {
            .number = (uint32_t)game, .plies = 49, .score_decides = by_score};
        assert_int_equal(samples_append(&writer, &about, list, 20), PAUA_OK);
    }
    assert_int_equal(samples_end(&writer), PAUA_OK);
}

static void make_samples(int games, int win)
{
    make_games(games, win, false, false);
}

static const paua_trainer_options usual = {.hidden = 32,
                                           .buckets = 2,
                                           .epochs = 4,
                                           .batch = 256,
                                           .rate = 0.01,
                                           .lambda = 0.5,
                                           .validate = 10,
                                           .threads = 2,
                                           .seed = 1};

static paua_trainer *trainer_of(const paua_board *board, const paua_trainer_options *options)
{
    paua_trainer *trainer;
    paua_error error;
    assert_int_equal(paua_trainer_new(board, options, &trainer), PAUA_OK);
    assert_int_equal(paua_trainer_add(trainer, A, &error), PAUA_OK);
    return trainer;
}

static void learns(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_trainer_options options = usual;
    make_samples(1000, 6);
    options.epochs = 12;
    paua_trainer *trainer = trainer_of(board, &options);
    assert_int_equal(paua_trainer_run(trainer, NULL, NULL, NULL), PAUA_OK);
    const paua_trainer_report *report = paua_trainer_about(trainer);
    assert_int_equal(report->positions, 900 * 19); /* none whose best move ejects */
    assert_int_equal(report->held_out, 100 * 19);
    /* a coin's loss is 0.69, that of who knows no better than the draws about 0.1 */
    if (report->loss_result > 0.2 || fabs(report->loss_result_whole - report->loss_result) > 0.02)
        fail_msg("losses %f %f", report->loss_result, report->loss_result_whole);
    paua_trainer_free(trainer);
    paua_board_free(board);
}

/* Of so few games that none is held out by its number, the last are, at least one. */
static void holds_out_of_few_games(void **state)
{
    (void)state;
    static const struct {
        int games, held_out;
    } cases[] = {{60, 6}, {2, 1}};
    paua_board *board = board_of(5, 5, 5);
    paua_trainer_options options = usual;
    options.epochs = 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_samples(cases[i].games, 6);
        paua_trainer *trainer = trainer_of(board, &options);
        assert_int_equal(paua_trainer_run(trainer, NULL, NULL, NULL), PAUA_OK);
        const paua_trainer_report *report = paua_trainer_about(trainer);
        assert_int_equal(report->positions, (cases[i].games - cases[i].held_out) * 19);
        assert_int_equal(report->held_out, cases[i].held_out * 19);
        assert_true(report->loss > 0);
        paua_trainer_free(trainer);
    }
    paua_board_free(board);
}

/* Positions shortly before an end by score are left out. */
static void leaves_out_the_end(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_trainer_options options = usual;
    make_games(100, 6, false, true);
    options.epochs = 1;
    paua_trainer *trainer = trainer_of(board, &options);
    assert_int_equal(paua_trainer_run(trainer, NULL, NULL, NULL), PAUA_OK);
    assert_int_equal(paua_trainer_about(trainer)->positions, 90 * 9);
    paua_trainer_free(trainer);
    paua_board_free(board);
}

/* A position that comes again in its game is left out. */
static void leaves_out_repetitions(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    static struct samples_writer writer;
    const paua_samples_info info = {.sides = {5, 5, 5}, .win = 6, .settings = "made up"};
    paua_trainer_options options = usual;
    unlink(A);
    assert_int_equal(samples_create(&writer, A, &info), PAUA_OK);
    for (uint32_t game = 0; game < 100; game++) {
        paua_sample list[6];
        for (int i = 0; i < 6; i++) /* 1 2 1 2 1 2, the last two after an ejection */
            list[i] = (paua_sample){.own = (uint64_t)(1 + i % 2),
                                    .other = 4,
                                    .ejected = i >= 4,
                                    .ply = (uint16_t)(i + 1)};
        const paua_samples_game about = {.number = game};
        assert_int_equal(samples_append(&writer, &about, list, 6), PAUA_OK);
    }
    assert_int_equal(samples_end(&writer), PAUA_OK);
    options.epochs = 1;
    paua_trainer *trainer = trainer_of(board, &options);
    assert_int_equal(paua_trainer_run(trainer, NULL, NULL, NULL), PAUA_OK);
    assert_int_equal(paua_trainer_about(trainer)->positions, 90 * 4);
    assert_int_equal(paua_trainer_about(trainer)->held_out, 10 * 4);
    paua_trainer_free(trainer);
    paua_board_free(board);
}

/* Chunks that are smaller than all samples: each epoch has every position once, and learns. */
static void learns_by_chunks(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_trainer_options options = usual;
    struct trainer_chunks chunks;
    uint64_t all = 0, seen;
    make_samples(1000, 6);
    options.epochs = 12;
    options.batch = 100;
    paua_trainer *trainer = trainer_of(board, &options);
    assert_int_equal(trainer_chunks_begin(trainer, &chunks), PAUA_OK);
    trainer_chunks_shuffle(trainer, &chunks);
    assert_int_equal(trainer_chunks_fill(trainer, &chunks), PAUA_OK);
    assert_int_equal(chunks.count, 900 * 19);
    for (size_t i = 0; i < chunks.count; i++)
        all += chunks.data[i].own * 31 + chunks.data[i].other;
    trainer_chunks_end(&chunks);

    trainer->chunk = 1000;
    assert_int_equal(trainer_chunks_begin(trainer, &chunks), PAUA_OK);
    for (trainer->epoch = 0; trainer->epoch < 3; trainer->epoch++) {
        size_t count = 0;
        seen = 0;
        trainer_chunks_shuffle(trainer, &chunks);
        while (count < 900 * 19) {
            assert_int_equal(trainer_chunks_fill(trainer, &chunks), PAUA_OK);
            assert_in_range(chunks.count, 1, 1000 + 100 + 19);
            for (size_t i = 0; i < chunks.count && i < 900; i++, count++)
                seen += chunks.data[i].own * 31 + chunks.data[i].other;
            trainer_chunks_drop(&chunks, chunks.count < 900 ? chunks.count : 900);
        }
        assert_int_equal(count, 900 * 19);
        assert_int_equal(chunks.count, 0);
        assert_true(seen == all);
    }
    trainer_chunks_end(&chunks);

    trainer->epoch = 0;
    assert_int_equal(paua_trainer_run(trainer, NULL, NULL, NULL), PAUA_OK);
    if (paua_trainer_about(trainer)->loss_result > 0.2)
        fail_msg("loss %f", paua_trainer_about(trainer)->loss_result);
    paua_trainer_free(trainer);
    paua_board_free(board);
}

/* A file that is cut off after it was added. */
static void notices_changes(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    make_samples(200, 6);
    paua_trainer *trainer = trainer_of(board, &usual);
    assert_int_equal(truncate(A, 5000), 0);
    assert_int_equal(paua_trainer_run(trainer, NULL, NULL, NULL), PAUA_ERROR_CORRUPT);
    paua_trainer_free(trainer);
    paua_board_free(board);
}

/* A draw counts more for who had ejected more, by the share that is asked for. */
static void learns_from_leads(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_trainer_options options = usual;
    paua_trainer_report none, all;
    paua_error error;
    assert_int_equal(label_points(0, 2, 50), 75);
    assert_int_equal(label_points(0, -1, 50), 25);
    assert_int_equal(label_points(0, 0, 50), 50);
    assert_int_equal(label_points(1, -3, 50), 100);
    assert_int_equal(label_points(-1, 3, 50), 0);
    make_games(1000, 6, true, false);
    options.epochs = 6;
    paua_trainer *trainer = trainer_of(board, &options);
    assert_int_equal(paua_trainer_run(trainer, SAVE, NULL, NULL), PAUA_OK);
    none = *paua_trainer_about(trainer);
    paua_trainer_free(trainer);
    options.lead_share = 100;
    trainer = trainer_of(board, &options);
    assert_int_equal(paua_trainer_resume(trainer, SAVE, &error), PAUA_ERROR_CONFLICT);
    assert_int_equal(paua_trainer_run(trainer, NULL, NULL, NULL), PAUA_OK);
    all = *paua_trainer_about(trainer);
    paua_trainer_free(trainer);
    if (none.loss_result < 0.68 || all.loss_result > 0.3)
        fail_msg("losses %f without leads, %f with them", none.loss_result, all.loss_result);
    options.lead_share = 101;
    assert_int_equal(paua_trainer_new(board, &options, &trainer), PAUA_ERROR_BAD_ARGUMENT);
    paua_board_free(board);
}

static void check_same_nets(const paua_trainer *a, const paua_trainer *b, bool same)
{
    size_t size, other_size;
    void *x = paua_trainer_net(a, "", &size), *y = paua_trainer_net(b, "", &other_size);
    assert_true(x && y);
    assert_int_equal(size, other_size);
    assert_int_equal(memcmp(x, y, size) == 0, same);
    free(x);
    free(y);
}

static bool stop_after_2(const paua_trainer_report *now, void *context)
{
    (void)context;
    return now->epoch < 2;
}

/* Twice the same; stopped and gone on with, the same again. */
static void reproducible(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_trainer_options options = usual;
    paua_error error;
    make_samples(200, 6);
    paua_trainer *first = trainer_of(board, &options), *second = trainer_of(board, &options);
    assert_int_equal(paua_trainer_run(first, NULL, NULL, NULL), PAUA_OK);
    assert_int_equal(paua_trainer_run(second, SAVE, stop_after_2, NULL), PAUA_ERROR_CONFLICT);
    check_same_nets(first, second, false);
    paua_trainer_free(second);
    second = trainer_of(board, &options);
    assert_int_equal(paua_trainer_resume(second, SAVE, &error), PAUA_OK);
    assert_int_equal(paua_trainer_run(second, SAVE, NULL, NULL), PAUA_OK);
    check_same_nets(first, second, true);
    paua_trainer_free(second);
    options.seed = 2;
    second = trainer_of(board, &options);
    assert_int_equal(paua_trainer_resume(second, SAVE, &error), PAUA_ERROR_CONFLICT);
    assert_int_equal(paua_trainer_run(second, NULL, NULL, NULL), PAUA_OK);
    check_same_nets(first, second, false);
    paua_trainer_free(second);
    paua_trainer_free(first);
    paua_board_free(board);
}

static paua_net *net_of_trainer(const paua_trainer *trainer)
{
    size_t size;
    paua_net *net;
    void *bytes = paua_trainer_net(trainer, "", &size);
    assert_non_null(bytes);
    assert_int_equal(paua_net_read(bytes, size, &net, NULL), PAUA_OK);
    free(bytes);
    return net;
}

static void check_same_scores(const paua_board *board, const paua_net *a, const paua_net *b)
{
    struct eval left, right;
    struct samples_order order;
    uint64_t seed = 8;
    int differ = 0, last = 0;
    samples_order(board, &order);
    assert_int_equal(eval_prepare(board, "fitted", &left), PAUA_OK);
    assert_int_equal(eval_prepare(board, "fitted", &right), PAUA_OK);
    assert_int_equal(eval_use_net(&left, a), PAUA_OK);
    assert_int_equal(eval_use_net(&right, b), PAUA_OK);
    for (int i = 0; i < 200; i++) {
        struct model_datum datum = random_datum(&seed);
        paua_position position = {
            .players = PAUA_SIDES,
            .ejected = {(uint8_t)(6 - datum.left[0]), (uint8_t)(6 - datum.left[1])},
            .marbles = {samples_to_board(&order, datum.own), samples_to_board(&order, datum.other)},
        };
        int score = eval_score(&left, &position);
        assert_int_equal(score, eval_score(&right, &position));
        differ += score != last;
        last = score;
    }
    assert_true(differ > 100);
}

/* A wider net that begins with a trained one says the same, and then learns on. */
static void begins_with(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_trainer_options options = usual;
    paua_error error;
    make_samples(200, 6);
    paua_trainer *first = trainer_of(board, &options), *second;
    assert_int_equal(paua_trainer_run(first, NULL, NULL, NULL), PAUA_OK);
    paua_net *net = net_of_trainer(first), *wider;
    options.hidden = 96;
    assert_int_equal(paua_trainer_new(board, &options, &second), PAUA_OK);
    assert_int_equal(paua_trainer_begin(second, net), PAUA_OK);
    wider = net_of_trainer(second);
    check_same_scores(board, net, wider);
    paua_net_free(wider);
    assert_int_equal(paua_trainer_add(second, A, &error), PAUA_OK);
    assert_int_equal(paua_trainer_begin(second, net), PAUA_ERROR_BAD_ARGUMENT); /* after a file */
    assert_int_equal(paua_trainer_run(second, SAVE, NULL, NULL), PAUA_OK);
    assert_true(paua_trainer_about(second)->loss < paua_trainer_about(first)->loss);
    paua_trainer_free(second);
    second = trainer_of(board, &options);
    assert_int_equal(paua_trainer_resume(second, SAVE, &error),
                     PAUA_ERROR_CONFLICT); /* begun otherwise */
    paua_trainer_free(second);
    options.buckets = 4;
    assert_int_equal(paua_trainer_new(board, &options, &second), PAUA_OK);
    assert_int_equal(paua_trainer_begin(second, net), PAUA_ERROR_BAD_ARGUMENT);
    paua_trainer_free(second);
    paua_net_free(net);
    paua_trainer_free(first);
    paua_board_free(board);
}

static void damaged_checkpoints(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_error error;
    uint8_t *bytes;
    make_samples(100, 6);
    paua_trainer *trainer = trainer_of(board, &usual);
    assert_int_equal(paua_trainer_resume(trainer, "none", &error), PAUA_ERROR_IO);
    assert_int_equal(paua_trainer_run(trainer, SAVE, NULL, NULL), PAUA_OK);
    size_t size = read_whole(SAVE, &bytes);
    assert_int_equal(size, trainer_state_size(trainer));
    for (size_t i = 0; i < size; i += size / 97) {
        bytes[i] ^= 1;
        assert_int_equal(trainer_state_get(trainer, bytes, size, &error), PAUA_ERROR_CORRUPT);
        bytes[i] ^= 1;
        assert_int_equal(trainer_state_get(trainer, bytes, i, &error), PAUA_ERROR_CORRUPT);
    }
    assert_int_equal(trainer_state_get(trainer, bytes, size, &error), PAUA_OK);
    free(bytes);
    paua_trainer_free(trainer);
    paua_board_free(board);
}

static void refuses(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5), *small = board_of(4, 4, 4);
    paua_trainer_options wrong[] = {usual, usual, usual, usual, usual, usual, usual};
    paua_trainer *trainer;
    paua_error error;
    wrong[0].hidden = 33;
    wrong[1].buckets = 3;
    wrong[2].epochs = 0;
    wrong[3].rate = 0;
    wrong[4].lambda = -0.1;
    wrong[5].threads = 0;
    wrong[6].validate = 0;
    for (size_t i = 0; i < LENGTH(wrong); i++)
        assert_int_equal(paua_trainer_new(board, &wrong[i], &trainer), PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_trainer_new(small, &usual, &trainer), PAUA_ERROR_UNSUPPORTED);
    assert_int_equal(paua_trainer_new(board, &usual, &trainer), PAUA_OK);
    assert_int_equal(paua_trainer_add(trainer, "none", &error), PAUA_ERROR_IO);
    assert_int_equal(paua_trainer_run(trainer, NULL, NULL, NULL), PAUA_ERROR_BAD_ARGUMENT);
    make_samples(100, 6);
    assert_int_equal(paua_trainer_add(trainer, A, &error),
                     PAUA_ERROR_BAD_ARGUMENT); /* it has begun */
    paua_trainer_free(trainer);
    trainer = trainer_of(board, &usual);
    make_samples(50, 5);
    assert_int_equal(paua_trainer_add(trainer, A, &error), PAUA_ERROR_UNSUPPORTED);
    assert_int_equal(paua_trainer_run(trainer, "no/such/folder", NULL, NULL), PAUA_ERROR_IO);
    paua_trainer_free(trainer);
    paua_board_free(board);
    paua_board_free(small);
}

static int leave(void **state)
{
    static const char *const names[] = {A, SAVE};
    (void)state;
    return leave_folder(names, LENGTH(names));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_slopes),
        cmocka_unit_test(as_the_engine_sees_it),
        cmocka_unit_test(learns),
        cmocka_unit_test(holds_out_of_few_games),
        cmocka_unit_test(leaves_out_the_end),
        cmocka_unit_test(leaves_out_repetitions),
        cmocka_unit_test(learns_by_chunks),
        cmocka_unit_test(notices_changes),
        cmocka_unit_test(learns_from_leads),
        cmocka_unit_test(reproducible),
        cmocka_unit_test(begins_with),
        cmocka_unit_test(damaged_checkpoints),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave);
}
