/* server.c - the server's figures in the README.
 *
 *   bench_server [PAUA [MEASURE...]]
 *                           starts `PAUA serve` (build/paua by default) with a store in a temporary
 *                           folder; prints idle memory, how soon the level-3 computer answers,
 *                           reads and stored moves a second, how soon a move reaches 100 listeners,
 *                           what idle streams cost, how long a move takes while four addresses
 *                           attack, and how long a start with a million games takes, which are
 *                           1.5 GB. About ten minutes, three without the last.
 *   bench_server PAUA postgresql://...
 *                           two servers on this database, which is empty: stored moves a second,
 *                           of games that are played at one of them each; a start with a million
 *                           games of one move.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <paua/paua.h>

#include "attack.h"
#include "requests.h"
#include "servers.h"
#include "stored_games.h"

#define SECONDS   3
#define READERS   8   /* threads with a connection each: the server spreads them over its own */
#define PIPELINE  32  /* requests a reader sends at once */
#define PLAYERS   128 /* games in which moves are sent at the same time */
#define ANSWERS   15  /* of the computer */
#define PLIES     30  /* of the games that are read */
#define STREAMS   10000
#define LISTENERS 100
#define HEARD     200     /* moves that the listeners get */
#define STORED    1000000 /* games in the store at the restart */
#define LOGGED    1000    /* games that are made before the server is killed */

/* Plays legal moves, so that the game has something to be read. */
static void play_moves(const server_game *g, const char *layout, int plies)
{
    char text[512];
    paua_board *board;
    paua_position position;
    paua_undo undo;

    if (paua_board_new(5, 5, 5, &board) != PAUA_OK ||
        paua_position_parse(board, layout, &position, NULL) != PAUA_OK)
        exit_with_error("board");
    for (int ply = 1; ply <= plies; ply++) {
        char move[PAUA_MOVE_TEXT_MAX];
        paua_move_list moves;

        paua_moves_generate(board, &position, &moves);
        paua_move one = moves.moves[(ply * 7) % moves.count];
        paua_move_format(board, one, move, sizeof move);
        request_one(text, post_move(text, sizeof text, g, ply, move));
        paua_position_make(board, &position, one, &undo);
    }
    paua_board_free(board);
}

static double resident_mib(void)
{
    char path[64];
    long pages = 0;

    snprintf(path, sizeof path, "/proc/%d/statm", (int)server);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1)
        exit_with_error(path);
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
}

/* Reads the answers to PIPELINE requests, each of which has `member` once. `answer` has ANSWER_SIZE
 * bytes. */
static void read_answers(int fd, const char *member, char *answer)
{
    int left = PIPELINE;
    size_t kept = 0;

    while (left > 0) {
        ssize_t got = read(fd, answer + kept, ANSWER_SIZE - 1 - kept);

        if (got <= 0)
            exit_with_error("read");
        answer[kept + (size_t)got] = '\0';
        char *at = answer, *found;
        while ((found = strstr(at, member)) && strchr(found, '}')) {
            left--;
            at = found + strlen(member);
        }
        kept = strlen(at);
        memmove(answer, at, kept);
    }
}

/* Reads one game again and again; returns how often. */
static void *reader_run(void *context)
{
    const server_game *g = context;
    char request[128], all[sizeof request * PIPELINE] = "", *answer = malloc(ANSWER_SIZE);
    long *count = calloc(1, sizeof *count);
    double end = now_seconds() + SECONDS;
    int fd = connect_to_server();

    if (!answer || !count)
        exit_with_error("memory");
    snprintf(request, sizeof request, "GET /api/1/games/%s HTTP/1.1\r\nHost: localhost\r\n\r\n",
             g->id);
    for (int i = 0; i < PIPELINE; i++)
        strcat(all, request);
    while (now_seconds() < end) {
        send_request(fd, all, strlen(all));
        read_answers(fd, "\"event\":", answer);
        *count += PIPELINE;
    }
    close(fd);
    free(answer);
    return count;
}

