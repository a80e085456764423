/* patterns.c - evaluation by tables of line patterns, compared with the network: how well they
 * learn from the same samples, and what one evaluation costs.
 *
 *   bench_patterns [OPTION...] SAMPLES...     files of `paua selfplay`
 *
 *   --runs K      patterns are K cells in a row, 4 to 9; by default whole lines of the board
 *   --bare        no patterns, for comparison: only the weights of ejected marbles
 *   --phases N    separate tables for N phases of the game, by ejected marbles, 1 to 4 (1)
 *   --free        a content and its colour-swapped twin have weights of their own; by default one
 *                 is minus the other
 *   --hybrid      learn the residual of the built-in network, whose output is scaled by a learned
 *                 factor
 *   --test FILE   print the losses on the held-out positions of this file instead
 *   --epochs N    passes through all samples (5)
 *   --batch N     positions in a step (4096)
 *   --rate N      initial learning rate, in millionths (10000)
 *   --seed N      (1)
 *
 * Labels, filters and the held-out set are those of `paua train` without options. Losses are mean
 * log-losses of the held-out positions, against labels and against results. docs/training.md has
 * the results.
 */
#define _GNU_SOURCE
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/paua.h>

#include "base/array.h"
#include "base/random.h"
#include "eval/eval.h"
#include "tables_make.h"
#include "train/label.h"
#include "train/samples.h"
#include "visits.h"

enum { VALIDATE = 5, AHEAD = 8, NUMBERS_MAX = PHASES_MAX * SLOTS_MAX + OUT * OUT + 1 };

static const double lambda = 0.7;

struct pattern_options {
    int runs, phases, epochs, batch, rate, seed;
    bool bare, loose, hybrid;
    const char *test;
};

struct example {
    paua_set own, other;
    float label, net; /* the chance to win; what the net says, in log-odds */
    int16_t score;
    uint8_t ejected[PAUA_SIDES];
    uint8_t points; /* of the game's result (train/label.h) */
};

struct pattern_examples {
    struct example *list;
    size_t count, capacity;
};

/* What is learned: numbers that slots share, for each phase; then those of ejected marbles; then
 * the net's factor less 1. */
struct pattern_model {
    struct pattern_options options;
    struct pattern_tables tables;
    struct {
        int number, sign;
    } share[SLOTS_MAX];
    int numbers_phase, numbers;
    float number[NUMBERS_MAX], slope[NUMBERS_MAX], first[NUMBERS_MAX], second[NUMBERS_MAX];
    uint64_t steps;
};

struct losses {
    double label, result;
};

static paua_board *board;
static struct eval net, fitted;
static struct pattern_examples learned, held_out;
static struct pattern_model model;

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "bench_patterns: %s\n", what);
    exit(2);
}

/* ---- tables ---- */

static int min_of(int a, int b)
{
    return a < b ? a : b;
}

/* Which number each slot has, and whether it counts as it is, turned about or not at all. */
static void share_table(const struct pattern_table *table)
{
    const int length = table->length, contents = content_count(length);
    for (int content = 0; content < contents; content++) {
        const int swapped = content_swapped(content, length);
        int same = content, opposite = swapped;
        if (table->both_ways) {
            same = min_of(same, content_backwards(content, length));
            opposite = min_of(opposite, content_backwards(swapped, length));
        }
        const int least = model.options.loose ? same : min_of(same, opposite);
        const int slot = table->first + content;
        model.share[slot].sign = least < opposite || model.options.loose ? 1
                                 : least < same                          ? -1
                                                                         : 0;
        model.share[slot].number =
            least == content ? model.numbers_phase++ : model.share[table->first + least].number;
    }
}

static void make_model(const struct pattern_options *options)
{
    model.options = *options;
    model.tables.phases = options->phases;
    if (!options->bare)
        tables_make(board, options->runs, &model.tables);
    for (int i = 0; i < model.tables.count; i++)
        share_table(&model.tables.table[i]);
    model.numbers = options->phases * model.numbers_phase + OUT * OUT + 1;
}

/* ---- samples ---- */

static void append_example(struct pattern_examples *examples, const struct example *example)
{
    if (!ARRAY_RESERVE(examples->list, examples->capacity, examples->count + 1))
        give_up("out of memory");
    examples->list[examples->count++] = *example;
}

