/* bench.h - a fixed search of fixed positions: its node count is the signature of the search. */
#ifndef PAUA_COMMANDS_BENCH_H
#define PAUA_COMMANDS_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/eval.h>

enum { BENCH_DEPTH = 10 };

struct bench_result {
    uint64_t nodes;
    int64_t time_ms; /* of the searches alone */
};

/* Searches every bench position to `depth` on this thread, each with a new engine that uses the
 * net, if it is not NULL. Calls `each`, if it is not NULL, after every position; false ends the
 * bench. */
paua_status bench_run(int depth, const paua_net *net,
                      bool (*each)(int number, uint64_t nodes, void *context), void *context,
                      struct bench_result *result);

#endif
