#define FITTED_KERNEL fitted_kernel_any
#include "eval/fitted_source.h"
