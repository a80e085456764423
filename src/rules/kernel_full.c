#define KERNEL       kernel_full
#define SHAPE(board) ((void)(board), &board_full_shape)
#include "rules/kernel_source.h"
