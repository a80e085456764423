/* client.c - limits and counts of a client at each of its levels. */
#include "http/client.h"

#include <limits.h>

int http_client_limit(int most, int all, int level)
{
    const int factor = http_client_factor(level);
    int limit = most > INT_MAX / factor ? INT_MAX : most * factor;
    const int share = all - all / 4 - (all % 4 != 0); /* three quarters, rounded down */

    if (level > 0 && all > 0 && limit > share)
        limit = share;
    return limit > most ? limit : most;
}

void http_tally_add(http_tally *tally, const http_client *client, const http_client *owner)
{
    for (int level = 0; level < HTTP_CLIENT_LEVELS; level++)
        tally->counts[level] +=
            client->keys[level] != 0 && client->keys[level] == owner->keys[level];
}

int http_tally_excess(const http_tally *tally, int most, int all)
{
    int excess = 0;

    for (int level = 0; level < HTTP_CLIENT_LEVELS && most > 0; level++) {
        const int times = tally->counts[level] / http_client_limit(most, all, level);

        if (times > excess)
            excess = times;
    }
    return excess;
}
