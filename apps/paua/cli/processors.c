/* processors.c - counts the processors, the default number of threads of a command. */
#include "cli/processors.h"

#include <unistd.h>

int processors_count(int most)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);

    if (count < 1)
        return 1;
    return count < most ? (int)count : most;
}
