#define KERNEL         kernel_special
#define SHAPE(board)   (&(board)->shape)
#define KERNEL_SPECIAL 1
#include "rules/kernel_source.h"
