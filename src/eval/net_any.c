#define NET_KERNEL net_kernel_any
#include "eval/net_source.h"
