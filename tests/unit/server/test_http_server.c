/* A server with handlers of its own: answers from other threads, streams, refusals, the stop. */
#define _GNU_SOURCE
#include "folder.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "http/http.h"

#define LATER_MAX 64
#define SOCKET    "server.sock"

/* What the handlers below share. */
typedef struct world {
    http_server *server;
    int port;
    bool local; /* clients come to SOCKET */
    pthread_t later;
    pthread_mutex_t mutex;
    http_request *waiting[LATER_MAX];
    int waiting_count;
    http_stream *stream;
    int sent, known; /* events of the stream */
    _Atomic int closed;
    _Atomic bool ends;
} world;

static void refuse(http_request *request, int status, void *context)
{
    char *text = NULL;
    int size = asprintf(&text, "refused %d", status);

    (void)context;
    http_respond(request, status, "text/plain", text, (size_t)size);
}

static void on_echo(http_request *request, void *context)
{
    size_t size;
    const char *body = http_body(request, &size);
    const char *name = http_query(request, "name"), *colour = http_header(request, "Colour");
    char *text = NULL;
    int length =
        asprintf(&text, "%s|%s|%s|%s|%.*s", http_method(request), http_path_parameter(request, 0),
                 name ? name : "-", colour ? colour : "-", (int)size, body);

    (void)context;
    http_add_header(request, "Echo", "yes");
    http_respond(request, 200, "text/plain", text, (size_t)length);
}

static void on_later(http_request *request, void *context)
{
    world *w = context;

    http_defer(request);
    pthread_mutex_lock(&w->mutex);
    w->waiting[w->waiting_count++] = request;
    pthread_mutex_unlock(&w->mutex);
}

static void on_forgotten(http_request *request, void *context)
{
    (void)request;
    (void)context;
}

/* Answers what is deferred, a little later, until it is asked to end and nothing waits. */
static void *later_run(void *context)
{
    world *w = context;

    for (;;) {
        usleep(2000);
        pthread_mutex_lock(&w->mutex);
        bool done = atomic_load(&w->ends) && w->waiting_count == 0;
        for (int i = 0; i < w->waiting_count; i++)
            http_respond_static(w->waiting[i], 200, "text/plain", "later", 5);
        w->waiting_count = 0;
        pthread_mutex_unlock(&w->mutex);
        if (done)
            return NULL;
    }
}

static bool stream_next(void *context, char **piece, size_t *size)
{
    world *w = context;

    pthread_mutex_lock(&w->mutex);
    if (w->sent < w->known)
        *size = (size_t)asprintf(piece, "%d\n", ++w->sent);
    pthread_mutex_unlock(&w->mutex);
    return true;
}

static bool stream_farewell(void *context, char **piece, size_t *size)
{
    (void)context;
    *size = (size_t)asprintf(piece, "bye\n");
    return true;
}

static void stream_close(void *context)
{
    world *w = context;

    pthread_mutex_lock(&w->mutex);
    w->stream = NULL;
    pthread_mutex_unlock(&w->mutex);
    atomic_fetch_add(&w->closed, 1);
}

static void on_stream(http_request *request, void *context)
{
    static const http_stream_source source = {.type = "text/plain",
                                              .heartbeat = "beat\n",
                                              .next = stream_next,
                                              .farewell = stream_farewell,
                                              .close = stream_close};
    world *w = context;

    pthread_mutex_lock(&w->mutex);
    w->sent = 0;
    pthread_mutex_unlock(&w->mutex);
    http_respond_stream(request, &source, w, &w->stream);
}

static bool stream_over(void *context)
{
    world *w = context;
    bool over;

    pthread_mutex_lock(&w->mutex);
    over = w->known >= 3;
    pthread_mutex_unlock(&w->mutex);
    return over;
}

static void on_short(http_request *request, void *context)
{
    static const http_stream_source source = {.type = "text/plain",
                                              .heartbeat = "beat\n",
                                              .next = stream_next,
                                              .over = stream_over,
                                              .close = stream_close};
    world *w = context;

    pthread_mutex_lock(&w->mutex);
    w->sent = 0;
    pthread_mutex_unlock(&w->mutex);
    http_respond_stream(request, &source, w, &w->stream);
}

