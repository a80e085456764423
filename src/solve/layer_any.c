#define KERNEL layer_kernel_any
#include "solve/layer_source.h"