static void measure_reads(const char *layout, int players)
{
    server_game g = create_game(layout, players, 0);
    pthread_t threads[READERS];
    long total = 0;

    play_moves(&g, layout, PLIES);
    double begun = now_seconds();
    for (int i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, reader_run, &g);
    for (int i = 0; i < READERS; i++) {
        void *count;

        pthread_join(threads[i], &count);
        total += *(long *)count;
        free(count);
    }
    printf("reads, %d players         %8.0f a second  (%d connections, %d requests at once)\n",
           players, (double)total / (now_seconds() - begun), READERS, PIPELINE);
}

/* Every game has one move under way; its answer is followed by the next. */
static void measure_moves(void)
{
    static server_game games[PLAYERS];
    static char text[ANSWER_SIZE];
    struct pollfd fds[PLAYERS];
    int plies[PLAYERS];
    long total = 0;
    double begun, end;

    for (int i = 0; i < PLAYERS; i++) {
        games[i] = create_game("standard", PAUA_SIDES, 0);
        fds[i] = (struct pollfd){.fd = connect_to_server(), .events = POLLIN};
        plies[i] = 1;
        send_request(fds[i].fd, text, post_move(text, sizeof text, &games[i], 1, shuttle[0]));
        swap_servers();
    }
    begun = now_seconds();
    end = begun + SECONDS;
    while (now_seconds() < end) {
        if (poll(fds, PLAYERS, 1000) <= 0)
            exit_with_error("poll");
        for (int i = 0; i < PLAYERS; i++) {
            if (!fds[i].revents)
                continue;
            if (!strstr(read_response(fds[i].fd, text, "}"), " 200 OK"))
                exit_with_error(text);
            int ply = ++plies[i];
            total++;
            send_request(fds[i].fd, text,
                         post_move(text, sizeof text, &games[i], ply, shuttle[(ply - 1) % 4]));
        }
    }
    printf("moves stored             %8.0f a second  (%d games)\n",
           (double)total / (now_seconds() - begun), PLAYERS);
    for (int i = 0; i < PLAYERS; i++)
        close(fds[i].fd);
}

/* Plays by its own moves on a board of its own; the computer's come by the stream. */
static void measure_answers(void)
{
    static char text[ANSWER_SIZE];
    server_game g = create_game("standard", PAUA_SIDES, 3);
    double seconds[ANSWERS];
    int stream = connect_to_server(), player = connect_to_server();
    paua_board *board;
    paua_position position;
    paua_move_list moves;

    if (paua_board_new(5, 5, 5, &board) != PAUA_OK ||
        paua_position_parse(board, "standard", &position, NULL) != PAUA_OK)
        exit_with_error("board");
    send_request(stream, text,
                 (size_t)snprintf(text, sizeof text,
                                  "GET /api/1/games/%s/events HTTP/1.1\r\nHost: localhost\r\n\r\n",
                                  g.id));
    read_response(stream, text, "gameFull");
    for (int i = 0; i < ANSWERS; i++) {
        char move[PAUA_MOVE_TEXT_MAX], start[PAUA_POSITION_TEXT_MAX];
        double begun = now_seconds();

        paua_moves_generate(board, &position, &moves);
        paua_move_format(board, moves.moves[moves.count / 2], move, sizeof move);
        send_request(player, text, post_move(text, sizeof text, &g, 2 * i + 1, move));
        const char *answer = strstr(read_response(stream, text, "\"colour\":\"w\",\"position\":\""),
                                    "\"colour\":\"w\",\"position\":\"");
        seconds[i] = now_seconds() - begun;
        if (!strchr(answer + 25, '"'))
            exit_with_error("half an event");
        snprintf(start, sizeof start, "%.*s", (int)strcspn(answer + 25, "\""), answer + 25);
        if (paua_position_parse(board, start, &position, NULL) != PAUA_OK)
            exit_with_error(start);
        read_response(player, text, "}");
    }
    qsort(seconds, ANSWERS, sizeof seconds[0], compare_doubles);
    printf("answer of level 3        %8.0f ms median, %.0f ms at most  (%d moves)\n",
           seconds[ANSWERS / 2] * 1e3, seconds[ANSWERS - 1] * 1e3, ANSWERS);
    close(stream);
    close(player);
    paua_board_free(board);
}

