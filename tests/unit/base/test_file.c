/* Files that are replaced as a whole, and files with their sum at the end (base/file.h). */
#define _GNU_SOURCE /* mkdtemp, flock */
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/file.h"

static const char *const names[] = {
    "a",          "b",          "link",   "a.part", "b.part", "c",     "c.part",      "fifo",
    "a.part.old", "b.part.old", "a.lock", "folder", "sealed", "sub/a", "sealed.part", "sub/a.part"};

static int leave(void **context)
{
    (void)context;
    rmdir("folder");
    unlink("sub/a");
    rmdir("sub");
    return leave_folder(names, LENGTH(names));
}

static void write_text(const char *path, const char *text)
{
    write_whole(path, (const uint8_t *)text, strlen(text));
}

static void assert_text(const char *path, const char *text)
{
    uint8_t *bytes;
    size_t size = read_whole(path, &bytes);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(bytes, text, size);
    free(bytes);
}

static bool exists(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

static mode_t mode_of(const char *path)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return about.st_mode & 07777;
}

static void a_file_is_made_and_replaced(void **state)
{
    (void)state;
    unlink("a");
    mode_t mask = umask(027);
    assert_int_equal(file_replace("a", "one", 3), PAUA_OK);
    umask(mask);
    assert_text("a", "one");
    assert_int_equal(mode_of("a"), 0640);

    /* Until the end there is the old file. */
    struct file_writer writer;
    assert_int_equal(chmod("a", 0604), 0);
    assert_int_equal(file_create(&writer, "a"), PAUA_OK);
    file_put(&writer, "tw", 2);
    file_put(&writer, "o", 1);
    assert_text("a", "one");
    assert_true(exists("a.part"));
    assert_int_equal(file_finish(&writer, PAUA_OK), PAUA_OK);
    assert_text("a", "two");
    assert_int_equal(mode_of("a"), 0604);
    assert_false(exists("a.part"));
}

static void a_failed_caller_leaves_the_old_file(void **state)
{
    (void)state;
    struct file_writer writer;
    write_text("a", "old");
    assert_int_equal(file_create(&writer, "a"), PAUA_OK);
    file_put(&writer, "new", 3);
    errno = EDOM;
    assert_int_equal(file_finish(&writer, PAUA_ERROR_CONFLICT), PAUA_ERROR_CONFLICT);
    assert_int_equal(errno, EDOM);
    assert_text("a", "old");
    assert_false(exists("a.part"));
    assert_int_equal(file_finish(&writer, PAUA_ERROR_CONFLICT),
                     PAUA_ERROR_CONFLICT); /* already released */
}

/* A disk that is full after `bytes` bytes. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes == RLIM_INFINITY ? limit.rlim_max : bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_leaves_the_old_file(void **state)
{
    (void)state;
    char bytes[1000] = {0};
    struct file_writer writer;
    signal(SIGXFSZ, SIG_IGN);
    write_text("a", "old");
    for (int at = 0; at < 2; at++) {
        limit_files(1500);
        assert_int_equal(file_create(&writer, "a"), PAUA_OK);
        file_put(&writer, bytes, sizeof bytes);
        if (at)
            file_put_at(&writer, bytes, sizeof bytes, 4000);
        else
            file_put(&writer, bytes, sizeof bytes); /* half of it is written */
        file_put(&writer, bytes, 1);                /* would succeed */
        file_put_sum(&writer);
        paua_status status = file_finish(&writer, PAUA_OK);
        const int error = errno;
        limit_files(RLIM_INFINITY);
        assert_int_equal(status, PAUA_ERROR_IO);
        assert_int_equal(error, EFBIG);
        assert_text("a", "old");
        assert_false(exists("a.part"));
    }
}

