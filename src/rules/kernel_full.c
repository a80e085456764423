#define KERNEL         kernel_full
#define SHAPE(board)   ((void)(board), &board_full_shape)
#define KERNEL_SPECIAL 0
#include "rules/kernel_source.h"
