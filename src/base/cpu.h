/* cpu.h - what the processor can do, and how many processors there are. */
#ifndef BASE_CPU_H
#define BASE_CPU_H

#include <stdbool.h>

/* Whether sources compiled for x86-64-v3 (AVX2, BMI2, POPCNT) may run here. */
bool cpu_has_v3(void);

/* The number of processors of this machine, 1 to `most`: the default number of threads. */
int processors_count(int most);

#endif
