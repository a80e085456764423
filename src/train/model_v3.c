/* The build compiles this file for x86-64-v3. */
#if defined(__x86_64__)
#define MODEL_KERNEL model_kernel_v3
#include "train/model_source.h"
#else
typedef int model_is_elsewhere; /* a file may not be empty */
#endif
