#define KERNEL         kernel_any
#define SHAPE(board)   (&(board)->shape)
#define KERNEL_SPECIAL 0
#include "rules/kernel_source.h"
