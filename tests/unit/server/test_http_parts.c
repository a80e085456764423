/* The parts of the server that need no connection: routes, addresses, allowances. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <limits.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>

#include "http/access.h"
#include "http/addresses.h"
#include "http/client_limits.h"
#include "http/forwarded.h"
#include "http/guard.h"
#include "http/http.h"
#include "http/message.h"
#include "http/network.h"
#include "http/route.h"

static void nothing(http_request *request, void *context)
{
    (void)request;
    (void)context;
}

static const http_route routes[] = {
    {"GET", "/", nothing, 1},
    {"POST", "/games", nothing, 1},
    {"GET", "/games/*", nothing, 1},
    {"DELETE", "/games/*", nothing, 1},
    {"GET", "/games/*/moves/*", nothing, 1},
    {"*", "/api/**", nothing, 1},
    {"GET", "/files/**", nothing, 1},
    {"GET", "/pictures/*.svg", nothing, 1},
    {"GET", "/pictures/*", nothing, 1},
    {HTTP_GET_ONLY, "/stream", nothing, 1},
    {"POST", "/stream", nothing, 1},
    {"PUT", "/games/*", nothing, 1}, /* apart from the other methods of its path */
};

/* The index of the route found, -1 for an unknown path, -2 for another method. */
static int found(const char *method, const char *path, struct route_match *match)
{
    route_find(routes, sizeof routes / sizeof routes[0], method, path, match);
    if (match->route)
        return (int)(match->route - routes);
    return match->path_known ? -2 : -1;
}

static void test_routes(void **state)
{
    static const struct {
        const char *method, *path;
        int expected;
    } cases[] = {
        {"GET", "/", 0},
        {"HEAD", "/", 0},
        {"POST", "/", -2},
        {"GET", "", -1},
        {"GET", "/games", -2},
        {"POST", "/games", 1},
        {"POST", "/games/", -1},
        {"GET", "/games/", -1},
        {"GET", "/games/x", 2},
        {"DELETE", "/games/x", 3},
        {"PUT", "/games/x", 11},
        {"GET", "/games/x/", -1},
        {"GET", "/games/x/moves", -1},
        {"GET", "/games/x/moves/7", 4},
        {"GET", "/games//moves/7", -1},
        {"GET", "/games/x/moves/7/8", -1},
        {"BREW", "/api/", 5},
        {"GET", "/api", -1},
        {"GET", "/api/a/b/c", 5},
        {"GET", "/files/", 6},
        {"GET", "/files/../../etc/passwd", 6},
        {"GET", "/pictures/x.svg", 7},
        {"GET", "/pictures/x.svg.svg", 7},
        {"GET", "/pictures/x.png", 8},
        {"GET", "/pictures/.svg", 8},
        {"GET", "/pictures/x.svg/y", -1},
        {"get", "/", -2},
        {"GET", "*", -1},
    };
    struct route_match match;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (found(cases[i].method, cases[i].path, &match) != cases[i].expected)
            fail_msg("%s %s", cases[i].method, cases[i].path);
    }
}

static void test_path_parameters(void **state)
{
    struct route_match match;

    (void)state;
    assert_int_equal(found("GET", "/games/abc/moves/12", &match), 4);
    assert_int_equal(match.parameters[0].size, 3);
    assert_memory_equal(match.parameters[0].at, "abc", 3);
    assert_int_equal(match.parameters[1].size, 2);
    assert_memory_equal(match.parameters[1].at, "12", 2);
    assert_null(match.parameters[2].at);
    assert_int_equal(found("GET", "/pictures/abc.svg", &match), 7);
    assert_int_equal(match.parameters[0].size, 3);
    assert_memory_equal(match.parameters[0].at, "abc", 3);
}

static void test_allow(void **state)
{
    struct route_match match;

    (void)state;
    assert_int_equal(found("PATCH", "/games/abc", &match), -2);
    assert_string_equal(match.allow, "GET, HEAD, DELETE, PUT");
    assert_int_equal(found("GET", "/games", &match), -2);
    assert_string_equal(match.allow, "POST");
    assert_int_equal(found("HEAD", "/stream", &match), -2);
    assert_string_equal(match.allow, "GET, POST");
    assert_int_equal(found("GET", "/stream", &match), 9);
    assert_int_equal(found("POST", "/stream", &match), 10);
}

static void test_addresses(void **state)
{
    static const struct {
        const char *text, *host;
        int port;
    } good[] = {{"127.0.0.1:8080", "127.0.0.1", 8080},
                {"localhost:0", "localhost", 0},
                {"[::1]:65535", "::1", 65535},
                {"[fe80::1%eth0]:80", "fe80::1%eth0", 80}};
    static const char *const bad[] = {"",
                                      ":",
                                      ":80",
                                      "a",
                                      "a:",
                                      "a:b",
                                      "a:1b",
                                      "a:65536",
                                      "a:99999",
                                      "a:100000",
                                      "a:-1",
                                      "[a]",
                                      "[a]80",
                                      "[]:80",
                                      "[a:80",
                                      "::1:80",
                                      "a:80 ",
                                      "a:+80",
                                      "a: 80",
                                      "[a]:",
                                      "a:80:90",
                                      "[a]:x",
                                      "123456789012345678901234567890123:80"};
    char host[32], message[HTTP_MESSAGE_MAX];
    int port;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_int_equal(http_address_parse(good[i].text, host, sizeof host, &port, message),
                         PAUA_OK);
        assert_string_equal(host, good[i].host);
        assert_int_equal(port, good[i].port);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        message[0] = '\0';
        if (http_address_parse(bad[i], host, sizeof host, &port, message) != PAUA_ERROR_BAD_SYNTAX)
            fail_msg("'%s' was taken for an address", bad[i]);
        assert_non_null(strstr(message, "expected"));
    }
}

