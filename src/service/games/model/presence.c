/* presence.c - counts the streams of a game by seat. */
#include <stdio.h>
#include <string.h>

#include "service/games/model/event.h"
#include "service/games/model/presence.h"

void presence_init(struct presence *presence, int64_t now_ms)
{
    *presence = (struct presence){.version = 1};
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        presence->gone_since_ms[side] = now_ms;
}

unsigned presence_own_seats(const struct presence *presence)
{
    unsigned seats = 0;

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        seats |= (unsigned)(presence->streams[1 + side] > 0) << side;
    return seats;
}

unsigned presence_seats(const struct presence *presence)
{
    if (!presence)
        return 0;
    return presence_own_seats(presence) | presence->remote_seats;
}

int presence_spectators(const struct presence *presence)
{
    return presence ? presence->streams[0] + presence->remote_spectators : 0;
}

/* Records when seats that were present before have gone. */
static void note_gone(struct presence *presence, unsigned before, int64_t now_ms)
{
    const unsigned now = presence_seats(presence);

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        if (now >> side & 1)
            presence->gone_since_ms[side] = 0;
        else if (before >> side & 1)
            presence->gone_since_ms[side] = now_ms;
    }
}

void presence_set_remote(struct presence *presence, unsigned seats, int spectators, int64_t now_ms)
{
    const unsigned before = presence_seats(presence);

    presence->remote_seats = seats;
    presence->remote_spectators = spectators;
    note_gone(presence, before, now_ms);
}

/* A number that differs when the presence does that clients see. */
static uint64_t presence_number(const struct presence *presence)
{
    return (uint64_t)presence_spectators(presence) << PAUA_PLAYERS_MAX | presence_seats(presence);
}

void presence_count_stream(struct presence *presence, int side, int change, int64_t now_ms)
{
    const unsigned before = presence_seats(presence);

    presence->streams[1 + side] += change;
    note_gone(presence, before, now_ms);
}

void presence_note_sent(struct presence *presence)
{
    presence->ahead |= presence_number(presence) != presence->announced;
}

/* A stream that was ahead needs an announcement even if presence is again as announced before. */
bool presence_announce(struct presence *presence)
{
    uint64_t number = presence_number(presence);
    bool changed = number != presence->announced || presence->ahead;

    presence->ahead = false;
    presence->is_queued = false;
    presence->announced = number;
    presence->version += changed;
    return changed;
}

const char *presence_text(const struct presence *presence, char text[PRESENCE_TEXT_SIZE])
{
    int used = snprintf(text, PRESENCE_TEXT_SIZE, "\"here\":[");
    const char *comma = "";

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        if (!(presence_seats(presence) >> side & 1))
            continue;
        used += snprintf(text + used, (size_t)(PRESENCE_TEXT_SIZE - used), "%s\"%c\"", comma,
                         side_letter(side));
        comma = ",";
    }
    snprintf(text + used, (size_t)(PRESENCE_TEXT_SIZE - used), "],\"spectators\":%d",
             presence_spectators(presence));
    return text;
}
