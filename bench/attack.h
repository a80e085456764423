/* attack.h - how long a move takes while other addresses ask for as much as the default limits let
 * them, of one route after the other. */
#ifndef BENCH_ATTACK_H
#define BENCH_ATTACK_H

#include <pthread.h>
#include <stdatomic.h>

#include "attacks.h"
#include "requests.h"

#define ATTACKERS      4     /* addresses, 127.0.6.1 and so on */
#define ATTACKER_LINES 2     /* connections of each */
#define ATTACK_MOVES   200   /* measured of each attack, */
#define ATTACK_SECONDS 10    /* at most for so long */
#define MOVE_PAUSE_US  10000 /* between moves */
#define REFUSED_US     50000 /* after a refusal, at least */

/* What the placeholders of attacks.h stand for. */
static struct aims {
    char game[16], ended[16], tournament[16];
    char cookies[ATTACKERS + 1][80]; /* of the account of each address */
} aims;

struct attacker {
    pthread_t thread;
    int number; /* of the address */
    const struct attack *attack;
    atomic_bool *over;
    atomic_int *asked, *answered; /* requests; those of them that were not refused */
};

/* Writes a target or a body with what its placeholders stand for at an address. */
static void fill_in(const char *text, int number, char *to, size_t size)
{
    const char own[] = {(char)('0' + number), '\0'},
               next[] = {(char)('0' + number % ATTACKERS + 1), '\0'};
    const struct {
        const char *name, *value;
    } words[] = {{"{game}", aims.game},
                 {"{ended}", aims.ended},
                 {"{tournament}", aims.tournament},
                 {"{own}", own},
                 {"{next}", next}};
    size_t used = 0;

    while (*text && used + sizeof aims.game < size) {
        size_t i = 0;

        while (i < 5 && strncmp(text, words[i].name, strlen(words[i].name)) != 0)
            i++;
        used += (size_t)snprintf(to + used, size - used, "%.*s", i < 5 ? 15 : 1,
                                 i < 5 ? words[i].value : text);
        text += i < 5 ? strlen(words[i].name) : 1;
    }
    to[used] = '\0';
}

/* Sends a request from an address, on a connection of its own. Reads the whole answer, but of a
 * stream of events no more than its beginning. Returns its status, and the beginning in `answer`,
 * which has ANSWER_SIZE bytes. */
static int ask_once(int number, const struct attack *what, char *answer)
{
    char target[128], body[256], text[1024];
    const char *method = *what->route == '*' ? "GET" : what->route;
    int fd = connect_from(0x7f000600u + (uint32_t)number), status = 0;

    fill_in(what->target, number, target, sizeof target);
    fill_in(what->body, number, body, sizeof body);
    ssize_t got =
        snprintf(text, sizeof text,
                 "%.*s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s%s%s"
                 "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                 (int)strcspn(method, " "), method, target, what->signed_in ? "Cookie: " : "",
                 what->signed_in ? aims.cookies[number] : "", what->signed_in ? "\r\n" : "",
                 strlen(body), body);
    send_request(fd, text, (size_t)got);
    got = read(fd, answer, ANSWER_SIZE - 1);
    answer[got > 0 ? got : 0] = '\0';
    sscanf(answer, "HTTP/1.1 %d", &status);
    while (got > 0 && !strstr(target, "/events"))
        got = read(fd, text, sizeof text);
    close(fd);
    return status;
}

/* Waits after a refusal: as long as the rate limit says, because whoever asks sooner pays for each
 * refusal, and gets nothing where a request is charged twice; after others a little. */
static void attacker_wait(const char *answer, const atomic_bool *over)
{
    const char *wait =
        strstr(answer, "too many requests from") ? strstr(answer, "Retry-After: ") : NULL;
    const double end = now_seconds() + (wait ? atoi(wait + strlen("Retry-After: ")) : 0);

    do {
        usleep(REFUSED_US);
    } while (now_seconds() < end && !atomic_load(over));
}

