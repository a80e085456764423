/* presence.c - counts the streams of a game by seat. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "service/housekeeping.h"
#include "service/instance.h"

void presence_init(struct presence *presence)
{
    *presence = (struct presence){.version = 1};
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        presence->gone_since_ms[side] = clock_now_ms();
}

unsigned presence_seats(const struct presence *presence)
{
    unsigned seats = 0;

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        seats |= (unsigned)(presence->streams[1 + side] > 0) << side;
    return seats;
}

/* A number for what clients see of the presence. */
static uint64_t presence_number(const struct presence *presence)
{
    return (uint64_t)presence->streams[0] << PAUA_PLAYERS_MAX | presence_seats(presence);
}

/* Has a change announced. */
static void presence_changed(struct service *service, struct game *game)
{
    if (!game->presence.waits)
        game->presence.waits = housekeeping_announce(service->housekeeping, game);
}

void presence_enter(struct service *service, struct game *game, int who)
{
    game->presence.streams[1 + who]++;
    if (who != NOBODY)
        game->presence.gone_since_ms[who] = 0;
    presence_changed(service, game);
}

void presence_leave(struct service *service, struct game *game, int who)
{
    int left = --game->presence.streams[1 + who];

    if (who != NOBODY && left == 0)
        game->presence.gone_since_ms[who] = clock_now_ms();
    presence_changed(service, game);
}

bool presence_announce(struct presence *presence)
{
    uint64_t number = presence_number(presence);
    bool changed = number != presence->announced;

    presence->waits = false;
    presence->announced = number;
    presence->version += changed;
    return changed;
}

const char *presence_text(const struct presence *presence, char text[PRESENCE_TEXT_SIZE])
{
    int used = snprintf(text, PRESENCE_TEXT_SIZE, "\"here\":[");
    const char *comma = "";

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        if (presence->streams[1 + side] == 0)
            continue;
        used += snprintf(text + used, (size_t)(PRESENCE_TEXT_SIZE - used), "%s\"%c\"", comma,
                         side_letter(side));
        comma = ",";
    }
    snprintf(text + used, (size_t)(PRESENCE_TEXT_SIZE - used), "],\"spectators\":%d",
             presence->streams[0]);
    return text;
}
