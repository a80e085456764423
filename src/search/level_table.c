/* level_table.c - the table of the levels. Apart from level.c, which plays them: the web page has
 * the table without the search. */
#include <paua/level.h>

#include <stddef.h>

static const paua_level levels[PAUA_LEVELS] = {
    {1, 1250, 0, "For a first game: looks one move ahead and misses most."},
    {1, 1100, 0, "Looks one move ahead and misses many."},
    {1, 880, 0, "Looks one move ahead, with big blind spots."},
    {2, 680, 0, "Looks at your replies too, but misses many of them."},
    {3, 400, 0, "Plays like people in a club: looks three moves ahead, with blind spots."},
    {3, 120, 0, "Looks three moves ahead and sometimes misses one."},
    {0, 0, 3000, "Considers every move and searches 3,000 positions."},
    {0, 0, 30000, "Considers every move and searches 30,000 positions."},
    {0, 0, 300000, "Considers every move and searches 300,000 positions."},
    {0, 0, 4000000, "Full strength: considers every move and searches 4,000,000 positions."},
};

const paua_level *paua_level_info(int level)
{
    return level >= 1 && level <= PAUA_LEVELS ? &levels[level - 1] : NULL;
}