static http_client client_at(const char *text)
{
    struct network_address address;

    assert_true(network_address_read(text, &address));
    return network_client(&address, 7);
}

/* Where a proxy of one's own may be, and no stranger; and how an address is written. */
static void test_private_addresses(void **state)
{
    static const char *const own[] = {
        "127.0.0.1",  "127.255.255.255", "10.0.0.0",    "10.255.255.255",
        "172.16.0.0", "172.31.255.255",  "192.168.0.1", "169.254.1.1",
        "100.64.0.0", "100.127.255.255", "::1",         "fe80::1",
        "febf::1",    "fc00::1",         "fdff::1"};
    static const char *const others[] = {
        "126.255.255.255", "128.0.0.0",      "9.255.255.255", "11.0.0.0",
        "172.15.0.1",      "172.32.0.0",     "192.167.0.1",   "192.169.0.1",
        "169.253.0.1",     "100.63.255.255", "100.128.0.0",   "0.0.0.0",
        "fec0::1",         "fbff::1",        "2001:db8::1",   "fe00::1"};
    char text[INET6_ADDRSTRLEN];
    struct network_address address;

    (void)state;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        assert_true(network_address_read(own[i], &address));
        if (!network_address_is_private(&address))
            fail_msg("%s counts as public", own[i]);
        network_address_write(&address, text);
        assert_string_equal(text, own[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_true(network_address_read(others[i], &address));
        if (network_address_is_private(&address))
            fail_msg("%s counts as private", others[i]);
    }
}

static int take(struct rate_limiter *limiter, const char *text, int cost, int64_t now_ms)
{
    const http_client client = client_at(text);

    return rate_limiter_take(limiter, &client, cost, now_ms);
}

static void test_allowance(void **state)
{
    struct rate_limiter *limiter = rate_limiter_new(10, 40);
    int64_t now = 1000000;

    (void)state;
    assert_non_null(limiter);
    for (int i = 0; i < 40; i++)
        assert_int_equal(take(limiter, "192.0.2.1", 1, now), 0);
    assert_int_equal(take(limiter, "192.0.2.1", 1, now), 1);
    assert_int_equal(take(limiter, "192.0.2.1", 35, now), 4);
    /* Others have their own. */
    assert_int_equal(take(limiter, "192.0.2.2", 1, now), 0);
    /* Half a second brings five requests, an hour no more than the full bucket. */
    now += 500;
    assert_int_equal(take(limiter, "192.0.2.1", 5, now), 0);
    assert_int_equal(take(limiter, "192.0.2.1", 1, now), 1);
    now += 3600 * 1000;
    assert_int_equal(take(limiter, "192.0.2.1", 40, now), 0);
    assert_int_equal(take(limiter, "192.0.2.1", 1, now), 1);
    rate_limiter_free(limiter);
}

static void test_allowance_of_networks(void **state)
{
    struct rate_limiter *limiter = rate_limiter_new(1, 4);

    (void)state;
    assert_int_equal(take(limiter, "2001:db8:1:2::1", 4, 0), 0);
    assert_int_equal(take(limiter, "2001:db8:1:2:3:4:5:6", 1, 0), 1);
    assert_int_equal(take(limiter, "2001:db8:1:3::1", 4, 0), 0);
    /* IPv4 in an IPv6 dress counts one by one. */
    assert_int_equal(take(limiter, "::ffff:192.0.2.1", 4, 0), 0);
    assert_int_equal(take(limiter, "::ffff:192.0.2.2", 4, 0), 0);
    assert_int_equal(take(limiter, "::ffff:192.0.2.2", 1, 0), 1);
    rate_limiter_free(limiter);
}

/* An IPv6 client has its /56 and its /48 in common with its neighbours, an IPv4 one nothing. */
static void test_levels_of_clients(void **state)
{
    static const struct {
        const char *one, *other;
        bool same[HTTP_CLIENT_LEVELS];
    } cases[] = {
        {"2001:db8:1:203::1", "2001:db8:1:203:4:5:6:7", {true, true, true}},
        {"2001:db8:1:203::1", "2001:db8:1:200::1", {false, true, true}},
        {"2001:db8:1:203::1", "2001:db8:1:303::1", {false, false, true}},
        {"2001:db8:1:203::1", "2001:db8:2:203::1", {false, false, false}},
        {"192.0.2.1", "192.0.2.2", {false, true, true}}, /* none at both */
        {"192.0.2.1", "::ffff:192.0.2.1", {true, true, true}},
        {"::1", "127.0.0.1", {false, true, true}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const http_client one = client_at(cases[i].one), other = client_at(cases[i].other);
        const bool is_v6 = strncmp(cases[i].one, "2001", 4) == 0;

        for (int level = 0; level < HTTP_CLIENT_LEVELS; level++) {
            assert_int_equal(one.keys[level] == other.keys[level], cases[i].same[level]);
            assert_int_equal(one.keys[level] != 0, level == 0 || is_v6);
        }
    }
    /* The first /64 of a network is not the network. */
    const http_client first = client_at("2001:db8::1");
    assert_true(first.keys[0] != first.keys[1] && first.keys[1] != first.keys[2]);
}

static void test_limits_of_levels(void **state)
{
    http_tally tally = {{4, 15, 40}};

    (void)state;
    assert_int_equal(http_client_limit(5, 0, 0), 5);
    assert_int_equal(http_client_limit(5, 0, 1), 20);
    assert_int_equal(http_client_limit(5, 0, 2), 80);
    assert_int_equal(http_client_limit(INT_MAX, 0, 2), INT_MAX);
    assert_int_equal(http_client_limit(0, 16, 2), 0);
    /* A quarter of all is left to others, unless a client may take it. */
    assert_int_equal(http_client_limit(4, 16, 0), 4);
    assert_int_equal(http_client_limit(4, 16, 1), 12);
    assert_int_equal(http_client_limit(4, 16, 2), 12);
    assert_int_equal(http_client_limit(20, 16, 2), 20);
    assert_int_equal(http_client_limit(1, 1, 2), 1);
    assert_int_equal(http_client_limit(1, 2, 2), 1);
    assert_int_equal(http_client_limit(1, 3, 2), 2);
    assert_int_equal(http_client_limit(1, 7, 2), 5);
    assert_int_equal(http_client_limit(INT_MAX, INT_MAX, 2), INT_MAX);
    assert_int_equal(http_client_limit(INT_MAX - 1, INT_MAX, 1), INT_MAX - 1);
    assert_int_equal(http_tally_excess(&tally, 5, 0), 0);
    assert_int_equal(http_tally_excess(&tally, 5, 50), 1);
    assert_int_equal(http_tally_excess(&tally, 1, 0), 4);
    assert_int_equal(http_tally_excess(&tally, 0, 50), 0);
}

/* A rate for five clients of a /56 and for seventeen of a /48: the first four, and sixteen, use it
 * up. A refused request costs nothing at any level. */
static void test_allowance_of_larger_networks(void **state)
{
    struct rate_limiter *limiter = rate_limiter_new(1, 4);
    char address[40];

    (void)state;
    for (int i = 0; i < 4; i++) {
        snprintf(address, sizeof address, "2001:db8:1:2%02x::1", i);
        assert_int_equal(take(limiter, address, 4, 0), 0);
    }
    assert_int_equal(take(limiter, "2001:db8:1:2ff::1", 4, 0), 1); /* of four a second */
    for (int i = 4; i < 16; i++) {
        snprintf(address, sizeof address, "2001:db8:1:%02x00::1", i);
        assert_int_equal(take(limiter, address, 4, 0), 0);
    }
    assert_int_equal(take(limiter, "2001:db8:1:ff00::1", 4, 0), 1);
    assert_int_equal(take(limiter, "2001:db8:2:ff00::1", 4, 0), 0);
    /* Of 4 tokens that came for the /56 and 16 for the /48, one client gets all that it asks. */
    for (int i = 0; i < 4; i++)
        assert_int_equal(take(limiter, "2001:db8:1:2ff::1", 1, 1000), 0);
    assert_int_equal(take(limiter, "2001:db8:1:2fe::1", 1, 1000), 1);
    for (int i = 0; i < 12; i++) {
        snprintf(address, sizeof address, "2001:db8:1:%02xff::1", i / 3 + 32);
        assert_int_equal(take(limiter, address, 1, 1000), 0);
    }
    assert_int_equal(take(limiter, "2001:db8:1:ff00::1", 1, 1000), 1);
    rate_limiter_free(limiter);
}

static void test_networks(void **state)
{
    static const struct {
        const char *network, *inside, *outside;
    } good[] = {
        {"127.0.0.1", "127.0.0.1", "127.0.0.2"},
        {"127.0.0.1", "::ffff:127.0.0.1", "::1"},
        {"10.0.0.0/8", "10.255.0.1", "11.0.0.1"},
        {"10.1.2.3/31", "10.1.2.2", "10.1.2.4"},
        {"192.0.2.128/25", "192.0.2.255", "192.0.2.127"},
        {"0.0.0.0/1", "127.0.0.1", "128.0.0.1"},
        {"::1", "::1", "127.0.0.1"},
        {"2001:db8::/32", "2001:db8:ffff::1", "2001:db9::"},
        {"fe80::/10", "febf::1", "fec0::1"},
        {"2001:db8::7/128", "2001:db8::7", "2001:db8::6"},
        {"::", "::", "::1"},
        {"::", "::", "0.0.0.0"},
    };
    static const char *const bad[] = {"",
                                      "a",
                                      "127.0.0.1/",
                                      "127.0.0.1/33",
                                      "127.0.0.1/0",
                                      "127.0.0.1/8x",
                                      "127.0.0",
                                      "/8",
                                      "::1/129",
                                      "::1/-1",
                                      "::1/0064",
                                      "[::1]",
                                      "10.0.0.0/8/8",
                                      "127.0.0.1:80",
                                      "127.0.0.1 ",
                                      "localhost",
                                      "fe80::1%lo",
                                      "unix",
                                      "unix:x",
                                      "unix: 1",
                                      "unix:-1",
                                      "unix:1/8",
                                      "unix:4294967295",
                                      "unix:00000000001",
                                      "unix:/run/paua.sock"};
    struct network network;
    struct network_address address;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(network_parse(good[i].network, &network));
        assert_true(network_address_read(good[i].inside, &address));
        assert_true(network_list_has(&network, 1, &address));
        assert_true(network_address_read(good[i].outside, &address));
        assert_false(network_list_has(&network, 1, &address));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (network_parse(bad[i], &network))
            fail_msg("'%s' was taken for a network", bad[i]);
    }
}

/* A user at a socket in the file system is on this machine, and no address is his. */
static void test_users(void **state)
{
    const struct sockaddr local = {.sa_family = AF_UNIX}, unknown = {.sa_family = AF_UNSPEC};
    struct network_address self, other;
    static const char *const others[] = {
        "127.0.0.1", "::1", "::", "0.0.0.0", "192.0.2.1", "2001:db8::1"};
    struct network users, user, all;
    char text[INET6_ADDRSTRLEN], own[INET6_ADDRSTRLEN];
    int pair[2];

    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_false(network_address_of(pair[0], &unknown, &self));
    assert_true(network_address_of(pair[0], &local, &self));
    close(pair[0]);
    close(pair[1]);
    assert_true(network_address_is_local(&self));
    network_address_write(&self, text);
    snprintf(own, sizeof own, "unix:%u", (unsigned)geteuid());
    assert_string_equal(text, own);
    assert_true(network_parse("unix:", &users));
    assert_true(network_parse(own, &user));
    assert_true(network_parse("::/1", &all));
    assert_true(network_list_has(&users, 1, &self));
    assert_true(network_list_has(&user, 1, &self));
    assert_false(network_list_has(&all, 1, &self));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_true(network_address_read(others[i], &other));
        assert_int_equal(network_address_is_local(&other), i < 2);
        assert_false(network_list_has(&users, 1, &other));
        assert_true(network_client(&other, 7).keys[0] != network_client(&self, 7).keys[0]);
        network_address_write(&other, text);
        assert_string_equal(text, others[i]);
    }
    /* Another user is another client, of the same network. */
    other = self;
    other.user++;
    assert_true(network_list_has(&users, 1, &other));
    assert_false(network_list_has(&user, 1, &other));
    const http_client one = network_client(&self, 7), two = network_client(&other, 7);
    assert_true(one.keys[0] != two.keys[0]);
    assert_true(one.keys[1] != 0 && one.keys[1] == two.keys[1]);
    assert_true(one.keys[2] == 0);
}