/* Positions to learn from and those held out go to two lists, or nowhere. */
static void read_samples(const char *path, struct pattern_examples *inside,
                         struct pattern_examples *outside)
{
    paua_samples *samples;
    paua_error error;
    const paua_sample *list;
    struct samples_order order;
    paua_status status;
    paua_samples_game game;
    int count;
    samples_order(board, &order);
    if (paua_samples_open(path, &samples, &error) != PAUA_OK)
        give_up(error.message);
    if (paua_samples_about(samples)->win != OUT || paua_samples_about(samples)->sides[0] != 5)
        give_up("samples of another game");
    while ((status = paua_samples_next(samples, &game, &list, &count, &error)) == PAUA_OK)
        for (int i = 0; i < count; i++) {
            const struct example example = {
                .own = samples_to_board(&order, list[i].own),
                .other = samples_to_board(&order, list[i].other),
                .score = list[i].score,
                .ejected = {list[i].ejected, list[i].ejected_by_other},
                .points = label_points(list[i].result, list[i].lead, 0),
            };
            struct pattern_examples *examples =
                label_held_out(game.number, VALIDATE) ? outside : inside;
            if (examples && !(list[i].flags & PAUA_SAMPLE_EJECTS))
                append_example(examples, &example);
        }
    if (status != PAUA_ERROR_NOT_FOUND)
        give_up(error.message);
    paua_samples_close(samples);
}

static paua_position position_of(const struct example *example)
{
    return (paua_position){
        .ejected = {example->ejected[0], example->ejected[1]},
        .players = PAUA_SIDES,
        .marbles = {example->own, example->other},
    };
}

static double eval_example(const struct eval *eval, const struct example *example)
{
    const paua_position position = position_of(example);
    return (double)eval_score(eval, &position) / LABEL_UNIT;
}

static void compute_labels(struct pattern_examples *examples, double scale)
{
    for (size_t i = 0; i < examples->count; i++) {
        struct example *example = &examples->list[i];
        const double p = label_sigmoid(example->score / scale);
        example->label = (float)(lambda * p + (1 - lambda) * label_result(example->points));
        example->net = model.options.hybrid ? (float)eval_example(&net, example) : 0;
    }
}

static double find_scale(void)
{
    static struct label_bin histogram[LABEL_BINS];
    for (size_t i = 0; i < learned.count; i++)
        label_histogram_add(histogram, learned.list[i].score, learned.list[i].points);
    return label_scale(histogram);
}

/* ---- learning ---- */

static int number_out(const struct example *example)
{
    return model.options.phases * model.numbers_phase + example->ejected[0] * OUT +
           example->ejected[1];
}

static int number_first(const struct example *example)
{
    return model.numbers_phase *
           tables_phase(model.options.phases, example->ejected[0], example->ejected[1]);
}

/* The log-odds; contents are filled in. */
static double model_output(const struct example *example, uint16_t contents[PATTERNS_MAX])
{
    const float *number = model.number + number_first(example);
    double sum = (double)(model.number[number_out(example)] +
                          (1 + model.number[model.numbers - 1]) * example->net);
    tables_contents(&model.tables, example->own, example->other, contents);
    for (int i = 0; i < model.tables.patterns; i++) {
        const int slot = model.tables.first[i] + contents[i];
        sum += (double)((float)model.share[slot].sign * number[model.share[slot].number]);
    }
    return sum;
}

static double add_gradient(const struct example *example)
{
    uint16_t contents[PATTERNS_MAX];
    const double p = label_sigmoid(model_output(example, contents));
    const float error = (float)p - example->label;
    float *slope = model.slope + number_first(example);
    for (int i = 0; i < model.tables.patterns; i++) {
        const int slot = model.tables.first[i] + contents[i];
        slope[model.share[slot].number] += (float)model.share[slot].sign * error;
    }
    model.slope[number_out(example)] += error;
    model.slope[model.numbers - 1] += error * example->net;
    return label_loss(p, (double)example->label);
}

/* Adam's step, as `paua train` makes it. */
static void step_adam(float rate, float batch)
{
    const double steps = (double)++model.steps;
    const float decay = 1 - rate * 1e-3F;
    const float first_share = (float)(1 / (1 - pow(0.9, steps)));
    const float second_share = (float)(1 / (1 - pow(0.999, steps)));
    for (int i = 0; i < model.numbers; i++) {
        const float slope = model.slope[i] / batch;
        model.slope[i] = 0;
        model.first[i] = 0.9F * model.first[i] + 0.1F * slope;
        model.second[i] = 0.999F * model.second[i] + 0.001F * slope * slope;
        model.number[i] =
            model.number[i] * decay -
            rate * model.first[i] * first_share / (sqrtf(model.second[i] * second_share) + 1e-8F);
    }
}

