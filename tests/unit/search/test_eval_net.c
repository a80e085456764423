/* Nets: the file format, and equal scores from every variant and every accumulator. */
#define _POSIX_C_SOURCE 200809L
#include "full_board.h"

#include <unistd.h>

#include <sodium.h>

#include "base/bytes.h"
#include "eval/eval.h"
#include "random_net.h"

enum { HIDDEN = 64, BUCKETS = 4 };

static int positions = SANITIZED ? 50000 : 200000;

static void seal(uint8_t *bytes, size_t size)
{
    crypto_hash_sha256(bytes + size - 32, bytes, size - 32);
}

/* net_cell[] against the numbering of docs/net-format.md. */
static void cells_are_numbered_by_rows(void **state)
{
    (void)state;
    int number = 0;
    for (int row = 0; row < paua_board_rows(full); row++)
        for (int column = paua_board_row_first(full, row); column <= paua_board_row_last(full, row);
             column++)
            assert_int_equal(net_cell[paua_board_cell(full, row, column)], number++);
    assert_int_equal(number, NET_CELLS);
    assert_int_equal(NET_FEATURES, 145);
    assert_int_equal(NET_LIMIT, 134);
    assert_int_equal(NET_QUIET, 139);
    assert_int_equal(NET_OWN_LEFT + 1, 122);
    assert_int_equal(NET_OTHER_LEFT + 1, 128);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    static const int sizes[][2] = {{32, 2}, {HIDDEN, BUCKETS}, {512, 8}};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        size_t size = net_size(sizes[i][0], sizes[i][1]);
        uint8_t *bytes = random_net_file(i, sizes[i][0], sizes[i][1], true), *again = malloc(size);
        paua_net *file;
        char name[PAUA_NET_NAME_MAX], wanted[PAUA_NET_NAME_MAX];
        assert_int_equal(paua_net_read(bytes, size, &file, NULL), PAUA_OK);
        struct net net = net_of(file);
        assert_int_equal(net.hidden, sizes[i][0]);
        assert_int_equal(net.buckets, sizes[i][1]);
        assert_int_equal(net.bias[0], (int16_t)bytes_get(bytes + 128, 2));
        assert_int_equal(net.output_bias[0],
                         (int32_t)bytes_get(bytes + size - 32 - 4 * (size_t)net.buckets, 4));
        assert_int_equal((uintptr_t)net.bias % 64 + (uintptr_t)net.feature_weights % 64, 0);
        assert_string_equal(paua_net_about(file), "random");
        sodium_bin2hex(wanted, sizeof wanted, bytes + size - 32, 6);
        assert_string_equal(paua_net_name(file, name), wanted);
        assert_int_equal(net_write(&net, paua_net_about(file), again), PAUA_OK);
        assert_memory_equal(again, bytes, size);
        paua_net_free(file);
        free(again);
        free(bytes);
    }
}

static void impossible_nets_are_not_written(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 20];
    paua_net *file = random_net(1, HIDDEN, BUCKETS, false);
    struct net good = net_of(file), bad;
    int16_t output[2 * HIDDEN * BUCKETS] = {0};
    bytes[0] = 'x';
#define REFUSED(change)                                                                            \
    bad = good;                                                                                    \
    change;                                                                                        \
    assert_int_equal(net_write(&bad, "", bytes), PAUA_ERROR_BAD_ARGUMENT)
    REFUSED(bad.hidden = 0);
    REFUSED(bad.hidden = 48);
    REFUSED(bad.hidden = 544);
    REFUSED(bad.buckets = 0);
    REFUSED(bad.buckets = 3);
    REFUSED(bad.buckets = 10);
    REFUSED(bad.scale = 0);
    REFUSED(bad.scale = 10001);
    REFUSED((bad.output = output, output[5] = 128));
    REFUSED((bad.output = output, output[5] = -128));
#undef REFUSED
    assert_int_equal(net_write(&good, "two\nlines", bytes), PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(bytes[0], 'x');
    paua_net_free(file);
}