static void test_forwarded(void **state)
{
    static const struct {
        const char *name, *value, *client; /* NULL: malformed */
    } cases[] = {
        {"X-Forwarded-For", "192.0.2.1", "192.0.2.1"},
        {"x-forwarded-for", " 192.0.2.1 , 192.0.2.2\t", "192.0.2.2"},
        {"X-Forwarded-For", "192.0.2.1, 10.0.0.2", "192.0.2.1"},
        {"X-Forwarded-For", "192.0.2.9,192.0.2.1,10.0.0.2,10.0.0.3", "192.0.2.1"},
        {"X-Forwarded-For", "10.0.0.3, 10.0.0.2", "10.0.0.3"},
        {"X-Forwarded-For", "192.0.2.1:4711", "192.0.2.1"},
        {"X-Forwarded-For", "2001:db8::1", "2001:db8::1"},
        {"X-Forwarded-For", "[2001:db8::1]:80", "2001:db8::1"},
        {"X-Forwarded-For", "::ffff:192.0.2.1", "192.0.2.1"},
        {"X-Forwarded-For", "192.0.2.1, unknown", "10.0.0.1"},
        {"X-Forwarded-For", "192.0.2.1, unknown, 10.0.0.2", "10.0.0.2"},
        {"X-Forwarded-For", "::", "::"},
        {"X-Forwarded-For", "", "10.0.0.1"},
        {"X-Forwarded-For", ",, ,192.0.2.1,", "192.0.2.1"},
        {"X-Forwarded-For", "unix:", "10.0.0.1"},
        {"X-Forwarded-For", "192.0.2.1, unix:", "10.0.0.1"},
        {"X-Forwarded-For", "192.0.2.1, unix:, 10.0.0.2", "10.0.0.2"},
        {"X-Forwarded-For", "192.0.2.1, unix:, 192.0.2.2, 10.0.0.2", "192.0.2.2"},
        {"X-Forwarded-For", "192.0.2", "10.0.0.1"},
        {"X-Forwarded-For", "192.0.2.1 192.0.2.2", "10.0.0.1"},
        {"X-Forwarded-For", "evil.example, 192.0.2.1", "192.0.2.1"},
        {"X-Forwarded-For", "for=\"a, 192.0.2.1", "192.0.2.1"},
        {"X-Forwarded-For", "192.0.2.1:", "10.0.0.1"},
        {"X-Forwarded-For", "[2001:db8::1", "10.0.0.1"},
        {"X-Forwarded-For", "[192.0.2.1]", "10.0.0.1"},
        {"X-Forwarded-For", "unknownx", "10.0.0.1"},
        {"X-Forwarded-For",
         "1111111111111111111111111111111111111111111111111111111111111111111111", "10.0.0.1"},
        {"X-Forwarded-For",
         "192.0.2.1, [2001:db8::1]:1111111111111111111111111111111111111111111111111111",
         "10.0.0.1"},
        {"Forwarded", "for=192.0.2.1", "192.0.2.1"},
        {"Forwarded", "For=\"192.0.2.1:80\";proto=https;by=10.0.0.1", "192.0.2.1"},
        {"Forwarded", "for=192.0.2.9, for=192.0.2.1;by=10.0.0.2, for=10.0.0.2", "192.0.2.1"},
        {"Forwarded", "for=\"[2001:db8::1]:80\"", "2001:db8::1"},
        {"Forwarded", "for=192.0.2.1, for=_hidden", "10.0.0.1"},
        {"Forwarded", "for=192.0.2.1, proto=http", "10.0.0.1"},
        {"Forwarded", "host=\"a,b;c\\\"d\";for=192.0.2.1", "192.0.2.1"},
        {"Forwarded", "for=\"192.0.2.1\" , ,", "192.0.2.1"},
        {"Forwarded", "for=192.0.2.1, for=\"unix:\"", "10.0.0.1"},
        {"Forwarded", "for=192.0.2.1, for=evil.example, for=10.0.0.2", "10.0.0.2"},
        {"Forwarded", "for=\"a, for=192.0.2.1", NULL},
        {"Forwarded", "for=unix:", NULL},
        {"Forwarded", "for", NULL},
        {"Forwarded", "for=", NULL},
        {"Forwarded", "for=192.0.2.1;for=192.0.2.2", NULL},
        {"Forwarded", "for=\"192.0.2.1", NULL},
        {"Forwarded", "for=192.0.2.1 for=192.0.2.2", NULL},
        {"Forwarded", "for=2001:db8::1", NULL},
        {"Host", "anything", "10.0.0.1"},
    };
    struct network proxies[2];

    (void)state;
    assert_true(network_parse("10.0.0.0/30", &proxies[0]));
    assert_true(network_parse("10.0.0.3", &proxies[1]));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct forwarded forwarded = {.trusted = proxies, .trusted_count = 2};
        struct network_address expected;

        assert_true(network_address_read("10.0.0.1", &forwarded.client));
        struct network_address proxy = forwarded.client;
        if (forwarded_add(&forwarded, cases[i].name, cases[i].value) != (cases[i].client != NULL))
            fail_msg("%s", cases[i].value);
        if (!cases[i].client)
            continue;
        assert_true(network_address_read(cases[i].client, &expected));
        if (memcmp(forwarded.found ? &forwarded.client.ip : &proxy.ip, &expected.ip,
                   sizeof expected.ip) != 0)
            fail_msg("%s", cases[i].value);
    }
}

