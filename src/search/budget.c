#include "search/budget.h"

enum {
    SHARE = 30,      /* plan for this many more moves */
    RESERVE_MS = 50, /* and lose none of them to a slow pipe or a busy machine */
};

static int64_t at_least_1(int64_t ms)
{
    return ms > 1 ? ms : 1;
}

int64_t budget_share(int64_t left_ms, int64_t gain_ms)
{
    int64_t share = left_ms / SHARE + gain_ms * 3 / 4;
    int64_t most = left_ms - RESERVE_MS;

    return at_least_1(share < most ? share : most);
}

int64_t budget_turn(const paua_rules *rules, int64_t left_ms)
{
    int64_t turn_ms = rules->turn_ms;
    int64_t reserve_ms = turn_ms / 5 < RESERVE_MS ? turn_ms / 5 : RESERVE_MS;
    int64_t of_turn = at_least_1(turn_ms - reserve_ms);
    int64_t of_game = budget_share(left_ms, rules->gain_ms);

    if (!rules->game_ms)
        return turn_ms ? of_turn : 0;
    return turn_ms && of_turn < of_game ? of_turn : of_game;
}
