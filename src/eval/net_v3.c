/* The build compiles this file for x86-64-v3. */
#if defined(__x86_64__)
#define NET_V3
#define NET_KERNEL net_kernel_v3
#include "eval/net_source.h"
#else
typedef int net_is_elsewhere; /* a file may not be empty */
#endif
