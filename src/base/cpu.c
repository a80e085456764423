/* cpu.c - counts processors, and asks the compiler's run-time library for their features. */
#include "base/cpu.h"

#include <unistd.h>

bool cpu_has_v3(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

int processors_count(int most)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);

    if (count < 1)
        return 1;
    return count < most ? (int)count : most;
}