static void a_device_is_written_directly(void **state)
{
    (void)state;
    assert_int_equal(file_replace("/dev/null", "text", 4), PAUA_OK);
    errno = 0;
    assert_int_equal(file_replace("/dev/full", "text", 4), PAUA_ERROR_IO);
    assert_int_equal(errno, ENOSPC);
    assert_true(exists("/dev/null") && exists("/dev/full"));

    char got[4];
    assert_int_equal(mkfifo("fifo", 0600), 0);
    int reader = open("fifo", O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(file_replace("fifo", "text", 4), PAUA_OK);
    assert_int_equal(read(reader, got, sizeof got), 4);
    assert_memory_equal(got, "text", 4);
    close(reader);
}

static void links_are_followed(void **state)
{
    (void)state;
    char target[8] = "";
    write_text("a", "old");
    assert_int_equal(symlink("a", "link"), 0);
    assert_int_equal(file_replace("link", "new", 3), PAUA_OK);
    assert_int_equal(readlink("link", target, sizeof target), 1);
    assert_text("a", "new");
}

static void what_cannot_be_written_is_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(file_replace("folder", "x", 1), PAUA_ERROR_IO);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(file_replace("nowhere/a", "x", 1), PAUA_ERROR_IO);
    assert_int_equal(errno, ENOENT);
    if (geteuid() != 0) {
        write_text("a", "old");
        assert_int_equal(chmod("a", 0400), 0);
        assert_int_equal(file_replace("a", "x", 1), PAUA_ERROR_IO);
        assert_int_equal(errno, EACCES);
        assert_int_equal(chmod("a", 0600), 0);
        assert_text("a", "old");
    }
    assert_int_equal(mkdir("sub", 0700), 0);
    assert_int_equal(file_replace("sub/a", "x", 1), PAUA_OK);
    assert_text("sub/a", "x");
}

/* What a killed process left is overwritten; what is being written is not, nor is anybody else's
 * file. */
static void one_writer_at_a_time(void **state)
{
    (void)state;
    struct file_writer first, second;
    write_text("a.part", "left by a process that was killed");
    assert_int_equal(file_create(&first, "a"), PAUA_OK);
    file_put(&first, "first", 5);
    assert_int_equal(file_create(&second, "a"), PAUA_ERROR_IO);
    assert_int_equal(errno, EBUSY);
    assert_int_equal(file_finish(&second, PAUA_ERROR_IO), PAUA_ERROR_IO);
    assert_true(exists("a.part"));
    assert_int_equal(file_finish(&first, PAUA_OK), PAUA_OK);
    assert_text("a", "first");
    assert_false(exists("a.part"));

    write_text("b", "not to be touched");
    assert_int_equal(symlink("b", "a.part"), 0);
    assert_int_equal(file_replace("a", "x", 1), PAUA_ERROR_IO);
    assert_int_equal(errno, ENOTUNIQ);
    unlink("a.part");
    assert_int_equal(link("b", "a.part"), 0);
    assert_int_equal(file_replace("a", "x", 1), PAUA_ERROR_IO);
    assert_int_equal(errno, ENOTUNIQ);
    unlink("a.part");
    assert_text("b", "not to be touched");
    assert_text("a", "first");
}

/* A lock that cannot be opened is another user's; nothing is wrong with the file itself. */
static void a_claim_of_another_user(void **state)
{
    (void)state;
    struct file_claim claim;
    write_text("c.lock", "");
    assert_int_equal(chmod("c.lock", 0), 0);
    assert_int_equal(chmod(".", 0755), 0);
    const bool is_root = geteuid() == 0;
    assert_int_equal(is_root ? seteuid(65534) : 0, 0);
    const paua_status status = file_claim(&claim, "c");
    const int error = errno;
    assert_int_equal(is_root ? seteuid(0) : 0, 0);
    assert_int_equal(status, PAUA_ERROR_IO);
    assert_int_equal(error, ENOTUNIQ);
    unlink("c.lock");
}

