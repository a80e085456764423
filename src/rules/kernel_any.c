#define KERNEL       kernel_any
#define SHAPE(board) (&(board)->shape)
#include "rules/kernel_source.h"
