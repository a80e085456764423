/* rating_category.c - finds the speed of a clock, and the name of a category. */
#include "service/ratings/rating_category.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "service/core/time_control.h"

#define MINUTE_MS ((int64_t)60 * 1000)

/* The upper bound of the expected time of each speed. */
static const struct {
    const char *name;
    int64_t below_ms;
} speeds[RATING_SPEEDS] = {
    [RATING_FAST] = {"fast", 8 * MINUTE_MS},
    [RATING_RAPID] = {"rapid", 30 * MINUTE_MS},
    [RATING_SLOW] = {"slow", 24 * 60 * MINUTE_MS},
    [RATING_MAIL] = {"mail", INT64_MAX},
};

int64_t rating_expected_ms(const paua_rules *rules)
{
    int64_t turns = INT64_MAX, game = INT64_MAX;

    if (!rules_have_clock(rules))
        return 0;
    if (rules->turn_ms)
        turns = (int64_t)rules->turn_ms * RATING_TURNS;
    if (rules->game_ms)
        game = rules->game_ms + (int64_t)rules->gain_ms * RATING_TURNS;
    return (turns < game ? turns : game) + (int64_t)rules->delay_ms * RATING_TURNS;
}

rating_speed rating_speed_of(const paua_rules *rules)
{
    int64_t expected_ms = rating_expected_ms(rules);
    int speed = RATING_FAST;

    if (expected_ms == 0)
        return RATING_UNTIMED;
    while (expected_ms >= speeds[speed].below_ms)
        speed++;
    return (rating_speed)speed;
}

const char *rating_speed_name(rating_speed speed)
{
    assert(speed >= 0 && speed < RATING_SPEEDS);
    return speeds[speed].name;
}

bool rating_category_of(int players, const paua_rules *rules, char name[RATING_CATEGORY_SIZE])
{
    rating_speed speed = rating_speed_of(rules);

    if (speed == RATING_UNTIMED)
        return false;
    snprintf(name, RATING_CATEGORY_SIZE, "%d-%s", players, rating_speed_name(speed));
    return true;
}

bool rating_category_valid(const char *name)
{
    if (name[0] < '0' + PAUA_SIDES || name[0] > '0' + PAUA_PLAYERS_MAX || name[1] != '-')
        return false;
    for (int speed = 0; speed < RATING_SPEEDS; speed++) {
        if (strcmp(name + 2, speeds[speed].name) == 0)
            return true;
    }
    return false;
}
