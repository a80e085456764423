/* Paths of sockets, and who could put one there (http/socket_path.h). */
#define _GNU_SOURCE /* mkdtemp */
#include "folder.h"

#include <limits.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "http/socket_path.h"

#define OTHER 4711 /* a user who is somebody else */

static char message[HTTP_MESSAGE_MAX];

/* A socket that nobody listens on. */
static void put_socket(const char *path)
{
    struct sockaddr_un address;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    assert_int_equal(socket_path_address(path, &address, message), PAUA_OK);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    close(fd);
}

/* Before each test: a folder with a socket in it, as a server makes it. */
static int put_folder(void **state)
{
    (void)state;
    assert_int_equal(mkdir("run", 0755), 0);
    put_socket("run/sock");
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink("run/sock");
    unlink("link");
    return rmdir("run");
}

static void test_texts(void **state)
{
    static const struct {
        const char *text;
        bool is_path;
    } cases[] = {
        {"/run/paua.sock", true},
        {"/", true},
        {"./none", true},
        {"../none", true},
        {"none.sock", true},
        {"none/none.sock", true},
        {"run/sock", true},
        {"run/file", true},
        {"localhost", false},
        {"none", false},
        {".sock", false},
        {"sock", false},
        {"run", false},
        {"run/", false},
        {"none/none", false},
        {"example.org/sock", false},
        {"", false},
        {"http://a.sock", false},
        {"https://a/run", false},
        {"http://a/", false},
        {"[::1]:80", false},
    };

    (void)state;
    write_whole("run/file", (const uint8_t *)"", 0);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        if (socket_path_is_path(cases[i].text) != cases[i].is_path)
            fail_msg("%s", cases[i].text);
    }
    unlink("run/file");
}

/* A name without a slash is that of a host, unless root's or the caller's socket is there. */
static void test_names(void **state)
{
    (void)state;
    write_whole("localhost", (const uint8_t *)"", 0);
    assert_false(socket_path_is_path("localhost"));
    unlink("localhost");
    put_socket("localhost");
    assert_true(socket_path_is_path("localhost"));
    assert_false(socket_path_is_path("http://localhost"));
    assert_false(socket_path_is_path("localhost:8080"));
    if (geteuid() == 0) {
        assert_int_equal(chown("localhost", OTHER, OTHER), 0);
        assert_false(socket_path_is_path("localhost"));
        assert_true(socket_path_is_path("./localhost"));
    }
    unlink("localhost");
}

