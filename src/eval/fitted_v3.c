/* The build compiles this file for x86-64-v3. */
#if defined(__x86_64__)
#define FITTED_KERNEL fitted_kernel_v3
#include "eval/fitted_source.h"
#else
typedef int fitted_is_elsewhere; /* a file may not be empty */
#endif
