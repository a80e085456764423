/* requests.h - what the measures of bench/server.c have in common: connections, requests, games. */
#ifndef BENCH_REQUESTS_H
#define BENCH_REQUESTS_H

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <paua/paua.h>

#include "servers.h"

#define ANSWER_SIZE (64 * 1024)

/* Two marbles of the standard layout, there and back. */
static const char *const shuttle[] = {"c3d3", "g5f5", "d3c3", "f5g5"};

typedef struct server_game {
    char id[16], keys[PAUA_PLAYERS_MAX][40];
    int players;
} server_game;

/* Connects from an address of this machine: a client of its own. */
static int connect_from(uint32_t own)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    const struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(own)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (bind(fd, (const struct sockaddr *)&from, sizeof from) != 0 ||
        connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        exit_with_error("connect");
    return fd;
}

static int connect_to_server(void)
{
    return connect_from(INADDR_LOOPBACK);
}

static void send_request(int fd, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t sent = write(fd, text, size);

        if (sent <= 0)
            exit_with_error("write");
        text += sent;
        size -= (size_t)sent;
    }
}

/* Reads until `end` has come; what came. */
static const char *read_response(int fd, char *text, const char *end)
{
    size_t size = 0;

    do {
        ssize_t got = read(fd, text + size, ANSWER_SIZE - 1 - size);

        if (got <= 0)
            exit_with_error("read");
        size += (size_t)got;
        text[size] = '\0';
    } while (!strstr(text, end));
    return text;
}

/* Sends a request on a connection of its own; the answer must be 200. */
static void request_one(const char *request, size_t size)
{
    static char text[ANSWER_SIZE];
    int fd = connect_to_server();

    send_request(fd, request, size);
    if (!strstr(read_response(fd, text, "}"), " 200 OK"))
        exit_with_error(text);
    close(fd);
}

static size_t write_post(char *to, size_t cap, const char *path, const char *key, const char *body)
{
    return (size_t)snprintf(to, cap,
                            "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                            "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                            path, key, strlen(body), body);
}

static size_t post_move(char *to, size_t cap, const server_game *g, int ply, const char *move)
{
    char path[64], body[80];

    snprintf(path, sizeof path, "/api/1/games/%.15s/moves", g->id);
    snprintf(body, sizeof body, "{\"ply\":%d,\"move\":\"%.15s\"}", ply, move);
    return write_post(to, cap, path, g->keys[(ply - 1) % g->players], body);
}

/* A game of persons, but for the computer of a level as White, if it is not 0. */
static server_game create_game(const char *layout, int players, int level)
{
    static char text[ANSWER_SIZE];
    char body[512];
    server_game g = {.players = players};
    int fd = connect_to_server(), used;

    used =
        snprintf(body, sizeof body, "{\"layout\":\"%s\",\"seats\":[{\"kind\":\"person\"}", layout);
    for (int i = 1; i < players; i++)
        used += i == 1 && level
                    ? snprintf(body + used, sizeof body - (size_t)used,
                               ",{\"kind\":\"computer\",\"level\":%d}", level)
                    : snprintf(body + used, sizeof body - (size_t)used, ",{\"kind\":\"person\"}");
    snprintf(body + used, sizeof body - (size_t)used,
             "],\"rules\":{\"repetition\":0,\"quiet\":0}}");
    send_request(fd, text, write_post(text, sizeof text, "/api/1/games", "", body));
    read_response(fd, text, "\"invitations\":[");
    close(fd);
    const char *id = strstr(text, "\"id\":\""), *at = strstr(text, "\"keys\":[");
    if (!id || !at || sscanf(id, "\"id\":\"%15[^\"]", g.id) != 1)
        exit_with_error("create");
    at += strlen("\"keys\":[");
    for (int i = 0; i < players; i++) {
        sscanf(at, "\"%39[^\"]", g.keys[i]);
        at += strcspn(at, ",]") + 1;
    }
    return g;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

#endif /* BENCH_REQUESTS_H */