/* A claim lasts until it is released, also over files that are written under it, by any name. */
static void one_claim_at_a_time(void **state)
{
    (void)state;
    struct file_claim first, second;
    static const char *const ways[] = {"a", "link"};
    write_text("a", "old");
    unlink("link");
    assert_int_equal(symlink("a", "link"), 0);
    for (size_t i = 0; i < LENGTH(ways); i++) {
        assert_int_equal(file_claim(&first, "a"), PAUA_OK);
        assert_int_equal(file_replace("a", "new", 3), PAUA_OK);
        assert_int_equal(file_claim(&second, ways[i]), PAUA_ERROR_IO);
        assert_int_equal(errno, EBUSY);
        file_release(&second);
        assert_true(exists("a.lock"));
        file_release(&first);
        assert_false(exists("a.lock"));
        file_release(&first);
        assert_int_equal(file_claim(&second, ways[i]), PAUA_OK);
        file_release(&second);
    }
    assert_int_equal(symlink("a", "a.lock"), 0);
    assert_int_equal(file_claim(&first, "a"), PAUA_ERROR_IO);
    assert_int_equal(errno, ENOTUNIQ);
    unlink("a.lock");
    assert_int_equal(mkdir("a.lock", 0700), 0);
    assert_int_equal(file_claim(&first, "a"), PAUA_ERROR_IO);
    assert_int_equal(errno, ENOTUNIQ);
    assert_int_equal(rmdir("a.lock"), 0);
    assert_text("a", "new");
    assert_int_equal(file_claim(&first, "/dev/null"), PAUA_OK);
    file_release(&first);
    write_text("a.lock", ""); /* of a process that was killed */
    assert_int_equal(file_claim(&first, "a"), PAUA_OK);
    file_release(&first);
}

/* ---- several files ---- */

static void create_all(struct file_writer writers[3], const char *const paths[3])
{
    for (int i = 0; i < 3; i++) {
        assert_int_equal(file_create(&writers[i], paths[i]), PAUA_OK);
        file_put(&writers[i], paths[i], 1);
    }
}

static void assert_nothing_beside(void)
{
    static const char *const beside[] = {"a.part",     "b.part",     "c.part",
                                         "a.part.old", "b.part.old", "c.part.old"};
    for (size_t i = 0; i < LENGTH(beside); i++)
        assert_false(exists(beside[i]));
}

static void all_files_are_replaced(void **state)
{
    static const char *const paths[3] = {"a", "b", "c"};
    (void)state;
    struct file_writer writers[3];
    int failed;
    unlink("b");
    write_text("a", "old");
    write_text("c", "old");
    create_all(writers, paths);
    assert_int_equal(file_finish_all(writers, 3, PAUA_OK, &failed), PAUA_OK);
    for (int i = 0; i < 3; i++)
        assert_text(paths[i], paths[i]);
    assert_nothing_beside();
}

/* Each file fails in turn: its name is taken by a folder in the last moment. */
static void or_none_is(void **state)
{
    static const char *const paths[3] = {"a", "b", "c"};
    (void)state;
    for (int fails = 0; fails < 3; fails++) {
        struct file_writer writers[3];
        int failed;
        for (int i = 0; i < 3; i++)
            unlink(paths[i]);
        for (int i = 0; i < 3; i += 2)
            write_text(paths[i], "old");
        create_all(writers, paths);
        unlink(paths[fails]);
        assert_int_equal(mkdir(paths[fails], 0700), 0);
        assert_int_equal(file_finish_all(writers, 3, PAUA_OK, &failed), PAUA_ERROR_IO);
        assert_int_equal(failed, fails);
        assert_int_equal(rmdir(paths[fails]), 0);
        for (int i = 0; i < 3; i++) {
            if (i == fails)
                continue;
            if (i == 1)
                assert_false(exists("b"));
            else
                assert_text(paths[i], "old");
        }
        assert_nothing_beside();
    }
}

static void a_failed_write_of_one_replaces_none(void **state)
{
    static const char *const paths[3] = {"a", "b", "c"};
    (void)state;
    struct file_writer writers[3];
    int failed;
    write_text("a", "old");
    create_all(writers, paths);
    writers[1].error = ENOSPC;
    assert_int_equal(file_finish_all(writers, 3, PAUA_OK, &failed), PAUA_ERROR_IO);
    assert_int_equal(errno, ENOSPC);
    assert_int_equal(failed, 1);
    assert_text("a", "old");
    assert_nothing_beside();
}

/* ---- sums ---- */

enum { SEALED = 100000 };

