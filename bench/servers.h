/* servers.h - the servers that bench/server.c starts: one, or two with the same store. */
#ifndef BENCH_SERVERS_H
#define BENCH_SERVERS_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t server;
static int port;
static pid_t second; /* another one, with the same store, or 0 */
static int second_port;

static void exit_with_error(const char *what)
{
    perror(what);
    if (server > 0)
        kill(server, SIGTERM);
    if (second > 0)
        kill(second, SIGTERM);
    exit(3);
}

static double now_seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Starts a server at a store. `rate`: the units that an address has a second, "0": any; `tables`: a
 * solved board, or NULL. */
static void start_server_limited(const char *paua, const char *place, const char *rate,
                                 const char *tables)
{
    char line[128];
    int out[2];

    if (pipe(out) != 0 || (server = fork()) < 0)
        exit_with_error("fork");
    if (server == 0) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        execl(paua, paua, "serve", "--listen", "127.0.0.1:0", "--rate", rate, "--store", place,
              tables ? "--tables" : (char *)NULL, tables, (char *)NULL);
        perror(paua);
        _exit(3);
    }
    close(out[1]);
    FILE *from = fdopen(out[0], "r");
    if (!from || !fgets(line, sizeof line, from) || !strrchr(line, ':'))
        exit_with_error("no server");
    port = atoi(strrchr(line, ':') + 1);
    fclose(from);
}

static void start_server(const char *paua, const char *place)
{
    start_server_limited(paua, place, "0", NULL);
}

/* Makes the other one of two servers that to which connections are made. */
static void swap_servers(void)
{
    pid_t other = second;
    int other_port = second_port;

    if (second == 0)
        return;
    second = server;
    second_port = port;
    server = other;
    port = other_port;
}

/* Solves a small board into a file. */
static void solve_board(const char *paua, const char *file)
{
    int status = -1;
    pid_t solver = fork();

    if (solver == 0) {
        if (!freopen("/dev/null", "w", stdout))
            _exit(3);
        execl(paua, paua, "solve", "--board", "3x2x2", "--marbles", "3", "--win", "1", "--quiet",
              "-o", file, (char *)NULL);
        _exit(3);
    }
    if (solver < 0 || waitpid(solver, &status, 0) < 0 || status != 0)
        exit_with_error(file);
}

static void stop_server(void)
{
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
}

#endif /* BENCH_SERVERS_H */
