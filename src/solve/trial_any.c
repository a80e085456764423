#define GAME trial_game_any
#include "solve/trial_source.h"