static void check_refused(const uint8_t *bytes, size_t size, paua_status status, const char *words)
{
    paua_net *file = NULL;
    paua_error error;
    assert_int_equal(paua_net_read(bytes, size, &file, &error), status);
    assert_int_equal(paua_net_read(bytes, size, &file, NULL), status);
    assert_int_equal(error.code, status);
    assert_null(file);
    if (!strstr(error.message, words))
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
}

/* One wrong number under a correct checksum. */
static void check_field(size_t at, int width, uint64_t value, paua_status status, const char *words)
{
    uint8_t *bytes = random_net_file(3, HIDDEN, BUCKETS, false);
    size_t size = net_size(HIDDEN, BUCKETS);
    bytes_put(bytes + at, value, width);
    seal(bytes, size);
    check_refused(bytes, size, status, words);
    free(bytes);
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    uint8_t *bytes = random_net_file(3, HIDDEN, BUCKETS, false);
    size_t size = net_size(HIDDEN, BUCKETS);
    check_refused(bytes, 0, PAUA_ERROR_CORRUPT, "is not a net");
    check_refused(bytes, 127, PAUA_ERROR_CORRUPT, "is not a net");
    check_refused(bytes, 128, PAUA_ERROR_CORRUPT, "is truncated");
    check_refused(bytes, size - 1, PAUA_ERROR_CORRUPT, "is truncated");
    for (size_t at = 0; at < size; at++) {
        paua_net *file;
        bytes[at] ^= 1;
        if (paua_net_read(bytes, size, &file, NULL) == PAUA_OK)
            fail_msg("byte %zu may be changed", at);
        bytes[at] ^= 1;
    }
    bytes[size / 2] ^= 128;
    check_refused(bytes, size, PAUA_ERROR_CORRUPT, "checksum");
    free(bytes);
    check_field(0, 1, 'p', PAUA_ERROR_CORRUPT, "is not a net");
    check_field(8, 4, 2, PAUA_ERROR_UNSUPPORTED, "version 2, not 4");
    check_field(8, 4, 5, PAUA_ERROR_UNSUPPORTED, "version 5, not 4");
    check_field(12, 4, 122, PAUA_ERROR_UNSUPPORTED, "unknown features");
    check_field(16, 4, 0, PAUA_ERROR_UNSUPPORTED, "0 hidden");
    check_field(16, 4, 48, PAUA_ERROR_UNSUPPORTED, "48 hidden");
    check_field(16, 4, 0xffffffc0, PAUA_ERROR_UNSUPPORTED, "4294967232 hidden");
    check_field(16, 4, 96, PAUA_ERROR_CORRUPT, "is truncated");
    check_field(16, 4, 32, PAUA_ERROR_CORRUPT, "followed by extra data");
    check_field(20, 4, 0, PAUA_ERROR_UNSUPPORTED, "0 buckets");
    check_field(20, 4, 3, PAUA_ERROR_UNSUPPORTED, "3 buckets");
    check_field(20, 4, 10, PAUA_ERROR_UNSUPPORTED, "10 buckets");
    check_field(24, 4, 0, PAUA_ERROR_UNSUPPORTED, "scale 0");
    check_field(24, 4, 10001, PAUA_ERROR_UNSUPPORTED, "scale 10001");
    check_field(28, 4, 127, PAUA_ERROR_UNSUPPORTED, "units");
    check_field(32, 4, 63, PAUA_ERROR_UNSUPPORTED, "units");
    check_field(36, 4, 1, PAUA_ERROR_UNSUPPORTED, "reserved");
    check_field(127, 1, 'x', PAUA_ERROR_CORRUPT, "plain text");
    check_field(64, 1, '\n', PAUA_ERROR_CORRUPT, "plain text");
    check_field(128 + 2 * 146 * HIDDEN, 2, 128, PAUA_ERROR_CORRUPT, "beyond 127");
    check_field(128 + 2 * 146 * HIDDEN, 2, (uint16_t)-128, PAUA_ERROR_CORRUPT, "beyond 127");
}