static void test_forwarded_lines(void **state)
{
    struct network proxy;
    struct forwarded forwarded = {.trusted = &proxy, .trusted_count = 1};
    struct network_address expected;

    (void)state;
    assert_true(network_parse("10.0.0.1", &proxy));
    /* The proxy adds a line of its own to the one that its client has made up. */
    assert_true(forwarded_add(&forwarded, "X-Forwarded-For", "192.0.2.66"));
    assert_true(forwarded_add(&forwarded, "X-Forwarded-For", "192.0.2.1"));
    assert_true(network_address_read("192.0.2.1", &expected));
    assert_memory_equal(&forwarded.client.ip, &expected.ip, sizeof expected.ip);
    /* The proxy writes one of the headers; the other one is its client's. */
    assert_false(forwarded_add(&forwarded, "Forwarded", "for=192.0.2.66"));
    assert_false(forwarded_add(&forwarded, "X-Forwarded-For", "192.0.2.1"));
}

static void test_client_counts(void **state)
{
    struct client_counts *counts = client_counts_new();
    const http_client one = {{7}}, other = {{7 + 4096}}, third = {{8}}, nobody = {{0}};

    (void)state;
    assert_non_null(counts);
    assert_int_equal(client_counts_add(counts, &one, CLIENT_STREAMS, 2, 0), PAUA_OK);
    assert_int_equal(client_counts_add(counts, &one, CLIENT_STREAMS, 2, 0), PAUA_OK);
    assert_int_equal(client_counts_add(counts, &one, CLIENT_STREAMS, 2, 0), PAUA_ERROR_CONFLICT);
    assert_int_equal(client_counts_add(counts, &one, CLIENT_CONNECTIONS, 2, 0), PAUA_OK);
    assert_int_equal(client_counts_add(counts, &other, CLIENT_STREAMS, 2, 0), PAUA_OK);
    assert_int_equal(client_counts_add(counts, &third, CLIENT_STREAMS, 0, 0), PAUA_ERROR_CONFLICT);
    assert_int_equal(client_counts_add(counts, &nobody, CLIENT_STREAMS, 0, 0), PAUA_OK);
    assert_int_equal(client_counts_get(counts, 7, CLIENT_STREAMS), 2);
    assert_int_equal(client_counts_get(counts, 7, CLIENT_CONNECTIONS), 1);
    assert_int_equal(client_counts_get(counts, 7 + 4096, CLIENT_STREAMS), 1);
    assert_int_equal(client_counts_get(counts, 8, CLIENT_STREAMS), 0);
    client_counts_drop(counts, &one, CLIENT_STREAMS);
    assert_int_equal(client_counts_add(counts, &one, CLIENT_STREAMS, 2, 0), PAUA_OK);
    client_counts_drop(counts, &one, CLIENT_STREAMS);
    client_counts_drop(counts, &one, CLIENT_STREAMS);
    client_counts_drop(counts, &one, CLIENT_CONNECTIONS);
    client_counts_drop(counts, &nobody, CLIENT_STREAMS);
    assert_int_equal(client_counts_get(counts, 7, CLIENT_STREAMS), 0);
    client_counts_free(counts);
}

