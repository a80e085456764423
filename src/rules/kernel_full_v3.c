/* The build compiles this file for x86-64-v3. */
#if defined(__x86_64__)
#define KERNEL         kernel_full_v3
#define SHAPE(board)   ((void)(board), &board_full_shape)
#define KERNEL_SPECIAL 0
#include "rules/kernel_source.h"
#else
typedef int kernel_is_elsewhere; /* a file may not be empty */
#endif
