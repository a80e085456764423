/* The build compiles this file for x86-64-v3. */
#if defined(__x86_64__)
#define KERNEL         kernel_special_v3
#define SHAPE(board)   (&(board)->shape)
#define KERNEL_SPECIAL 1
#include "rules/kernel_source.h"
#else
typedef int kernel_is_elsewhere; /* a file may not be empty */
#endif