/* What a chain of calls has been answered. */
struct chain {
    world *w;
    int step;
    char text[400];
};

static void on_called(http_request *request, int status, const char *body, size_t size,
                      void *context);

/* Calls each of these in turn, then responds with all answers. */
static void chain_step(http_request *request, struct chain *chain)
{
    static const struct {
        const char *method, *target, *body;
    } calls[] = {
        {"GET", "/echo/a?name=b&colour=c", NULL},
        {"GET", "/later", NULL},
        {"POST", "/echo/d", "text"},
        {"GET", "/later", NULL},
        {"GET", "/stream", NULL},
        {"GET", "/nothing", NULL},
        {"GET", "/forgotten", NULL},
    };

    if (chain->step < (int)(sizeof calls / sizeof calls[0])) {
        int i = chain->step++;

        http_call(request, calls[i].method, calls[i].target, calls[i].body, on_called, chain);
        return;
    }
    http_respond(request, 200, "text/plain", strdup(chain->text), strlen(chain->text));
    free(chain);
}

static void on_called(http_request *request, int status, const char *body, size_t size,
                      void *context)
{
    struct chain *chain = context;
    size_t used = strlen(chain->text);

    assert_int_equal(strlen(body), size);
    snprintf(chain->text + used, sizeof chain->text - used, "%d %s\n", status, body);
    chain_step(request, chain);
}

static void on_chain(http_request *request, void *context)
{
    struct chain *chain = calloc(1, sizeof *chain);

    chain->w = context;
    chain_step(request, chain);
}

static const http_route routes[] = {
    {"GET", "/chain", on_chain, 1},         {"POST", "/echo/*", on_echo, 1},
    {"GET", "/echo/*", on_echo, 1},         {"GET", "/later", on_later, 1},
    {"GET", "/forgotten", on_forgotten, 1}, {"GET", "/stream", on_stream, 1},
    {"GET", "/short", on_short, 1},
};

static int start(void **state)
{
    world *w = calloc(1, sizeof *w);
    http_config config = {.listen = "127.0.0.1:0",
                          .socket = SOCKET,
                          .routes = routes,
                          .route_count = sizeof routes / sizeof routes[0],
                          .context = w,
                          .refuse = refuse,
                          .body_max = 1000,
                          .connections = 100,
                          .request_seconds = 2,
                          .heartbeat_seconds = 1};
    char message[HTTP_MESSAGE_MAX];

    pthread_mutex_init(&w->mutex, NULL);
    assert_int_equal(http_server_start(&config, &w->server, message), PAUA_OK);
    w->port = atoi(strrchr(http_server_url(w->server), ':') + 1);
    assert_int_equal(pthread_create(&w->later, NULL, later_run, w), 0);
    *state = w;
    return 0;
}

static int start_local(void **state)
{
    start(state);
    ((world *)*state)->local = true;
    return 0;
}

static int stop(void **state)
{
    world *w = *state;

    http_server_stop(w->server);
    atomic_store(&w->ends, true);
    pthread_join(w->later, NULL);
    pthread_mutex_destroy(&w->mutex);
    free(w);
    return 0;
}

static int open_connection(const world *w)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)w->port)};
    const struct sockaddr_un local = {.sun_family = AF_UNIX, .sun_path = SOCKET};
    struct timeval patience = {.tv_sec = 20};
    int fd = socket(w->local ? AF_UNIX : AF_INET, SOCK_STREAM, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(w->local ? connect(fd, (const struct sockaddr *)&local, sizeof local)
                              : connect(fd, (struct sockaddr *)&address, sizeof address),
                     0);
    return fd;
}

static void send_text(int fd, const char *text)
{
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
}

/* Reads until the text contains `end`, or to the end of the connection when it is NULL. */
static void receive_until(int fd, char *text, size_t cap, const char *end)
{
    size_t size = 0;

    while (size + 1 < cap) {
        ssize_t got = read(fd, text + size, cap - 1 - size);

        if (got <= 0)
            break;
        size += (size_t)got;
        text[size] = '\0';
        if (end && strstr(text, end))
            return;
    }
    text[size] = '\0';
    if (end)
        fail_msg("'%s' never came: %s", end, text);
}