/* Four clients of a /56 fill it, sixteen of a /48 fill that; what is refused counts nowhere. */
static void test_counts_of_networks(void **state)
{
    struct client_counts *counts = client_counts_new();
    http_client clients[17];
    char address[40];

    (void)state;
    for (int i = 0; i < 17; i++) {
        snprintf(address, sizeof address, "2001:db8:1:%02x%02x::1", i / 4, i);
        clients[i] = client_at(address);
        assert_int_equal(client_counts_add(counts, &clients[i], CLIENT_STREAMS, 1, 0),
                         i < 16 ? PAUA_OK : PAUA_ERROR_CONFLICT);
    }
    const http_client neighbour = client_at("2001:db8:1:03ff::1");
    const uint64_t *keys = neighbour.keys;
    assert_int_equal(client_counts_get(counts, keys[1], CLIENT_STREAMS), 4);
    assert_int_equal(client_counts_get(counts, keys[2], CLIENT_STREAMS), 16);
    assert_int_equal(client_counts_get(counts, clients[16].keys[0], CLIENT_STREAMS), 0);
    assert_int_equal(client_counts_get(counts, clients[16].keys[1], CLIENT_STREAMS), 0);

    /* Room in the /48 alone is not enough, room at all levels is. */
    client_counts_drop(counts, &clients[0], CLIENT_STREAMS);
    assert_int_equal(client_counts_add(counts, &neighbour, CLIENT_STREAMS, 1, 0),
                     PAUA_ERROR_CONFLICT);
    assert_int_equal(client_counts_get(counts, keys[0], CLIENT_STREAMS), 0);
    assert_int_equal(client_counts_get(counts, keys[2], CLIENT_STREAMS), 15);
    client_counts_drop(counts, &clients[15], CLIENT_STREAMS);
    assert_int_equal(client_counts_add(counts, &neighbour, CLIENT_STREAMS, 1, 0), PAUA_OK);

    client_counts_drop(counts, &neighbour, CLIENT_STREAMS);
    for (int i = 1; i < 15; i++)
        client_counts_drop(counts, &clients[i], CLIENT_STREAMS);
    assert_int_equal(client_counts_get(counts, keys[1], CLIENT_STREAMS), 0);
    assert_int_equal(client_counts_get(counts, keys[2], CLIENT_STREAMS), 0);
    /* Of twelve connections in all a network gets nine. */
    for (int i = 0; i < 12; i++)
        assert_int_equal(client_counts_add(counts, &clients[i], CLIENT_CONNECTIONS, 3, 12),
                         i < 9 ? PAUA_OK : PAUA_ERROR_CONFLICT);
    client_counts_free(counts);
}

