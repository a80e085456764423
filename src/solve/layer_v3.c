/* The build compiles this file for x86-64-v3. */
#if defined(__x86_64__)
#define KERNEL layer_kernel_v3
#include "solve/layer_source.h"
#else
typedef int layer_is_elsewhere; /* a file may not be empty */
#endif
