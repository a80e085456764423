#define MODEL_KERNEL model_kernel_any
#include "train/model_source.h"