static void *attacker_run(void *context)
{
    struct attacker *self = context;
    char *answer = malloc(ANSWER_SIZE);

    if (!answer)
        exit_with_error("memory");
    while (!atomic_load(self->over)) {
        bool refused = ask_once(self->number, self->attack, answer) / 100 != 2;

        atomic_fetch_add(self->asked, 1);
        atomic_fetch_add(self->answered, !refused);
        if (refused)
            attacker_wait(answer, self->over);
    }
    free(answer);
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
    printf("a move, %-22s %6.1f ms median, %6.1f at the 99th percentile", name,
           seconds[count / 2] * 1e3, seconds[count * 99 / 100] * 1e3);
}

static void measure_attack(const struct attack *attack, const server_game *game, int *ply)
{
    struct attacker attackers[ATTACKERS * ATTACKER_LINES];
    const int count = attack->route ? ATTACKERS * ATTACKER_LINES : 0;
    atomic_bool over = false;
    atomic_int asked = 0, answered = 0;

    for (int i = 0; i < count; i++) {
        attackers[i] = (struct attacker){.number = 1 + i % ATTACKERS,
                                         .attack = attack,
                                         .over = &over,
                                         .asked = &asked,
                                         .answered = &answered};
        pthread_create(&attackers[i].thread, NULL, attacker_run, &attackers[i]);
    }
    usleep(500000);
    time_moves(game, ply, attack->name);
    atomic_store(&over, true);
    for (int i = 0; i < count; i++)
        pthread_join(attackers[i].thread, NULL);
    printf("  (%d of %d not refused)\n", atomic_load(&answered), atomic_load(&asked));
}

/* The value behind a word of an answer, until one of these ends. */
static void read_value(const char *answer, const char *word, const char *ends, char *to,
                       size_t size)
{
    const char *at = strstr(answer, word);

    if (!at)
        exit_with_error(answer);
    at += strlen(word);
    snprintf(to, size, "%.*s", (int)strcspn(at, ends), at);
}

/* Makes what the attacks ask for: accounts, a game that is over, a tournament. */
static void make_aims(const server_game *game)
{
    static const struct attack sign_up = {NULL, "POST /api/1/account", "/api/1/account",
                                          "{\"name\":\"Guest{own}\",\"password\":"
                                          "\"correct horse 9\"}",
                                          false};
    static const struct attack found = {NULL, "POST /api/1/tournaments", "/api/1/tournaments",
                                        "{\"name\":\"Attacked\",\"system\":\"swiss\","
                                        "\"rounds\":9,\"layout\":\"standard\","
                                        "\"rules\":\"classic,game=60\"}",
                                        true};
    static char answer[ANSWER_SIZE];
    char path[64];
    const server_game ended = create_game("standard", PAUA_SIDES, 0);

    snprintf(aims.game, sizeof aims.game, "%s", game->id);
    snprintf(aims.ended, sizeof aims.ended, "%s", ended.id);
    for (int ply = 1; ply <= 40; ply++)
        request_one(answer, post_move(answer, sizeof answer, &ended, ply, shuttle[(ply - 1) % 4]));
    snprintf(path, sizeof path, "/api/1/games/%.15s/resign", ended.id);
    request_one(answer, write_post(answer, sizeof answer, path, ended.keys[0], "{}"));
    for (int i = 1; i <= ATTACKERS; i++) {
        ask_once(i, &sign_up, answer);
        read_value(answer, "Set-Cookie: ", ";\r", aims.cookies[i], sizeof aims.cookies[i]);
    }
    ask_once(1, &found, answer);
    read_value(answer, "\"id\":\"", "\"", aims.tournament, sizeof aims.tournament);
}

/* Starts the server again with the limits of clients that it has by default. */
static void measure_attacks(const char *paua, const char *place)
{
    char tables[96];
    int ply = 0;

    snprintf(tables, sizeof tables, "%s.table", strchr(place, ':') + 1);
    solve_board(paua, tables);
    stop_server();
    start_server_limited(paua, place, "100", tables);
    const server_game game = create_game("standard", PAUA_SIDES, 0);
    make_aims(&game);
    for (int i = 0; i < ATTACKS; i++)
        measure_attack(&attacks[i], &game, &ply);
    stop_server();
    unlink(tables);
    start_server(paua, place);
}

#endif /* BENCH_ATTACK_H */