/* What message_check() says of the lines "NAME:VALUE|NAME:VALUE". */
static int checked(const char *lines, const char *version)
{
    struct message message = {0};

    while (*lines) {
        size_t size = strcspn(lines, "|"), name = strcspn(lines, ":");

        message_add(&message, lines, name, lines + name + 1, size - name - 1);
        lines += size + (lines[size] == '|');
    }
    return message_check(&message, version);
}

static void test_messages(void **state)
{
    static const struct {
        const char *lines;
        int expected;
    } cases[] = {
        {"Host:a", 0},
        {"host:", 0},
        {"", 400},
        {"Host:a|Host:a", 400},
        {"Host:a|Content-Length:5", 0},
        {"Host:a|Content-Length:5|content-length:5", 400},
        {"Host:a|Transfer-Encoding:chunked", 0},
        {"Host:a|Transfer-Encoding:Chunked", 0},
        {"Host:a|Transfer-Encoding:xchunked", 501},
        {"Host:a|Transfer-Encoding:gzip, chunked", 501},
        {"Host:a|Transfer-Encoding:", 501},
        {"Host:a|Transfer-Encoding:chunked|Transfer-Encoding:chunked", 400},
        {"Host:a|Transfer-Encoding:identity|Transfer-Encoding:chunked", 400},
        {"Host:a|Content-Length:5|Transfer-Encoding:chunked", 400},
        {"Host:a|Transfer-Encoding:xchunked|Content-Length:5", 400},
        {"Host:a|Content-Length :5", 400},
        {"Host:a| X:5", 400},
        {"Host:a|:5", 400},
        {"Host:a|X:a\rb", 400},
        {"Host:a|X:a\tb", 0},
        {"Host:a|X:\x7f", 400},
        {"Host:a|X:\xc3\xa4", 0},
        {"Host:a|Expect:100-Continue", 0},
        {"Host:a|Expect:a pony", 417},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (checked(cases[i].lines, "HTTP/1.1") != cases[i].expected)
            fail_msg("%s", cases[i].lines);
    }
    assert_int_equal(checked("", "HTTP/1.0"), 0);
    assert_int_equal(checked("Transfer-Encoding:chunked", "HTTP/1.0"), 400);
}

static void test_targets(void **state)
{
    char arguments[256] = "/?", longest[8194];

    (void)state;
    assert_int_equal(message_check_target("/"), 0);
    assert_int_equal(message_check_target("/a?b=%20c&d=e+f"), 0);
    assert_int_equal(message_check_target("http://localhost/"), 0);
    assert_int_equal(message_check_target("*"), 0);
    assert_int_equal(message_check_target("/a b"), 400);
    assert_int_equal(message_check_target("/a\tb"), 400);
    assert_int_equal(message_check_target("/a#b"), 400);
    assert_int_equal(message_check_target("/\xc3\xa4"), 400);
    assert_int_equal(message_check_target("/healthz%00x"), 400);
    memset(arguments + 2, '&', 63);
    assert_int_equal(message_check_target(arguments), 0);
    memset(arguments + 2, '&', 64);
    assert_int_equal(message_check_target(arguments), 414);
    memset(longest, '/', sizeof longest);
    longest[8192] = '\0';
    assert_int_equal(message_check_target(longest), 0);
    longest[8192] = '/';
    longest[8193] = '\0';
    assert_int_equal(message_check_target(longest), 414);
}

static void test_many_addresses(void **state)
{
    struct rate_limiter *limiter = rate_limiter_new(1, 4);
    char address[32];

    (void)state;
    /* More addresses than there are places: newcomers are never refused. */
    for (int i = 0; i < 20000; i++) {
        snprintf(address, sizeof address, "10.%d.%d.%d", i >> 16, (i >> 8) & 255, i & 255);
        assert_int_equal(take(limiter, address, 4, i), 0);
    }
    /* Somebody who keeps asking keeps the place, and stays refused. */
    for (int i = 0; i < 3; i++)
        assert_int_equal(take(limiter, address, 4, 20000), 4);
    rate_limiter_free(limiter);
}

static struct sockaddr_storage address_of(const char *text)
{
    struct sockaddr_storage storage = {0};
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};

    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
        memcpy(&storage, &v4, sizeof v4);
    else if (inet_pton(AF_INET6, text, &v6.sin6_addr) == 1)
        memcpy(&storage, &v6, sizeof v6);
    return storage;
}

/* What guard_check() says of a request to a server that is also called paua.example.org. */
static int guarded(struct guard_request request, const char *local)
{
    static const char *const names[] = {"paua.example.org", "[2001:db8::7]", "full.example.org."};
    struct sockaddr_storage address = address_of(local);

    request.local = (struct sockaddr *)&address;
    return guard_check(&request, names, 3);
}

