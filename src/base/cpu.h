/* cpu.h - what the processor can do. */
#ifndef BASE_CPU_H
#define BASE_CPU_H

#include <stdbool.h>

/* Whether sources compiled for x86-64-v3 (AVX2, BMI2, POPCNT) may run here. */
bool cpu_has_v3(void);

#endif