/* One request on a connection of its own; the whole answer. */
static void exchange(const world *w, const char *request, char *answer, size_t cap)
{
    int fd = open_connection(w);

    send_text(fd, request);
    receive_until(fd, answer, cap, NULL);
    close(fd);
}

#define TAIL " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
#define JSON "Content-Type: application/json\r\n"

static void test_request(void **state)
{
    char answer[2000];

    exchange(*state,
             "POST /echo/a%20b?name=%C3%A4" TAIL JSON
             "Colour: red\r\nContent-Length: 4\r\n\r\nbody",
             answer, sizeof answer);
    assert_non_null(strstr(answer, "200 OK"));
    assert_non_null(strstr(answer, "Echo: yes"));
    assert_non_null(strstr(answer, "X-Content-Type-Options: nosniff"));
    assert_non_null(strstr(answer, "POST|a b|\xc3\xa4|red|body"));
    exchange(*state, "HEAD /echo/x" TAIL "\r\n", answer, sizeof answer);
    assert_non_null(strstr(answer, "Content-Length: 11"));
    assert_string_equal(strstr(answer, "\r\n\r\n"), "\r\n\r\n");
}

static void test_refusals(void **state)
{
    static const struct {
        const char *request, *expected;
    } cases[] = {
        {"GET /nothing" TAIL "\r\n", "refused 404"},
        {"DELETE /echo/x" TAIL "\r\n", "refused 405"},
        {"GET /forgotten" TAIL "\r\n", "refused 500"},
        {"GET /echo/x HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", "refused 421"},
        {"GET /nothing" TAIL "Origin: http://evil.example\r\n\r\n", "refused 403"},
        {"POST /echo/x" TAIL "Content-Length: 1\r\n\r\ny", "refused 415"},
        {"POST /echo/x" TAIL "Content-Length: 9999999\r\n\r\n", "refused 413"},
    };
    char answer[2000];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        exchange(*state, cases[i].request, answer, sizeof answer);
        assert_non_null(strstr(answer, cases[i].expected));
    }
}

static void test_body_limit(void **state)
{
    char request[3000], answer[4000];

    for (int size = 999; size <= 1002; size++) {
        int head = snprintf(request, sizeof request,
                            "POST /echo/x" TAIL JSON "Content-Length: %d\r\n\r\n", size);

        memset(request + head, 'y', (size_t)size);
        request[head + size] = '\0';
        exchange(*state, request, answer, sizeof answer);
        assert_non_null(strstr(answer, size <= 1000 ? "200 OK" : "refused 413"));
    }
}

static void test_later(void **state)
{
    world *w = *state;
    char answer[20000];
    int fds[40];

    for (int i = 0; i < 40; i++) {
        fds[i] = open_connection(w);
        send_text(fds[i], "GET /later" TAIL "\r\n");
    }
    for (int i = 0; i < 40; i++) {
        receive_until(fds[i], answer, sizeof answer, NULL);
        assert_non_null(strstr(answer, "200 OK"));
        close(fds[i]);
    }
    assert_int_equal(http_server_counts(w->server).deferred, 40);
}

static void test_later_and_gone(void **state)
{
    world *w = *state;
    char answer[2000];

    for (int i = 0; i < 20; i++) {
        int fd = open_connection(w);

        send_text(fd, "GET /later" TAIL "\r\n");
        close(fd);
    }
    exchange(w, "GET /later" TAIL "\r\n", answer, sizeof answer);
    assert_non_null(strstr(answer, "later"));
}

static void test_calls(void **state)
{
    world *w = *state;
    char answer[2000];

    for (int i = 0; i < 3; i++) {
        exchange(w, "GET /chain?name=outer" TAIL "Colour: red\r\n\r\n", answer, sizeof answer);
        assert_non_null(strstr(answer, "\r\n\r\n"
                                       "200 GET|a|b|-|\n"
                                       "200 later\n"
                                       "200 POST|d|-|-|text\n"
                                       "200 later\n"
                                       "500 \n"
                                       "404 refused 404\n"
                                       "500 refused 500\n"));
    }
    assert_int_equal(http_server_counts(w->server).requests, 3);
}

