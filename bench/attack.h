/* attack.h - how long a move takes while other addresses ask for as much as the default limits let
 * them, of one route after the other. */
#ifndef BENCH_ATTACK_H
#define BENCH_ATTACK_H

#include <pthread.h>
#include <stdatomic.h>

#include "requests.h"

#define ATTACKERS      4     /* addresses, 127.0.6.1 and so on */
#define ATTACKER_LINES 2     /* connections of each */
#define ATTACK_MOVES   200   /* measured of each attack, */
#define ATTACK_SECONDS 10    /* at most for so long */
#define MOVE_PAUSE_US  10000 /* between moves */
#define REFUSED_US     50000 /* after a refusal */

/* Bodies of attacks; %d is the number of the address, %s the game. */
static const struct attack {
    const char *name, *method, *target, *body;
} attacks[] = {
    {"quiet", NULL, NULL, NULL},
    {"PNG", "GET", "/api/1/games/%s.png?size=1200", ""},
    {"SVG", "GET", "/api/1/games/%s.svg", ""},
    {"APGN", "GET", "/api/1/games/%s.apgn", ""},
    {"a game", "GET", "/api/1/games/%s", ""},
    {"games", "GET", "/api/1/games?live=1", ""},
    {"openings", "GET", "/api/1/openings?position=standard&from=both", ""},
    {"standings", "GET", "/api/1/standings?category=2-rapid", ""},
    {"finished tournaments", "GET", "/api/1/tournaments?status=over", ""},
    {"metrics", "GET", "/metrics", ""},
    {"the page", "GET", "/", ""},
    {"records", "POST", "/api/1/records", "{\"text\":\"1. c3d3 g5f5 2. d3c3 f5g5 3. c3d3 g5f5\"}"},
    {"commands", "POST", "/api/1/command", "{\"command\":\"help\"}"},
    {"new games", "POST", "/api/1/games",
     "{\"layout\":\"standard\",\"seats\":[{\"kind\":\"person\"},{\"kind\":\"person\"}]}"},
    {"games of computers", "POST", "/api/1/games",
     "{\"layout\":\"standard\",\"seats\":[{\"kind\":\"computer\",\"level\":10},"
     "{\"kind\":\"person\"}]}"},
    {"analyses", "POST", "/api/1/analysis", "{\"layout\":\"standard\",\"time\":1000}"},
    {"sign-ins", "POST", "/api/1/session",
     "{\"name\":\"Guest%d\",\"password\":\"correct horse 9\"}"},
};
#define ATTACKS ((int)(sizeof attacks / sizeof *attacks))

struct attacker {
    pthread_t thread;
    int number; /* of the address */
    const struct attack *attack;
    const char *game;
    atomic_bool *over;
};

/* Sends a request on a connection of its own and reads the whole answer. Returns its status. */
static int attack_once(int number, const char *method, const char *target, const char *body)
{
    char text[1024], answer[4096];
    int fd = connect_from(0x7f000600u + (uint32_t)number), status = 0;
    ssize_t got = snprintf(text, sizeof text,
                           "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                           "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                           method, target, strlen(body), body);

    send_request(fd, text, (size_t)got);
    got = read(fd, answer, sizeof answer - 1);
    if (got > 0) {
        answer[got] = '\0';
        sscanf(answer, "HTTP/1.1 %d", &status);
    }
    while (got > 0)
        got = read(fd, answer, sizeof answer);
    close(fd);
    return status;
}

static void *attacker_run(void *context)
{
    struct attacker *self = context;
    char target[128], body[256];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(target, sizeof target, self->attack->target, self->game);
    snprintf(body, sizeof body, self->attack->body, self->number);
#pragma GCC diagnostic pop
    while (!atomic_load(self->over)) {
        if (attack_once(self->number, self->attack->method, target, body) / 100 != 2)
            usleep(REFUSED_US);
    }
    return NULL;
}

/* Plays moves and prints how long they took. `ply` is the last one that was played. */
static void time_moves(const server_game *game, int *ply, const char *name)
{
    static char text[ANSWER_SIZE];
    static double seconds[ATTACK_MOVES];
    double end = now_seconds() + ATTACK_SECONDS;
    int fd = connect_to_server(), count = 0;

    for (; count < ATTACK_MOVES && now_seconds() < end; count++) {
        double begun = now_seconds();

        ++*ply;
        send_request(fd, text, post_move(text, sizeof text, game, *ply, shuttle[(*ply - 1) % 4]));
        if (!strstr(read_response(fd, text, "}"), " 200 OK"))
            exit_with_error(text);
        seconds[count] = now_seconds() - begun;
        usleep(MOVE_PAUSE_US);
    }
    close(fd);
    qsort(seconds, (size_t)count, sizeof seconds[0], compare_doubles);
    printf("a move, %-20s %6.1f ms median, %6.1f at the 99th percentile\n", name,
           seconds[count / 2] * 1e3, seconds[count * 99 / 100] * 1e3);
}

static void measure_attack(const struct attack *attack, const server_game *game, int *ply)
{
    struct attacker attackers[ATTACKERS * ATTACKER_LINES];
    atomic_bool over = false;

    for (int i = 0; attack->method && i < ATTACKERS * ATTACKER_LINES; i++) {
        attackers[i] = (struct attacker){
            .number = 1 + i % ATTACKERS, .attack = attack, .game = game->id, .over = &over};
        pthread_create(&attackers[i].thread, NULL, attacker_run, &attackers[i]);
    }
    usleep(500000);
    time_moves(game, ply, attack->name);
    atomic_store(&over, true);
    for (int i = 0; attack->method && i < ATTACKERS * ATTACKER_LINES; i++)
        pthread_join(attackers[i].thread, NULL);
}

/* Starts the server again with the limits of clients that it has by default. */
static void measure_attacks(const char *paua, const char *place)
{
    char body[256];
    int ply = 0;

    stop_server();
    start_server_limited(paua, place, "100");
    for (int i = 1; i <= ATTACKERS; i++) {
        snprintf(body, sizeof body, "{\"name\":\"Guest%d\",\"password\":\"correct horse 9\"}", i);
        attack_once(i, "POST", "/api/1/account", body);
    }
    const server_game game = create_game("standard", PAUA_SIDES, 0);
    for (int i = 0; i < ATTACKS; i++)
        measure_attack(&attacks[i], &game, &ply);
    stop_server();
    start_server(paua, place);
}

#endif /* BENCH_ATTACK_H */