static void shuffle_examples(uint32_t *order, uint64_t *state)
{
    for (size_t i = 0; i < learned.count; i++)
        order[i] = (uint32_t)i;
    for (size_t i = learned.count; i > 1; i--) {
        const size_t k = random_below(state, i);
        const uint32_t other = order[k];
        order[k] = order[i - 1];
        order[i - 1] = other;
    }
}

/* Once through all, in a new order; the rate sinks along a cosine. Returns the mean loss. */
static double run_epoch(int epoch, uint32_t *order, uint64_t *state)
{
    const double pi = 3.14159265358979323846;
    const size_t batch = (size_t)model.options.batch;
    double loss = 0;
    shuffle_examples(order, state);
    for (size_t begin = 0; begin < learned.count; begin += batch) {
        const size_t end = begin + batch < learned.count ? begin + batch : learned.count;
        const double done = (epoch + (double)begin / (double)learned.count) / model.options.epochs;
        for (size_t i = begin; i < end; i++) {
            if (i + AHEAD < end)
                __builtin_prefetch(&learned.list[order[i + AHEAD]]);
            loss += add_gradient(&learned.list[order[i]]);
        }
        step_adam((float)(model.options.rate * 1e-6 * (0.001 + 0.999 * (1 + cos(pi * done)) / 2)),
                  (float)(end - begin));
    }
    return loss / (double)learned.count;
}

static double of_model(const struct example *example)
{
    uint16_t contents[PATTERNS_MAX];
    return model_output(example, contents);
}

static double of_net(const struct example *example)
{
    return eval_example(&net, example);
}

static double of_fitted(const struct example *example)
{
    return eval_example(&fitted, example);
}

/* Nothing can be nearer to the labels. */
static double of_labels(const struct example *example)
{
    return log((double)example->label / (1 - (double)example->label));
}

/* What the tables say in whole numbers, as an engine would ask them. */
static double of_tables(const struct example *example)
{
    const paua_position position = position_of(example);
    return (double)tables_score(&model.tables, &position) / LABEL_UNIT +
           (double)((1 + model.number[model.numbers - 1]) * example->net);
}

static struct losses losses_of(double (*log_odds)(const struct example *example))
{
    struct losses losses = {0};
    for (size_t i = 0; i < held_out.count; i++) {
        const struct example *example = &held_out.list[i];
        const double p = label_sigmoid(log_odds(example));
        losses.label += label_loss(p, (double)example->label);
        losses.result += label_loss(p, label_result(example->points));
    }
    losses.label /= (double)held_out.count;
    losses.result /= (double)held_out.count;
    return losses;
}

static void print_losses(const char *what, struct losses losses)
{
    printf("%-28s labels %.4f  results %.4f\n", what, losses.label, losses.result);
    fflush(stdout);
}

static void train_model(void)
{
    uint32_t *order = malloc(learned.count * sizeof *order);
    uint64_t state = (uint64_t)model.options.seed;
    if (!order)
        give_up("out of memory");
    for (int epoch = 0; epoch < model.options.epochs; epoch++) {
        char what[64];
        const double loss = run_epoch(epoch, order, &state);
        snprintf(what, sizeof what, "epoch %2d  learned %.4f", epoch + 1, loss);
        print_losses(what, losses_of(of_model));
    }
    free(order);
}

static int16_t round_to_int16(double number)
{
    return (int16_t)lrint(fmax(-32000, fmin(32000, number * LABEL_UNIT)));
}

/* The numbers as whole ones in the tables. */
static void round_off(void)
{
    struct pattern_tables *tables = &model.tables;
    for (int t = 0; t < tables->count; t++) {
        const int length = tables->table[t].length, first = tables->table[t].first;
        const int end = t + 1 < tables->count ? tables->table[t + 1].first : tables->slots;
        for (int phase = 0; phase < tables->phases; phase++)
            for (int slot = first; slot < end; slot++)
                for (int side = 0; side < PAUA_SIDES; side++) {
                    const int seen =
                        side == 0 ? slot : first + content_swapped(slot - first, length);
                    const int number = phase * model.numbers_phase + model.share[seen].number;
                    tables->value[phase][slot][side] =
                        round_to_int16((double)model.number[number] * model.share[seen].sign);
                }
    }
    for (int i = 0; i < OUT * OUT; i++)
        tables->out[i / OUT][i % OUT] =
            round_to_int16((double)model.number[tables->phases * model.numbers_phase + i]);
}

/* ---- time ---- */

struct patterns_question {
    struct accumulator_stack *stack; /* NULL: from nothing */
    struct pattern_state *scenes;
};

static int ask_nothing(void *context, const struct visit *visit)
{
    (void)context;
    return visit->ply;
}

