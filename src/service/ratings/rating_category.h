/* rating_category.h - the categories in which people are rated: the number of players, 2 to 6, and
 * the speed of the clock, as in "2-rapid". Pure.
 *
 * The speed follows from a player's time for a game of 40 turns. A game without a clock has no
 * speed: nobody has to finish it.
 */
#ifndef SERVICE_RATING_CATEGORY_H
#define SERVICE_RATING_CATEGORY_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/rules.h>

#define RATING_TURNS         40 /* of a player in the game that defines the speed */
#define RATING_CATEGORY_SIZE 16 /* bytes of a category's name, with its NUL */

typedef enum rating_speed {
    RATING_FAST,  /* less than 8 minutes */
    RATING_RAPID, /* less than 30 minutes */
    RATING_SLOW,  /* less than a day */
    RATING_MAIL,
    RATING_SPEEDS,
    RATING_UNTIMED = -1
} rating_speed;

/* The time of a player for RATING_TURNS turns; 0: no clock. */
int64_t rating_expected_ms(const paua_rules *rules);
rating_speed rating_speed_of(const paua_rules *rules);
/* "fast", "rapid", "slow", "mail". */
const char *rating_speed_name(rating_speed speed);

/* Writes the category of these games; false: they have none. */
bool rating_category_of(int players, const paua_rules *rules, char name[RATING_CATEGORY_SIZE]);
/* Whether there is a category of this name. */
bool rating_category_valid(const char *name);

#endif /* SERVICE_RATING_CATEGORY_H */