static void files_are_opened_by_path(void **state)
{
    (void)state;
    char path[] = "/tmp/paua-net-XXXXXX";
    uint8_t *bytes = random_net_file(4, HIDDEN, BUCKETS, false);
    size_t size = net_size(HIDDEN, BUCKETS);
    paua_net *file = NULL;
    paua_error error;
    int number = mkstemp(path);
    assert_true(number >= 0 && write(number, bytes, size) == (ssize_t)size);
    assert_int_equal(paua_net_open(path, &file, &error), PAUA_OK);
    paua_net_free(file);
    file = NULL;
    assert_int_equal(write(number, bytes, 1), 1);
    assert_int_equal(paua_net_open(path, &file, &error), PAUA_ERROR_CORRUPT);
    assert_int_equal(ftruncate(number, 200), 0);
    assert_int_equal(paua_net_open(path, &file, &error), PAUA_ERROR_CORRUPT);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(paua_net_open(path, &file, &error), PAUA_ERROR_IO);
    assert_string_equal(error.message, "No such file or directory");
    assert_int_equal(paua_net_open("/", &file, &error), PAUA_ERROR_IO);
    assert_null(file);
    close(number);
    free(bytes);
}

/* The formula of docs/net-format.md, from the bytes of the file. */
static int64_t hidden_sum(const uint8_t *bytes, int hidden, int k, const bool features[])
{
    uint16_t sum = (uint16_t)bytes_get(bytes + 128 + 2 * k, 2);
    for (int f = 0; f < 145; f++)
        if (features[f])
            sum = (uint16_t)(sum + bytes_get(bytes + 128 + 2 * hidden + 2 * (f * hidden + k), 2));
    int64_t value = sum < 32768 ? sum : sum - 65536;
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

static void find_features(const paua_position *position, int win, int limit, int quiet, int own,
                          bool features[145])
{
    memset(features, 0, 145);
    for (int p = 0; p < 2; p++) {
        int side = p == 0 ? own : 1 - own, cell = 0;
        for (int row = 0; row < 9; row++)
            for (int column = paua_board_row_first(full, row);
                 column <= paua_board_row_last(full, row); column++, cell++)
                if (position->marbles[side] & PAUA_SET(paua_board_cell(full, row, column)))
                    features[61 * p + cell] = true;
        int left = win - position->ejected[side];
        left = left < 1 ? 1 : left > 6 ? 6 : left;
        features[121 + 6 * p + left] = true;
    }
    features[134 + limit] = true;
    features[139 + quiet] = true;
}

static int score_by_the_book(const uint8_t *bytes, const paua_position *position, int win,
                             int limit, int quiet)
{
    int hidden = (int)bytes_get(bytes + 16, 4), buckets = (int)bytes_get(bytes + 20, 4);
    int scale = (int)bytes_get(bytes + 24, 4);
    int b = (position->ejected[0] + position->ejected[1]) * (buckets / 2) / 12;
    b = b < buckets / 2 ? b : buckets / 2 - 1;
    b += quiet ? buckets / 2 : 0;
    const uint8_t *output = bytes + 128 + 292 * hidden + 4 * b * hidden;
    const uint8_t *output_bias = bytes + 128 + 292 * hidden + 4 * buckets * hidden + 4 * b;
    int64_t y = (int32_t)bytes_get(output_bias, 4);
    for (int p = 0; p < 2; p++) {
        bool features[145];
        find_features(position, win, limit, quiet,
                      p == 0 ? position->to_move : 1 - position->to_move, features);
        for (int k = 0; k < hidden; k++) {
            int64_t v = hidden_sum(bytes, hidden, k, features);
            y += v * v * (int16_t)bytes_get(output + 2 * (p * hidden + k), 2);
        }
    }
    int64_t score = y * scale / 4161600;
    return (int)(score > 20000 ? 20000 : score < -20000 ? -20000 : score);
}

/* Of the plies left until a draw, as docs/net-format.md has it. */
static int quiet_range(const struct net_limits *limits, const paua_position *position)
{
    static const int least[] = {150, 100, 60, 30};
    const int drawn_at = position->ply - 1 - position->quiet + limits->quiet; /* plies played */
    int range = 1;
    if (limits->quiet == 0 || (limits->score > 0 && limits->score < drawn_at))
        return 0;
    while (range <= 4 && limits->quiet - position->quiet < least[range - 1])
        range++;
    return range;
}

/* All variants that compute a score. */
struct ways {
    uint8_t *bytes;
    paua_net *file;
    struct eval eval[2]; /* portable, and this processor's */
    struct accumulator_stack *stack[2];
    uint64_t state;
    int clipped;
};

static void begin(struct ways *ways, uint64_t seed)
{
    static const int hidden[] = {32, 64, 128, 160, 256, 512};
    size_t size;
    ways->state = seed;
    int h = hidden[seed % LENGTH(hidden)], b = 2 * (1 + (int)random_below(&ways->state, 4));
    int win = 1 + (int)random_below(&ways->state, 8);
    ways->bytes = random_net_file(seed, h, b, seed % 3 == 0);
    size = net_size(h, b);
    assert_int_equal(paua_net_read(ways->bytes, size, &ways->file, NULL), PAUA_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(eval_prepare(full, NULL, &ways->eval[i]), PAUA_OK);
        assert_int_equal(eval_use_net(&ways->eval[i], ways->file), PAUA_OK);
        ways->eval[i].win = win;
        accumulator_stack_clear(ways->stack[i]);
    }
    ways->eval[0].kernel = &net_kernel_any;
}

static void end(struct ways *ways)
{
    paua_net_free(ways->file);
    free(ways->bytes);
}

static void compare(struct ways *ways, const paua_position *position, int ply)
{
    if (random_below(&ways->state, 64) == 0) /* as in the next search of a game */
        ways->eval[0].score_range = ways->eval[1].score_range =
            (uint8_t)random_below(&ways->state, NET_LIMITS);
    if (random_below(&ways->state, 64) == 0)
        ways->eval[0].limits = ways->eval[1].limits = (struct net_limits){
            100 * (int)random_below(&ways->state, 3), 100 * (int)random_below(&ways->state, 3)};
    int score = eval_score(&ways->eval[0], position);
    bool by_the_book = random_below(&ways->state, 256) == 0;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(eval_score(&ways->eval[i], position), score);
        assert_int_equal(eval_score_at(&ways->eval[i], ways->stack[i], ply, position), score);
        /* the accumulator is kept, or the next update would start from the bias */
        assert_true(ways->stack[i]->inputs[ply].marbles[0] == position->marbles[0]);
    }
    if (by_the_book)
        assert_int_equal(score_by_the_book(ways->bytes, position, ways->eval[0].win,
                                           ways->eval[0].score_range,
                                           quiet_range(&ways->eval[0].limits, position)),
                         score);
    ways->clipped += abs(score) == NET_SCORE_MAX;
}