/* Opens the event stream of a game and reads its beginning. */
static int open_stream(const server_game *g)
{
    static char text[ANSWER_SIZE];
    int fd = connect_to_server();

    send_request(fd, text,
                 (size_t)snprintf(text, sizeof text,
                                  "GET /api/1/games/%s/events HTTP/1.1\r\nHost: localhost\r\n\r\n",
                                  g->id));
    if (!strstr(read_response(fd, text, "}"), " 200 OK"))
        exit_with_error(text);
    return fd;
}

/* What a stream costs in which nothing happens; ten to a game. */
static void measure_streams(void)
{
    static int fds[STREAMS];
    server_game g = {0};
    double before = resident_mib();

    for (int i = 0; i < STREAMS; i++) {
        if (i % 10 == 0)
            g = create_game("standard", PAUA_SIDES, 0);
        fds[i] = open_stream(&g);
    }
    printf("an idle stream           %8.1f kB         (%d streams)\n",
           (resident_mib() - before) * (1 << 20) / 1000 / STREAMS, STREAMS);
    for (int i = 0; i < STREAMS; i++)
        close(fds[i]);
}

/* From sending a move until the last byte of it has reached each of the listeners. */
static void measure_listeners(void)
{
    static char text[ANSWER_SIZE];
    static double seconds[HEARD * LISTENERS];
    server_game g = create_game("standard", PAUA_SIDES, 0);
    int fds[LISTENERS], player = connect_to_server();

    for (int i = 0; i < LISTENERS; i++)
        fds[i] = open_stream(&g);
    for (int ply = 1; ply <= HEARD; ply++) {
        double begun = now_seconds();
        char event[32];

        snprintf(event, sizeof event, "\"ply\":%d,", ply);
        send_request(player, text, post_move(text, sizeof text, &g, ply, shuttle[(ply - 1) % 4]));
        for (int i = 0; i < LISTENERS; i++) {
            read_response(fds[i], text, event);
            seconds[(ply - 1) * LISTENERS + i] = now_seconds() - begun;
        }
        read_response(player, text, "}");
    }
    qsort(seconds, HEARD * LISTENERS, sizeof seconds[0], compare_doubles);
    printf("a move to %d listeners  %8.1f ms median, %.1f ms at the 99th percentile\n", LISTENERS,
           seconds[HEARD * LISTENERS / 2] * 1e3, seconds[HEARD * LISTENERS / 100 * 99] * 1e3);
    for (int i = 0; i < LISTENERS; i++)
        close(fds[i]);
    close(player);
}

/* Starts the server at the store, and asks it for a game: how long that took. */
static void measure_start(const char *paua, const char *place, const char *id, const char *after)
{
    char text[128];
    double begun = now_seconds();

    start_server(paua, place);
    request_one(text,
                (size_t)snprintf(text, sizeof text,
                                 "GET /api/1/games/%.15s HTTP/1.1\r\nHost: localhost\r\n\r\n", id));
    printf("start after %s %6.2f s, %.1f MiB\n", after, now_seconds() - begun, resident_mib());
}

/* Fills the store with finished games, starts the server again, and once more after a kill -9 amid
 * new games, whose log is read then. */
static void measure_restart(const char *paua, const char *place, int plies)
{
    char text[512], path[64];
    server_game g = create_game("standard", PAUA_SIDES, 0);

    play_moves(&g, "standard", plies);
    snprintf(path, sizeof path, "/api/1/games/%.15s/resign", g.id);
    request_one(text, write_post(text, sizeof text, path, g.keys[0], "{}"));
    stop_server();
    double begun = now_seconds();
    if (!stored_fill(place, g.id, STORED))
        exit(3);
    printf("games of %2d plies stored %8.0f a second (%d)\n", plies,
           STORED / (now_seconds() - begun), STORED);
    measure_start(paua, place, g.id, "a stop     ");
    for (int i = 0; i < LOGGED; i++)
        create_game("standard", PAUA_SIDES, 0);
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    measure_start(paua, place, g.id, "a kill -9  ");
    begun = now_seconds();
    stop_server();
    printf("stop right after a start %8.2f s\n", now_seconds() - begun);
    start_server(paua, place);
}

