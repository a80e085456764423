/* How long the archive takes: the figures of `paua import` and `paua openings`.
 *
 *   bench_archive PAUA [FILE]     PAUA is the program, FILE games in APGN; without it 2,589 games
 *                                 of random moves, as many as the largest known archive
 *
 * Import: processor time and the largest memory of the whole process. Openings: the whole process,
 * from its start to its end, on positions picked from all games. Everything happens in a temporary
 * folder.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <paua/paua.h>

#include "base/random.h"

enum { GAMES = 2589, PLIES = 101, QUESTIONS = 200 };

extern char **environ;

static void give_up(const char *what)
{
    perror(what);
    exit(3);
}

/* One game by random moves, on to the file. */
static void write_game(const paua_board *board, int number, uint64_t *seed, FILE *file)
{
    paua_rules rules = paua_rules_default(board);
    paua_position start;
    paua_game *game;
    char text[8192], event[32];
    paua_tags tags = {.size = sizeof(paua_tags),
                      .event = event,
                      .date = "2026.11.21",
                      .black = "A",
                      .white = "B"};

    if (paua_position_parse(board, "belgian-daisy", &start, NULL) != PAUA_OK ||
        paua_game_new(board, &rules, &start, &game) != PAUA_OK)
        give_up("a game");
    while (paua_game_moves(game) < PLIES) {
        paua_move_list list;
        paua_game_generate(game, &list);
        if (list.count == 0)
            break;
        paua_game_play(game, list.moves[random_below(seed, (uint64_t)list.count)]);
    }
    snprintf(event, sizeof event, "Bench %d", number);
    paua_apgn_format(game, &tags, text, sizeof text);
    fprintf(file, "%s%s", number ? "\n" : "", text);
    paua_game_free(game);
}

static void make_games(const char *path)
{
    uint64_t seed = 1;
    FILE *file = fopen(path, "w");
    paua_board *board;

    if (!file || paua_board_new(5, 5, 5, &board) != PAUA_OK)
        give_up(path);
    for (int i = 0; i < GAMES; i++)
        write_game(board, i, &seed, file);
    if (fclose(file) != 0)
        give_up(path);
    paua_board_free(board);
}

/* What a process took. */
struct cost {
    double wall_ms, processor_ms, memory_mib;
};

static struct cost run_program(char *const arguments[])
{
    struct timespec before, after;
    struct rusage usage;
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    clock_gettime(CLOCK_MONOTONIC, &before);
    if (posix_spawn(&child, arguments[0], &actions, NULL, arguments, environ) != 0 ||
        wait4(child, &status, 0, &usage) != child)
        give_up(arguments[0]);
    clock_gettime(CLOCK_MONOTONIC, &after);
    posix_spawn_file_actions_destroy(&actions);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "%s %s failed\n", arguments[0], arguments[1]);
        exit(1);
    }
    return (struct cost){(double)(after.tv_sec - before.tv_sec) * 1e3 +
                             (double)(after.tv_nsec - before.tv_nsec) * 1e-6,
                         (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
                             (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-3,
                         (double)usage.ru_maxrss / 1024};
}

/* Positions of all games, each as likely as every other (reservoir sampling: Vitter, "Random
 * Sampling with a Reservoir", 1985). */
struct position_sample {
    uint64_t seed, seen;
    char texts[QUESTIONS][PAUA_POSITION_TEXT_MAX];
};

static void take_sample(const paua_board *board, const paua_position *before, paua_move move,
                        void *context)
{
    struct position_sample *sample = context;
    uint64_t at = sample->seen++;

    (void)move;
    if (at >= QUESTIONS)
        at = random_below(&sample->seed, sample->seen);
    if (at < QUESTIONS)
        paua_position_format(board, before, sample->texts[at], sizeof *sample->texts);
}

static long read_file(char *bytes, size_t cap, void *context)
{
    return (long)fread(bytes, 1, cap, context);
}

static void sample_games(const char *path, struct position_sample *sample)
{
    FILE *file = fopen(path, "r");
    paua_replay replay = {0};
    paua_apgn_reader *reader = NULL;
    const paua_record *record;
    paua_status status;

    if (!file || paua_apgn_reader_new(read_file, file, &reader) != PAUA_OK)
        give_up(path);
    while ((status = paua_apgn_next(reader, &record, NULL)) == PAUA_OK ||
           status == PAUA_ERROR_BAD_SYNTAX)
        if (status == PAUA_OK)
            paua_replay_record(&replay, record, take_sample, sample, NULL);
    printf("%d games, %llu plies\n", paua_apgn_game(reader), (unsigned long long)sample->seen);
    paua_apgn_reader_free(reader);
    paua_replay_end(&replay);
    fclose(file);
}

static int compare_costs(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void measure_openings(char *program, char *store, struct position_sample *sample)
{
    double wall[QUESTIONS], sum = 0, processor = 0;
    int count = sample->seen < QUESTIONS ? (int)sample->seen : QUESTIONS;

    for (int i = 0; i < count; i++) {
        char *arguments[] = {program,      "openings",       "--store", store,
                             "--position", sample->texts[i], NULL};
        struct cost cost = run_program(arguments);
        wall[i] = cost.wall_ms;
        sum += cost.wall_ms;
        processor += cost.processor_ms;
    }
    if (count == 0)
        return;
    qsort(wall, (size_t)count, sizeof *wall, compare_costs);
    printf("openings  %d positions: mean %.2f ms, median %.2f, 95 %% below %.2f, most %.2f; "
           "processor %.2f ms\n",
           count, sum / count, wall[count / 2], wall[count * 95 / 100], wall[count - 1],
           processor / count);
}

int main(int argc, char **argv)
{
    static struct position_sample sample = {.seed = 2};
    char folder[] = "/tmp/paua-bench-XXXXXX", games[64], file[64], store[80];

    if (argc < 2 || argc > 3) {
        fputs("usage: bench_archive PAUA [FILE]\n", stderr);
        return 2;
    }
    if (!mkdtemp(folder))
        give_up(folder);
    snprintf(games, sizeof games, "%s/games.apgn", folder);
    snprintf(file, sizeof file, "%s/a.db", folder);
    snprintf(store, sizeof store, "sqlite:%s", file);
    if (argc == 2)
        make_games(games);
    char *path = argc == 3 ? argv[2] : games;
    sample_games(path, &sample);
    for (int round = 0; round < 3; round++) {
        char *arguments[] = {argv[1], "import", "--quiet", "--store", store, path, NULL};
        unlink(file);
        struct cost cost = run_program(arguments);
        printf("import    %.2f s, processor %.2f s, %.0f MiB\n", cost.wall_ms / 1e3,
               cost.processor_ms / 1e3, cost.memory_mib);
    }
    measure_openings(argv[1], store, &sample);
    unlink(file);
    unlink(games);
    rmdir(folder);
    return 0;
}