static paua_position any_layout(uint64_t *state)
{
    paua_position position;
    const paua_layout *layout;
    do
        layout = paua_layout_at((int)random_below(state, (uint64_t)paua_layout_count()));
    while (layout->players != PAUA_SIDES ||
           paua_position_parse(full, layout->name, &position, NULL) != PAUA_OK || layout->special);
    position.ejected[0] = (uint8_t)random_below(state, 7);
    position.ejected[1] = (uint8_t)random_below(state, 7);
    position.quiet = (uint16_t)random_below(state, 150);
    position.ply = (uint16_t)(position.quiet + 1 + random_below(state, 60));
    assert_int_equal(paua_position_complete(full, &position), PAUA_OK);
    return position;
}

/* Walks a game tree as a search does and scores some of the positions. Returns how many. */
static int wander(struct ways *ways, int count)
{
    enum { PLIES = 24 };
    paua_position path[PLIES] = {any_layout(&ways->state)};
    int ply = 0, scored = 0;
    while (scored < count) {
        paua_move_list list;
        paua_undo undo;
        if (random_below(&ways->state, 8) > 0) {
            compare(ways, &path[ply], ply);
            scored++;
        }
        paua_moves_generate(full, &path[ply], &list);
        if (ply == PLIES - 1 || list.count == 0 || random_below(&ways->state, 5) < 2) {
            ply = (int)random_below(&ways->state, (uint64_t)ply + 1);
            if (random_below(&ways->state, 64) == 0)
                path[ply = 0] = any_layout(&ways->state);
            continue;
        }
        path[ply + 1] = path[ply];
        ply++;
        if (random_below(&ways->state, 16) == 0) { /* as in a null move */
            path[ply].to_move = (uint8_t)PAUA_OTHER(path[ply].to_move);
            assert_int_equal(paua_position_complete(full, &path[ply]), PAUA_OK);
            continue;
        }
        paua_move move = list.moves[random_below(&ways->state, (uint64_t)list.count)];
        for (int i = 0; i < list.count; i++) /* ejections are rare */
            if (paua_move_ejects(list.moves[i]) && random_below(&ways->state, 2))
                move = list.moves[i];
        paua_position_make(full, &path[ply], move, &undo);
    }
    return scored;
}

