/* The build compiles this file for x86-64-v3. */
#if defined(__x86_64__)
#define KERNEL joint_kernel_v3
#include "solve/joint_source.h"
#else
typedef int joint_is_elsewhere; /* a file may not be empty */
#endif