/* The chains end, and free what they have, also where nobody waits for them. */
static void test_calls_and_gone(void **state)
{
    world *w = *state;
    char answer[2000];

    for (int i = 0; i < 20; i++) {
        int fd = open_connection(w);

        send_text(fd, "GET /chain" TAIL "\r\n");
        if (i % 2 == 0)
            usleep(1000);
        close(fd);
    }
    exchange(w, "GET /chain" TAIL "\r\n", answer, sizeof answer);
    assert_non_null(strstr(answer, "later"));
}

static void add_event(world *w)
{
    pthread_mutex_lock(&w->mutex);
    w->known++;
    if (w->stream)
        http_stream_wake(w->stream);
    pthread_mutex_unlock(&w->mutex);
}

static void test_stream(void **state)
{
    world *w = *state;
    char answer[20000];
    int fd = open_connection(w);

    add_event(w);
    send_text(fd, "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
    receive_until(fd, answer, sizeof answer, "1\n");
    for (int i = 2; i < 200; i++) {
        char number[16];

        add_event(w);
        snprintf(number, sizeof number, "%d\n", i);
        if (i % 10 == 0)
            receive_until(fd, answer, sizeof answer, number);
    }
    receive_until(fd, answer, sizeof answer, "199\n");
    receive_until(fd, answer, sizeof answer, "beat\n");
    assert_int_equal(http_server_counts(w->server).streams, 1);
    close(fd);
    for (int i = 0; i < 500 && atomic_load(&w->closed) == 0; i++)
        usleep(10000);
    assert_int_equal(atomic_load(&w->closed), 1);
}

/* A stream whose source is over ends behind its last piece, and the connection lives on. */
static void test_short_stream(void **state)
{
    world *w = *state;
    char answer[20000];
    int fd = open_connection(w);

    add_event(w);
    send_text(fd, "GET /short HTTP/1.1\r\nHost: localhost\r\n\r\n");
    receive_until(fd, answer, sizeof answer, "1\n");
    assert_null(strstr(answer, "0\r\n\r\n"));
    add_event(w);
    add_event(w);
    receive_until(fd, answer, sizeof answer, "0\r\n\r\n");
    assert_non_null(strstr(answer, "3\n"));
    for (int i = 0; i < 500 && atomic_load(&w->closed) == 0; i++)
        usleep(10000);
    assert_int_equal(atomic_load(&w->closed), 1);
    send_text(fd, "GET /echo/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
    receive_until(fd, answer, sizeof answer, "GET|x|");
    close(fd);
}

static void test_slow_request(void **state)
{
    char answer[2000];
    int fd = open_connection(*state);

    send_text(fd, "GET /echo/x HTTP/1.1\r\n");
    receive_until(fd, answer, sizeof answer, NULL);
    assert_int_equal(strlen(answer), 0);
    close(fd);
}

/* The stop ends the stream properly and waits for what is deferred. */
static void test_stop(void **state)
{
    world *w = *state;
    char answer[20000];
    int stream = open_connection(w), later = open_connection(w);

    add_event(w);
    send_text(stream, "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
    receive_until(stream, answer, sizeof answer, "1\n");
    pthread_mutex_lock(&w->mutex); /* the answer cannot be given before the stop has begun */
    send_text(later, "GET /later HTTP/1.1\r\nHost: localhost\r\n\r\n");
    pthread_mutex_unlock(&w->mutex);
    while (http_server_counts(w->server).deferred == 0)
        usleep(1000);
    add_event(w); /* is sent before the stream ends */
    http_server_stop(w->server);
    w->server = NULL;
    assert_int_equal(atomic_load(&w->closed), 1);
    receive_until(stream, answer, sizeof answer, NULL);
    assert_non_null(strstr(answer, "2\n\r\n4\r\nbye\n\r\n0\r\n\r\n"));
    receive_until(later, answer, sizeof answer, NULL);
    assert_non_null(strstr(answer, "later"));
    close(stream);
    close(later);
}

static void stop_with_answers_owed(world *w)
{
    char answer[2000];
    int fds[20];

    pthread_mutex_lock(&w->mutex);
    for (size_t i = 0; i < sizeof fds / sizeof fds[0]; i++) {
        fds[i] = open_connection(w);
        send_text(fds[i], "GET /later HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    pthread_mutex_unlock(&w->mutex);
    while (http_server_counts(w->server).deferred < sizeof fds / sizeof fds[0])
        usleep(100);
    http_server_stop(w->server);
    w->server = NULL;
    for (size_t i = 0; i < sizeof fds / sizeof fds[0]; i++) {
        receive_until(fds[i], answer, sizeof answer, NULL);
        assert_non_null(strstr(answer, "later"));
        close(fds[i]);
    }
}

/* What was answered also leaves, with no stream to wait for. A matter of moments, hence the rounds. */
static void test_stop_sends_answers(void **state)
{
    (void)state;
    for (int round = 0; round < 30; round++) {
        void *fresh;
        start(&fresh);
        stop_with_answers_owed(fresh);
        stop(&fresh);
    }
}

static void test_port_in_use(void **state)
{
    world *w = *state;
    http_server *second = NULL;
    char address[32], message[HTTP_MESSAGE_MAX];
    http_config config = {.listen = address, .routes = routes, .refuse = refuse, .connections = 10};

    snprintf(address, sizeof address, "127.0.0.1:%d", w->port);
    assert_int_equal(http_server_start(&config, &second, message), PAUA_ERROR_CONFLICT);
    assert_non_null(strstr(message, address));
    assert_null(second);
}

#define USER 4711 /* who is not root */

/* Starts and stops a second server with this socket; its message. */
static paua_status start_second(const char *path, char message[HTTP_MESSAGE_MAX])
{
    http_server *second = NULL;
    http_config config = {.listen = "127.0.0.1:0",
                          .socket = path,
                          .routes = routes,
                          .refuse = refuse,
                          .connections = 10};
    paua_status status = http_server_start(&config, &second, message);

    http_server_stop(second);
    return status;
}

/* A socket that nobody listens on any more, as of a server that was killed; or one where somebody
 * still does, whose descriptor is returned. */
static int leave_socket(const char *path, bool live)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(fd, 5), 0);
    if (!live)
        close(fd);
    return live ? fd : -1;
}

/* Whether a socket is at the path. */
static bool is_socket(const char *path)
{
    struct stat about;

    return lstat(path, &about) == 0 && S_ISSOCK(about.st_mode);
}

static void test_socket_of_others(void **state)
{
    char message[HTTP_MESSAGE_MAX];

    (void)state;
    assert_int_equal(start_second(SOCKET, message), PAUA_ERROR_CONFLICT);
    assert_string_equal(message, SOCKET " is the socket of another server");
    assert_true(is_socket(SOCKET));

    int live = leave_socket("other", true);
    assert_int_equal(start_second("other", message), PAUA_ERROR_CONFLICT);
    assert_string_equal(message, "other is the socket of another program");
    assert_true(is_socket("other"));
    close(live);
    assert_int_equal(start_second("other", message), PAUA_OK); /* now it is stale */
    assert_false(is_socket("other"));
}

/* Without permission nobody can tell whether somebody listens. */
static void test_socket_without_permission(void **state)
{
    char message[HTTP_MESSAGE_MAX], expected[HTTP_MESSAGE_MAX];
    struct stat own;

    (void)state;
    if (geteuid() != 0)
        skip(); /* only root can be several users */
    leave_socket("other", false);
    assert_int_equal(chmod("other", 0600), 0);
    assert_int_equal(stat(".", &own), 0);
    assert_int_equal(chown(".", USER, USER), 0);
    assert_int_equal(seteuid(USER), 0);
    const paua_status status = start_second("other", message);
    assert_int_equal(seteuid(0), 0);
    assert_int_equal(chown(".", own.st_uid, own.st_gid), 0);
    assert_int_equal(status, PAUA_ERROR_CONFLICT);
    snprintf(expected, sizeof expected,
             "other is a socket of user 0 to which user %d may not connect, and stays as it is",
             USER);
    assert_string_equal(message, expected);
    assert_true(is_socket("other"));
    assert_int_equal(unlink("other"), 0);

    /* Where the directory is root's, the lock is the first file that cannot be made. */
    assert_int_equal(chmod(".", 0755), 0);
    assert_int_equal(seteuid(USER), 0);
    const paua_status locked = start_second("other", message);
    assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(".", own.st_mode), 0);
    assert_int_equal(locked, PAUA_ERROR_IO);
    assert_string_equal(message, "other.lock: Permission denied");
}

static void test_stale_sockets(void **state)
{
    char message[HTTP_MESSAGE_MAX];

    (void)state;
    leave_socket("other", false);
    write_whole("other.lock", (const uint8_t *)"", 0);
    assert_int_equal(start_second("other", message), PAUA_OK);
    assert_int_equal(access("other", F_OK), -1);
    assert_int_equal(access("other.lock", F_OK), -1);
}

static void test_no_sockets(void **state)
{
    char message[HTTP_MESSAGE_MAX];

    (void)state;
    write_whole("other", (const uint8_t *)"text", 4);
    assert_int_equal(start_second("other", message), PAUA_ERROR_CONFLICT);
    assert_string_equal(message, "other is not a socket, and stays as it is");
    uint8_t *bytes;
    assert_int_equal(read_whole("other", &bytes), 4);
    free(bytes);
    unlink("other");
    assert_int_equal(symlink("nowhere", "other"), 0);
    assert_int_equal(start_second("other", message), PAUA_ERROR_CONFLICT);
    assert_int_equal(unlink("other"), 0);
    assert_int_equal(start_second("none/other", message), PAUA_ERROR_IO);
    assert_int_equal(start_second("", message), PAUA_ERROR_BAD_SYNTAX);
}

/* Somebody has removed the socket and made a file of this name. */
static void test_another_file_is_not_removed(void **state)
{
    world *w = *state;

    assert_int_equal(unlink(SOCKET), 0);
    write_whole(SOCKET, (const uint8_t *)"", 0);
    http_server_stop(w->server);
    w->server = NULL;
    assert_int_equal(unlink(SOCKET), 0);
}

static int leave(void **state)
{
    (void)state;
    return leave_folder(NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_request, start, stop),
        cmocka_unit_test_setup_teardown(test_refusals, start, stop),
        cmocka_unit_test_setup_teardown(test_body_limit, start, stop),
        cmocka_unit_test_setup_teardown(test_later, start, stop),
        cmocka_unit_test_setup_teardown(test_later_and_gone, start, stop),
        cmocka_unit_test_setup_teardown(test_calls, start, stop),
        cmocka_unit_test_setup_teardown(test_calls_and_gone, start, stop),
        cmocka_unit_test_setup_teardown(test_stream, start, stop),
        cmocka_unit_test_setup_teardown(test_short_stream, start, stop),
        cmocka_unit_test_setup_teardown(test_slow_request, start, stop),
        cmocka_unit_test_setup_teardown(test_stop, start, stop),
        cmocka_unit_test(test_stop_sends_answers),
        cmocka_unit_test_setup_teardown(test_port_in_use, start, stop),
        cmocka_unit_test_setup_teardown(test_request, start_local, stop),
        cmocka_unit_test_setup_teardown(test_refusals, start_local, stop),
        cmocka_unit_test_setup_teardown(test_later, start_local, stop),
        cmocka_unit_test_setup_teardown(test_calls, start_local, stop),
        cmocka_unit_test_setup_teardown(test_calls_and_gone, start_local, stop),
        cmocka_unit_test_setup_teardown(test_short_stream, start_local, stop),
        cmocka_unit_test_setup_teardown(test_stop, start_local, stop),
        cmocka_unit_test_setup_teardown(test_socket_of_others, start, stop),
        cmocka_unit_test(test_socket_without_permission),
        cmocka_unit_test(test_stale_sockets),
        cmocka_unit_test(test_no_sockets),
        cmocka_unit_test_setup_teardown(test_another_file_is_not_removed, start, stop),
    };

    return cmocka_run_group_tests(tests, enter_folder, leave);
}
