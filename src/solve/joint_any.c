#define KERNEL joint_kernel_any
#include "solve/joint_source.h"