static void test_guard_hosts(void **state)
{
    static const struct {
        const char *host, *local;
        int expected;
    } cases[] = {
        {NULL, "127.0.0.1", 0},
        {"localhost", "127.0.0.1", 0},
        {"LocalHost:80", "192.0.2.7", 0},
        {"127.0.0.1:8080", "192.0.2.7", 0},
        {"[::1]:8080", "127.0.0.1", 0},
        {"[0:0:0::1]", "::1", 0},
        {"192.0.2.7:8080", "192.0.2.7", 0},
        {"192.0.2.7", "::ffff:192.0.2.7", 0},
        {"192.0.2.8", "::ffff:192.0.2.7", 421},
        {"192.0.2.7", "127.0.0.1", 421},
        {"192.0.2.7", "2001:db8::1", 421},
        {"[2001:db8::1]:80", "2001:db8::1", 0},
        {"[2001:db8::2]:80", "2001:db8::1", 421},
        {"[2001:db8::1]:80", "127.0.0.1", 421},
        {"[2001:db8::7]:80", "127.0.0.1", 0},
        {"paua.example.org:443", "127.0.0.1", 0},
        {"paua.example.org.", "127.0.0.1", 0},
        {"PAUA.example.org.:443", "127.0.0.1", 0},
        {"localhost.", "127.0.0.1", 0},
        {"full.example.org", "127.0.0.1", 0},
        {"full.example.org.:80", "127.0.0.1", 0},
        {"paua.example.org..", "127.0.0.1", 421},
        {"example.org.", "127.0.0.1", 421},
        {".", "127.0.0.1", 421},
        {"[::1].", "::1", 421},
        {"example.org", "127.0.0.1", 421},
        {"x.paua.example.org", "127.0.0.1", 421},
        {"paua.example.org.evil.example", "127.0.0.1", 421},
        {"localhost:", "127.0.0.1", 421},
        {"localhost:123456", "127.0.0.1", 421},
        {"localhost:8x", "127.0.0.1", 421},
        {"127.1", "127.0.0.1", 421},
        {"[::1", "::1", 421},
        {"[]", "::1", 421},
        {"", "127.0.0.1", 421},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct guard_request request = {.method = "GET", .host = cases[i].host};

        assert_int_equal(guarded(request, cases[i].local), cases[i].expected);
    }
}

