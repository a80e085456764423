/* Nets: the file, and the same score whichever way it is computed. */
#define _POSIX_C_SOURCE 200809L
#include "full_board.h"

#include <unistd.h>

#include <sodium.h>

#include "base/bytes.h"
#include "random_net.h"

enum { HIDDEN = 64, BUCKETS = 3 };

static void seal(uint8_t *bytes, size_t size)
{
    crypto_hash_sha256(bytes + size - 32, bytes, size - 32);
}

/* The table is made for the hot loops; a cell's number is what docs/net-format.md says. */
static void cells_are_numbered_by_rows(void **state)
{
    (void)state;
    int number = 0;
    for (int row = 0; row < paua_board_rows(full); row++)
        for (int column = paua_board_row_first(full, row); column <= paua_board_row_last(full, row);
             column++)
            assert_int_equal(net_cell[paua_board_cell(full, row, column)], number++);
    assert_int_equal(number, NET_CELLS);
    assert_int_equal(NET_FEATURES, 134);
    assert_int_equal(NET_OWN_LEFT + 1, 122);
    assert_int_equal(NET_OTHER_LEFT + 1, 128);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    static const int sizes[][2] = {{32, 1}, {HIDDEN, BUCKETS}, {512, 8}};
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
        assert_int_equal((uintptr_t)net.bias % 64 + (uintptr_t)net.columns % 64, 0);
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
    assert_int_equal(net_write(&bad, "", bytes), PAUA_BAD_ARGUMENT)
    REFUSED(bad.hidden = 0);
    REFUSED(bad.hidden = 48);
    REFUSED(bad.hidden = 544);
    REFUSED(bad.buckets = 0);
    REFUSED(bad.buckets = 9);
    REFUSED(bad.scale = 0);
    REFUSED(bad.scale = 10001);
    REFUSED((bad.output = output, output[5] = 128));
    REFUSED((bad.output = output, output[5] = -128));
#undef REFUSED
    assert_int_equal(net_write(&good, "two\nlines", bytes), PAUA_BAD_ARGUMENT);
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

/* One wrong number with a right sum. */
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
    check_refused(bytes, 0, PAUA_CORRUPT, "is not a net");
    check_refused(bytes, 127, PAUA_CORRUPT, "is not a net");
    check_refused(bytes, 128, PAUA_CORRUPT, "is cut off");
    check_refused(bytes, size - 1, PAUA_CORRUPT, "is cut off");
    for (size_t at = 0; at < size; at++) {
        paua_net *file;
        bytes[at] ^= 1;
        if (paua_net_read(bytes, size, &file, NULL) == PAUA_OK)
            fail_msg("byte %zu may be changed", at);
        bytes[at] ^= 1;
    }
    bytes[size / 2] ^= 128;
    check_refused(bytes, size, PAUA_CORRUPT, "checksum");
    free(bytes);
    check_field(0, 1, 'p', PAUA_CORRUPT, "is not a net");
    check_field(8, 4, 2, PAUA_UNSUPPORTED, "version 2, not 1");
    check_field(12, 4, 122, PAUA_UNSUPPORTED, "other features");
    check_field(16, 4, 0, PAUA_UNSUPPORTED, "0 hidden");
    check_field(16, 4, 48, PAUA_UNSUPPORTED, "48 hidden");
    check_field(16, 4, 0xffffffc0, PAUA_UNSUPPORTED, "4294967232 hidden");
    check_field(16, 4, 96, PAUA_CORRUPT, "is cut off");
    check_field(16, 4, 32, PAUA_CORRUPT, "behind its end");
    check_field(20, 4, 0, PAUA_UNSUPPORTED, "0 buckets");
    check_field(20, 4, 9, PAUA_UNSUPPORTED, "9 buckets");
    check_field(24, 4, 0, PAUA_UNSUPPORTED, "scale 0");
    check_field(24, 4, 10001, PAUA_UNSUPPORTED, "scale 10001");
    check_field(28, 4, 127, PAUA_UNSUPPORTED, "units");
    check_field(32, 4, 63, PAUA_UNSUPPORTED, "units");
    check_field(36, 4, 1, PAUA_UNSUPPORTED, "reserved");
    check_field(64, 1, '\n', PAUA_CORRUPT, "plain text");
    check_field(128 + 2 * 135 * HIDDEN, 2, 128, PAUA_CORRUPT, "beyond 127");
    check_field(128 + 2 * 135 * HIDDEN, 2, (uint16_t)-128, PAUA_CORRUPT, "beyond 127");
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
    assert_int_equal(paua_net_open(path, &file, &error), PAUA_CORRUPT);
    assert_int_equal(ftruncate(number, 200), 0);
    assert_int_equal(paua_net_open(path, &file, &error), PAUA_CORRUPT);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(paua_net_open(path, &file, &error), PAUA_IO);
    assert_string_equal(error.message, "No such file or directory");
    assert_int_equal(paua_net_open("/", &file, &error), PAUA_IO);
    assert_null(file);
    close(number);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_numbered_by_rows),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(impossible_nets_are_not_written),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(files_are_opened_by_path),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