static void test_lengths(void **state)
{
    struct sockaddr_un address;
    char path[200];

    (void)state;
    memset(path, 'x', sizeof path);
    path[107] = '\0';
    assert_int_equal(socket_path_address(path, &address, message), PAUA_OK);
    assert_string_equal(address.sun_path, path);
    path[107] = 'x';
    path[108] = '\0';
    assert_int_equal(socket_path_address(path, &address, message), PAUA_ERROR_BAD_SYNTAX);
    assert_non_null(strstr(message, "expected a path of at most 107 bytes"));
    assert_int_equal(socket_path_check(path, message), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(socket_path_address("", &address, message), PAUA_ERROR_BAD_SYNTAX);
}

static void test_good_paths(void **state)
{
    char whole[PATH_MAX + 20];

    (void)state;
    assert_int_equal(socket_path_check("run/sock", message), PAUA_OK);
    assert_int_equal(socket_path_check("./run/../run//./sock", message), PAUA_OK);
    assert_non_null(getcwd(whole, PATH_MAX));
    strcat(whole, "/run/sock");
    assert_int_equal(socket_path_check(whole, message), PAUA_OK);
    assert_int_equal(symlink("run", "link"), 0);
    assert_int_equal(socket_path_check("link/sock", message), PAUA_OK);
    assert_int_equal(chmod("run", 0700), 0);
    assert_int_equal(socket_path_check("run/sock", message), PAUA_OK);
}

static void test_not_sockets(void **state)
{
    (void)state;
    assert_int_equal(socket_path_check("run/none", message), PAUA_ERROR_IO);
    assert_non_null(strstr(message, "no server listens there"));
    assert_int_equal(socket_path_check("run", message), PAUA_ERROR_IO);
    assert_string_equal(message, "run is not a socket");
    assert_int_equal(symlink("run/sock", "link"), 0);
    assert_int_equal(socket_path_check("link", message), PAUA_ERROR_IO);
    assert_string_equal(message, "link is not a socket");
    assert_int_equal(socket_path_check("run/sock/sock", message), PAUA_ERROR_IO);
}

/* Who else may write in the directory. */
static void test_modes(void **state)
{
    static const mode_t modes[] = {0775, 0757, 0777, 0720, 01777, 01775};

    (void)state;
    for (size_t i = 0; i < LENGTH(modes); i++) {
        assert_int_equal(chmod("run", modes[i]), 0);
        assert_int_equal(socket_path_check("run/sock", message), PAUA_ERROR_IO);
        assert_non_null(strstr(message, "/run: "));
        assert_int_equal(socket_path_check_directories("run/new", geteuid(), message),
                         PAUA_ERROR_IO);
    }
}

/* And in those above it, and in those of links. */
static void test_directories_above(void **state)
{
    (void)state;
    assert_int_equal(chmod(".", 0777), 0);
    assert_int_equal(socket_path_check("run/sock", message), PAUA_ERROR_IO);
    assert_non_null(strstr(message, folder));
    assert_int_equal(symlink("/", "link"), 0);
    assert_int_equal(socket_path_check_directories("link/sock", geteuid(), message), PAUA_ERROR_IO);
    assert_int_equal(chmod(".", 01777), 0); /* as /tmp: one's own things are safe there */
    assert_int_equal(socket_path_check("run/sock", message), PAUA_OK);
    assert_int_equal(socket_path_check_directories("link/sock", geteuid(), message), PAUA_OK);
    assert_int_equal(chmod(".", 0700), 0);
}

/* Directories, links and sockets of another user. */
static void test_owners(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip(); /* only root can give something away */
    assert_int_equal(chown("run", OTHER, OTHER), 0);
    assert_int_equal(socket_path_check("run/sock", message), PAUA_ERROR_IO); /* root's socket */
    assert_non_null(strstr(message, "/run belongs to user 4711, "));
    assert_int_equal(chown("run/sock", OTHER, OTHER), 0); /* a service with a user of its own */
    assert_int_equal(socket_path_check("run/sock", message), PAUA_OK);
    assert_int_equal(socket_path_check_directories("run/sock", OTHER, message), PAUA_OK);
    assert_int_equal(socket_path_check_directories("run/sock", OTHER + 1, message), PAUA_ERROR_IO);
    assert_int_equal(chmod(".", 01777), 0); /* but not one who has made his directory in /tmp */
    assert_int_equal(socket_path_check("run/sock", message), PAUA_ERROR_IO);
    assert_non_null(strstr(message, "belongs to user 4711; expected root or yourself"));
    assert_int_equal(chown("run", 0, 0), 0);
    assert_int_equal(chown("run/sock", 0, 0), 0);
    assert_int_equal(symlink("run", "link"), 0);
    assert_int_equal(socket_path_check("link/sock", message), PAUA_OK);
    assert_int_equal(lchown("link", OTHER, OTHER), 0); /* nor a link of his */
    assert_int_equal(socket_path_check("link/sock", message), PAUA_ERROR_IO);
    assert_int_equal(chmod(".", 0700), 0);
}

static void test_circles(void **state)
{
    (void)state;
    assert_int_equal(symlink("link", "link"), 0);
    assert_int_equal(socket_path_check_directories("link/sock", geteuid(), message), PAUA_ERROR_IO);
    assert_non_null(strstr(message, "symbolic links"));
}

static int leave(void **context)
{
    (void)context;
    return leave_folder(NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_texts, put_folder, remove_folder),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test_setup_teardown(test_good_paths, put_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_not_sockets, put_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_modes, put_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_directories_above, put_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_owners, put_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_circles, put_folder, remove_folder),
    };

    return cmocka_run_group_tests(tests, enter_folder, leave);
}