static void test_guard_sites(void **state)
{
    static const struct {
        struct guard_request request;
        int expected;
    } cases[] = {
        {{.origin = "http://localhost:80"}, 0},
        {{.origin = "https://LOCALHOST:80"}, 0},
        {{.origin = "http://localhost"}, 403},
        {{.origin = "http://localhost:81"}, 403},
        {{.origin = "https://paua.example.org"}, 0},
        {{.origin = "https://paua.example.org:81"}, 403},
        {{.origin = "https://paua.example.org."}, 0},
        {{.origin = "https://full.example.org"}, 0},
        {{.origin = "https://paua.example.org.evil.example"}, 403},
        {{.origin = "null"}, 403},
        {{.origin = ""}, 403},
        {{.fetch_site = "same-origin"}, 0},
        {{.fetch_site = "none"}, 0},
        {{.fetch_site = "same-site"}, 403},
        {{.fetch_site = "cross-site"}, 403},
        {{.fetch_site = "cross-site", .fetch_mode = "no-cors"}, 403},
        {{.fetch_site = "cross-site", .fetch_mode = "navigate"}, 0},
        {{.fetch_site = "cross-site", .fetch_mode = "navigate", .origin = "null"}, 403},
        {{.method = "POST", .fetch_site = "cross-site", .fetch_mode = "navigate"}, 403},
        {{.method = "HEAD", .fetch_site = "cross-site", .fetch_mode = "navigate"}, 403},
        {{.method = "POST", .has_body = true, .content_type = "application/json"}, 0},
        {{.method = "POST", .has_body = true, .content_type = "application/json;charset=utf-8"}, 0},
        {{.method = "POST", .has_body = true, .content_type = "application/json2"}, 415},
        {{.method = "POST", .has_body = true, .content_type = "text/plain"}, 415},
        {{.method = "POST", .has_body = true}, 415},
        {{.method = "POST",
          .has_body = true,
          .takes_form = true,
          .content_type = "multipart/form-data; boundary=x"},
         0},
        {{.method = "POST",
          .has_body = true,
          .takes_form = true,
          .content_type = "application/x-www-form-urlencoded"},
         0},
        {{.method = "POST",
          .has_body = true,
          .takes_form = true,
          .content_type = "application/x-www-form-urlencoded2"},
         415},
        {{.method = "POST", .has_body = true, .takes_form = true, .content_type = "text/plain"},
         415},
        {{.method = "POST", .has_body = true, .content_type = "multipart/form-data; boundary=x"},
         415},
        {{.method = "POST",
          .origin = "http://elsewhere.example",
          .host = "localhost",
          .has_body = true,
          .takes_form = true,
          .content_type = "multipart/form-data; boundary=x"},
         403},
        {{.method = "POST", .content_type = "text/plain"}, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct guard_request request = cases[i].request;

        request.host = "localhost:80";
        if (!request.method)
            request.method = "GET";
        assert_int_equal(guarded(request, "127.0.0.1"), cases[i].expected);
    }
}

static void test_host_names(void **state)
{
    static const char *const good[] = {"a", "paua.example.org", "192.0.2.7", "[2001:db8::1]",
                                       "club."};
    static const char *const bad[] = {"", "a:80", "a b", "http://a", "2001:db8::1", "a/", "[::1"};

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(http_host_valid(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(http_host_valid(bad[i]));
}

/* What others can open, on a machine with these addresses, when the server is bound to `bound`. */
static http_addresses addresses_for(const char *bound, bool v6_only)
{
    static const struct {
        const char *address; /* NULL: an interface without one */
        unsigned flags;
    } machine[] = {{"127.0.0.1", IFF_UP | IFF_RUNNING},
                   {"::1", IFF_UP | IFF_RUNNING},
                   {"fe80::7", IFF_UP | IFF_RUNNING},
                   {"2001:db8::7", IFF_UP | IFF_RUNNING},
                   {"192.0.2.7", IFF_UP | IFF_RUNNING},
                   {"169.254.1.1", IFF_UP | IFF_RUNNING},
                   {"172.17.0.1", IFF_UP},
                   {"198.51.100.7", IFF_RUNNING},
                   {"192.0.2.7", IFF_UP | IFF_RUNNING},
                   {NULL, IFF_UP | IFF_RUNNING},
                   {"203.0.113.7", IFF_UP | IFF_RUNNING}};
    enum { COUNT = sizeof machine / sizeof machine[0] };
    struct sockaddr_storage own = address_of(bound), of_machine[COUNT];
    struct ifaddrs interfaces[COUNT];
    http_addresses found;

    for (int i = 0; i < COUNT; i++) {
        interfaces[i] = (struct ifaddrs){.ifa_next = i + 1 < COUNT ? &interfaces[i + 1] : NULL,
                                         .ifa_flags = machine[i].flags};
        if (!machine[i].address)
            continue;
        of_machine[i] = address_of(machine[i].address);
        interfaces[i].ifa_addr = (struct sockaddr *)&of_machine[i];
    }
    addresses_list((struct sockaddr *)&own, v6_only, interfaces, &found);
    return found;
}

static void test_open_addresses(void **state)
{
    static const struct {
        const char *bound;
        bool v6_only;
        const char *expected; /* with a blank after each */
    } cases[] = {
        {"127.0.0.1", false, "loopback "},
        {"127.0.0.9", false, "loopback "},
        {"::1", false, "loopback "},
        {"::ffff:127.0.0.1", false, "loopback "},
        {"0.0.0.0", false, "http://192.0.2.7:0 http://203.0.113.7:0 "},
        {"::", false, "http://192.0.2.7:0 http://203.0.113.7:0 http://[2001:db8::7]:0 "},
        {"::", true, "http://[2001:db8::7]:0 "},
        {"192.0.2.7", false, "http://192.0.2.7:0 "},
        {"2001:db8::7", true, "http://[2001:db8::7]:0 "},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        http_addresses found = addresses_for(cases[i].bound, cases[i].v6_only);
        char text[1024] = "";

        if (found.loopback)
            strcat(text, "loopback ");
        for (int k = 0; k < found.count; k++)
            strcat(strcat(text, found.urls[k]), " ");
        assert_string_equal(text, cases[i].expected);
    }
}

/* More addresses than fit are left out. */
static void test_many_open_addresses(void **state)
{
    struct sockaddr_storage own = address_of("0.0.0.0"), of_machine[2 * HTTP_ADDRESSES_MAX];
    struct ifaddrs interfaces[2 * HTTP_ADDRESSES_MAX];
    http_addresses found;
    char text[32];

    (void)state;
    for (int i = 0; i < 2 * HTTP_ADDRESSES_MAX; i++) {
        snprintf(text, sizeof text, "192.0.2.%d", i + 1);
        of_machine[i] = address_of(text);
        interfaces[i] = (struct ifaddrs){.ifa_next = i ? &interfaces[i - 1] : NULL,
                                         .ifa_flags = IFF_UP | IFF_RUNNING,
                                         .ifa_addr = (struct sockaddr *)&of_machine[i]};
    }
    addresses_list((struct sockaddr *)&own, false, &interfaces[2 * HTTP_ADDRESSES_MAX - 1], &found);
    assert_int_equal(found.count, HTTP_ADDRESSES_MAX);
}

/* What of a path may be written to a log. */
static void test_access_paths(void **state)
{
    static const struct {
        const char *path, *expected;
    } cases[] = {
        {"/", "/"},
        {"", "*"},
        {"*", "*"},
        {"secret", "*"},
        {"/api/1/games/abcd1234/events", "/api/1/games/abcd1234/events"},
        {"/user/Ann-1_b", "/user/Ann-1_b"},
        {"/user/abcdefghijklmnopqrst", "/user/abcdefghijklmnopqrst"},
        {"/user/abcdefghijklmnopqrstu", "/user/*"},
        {"/user/ann@mail", "/user/*"},
        {"/g/a?key=b", "/g/a"},
        {"/g/?key=b", "/g/"},
        {"/g/a;b/c", "/g/*/c"},
        {"/g/\"/\\/\n/\xe9", "/g/*/*/*/*"},
        {"//etc/..//passwd", "//etc/..//passwd"},
    };
    char out[ACCESS_PATH_MAX], path[1000];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        access_path(cases[i].path, out);
        assert_string_equal(out, cases[i].expected);
    }
    for (size_t segment = 0; segment <= 25; segment++) {
        for (size_t size = 0; size < sizeof path; size++) {
            for (size_t i = 0; i < size; i++)
                path[i] = i % (segment + 1) == 0 ? '/' : 'a';
            path[size] = '\0';
            access_path(path, out);
            size_t length = strlen(out);
            assert_true(length < sizeof out);
            bool cut = length >= 4 && strcmp(out + length - 4, "/...") == 0;
            /* Either all of it is there, or all that fits and the sign that something is not. */
            if (!cut && segment <= 20)
                assert_string_equal(out, size > 0 ? path : "*");
            assert_true(cut ? length > sizeof out - 32 : size < 1000);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_routes),
        cmocka_unit_test(test_path_parameters),
        cmocka_unit_test(test_allow),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_allowance),
        cmocka_unit_test(test_allowance_of_networks),
        cmocka_unit_test(test_networks),
        cmocka_unit_test(test_forwarded),
        cmocka_unit_test(test_forwarded_lines),
        cmocka_unit_test(test_client_counts),
        cmocka_unit_test(test_counts_of_networks),
        cmocka_unit_test(test_private_addresses),
        cmocka_unit_test(test_levels_of_clients),
        cmocka_unit_test(test_limits_of_levels),
        cmocka_unit_test(test_allowance_of_larger_networks),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_many_addresses),
        cmocka_unit_test(test_guard_hosts),
        cmocka_unit_test(test_guard_sites),
        cmocka_unit_test(test_host_names),
        cmocka_unit_test(test_open_addresses),
        cmocka_unit_test(test_many_open_addresses),
        cmocka_unit_test(test_access_paths),
        cmocka_unit_test(test_users),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