static void all_variants_give_the_same_score(void **state)
{
    (void)state;
    struct ways ways = {.stack = {accumulator_stack_new(24), accumulator_stack_new(24)}};
    uint64_t seed = 1;
    for (int done = 0; done < positions; seed++) {
        begin(&ways, seed);
        done += wander(&ways, positions / 30 < 100000 ? positions / 30 : 100000);
        end(&ways);
    }
    /* only wild nets may exceed the scale */
    assert_in_range(ways.clipped, 1, positions / 2);
    accumulator_stack_free(ways.stack[0]);
    accumulator_stack_free(ways.stack[1]);
}

/* The feature of the plies left: what each range begins with. */
static void ranges_of_plies_left(void **state)
{
    (void)state;
    static const struct {
        int limit, played, range;
    } score[] = {{0, 10, 0},    {400, 0, 1},   {400, 200, 1}, {400, 201, 2}, {400, 280, 2},
                 {400, 281, 3}, {400, 340, 3}, {400, 341, 4}, {400, 400, 4}, {400, 401, 4}},
      quiet[] = {{0, 10, 0},    {1000, 0, 1},  {200, 50, 1},  {200, 51, 2},
                 {200, 100, 2}, {200, 101, 3}, {200, 140, 3}, {200, 141, 4},
                 {200, 170, 4}, {200, 171, 5}, {200, 200, 5}, {20, 40, 5}};
    for (size_t i = 0; i < sizeof score / sizeof *score; i++)
        assert_int_equal(net_limit(&(struct net_limits){.score = score[i].limit}, score[i].played),
                         score[i].range);
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        assert_int_equal(
            net_quiet(&(struct net_limits){.quiet = quiet[i].limit}, quiet[i].played, 300),
            quiet[i].range);
    for (int range = 0; range < NET_QUIETS; range++)
        assert_int_equal(net_quiet(&(struct net_limits){.quiet = net_quiet_least(range)}, 0, 0),
                         range);
    /* a game of 350 plies by score, with draws after 200: which is first? */
    const struct net_limits both = {.quiet = 200, .score = 350};
    assert_int_equal(net_quiet(&both, 0, 0), 1);
    assert_int_equal(net_quiet(&both, 10, 160), 1); /* both at once: a draw */
    assert_int_equal(net_quiet(&both, 9, 160), 0);
    assert_int_equal(net_quiet(&both, 199, 349), 5);
    assert_int_equal(net_quiet(&both, 198, 349), 0);
}

static void colours_do_not_matter(void **state)
{
    (void)state;
    struct ways ways = {.stack = {accumulator_stack_new(1), accumulator_stack_new(1)}};
    begin(&ways, 7);
    for (int i = 0; i < 1000; i++) {
        paua_position position = any_layout(&ways.state), turned = position;
        turned.to_move = (uint8_t)PAUA_OTHER(position.to_move);
        /* the other side to move makes another position */
        turned.marbles[0] = position.marbles[1];
        turned.marbles[1] = position.marbles[0];
        turned.ejected[0] = position.ejected[1];
        turned.ejected[1] = position.ejected[0];
        assert_int_equal(eval_score(&ways.eval[1], &turned), eval_score(&ways.eval[1], &position));
        compare(&ways, &turned, 0);
    }
    end(&ways);
    accumulator_stack_free(ways.stack[0]);
    accumulator_stack_free(ways.stack[1]);
}

