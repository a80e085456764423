/* The build compiles this file for x86-64-v3. */
#if defined(__x86_64__)
#define GAME trial_game_v3
#include "solve/trial_source.h"
#else
typedef int trial_is_elsewhere; /* a file may not be empty */
#endif