static void put_sealed(void)
{
    struct file_writer writer;
    assert_int_equal(file_create(&writer, "sealed"), PAUA_OK);
    for (uint32_t i = 0; i < SEALED; i++)
        file_put(&writer, &i, sizeof i);
    file_put_sum(&writer);
    assert_int_equal(file_finish(&writer, PAUA_OK), PAUA_OK);
}

static paua_status get_sealed(void)
{
    struct file_reader reader;
    static uint32_t numbers[SEALED];
    assert_int_equal(file_open(&reader, "sealed"), PAUA_OK);
    file_get(&reader, numbers, 4);
    file_get(&reader, numbers + 1, sizeof numbers - 4);
    paua_status status = file_check_sum(&reader);
    file_close(&reader);
    for (uint32_t i = 0; i < SEALED && status == PAUA_OK; i++)
        assert_int_equal(numbers[i], i);
    return status;
}

static void sums_are_written_and_read(void **state)
{
    (void)state;
    uint8_t *bytes;
    struct file_reader reader;
    put_sealed();
    assert_int_equal(get_sealed(), PAUA_OK);
    size_t size = read_whole("sealed", &bytes);
    assert_int_equal(size, 4 * SEALED + SHA256_BYTES);
    assert_true(sha256_matches(bytes, 4 * SEALED, bytes + 4 * SEALED));
    free(bytes);
    assert_int_equal(file_open(&reader, "nowhere/a"), PAUA_ERROR_NOT_FOUND);
    file_close(&reader);
    assert_int_equal(file_open(&reader, "sealed/a"), PAUA_ERROR_IO);
    file_close(&reader);
}

/* One bit anywhere, any end, anything more. */
static void damage_is_found(void **state)
{
    (void)state;
    uint8_t *bytes;
    put_sealed();
    size_t size = read_whole("sealed", &bytes);
    uint8_t *longer = calloc(1, size + 40);
    memcpy(longer, bytes, size);
    for (size_t at = 0; at < size; at += at < size - 2000 ? 9973 : 31) {
        bytes[at] ^= 4;
        write_whole("sealed", bytes, size);
        assert_int_equal(get_sealed(), PAUA_ERROR_CORRUPT);
        bytes[at] ^= 4;
        write_whole("sealed", bytes, at);
        assert_int_equal(get_sealed(), PAUA_ERROR_CORRUPT);
    }
    for (size_t more = 1; more <= 40; more += 13) {
        write_whole("sealed", longer, size + more);
        assert_int_equal(get_sealed(), PAUA_ERROR_CORRUPT);
    }
    write_whole("sealed", bytes, size);
    assert_int_equal(get_sealed(), PAUA_OK);
    free(longer);
    free(bytes);
}

/* FIPS 180-4, "abc"; in one piece and in three. */
static void sha256_is_the_published_one(void **state)
{
    static const uint8_t wanted[SHA256_BYTES] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea,
                                                 0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
                                                 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c,
                                                 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
    (void)state;
    uint8_t hash[SHA256_BYTES];
    struct sha256 sum;
    sha256_of("abc", 3, hash);
    assert_memory_equal(hash, wanted, sizeof wanted);
    sha256_begin(&sum);
    for (int i = 0; i < 3; i++)
        sha256_add(&sum, &"abc"[i], 1);
    sha256_end(&sum, hash);
    assert_memory_equal(hash, wanted, sizeof wanted);
    assert_true(sha256_matches("abc", 3, wanted));
    assert_false(sha256_matches("abd", 3, wanted));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_made_and_replaced),
        cmocka_unit_test(a_failed_caller_leaves_the_old_file),
        cmocka_unit_test(a_full_disk_leaves_the_old_file),
        cmocka_unit_test(a_device_is_written_directly),
        cmocka_unit_test(links_are_followed),
        cmocka_unit_test(what_cannot_be_written_is_refused),
        cmocka_unit_test(one_writer_at_a_time),
        cmocka_unit_test(one_claim_at_a_time),
        cmocka_unit_test(a_claim_of_another_user),
        cmocka_unit_test(all_files_are_replaced),
        cmocka_unit_test(or_none_is),
        cmocka_unit_test(a_failed_write_of_one_replaces_none),
        cmocka_unit_test(sums_are_written_and_read),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(sha256_is_the_published_one),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave);
}