static int ask_tables(void *context, const struct visit *visit)
{
    const struct patterns_question *asked = context;
    return asked->scenes
               ? tables_score_at(&model.tables, asked->scenes, visit->ply, &visit->position)
               : tables_score(&model.tables, &visit->position);
}

static int ask_net(void *context, const struct visit *visit)
{
    const struct patterns_question *asked = context;
    return asked->stack ? eval_score_at(&net, asked->stack, visit->ply, &visit->position)
                        : eval_score(&net, &visit->position);
}

static void measure_cost(const char *what, int (*score)(void *context, const struct visit *visit),
                         struct patterns_question *asked)
{
    long sums[2] = {0};
    const double scratch = visits_measure(score, &(struct patterns_question){0}, &sums[0]);
    const double incremental = visits_measure(score, asked, &sums[1]);
    printf("%-28s scratch %4.0f ns  incremental %5.1f ns\n", what, scratch, incremental);
    if (sums[0] != sums[1])
        give_up("the ways to score a position disagree");
}

static void measure_all(void)
{
    static struct pattern_state scenes[VISITS_PLIES];
    struct patterns_question asked = {accumulator_stack_new(VISITS_PLIES), scenes};
    if (!asked.stack || !visits_make(board))
        give_up("out of memory");
    measure_cost("nothing", ask_nothing, &asked);
    measure_cost("net", ask_net, &asked);
    measure_cost("tables", ask_tables, &asked);
    accumulator_stack_free(asked.stack);
}

/* ---- the program ---- */

static int number_from(const char *text, int least, int most)
{
    char *end;
    const long number = strtol(text, &end, 10);
    if (*end || end == text || number < least || number > most)
        give_up("a number out of range");
    return (int)number;
}

static struct pattern_options read_options(int argc, char **argv)
{
    static const struct option names[] = {
        {"runs", 1, NULL, 'r'},
        {"bare", 0, NULL, 'o'},
        {"phases", 1, NULL, 'p'},
        {"free", 0, NULL, 'f'},
        {"hybrid", 0, NULL, 'h'},
        {"epochs", 1, NULL, 'e'},
        {"batch", 1, NULL, 'b'},
        {"rate", 1, NULL, 'a'},
        {"test", 1, NULL, 't'},
        {"seed", 1, NULL, 's'},
        {0},
    };
    struct pattern_options options = {
        .phases = 1, .epochs = 5, .batch = 4096, .rate = 10000, .seed = 1};
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;)
        switch (option) {
        case 'r':
            options.runs = number_from(optarg, 4, LENGTH_MAX);
            break;
        case 'o':
            options.bare = true;
            break;
        case 'p':
            options.phases = number_from(optarg, 1, PHASES_MAX);
            break;
        case 'f':
            options.loose = true;
            break;
        case 'h':
            options.hybrid = true;
            break;
        case 't':
            options.test = optarg;
            break;
        case 'e':
            options.epochs = number_from(optarg, 1, 1000);
            break;
        case 'b':
            options.batch = number_from(optarg, 1, 1 << 20);
            break;
        case 'a':
            options.rate = number_from(optarg, 1, 1000000);
            break;
        case 's':
            options.seed = number_from(optarg, 0, 1 << 30);
            break;
        default:
            exit(2);
        }
    if (optind == argc)
        give_up("no samples");
    return options;
}

int main(int argc, char **argv)
{
    const struct pattern_options options = read_options(argc, argv);
    if (paua_board_new(5, 5, 5, &board) || eval_prepare(board, "fitted", &fitted) ||
        eval_prepare(board, "net", &net))
        give_up("no net is built in");
    make_model(&options);
    for (int i = optind; i < argc; i++)
        read_samples(argv[i], &learned, options.test ? NULL : &held_out);
    if (options.test)
        read_samples(options.test, NULL, &held_out);
    if (learned.count == 0 || learned.count > UINT32_MAX || held_out.count == 0)
        give_up("too few samples");
    const double scale = find_scale();
    compute_labels(&learned, scale);
    compute_labels(&held_out, scale);
    printf("%zu positions learned, %zu held out, K %.0f\n", learned.count, held_out.count, scale);
    printf("%d patterns, %d tables, %d numbers\n", model.tables.patterns, model.tables.count,
           model.numbers);
    printf("%-28s labels %.4f\n", "the labels themselves", losses_of(of_labels).label);
    print_losses("net", losses_of(of_net));
    print_losses("fitted", losses_of(of_fitted));
    train_model();
    round_off();
    print_losses(options.hybrid ? "net and tables, rounded" : "tables, rounded",
                 losses_of(of_tables));
    measure_all();
    free(learned.list);
    free(held_out.list);
    paua_board_free(board);
    return 0;
}
