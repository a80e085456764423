/* pictures.c - what pictures as PNG cost: the processor's time and the bytes of each size, over all
 * layouts, after 0 to 90 random moves, seen from both sides.
 *
 *   bench_pictures [DIRECTORY]
 *
 * With a DIRECTORY (which exists) the pictures of 1200 pixels after 30 moves are written there.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <paua/paua.h>

#include "base/random.h"

enum { PLIES = 90, EVERY = 30, RUNS = 4 };

static const int sizes[] = {16, 100, 300, 440, 600, 800, 1000, 1200};

/* What the pictures of one size cost, and the layouts of the dearest ones. */
struct picture_cost {
    double total_ms, most_ms;
    size_t total_bytes, most_bytes;
    const char *slowest, *largest;
    int count;
};

static double processor_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void write_file(const char *directory, const char *name, const unsigned char *bytes,
                       size_t length)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s.png", directory, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file)) {
        perror(path);
        exit(1);
    }
}

/* Draws one picture a few times after one to warm up, and adds its costs. */
static void measure_picture(const paua_board *board, const paua_position *position,
                            const paua_layout *of, const paua_drawing *how, int size,
                            struct picture_cost *cost, const char *directory)
{
    double begun = 0;
    for (int run = -1; run < RUNS; run++) {
        unsigned char *png;
        size_t length;
        if (run == 0)
            begun = processor_ms();
        if (paua_draw_png(board, position, how, size, &png, &length) != PAUA_OK)
            exit(1);
        if (run < 0) {
            if (directory)
                write_file(directory, of->name, png, length);
            cost->total_bytes += length;
            if (length > cost->most_bytes) {
                cost->most_bytes = length;
                cost->largest = of->name;
            }
        }
        free(png);
    }
    double taken = (processor_ms() - begun) / RUNS;
    cost->total_ms += taken;
    if (taken > cost->most_ms) {
        cost->most_ms = taken;
        cost->slowest = of->name;
    }
    cost->count++;
}

/* The pictures of one layout at one size. */
static void measure_layout(const paua_layout *layout, int size, struct picture_cost *cost,
                           const char *directory)
{
    paua_board *board;
    paua_position position;
    paua_drawing how = {.size = sizeof how, .last = PAUA_NO_MOVE, .coordinates = true};
    uint64_t random = 1;
    if (paua_board_new(layout->sides[0], layout->sides[1], layout->sides[2], &board) != PAUA_OK ||
        paua_position_parse(board, layout->name, &position, NULL) != PAUA_OK)
        exit(1);
    for (int ply = 0; ply <= PLIES; ply++) {
        if (ply % EVERY == 0) {
            measure_picture(board, &position, layout, &how, size, cost,
                            size == 1200 && ply == EVERY ? directory : NULL);
            how.turned = !how.turned;
        }
        paua_move_list moves;
        paua_undo undo;
        paua_moves_generate(board, &position, &moves);
        if (!moves.count)
            break;
        how.last = moves.moves[random_below(&random, (uint64_t)moves.count)];
        paua_position_make(board, &position, how.last, &undo);
    }
    paua_board_free(board);
}

int main(int argc, char **argv)
{
    printf("size   mean ms   most ms              mean bytes  most bytes\n");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct picture_cost cost = {0};
        for (int layout = 0; layout < paua_layout_count(); layout++)
            measure_layout(paua_layout_at(layout), sizes[i], &cost, argc > 1 ? argv[1] : NULL);
        if (!cost.count)
            return 1;
        printf("%4d  %8.2f  %8.2f %-16s %8zu  %8zu %s\n", sizes[i], cost.total_ms / cost.count,
               cost.most_ms, cost.slowest, cost.total_bytes / (size_t)cost.count, cost.most_bytes,
               cost.largest);
    }
    return 0;
}
