/* visits.h - positions in the order in which a search visits them, to time evaluations on: a
 * position, then each of its successors, two moves deep from Belgian daisy. Moves are made before
 * the clock starts. */
#ifndef BENCH_VISITS_H
#define BENCH_VISITS_H

#include <time.h>

#include <paua/paua.h>

enum { VISITS_MAX = 1 << 12, VISITS_PLIES = 3, VISITS_REPEATS = 20 };

struct visit {
    paua_position position;
    int ply;
};

static struct visit visits[VISITS_MAX];
static int visit_count;

static void visits_walk(const paua_board *board, const paua_position *position, int ply)
{
    paua_move_list list;
    if (visit_count == VISITS_MAX)
        return;
    visits[visit_count++] = (struct visit){*position, ply};
    paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count && ply < VISITS_PLIES - 1; i++) {
        paua_position next = *position;
        paua_undo undo;
        paua_position_make(board, &next, list.moves[i], &undo);
        visits_walk(board, &next, ply + 1);
    }
}

static bool visits_make(const paua_board *board)
{
    paua_position start;
    if (paua_position_parse(board, "belgian-daisy", &start, NULL) != PAUA_OK)
        return false;
    visits_walk(board, &start, 0);
    return true;
}

/* Of processor time. */
static double visits_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Nanoseconds for each score; best of five rounds. The scores are added to *sum. */
static double visits_measure(int (*score)(void *context, const struct visit *visit), void *context,
                             long *sum)
{
    double best = 1e9;
    for (int round = 0; round < 5; round++) {
        double before = visits_seconds();
        for (int i = 0; i < VISITS_REPEATS * visit_count; i++)
            *sum += score(context, &visits[i % visit_count]);
        double taken = (visits_seconds() - before) * 1e9 / VISITS_REPEATS / visit_count;
        best = taken < best ? taken : best;
    }
    return best;
}

#endif
