/* bench.h - the engine's signature and speed. */
#ifndef PAUA_COMMANDS_BENCH_H
#define PAUA_COMMANDS_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/eval.h>

enum { BENCH_DEPTH = 10 };

struct bench_result {
    uint64_t nodes;
    int64_t time_ms;
};

/* Searches every bench position to `depth`, each with a fresh engine that uses the net, if it is not NULL, on this thread. `each`, if not NULL,
 * is told of every position done; when it returns false the rest is left out. */
paua_status bench_run(int depth, const paua_net *net,
                      bool (*each)(int number, uint64_t nodes, void *context), void *context,
                      struct bench_result *result);

#endif