/* Nets cover neither neutral or fixed marbles nor other boards. */
static void other_games_are_left_to_other_evaluations(void **state)
{
    (void)state;
    paua_net *file = random_net(1, HIDDEN, BUCKETS, false);
    struct eval plain, net;
    struct accumulator_stack *stack = accumulator_stack_new(1);
    paua_position position = position_of(full, "standard"), pillar = position;
    paua_board *small = board_of(4, 4, 4);
    assert_int_equal(eval_prepare(full, "abla-single", &plain), PAUA_OK);
    net = plain;
    assert_int_equal(eval_use_net(&net, file), PAUA_OK);
    position.marbles[0] ^= PAUA_SET(cell_of(full, "a1")) | PAUA_SET(cell_of(full, "e5"));
    assert_int_not_equal(eval_score(&net, &position), eval_score(&plain, &position));
    assert_int_not_equal(eval_score_at(&net, stack, 0, &position), eval_score(&plain, &position));
    pillar.marbles[0] ^= PAUA_SET(cell_of(full, "a1"));
    pillar.fixed = PAUA_SET(cell_of(full, "e5"));
    assert_int_equal(eval_score(&net, &pillar), eval_score(&plain, &pillar));
    assert_int_equal(eval_score_at(&net, stack, 0, &pillar), eval_score(&plain, &pillar));
    assert_int_equal(eval_use_net(&net, NULL), PAUA_OK);
    assert_int_equal(eval_score_at(&net, stack, 0, &position), eval_score(&plain, &position));
    assert_int_equal(eval_prepare(small, NULL, &net), PAUA_OK);
    assert_int_equal(eval_use_net(&net, file), PAUA_ERROR_UNSUPPORTED);
    paua_board_free(small);
    paua_net_free(file);
    accumulator_stack_free(stack);
}

/* The built-in net, if there is one. */
static void the_net_of_the_library_is_whole(void **state)
{
    (void)state;
    const paua_net *embedded = paua_net_embedded();
    struct eval eval, by_default;
    paua_position position = position_of(full, "belgian-daisy");
    paua_board *small = board_of(4, 4, 4);
    assert_int_equal(eval_prepare(full, NULL, &by_default), PAUA_OK);
    if (embedded) {
        struct net net = net_of(embedded);
        paua_net *copy;
        int score;
        assert_int_equal(paua_net_read(embedded, net_size(net.hidden, net.buckets), &copy, NULL),
                         PAUA_OK);
        assert_string_equal(paua_eval_name(0), "net");
        assert_int_equal(eval_prepare(full, "abla-single", &eval), PAUA_OK);
        assert_int_equal(eval_use_net(&eval, copy), PAUA_OK);
        assert_int_equal(paua_eval_score(full, "net", &position, &score), PAUA_OK);
        assert_int_equal(eval_score(&eval, &position), score);
        assert_int_equal(eval_score(&by_default, &position), score);
        paua_net *other = random_net(5, HIDDEN, BUCKETS, false);
        assert_int_equal(eval_use_net(&by_default, other), PAUA_OK);
        assert_int_not_equal(eval_score(&by_default, &position), score);
        assert_int_equal(eval_use_net(&by_default, NULL), PAUA_OK);
        assert_int_equal(eval_score(&by_default, &position), score);
        paua_net_free(other);
        assert_int_equal(eval_prepare(small, "fitted", &eval), PAUA_OK);
        int (*fitted)(const struct eval *eval, const paua_position *position) = eval.score;
        assert_int_equal(eval_prepare(small, "net", &eval), PAUA_OK);
        assert_ptr_equal(eval.score, fitted);
        paua_net_free(copy);
    } else {
        assert_int_equal(eval_prepare(full, "net", &eval), PAUA_ERROR_NOT_FOUND);
        assert_string_not_equal(paua_eval_name(0), "net");
        assert_null(by_default.kernel);
    }
    paua_board_free(small);
}

/* test_eval_net [--positions N] */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_numbered_by_rows),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(impossible_nets_are_not_written),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(files_are_opened_by_path),
        cmocka_unit_test(all_variants_give_the_same_score),
        cmocka_unit_test(ranges_of_plies_left),
        cmocka_unit_test(colours_do_not_matter),
        cmocka_unit_test(other_games_are_left_to_other_evaluations),
        cmocka_unit_test(the_net_of_the_library_is_whole),
    };
    if (argc == 3 && strcmp(argv[1], "--positions") == 0)
        positions = atoi(argv[2]);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