/* Prints how the program is used; returns its exit code. */
static int print_usage(bool asked)
{
    fputs("usage: bench_server [PAUA [MEASURE...]]\n"
          "       bench_server PAUA postgresql://...\n"
          "Measures a server started by PAUA (build/paua): idle memory, the computer's answers,\n"
          "reads and stored moves a second, listeners, idle streams, moves while four addresses\n"
          "attack, a start with a million games; or only these: answers, reads, moves, listeners,\n"
          "streams, attack, restart.\n"
          "With an empty database: moves stored by two servers on it, a start with a million "
          "games.\n",
          asked ? stdout : stderr);
    return asked ? 0 : 2;
}

static void measure_full_restart(const char *paua, const char *place)
{
    measure_restart(paua, place, PLIES);
}

static void measure_all_reads(void)
{
    measure_reads("standard", 2);
    measure_reads("standard-6", 6);
}

static const struct {
    const char *name;
    void (*run)(void); /* NULL: it needs the program */
    void (*run_with)(const char *paua, const char *place);
} measures[] = {
    {"answers", measure_answers, NULL},      {"reads", measure_all_reads, NULL},
    {"moves", measure_moves, NULL},          {"listeners", measure_listeners, NULL},
    {"streams", measure_streams, NULL},      {"attack", NULL, measure_attacks},
    {"restart", NULL, measure_full_restart},
};

#define MEASURES ((int)(sizeof measures / sizeof *measures))

/* The number of a measure; MEASURES if none is named so. */
static int find_measure(const char *name)
{
    int i = 0;

    while (i < MEASURES && strcmp(measures[i].name, name) != 0)
        i++;
    return i;
}

/* Two servers on a PostgreSQL database. */
static int measure_two(const char *paua, const char *place)
{
    start_server(paua, place);
    second = server;
    second_port = port;
    start_server(paua, place);
    measure_moves();
    stop_server();
    swap_servers();
    second = 0;
    measure_restart(paua, place, 1);
    stop_server();
    return 0;
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/paua-bench-XXXXXX", place[64];
    const char *paua = argc > 1 ? argv[1] : "build/paua";
    /* Streams get three quarters of the server's connections. */
    const rlim_t most = STREAMS / 3 * 4 + 1000;
    struct rlimit files = {most, most};
    bool wanted[MEASURES + 1] = {false};

    if (argc == 3 && strncmp(argv[2], "postgresql:", 11) == 0)
        return measure_two(paua, argv[2]);
    for (int i = 2; i < argc; i++)
        wanted[find_measure(argv[i])] = true;
    if (*paua == '-' || wanted[MEASURES])
        return print_usage(argc == 2 && strcmp(paua, "--help") == 0);
    setlinebuf(stdout);
    setrlimit(RLIMIT_NOFILE, &files);
    if (!mkdtemp(folder))
        exit_with_error(folder);
    snprintf(place, sizeof place, "sqlite:%s/games.db", folder);
    start_server(paua, place);
    create_game("standard", PAUA_SIDES, 0);
    printf("resident memory, idle    %8.1f MiB\n", resident_mib());
    for (int i = 0; i < MEASURES; i++) {
        if (argc > 2 && !wanted[i])
            continue;
        if (measures[i].run)
            measures[i].run();
        else
            measures[i].run_with(paua, place);
    }
    printf("resident memory, after   %8.1f MiB\n", resident_mib());
    stop_server();
    unlink(strchr(place, ':') + 1);
    rmdir(folder);
    return 0;
}
